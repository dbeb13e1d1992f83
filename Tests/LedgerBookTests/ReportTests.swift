import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("FF-18: reports")
struct ReportTests {
  /// A change of an account's balance.
  private struct Movement {
    let account: String
    let money: Money
    let date: CivilDate
  }

  /// Totals per currency, by month or by key.
  private typealias Totals = [String: [CurrencyCode: Int64]]

  private static func month(_ iso: String) throws -> CivilMonth { try #require(CivilMonth(iso: iso)) }

  private static func totals(_ sums: LedgerReport.Sums) -> [CurrencyCode: Int64] {
    #expect(sums.tooLarge.isEmpty)
    return Dictionary(uniqueKeysWithValues: sums.totals.map { ($0.currency, $0.minorUnits) })
  }

  /// The totals of months or rows by their texts. Empty ones are left out.
  private static func totals(_ lines: [(String, ReportLine)], _ part: KeyPath<ReportLine, LedgerReport.Sums>)
    -> Totals
  {
    Dictionary(uniqueKeysWithValues: lines.map { ($0.0, totals($0.1[keyPath: part])) }).filter {
      !$0.value.isEmpty
    }
  }

  /// The key of the part that a fact belongs to.
  private static func key(_ fact: AnalysedFact, _ division: ReportDivision) -> String {
    switch division {
    case .category: fact.category ?? ""
    case .group: fact.group?.description ?? ""
    case .account: fact.account?.lowercased() ?? ""
    case .vendor:
      (fact.vendor ?? "").folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
  }

  /// A ledger with random transactions of two years, and random months.
  private static func filled(_ seed: UInt64) throws -> (ScreenLedger, [AnalysedFact], SeededGenerator) {
    var random = SeededGenerator(seed: seed)
    let ledger = try ScreenLedger()
    let facts = try ledger.fill(400, from: screenDay("2025-01-01"), &random)
    return (ledger, facts, random)
  }

  /// A day before, in or after the months.
  private static func day(
    _ turn: Int, _ months: ClosedRange<CivilMonth>, _ random: inout SeededGenerator
  ) -> CivilDate {
    let (first, last) = (months.lowerBound.first, months.upperBound.last)
    let length = last.dayNumber - first.dayNumber
    return [
      first.adding(days: Int(random.number(-40...40))),
      first.adding(days: Int(random.number(0...Int64(length)))),
      last, last.adding(days: 40), .first, .last,
    ][turn % 6]
  }

  private static func months(_ random: inout SeededGenerator) throws -> ClosedRange<CivilMonth> {
    let last = try month("2025-06").adding(months: Int.random(in: 0...24, using: &random))
    return last.adding(months: -random.one(of: [0, 1, 5, 11, 30]))...last
  }

  @Test(
    "What was received and spent by month and by every division is what an array adds up to",
    arguments: Extent.of([61, 62, 63]))
  func flows(seed: UInt64) throws {
    var (ledger, facts, random) = try Self.filled(seed)
    facts = facts.filter { $0.stage == .saved && $0.kind != .transfer }
    for turn in 0..<30 {
      let months = try Self.months(&random)
      let only: CurrencyCode? = random.one(of: [nil, nil, .usd])
      let subject = random.one(of: LedgerReport.Subject.allCases)
      let division = ReportDivision.allCases[turn % 4]
      let comment: Comment =
        "seed \(seed), turn \(turn), \(subject) by \(division), \(months), \(only?.code ?? "")"
      let day = Self.day(turn, months, &random)
      let report = try ledger.book.through(day).report(subject, over: months, by: division, in: only)
      var upcoming = (count: 0, units: [CurrencyCode: Int64]())
      var (byMonth, byKey):
        ([KeyPath<ReportLine, LedgerReport.Sums>: Totals], [KeyPath<ReportLine, LedgerReport.Sums>: Totals])
      (byMonth, byKey) = ([:], [:])
      var count = 0
      for fact in facts where months.contains(fact.date.civilMonth) {
        guard only == nil || fact.money.currency == only else { continue }
        guard subject == .cashFlow || (fact.kind == .expense) == (subject == .spending) else { continue }
        guard fact.date <= day else {
          upcoming.count += 1
          let sign: Int64 = subject == .cashFlow && fact.kind == .expense ? -1 : 1
          upcoming.units[fact.money.currency, default: 0] += sign * fact.money.minorUnits
          continue
        }
        count += 1
        // A currency is listed under every part once it occurs under it.
        let (spent, received) = fact.kind == .expense ? (fact.money.minorUnits, 0) : (0, fact.money.minorUnits)
        let parts: [(KeyPath<ReportLine, LedgerReport.Sums>, Int64, Bool)] = [
          (\.spent, spent, subject != .income), (\.received, received, subject != .spending),
          (\.total, subject == .spending ? spent : received - spent, true),
        ]
        for (part, units, isAsked) in parts where isAsked {
          byMonth[part, default: [:]][fact.date.civilMonth.iso, default: [:]][
            fact.money.currency, default: 0] +=
            units
          for share in division == .category ? fact.parts() : [fact] {
            // The amount of each part has the sign that the whole amount has.
            let sign = part == \.total && subject != .spending && share.kind == .expense ? -1 : 1
            let own = units == 0 ? 0 : share.money.minorUnits * Int64(sign)
            byKey[part, default: [:]][Self.key(share, division), default: [:]][
              fact.money.currency, default: 0] += own
          }
        }
      }
      #expect(
        report.months.map(\.month)
          == (months.lowerBound.index...months.upperBound.index).map {
            CivilMonth(index: $0)
          }, comment)
      #expect(report.upcoming.count == upcoming.count, comment)
      #expect(Self.totals(report.upcoming.total) == upcoming.units, comment)
      #expect(report.all.count == count && report.months.reduce(0) { $0 + $1.line.count } == count, comment)
      for part in [\ReportLine.spent, \.received, \.total] {
        let found = Self.totals(report.months.map { ($0.month.iso, $0.line) }, part)
        #expect(found == byMonth[part] ?? [:], comment)
        let rows = Self.totals(report.rows.map { ($0.key ?? "", $0.line) }, part)
        #expect(rows == byKey[part] ?? [:], comment)
      }
      if let currency = report.currencies.first {
        let sizes = report.rows.map { row in
          row.line.total.totals.first { $0.currency == currency }?.minorUnits.magnitude ?? 0
        }
        #expect(sizes == sizes.sorted(by: >), comment)
      }
    }
  }

  /// Opens accounts, makes transfers between them, and returns the movements of all accounts.
  private static func movements(
    _ ledger: ScreenLedger, _ facts: [AnalysedFact], _ random: inout SeededGenerator
  ) throws -> [Movement] {
    var movements = facts.filter { $0.stage == .saved }.compactMap { fact in
      fact.account.map { account in
        Movement(
          account: account.lowercased(),
          money: Money(
            minorUnits: fact.kind == .income ? fact.money.minorUnits : -fact.money.minorUnits,
            currency: fact.money.currency),
          date: fact.date)
      }
    }
    let accounts: [(name: String, kind: AccountKind, opening: Money, on: String)] = [
      ("Box", .budget, Money(minorUnits: 70_000, currency: .eur), "2025-03-31"),
      ("Mortgage", .tracking, Money(minorUnits: -900_000, currency: .eur), "2024-02-29"),
      ("Dollars", .budget, Money(minorUnits: 5, currency: .usd), "2026-12-01"),
    ]
    for account in accounts {
      let on = screenDay(account.on)
      try ledger.book.openAccount(name: account.name, kind: account.kind, opening: account.opening, on: on)
      movements.append(Movement(account: account.name.lowercased(), money: account.opening, date: on))
    }
    for _ in 0..<60 {
      let from = random.one(of: accounts)
      let to = random.one(of: accounts.filter { $0.name != from.name })
      let money = Money(minorUnits: random.number(1...900), currency: from.opening.currency)
      let received = Money(minorUnits: random.number(1...900), currency: to.opening.currency)
      let isExchange = money.currency != received.currency
      let date = screenDay("2025-01-01").adding(days: random.number(0...730))
      try ledger.book.transfer(
        TransferRequest(
          money: money, received: isExchange ? received : nil, date: date, from: from.name, to: to.name,
          category: from.kind == .budget && to.kind == .tracking ? "other" : nil))
      movements.append(
        Movement(
          account: from.name.lowercased(),
          money: Money(minorUnits: -money.minorUnits, currency: money.currency),
          date: date))
      movements.append(
        Movement(account: to.name.lowercased(), money: isExchange ? received : money, date: date))
    }
    return movements
  }

  /// The sums of movements up to a date by account.
  private static func balances(
    _ movements: [Movement], through date: CivilDate, _ only: CurrencyCode?
  ) -> [String: [CurrencyCode: Int64]] {
    var balances: [String: [CurrencyCode: Int64]] = [:]
    for movement in movements where only == nil || movement.money.currency == only {
      let units = movement.date <= date ? movement.money.minorUnits : 0
      balances[movement.account, default: [:]][movement.money.currency, default: 0] += units
    }
    return balances
  }

  private static func sum(_ balances: [String: [CurrencyCode: Int64]]) -> [CurrencyCode: Int64] {
    balances.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
  }

  @Test(
    "Net worth at the end of each month is what the movements up to it add up to",
    arguments: Extent.of([71, 72, 73]))
  func worth(seed: UInt64) throws {
    var (ledger, facts, random) = try Self.filled(seed)
    let movements = try Self.movements(ledger, facts, &random)
    for turn in 0..<20 {
      let months = try Self.months(&random)
      let only: CurrencyCode? = random.one(of: [nil, nil, .usd])
      let comment: Comment = "seed \(seed), turn \(turn), \(months), \(only?.code ?? "")"
      let day = Self.day(turn, months, &random)
      let report = try ledger.book.through(day).netWorth(over: months, in: only)
      for month in report.months {
        let naive = Self.sum(Self.balances(movements, through: min(month.month.last, day), only))
        #expect(Self.totals(month.line.total) == naive, "\(comment), \(month.month)")
      }
      let last = Self.balances(movements, through: min(months.upperBound.last, day), only)
      let whole = Self.sum(Self.balances(movements, through: months.upperBound.last, only))
      var upcoming = Self.totals(report.upcoming.total)
      for (currency, units) in Self.sum(last) { upcoming[currency, default: 0] += units }
      #expect(upcoming.filter { $0.value != 0 } == whole.filter { $0.value != 0 }, comment)
      #expect(Self.totals(report.rows.map { ($0.key ?? "", $0.line) }, \.total) == last, comment)
      #expect(report.all == report.months.last?.line, comment)
    }
    // At the end of time it is the list of accounts.
    let end = try #require(CivilMonth(year: 9999, month: 12))
    let book = ledger.book.through(.last)
    let listed = try book.accounts()
    let report = try book.netWorth(over: end...end)
    #expect(report.rows.map(\.name) == listed.map(\.name))
    for (row, account) in zip(report.rows, listed) {
      #expect(
        Set(row.line.total.totals) == Set(account.balances.map(\.balance)), "seed \(seed), \(account.name)")
    }
  }

