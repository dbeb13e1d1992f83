/// A place in the bytes of a text, with the line it is in.
struct MarkupCursor {
  let bytes: [UInt8]
  /// The place of the next byte.
  var index = 0
  /// The line of the next byte, from 1.
  private(set) var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the bytes from here on begin with a text.
  func starts(_ text: StaticString) -> Bool {
    guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Moves to a later place, at most to the end, and counts the lines that end before it.
  mutating func advance(to end: Int) {
    while index < min(end, bytes.count) {
      let isReturn = bytes[index] == 0x0d && (index + 1 >= bytes.count || bytes[index + 1] != 0x0a)
      if bytes[index] == 0x0a || isReturn { line += 1 }
      index += 1
    }
  }

  /// Moves past the next occurrence of a text.
  mutating func skip(through end: StaticString) throws(BankFileError) {
    let startLine = line
    while index < bytes.count {
      if starts(end) { return advance(to: index + end.utf8CodeUnitCount) }
      advance(to: index + 1)
    }
    throw .truncated(line: startLine, reason: "a comment or a section is not closed")
  }
}
