internal import LedgerBytes
public import LedgerDomain
internal import LedgerSQLite

/// Reads the models of one generation, inside a transaction that its owner holds.
public struct ModelReader {
  let connection: Connection
  /// The position as of which it reads from history; nil: from the models of one moment.
  let past: Int64?

  init(_ connection: Connection, asOf past: Int64? = nil) {
    self.connection = connection
    self.past = past
  }

  /// The SQL as it is, or without the index that it names: what stands in its place in history is found by the planner.
  func sql(_ text: String) -> String { past == nil ? text : Self.withoutIndex(text) }

  static func withoutIndex(_ text: String) -> String {
    var words: [Substring] = []
    var rest = text.split(omittingEmptySubsequences: true) { $0 == " " || $0 == "\n" }[...]
    while let word = rest.popFirst() {
      if word == "INDEXED" { rest = rest.dropFirst(2) } else { words.append(word) }
    }
    return words.joined(separator: " ")
  }

  /// A step through the blocks that a filter leaves.
  func scan(_ filter: TransactionFilter) throws -> FacetScan { try FacetScan(connection, filter, asOf: past) }
}

// MARK: - Groups and categories

extension ModelReader {
  /// Groups that are known and not deleted, newest first by their last date, then by the date they were created;
  /// Unfiled last, and only where it holds something.
  ///
  /// - Complexity: O(groups × currencies × categories).
  public func groups() throws -> [GroupSummary] {
    let living = try groupRows().filter { !$0.isDeleted }
    let ids = Set(living.map(\.id))
    let parts = try groupParts(living: ids)
    let spans = try groupSpans(living: ids)
    var summaries = living.map { row in
      summary(row.id, name: row.name, parts[row.id] ?? GroupParts(), spans[row.id] ?? GroupSpan())
    }
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
    let unfiled = summary(
      nil, name: GroupState.reservedName, parts[nil] ?? GroupParts(), spans[nil] ?? GroupSpan())
    if unfiled.count > 0 || unfiled.drafts > 0 { summaries.append(unfiled) }
    return summaries
  }

  /// One group, or Unfiled; nil where it is unknown or deleted.
  public func group(_ id: GroupID?) throws -> GroupSummary? {
    guard let id else {
      let ids = Set(try groupRows().filter { !$0.isDeleted }.map(\.id))
      let part = try groupParts(living: ids)[nil] ?? GroupParts()
      let span = try groupSpans(living: ids, only: [nil])[nil] ?? GroupSpan()
      return summary(nil, name: GroupState.reservedName, part, span)
    }
    guard let row = try groupRow(id), !row.isDeleted else { return nil }
    let part = try groupParts(living: [id], only: id)[id] ?? GroupParts()
    return summary(id, name: row.name, part, try groupSpans(living: [id], only: [id])[id] ?? GroupSpan())
  }

  private struct GroupParts {
    var all = CurrencySums()
    var categories: [String: CurrencySums] = [:]
  }

  /// The sums of every group; those of deleted and unknown groups come to Unfiled.
  ///
  /// - Parameter only: of this group alone.
  private func groupParts(living: Set<GroupID>, only: GroupID? = nil) throws -> [GroupID?: GroupParts] {
    var parts: [GroupID?: GroupParts] = [:]
    // Rows of a group follow each other.
    var group: GroupID?
    var bytes: [UInt8] = []
    var part = GroupParts()
    let statement = try connection.statement(only == nil ? Self.groupTotals : Self.totalsOfGroup)
    if let only { try statement.bind(1, only.id) }
    try statement.forEachRow { row in
      let currency = Currency(row.string(2))
      guard let kind = TransactionKind(code: row.int64(1)), currency != nil || row.string(2).isEmpty else {
        throw ModelError.damaged("the totals of groups")
      }
      if !row.withBytes(0, { $0.elementsEqual(bytes) }) {
        try Self.add(part, to: &parts[group, default: GroupParts()])
        part = GroupParts()
        bytes = row.bytes(0)
        let filed = UniqueID(bytes: bytes).map(GroupID.init)
        group = filed.flatMap { living.contains($0) ? $0 : nil }
      }
      let (count, units) = (Int(row.int64(4)), row.int64(5))
      try part.all.add(kind, currency, count: count, units: units)
      try part.categories[row.string(3), default: CurrencySums()].add(
        kind, currency, count: count, units: units)
    }
    try Self.add(part, to: &parts[group, default: GroupParts()])
    return parts
  }

