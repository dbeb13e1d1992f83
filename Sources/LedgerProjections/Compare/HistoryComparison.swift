package import EventLog
internal import LedgerBytes
internal import LedgerSQLite

/// A comparison of a history at one position with models that are the fold up to there, table by table.
package struct HistoryComparison: Sendable {
  /// A table that was compared.
  package struct Table: Hashable, Sendable {
    /// Its name, as the models have it.
    package let name: String
    /// Rows that were compared.
    package let rows: Int64
    /// Rows that differ, are missing or are too many.
    package let differences: Int64
  }

  /// Every table that a screen of the past reads, in order.
  package let tables: [Table]

  /// SQLite's findings about the structure of the file. It is empty if the file is sound.
  package let structure: [String]

  /// Compares the history in a folder with the models of a file.
  ///
  /// It is `nil` if there is no history that reaches the position of the models.
  ///
  /// - Complexity: A step per row of both.
  package init?(_ log: LedgerLog, folder: String, with modelsPath: String) throws {
    guard let found = try Self.compare(HistoryFile(log, folder, busyTimeoutMilliseconds: 5_000), modelsPath)
    else { return nil }
    structure = found.structure
    tables = found.tables.map { table, rows in
      Table(name: table.table, rows: rows, differences: Int64(table.count))
    }
  }

  private typealias Found = (structure: [String], tables: [(table: TableDifference, rows: Int64)])

  private static func compare(_ history: HistoryFile, _ modelsPath: String) throws -> Found? {
    while let past = try history.open() {
      defer { try? past.connection.close() }
      do {
        return try compare(past, of: history, modelsPath)
      } catch {
        // Another process removed the file, because it has built another one.
        guard past.isGone else { throw error }
      }
    }
    return nil
  }

  private static func compare(_ past: Generation, of history: HistoryFile, _ modelsPath: String) throws
    -> Found?
  {
    let models = try Connection(path: modelsPath, mode: .readWrite, synchronous: .normal)
    defer { try? models.close() }
    let structure = try past.connection.integrityCheck()
    return try models.transaction(.deferred) {
      let position: Position = try models.statement("SELECT position FROM model").firstNumber() ?? 0
      guard try history.catchUp(past, through: position) else { return nil }
      try PastViews.make(past.connection, at: position)
      return try past.connection.transaction(.deferred) {
        (structure, try Comparer(old: past.connection, new: models).compareHistory().tables)
      }
    }
  }
}
