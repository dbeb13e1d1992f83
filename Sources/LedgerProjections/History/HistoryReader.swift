public import EventLog
public import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Reads history: what figures came to after which events, and what records said between which. Of one moment, inside a
/// transaction that `ReadModels.history` holds; screens of the past are `ModelReader`'s.
public struct HistoryReader {
  let connection: Connection
  let log: LedgerLog
  /// The last event that it knows: the log's end when it was opened.
  public let position: Int64

  init(_ connection: Connection, _ log: LedgerLog, position: Int64) {
    self.connection = connection
    self.log = log
    self.position = position
  }
}

// MARK: - Records

extension HistoryReader {
  /// What a record said, version after version, oldest first; none where nothing of it is known.
  ///
  /// - Complexity: O(log n) and a step per version; of a category a step per version of all categories.
  public func versions(of stream: StreamID) throws -> [RecordVersion] {
    guard let kind = StreamKind(rawValue: stream.kind) else { return [] }
    switch kind {
    case .transaction:
      guard let key = try log.key(of: stream) else { return [] }
      return try versions(.transactions, of: .number(key)) {
        .transaction(try TransactionTable.row($0, from: 1))
      }
    case .group:
      return try versions(.groups, of: .id(stream.id)) { row in
        .group(
          GroupRow(
            id: GroupID(stream.id), name: row.string(1),
            createdOn: CivilDate(dayNumber: Int32(truncatingIfNeeded: row.int64(2))),
            isDeleted: row.int64(3) == 1, hasPendingDeletion: row.int64(4) == 1))
      }
    case .category:
      var key: String?
      try connection.statement("SELECT DISTINCT key FROM category_version").forEachRow { row in
        if CategoryStream.of(key: row.string(0)) == stream { key = row.string(0) }
      }
      guard let key else { return [] }
      return try versions(.categories, of: .text(key)) { .category(ModelReader.category($0)) }
    case .rule:
      return try versions(.rules, of: .id(stream.id)) { .rule(try RuleTable.row($0)) }
    case .ledger:
      return try versions(.settings, of: .number(1)) { .settings(try ModelReader.settings($0, from: 1)) }
    }
  }

  /// What a table is looked into by: the first column of its key.
  private enum Key {
    case number(Int64)
    case id(UniqueID)
    case text(String)

    func bind(to statement: Statement) throws {
      switch self {
      case .number(let number): try statement.bind(1, number)
      case .id(let id): try statement.bind(1, id)
      case .text(let text): try statement.bind(1, text: text)
      }
    }
  }

  private func versions(
    _ model: ModelTable, of key: Key, _ row: (Statement) throws -> RecordVersion.Row
  ) throws -> [RecordVersion] {
    guard let table = HistoryTable.all.first(where: { $0.model == model }) else { return [] }
    let statement = try connection.statement(
      "SELECT \(table.columns), begins, ends FROM \(table.name) WHERE \(table.keys[0]) = ?1 ORDER BY begins")
    try key.bind(to: statement)
    var versions: [RecordVersion] = []
    try statement.forEachRow { found in
      let columns = found.columnCount
      versions.append(
        RecordVersion(
          from: found.int64(columns - 2), to: found.optionalInt64(columns - 1), row: try row(found)))
    }
    return versions
  }

  /// The streams of which a version begins behind the first position and up to the second, in the order of the log's
  /// keys: their records say something else than before, or something for the first time.
  ///
  /// A record that is known no more, as only a redaction brings about, has no version that begins.
  /// - Complexity: O(events between) in the log, and a look-up per stream.
  public func streamsChanged(after first: Int64, through last: Int64) throws -> [KeyedStream] {
    try log.streams(touchedAfter: first, through: min(last, position)).filter { keyed in
      switch StreamKind(rawValue: keyed.stream.kind) {
      case .transaction: try begins("transaction_version", "key", .number(keyed.key), first, last)
      case .group: try begins("group_version", "id", .id(keyed.stream.id), first, last)
      case .rule: try begins("rule_version", "id", .id(keyed.stream.id), first, last)
      case .category: try versions(of: keyed.stream).contains { $0.from > first && $0.from <= last }
      case .ledger: try begins("ledger_version", "one", .number(1), first, last)
      case .none: false
      }
    }
  }

  private func begins(
    _ table: String, _ column: String, _ key: Key, _ first: Int64, _ last: Int64
  ) throws -> Bool {
    let statement = try connection.statement(
      "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(column) = ?1 AND begins > ?2 AND begins <= ?3)")
    try key.bind(to: statement)
    try statement.bind(2, first)
    try statement.bind(3, last)
    return try statement.firstInt64() == 1
  }
}
