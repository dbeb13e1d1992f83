package import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The differences between the full-text index of a file of read models and the log.
package struct SearchCheck: Hashable, Sendable {
  /// Transactions that should be in it.
  package private(set) var transactions: Int64 = 0
  /// The log's keys of those whose texts differ, are missing or too many.
  package private(set) var differing: [Int64] = []
  /// The tables in which the words are not those of the texts.
  package private(set) var damaged: [String] = []

  /// Compares the index of a finished generation with a fold of the log.
  ///
  /// It is `nil` if the index was never built. The index may be older than the models, so it is compared with the log
  /// as of its own position.
  /// - Complexity: O(events), one transaction in memory at a time, and a look-up per transaction and table.
  package init?(path: String, log: LedgerLog, progress: (Int64, Int64) -> Void = { _, _ in }) throws {
    let connection = try Connection(path: path, mode: .readWrite, synchronous: .normal)
    defer { try? connection.close() }
    let isThere = try connection.statement(
      "SELECT count(*) FROM sqlite_schema WHERE name = 'search_position'"
    ).firstInt64()
    guard isThere == 1 else { return nil }
    let isBuilt = try connection.transaction(.deferred) {
      let position = try connection.statement("SELECT position FROM search_position").firstInt64() ?? 0
      let end = try connection.statement("SELECT position FROM model").firstInt64() ?? 0
      guard position > 0 else { return false }
      try compare(connection, log, position, end, progress)
      return true
    }
    guard isBuilt else { return nil }
    // SQLite's own comparison of words with texts is put as a write, and writes nothing.
    for table in SearchTable.allCases {
      do throws(SQLiteError) {
        try connection.execute("INSERT INTO \(table.rawValue) (\(table.rawValue)) VALUES ('integrity-check')")
      } catch {
        guard error.kind == .corrupt else { throw error }
        damaged.append(table.rawValue)
      }
    }
  }

  private mutating func compare(
    _ connection: Connection, _ log: LedgerLog, _ position: Int64, _ end: Int64,
    _ progress: (Int64, Int64) -> Void
  ) throws {
    var met: [SearchTable: Int64] = [:]
    var done: Int64 = 0
    try log.forEachStream(through: end) { keyed, events in
      done += Int64(events.count)
      if keyed.key.isMultiple(of: 200) { progress(done, end) }
      guard keyed.stream.kind == StreamKind.transaction.rawValue else {
        // The index should contain no text of anything else.
        let surplus = try SearchTable.allCases.filter { try Self.row(keyed.key, $0, connection) != nil }
        for table in surplus { met[table, default: 0] += 1 }
        if !surplus.isEmpty { differing.append(keyed.key) }
        return
      }
      let wanted = Self.texts(keyed.stream.kind, events.filter { $0.position <= position })
      if wanted != nil { transactions += 1 }
      var isSame = true
      for table in SearchTable.allCases {
        let found = try Self.row(keyed.key, table, connection)
        if found != nil { met[table, default: 0] += 1 }
        if Self.isSame(found, wanted, table) { continue }
        // An interrupted update leaves parts of the index newer than its recorded position.
        let isNewer = events.contains { $0.position > position }
        if !isNewer || !Self.isSame(found, Self.texts(keyed.stream.kind, events), table) { isSame = false }
      }
      if !isSame { differing.append(keyed.key) }
    }
    for table in SearchTable.allCases {
      let rows = try connection.statement("SELECT count(*) FROM \(table.rawValue)").firstInt64() ?? 0
      guard rows > met[table] ?? 0 else { continue }
      // Rows of streams that the log does not know.
      let last = try log.lastStreamKey()
      let surplus = try connection.statement(
        "SELECT rowid FROM \(table.rawValue) WHERE rowid > ?1 OR rowid < 1 ORDER BY rowid LIMIT 100")
      try surplus.bind(1, last)
      try surplus.forEachRow { differing.append($0.int64(0)) }
    }
  }

  /// Compares texts by their bytes.
  private static func isSame(_ found: [String?]?, _ wanted: [String?]?, _ table: SearchTable) -> Bool {
    guard let found, let wanted else { return found == nil && wanted == nil }
    return found.elementsEqual(wanted.prefix(table.columns.count)) { left, right in
      left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
    }
  }

  /// The texts by which a transaction should be found, or `nil` if it should not be found.
  private static func texts(_ kind: String, _ events: [StoredEvent]) -> [String?]? {
    guard !events.isEmpty else { return nil }
    return SearchIndex.texts(of: StreamFold(kind: kind, events: events).transaction)
  }

  private static func row(_ key: Int64, _ table: SearchTable, _ connection: Connection) throws -> [String?]? {
    let statement = try connection.statement(
      "SELECT \(table.columns.joined(separator: ", ")) FROM \(table.rawValue) WHERE rowid = ?1")
    defer { statement.reset() }
    try statement.bind(1, key)
    guard try statement.step() else { return nil }
    return table.columns.indices.map { statement.optionalString(Int32($0)) }
  }
}
