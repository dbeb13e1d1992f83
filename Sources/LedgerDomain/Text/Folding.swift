/// The forms of a text that are compared.
extension NFC {
  /// Returns the text without white space (Unicode's White_Space, no-break spaces too) at its edges.
  package static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isWhiteSpace($0) }),
      let last = scalars.lastIndex(where: { !isWhiteSpace($0) })
    else { return "" }
    let range = first..<scalars.index(after: last)
    return range == scalars.startIndex..<scalars.endIndex ? text : String(scalars[range])
  }

  /// Returns the stored form of a category's key or a tag: trimmed, lower case, in form C. Spaces within stay.
  ///
  /// `  Coffee Shop ` is `coffee shop`.
  package static func foldedKey(_ text: String) -> String {
    normalized(normalized(trimmed(text)).lowercased())
  }

  /// Returns the form by which vendors' names are compared.
  ///
  /// It is in lower case and without accents. Letters such as ß and ø are spelled out, and white space becomes single
  /// spaces. `  CAFÉ  Müller` and `Cafe Muller` are equal. The form is never stored, because it loses what was written.
  package static func foldedForComparison(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return foldedASCII(text) }
    var folded = String.UnicodeScalarView()
    var spaceIsDue = false
    for scalar in decomposed(text.lowercased()).unicodeScalars {
      if isWhiteSpace(scalar) {
        spaceIsDue = !folded.isEmpty
        continue
      }
      if isAccent(scalar) { continue }
      if spaceIsDue { folded.append(" ") }
      spaceIsDue = false
      if let spelled = spelledOut(scalar) {
        folded.append(contentsOf: spelled.unicodeScalars)
      } else {
        folded.append(scalar)
      }
    }
    return normalized(String(folded))
  }

  /// Whether a text contains another one, both folded for comparison. Every text contains the empty one.
  ///
  /// The standard library's search for a sequence takes microseconds for a name, and this a few nanoseconds.
  ///
  /// - Parameters:
  ///   - text: The text, not folded yet.
  ///   - folded: The folded text that is looked for.
  package static func contains(_ text: String, folded wanted: String) -> Bool {
    var (text, wanted) = (foldedForComparison(text), wanted)
    return text.withUTF8 { bytes in
      wanted.withUTF8 { wanted in
        guard let first = wanted.first else { return true }
        guard wanted.count <= bytes.count else { return false }
        return (0...bytes.count - wanted.count).contains { start in
          bytes[start] == first && wanted.indices.allSatisfy { bytes[start + $0] == wanted[$0] }
        }
      }
    }
  }

  /// Returns the form of a text without accents and letters of other scripts, as most are.
  private static func foldedASCII(_ text: String) -> String {
    var folded: [UInt8] = []
    folded.reserveCapacity(text.utf8.count)
    var spaceIsDue = false
    for byte in text.utf8 {
      if byte == 0x20 || 0x09...0x0d ~= byte {
        spaceIsDue = !folded.isEmpty
        continue
      }
      if spaceIsDue { folded.append(0x20) }
      spaceIsDue = false
      folded.append(0x41...0x5a ~= byte ? byte | 0x20 : byte)
    }
    return String(decoding: folded, as: UTF8.self)
  }

  /// White_Space of the Unicode Character Database, which has not changed for many versions.
  static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000: true
    default: false
    }
  }

  /// Whether a scalar is in a block of combining marks that accent a letter. Marks of other scripts (vowels, the
  /// Japanese voicing mark) change the word and stay.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36f, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff, 0xfe20...0xfe2f: true
    default: false
    }
  }

  /// Letters that have no decomposition but are an accented or joined letter to a reader.
  private static func spelledOut(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "ß": "ss"
    case "æ": "ae"
    case "œ": "oe"
    case "ø": "o"
    case "đ", "ð": "d"
    case "ħ": "h"
    case "ı": "i"
    case "ł": "l"
    case "þ": "th"
    default: nil
    }
  }
}
