internal import LedgerBytes
public import LedgerDomain
internal import LedgerSQLite

/// What a filter row offers: a value of one filter, and how many transactions have it.
public struct FilterCount: Hashable, Sendable {
  /// Which filter.
  public let facet: FilterFacet
  /// The value as the filter takes it: a kind, a category's key, a group's identifier, `yes`. Nil: in no group.
  public let value: String?
  /// What people call it, where that is another: a group's name.
  public let name: String?
  /// How many.
  public let count: Int
}

/// The filters that offer a choice of values, in the order of a filter row.
public enum FilterFacet: String, CaseIterable, Hashable, Sendable {
  case kind, group, category, payment, tag, flag, rule, account
  case hasPhoto = "has-photo"
  case cleared
}

extension ModelReader {
  /// How many match per value of every filter. A filter's own choice is left out of its counts, as its values mean
  /// or: they say what each would show beside the other filters.
  ///
  /// Kinds, flags and yes or no in their order; else the greatest count first, then by value.
  /// - Complexity: a scan of what matches per filter.
  public func filterCounts(_ filter: TransactionFilter) throws -> [FilterCount] {
    try FilterFacet.allCases.flatMap { try counts(of: $0, filter) }
  }

  private func counts(of facet: FilterFacet, _ given: TransactionFilter) throws -> [FilterCount] {
    var filter = given
    switch facet {
    case .kind:
      filter.kinds = []
      return try TransactionKind.allCases.compactMap { kind in
        filter.kinds = [kind]
        return try one(facet, kind.rawValue, filter)
      }
    case .group:
      filter.groups = []
      return try groupCounts(filter)
    case .category:
      filter.categories = []
      return try texts(facet, "category", filter)
    case .payment:
      filter.payments = []
      return try texts(facet, "payment", filter)
    case .rule:
      filter.rules = []
      return try ruleCounts(filter)
    case .account:
      filter.accounts = []
      return try texts(facet, "account", filter)
    case .tag:
      filter.anyTags = []
      let condition = FilterSQL(filter)
      return try texts(
        facet,
        "SELECT tag, count(*) FROM transaction_tag WHERE key IN (SELECT key FROM transaction_row \(condition.clause)) "
          + "GROUP BY tag ORDER BY count(*) DESC, tag", condition)
    case .flag:
      return try [FlagSetting.paid, .unpaid, .reimbursed, .unreimbursed].compactMap { flag in
        filter.flags = [flag]
        return try one(facet, flag.rawValue, filter)
      }
    case .hasPhoto:
      return try [true, false].compactMap { answer in
        filter.hasPhoto = answer
        return try one(facet, answer ? "yes" : "no", filter)
      }
    case .cleared:
      return try [true, false].compactMap { answer in
        filter.isCleared = answer
        return try one(facet, answer ? "yes" : "no", filter)
      }
    }
  }

  private func one(_ facet: FilterFacet, _ value: String, _ filter: TransactionFilter) throws -> FilterCount? {
    let count = try count(filter)
    return count == 0 ? nil : FilterCount(facet: facet, value: value, name: nil, count: count)
  }

  private func texts(_ facet: FilterFacet, _ column: String, _ filter: TransactionFilter) throws
    -> [FilterCount]
  {
    var condition = FilterSQL(filter)
    condition.and { _ in "\(column) IS NOT NULL" }
    return try texts(
      facet,
      "SELECT \(column), count(*) FROM transaction_row \(condition.clause) GROUP BY \(column) "
        + "ORDER BY count(*) DESC, \(column)", condition)
  }

  private func texts(_ facet: FilterFacet, _ sql: String, _ condition: FilterSQL) throws -> [FilterCount] {
    let statement = try connection.statement(sql)
    defer { statement.reset() }
    try condition.bind(to: statement)
    var counts: [FilterCount] = []
    while try statement.step() {
      counts.append(
        FilterCount(facet: facet, value: statement.string(0), name: nil, count: Int(statement.int64(1))))
    }
    return counts
  }