  @Test("A report of a past position is what it was then, looked up, folded and rebuilt")
  func past() throws {
    var (ledger, facts, random) = try Self.filled(81)
    let months = try Self.month("2025-11")...Self.month("2026-06")
    func reports(_ book: Book) throws -> [LedgerReport] {
      try ReportDivision.allCases.map { try book.report(.cashFlow, over: months, by: $0) }
        + [try book.netWorth(over: months), try book.report(.spending, over: months, in: .jpy)]
    }
    var then: [(position: Position, reports: [LedgerReport])] = []
    func note() throws { then.append((try ledger.book.log.lastPosition(), try reports(ledger.book))) }
    try note()
    _ = try Self.movements(ledger, facts, &random)
    try note()
    for fact in facts.filter({ $0.stage == .saved }).prefix(20) {
      try ledger.book.perform(.correct(.date, .date(screenDay("2026-02-01"))), on: fact.id)
    }
    try note()
    #expect(Set(then.map(\.reports)).count == 3)
    for (position, expected) in then {
      let folded = ledger.book.asOf(.position(position))
      #expect(try reports(folded) == expected, "folded, position \(position)")
    }
    try ledger.book.rebuildHistory()
    for (position, expected) in then {
      let looked = ledger.book.asOf(.position(position))
      #expect(try reports(looked) == expected, "position \(position)")
      #expect(looked.pastSource == .history(position))
    }
    _ = try ledger.book.rebuild(progress: nil)
    #expect(try reports(ledger.book) == then.last?.reports)
  }

