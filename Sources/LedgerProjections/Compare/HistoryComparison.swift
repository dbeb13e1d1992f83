public import EventLog
internal import LedgerBytes
internal import LedgerSQLite

/// What a history shows of one position, held against models that are the fold up to there, table by table.
public struct HistoryComparison: Sendable {
  /// A table that was compared.
  public struct Table: Hashable, Sendable {
    /// Its name, as the models have it.
    public let name: String
    /// Rows that were compared.
    public let rows: Int64
    /// Rows that differ, are missing or should not be there.
    public let differences: Int64
  }

  /// Every table that a screen of the past reads, in order.
  public let tables: [Table]

  /// Compares the history in a folder with the models of a file; nil where there is no history that reaches so far.
  ///
  /// - Complexity: a step per row of both.
  public init?(_ log: LedgerLog, folder: String, with modelsPath: String) throws {
    let history = HistoryFile(log, folder, busyTimeoutMilliseconds: 5_000)
    guard let past = try history.open() else { return nil }
    let models = try Connection(path: modelsPath, mode: .readWrite, synchronous: .normal)
    defer {
      try? past.connection.close()
      try? models.close()
    }
    let found: [(table: TableDifference, rows: Int64)]? = try models.transaction(.deferred) {
      let position = try models.statement("SELECT position FROM model").firstInt64() ?? 0
      guard try history.catchUp(past, through: position) else { return nil }
      try PastViews.make(past.connection, at: position)
      return try past.connection.transaction(.deferred) {
        try Comparer(old: past.connection, new: models).compareHistory().tables
      }
    }
    guard let found else { return nil }
    tables = found.map { table, rows in
      Table(
        name: table.table, rows: rows, differences: Int64(table.added + table.removed + table.changed))
    }
  }
}
