import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("Analysis (ET-20 … ET-23, FF-07)")
struct AnalysisTests {
  private func month(_ iso: String) throws -> CivilMonth { try #require(CivilMonth(iso: iso)) }

  private func money(_ units: Int64, _ currency: CurrencyCode = .eur) -> Money {
    Money(minorUnits: units, currency: currency)
  }

  private func ledger(
    weeks: WeekSetting = .iso, locale: String = "en_GB", _ rows: [(date: String, units: Int64)]
  ) throws -> ScreenLedger {
    let ledger = try ScreenLedger(weeks: weeks, locale: #require(LedgerLocale(locale)))
    for row in rows {
      try ledger.record("a") {
        $0.money = money(row.units)
        $0.date = screenDay(row.date)
      }
    }
    return ledger
  }

  @Test("ET-20: a year is cut into its twelve months, empty ones too")
  func year() throws {
    let ledger = try ledger([
      ("2025-12-31", 1), ("2026-01-01", 2), ("2026-02-28", 4), ("2026-12-31", 8), ("2027-01-01", 16),
    ])
    let analysis = try ledger.book.analysis(kind: .expense, period: .year(2026))
    #expect(analysis.span == screenDay("2026-01-01")...screenDay("2026-12-31"))
    #expect(analysis.buckets.count == 12)
    #expect(analysis.buckets.map(\.count) == [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    #expect(analysis.buckets[1].from == screenDay("2026-02-01"))
    #expect(analysis.buckets[1].through == screenDay("2026-02-28"))
    #expect(analysis.buckets[1].totals == [money(4)])
    #expect(analysis.buckets[2].totals == [])
    #expect(analysis.totals == [money(14)])
    #expect(analysis.count == 3)
  }

  @Test("ET-20: a month is cut into weeks, which are cut at its edges and sum to it")
  func monthByWeek() throws {
    let ledger = try ledger([
      ("2026-05-31", 1), ("2026-06-01", 2), ("2026-06-07", 4), ("2026-06-08", 8), ("2026-06-30", 16),
      ("2026-07-01", 32),
    ])
    let june = try ledger.book.analysis(kind: .expense, period: .month(month("2026-06")))
    #expect(
      june.buckets.map { "\($0.from.day)-\($0.through.day): \($0.totals.first?.minorUnits ?? 0)" } == [
        "1-7: 6", "8-14: 8", "15-21: 0", "22-28: 0", "29-30: 16",
      ])
    #expect(june.totals == [money(30)])
    let may = try ledger.book.analysis(kind: .expense, period: .month(month("2026-05")))
    #expect(
      may.buckets.map { "\($0.from.day)-\($0.through.day)" } == ["1-3", "4-10", "11-17", "18-24", "25-31"])
    #expect(may.totals == [money(1)])
  }

  @Test("ET-20: a week is cut into its seven days, across the end of a year too")
  func weekByDay() throws {
    let ledger = try ledger([("2026-12-27", 1), ("2026-12-28", 2), ("2027-01-01", 4), ("2027-01-04", 8)])
    // By ISO 8601 2027-01-01 is in week 53 of 2026.
    let week = try ledger.book.analysis(kind: .expense, period: .week(year: 2026, week: 53))
    #expect(week.span == screenDay("2026-12-28")...screenDay("2027-01-03"))
    #expect(week.buckets.map(\.count) == [1, 0, 0, 0, 1, 0, 0])
    #expect(week.buckets.allSatisfy { $0.from == $0.through })
    #expect(week.totals == [money(6)])
  }

