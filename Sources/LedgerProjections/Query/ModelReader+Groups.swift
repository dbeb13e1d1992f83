internal import LedgerBytes
package import LedgerDomain
internal import LedgerSQLite

extension ModelReader {
  /// Returns the known groups that are not deleted, newest first by their last date, then by creation.
  ///
  /// Unfiled comes last, if it holds something.
  ///
  /// - Complexity: O(groups × currencies × categories), and a page of the file per 256 transactions.
  package func groups() throws -> [GroupSummary] {
    let living = try groupRows().filter { !$0.isDeleted }
    let places = Dictionary(living.enumerated().map { ($1.id, $0) }) { first, _ in first }
    var parts = [GroupParts](repeating: GroupParts(), count: living.count + 1)
    let texts = try addParts(to: &parts, living)
    let spans = try groupSpans(places)
    let ranks = Self.ranks(texts)
    func summary(_ row: GroupRow?, _ place: Int) -> GroupSummary {
      self.summary(row, parts[place], texts, ranks, spans[place])
    }
    // Sorting indexes is cheaper than sorting summaries, which are large.
    let days = living.indices.map { spans[$0].last ?? living[$0].createdOn }
    let order = living.indices.sorted { left, right in
      if days[left] != days[right] { return days[left] > days[right] }
      let (one, other) = (living[left], living[right])
      if !one.name.utf8.elementsEqual(other.name.utf8) {
        return one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
      }
      return one.id < other.id
    }
    var summaries = order.map { summary(living[$0], $0) }
    let unfiled = summary(nil, living.count)
    if unfiled.count > 0 || unfiled.drafts > 0 { summaries.append(unfiled) }
    return summaries
  }