  @Test("Refunds make spending less, transfers and drafts are in no report, and nothing is an empty report")
  func kinds() throws {
    let ledger = try ScreenLedger()
    let june = try Self.month("2026-06")
    let nothing = try ledger.book.report(.cashFlow, over: june...june)
    #expect(nothing.rows.isEmpty && nothing.currencies.isEmpty && nothing.months.count == 1)
    #expect(try ledger.book.netWorth(over: june...june).months.map(\.line.total.totals) == [[]])
    try ledger.record("Kiosk")
    try ledger.record("KIOSK") { $0.money = Money(minorUnits: -300, currency: .eur) }
    try ledger.record("Kiosk") { $0.date = screenDay("2026-07-01") }
    try ledger.record("Salary") { ($0.kind, $0.category) = (.income, "other") }
    try ledger.transfer(Money(minorUnits: 1_000, currency: .eur))
    _ = try ledger.book.capture(CaptureInput(text: "SUMME EUR 3,00\n14.06.2026"))
    let flow = try ledger.book.report(.cashFlow, over: june...june, by: .vendor)
    func money(_ units: Int64) -> [Money] { [Money(minorUnits: units, currency: .eur)] }
    #expect(flow.all.received.totals == money(1_000) && flow.all.spent.totals == money(700))
    #expect(flow.all.total.totals == money(300) && flow.all.count == 3)
    #expect(flow.rows.map(\.name) == ["Salary", "Kiosk"] && flow.rows.map(\.key) == ["salary", "kiosk"])
    #expect(flow.rows.map(\.line.total.totals) == [money(1_000), money(-700)])
    // A group that is not known yet reads as Unfiled.
    let away = try ledger.record("Far") { $0.money = Money(minorUnits: 9, currency: .eur) }
    let unknown = GroupID(UniqueID.random())
    try ledger.append([(.transactionFiled(TransactionEvent.Filed(from: nil, to: unknown)), away)])
    let groups = try ledger.book.report(.spending, over: june...june, by: .group)
    #expect(groups.rows.map(\.key) == [nil] && groups.rows.map(\.line.total.totals) == [money(709)])
  }

