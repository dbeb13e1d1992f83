package import EventLog
package import LedgerBytes
internal import LedgerSQLite

/// The differences between the search index in a folder and one that is made from the log.
package struct SearchComparison: Hashable, Sendable {
  /// Transactions that should be in it.
  package let transactions: Int64
  /// The log's keys of those that are in it with other texts, are missing or are too many.
  package let differing: [StreamKey]
  /// The tables in which some word occurs more or less often than in the texts.
  package let damaged: [String]
  /// SQLite's findings about the structure of the file. It is empty if the file is sound.
  package let structure: [String]

  /// Compares the index in a folder, at the end of the log, with one made in another folder.
  ///
  /// It is `nil` if nobody has searched yet.
  ///
  /// - Complexity: That of building the index, and a step per word of both.
  package init?(of log: LedgerLog, folder: String, scratch: String) throws {
    let served = SearchIndex(of: log, folder: folder)
    defer { served.close() }
    // Other processes may follow new events, or replace the index, between two looks at it.
    for _ in 0..<Self.triesMax {
      guard try served.coverageIfBegun() != nil else { return nil }
      do {
        try served.complete()
        guard let found = try Self.compare(served, log, scratch) else { continue }
        (transactions, differing, damaged, structure) = found
        return
      } catch {
        guard served.generation?.isGone == true else { throw error }
      }
    }
    return nil
  }

  private static let triesMax = 20

  private typealias Found = (Int64, [StreamKey], [String], [String])

  /// Returns `nil` if the index was changed meanwhile.
  private static func compare(_ served: SearchIndex, _ log: LedgerLog, _ scratch: String) throws -> Found? {
    try served.read { index in
      guard index.coverage.done == index.coverage.all else { return nil }
      let made = SearchIndex(of: log, folder: scratch, horizon: .position(index.position))
      defer { made.close() }
      try? made.discard()
      try made.complete()
      return try made.read { try compare($0, with: index) }
    }
  }

  private static func compare(
    _ made: SearchIndex.Snapshot, with served: SearchIndex.Snapshot
  ) throws -> Found? {
    let structure = try served.connection.integrityCheck()
    guard let path = made.path else { return (0, [], [], structure) }
    // Words are compared by a connection of its own, because those of the indexes are in their transactions.
    let connection = try Connection(path: path, mode: .readWrite, synchronous: .normal)
    defer { try? connection.close() }
    let attach = try connection.statement("ATTACH DATABASE ?1 AS served")
    try attach.bind(1, text: served.path ?? "")
    try attach.run()
    return try connection.transaction(.deferred) {
      let places = try connection.statement(
        "SELECT (SELECT position FROM main.model) = (SELECT position FROM served.model)")
      guard try places.firstInt64() == 1 else { return nil }
      return try compare(connection, structure)
    }
  }

  private static func compare(_ connection: Connection, _ structure: [String]) throws -> Found {
    var differing: [StreamKey] = []
    try connection.statement(Self.differences(of: "key, digest", "main.search_text", "served.search_text"))
      .forEachRow { differing.append($0.number(0)) }
    var damaged: [String] = []
    for table in SearchTable.allCases.map(\.rawValue) {
      for schema in ["main", "served"] {
        try connection.execute(
          "CREATE VIRTUAL TABLE temp.\(schema)_\(table) USING fts5vocab('\(schema)', '\(table)', 'col')")
      }
      do throws(SQLiteError) {
        let words = try connection.statement(
          Self.differences(of: "term, col, doc, cnt", "temp.main_\(table)", "temp.served_\(table)"))
        if try words.step() { damaged.append(table) }
        words.reset()
      } catch {
        guard error.kind == .corrupt else { throw error }
        damaged.append(table)
      }
    }
    let count = try connection.statement("SELECT count(*) FROM main.search_text").firstInt64() ?? 0
    return (count, differing, damaged, structure)
  }

  /// Selects the first column of the rows that only one of two tables has.
  private static func differences(of columns: String, _ left: String, _ right: String) -> String {
    let first = columns.prefix { $0 != "," }
    let sides = [(left, right), (right, left)].map {
      "SELECT \(first) FROM (SELECT \(columns) FROM \($0.0) EXCEPT SELECT \(columns) FROM \($0.1))"
    }
    return sides.joined(separator: " UNION ") + " ORDER BY 1"
  }
}
