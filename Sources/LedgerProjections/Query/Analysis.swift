public import LedgerDomain
internal import LedgerSQLite

/// The period of an analysis (ET-20).
///
///     let june = AnalysisPeriod.month(book.today.civilMonth)
///     let analysis = try book.analysis(kind: .expense, period: june)
///     let may = june.previous(.iso)
public enum AnalysisPeriod: Hashable, Sendable {
  /// A year by month.
  case year(Int)
  /// A month by week, weeks cut at its edges so that they sum to the month.
  case month(CivilMonth)
  /// A week by day: its number and year after the ledger's rule.
  case week(year: Int, week: Int)
  /// Everything by year.
  case all
}

/// Sums over a stretch of time: by bucket, by category, and in all. One kind of transaction, per currency.
///
///     let june = AnalysisPeriod.month(book.today.civilMonth)
///     let analysis = try book.analysis(kind: .expense, period: june)
///     let weeks = analysis.buckets.map { "\($0.from): \($0.totals)" }
public struct Analysis: Hashable, Sendable {
  /// The first and last day, or `nil` if there are no transactions.
  public let span: ClosedRange<CivilDate>?
  /// Every bucket of the period, empty ones too, in order of time.
  public let buckets: [Analysis.Bucket]
  /// The totals by category, the largest count first, then by key.
  public let categories: [CategoryTotal]
  /// The totals of the whole period, the most used currency first.
  public let totals: [Money]
  /// The currencies in which the sum needs more than 64 bits: they are left out of `totals`.
  public let tooLarge: [CurrencyCode]
  /// How many transactions.
  public let count: Int
  /// The sums dated in the period but after the day of the filter. They are in no other sum.
  public let upcoming: Upcoming

  /// One bucket of an analysis.
  public struct Bucket: Hashable, Sendable {
    /// Its first day.
    public let from: CivilDate
    /// Its last day.
    public let through: CivilDate
    /// How many transactions.
    public let count: Int
    /// Per currency.
    public let totals: [Money]
    /// The currencies in which the sum needs more than 64 bits: they are left out of `totals`.
    public let tooLarge: [CurrencyCode]
  }
}

extension AnalysisPeriod {
  /// Returns the first and last day of the period, or `nil` for `all` and for a week that does not exist.
  public func span(_ weeks: WeekRule) -> ClosedRange<CivilDate>? {
    switch self {
    case .year(let year):
      guard let first = CivilDate(year: year, month: 1, day: 1),
        let last = CivilDate(year: year, month: 12, day: 31)
      else { return nil }
      return first...last
    case .month(let month): return month.first...month.last
    case .week(let year, let week):
      guard let first = weeks.firstDay(ofWeek: week, year: year) else { return nil }
      return first...first.adding(days: 6)
    case .all: return nil
    }
  }

  /// Returns the stretches that the period is cut into, in order, without a gap.
  ///
  /// - Parameter data: The first and last date that occurs, which are the ends for `all`.
  func buckets(_ weeks: WeekRule, data: ClosedRange<CivilDate>?) -> [ClosedRange<CivilDate>] {
    switch self {
    case .year(let year):
      return (1...12).compactMap { CivilMonth(year: year, month: $0) }.map { $0.first...$0.last }
    case .month(let month):
      var buckets: [ClosedRange<CivilDate>] = []
      var from = month.first
      while from <= month.last {
        let left = 6 - (from.weekday - weeks.firstWeekday + 7) % 7
        let through = min(from.adding(days: left), month.last)
        buckets.append(from...through)
        guard through < month.last else { break }
        from = through.adding(days: 1)
      }
      return buckets
    case .week:
      guard let span = span(weeks) else { return [] }
      return (span.lowerBound.dayNumber...span.upperBound.dayNumber).map { CivilDate(dayNumber: $0) }.map {
        $0...$0
      }
    case .all:
      guard let data else { return [] }
      return (data.lowerBound.year...data.upperBound.year).compactMap { AnalysisPeriod.year($0).span(weeks) }
    }
  }

  /// Returns the period before (FF-07), or `nil` if there is no such period.
  ///
  /// That is the case for `all`, for a period that does not exist, and at the beginning of the calendar.
  public func previous(_ weeks: WeekRule) -> AnalysisPeriod? { neighbour(weeks, next: false) }