  @Test("A sum of more than 64 bits is named, in flows and in net worth")
  func tooLarge() throws {
    let ledger = try ScreenLedger()
    let money = Money(minorUnits: 9_007_199_254_740_991, currency: .eur)
    let events = (0..<1_030).map { _ in
      (
        event: TransactionEvent.transactionRecorded(
          TransactionEvent.Recorded(
            origin: .manual, on: screenDay("2026-06-15"), kind: .expense, money: money,
            date: screenDay("2026-06-15"), vendor: "Kiosk", category: "food", account: "Giro")),
        id: TransactionID(UniqueID.random())
      )
    }
    for start in stride(from: 0, to: events.count, by: 500) {
      try ledger.append(Array(events[start..<min(start + 500, events.count)]))
    }
    let months = try Self.month("2026-05")...Self.month("2026-06")
    let spending = try ledger.book.report(.spending, over: months)
    #expect(spending.all.total.tooLarge == [.eur] && spending.all.total.totals.isEmpty)
    #expect(spending.months.map(\.line.total.tooLarge) == [[], [.eur]])
    let worth = try ledger.book.netWorth(over: months)
    #expect(worth.months.map(\.line.total.tooLarge) == [[], [.eur]])
    #expect(worth.months[0].line.total.totals == [Money(minorUnits: 0, currency: .eur)])
  }
}
