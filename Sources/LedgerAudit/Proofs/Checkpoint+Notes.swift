package import LedgerBytes

extension Checkpoint {
  /// The reason why a note in a text is refused, with its line.
  package struct NoteError: Error, Hashable, Sendable {
    /// The number of the line, from 1.
    package let line: Int
    /// The reason, for a person.
    package let reason: String
  }

  /// Reads the notes of a text in their order.
  ///
  /// A note begins with its origin on a line of its own. Everything between notes is ignored, such as signatures. Lines
  /// end with `\n` or `\r\n`.
  ///
  /// - Throws: `NoteError` if the lines after an origin are not a size and a root.
  /// - Complexity: O(bytes).
  package static func notes(in text: [UInt8]) throws(NoteError) -> [Checkpoint] {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
    let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
    if let first = lines.first, first.starts(with: byteOrderMark) { lines[0] = first.dropFirst(3) }
    var notes: [Checkpoint] = []
    var index = 0
    while index < lines.count {
      guard isOrigin(lines[index]) else {
        index += 1
        continue
      }
      guard let origin = Origin(String(decoding: lines[index], as: UTF8.self)) else {
        throw NoteError(line: index + 1, reason: "the origin is not events/LEDGER/DEVICE")
      }
      guard index + 1 < lines.count, let size = size(lines[index + 1]) else {
        throw NoteError(line: index + 2, reason: "the size is not a decimal number from 1")
      }
      guard index + 2 < lines.count, let root = digest(String(decoding: lines[index + 2], as: UTF8.self)) else {
        throw NoteError(line: index + 3, reason: "the root is not 32 bytes in base64")
      }
      notes.append(Checkpoint(origin: origin, size: size, root: root))
      index += 3
    }
    return notes
  }

  /// Returns the hash that a text in base64 encodes, or `nil` if it is not 32 bytes.
  package static func digest(_ text: String) -> SHA256Digest? {
    Base64.decode(text).flatMap { SHA256Digest(bytes: $0) }
  }

  /// Whether a line is meant as an origin. A line with spaces is a sentence.
  private static func isOrigin(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: originPrefix.utf8) && !line.contains(UInt8(ascii: " "))
  }

  /// Reads digits without a leading zero.
  private static func size(_ digits: ArraySlice<UInt8>) -> UInt64? {
    guard digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let size = Int64(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return UInt64(size)
  }
}
