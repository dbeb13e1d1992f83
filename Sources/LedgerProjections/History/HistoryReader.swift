internal import EventLog
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
}
