package import LedgerDomain
internal import LedgerSQLite

extension ModelReader {
  /// Returns the known groups that are not deleted, newest first by their last date, then by creation.
  ///
  /// Unfiled comes last, if it holds something.
  ///
  /// - Parameters:
  ///   - limit: How many of the latest groups are wanted, or `nil` for all. Unfiled is not counted.
  ///   - day: The day as of which figures are.
  /// - Complexity: O(groups × currencies × categories) of those that are wanted, some look-ups each, and one for every
  ///   group that exists. A page of the file per 256 transactions that are dated later. In the past per 256 of all.
  package func groups(latest limit: Int? = nil, through day: CivilDate) throws -> [GroupSummary] {
    var living: [GroupRow]
    if let limit {
      living = try latestGroups(limit, through: day)
    } else {
      living = try groupRows().filter { !$0.isDeleted }
    }
    let others = try otherGroups()
    var spans = try groupSpans(living, others, through: day)
    // Sorting indexes is cheaper than sorting summaries, which are large.
    let days = living.indices.map { spans[$0].last ?? living[$0].createdOn }
    var order = living.indices.sorted { left, right in
      if days[left] != days[right] { return days[left] > days[right] }
      let (one, other) = (living[left], living[right])
      if !one.name.utf8.elementsEqual(other.name.utf8) {
        return one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
      }
      return one.id < other.id
    }
    if let limit {
      (living, spans) = (
        order.prefix(limit).map { living[$0] }, order.prefix(limit).map { spans[$0] } + spans.suffix(1)
      )
      order = Array(living.indices)
    }
    var sums = GroupSums(groups: living.count + 1, unfiled: living.count)
    if limit == nil {
      try addAllSums(to: &sums, living)
    } else {
      for (place, row) in living.enumerated() { try addSums(of: row.id, at: place, to: &sums) }
      for group in others { try addSums(of: group, at: living.count, to: &sums) }
    }
    try postpone(after: day, living, others, in: &sums)
    let ranks = sums.ranks
    var summaries = order.map { summary(living[$0], sums, at: $0, ranks, spans[$0]) }
    let unfiled = summary(nil, sums, at: living.count, ranks, spans[living.count])
    if unfiled.count > 0 || unfiled.drafts > 0 || !unfiled.upcoming.isEmpty { summaries.append(unfiled) }
    return summaries
  }

  /// One group, or Unfiled, or `nil` if the group is unknown or deleted.
  ///
  /// - Complexity: Look-ups of its sums, for Unfiled one for every group that exists. A page of the file per 256
  ///   transactions that are dated after the day. In the past per 256 of all.
  package func group(_ id: GroupID?, through day: CivilDate) throws -> GroupSummary? {
    var row: GroupRow?
    if let id {
      guard let found = try groupRow(id), !found.isDeleted else { return nil }
      row = found
    }
    let groups = try row.map { [$0.id] } ?? otherGroups()
    var sums = GroupSums(groups: 1, unfiled: row == nil ? 0 : nil)
    for group in groups { try addSums(of: group, at: 0, to: &sums) }
    let living = row.map { [$0] } ?? []
    let unfiled = row == nil ? groups : []
    try postpone(after: day, living, unfiled, in: &sums)
    let spans = try groupSpans(living, unfiled, through: day)
    return summary(row, sums, at: 0, sums.ranks, spans[0])
  }

  /// Returns how many drafts wait, in all groups.
  ///
  /// - Complexity: O(groups with drafts). In the past a page of the file per 256 transactions.
  package func draftCount() throws -> Int {
    guard past == nil else {
      var drafts = TransactionFilter()
      drafts.stages = [.draft]
      return try count(drafts)
    }
    var drafts = 0
    try connection.statement("SELECT count FROM draft_total").forEachRow {
      drafts += try Int(transactions: $0.int64(0))
    }
    return drafts
  }

  /// Returns a summary of the matching transactions of one group or of Unfiled. The drafts are all drafts of the group.
  ///
  /// - Complexity: One step through all transactions, a page of the file per 256.
  package func group(_ id: GroupID?, matching given: TransactionFilter) throws -> GroupSummary? {
    var row: GroupRow?
    if let id {
      guard let found = try groupRow(id), !found.isDeleted else { return nil }
      row = found
    }
    let values = FacetValues(connection: connection)
    var filter = TransactionFilter()
    filter.groups = [id]
    filter.stages = [.draft]
    var waiting = try FacetCondition(filter, values)
    waiting.past = past
    filter = given
    filter.limit(to: [id])
    filter.groups = []
    var scan = try self.scan(filter)
    // The group's numbers are looked up once, for the matching transactions and for the drafts.
    scan.condition.add(waiting.sets)
    let split = try FacetParts(values, only: given.categories)
    let (categories, currencies) = (split.categories, try values.currencies())
    var group = GroupSums(groups: 1, unfiled: nil, categories)
    var sums = FacetSums(currencies, slots: categories.count)
    var all = FacetSums(currencies, slots: 1)
    var span = GroupSpan()
    // Drafts have any date.
    try scan.forEachBlock(
      FacetSums.columns.union([.date]).union(FacetParts.columns).union(waiting.columns), dates: .min ... .max
    ) { block, _ in
      waiting.select(in: block)
      span.drafts += block.selected
      scan.condition.select(in: block)
      scan.condition.countParts(in: block)
      for place in 0..<block.selected {
        let index = block.selection[place]
        all.add(block, index, to: 0)
        split.add(block, index, to: &sums)
        span.add(day: block.value(.date, index))
      }
      return true
    }
    for number in categories.indices where sums.count(number) > 0 {
      group[0].add(sums.sums(number), to: number)
    }
    group[0].all = all.sums(0)
    filter.groups = [id]
    if let later = filter.upcoming { group[0].upcoming = try self.sums(later) }
    return summary(row, group, at: 0, group.ranks, span)
  }

  /// Summarizes a group.
  ///
  /// - Parameters:
  ///   - row: The group, or `nil` for Unfiled.
  ///   - sums: The sums of groups.
  ///   - place: Where its sums are among them.
  ///   - ranks: The ranks of the categories' texts.
  ///   - span: The dates and the drafts.
  private func summary(
    _ row: GroupRow?, _ sums: GroupSums, at place: Int, _ ranks: [Int], _ span: GroupSpan
  ) -> GroupSummary {
    let group = sums[place]
    let categories = group.categories.sorted { ranks[$0.category] < ranks[$1.category] }
    return GroupSummary(
      id: row?.id, name: row?.name ?? GroupState.reservedName, count: group.all.count, first: span.first,
      last: span.last, totals: group.all.totals, tooLarge: group.all.tooLarge,
      categories: categories.map { category, part in
        CategoryTotal(
          category: sums.texts[category], count: part.count, totals: part.totals, tooLarge: part.tooLarge)
      },
      drafts: span.drafts, upcoming: Upcoming(group.upcoming),
      hasPendingDeletion: row?.hasPendingDeletion ?? false)
  }
}
