internal import LedgerDomain

/// Sums by day of the selected transactions of blocks, and the months that they form.
struct DaySums {
  private var sums: FacetSums
  private var days = DaySlots()

  /// Creates sums that are zero.
  ///
  /// - Parameter currencies: The currencies by number, from `FacetValues`.
  init(_ currencies: [CurrencyCode?]) { sums = FacetSums(currencies) }

  /// The columns that `add` looks at.
  static let columns = FacetSums.columns.union([.date])

  /// Adds the selected transactions.
  mutating func add(_ block: FacetBlock) {
    for place in 0..<block.selected {
      let index = block.selection[place]
      let slot = days.slot(of: block.value(.date, index))
      sums.grow(to: slot + 1)
      sums.add(block, index, to: slot)
    }
  }

  /// Returns the totals per currency, including transactions without a date.
  func totals() -> CurrencySums {
    var all = CurrencySums()
    for slot in days.days.indices { all.add(sums.sums(slot)) }
    return all
  }

  /// Returns the months and their dates, newest first. Transactions without a date are left out.
  ///
  /// - Parameter only: The months to return, or `nil` for all.
  func months(_ only: ClosedRange<CivilMonth>? = nil) -> [MonthSection] {
    let dated = days.days.enumerated().filter { $0.element != FacetEntry.noDate }
      .map { (date: CivilDate(dayNumber: Int32(truncatingIfNeeded: $0.element)), slot: $0.offset) }
      .filter { only?.contains($0.date.civilMonth) ?? true }
      .sorted { $0.date > $1.date }
      .map { (date: $0.date, sums: sums.sums($0.slot)) }
    return Self.months(dated)
  }

  private static func months(_ days: [(date: CivilDate, sums: CurrencySums)]) -> [MonthSection] {
    var months: [MonthSection] = []
    var index = 0
    while index < days.count {
      let month = days[index].date.civilMonth
      var sums = CurrencySums()
      var sections: [DaySection] = []
      while index < days.count, days[index].date.civilMonth == month {
        let day = days[index]
        sums.add(day.sums)
        sections.append(
          DaySection(
            date: day.date, count: day.sums.count, totals: day.sums.totals, tooLarge: day.sums.tooLarge))
        index += 1
      }
      months.append(
        MonthSection(
          month: month, count: sums.count, totals: sums.totals, tooLarge: sums.tooLarge, days: sections))
    }
    return months
  }
}
