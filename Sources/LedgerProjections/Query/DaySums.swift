internal import LedgerDomain

/// Sums by day of what blocks have selected, and the months they make.
struct DaySums {
  private var sums: FacetSums
  private var days = DaySlots()

  /// - Parameter currencies: by number, from `FacetValues`.
  init(_ currencies: [Currency?]) { sums = FacetSums(currencies) }

  /// The columns that `add` looks at.
  static let columns = FacetSums.columns.union([.date])

  /// Adds what is selected.
  mutating func add(_ block: FacetBlock) throws {
    for place in 0..<block.selected {
      let index = block.selection[place]
      let slot = days.slot(of: block.value(.date, index))
      sums.grow(to: slot + 1)
      try sums.add(block, index, to: slot)
    }
  }

  /// Per currency everything, what has no date too.
  func totals() throws -> [Money] {
    var all = CurrencySums()
    for slot in days.days.indices { try all.add(try sums.sums(slot)) }
    return all.totals
  }

  /// The months and their dates, newest first. What has no date is in none.
  ///
  /// - Parameter only: of these alone.
  func months(_ only: ClosedRange<CivilMonth>? = nil) throws -> [MonthSection] {
    let dated = try days.days.enumerated().filter { $0.element != FacetEntry.noDate }
      .map { (date: CivilDate(dayNumber: Int32(truncatingIfNeeded: $0.element)), slot: $0.offset) }
      .filter { only?.contains($0.date.civilMonth) ?? true }
      .sorted { $0.date > $1.date }
      .map { (date: $0.date, sums: try sums.sums($0.slot)) }
    return try Self.months(dated)
  }

  private static func months(_ days: [(date: CivilDate, sums: CurrencySums)]) throws -> [MonthSection] {
    var months: [MonthSection] = []
    var index = 0
    while index < days.count {
      let month = days[index].date.civilMonth
      var sums = CurrencySums()
      var sections: [DaySection] = []
      while index < days.count, days[index].date.civilMonth == month {
        let day = days[index]
        try sums.add(day.sums)
        sections.append(DaySection(date: day.date, count: day.sums.count, totals: day.sums.totals))
        index += 1
      }
      months.append(MonthSection(month: month, count: sums.count, totals: sums.totals, days: sections))
    }
    return months
  }
}
