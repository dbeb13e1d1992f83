internal import EventLog
import LedgerBook
import LedgerDomain
internal import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("FF-20: the forecast of balances")
struct ForecastTests {
  private static func money(_ units: Int64, _ currency: CurrencyCode = .eur) -> Money {
    Money(minorUnits: units, currency: currency)
  }

  /// The balances that the accounts have at the end of a day, by account and currency.
  private func balances(_ book: Book, at day: CivilDate) throws -> [String: Int64] {
    var balances: [String: Int64] = [:]
    for account in try book.through(day).accounts() {
      for balance in account.balances where balance.balance.minorUnits != 0 {
        balances["\(account.key) \(balance.balance.currency.code)"] = balance.balance.minorUnits
      }
    }
    return balances
  }

  /// Records and changes rules and transactions of two accounts and of cash.
  private func fill(_ ledger: ScreenLedger, _ random: inout SeededGenerator) throws {
    let book = ledger.book
    let today = book.today
    try book.openAccount(name: "Giro", opening: Self.money(random.number(0...50_000)))
    try book.openAccount(
      name: "Savings", opening: Self.money(5_000), on: today.adding(days: random.number(-3...90)))
    let accounts = ["Giro", "Savings", "Cash", nil]
    let dates: (ClosedRange<Int>) -> CivilDate = { today.adding(days: $0.lowerBound) }
    for _ in 0..<12 {
      let isIncome = random.number(0...3) == 0
      let day = random.number(-60...200)
      try ledger.record("x") { request in
        request.kind = isIncome ? .income : .expense
        request.money = Self.money(random.number(1...9_000))
        request.date = dates(day...day)
        request.account = accounts[random.number(0...3)]
      }
    }
    var rules: [RuleID] = []
    for number in 0..<5 {
      let isTransfer = number == 0
      let terms = RuleTerms(
        frequency: [.weekly, .monthly, .daily][random.number(0...2)], interval: random.number(2...5),
        start: today.adding(days: random.number(-90...90)),
        end: random.number(0...2) == 0 ? today.adding(days: random.number(100...400)) : nil,
        kind: isTransfer ? .transfer : number == 1 ? .income : .expense,
        money: Self.money(random.number(1...4_000)),
        category: isTransfer ? nil : "food", payment: isTransfer ? nil : .card,
        account: isTransfer ? "Giro" : accounts[random.number(0...3)], toAccount: isTransfer ? "Savings" : nil)
      if let rule = try book.createRule(RuleRequest(terms: terms)).rule { rules.append(rule) }
    }
    for row in try book.transactions(page: PageRequest(limit: 200)).rows.filter({ $0.row.rule != nil }).prefix(
      30)
    {
      let choice = random.number(0...5)
      if choice == 0 { try book.perform(.delete, on: row.row.id) }
      if choice == 1 { try book.perform(.set(.total(Self.money(77))), on: row.row.id) }
    }
    try book.perform(
      .pause(from: today.adding(days: random.number(-20...150))), on: rules[random.number(0...4)])
    try book.perform(
      .change([.money(Self.money(1_234))]), on: rules[random.number(2...4)])
  }

  private func rows(_ book: Book) throws -> [ListedTransaction] {
    try book.transactions(.everything, page: PageRequest(limit: 10_000)).rows
  }

  @Test(
    "Each month's balance is that of the accounts after the rules have generated as far",
    arguments: Extent.of([1, 2, 3, 4, 5, 6]))
  func naive(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ledger = try ScreenLedger()
    try fill(ledger, &random)
    // The rules have not generated the next year, and not always the days since.
    ledger.clock.set(ledger.clock.now().milliseconds + 86_400_000 * Int64(random.number(0...200)))
    let forecast = try ledger.book.forecast(months: 14)
    let events = try ledger.book.status().events
    #expect(try ledger.book.status().events == events, "a forecast records nothing")
    let known = Set(try rows(ledger.book).map(\.row.id))
    _ = try ledger.book.generate(through: forecast.months.upperBound.last)
    let added = try rows(ledger.book).filter { $0.row.account == nil && !known.contains($0.row.id) }
    #expect(forecast.rulesWithoutAccount == Set(added.compactMap(\.row.rule)).count, "seed \(seed)")
    for place in 0..<14 {
      let month = forecast.months.lowerBound.adding(months: place)
      let expected = try balances(ledger.book, at: month.last)
      var found: [String: Int64] = [:]
      for account in forecast.accounts where account.course.months[place].balance.minorUnits != 0 {
        let balance = account.course.months[place].balance
        found["\(account.key) \(balance.currency.code)"] = balance.minorUnits
      }
      #expect(found == expected, "seed \(seed): \(month)")
      let total = forecast.totals.first?.months[place].balance.minorUnits ?? 0
      #expect(total == expected.values.reduce(0, +), "seed \(seed): \(month)")
    }
    // The lowest day of each account, found by asking for every day.
    var lowest: [String: (date: CivilDate, units: Int64)] = [:]
    var day = forecast.day
    while day <= forecast.months.lowerBound.adding(months: 2).last {
      let all = try balances(ledger.book, at: day)
      for account in forecast.accounts {
        let key = account.key
        let units = all["\(key) EUR"] ?? 0
        if lowest[key].map({ units < $0.units }) ?? true { lowest[key] = (day, units) }
      }
      day = day.adding(days: 1)
    }
    let short = try ledger.book.forecast(months: 3)
    for account in short.accounts {
      let point = account.course.lowest
      #expect(lowest[account.key]?.units == point.balance.minorUnits, "seed \(seed): \(account)")
      #expect(lowest[account.key]?.date == point.date, "seed \(seed): \(account)")
    }
  }
}
