internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The dates of a group's saved transactions, and how many drafts wait in it.
struct GroupSpan {
  private var days: (first: Int64, last: Int64) = (.max, FacetEntry.noDate)
  var drafts = 0

  @inline(__always)
  mutating func add(day: Int64) {
    guard day != FacetEntry.noDate else { return }
    if day < days.first { days.first = day }
    if day > days.last { days.last = day }
  }

  mutating func add(_ other: GroupSpan) {
    days = (min(days.first, other.days.first), max(days.last, other.days.last))
    drafts += other.drafts
  }

  var first: CivilDate? { date(days.first) }
  var last: CivilDate? { date(days.last) }

  private func date(_ day: Int64) -> CivilDate? {
    days.first > days.last ? nil : CivilDate(dayNumber: Int32(truncatingIfNeeded: day))
  }
}

extension ModelReader {
  /// Returns the dates and the drafts of groups, in their order. Unfiled comes after them.
  ///
  /// - Parameters:
  ///   - living: The groups that exist.
  ///   - others: The groups that read as Unfiled: `otherGroups`.
  ///   - day: The last day that counts.
  /// - Complexity: Three look-ups per group. In the past one step through all transactions.
  func groupSpans(_ living: [GroupRow], _ others: [GroupID?], through day: CivilDate) throws -> [GroupSpan] {
    if past != nil { return try pastSpans(living, isWithOthers: !others.isEmpty, through: day) }
    var spans = [GroupSpan](repeating: GroupSpan(), count: living.count + 1)
    for (place, row) in living.enumerated() { spans[place] = try span(of: row.id, through: day) }
    for group in others { spans[living.count].add(try span(of: group, through: day, without: .transfer)) }
    return spans
  }

  private func span(
    of group: GroupID?, through day: CivilDate, without kind: TransactionKind? = nil
  ) throws -> GroupSpan {
    let statement = try connection.statement(Self.spanOfGroup)
    defer { statement.reset() }
    try statement.bind(1, blob: group?.id.bytes ?? [])
    try statement.bind(2, Int64(day.dayNumber))
    try statement.bind(3, kind.map { Int64($0.code) } ?? -1)
    var span = GroupSpan()
    guard try statement.step() else { return span }
    for column in [Int32(0), 1] where !statement.isNull(column) {
      let day = statement.int64(column)
      guard FacetColumn.date.range(isOfVersions: false).contains(day) else {
        throw ModelError.damaged("the days of groups")
      }
      span.add(day: day)
    }
    span.drafts = try Int(transactions: statement.int64(2))
    return span
  }

  static let spanOfGroup = """
    SELECT (SELECT min(date) FROM group_day_total WHERE group_id = ?1 AND date <= ?2 AND kind <> ?3),
      (SELECT max(date) FROM group_day_total WHERE group_id = ?1 AND date <= ?2 AND kind <> ?3),
      ifnull((SELECT count FROM draft_total WHERE group_id = ?1), 0)
    """

  private func pastSpans(
    _ living: [GroupRow], isWithOthers: Bool, through day: CivilDate
  ) throws -> [GroupSpan] {
    let places = Dictionary(living.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let groups = try FacetValues(connection: connection).groups()
    var filter = TransactionFilter()
    filter.stages = [.draft, .saved]
    if living.count < 2 { filter.groups = Set(living.map(\.id) + (isWithOthers ? [nil] : [])) }
    var found = [GroupSpan](repeating: GroupSpan(), count: groups.count)
    let scan = try self.scan(filter)
    let isUnfiled = groups.map { $0.flatMap { places[$0] } == nil }
    try found.withUnsafeMutableBufferPointer { found in
      try scan.forEachEntry([.bits, .group, .date]) { block, index in
        let group = Int(block.value(.group, index))
        let bits = block.bits(index)
        if bits.stage == 0 {
          found[group].drafts += 1
        } else if bits.kind == TransactionKind.transfer.code, isUnfiled[group] {
          return
        } else if block.value(.date, index) <= Int64(day.dayNumber) {
          found[group].add(day: block.value(.date, index))
        }
      }
    }
    var spans = [GroupSpan](repeating: GroupSpan(), count: places.count + 1)
    for (group, span) in zip(groups, found) {
      spans[group.flatMap { places[$0] } ?? places.count].add(span)
    }
    return spans
  }

  // MARK: Which groups

  /// Returns the groups that read as Unfiled: `nil`, and what is deleted or unknown.
  ///
  /// - Complexity: A look-up for every group that a transaction was ever filed into.
  func otherGroups() throws -> [GroupID?] {
    var groups: [GroupID?] = [nil]
    let statement = try connection.statement(Self.notLiving)
    try statement.bind(1, Int64(Facet.group.rawValue))
    try statement.forEachRow { row in if let id = row.optionalID(0) { groups.append(GroupID(id)) } }
    return groups
  }

  // Both sides are in the order of an index, so that they are merged. Looking each group up takes twice as long.
  static let notLiving = """
    SELECT value FROM facet_value WHERE facet = ?1 EXCEPT SELECT id FROM group_row WHERE deleted = 0 ORDER BY 1
    """

  /// Returns the groups with the latest dates, and some more.
  ///
  /// Transactions are read from the latest on, until they are of enough groups. A group without a date counts from its
  /// creation on.
  ///
  /// - Parameters:
  ///   - limit: How many are wanted.
  ///   - day: The last day that counts.
  /// - Complexity: A page of the file per 256 of the latest transactions, and O(groups).
  func latestGroups(_ limit: Int, through day: CivilDate) throws -> [GroupRow] {
    let numbers = try connection.statement(Self.groupOfNumber)
    var met: [Int64: (row: GroupRow?, last: Int64)] = [:]
    var filter = TransactionFilter()
    filter.asOf = day
    var earliest = Int64.min
    try scan(filter).forEach([.group, .date], isNewestFirst: true) { block, last in
      if met.count >= limit, met.values.count(where: { $0.row != nil && $0.last > last }) >= limit {
        earliest = last
        return false
      }
      for place in 0..<block.selected {
        let (number, day) = (
          block.value(.group, block.selection[place]), block.value(.date, block.selection[place])
        )
        if day == FacetEntry.noDate || number == 0 { continue }
        if let known = met[number] {
          if day > known.last { met[number] = (known.row, day) }
          continue
        }
        try numbers.bind(1, Int64(Facet.group.rawValue))
        try numbers.bind(2, number)
        let id = try numbers.step() ? numbers.optionalID(0) : nil
        numbers.reset()
        let row = try id.flatMap { try groupRow(GroupID($0)) }
        met[number] = (row?.isDeleted == false ? row : nil, day)
      }
      return true
    }
    var rows = met.values.compactMap(\.row)
    let known = Set(rows.map(\.id))
    let statement = try connection.statement(Self.groupsSince)
    try statement.bind(1, earliest)
    try statement.forEachRow { row in
      let group = try Self.group(row)
      if !known.contains(group.id) { rows.append(group) }
    }
    return rows
  }

  static let groupOfNumber = "SELECT value FROM facet_value WHERE facet = ?1 AND id = ?2"
  static let groupsSince =
    "SELECT id, name, created_on, deleted, pending FROM group_row WHERE deleted = 0 AND created_on > ?1"
}
