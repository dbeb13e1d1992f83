/// Lines of a table in the form of RFC 4180, written as bytes.
///
/// A cell is put in quotation marks if its text requires them. Lines end in CRLF.
struct CSVLine {
  /// The byte between two cells.
  let separator: UInt8
  /// The finished lines, and the cells of the line that is being written.
  private(set) var bytes: [UInt8] = []
  private var isFirst = true

  init(separator: UInt8 = UInt8(ascii: ",")) {
    self.separator = separator
    bytes.reserveCapacity(512)
  }

  /// Adds a cell as it is: numbers, dates, and words of our own.
  mutating func cell(_ text: String) {
    begin()
    var text = text
    text.withUTF8 { quote($0) }
  }

  /// Adds a cell of text from outside, which no spreadsheet reads as a formula.
  ///
  /// A text that begins with `=`, `+`, `-`, `@`, one of their wide forms, a tab or a line break gets an apostrophe before
  /// it. A text that has apostrophes before such a character gets one more, so that readers can restore the original.
  /// NUL is left out, because most readers end a text there.
  mutating func text(_ text: String?) {
    begin()
    guard var text else { return }
    text.withUTF8 { utf8 in
      guard !utf8.contains(0) else {
        let cleaned = utf8.filter { $0 != 0 }
        return cleaned.withUnsafeBufferPointer { neutralize($0) }
      }
      neutralize(utf8)
    }
  }

  mutating func end() {
    bytes.append(0x0d)
    bytes.append(0x0a)
    isFirst = true
  }

  /// Forgets all lines, and keeps the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isFirst = true
  }

  private mutating func begin() {
    if !isFirst { bytes.append(separator) }
    isFirst = false
  }

  private mutating func neutralize(_ utf8: UnsafeBufferPointer<UInt8>) {
    guard Self.beginsFormula(utf8) else { return quote(utf8) }
    let guarded = [UInt8(ascii: "'")] + utf8
    guarded.withUnsafeBufferPointer { quote($0) }
  }

  private static func beginsFormula(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = utf8.firstIndex(where: { $0 != UInt8(ascii: "'") }) else { return false }
    switch utf8[start] {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0a, 0x0d:
      return true
    case 0xef:
      // U+FF1D, U+FF0B, U+FF0D and U+FF20, which spreadsheets for Asian languages read like the narrow ones.
      guard start + 2 < utf8.count, utf8[start + 1] == 0xbc else { return false }
      return [0x9d, 0x8b, 0x8d, 0xa0].contains(utf8[start + 2])
    default: return false
    }
  }

  private mutating func quote(_ utf8: UnsafeBufferPointer<UInt8>) {
    var needsQuotes = false
    for byte in utf8 where byte <= UInt8(ascii: ";") {
      if byte == separator || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0a
        || byte == 0x0d
      {
        needsQuotes = true
        break
      }
    }
    guard needsQuotes else { return bytes.append(contentsOf: utf8) }
    bytes.append(UInt8(ascii: "\""))
    for byte in utf8 {
      bytes.append(byte)
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
