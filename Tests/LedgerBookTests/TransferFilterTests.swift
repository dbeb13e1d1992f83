import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("FF-16: filters of transfers")
struct TransferFilterTests {
  /// A ledger with two transfers and an expense.
  private static func ledger() throws -> ScreenLedger {
    let ledger = try ScreenLedger()
    for name in ["Giro", "Box"] {
      try ledger.book.openAccount(name: name, opening: Money(minorUnits: 10_000, currency: .eur))
    }
    try ledger.book.openAccount(name: "Dollars", opening: Money(minorUnits: 0, currency: .usd))
    let today = ledger.book.today
    let euros = Money(minorUnits: 500, currency: .eur)
    let dollars = Money(minorUnits: 540, currency: .usd)
    try ledger.book.transfer(TransferRequest(money: euros, date: today, from: "Giro", to: "Box"))
    try ledger.book.transfer(
      TransferRequest(money: euros, received: dollars, date: today, from: "Box", to: "Dollars"))
    try ledger.book.record(
      RecordRequest(money: euros, date: today, category: "food", payment: .card, account: "Giro"))
    return ledger
  }

  private static func filter(_ accounts: Set<String>) -> TransactionFilter {
    var filter = TransactionFilter()
    filter.accounts = accounts
    return filter
  }

  @Test(
    "A filter by account finds transfers by either half, each once",
    arguments: [
      (["Giro"], 2), (["Box"], 2), (["Dollars"], 1), (["Giro", "Box"], 3), (["Giro", "Dollars"], 3),
      (["Purse"], 0),
    ] as [(Set<String>, Int)])
  func either(_ accounts: Set<String>, _ expected: Int) throws {
    let ledger = try Self.ledger()
    let book = ledger.book
    defer { withExtendedLifetime(ledger) {} }
    let filter = Self.filter(accounts)
    let page = try book.transactions(filter, page: PageRequest(limit: 10))
    #expect(page.matching == expected && page.rows.count == expected)
    let all = try book.transactions(TransactionFilter(), page: PageRequest(limit: 10)).rows
    #expect(all.filter { filter.admitsApartFromGroup($0.row) }.count == expected)
  }

  @Test("A transfer is counted as a choice for both of its accounts")
  func choices() throws {
    let ledger = try Self.ledger()
    let book = ledger.book
    defer { withExtendedLifetime(ledger) {} }
    let counts = try book.filterCounts(TransactionFilter()).filter { $0.facet == .account }
    #expect(counts.map { "\($0.value ?? "?") \($0.count)" } == ["Box 2", "Giro 2", "Dollars 1"])
    // The choice of an account does not count for the other accounts.
    let others = try book.filterCounts(Self.filter(["Dollars"])).filter { $0.facet == .account }
    #expect(others.map(\.count) == counts.map(\.count))
  }

  @Test("Balances of the past are those of then, by the history and by a fold")
  func past() throws {
    let ledger = try Self.ledger()
    let before = try ledger.book.accounts().map(\.balances[0].balance.minorUnits)
    #expect(before == [9_000, 10_000, 540])
    let last = try ledger.book.log.lastPosition()
    try ledger.book.transfer(
      TransferRequest(
        money: Money(minorUnits: 1, currency: .eur), date: ledger.book.today, from: "Box", to: "Giro"))
    let then = ledger.book.asOf(.position(last))
    #expect(try then.accounts().map(\.balances[0].balance.minorUnits) == before)
  }
}
