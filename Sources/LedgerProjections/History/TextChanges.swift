internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The positions at which the searchable texts of transactions changed.
///
/// They are those of `SearchTexts`, and whether the transaction can be found. They are collected
/// by ranges of streams for history. A position may be included although nothing changed, for example if a paper was
/// read again with the same result. No change is missing.
struct TextChanges: Sendable {
  /// The table of history.
  static let table = "text_change"
  static let columns = 3

  /// The rows of the table.
  private(set) var found: [IntegerRow] = []
  /// The current stream, its first event, and the last position that was noted of it.
  private var key: StreamKey = 0
  private var first: Position = 0
  private var last: Position = 0

  /// Begins with a stream, none of whose events was seen yet.
  mutating func begin(_ key: StreamKey, at position: Position) {
    (self.key, first, last) = (key, position, position)
  }

  /// Notes that an event changed something. Before a stream's first event nothing of it was known, and nothing is
  /// asked.
  mutating func add(at position: Position) {
    guard position > first, position != last else { return }
    last = position
    found.append(IntegerRow(Self.lifetime(first.distance(to: position)), position.rawValue, key.rawValue))
  }

  /// Returns the rows, in the table's order.
  func rows() -> RowBuffer {
    var rows = RowBuffer(columns: Self.columns)
    for change in found.sorted() { change.add(to: &rows) }
    return rows
  }

  /// Whether words are found of one row that are not found of the other.
  static func differ(_ old: borrowing TransactionRow, _ new: borrowing TransactionRow) -> Bool {
    let (isOld, isNew) = (old.stage != .deleted, new.stage != .deleted)
    guard isOld, isNew else { return isOld != isNew }
    return !isSame(old.vendor, new.vendor) || !isSame(old.note, new.note)
      || !isSame(old.category, new.category) || old.group != new.group || old.amount != new.amount
      || old.received != new.received || !old.tags.elementsEqual(new.tags) { isSame($0, $1) }
  }

  /// Compares texts by their bytes.
  ///
  /// Composed and decomposed letters are split into words differently.
  private static func isSame(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.hasSameBytes(as: right)
  }

  /// Changes share a class whose distances from the stream's first event are within a factor of four.
  private static func lifetime(_ distance: Int64) -> Int64 {
    Int64((64 - max(1, distance).leadingZeroBitCount) / 2)
  }

  // MARK: Looking up

  /// Calls `body` with the keys of streams that were known at a position and changed after it.
  ///
  /// A key may come several times, and some of the streams may have been unknown at the position.
  ///
  /// - Parameters:
  ///   - connection: The connection to the history.
  ///   - position: The position to compare with.
  ///   - last: The position that history has reached.
  ///   - body: Receives the keys.
  /// - Complexity: A few steps for each of them.
  static func forEach(
    _ connection: Connection, after position: Position, through last: Position, _ body: (StreamKey) -> Void
  ) throws {
    let statement = try connection.statement(changed)
    for lifetime in 0..<Int64(31) where lifetime == 0 || 1 << (2 * lifetime - 1) <= last.rawValue {
      try statement.bind(1, lifetime)
      try statement.bind(2, position)
      try statement.bind(3, min(last, position).rawValue + 1 << (2 * lifetime + 1))
      try statement.forEachRow { body($0.number(0)) }
    }
  }

  static let changed = "SELECT key FROM text_change WHERE class = ?1 AND position > ?2 AND position < ?3"
}
