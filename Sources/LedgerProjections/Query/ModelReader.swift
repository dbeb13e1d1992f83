internal import LedgerBytes
public import LedgerDomain
internal import LedgerSQLite

/// Reads the models of one generation, inside a transaction that its owner holds.
public struct ModelReader {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }
}

// MARK: - Groups and categories

extension ModelReader {
  /// Groups that are known and not deleted, newest first by their last date, then by the date they were created;
  /// Unfiled last, and only where it holds something.
  ///
  /// - Complexity: O(groups × currencies × categories).
  public func groups() throws -> [GroupSummary] {
    let living = try groupRows().filter { !$0.isDeleted }
    let parts = try groupParts(living: Set(living.map(\.id)))
    var summaries = try living.map { try summary($0.id, name: $0.name, parts[$0.id] ?? GroupParts()) }
    let created = Dictionary(living.map { ($0.id, $0.createdOn) }) { first, _ in first }
    func isBefore(_ left: GroupSummary, _ right: GroupSummary) -> Bool {
      let leftDay = left.last ?? left.id.flatMap { created[$0] } ?? CivilDate.first
      let rightDay = right.last ?? right.id.flatMap { created[$0] } ?? CivilDate.first
      if leftDay != rightDay { return leftDay > rightDay }
      if left.name != right.name { return left.name.utf8.lexicographicallyPrecedes(right.name.utf8) }
      guard let leftID = left.id, let rightID = right.id else { return left.id != nil }
      return leftID < rightID
    }
    summaries.sort(by: isBefore)
    let unfiled = try summary(nil, name: GroupState.reservedName, parts[nil] ?? GroupParts())
    if unfiled.count > 0 || unfiled.drafts > 0 { summaries.append(unfiled) }
    return summaries
  }

  /// One group, or Unfiled; nil where it is unknown or deleted.
  public func group(_ id: GroupID?) throws -> GroupSummary? {
    let living = try groupRows().filter { !$0.isDeleted }
    let parts = try groupParts(living: Set(living.map(\.id)))
    guard let id else { return try summary(nil, name: GroupState.reservedName, parts[nil] ?? GroupParts()) }
    guard let row = living.first(where: { $0.id == id }) else { return nil }
    return try summary(id, name: row.name, parts[id] ?? GroupParts())
  }

  private struct GroupParts {
    var all = CurrencySums()
    var categories: [String: CurrencySums] = [:]
  }

  /// The sums of every group; those of deleted and unknown groups come to Unfiled.
  private func groupParts(living: Set<GroupID>) throws -> [GroupID?: GroupParts] {
    var parts: [GroupID?: GroupParts] = [:]
    let statement = try connection.statement(
      "SELECT group_id, kind, currency, category, count, total FROM group_total")
    try statement.forEachRow { row in
      let currency = Currency(row.string(2))
      guard let kind = TransactionKind(code: row.int64(1)), currency != nil || row.string(2).isEmpty else {
        throw ModelError.damaged("the totals of groups")
      }
      let filed = UniqueID(bytes: row.bytes(0)).map(GroupID.init)
      let group = filed.flatMap { living.contains($0) ? $0 : nil }
      let category = row.string(3)
      let (count, units) = (Int(row.int64(4)), row.int64(5))
      var part = parts[group] ?? GroupParts()
      try part.all.add(kind, currency, count: count, units: units)
      try part.categories[category, default: CurrencySums()].add(kind, currency, count: count, units: units)
      parts[group] = part
    }
    return parts
  }

  private func summary(_ id: GroupID?, name: String, _ parts: GroupParts) throws -> GroupSummary {
    let first = try edgeDate(of: id, newest: false)
    let last = try edgeDate(of: id, newest: true)
    let categories = parts.categories.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return GroupSummary(
      id: id, name: name, count: parts.all.count, first: first, last: last, totals: parts.all.totals,
      categories: categories.map { key, sums in
        CategoryTotal(category: key.isEmpty ? nil : key, count: sums.count, totals: sums.totals)
      },
      drafts: try draftCount(of: id))
  }