  static let groupTotals =
    "SELECT group_id, kind, currency, category, count, total FROM group_total ORDER BY group_id"

  static let totalsOfGroup =
    "SELECT group_id, kind, currency, category, count, total FROM group_total WHERE group_id = ?1"

  private static func add(_ part: GroupParts, to whole: inout GroupParts) throws {
    try whole.all.add(part.all)
    for (category, sums) in part.categories {
      try whole.categories[category, default: CurrencySums()].add(sums)
    }
  }

  /// The dates of a group's saved transactions, and how many drafts wait in it.
  private struct GroupSpan {
    var first: Int64 = .max
    var last: Int64 = FacetEntry.noDate
    var drafts = 0
  }

  /// First and last dates, looked up when read, and drafts: of every group in one step through the blocks.
  ///
  /// - Parameter only: of these alone.
  private func groupSpans(living: Set<GroupID>, only: Set<GroupID?> = []) throws -> [GroupID?: GroupSpan] {
    let groups = try FacetValues(connection: connection).groups()
    var filter = TransactionFilter()
    filter.stages = [.draft, .saved]
    filter.groups = only
    var spans = [GroupSpan](repeating: GroupSpan(), count: groups.count)
    try scan(filter).forEach([.bits, .group, .date]) { block, _ in
      for place in 0..<block.selected {
        let index = block.selection[place]
        let group = Int(block.value(.group, index))
        if FacetBits(raw: UInt16(truncatingIfNeeded: block.value(.bits, index))).stage == 0 {
          spans[group].drafts += 1
          continue
        }
        let day = block.value(.date, index)
        guard day != FacetEntry.noDate else { continue }
        if day < spans[group].first { spans[group].first = day }
        if day > spans[group].last { spans[group].last = day }
      }
      return true
    }
    var named: [GroupID?: GroupSpan] = [:]
    for (filed, span) in zip(groups, spans) {
      let group = filed.flatMap { living.contains($0) ? $0 : nil }
      var sum = named[group] ?? GroupSpan()
      sum.first = min(sum.first, span.first)
      sum.last = max(sum.last, span.last)
      sum.drafts += span.drafts
      named[group] = sum
    }
    return named
  }

  private func summary(_ id: GroupID?, name: String, _ parts: GroupParts, _ span: GroupSpan) -> GroupSummary {
    let categories = parts.categories.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    func date(_ day: Int64) -> CivilDate? {
      span.first > span.last ? nil : CivilDate(dayNumber: Int32(truncatingIfNeeded: day))
    }
    return GroupSummary(
      id: id, name: name, count: parts.all.count, first: date(span.first), last: date(span.last),
      totals: parts.all.totals,
      categories: categories.map { key, sums in
        CategoryTotal(category: key.isEmpty ? nil : key, count: sums.count, totals: sums.totals)
      },
      drafts: span.drafts)
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
    try statement.forEachRow { rows.append(Self.category($0)) }
    let fixed = FixedCategories.all.map(\.key)
    func rank(_ row: CategoryRow) -> Int { fixed.firstIndex(of: row.key) ?? fixed.count }
    return rows.enumerated()
      .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }

  static func category(_ row: Statement) -> CategoryRow {
    CategoryRow(
      key: row.string(0), name: row.string(1), emoji: row.optionalString(2), color: row.optionalString(3),
      kinds: row.string(4).split(separator: " ").compactMap { TransactionKind(rawValue: String($0)) },
      isActive: row.int64(5) == 1)
  }

  /// The ledger's settings; nil until its creation is known.
  public func settings() throws -> LedgerRow? {
    let statement = try connection.statement("SELECT currency, payment, locale, weeks FROM ledger_row")
    defer { statement.reset() }
    return try statement.step() ? try Self.settings(statement, from: 0) : nil
  }

  static func settings(_ row: Statement, from first: Int32) throws -> LedgerRow {
    guard let currency = Currency(row.string(first)), let locale = LedgerLocale(row.string(first + 2)),
      let weeks = WeekSetting(rawValue: row.string(first + 3))
    else { throw ModelError.damaged("the settings") }
    return LedgerRow(
      currency: currency, payment: row.optionalString(first + 1).flatMap(PaymentMethod.init(rawValue:)),
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
