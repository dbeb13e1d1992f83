/// A text file's content, with the encoding that it was read in.
package struct PlainText {
  package let text: String
  /// The encoding, such as `utf-8` or `windows-1252`.
  package let encoding: String

  /// Decodes the bytes of a text file, or returns `nil` if its encoding cannot be known or it is no text.
  ///
  /// Unicode is recognized by its form. Bytes that are alone above 127 are Windows-1252, as in western Europe. Bytes
  /// that come in pairs may be of several encodings, so they are refused and not guessed.
  /// - Complexity: O(bytes).
  package init?(_ bytes: [UInt8]) {
    if let found = FileText.unicode(bytes) {
      // UTF-8 is kept as it is. Other bytes that look like Unicode are no text if a character is zero.
      guard found.encoding == .utf8 || !found.bytes.contains(0) else { return nil }
      text = String(decoding: found.bytes, as: UTF8.self)
      encoding = found.encoding.rawValue
      return
    }
    guard !FileText.hasControls(bytes), !FileText.looksLikeTwoBytes(bytes) else { return nil }
    let decoded = String(
      decoding: SingleByteText.decode(bytes, table: SingleByteTables.windows1252), as: UTF8.self)
    // A byte that the encoding does not have.
    guard !decoded.unicodeScalars.contains("\u{fffd}") else { return nil }
    text = decoded
    encoding = TextEncoding.windows1252.rawValue
  }
}
