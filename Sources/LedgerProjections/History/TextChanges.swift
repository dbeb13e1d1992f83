internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// When the texts changed that a search looks at: vendor, note, tags and the paper, and whether there is anything to be
/// found. Of ranges of streams, on their way into history.
///
/// It may name an event that changed nothing, a paper that was read a second time to the same words; it misses none.
struct TextChanges: Sendable {
  /// The table of history.
  static let table = "text_change"

  private var found: [Change] = []
  /// The stream at hand and its first event.
  private var key: Int64 = 0
  private var first: Int64 = 0

  private struct Change: Hashable, Comparable {
    let lifetime: Int64
    let position: Int64
    let key: Int64

    static func < (left: Self, right: Self) -> Bool {
      (left.lifetime, left.position) < (right.lifetime, right.position)
    }
  }

  /// Begins with a stream, none of whose events was seen yet.
  mutating func begin(_ key: Int64, at position: Int64) {
    self.key = key
    first = position
  }

  /// Notes that an event changed something. Before a stream's first event nothing of it was known, and nothing is
  /// asked.
  mutating func add(at position: Int64) {
    guard position > first, found.last.map({ $0.key != key || $0.position != position }) ?? true else { return }
    found.append(Change(lifetime: Self.lifetime(position - first), position: position, key: key))
  }

  /// The rows, in the table's order.
  func rows() -> RowBuffer {
    var rows = RowBuffer(columns: 3)
    for change in found.sorted() {
      rows.add(change.lifetime)
      rows.add(change.position)
      rows.add(change.key)
    }
    return rows
  }

  /// Whether words are found of one row that are not found of the other.
  static func differ(_ old: TransactionRow?, _ new: TransactionRow?) -> Bool {
    let old = old.flatMap { $0.stage == .deleted ? nil : $0 }
    let new = new.flatMap { $0.stage == .deleted ? nil : $0 }
    guard let old, let new else { return (old == nil) != (new == nil) }
    return !isSame(old.vendor, new.vendor) || !isSame(old.note, new.note)
      || !old.tags.elementsEqual(new.tags) { isSame($0, $1) }
  }

  /// By their bytes: composed and decomposed letters are cut into words in different ways.
  private static func isSame(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.hasSameBytes(as: right)
  }

  /// Changes share a class whose distances from the stream's first event are within a factor of four.
  private static func lifetime(_ distance: Int64) -> Int64 {
    Int64((64 - max(1, distance).leadingZeroBitCount) / 2)
  }
}

// MARK: - Looking up

extension TextChanges {
  /// Hands over the keys of streams that were known at a position and of which something changed after it, some of them
  /// several times, and some that were not known then.
  ///
  /// - Parameter last: the position that history has come to.
  /// - Complexity: a few steps for each of them.
  static func forEach(
    _ connection: Connection, after position: Int64, through last: Int64, _ body: (Int64) -> Void
  ) throws {
    let statement = try connection.statement(changed)
    for lifetime in 0..<Int64(31) where lifetime == 0 || 1 << (2 * lifetime - 1) <= last {
      try statement.bind(1, lifetime)
      try statement.bind(2, position)
      try statement.bind(3, min(last, position) + 1 << (2 * lifetime + 1))
      try statement.forEachRow { body($0.int64(0)) }
    }
  }

  static let changed = "SELECT key FROM text_change WHERE class = ?1 AND position > ?2 AND position < ?3"
}