  @Test("ET-22: week 3 of 2026 is Jan 12–18 by ISO 8601, and Jan 11–17 where weeks begin on Sunday")
  func weekLabels() throws {
    for (setting, locale, first, last) in [
      (WeekSetting.iso, "en_US", "2026-01-12", "2026-01-18"), (.locale, "en_US", "2026-01-11", "2026-01-17"),
      (.locale, "de_DE", "2026-01-12", "2026-01-18"),
    ] {
      let ledger = try ledger(weeks: setting, locale: locale, [("2026-01-11", 1), ("2026-01-18", 2)])
      let week = try ledger.book.analysis(kind: .expense, period: .week(year: 2026, week: 3))
      #expect(week.span == screenDay(first)...screenDay(last))
      #expect(week.totals == [money(first == "2026-01-11" ? 1 : 2)])
    }
  }

  @Test("ET-20: a month's weeks are the ledger's, by its own rule")
  func monthByLocalWeek() throws {
    let ledger = try ledger(weeks: .locale, locale: "en_US", [("2026-06-06", 1), ("2026-06-07", 2)])
    let june = try ledger.book.analysis(kind: .expense, period: .month(month("2026-06")))
    #expect(
      june.buckets.map { "\($0.from.day)-\($0.through.day)" } == ["1-6", "7-13", "14-20", "21-27", "28-30"])
    #expect(june.buckets.map(\.count) == [1, 1, 0, 0, 0])
  }

  @Test("Everything is cut by year, from the first to the last, empty ones between them too")
  func all() throws {
    let ledger = try ledger([("2023-05-05", 1), ("2026-01-01", 2)])
    let analysis = try ledger.book.analysis(kind: .expense, period: .all)
    #expect(analysis.buckets.map(\.from.year) == [2023, 2024, 2025, 2026])
    #expect(analysis.buckets.map(\.count) == [1, 0, 0, 1])
    #expect(analysis.span == screenDay("2023-01-01")...screenDay("2026-12-31"))
    let nothing = try ledger.book.analysis(kind: .income, period: .all)
    #expect(nothing.span == nil)
    #expect(nothing.buckets.isEmpty && nothing.totals.isEmpty && nothing.count == 0)
  }

  @Test("Currencies are never added; a refund is a negative expense; one that comes to nothing still counts")
  func currenciesAndRefunds() throws {
    let ledger = try ledger([("2026-06-01", 500), ("2026-06-02", -500), ("2026-06-03", -30)])
    try ledger.record("b") { $0.money = money(700, .usd) }
    try ledger.record("c") {
      $0.kind = .income
      $0.money = money(9_000)
    }
    try ledger.transfer(money(50))
    let june = AnalysisPeriod.month(try month("2026-06"))
    let expenses = try ledger.book.analysis(kind: .expense, period: june)
    #expect(expenses.totals == [money(-30), money(700, .usd)])
    #expect(expenses.categories.map(\.category) == ["food"])
    #expect(expenses.categories.map(\.count) == [4])
    #expect(expenses.categories.map(\.totals) == [expenses.totals])
    #expect(try ledger.book.analysis(kind: .income, period: june).totals == [money(9_000)])
    #expect(try ledger.book.analysis(kind: .transfer, period: june).totals == [money(50)])
  }

  @Test("Only saved, undeleted ones count, at once when that changes")
  func onlySaved() throws {
    let ledger = try ledger([("2026-06-01", 1)])
    let id = try ledger.record("b") { $0.money = money(2) }
    _ = try ledger.book.capture(CaptureInput(text: "SUMME EUR 3,00\n14.06.2026"))
    let june = AnalysisPeriod.month(try month("2026-06"))
    func total() throws -> Int64 {
      try ledger.book.analysis(kind: .expense, period: june).totals.map(\.minorUnits).reduce(0, +)
    }
    #expect(try total() == 3)
    try ledger.book.perform(.delete, on: id)
    #expect(try total() == 1)
    try ledger.book.perform(.restore, on: id)
    try ledger.book.perform(.correct(.total, .amount(Amount(money(5)))), on: id)
    #expect(try total() == 6)
    try ledger.book.perform(.correct(.date, .date(screenDay("2026-07-01"))), on: id)
    #expect(try total() == 1)
    try ledger.book.perform(.correct(.date, .date(screenDay("2026-06-30"))), on: id)
    try ledger.book.perform(.correct(.kind, .text("income")), on: id)
    #expect(try total() == 1)
  }

  @Test("ET-20, FF-07: the period after and before, over the edges of years")
  func navigation() throws {
    let iso = WeekRule.iso
    #expect(AnalysisPeriod.year(2026).next(iso) == .year(2027))
    #expect(AnalysisPeriod.year(2026).previous(iso) == .year(2025))
    #expect(try AnalysisPeriod.month(month("2026-12")).next(iso) == .month(month("2027-01")))
    #expect(try AnalysisPeriod.month(month("2026-01")).previous(iso) == .month(month("2025-12")))
    #expect(AnalysisPeriod.week(year: 2026, week: 53).next(iso) == .week(year: 2027, week: 1))
    #expect(AnalysisPeriod.week(year: 2025, week: 52).next(iso) == .week(year: 2026, week: 1))
    #expect(AnalysisPeriod.week(year: 2027, week: 1).previous(iso) == .week(year: 2026, week: 53))
    #expect(AnalysisPeriod.all.next(iso) == nil && AnalysisPeriod.all.previous(iso) == nil)
  }

  @Test("FF-07: time has a first and a last period, and what is no period has no neighbours")
  func ends() throws {
    for rule in [WeekRule.iso, try #require(LedgerLocale("en_US")).weekRule] {
      #expect(AnalysisPeriod.year(9_999).next(rule) == nil)
      #expect(AnalysisPeriod.year(1).previous(rule) == nil)
      #expect(AnalysisPeriod.year(0).next(rule) == nil)
      #expect(try AnalysisPeriod.month(month("9999-12")).next(rule) == nil)
      #expect(try AnalysisPeriod.month(month("0001-01")).previous(rule) == nil)
      #expect(AnalysisPeriod.week(year: 2025, week: 54).next(rule) == nil)
      var last = AnalysisPeriod.week(year: 9_999, week: 50)
      for _ in 0..<10 { last = last.next(rule) ?? last }
      #expect(last.next(rule) == nil)
      let span = try #require(last.span(rule))
      #expect(span.upperBound <= CivilDate.last)
      let ledger = try ledger(
        weeks: rule == .iso ? .iso : .locale, locale: "en_US", [("9999-12-31", 1), ("0001-01-01", 2)])
      let week = try ledger.book.through(.last).analysis(kind: .expense, period: last)
      #expect(week.buckets.map(\.from) == Array(Set(week.buckets.map(\.from))).sorted())
      #expect(week.totals == (span.contains(.last) ? [money(1)] : []))
      let first = try ledger.book.analysis(kind: .expense, period: .month(month("0001-01")))
      #expect(first.buckets.first?.through == screenDay(rule == .iso ? "0001-01-07" : "0001-01-06"))
      #expect(first.totals == [money(2)])
    }
  }

  @Test("A year, month or week that does not exist holds nothing", arguments: [0, -1, 10_000, .max, .min])
  func noSuchPeriod(number: Int) throws {
    let ledger = try ledger([("2026-06-01", 1)])
    for period in [
      AnalysisPeriod.year(number), .week(year: number, week: 1), .week(year: 2025, week: 53),
      .week(year: 2026, week: number),
    ] {
      let analysis = try ledger.book.analysis(kind: .expense, period: period)
      #expect(analysis.span == nil)
      #expect(analysis.buckets.isEmpty && analysis.totals.isEmpty && analysis.count == 0)
    }
  }

  @Test("ET-21: the list under a bucket sums to it, and sections are the list by day")
  func lists() throws {
    var random = SeededGenerator(seed: 21)
    let ledger = try ScreenLedger()
    _ = try ledger.fill(600, from: screenDay("2026-01-01"), &random)
    for period in [
      AnalysisPeriod.year(2026), .month(try month("2026-06")), .week(year: 2026, week: 24), .all,
    ] {
      let analysis = try ledger.book.analysis(kind: .expense, period: period)
      #expect(analysis.count > 0)
      for bucket in analysis.buckets {
        var filter = TransactionFilter()
        (filter.from, filter.through, filter.kinds) = (bucket.from, bucket.through, [.expense])
        let page = try ledger.book.transactions(filter, page: PageRequest(limit: 1_000))
        #expect(page.rows.count == bucket.count)
        var naive = NaiveSum([])
        for listed in page.rows { naive.add(try #require(listed.row.money)) }
        #expect(naive == NaiveSum(count: bucket.count, bucket.totals))
        #expect(try ledger.book.sections(filter).map(\.count).reduce(0, +) == bucket.count)
      }
    }
  }

  @Test(
    "ET-20 … ET-23: what an array and Foundation's calendar give, for random ledgers, periods and filters",
    arguments: [UInt64(1), 2, 3, 4])
  func naive(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let setting = random.one(of: [WeekSetting.iso, .locale])
    let locale = try #require(LedgerLocale(random.one(of: ["en_US", "pt_PT", "de_DE"])))
    let ledger = try ScreenLedger(weeks: setting, locale: locale)
    let facts = try ledger.fill(400, from: screenDay("2025-12-01"), &random)
    let rule = try ledger.book.ledgerRow().weekRule
    let calendar = NaiveCalendar(firstWeekday: rule.firstWeekday, minimalDays: rule.minimalDays)
    for turn in 0..<60 {
      let kind = random.one(of: TransactionKind.allCases)
      let period = random.one(of: [
        AnalysisPeriod.year(2026), .month(try month("2026-0\(Int.random(in: 1...9, using: &random))")),
        .month(try month("2025-12")), .week(year: 2026, week: Int.random(in: 1...52, using: &random)), .all,
      ])
      var filter = try random.filter(groups: ledger.book.groupRows().map(\.id), turn: turn)
      filter.asOf = random.one(of: [.last, screenDay("2026-01-31").adding(days: Int(random.number(0...300)))])
      var wanted = filter
      (wanted.kinds, wanted.stages) = ([kind], [.saved])
      let matching = facts.filter { $0.matches(wanted) }
      let buckets = calendar.buckets(period, matching)
      let analysis = try ledger.book.analysis(kind: kind, period: period, filter: filter)
      let comment: Comment = "seed \(seed), turn \(turn), \(kind), \(period), \(filter)"
      #expect(analysis.buckets.map(\.from) == buckets.map { $0[0] }, comment)
      #expect(analysis.buckets.map(\.through) == buckets.map { $0[$0.count - 1] }, comment)
      for (bucket, days) in zip(analysis.buckets, buckets) {
        let naive = NaiveSum(
          matching.filter { days.contains($0.date) }.map { $0.counted(in: filter.categories) })
        #expect(NaiveSum(count: bucket.count, bucket.totals) == naive, comment)
      }
      let days = Set(buckets.joined())
      let inPeriod = matching.filter { days.contains($0.date) }
      #expect(
        NaiveSum(count: analysis.count, analysis.totals)
          == NaiveSum(inPeriod.map { $0.counted(in: filter.categories) }), comment)
      let parts = inPeriod.flatMap { $0.parts(in: filter.categories) }
      let categories = Dictionary(grouping: parts) { $0.category }.mapValues { NaiveSum($0) }
      #expect(analysis.categories.count == categories.count, comment)
      for part in analysis.categories {
        #expect(NaiveSum(count: part.count, part.totals) == categories[part.category], comment)
      }
      #expect(analysis.categories.map(\.count) == analysis.categories.map(\.count).sorted(by: >), comment)
    }
  }

  @Test(
    "ET-18, ET-23, IE-09: lists, sections, their sums and totals agree with an array too, for every stage and rule",
    arguments: [UInt64(11), 12, 13])
  func naiveLists(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ledger = try ScreenLedger()
    let facts = try ledger.fill(250, from: screenDay("2026-01-01"), &random)
    let rules = Set(facts.compactMap(\.rule))
    for turn in 0..<60 {
      var filter = try random.filter(groups: ledger.book.groupRows().map(\.id), turn: turn)
      filter.kinds = random.one(of: [[], [.expense], [.income, .transfer]])
      filter.stages = random.one(of: [[.saved], [.draft], [.deleted], [], [.draft, .deleted]])
      if turn % 3 == 1 { filter.asOf = facts[turn].date }
      if random.chance(20) { filter.rules = Set(rules.filter { _ in random.chance(60) }) }
      let matching = facts.filter { $0.matches(filter) }
      let page = try ledger.book.transactions(filter, page: PageRequest(limit: 1_000))
      let comment: Comment = "seed \(seed), turn \(turn), \(filter)"
      #expect(Set(page.rows.map(\.row.id)) == Set(matching.map(\.id)), comment)
      #expect(page.matching == matching.count, comment)
      let counted = matching.map { $0.counted(in: filter.categories) }
      let sections = try ledger.book.sections(filter)
      #expect(sections.map(\.count).reduce(0, +) == matching.count, comment)
      for month in sections {
        let own = counted.filter { $0.date.civilMonth == month.month }
        #expect(NaiveSum(count: month.count, month.totals) == NaiveSum(spent: own), comment)
        for day in month.days {
          let own = own.filter { $0.date == day.date }
          #expect(NaiveSum(count: day.count, day.totals) == NaiveSum(spent: own), comment)
        }
      }
      #expect(
        NaiveSum(count: matching.count, try ledger.book.totals(filter)) == NaiveSum(spent: counted), comment)
      var oldest: [TransactionID] = []
      try ledger.book.journal(filter) { oldest.append($0.row.id) }
      #expect(Set(oldest) == Set(matching.map(\.id)), comment)
    }
  }
}