  /// The first or last date of a group's saved transactions, looked up in its index.
  private func edgeDate(of group: GroupID?, newest: Bool) throws -> CivilDate? {
    let order = newest ? "DESC" : "ASC"
    let condition =
      group == nil
      ? "(group_id IS NULL OR group_id NOT IN \(FilterSQL.livingGroup))" : "group_id = ?1"
    let statement = try connection.statement(
      "SELECT date FROM transaction_row WHERE \(condition) AND stage = 1 AND date IS NOT NULL ORDER BY date \(order) LIMIT 1"
    )
    defer { statement.reset() }
    if let group { try statement.bind(1, blob: group.id.bytes) }
    guard try statement.step(), let day = statement.optionalInt64(0) else { return nil }
    return CivilDate(dayNumber: Int32(truncatingIfNeeded: day))
  }

  private func draftCount(of group: GroupID?) throws -> Int {
    var filter = TransactionFilter.group(group)
    filter.stages = [.draft]
    return try count(filter)
  }

  /// Every group that is known, deleted ones too, in the order of their identifiers.
  public func groupRows() throws -> [GroupRow] {
    var rows: [GroupRow] = []
    let statement = try connection.statement("SELECT id, name, created_on, deleted, pending FROM group_row")
    try statement.forEachRow { row in
      guard let id = UniqueID(bytes: row.bytes(0)) else { throw ModelError.damaged("a row of groups") }
      rows.append(
        GroupRow(
          id: GroupID(id), name: row.string(1),
          createdOn: CivilDate(dayNumber: Int32(truncatingIfNeeded: row.int64(2))),
          isDeleted: row.int64(3) == 1,
          hasPendingDeletion: row.int64(4) == 1))
    }
    return rows
  }

  /// One group's row.
  public func groupRow(_ id: GroupID) throws -> GroupRow? {
    let statement = try connection.statement(
      "SELECT name, created_on, deleted, pending FROM group_row WHERE id = ?1")
    defer { statement.reset() }
    try statement.bind(1, blob: id.id.bytes)
    guard try statement.step() else { return nil }
    return GroupRow(
      id: id, name: statement.string(0),
      createdOn: CivilDate(dayNumber: Int32(truncatingIfNeeded: statement.int64(1))),
      isDeleted: statement.int64(2) == 1, hasPendingDeletion: statement.int64(3) == 1)
  }

  /// Every category, the five fixed ones first in their order, then by key.
  public func categories() throws -> [CategoryRow] {
    var rows: [CategoryRow] = []
    let statement = try connection.statement("SELECT key, name, emoji, color, kinds, active FROM category_row")
    try statement.forEachRow { row in
      rows.append(
        CategoryRow(
          key: row.string(0), name: row.string(1), emoji: row.optionalString(2), color: row.optionalString(3),
          kinds: row.string(4).split(separator: " ").compactMap { TransactionKind(rawValue: String($0)) },
          isActive: row.int64(5) == 1))
    }
    let fixed = FixedCategories.all.map(\.key)
    func rank(_ row: CategoryRow) -> Int { fixed.firstIndex(of: row.key) ?? fixed.count }
    return rows.enumerated()
      .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }

  /// The ledger's settings; nil until its creation is known.
  public func settings() throws -> LedgerRow? {
    let statement = try connection.statement("SELECT currency, payment, locale, weeks FROM ledger_row")
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    guard let currency = Currency(statement.string(0)), let locale = LedgerLocale(statement.string(2)),
      let weeks = WeekSetting(rawValue: statement.string(3))
    else { throw ModelError.damaged("the settings") }
    return LedgerRow(
      currency: currency, payment: statement.optionalString(1).flatMap(PaymentMethod.init(rawValue:)),
      locale: locale, weeks: weeks)
  }

  /// Devices that said their name: identifier and name.
  public func participants() throws -> [(device: [UInt8], name: String)] {
    var names: [(device: [UInt8], name: String)] = []
    let statement = try connection.statement("SELECT device, name FROM participant")
    try statement.forEachRow { names.append(($0.bytes(0), $0.string(1))) }
    return names
  }

  /// Events that could not be applied, by type: unreadable ones with a reason first.
  public func problems() throws -> [ModelProblem] {
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
  /// Why they are unreadable; nil: of an unknown type or a newer shape.
  public let reason: String?
  /// How many.
  public let count: Int
}
