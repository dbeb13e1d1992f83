internal import EventLog
internal import LedgerBytes
internal import LedgerSQLite

/// The times at which this device received events, block by block of their positions.
///
/// Clocks may be set back, so the order of positions is not the order of times. But if the earliest time of a block is
/// too late, all of its times are.
enum Moments {
  /// The table of history.
  static let table = "moment"
  /// Positions of a block.
  static let block: Int64 = 1_024

  /// Adds the events after a position, up to another.
  ///
  /// - Complexity: A step per event.
  static func post(_ log: LedgerLog, _ connection: Connection, after position: Position, through last: Position)
    throws
  {
    guard last > position else { return }
    let insert = try connection.statement(
      """
      INSERT INTO moment (block, earliest) VALUES (?1, ?2)
      ON CONFLICT (block) DO UPDATE SET earliest = min(earliest, excluded.earliest)
      """)
    for block in (position + 1).rawValue / Self.block...last.rawValue / Self.block {
      let first = max(position + 1, Position(block * Self.block))
      let end = min(last, Position((block + 1) * Self.block - 1))
      guard let earliest = try log.firstInstant(of: first...end) else { continue }
      try insert.bind(1, block)
      try insert.bind(2, earliest)
      try insert.run()
    }
  }

  /// Returns the last position, up to one that history knows, whose event this device had by an instant.
  ///
  /// - Complexity: A step per later block, and one per event of one block.
  static func position(
    _ log: LedgerLog, _ connection: Connection, knownBy milliseconds: Int64, through last: Position
  ) throws -> Position? {
    let statement = try connection.statement(
      "SELECT block FROM moment WHERE earliest <= ?1 ORDER BY block DESC LIMIT 1")
    try statement.bind(1, milliseconds)
    guard let block = try statement.firstInt64() else { return nil }
    let first = Position(max(1, block * Self.block))
    let end = Position(first.rawValue | (Self.block - 1))
    return try log.position(knownBy: milliseconds, within: first...max(first, min(last, end)))
  }
}
