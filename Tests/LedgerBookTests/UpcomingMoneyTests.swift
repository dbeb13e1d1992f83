import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("FF-20: money that is still to come")
struct UpcomingMoneyTests {
  private static func euros(_ units: Int64) -> Money { Money(minorUnits: units, currency: .eur) }

  @Test("An amount is taken out of a goal if no day lacks it", arguments: Extent.of([81, 82, 83]))
  func withdrawals(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ledger = try ScreenLedger()
    let today = ledger.book.today
    let goal = try #require(try ledger.book.createGoal(name: "Trip", target: Self.euros(1_000)).goal)
    var parts: [(date: CivilDate, units: Int64)] = []
    var refused = 0
    for _ in 0..<80 {
      let (date, units) = (today.adding(days: random.number(-4...4)), random.number(Int64(-50)...40))
      if units == 0 { continue }
      let all = parts + [(date, units)]
      let isEnough = (-4...4).map { today.adding(days: $0) }.allSatisfy { day in
        units > 0 || day < date || all.filter { $0.date <= day }.reduce(0) { $0 + $1.units } >= 0
      }
      let done = try? ledger.book.contribute(Self.euros(units), to: goal, on: date)
      #expect((done != nil) == isEnough, "seed \(seed): \(units) on \(date) with \(parts)")
      if done == nil { refused += 1 } else { parts = all }
    }
    #expect(refused > 5 && parts.contains { $0.units < 0 })
  }

  @Test("An account is not closed before its opening balance is there, and never as of a later day")
  func closing() throws {
    let ledger = try ScreenLedger()
    let book = ledger.book
    let tomorrow = book.today.adding(days: 1)
    try book.openAccount(name: "Purse", opening: Self.euros(0))
    try book.openAccount(name: "Giro", opening: Self.euros(100), on: tomorrow)
    let refusal = Rejection.accountHasUpcoming("Giro", count: 0)
    #expect(refusal.refusal(in: nil).sentence.contains("opening balance"))
    #expect(throws: refusal) { try book.closeAccount(key: "giro") }
    #expect(throws: refusal) {
      try book.closeAccount(key: "giro", movingMoneyTo: AccountClosing(account: "purse"))
    }
    let later = AccountClosing(account: "purse", date: tomorrow)
    #expect(throws: Rejection.closesLater("Giro", tomorrow)) {
      try book.closeAccount(key: "giro", movingMoneyTo: later)
    }
    #expect(try book.accounts().allSatisfy { !$0.isClosed })
    ledger.clock.set(ledger.clock.now().milliseconds + 86_400_000)
    try book.closeAccount(key: "giro", movingMoneyTo: later)
    #expect(try book.accounts().map(\.balances[0].balance.minorUnits) == [100, 0])
  }

  @Test("A closed account stays closed and keeps its money, though something of it is still to come")
  func closed() throws {
    let ledger = try ScreenLedger()
    let book = ledger.book
    let tomorrow = book.today.adding(days: 1)
    try book.openAccount(name: "Purse", opening: Self.euros(0))
    try book.openAccount(name: "Giro", opening: Self.euros(0))
    let ids = try [book.today, tomorrow].map { date in
      try ledger.record("Kiosk") { ($0.date, $0.account) = (date, "Giro") }
    }
    for id in ids { try book.perform(.delete, on: id) }
    try book.closeAccount(key: "giro")
    for id in ids { try book.perform(.restore, on: id) }
    let giro = try #require(try book.accounts().first { $0.key == "giro" })
    #expect(giro.isClosed && giro.upcomingCount == 1 && giro.balances[0].balance == Self.euros(-1_000))
    #expect(try book.closeAccount(key: "giro").isUnchanged)
    for date in [nil, tomorrow] {
      let destination = AccountClosing(account: "purse", date: date)
      #expect(try book.closeAccount(key: "giro", movingMoneyTo: destination).isUnchanged)
    }
  }

  @Test("A check counts what the list of accounts counts through that day", arguments: Extent.of([84, 85]))
  func checks(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ledger = try ScreenLedger()
    let book = ledger.book
    try book.openAccount(name: "Giro", opening: Self.euros(5_000), on: screenDay("2026-03-01"))
    for number in 0..<40 {
      let date = screenDay("2026-01-01").adding(days: random.number(0...120))
      let id = try ledger.record("Kiosk \(number)") { ($0.date, $0.account) = (date, "Giro") }
      if random.chance(50) { try book.perform(.clear(true), on: id) }
    }
    // The scan of a receipt may be saved without a date.
    for isCleared in [true, false] {
      let id = TransactionID(UniqueID.random())
      try ledger.append([
        (
          .receiptCaptured(
            TransactionEvent.ReceiptCaptured(source: .scan, attachments: [], name: nil, on: book.today)), id
        ),
        (.fieldCorrected(TransactionEvent.FieldCorrected(field: .account, from: nil, to: .text("Giro"))), id),
        (
          .fieldCorrected(
            TransactionEvent.FieldCorrected(field: .total, from: nil, to: .amount(Amount(Self.euros(7))))), id
        ),
        (.receiptSaved, id),
      ])
      if isCleared { try book.perform(.clear(true), on: id) }
    }
    for day in ["2025-12-31", "2026-02-01", "2026-02-28", "2026-03-01", "2026-05-01"].map(screenDay) {
      let listed = try #require(try book.through(day).accounts().first).balances[0]
      let check = try book.checkAccount(key: "giro", balance: listed.cleared, on: day)
      #expect(check.cleared == listed.cleared && check.difference == Self.euros(0), "seed \(seed), \(day)")
      // Each receipt that is not cleared is of ten euros, except for the one without a date.
      let open = listed.cleared.minorUnits - listed.balance.minorUnits - 7
      #expect(Int64(check.unclearedCount - 1) * 1_000 == open, "seed \(seed), \(day)")
    }
  }
}