extension SeededGenerator {
  /// A filter of some conditions. In the first turns there is one at a time, so that a failure shows which one it is.
  mutating func filter(groups: [GroupID], turn: Int) throws -> TransactionFilter {
    var filter = TransactionFilter()
    let conditions = 15
    for condition in 0..<conditions where turn < conditions ? condition == turn : chance(18) {
      switch condition {
      case 0: filter.groups = one(of: [[nil], [one(of: groups)], [nil, one(of: groups)], Set(groups)])
      case 1: filter.categories = one(of: [["food"], ["food", "taxi"], ["nothing"]])
      case 2: filter.payments = one(of: [[.card], [.card, .cash]])
      case 3: filter.tags = one(of: [["x"], ["x", "y"]])
      case 4: filter.anyTags = one(of: [["x"], ["x", "y"]])
      case 5: filter.flags = Set(FlagSetting.allCases.filter { _ in chance(35) })
      case 6: filter.accounts = one(of: [["Giro"], ["Giro", "giro"]])
      case 7: filter.hasPhoto = chance(50)
      case 8: filter.isCleared = chance(50)
      case 9: filter.text = one(of: ["rewe", "100%", "_", "100", "é 1"])
      case 10: filter.from = screenDay("2026-02-10").adding(days: Int.random(in: 0..<300, using: &self))
      case 11: filter.through = screenDay("2026-02-10").adding(days: Int.random(in: 0..<300, using: &self))
      case 12: filter.minimum = bound()
      case 13: filter.maximum = bound()
      default: filter.otherTags = one(of: [["y"], ["x", "z"]])
      }
    }
    return filter
  }

  private mutating func bound() -> AmountBound {
    let currency = one(of: [CurrencyCode.eur, .jpy, .usd])
    let units = Int64.random(in: -100...2_000, using: &self)
    return AmountBound(Money(minorUnits: units, currency: currency), isOfItsCurrency: chance(50))
  }
}
