internal import LedgerBytes
package import LedgerDomain
internal import LedgerSQLite

/// Reads the models of one generation, inside a transaction that its owner holds.
package struct ModelReader {
  let connection: Connection
  /// The position as of which it reads from history, or `nil` if it reads the models.
  let past: Position?

  init(_ connection: Connection, asOf past: Position? = nil) {
    self.connection = connection
    self.past = past
  }

  /// Returns the SQL as it is for models. For history without the named index, so that SQLite's planner chooses one.
  func sql(_ text: String) -> String { past == nil ? text : Self.withoutIndex(text) }

  static func withoutIndex(_ text: String) -> String {
    var words: [Substring] = []
    var rest = text.split(omittingEmptySubsequences: true) { $0 == " " || $0 == "\n" }[...]
    while let word = rest.popFirst() {
      if word == "INDEXED" { rest = rest.dropFirst(2) } else { words.append(word) }
    }
    return words.joined(separator: " ")
  }

  /// Returns a step through the blocks that a filter leaves.
  func scan(_ filter: TransactionFilter) throws -> FacetScan { try FacetScan(connection, filter, asOf: past) }
}

// MARK: - Groups and categories

extension ModelReader {
  /// Returns every group that is known, deleted ones too, in the order of their identifiers.
  package func groupRows() throws -> [GroupRow] {
    var rows: [GroupRow] = []
    let statement = try connection.statement(Self.groupRowsInOrder)
    try statement.forEachRow { rows.append(try Self.group($0)) }
    return rows
  }

  /// Reads the columns `id`, `name`, `created_on`, `deleted` and `pending`.
  static func group(_ row: Statement) throws -> GroupRow {
    guard let id = row.optionalID(0) else { throw ModelError.damaged("a row of groups") }
    return GroupRow(
      id: GroupID(id), name: row.string(1),
      createdOn: CivilDate(dayNumber: Int32(truncatingIfNeeded: row.int64(2))),
      isDeleted: row.int64(3) == 1, hasPendingDeletion: row.int64(4) == 1)
  }

  static let groupRowsInOrder = "SELECT id, name, created_on, deleted, pending FROM group_row ORDER BY id"

  /// Returns the groups that are not deleted, the latest created first, then by name.
  ///
  /// - Parameter limit: The most that are returned, or `nil` for all.
  /// - Complexity: One step through the groups.
  package func groupRows(latestCreated limit: Int?) throws -> [GroupRow] {
    var rows: [GroupRow] = []
    let statement = try connection.statement(Self.latestGroupRows)
    try statement.bind(1, Int64(limit ?? -1))
    try statement.forEachRow { rows.append(try Self.group($0)) }
    return rows
  }

  static let latestGroupRows = """
    SELECT id, name, created_on, deleted, pending FROM group_row WHERE deleted = 0
    ORDER BY created_on DESC, name, id LIMIT ?1
    """

  /// One group's row.
  package func groupRow(_ id: GroupID) throws -> GroupRow? {
    let statement = try connection.statement(
      "SELECT id, name, created_on, deleted, pending FROM group_row WHERE id = ?1")
    defer { statement.reset() }
    try statement.bind(1, blob: id.id.bytes)
    return try statement.step() ? Self.group(statement) : nil
  }

  /// Returns every category, in the order that people chose.
  ///
  /// Those that nobody moved come last, the five fixed ones first in their order, then by key.
  package func categories() throws -> [CategoryRow] {
    var rows: [CategoryRow] = []
    let statement = try connection.statement(
      "SELECT key, name, emoji, color, kinds, active, header, rank FROM category_row")
    try statement.forEachRow { rows.append(Self.category($0)) }
    let fixed = FixedCategories.all.map(\.key)
    func rank(_ row: CategoryRow) -> Int { fixed.firstIndex(of: row.key) ?? fixed.count }
    return rows.enumerated().sorted { left, right in
      if left.element.rank != right.element.rank {
        return (left.element.rank ?? .max) < (right.element.rank ?? .max)
      }
      return (rank(left.element), left.offset) < (rank(right.element), right.offset)
    }.map(\.element)
  }

  static func category(_ row: Statement) -> CategoryRow {
    CategoryRow(
      key: row.string(0), name: row.string(1), emoji: row.optionalString(2), color: row.optionalString(3),
      kinds: row.string(4).split(separator: " ").compactMap { TransactionKind(rawValue: String($0)) },
      isActive: row.int64(5) == 1, header: row.optionalString(6), rank: row.optionalInt64(7))
  }

  /// Returns the ledger's settings, or `nil` if its creation is not known.
  package func settings() throws -> LedgerRow? {
    let statement = try connection.statement(
      "SELECT currency, payment, group_id, account, locale, weeks FROM ledger_row")
    defer { statement.reset() }
    return try statement.step() ? try Self.settings(statement, from: 0) : nil
  }

  static func settings(_ row: Statement, from first: Int32) throws -> LedgerRow {
    guard let currency = CurrencyCode(row.string(first)), let locale = LedgerLocale(row.string(first + 4)),
      let weeks = WeekSetting(rawValue: row.string(first + 5))
    else { throw ModelError.damaged("the settings") }
    return LedgerRow(
      currency: currency, payment: row.optionalString(first + 1).flatMap(PaymentMethod.init(rawValue:)),
      group: row.optionalID(first + 2).map(GroupID.init), account: row.optionalString(first + 3),
      locale: locale, weeks: weeks)
  }

  /// Returns the devices with a known name: identifier and name.
  package func participants() throws -> [(device: [UInt8], name: String)] {
    var names: [(device: [UInt8], name: String)] = []
    let statement = try connection.statement("SELECT device, name FROM participant")
    try statement.forEachRow { names.append(($0.bytes(0), $0.string(1))) }
    return names
  }

  /// Events that could not be applied, by type: unreadable ones with a reason first.
  package func problems() throws -> [ModelProblem] {
    var problems: [ModelProblem] = []
    let statement = try connection.statement(
      """
      SELECT type, schema, reason, count(*) FROM problem GROUP BY type, schema, reason
      ORDER BY reason IS NULL, type, schema
      """)
    try statement.forEachRow {
      problems.append(
        ModelProblem(
          type: $0.string(0), schema: UInt32(clamping: $0.int64(1)), reason: $0.optionalString(2),
          count: Int($0.int64(3))))
    }
    return problems
  }
}

/// Events of one type that could not be applied.
public struct ModelProblem: Hashable, Sendable {
  /// Their type.
  public let type: String
  /// The version of their shape.
  public let schema: UInt32
  /// The reason why they are unreadable, or `nil` if they have an unknown type or a newer shape.
  public let reason: String?
  /// How many events.
  public let count: Int
}
