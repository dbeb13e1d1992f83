import EventLog
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("FF-20: figures as of a day")
struct UpcomingTests {
  private static func filled(_ seed: UInt64) throws -> (ScreenLedger, [AnalysedFact], SeededGenerator) {
    var random = SeededGenerator(seed: seed)
    let ledger = try ScreenLedger()
    let facts = try ledger.fill(300, from: screenDay("2025-06-01"), &random)
    return (ledger, facts, random)
  }

  /// Net spending of facts per currency.
  private static func net(_ facts: [AnalysedFact]) -> [CurrencyCode: Int64] {
    facts.reduce(into: [:]) { sums, fact in
      let sign: Int64 = fact.kind == .expense ? 1 : fact.kind == .income ? -1 : 0
      sums[fact.money.currency, default: 0] += sign * fact.money.minorUnits
    }
  }

  private static func sums(_ totals: [Money]) -> [CurrencyCode: Int64] {
    Dictionary(uniqueKeysWithValues: totals.map { ($0.currency, $0.minorUnits) })
  }

  private static func days(_ facts: [AnalysedFact], _ random: inout SeededGenerator) -> [CivilDate] {
    let around = (0..<4).map { _ in random.one(of: facts).date.adding(days: Int(random.number(-1...1))) }
    return around + [.first, screenDay("2025-02-28"), screenDay("2026-02-28"), screenDay("2025-12-31"), .last]
  }

