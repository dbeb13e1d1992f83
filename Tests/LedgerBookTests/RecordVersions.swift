import EventLog
import LedgerBytes
import LedgerDomain
import LedgerSQLite

@testable import LedgerProjections

/// The values of a record between two positions.
struct RecordVersion: Hashable, Sendable {
  /// The position of the event that began it.
  let from: Position
  /// The position of the event that ended it, or `nil` if it is the current version.
  let to: Position?
  /// The values.
  let row: Row

  /// A row, by the kind of its stream.
  enum Row: Hashable, Sendable {
    case transaction(TransactionRow)
    case group(GroupRow)
    case category(CategoryRow)
    case rule(RuleRow)
    case settings(LedgerRow)
    case account(AccountRow)
    case budget(BudgetRow)
    case goal(GoalRow)
    case copy(CopyRow)
  }
}

extension HistoryReader {
  /// The versions of a record, oldest first. Empty if the record is not known.
  func versions(of stream: StreamID) throws -> [RecordVersion] {
    guard let kind = StreamKind(rawValue: stream.kind) else { return [] }
    switch kind {
    case .transaction:
      guard let key = try log.key(of: stream) else { return [] }
      return try versions(.transactions, of: .number(key.rawValue)) {
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
    case .account:
      return try versions(.accounts, of: .id(stream.id)) { .account(try AccountTable.row($0)) }
    case .budget:
      return try versions(.budgets, of: .id(stream.id)) { .budget(try BudgetTable.row($0)) }
    case .goal:
      return try versions(.goals, of: .id(stream.id)) { .goal(try GoalTable.row($0)) }
    case .copy:
      return try versions(.copies, of: .id(stream.id)) { .copy(try CopyTable.row($0)) }
    case .ledger:
      return try versions(.settings, of: .number(1)) { .settings(try ModelReader.settings($0, from: 1)) }
    }
  }

  /// A value of the first column of a table's key.
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
    guard let name = model.table.versions else { return [] }
    let columns = model.table.columns.map(Table.versionName).joined(separator: ", ")
    let statement = try connection.statement(
      "SELECT \(columns), begins, ends FROM \(name) WHERE \(model.table.columns[0]) = ?1 ORDER BY begins")
    try key.bind(to: statement)
    var versions: [RecordVersion] = []
    try statement.forEachRow { found in
      let columns = found.columnCount
      versions.append(
        RecordVersion(
          from: found.number(columns - 2), to: found.optionalNumber(columns - 1), row: try row(found)))
    }
    return versions
  }
}
