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
      return try versions(.transactions, "key = ?1", { try $0.bind(1, key) }) {
        .transaction(try TransactionTable.row($0, from: 1))
      }
    case .group:
      return try versions(.groups, "id = ?1", { try $0.bind(1, stream.id) }) { row in
        .group(
          GroupRow(
            id: GroupID(stream.id), name: row.string(1),
            createdOn: CivilDate(dayNumber: Int32(truncatingIfNeeded: row.int64(2))),
            isDeleted: row.int64(3) == 1,
            hasPendingDeletion: row.int64(4) == 1))
      }
    case .category:
      var key: String?
      try connection.statement("SELECT DISTINCT key FROM category_version").forEachRow { row in
        if CategoryStream.of(key: row.string(0)) == stream { key = row.string(0) }
      }
      guard let key else { return [] }
      return try versions(.categories, "key = ?1", { try $0.bind(1, text: key) }) {
        .category(ModelReader.category($0))
      }
    case .rule:
      return try versions(.rules, "id = ?1", { try $0.bind(1, stream.id) }) { .rule(try RuleTable.row($0)) }
    case .ledger:
      return try versions(.settings, "one = 1", { _ in }) { .settings(try ModelReader.settings($0, from: 1)) }
    }
  }

  private func versions(
    _ model: ModelTable, _ condition: String, _ bind: (Statement) throws -> Void,
    _ row: (Statement) throws -> RecordVersion.Row
  ) throws -> [RecordVersion] {
    guard let table = HistoryTable.all.first(where: { $0.model == model }) else { return [] }
    let statement = try connection.statement(
      "SELECT \(table.columns), begins, ends FROM \(table.name) WHERE \(condition) ORDER BY begins")
    try bind(statement)
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
      case .transaction:
        try begins("transaction_version WHERE key = ?1", first, last) { try $0.bind(1, keyed.key) }
      case .group: try begins("group_version WHERE id = ?1", first, last) { try $0.bind(1, keyed.stream.id) }
      case .rule: try begins("rule_version WHERE id = ?1", first, last) { try $0.bind(1, keyed.stream.id) }
      case .category:
        try versions(of: keyed.stream).contains { $0.from > first && $0.from <= last }
      case .ledger:
        try begins("ledger_version WHERE one = ?1", first, last) { try $0.bind(1, 1) }
      case .none: false
      }
    }
  }

  private func begins(
    _ place: String, _ first: Int64, _ last: Int64, _ bind: (Statement) throws -> Void
  ) throws -> Bool {
    let statement = try connection.statement(
      "SELECT EXISTS (SELECT 1 FROM \(place) AND begins > ?2 AND begins <= ?3)")
    try bind(statement)
    try statement.bind(2, first)
    try statement.bind(3, last)
    return try statement.firstInt64() == 1
  }
}
