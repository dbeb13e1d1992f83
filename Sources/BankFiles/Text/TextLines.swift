/// The lines of a text, with their numbers.
struct TextLines {
  /// A line without its end.
  struct Line {
    let number: Int
    let bytes: ArraySlice<UInt8>

    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The text without control characters and white space at its edges.
    var plain: String { CellText.plain(bytes) }
    var isBlank: Bool { bytes.allSatisfy(CellText.isBlank) }
  }

  /// Whether the last line has no end, as in a file that is cut off.
  static func endsWithinLine(_ bytes: [UInt8]) -> Bool { bytes.last.map { $0 != 0x0a && $0 != 0x0d } ?? false }

  /// Returns the lines that end in LF, CRLF or CR.
  static func of(_ bytes: [UInt8], countMax: Int = .max) -> [Line] {
    var lines: [Line] = []
    var start = 0
    var index = 0
    while index < bytes.count, lines.count < countMax {
      let byte = bytes[index]
      if byte == 0x0a || byte == 0x0d {
        lines.append(Line(number: lines.count + 1, bytes: bytes[start..<index]))
        if byte == 0x0d, index + 1 < bytes.count, bytes[index + 1] == 0x0a { index += 1 }
        start = index + 1
      }
      index += 1
    }
    if start < bytes.count, lines.count < countMax {
      lines.append(Line(number: lines.count + 1, bytes: bytes[start...]))
    }
    return lines
  }
}