  @Test(
    "A list, an analysis and a figure count what is dated up to the day, and set the rest apart",
    arguments: Extent.of([91, 92, 93]))
  func lists(seed: UInt64) throws {
    var (ledger, all, random) = try Self.filled(seed)
    let facts = all.filter { $0.stage == .saved }
    for day in Self.days(facts, &random) {
      let comment: Comment = "seed \(seed), \(day)"
      let book = ledger.book.through(day)
      let (past, later) = (facts.filter { $0.date <= day }, facts.filter { $0.date > day })
      var given = TransactionFilter()
      given.categories = random.one(of: [[], [], ["food"]])
      if given.categories.isEmpty {
        let list = try book.receiptsScreen(given, page: PageRequest(limit: 20))
        #expect(list.page.matching == past.count && list.upcoming.sums.count == later.count, comment)
        #expect(Self.sums(list.totals) == Self.net(past), comment)
        #expect(Self.sums(list.upcoming.sums.totals) == Self.net(later), comment)
        #expect(
          list.page.rows.compactMap(\.row.date) == past.map(\.date).sorted(by: >).prefix(20).map { $0 }, comment
        )
        #expect(
          list.upcoming.rows.compactMap(\.row.date) == later.map(\.date).sorted().prefix(20).map { $0 }, comment
        )
      }
      for kind in TransactionKind.allCases {
        let analysis = try book.analysis(kind: kind, period: .year(2026), filter: given)
        func parts(_ facts: [AnalysedFact]) -> [AnalysedFact] {
          facts.filter { $0.kind == kind && $0.date.year == 2026 }
            .flatMap { fact in given.categories.isEmpty ? [fact] : fact.parts().filter { $0.category == "food" }
            }
        }
        func sums(_ facts: [AnalysedFact]) -> [CurrencyCode: Int64] {
          parts(facts).reduce(into: [:]) { $0[$1.money.currency, default: 0] += $1.money.minorUnits }
        }
        #expect(Self.sums(analysis.totals) == sums(past), comment)
        #expect(Self.sums(analysis.upcoming.totals) == sums(later), comment)
        let figure = LedgerFigure(.days(kind, nil), .eur)
        #expect(
          try book.value(of: figure).count == past.count { $0.kind == kind && $0.money.currency == .eur },
          comment)
      }
      for summary in try book.groups() {
        for currency in [CurrencyCode.eur, .usd, .jpy] {
          let value = try book.value(of: LedgerFigure(.group(summary.id), currency))
          #expect(value.minorUnits == Self.sums(summary.totals)[currency] ?? 0, "\(comment), \(summary.name)")
          let kept = summary.categories.first { $0.category == "food" }
          let food = try book.value(of: LedgerFigure(.group(summary.id), currency, category: "food"))
          #expect(
            food.minorUnits == Self.sums(kept?.totals ?? [])[currency] ?? 0, "\(comment), \(summary.name)")
        }
      }
    }
  }

  @Test(
    "What is asked about a figure is the figure on the screen of the same day, at the end of its course too",
    arguments: Extent.of([94, 95]))
  func figures(seed: UInt64) throws {
    var (ledger, all, random) = try Self.filled(seed)
    try ledger.book.openAccount(
      name: "Giro", opening: Money(minorUnits: 5_000, currency: .eur), on: screenDay("2026-01-01"))
    let facts = all.filter { $0.stage == .saved }
    let last = try ledger.book.lastPosition()
    for day in Self.days(facts, &random) {
      let comment: Comment = "seed \(seed), \(day)"
      let book = ledger.book.through(day)
      let balance = try #require(try book.accounts().first { $0.key == "giro" }?.balances[0])
      let group = try #require(try book.groups().first)
      var accounts = TransactionFilter()
      accounts.accounts = try book.resolveUsedAccount("giro")
      let asked: [(AskedFigure.Measure, TransactionFilter, Money?)] = [
        (.balance("giro"), accounts, balance.balance),
        (.net, .group(group.id), group.totals.first { $0.currency == .eur }),
        (
          .kind(.expense), TransactionFilter(),
          try book.analysis(kind: .expense, period: .all).totals.first { $0.currency == .eur }
        ),
      ]
      for (measure, given, shown) in asked {
        var filter = given
        filter.asOf = day
        let figure = AskedFigure(measure, of: filter, in: .eur)
        let units = shown?.minorUnits ?? 0
        #expect(try figure.shown(in: ledger.book).minorUnits == units, "\(comment), \(measure)")
        let why = try Why.of(figure, in: ledger.book, limit: 3)
        #expect(why.addsUp && why.minorUnits == units, "\(comment), \(measure)")
        let course = try ledger.book.course(of: figure, through: last)
        #expect(course.minorUnits(at: last) == units, "\(comment), \(measure)")
      }
      let scope = BudgetScope(
        day == .first || day == .last ? screenDay("2026-05-01").civilMonth : day.civilMonth, .eur)
      for asked in [WhyBudget.Figure.toBudget, .category("food", .available), .category("food", .activity)] {
        let why = try WhyBudget.of(asked, scope, in: book)
        #expect(why.addsUp, "\(comment), \(asked)")
        let course = try book.course(of: asked, scope, through: last)
        #expect(course.minorUnits(at: last) == why.shown.minorUnits, "\(comment), \(asked)")
      }
      let whole = try ledger.book.through(.last).budgetSheet(.eur).month(scope.month)
      let sheet = try book.budgetSheet(.eur).month(scope.month)
      for category in ["food", "hotel", "taxi", ""] {
        #expect(
          sheet[category].activity + sheet[category].upcoming == whole[category].activity,
          "\(comment), \(category)")
      }
    }
  }

  @Test("The same models give each day its own figures, though nothing is recorded between them")
  func midnight() throws {
    let ledger = try ScreenLedger()
    let today = ledger.book.today
    try ledger.record("Today") { ($0.date, $0.account) = (today, "Giro") }
    try ledger.record("Tomorrow") { ($0.date, $0.account) = (today.adding(days: 1), "Giro") }
    func figures() throws -> [Int64] {
      let book = ledger.book
      let month = today.civilMonth
      return [
        try book.accounts()[0].balances[0].balance.minorUnits, try book.home().groups[0].totals[0].minorUnits,
        try book.analysis(kind: .expense, period: .all).totals[0].minorUnits,
        try book.receiptsScreen().totals[0].minorUnits,
        try book.report(.spending, over: month...month).all.total.totals[0].minorUnits,
        try book.netWorth(over: month...month).all.total.totals[0].minorUnits,
        try book.budgetSheet(.eur).month(month)["food"].activity,
      ]
    }
    let end = try ledger.book.lastPosition()
    #expect(try figures() == [-1_000, 1_000, 1_000, 1_000, 1_000, -1_000, -1_000])
    // It is half past ten in the evening.
    ledger.clock.set(ledger.clock.now().milliseconds + 2 * 3_600_000)
    #expect(ledger.book.today == today.adding(days: 1))
    #expect(try figures() == [-2_000, 2_000, 2_000, 2_000, 2_000, -2_000, -2_000])
    ledger.clock.set(ledger.clock.now().milliseconds - 2 * 3_600_000)
    #expect(try figures() == [-1_000, 1_000, 1_000, 1_000, 1_000, -1_000, -1_000])
    #expect(try ledger.book.lastPosition() == end)
  }

  @Test("An account with entries still to come is not closed, and a view of another day records nothing")
  func closing() throws {
    let ledger = try ScreenLedger()
    let tomorrow = ledger.book.today.adding(days: 1)
    try ledger.book.openAccount(name: "Giro", opening: Money(minorUnits: 0, currency: .eur))
    let id = try ledger.record("Tomorrow") { ($0.date, $0.account) = (tomorrow, "Giro") }
    #expect(throws: Rejection.accountHasUpcoming("Giro", count: 1)) {
      try ledger.book.closeAccount(key: "giro")
    }
    #expect(throws: BookError.self) { try ledger.book.through(tomorrow).perform(.delete, on: id) }
    try ledger.book.perform(.delete, on: id)
    try ledger.book.closeAccount(key: "giro")
    #expect(try ledger.book.accounts().map(\.isClosed) == [true])
  }
}