  /// A rule is named by its identifier, and called by what it is for.
  private func ruleCounts(_ filter: TransactionFilter) throws -> [FilterCount] {
    var condition = FilterSQL(filter)
    condition.and { _ in "rule IS NOT NULL" }
    let statement = try connection.statement(
      "SELECT rule, count(*) FROM transaction_row \(condition.clause) GROUP BY rule ORDER BY count(*) DESC, rule"
    )
    defer { statement.reset() }
    try condition.bind(to: statement)
    var found: [(id: UniqueID, count: Int)] = []
    while try statement.step() {
      if let id = UniqueID(bytes: statement.bytes(0)) { found.append((id, Int(statement.int64(1)))) }
    }
    return try found.map { id, count in
      let terms = try rule(RuleID(id))?.terms
      return FilterCount(
        facet: .rule, value: id.description, name: terms?.vendor ?? terms?.category, count: count)
    }
  }

  /// What is filed into a deleted or unknown group reads as Unfiled, which comes last.
  private func groupCounts(_ filter: TransactionFilter) throws -> [FilterCount] {
    let names = Dictionary(try groupRows().filter { !$0.isDeleted }.map { ($0.id.id, $0.name) }) { first, _ in
      first
    }
    let condition = FilterSQL(filter)
    let statement = try connection.statement(
      "SELECT group_id, count(*) FROM transaction_row \(condition.clause) GROUP BY group_id "
        + "ORDER BY count(*) DESC, group_id")
    defer { statement.reset() }
    try condition.bind(to: statement)
    var counts: [FilterCount] = []
    var unfiled = 0
    while try statement.step() {
      let count = Int(statement.int64(1))
      if !statement.isNull(0), let id = UniqueID(bytes: statement.bytes(0)), let name = names[id] {
        counts.append(FilterCount(facet: .group, value: id.description, name: name, count: count))
      } else {
        unfiled += count
      }
    }
    if unfiled > 0 {
      counts.append(FilterCount(facet: .group, value: nil, name: GroupState.reservedName, count: unfiled))
    }
    return counts
  }

  /// What matches in one group, or in none, as a summary of it. The drafts are all of its drafts.
  ///
  /// - Complexity: a scan of what matches.
  public func group(_ id: GroupID?, matching given: TransactionFilter) throws -> GroupSummary? {
    guard let whole = try group(id) else { return nil }
    var filter = given
    filter.groups = [id]
    let condition = FilterSQL(filter)
    let statement = try connection.statement(
      """
      SELECT kind, \(Self.countedCurrency) AS counted, ifnull(category, ''), count(*), sum(minor_units), min(date),
        max(date)
      FROM transaction_row \(condition.clause) GROUP BY kind, counted, category
      """)
    defer { statement.reset() }
    try condition.bind(to: statement)
    var all = CurrencySums()
    var categories: [String: CurrencySums] = [:]
    var days: [Int32] = []
    while try statement.step() {
      guard let kind = TransactionKind(code: statement.int64(0)) else { continue }
      let currency = statement.optionalString(1).flatMap { Currency($0) }
      let (count, units) = (Int(statement.int64(3)), statement.int64(4))
      try all.add(kind, currency, count: count, units: units)
      try categories[statement.string(2), default: CurrencySums()].add(
        kind, currency, count: count, units: units)
      for column in [Int32(5), 6] {
        if let day = statement.optionalInt64(column) { days.append(Int32(truncatingIfNeeded: day)) }
      }
    }
    return GroupSummary(
      id: id, name: whole.name, count: all.count, first: days.min().map { CivilDate(dayNumber: $0) },
      last: days.max().map { CivilDate(dayNumber: $0) }, totals: all.totals,
      categories: categories.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { key, sums in
        CategoryTotal(category: key.isEmpty ? nil : key, count: sums.count, totals: sums.totals)
      }, drafts: whole.drafts)
  }
}