  /// One group, or Unfiled, or `nil` if the group is unknown or deleted.
  ///
  /// - Complexity: That of `groups`, without the other groups' sums unless it is Unfiled.
  package func group(_ id: GroupID?) throws -> GroupSummary? {
    guard let id else {
      let living = try groupRows().filter { !$0.isDeleted }
      let places = Dictionary(living.enumerated().map { ($1.id, $0) }) { first, _ in first }
      var parts = [GroupParts](repeating: GroupParts(), count: living.count + 1)
      let texts = try addParts(to: &parts, living)
      return summary(
        nil, parts[living.count], texts, Self.ranks(texts), try groupSpans(places, only: [nil])[living.count])
    }
    guard let row = try groupRow(id), !row.isDeleted else { return nil }
    var parts = [GroupParts(), GroupParts()]
    let texts = try addParts(to: &parts, [row], isAll: false)
    return summary(row, parts[0], texts, Self.ranks(texts), try groupSpans([id: 0], only: [id])[0])
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
    var filter = TransactionFilter.group(id)
    filter.stages = [.draft]
    var waiting = try FacetCondition(filter, values)
    waiting.past = past
    filter = given
    filter.groups = []
    var scan = try self.scan(filter)
    // The group's numbers are looked up once, for the matching transactions and for the drafts.
    scan.condition.add(waiting.sets)
    let split = try FacetParts(values, only: given.categories)
    let (categories, currencies) = (split.categories, try values.currencies())
    var parts = GroupParts()
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
        let bits = FacetBits(raw: UInt16(truncatingIfNeeded: block.value(.bits, index)))
        if bits.kind == TransactionKind.transfer.code { parts.transfers += 1 }
        all.add(block, index, to: 0)
        split.add(block, index, to: &sums)
        span.add(day: block.value(.date, index))
      }
      return true
    }
    for number in categories.indices where sums.count(number) > 0 {
      parts.add(sums.sums(number), to: number)
    }
    parts.all = all.sums(0)
    return summary(row, parts, categories, Self.ranks(categories), span)
  }

  // MARK: Sums

  private struct GroupParts {
    var all = CurrencySums()
    /// How many of them are transfers.
    var transfers = 0
    /// Sums by category, which is an index among the texts that were met. 0 means no category.
    private(set) var categories: [(category: Int, sums: CurrencySums)] = []

    mutating func add(_ sums: CurrencySums, to category: Int) {
      categories[place(of: category)].sums.add(sums)
    }

    mutating func add(
      _ kind: TransactionKind, _ currency: CurrencyCode?, category: Int, count: Int, units: Int128
    ) {
      if kind == .transfer { transfers += count }
      all.add(kind, currency, count: count, units: units)
      categories[place(of: category)].sums.add(kind, currency, count: count, units: units)
    }

    /// A group's categories are few: stepping through them takes less time than hashing one.
    private mutating func place(of category: Int) -> Int {
      for index in categories.indices where categories[index].category == category { return index }
      categories.append((category, CurrencySums()))
      return categories.count - 1
    }
  }

  /// Adds the sums of groups, by their index in `living`.
  ///
  /// Those of deleted and unknown groups are added to Unfiled, which is after all others.
  ///
  /// - Parameters:
  ///   - parts: The parts to add to.
  ///   - living: The groups that exist, in the order of their identifiers, as the sums are.
  ///   - isAll: Whether all sums are read, or those of the one group alone.
  /// - Returns: The categories' texts, by the indices that the parts use.
  private func addParts(
    to parts: inout [GroupParts], _ living: [GroupRow], isAll: Bool = true
  ) throws -> [String?] {
    var names = CategoryTexts()
    // Rows of a group follow each other.
    var (place, next) = (living.count, 0)
    var last: UniqueID?
    let statement = try connection.statement(isAll ? Self.groupTotals : Self.totalsOfGroup)
    if !isAll { try statement.bind(1, living[0].id.id) }
    try statement.forEachRow { row in
      let code = row.string(2)
      let currency = CurrencyCode(code)
      guard let kind = TransactionKind(code: row.int64(1)), currency != nil || code.isEmpty else {
        throw ModelError.damaged("the totals of groups")
      }
      // A group without bytes is Unfiled, and comes first.
      let id = row.optionalID(0)
      if id != last {
        last = id
        place = living.count
        if let id = id.map(GroupID.init) {
          while next < living.count, living[next].id < id { next += 1 }
          if next < living.count, living[next].id == id { place = next }
        }
      }
      let count = try Int(transactions: row.int64(4))
      if row.withBytes(3, { $0.elementsEqual(Total.surplus.utf8) }) {
        return parts[place].all.add(kind, currency, count: -count, units: 0)
      }
      parts[place].add(
        kind, currency, category: row.withBytes(3) { names.place($0) }, count: count,
        units: Int128(low: row.int64(5), beyond: row.int64(6)))
    }
    return names.texts
  }

  /// The texts of categories that were met, so that a known text is not created again.
  private struct CategoryTexts {
    /// The first is `nil`, for no category.
    private(set) var texts: [String?] = [nil]
    private var known: [[UInt8]] = [[]]
    private var places: [String: Int] = [:]

    /// The first few are compared, the others looked up.
    mutating func place(_ bytes: UnsafeRawBufferPointer) -> Int {
      for (place, text) in known.enumerated() where text.count == bytes.count {
        if text.withUnsafeBytes({ $0.elementsEqual(bytes) }) { return place }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if let place = places[text], texts[place]?.utf8.elementsEqual(bytes) == true { return place }
      texts.append(text)
      if known.count < 16 { known.append(Array(bytes)) } else { places[text] = texts.count - 1 }
      return texts.count - 1
    }
  }

  static let groupTotals =
    "SELECT group_id, kind, currency, category, count, total, beyond FROM group_total ORDER BY group_id"

  static let totalsOfGroup =
    "SELECT group_id, kind, currency, category, count, total, beyond FROM group_total WHERE group_id = ?1"

  // MARK: Dates and drafts

  /// The dates of a group's saved transactions, and how many drafts wait in it.
  private struct GroupSpan {
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

  /// First and last dates, and drafts, of every group in one step through the blocks.
  ///
  /// They are by the given indices. Unfiled comes after all others, with the contents of deleted and unknown groups.
  ///
  /// - Parameters:
  ///   - places: The index of each group.
  ///   - only: The groups to read, or empty for all.
  private func groupSpans(_ places: [GroupID: Int], only: Set<GroupID?> = []) throws -> [GroupSpan] {
    let groups = try FacetValues(connection: connection).groups()
    var filter = TransactionFilter()
    filter.stages = [.draft, .saved]
    filter.groups = only
    var found = [GroupSpan](repeating: GroupSpan(), count: groups.count)
    let scan = try self.scan(filter)
    try found.withUnsafeMutableBufferPointer { found in
      try scan.forEach([.bits, .group, .date]) { block, _ in
        for place in 0..<block.selected {
          let index = block.selection[place]
          let group = Int(block.value(.group, index))
          if FacetBits(raw: UInt16(truncatingIfNeeded: block.value(.bits, index))).stage == 0 {
            found[group].drafts += 1
          } else {
            found[group].add(day: block.value(.date, index))
          }
        }
        return true
      }
    }
    var spans = [GroupSpan](repeating: GroupSpan(), count: places.count + 1)
    for (group, span) in zip(groups, found) {
      spans[group.flatMap { places[$0] } ?? places.count].add(span)
    }
    return spans
  }

  /// Returns the rank of each text in the order of their bytes. A missing text comes first.
  private static func ranks(_ texts: [String?]) -> [Int] {
    var ranks = [Int](repeating: 0, count: texts.count)
    let order = texts.indices.sorted {
      (texts[$0] ?? "").utf8.lexicographicallyPrecedes((texts[$1] ?? "").utf8)
    }
    for (rank, place) in order.enumerated() { ranks[place] = rank }
    return ranks
  }

  /// Summarizes a group.
  ///
  /// - Parameters:
  ///   - row: The group, or `nil` for Unfiled.
  ///   - parts: The sums.
  ///   - texts: The categories' texts, by the indices that the parts use.
  ///   - ranks: The ranks of these texts.
  ///   - span: The dates and the drafts.
  private func summary(
    _ row: GroupRow?, _ parts: GroupParts, _ texts: [String?], _ ranks: [Int], _ span: GroupSpan
  ) -> GroupSummary {
    let categories = parts.categories.sorted { ranks[$0.category] < ranks[$1.category] }
    return GroupSummary(
      id: row?.id, name: row?.name ?? GroupState.reservedName, count: parts.all.count, first: span.first,
      last: span.last, totals: parts.all.totals, tooLarge: parts.all.tooLarge,
      categories: categories.map { category, sums in
        CategoryTotal(
          category: texts[category], count: sums.count, totals: sums.totals, tooLarge: sums.tooLarge)
      },
      drafts: span.drafts, transfers: parts.transfers, hasPendingDeletion: row?.hasPendingDeletion ?? false)
  }
}
