internal import EventLog
package import LedgerBytes
package import LedgerDomain
internal import LedgerProjections

// Identifiers as people type them: in as few digits as tell them apart.
extension Book {
  /// Returns an id in as few digits as tell it from all others of its kind, eight at least.
  ///
  /// - Complexity: O(log n).
  package func shortID(_ id: UniqueID, kind: StreamKind = .transaction) throws -> String {
    for digits in 8..<32 where try !isShared(id, kind, by: digits) {
      // A hyphen follows the eighth, twelfth, sixteenth and twentieth digit.
      let hyphens = min((digits - 1) / 4, 5) - 1
      return String(decoding: id.description.utf8.prefix(digits + hyphens), as: UTF8.self)
    }
    return id.description
  }

  /// Whether another of its kind begins with the same digits, so many.
  private func isShared(_ id: UniqueID, _ kind: StreamKind, by digits: Int) throws -> Bool {
    let (first, last) = id.range(sharing: digits)
    let several = try log.streams(kind: kind.rawValue, from: first, through: last, limit: 2).count > 1
    guard several, horizon != .now else { return several }
    // Only what was known then is to be told apart.
    return try log.streams(kind: kind.rawValue, from: first, through: last, limit: 100).contains { other in
      try other.stream.id != id && !events(of: other.stream).isEmpty
    }
  }

  /// Returns the identifiers of a kind that begin so.
  ///
  /// The result is `nil` if the text cannot be the beginning of one.
  func streams(_ kind: StreamKind, beginningWith text: String) throws -> [UniqueID]? {
    guard let (first, last) = Self.range(of: text) else { return nil }
    return try log.streams(kind: kind.rawValue, from: first, through: last, limit: 5).map(\.stream.id)
  }

  /// Returns the first and last identifier that begin so.
  private static func range(of text: String) -> (UniqueID, UniqueID)? {
    let pattern = Array("00000000-0000-0000-0000-000000000000".utf8)
    let typed = Array(text.utf8)
    guard !typed.isEmpty, typed.count <= pattern.count else { return nil }
    // Hyphens may be left out.
    var digits: [UInt8] = []
    for (index, byte) in typed.enumerated() {
      if byte == UInt8(ascii: "-") {
        guard pattern[index] == byte else { return nil }
      } else {
        digits.append(byte)
      }
    }
    guard digits.count <= 32 else { return nil }
    var padded = digits + [UInt8](repeating: UInt8(ascii: "0"), count: 32 - digits.count)
    for index in [8, 13, 18, 23] { padded.insert(UInt8(ascii: "-"), at: index) }
    return UniqueID(String(decoding: padded, as: UTF8.self))?.range(sharing: digits.count)
  }
}