  /// Returns the period after, or `nil` if there is no such period.
  ///
  /// That is the case for `all`, for a period that does not exist, and at the end of the calendar.
  public func next(_ weeks: WeekRule) -> AnalysisPeriod? { neighbour(weeks, next: true) }

  private func neighbour(_ weeks: WeekRule, next: Bool) -> AnalysisPeriod? {
    guard let span = span(weeks) else { return nil }
    let edge = next ? span.upperBound : span.lowerBound
    let beyond = edge.adding(days: next ? 1 : -1)
    guard beyond != edge else { return nil }
    switch self {
    case .year: return .year(beyond.year)
    case .month: return .month(beyond.civilMonth)
    case .week:
      let (year, week) = weeks.week(of: beyond)
      let neighbour = AnalysisPeriod.week(year: year, week: week)
      return neighbour.span(weeks) == nil ? nil : neighbour
    case .all: return nil
    }
  }
}

extension ModelReader {
  /// Returns the sums of one kind of saved transactions over a period.
  ///
  /// - Parameters:
  ///   - kind: The kind of the transactions.
  ///   - period: The period.
  ///   - weeks: The rule by which weeks begin.
  ///   - filter: Further conditions and the day. Its kinds and stages are ignored.
  /// - Complexity: O(days × currencies × categories of the period) if the filter has only categories. Otherwise a page
  ///   of the file per 256 transactions of the period.
  package func analysis(
    kind: TransactionKind, period: AnalysisPeriod, weeks: WeekRule,
    filter: TransactionFilter = TransactionFilter()
  ) throws -> Analysis {
    var filter = filter
    filter.kinds = [kind]
    filter.stages = [.saved]
    if period != .all {
      // A period that does not exist has no days.
      guard let span = period.span(weeks) else {
        return Analysis(
          span: nil, buckets: [], categories: [], totals: [], tooLarge: [], count: 0, upcoming: .nothing)
      }
      filter.from = max(filter.from ?? span.lowerBound, span.lowerBound)
      filter.through = min(filter.through ?? span.upperBound, span.upperBound)
    }
    let upcoming = try filter.upcoming.map { try self.sums($0, all: kind) } ?? CurrencySums()
    if let day = filter.asOf { filter.through = min(filter.through ?? day, day) }
    filter.asOf = nil
    // Several categories of a split transaction count it once, which only the transactions tell.
    let isKept =
      try filter.isOfDays
      && (filter.categories.count < 2 || FacetValues(connection: connection).count(.parts) == 1)
    let sums = try isKept ? keptSums(filter, period, weeks) : scannedSums(filter, period, weeks)
    var all = CurrencySums()
    // A split transaction is in several categories, and in one bucket.
    for bucket in sums.buckets { all.add(bucket) }
    return Analysis(
      span: period.span(weeks)
        ?? sums.stretches.first.flatMap { first in
          sums.stretches.last.map { first.lowerBound...$0.upperBound }
        },
      buckets: zip(sums.stretches, sums.buckets).map { stretch, sum in
        Analysis.Bucket(
          from: stretch.lowerBound, through: stretch.upperBound, count: sum.count, totals: sum.totals,
          tooLarge: sum.tooLarge)
      },
      categories: sums.categories.sorted {
        ($1.sums.count, $0.category ?? "") < ($0.sums.count, $1.category ?? "")
      }.map {
        CategoryTotal(
          category: $0.category, count: $0.sums.count, totals: $0.sums.totals, tooLarge: $0.sums.tooLarge)
      },
      totals: all.totals, tooLarge: all.tooLarge, count: all.count, upcoming: Upcoming(upcoming))
  }

  /// The parts of an analysis: sums by stretch of days, and by category.
  private struct Sums {
    var stretches: [ClosedRange<CivilDate>]
    var buckets: [CurrencySums]
    var categories: [(category: String?, sums: CurrencySums)]
  }

