/// Full-width letters, digits and signs, as keyboards for Chinese and Japanese write them.
enum ASCIIForms {
  /// Returns the text with full-width forms (U+FF01…U+FF5E) as the ASCII characters that they look like.
  static func folded(_ text: String) -> String {
    guard text.utf8.contains(0xef) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { folded($0) }))
  }

  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard (0xff01...0xff5e).contains(scalar.value) else { return scalar }
    return Unicode.Scalar(UInt8(scalar.value - 0xff01 + 0x21))
  }
}