  /// Returns the sums of saved transactions from the stored sums of days.
  ///
  /// These are kept by kind, date, currency and category.
  private func keptSums(_ filter: TransactionFilter, _ period: AnalysisPeriod, _ weeks: WeekRule) throws -> Sums
  {
    var days: [DaySum] = []
    try forEachDaySum(filter) { days.append($0) }
    let data = days.first.flatMap { first in days.last.map { first.date...$0.date } }
    let stretches = period.buckets(weeks, data: data)
    var buckets = [CurrencySums](repeating: CurrencySums(), count: stretches.count)
    var categories: [String: CurrencySums] = [:]
    var index = 0
    for day in days {
      // Days and stretches are both in order of time.
      while index < stretches.count, stretches[index].upperBound < day.date { index += 1 }
      guard index < stretches.count, stretches[index].contains(day.date) else { continue }
      if day.category == Total.surplus {
        buckets[index].add(.expense, day.currency, count: -day.count, units: 0)
        continue
      }
      buckets[index].add(.expense, day.currency, count: day.count, units: day.units)
      categories[day.category, default: CurrencySums()]
        .add(.expense, day.currency, count: day.count, units: day.units)
    }
    return Sums(
      stretches: stretches, buckets: buckets,
      categories: categories.map { ($0.key.isEmpty ? nil : $0.key, $0.value) })
  }

  /// Returns the sums from the transactions themselves.
  private func scannedSums(_ given: TransactionFilter, _ period: AnalysisPeriod, _ weeks: WeekRule) throws
    -> Sums
  {
    var filter = given
    filter.from = filter.from ?? .first
    let values = FacetValues(connection: connection)
    let currencies = try values.currencies()
    let parts = try FacetParts(values, only: given.categories)
    var days = DaySlots()
    var byDay = FacetSums(currencies)
    var byCategory = FacetSums(currencies, slots: parts.categories.count)
    try scan(filter).forEachEntry(FacetSums.columns.union([.date]).union(FacetParts.columns)) { block, index in
      let slot = days.slot(of: block.value(.date, index))
      byDay.grow(to: slot + 1)
      byDay.add(block, index, to: slot)
      parts.add(block, index, to: &byCategory)
    }
    let sorted = days.days.enumerated().sorted { $0.element < $1.element }
      .map { (slot: $0.offset, date: CivilDate(dayNumber: Int32(truncatingIfNeeded: $0.element))) }
    let data = sorted.first.flatMap { first in sorted.last.map { first.date...$0.date } }
    let stretches = period.buckets(weeks, data: data)
    var buckets = [CurrencySums](repeating: CurrencySums(), count: stretches.count)
    var index = 0
    for day in sorted {
      while index < stretches.count, stretches[index].upperBound < day.date { index += 1 }
      guard index < stretches.count else { break }
      buckets[index].add(byDay.sums(day.slot, all: given.kinds.first))
    }
    var categories: [(category: String?, sums: CurrencySums)] = []
    for (number, text) in parts.categories.enumerated() where byCategory.count(number) > 0 {
      categories.append((text, byCategory.sums(number, all: given.kinds.first)))
    }
    return Sums(stretches: stretches, buckets: buckets, categories: categories)
  }

  private struct DaySum {
    let date: CivilDate
    let currency: CurrencyCode?
    let category: String
    let count: Int
    let units: Int128
  }

  static func daySums(_ condition: FilterSQL) -> String {
    "SELECT date, currency, category, count, total, beyond FROM day_total \(condition.clause) ORDER BY date"
  }

  private func forEachDaySum(_ filter: TransactionFilter, _ body: (DaySum) -> Void) throws {
    var days = filter
    days.stages = []
    let condition = FilterSQL(days)
    let statement = try connection.statement(Self.daySums(condition))
    defer { statement.reset() }
    try condition.bind(to: statement)
    while try statement.step() {
      guard let day = statement.optionalInt64(0) else { continue }
      let currency = statement.optionalString(1).flatMap { CurrencyCode($0) }
      body(
        DaySum(
          date: CivilDate(dayNumber: Int32(truncatingIfNeeded: day)), currency: currency,
          category: statement.string(2), count: try Int(transactions: statement.int64(3)),
          units: Int128(low: statement.int64(4), beyond: statement.int64(5))))
    }
  }
}

extension TransactionFilter {
  /// Whether it asks for nothing but kind, category and dates of transactions.
  fileprivate var isOfDays: Bool {
    var others = self
    (others.kinds, others.categories, others.from, others.through) = ([], [], nil, nil)
    (others.stages, others.named) = (TransactionFilter().stages, NamedByText())
    return others == TransactionFilter()
  }
}
