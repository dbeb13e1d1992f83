import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@testable import LedgerBook

@Suite("The account after imports is the account at the bank")
struct StatementHistoryTests {
  @Test(
    "Files of every format with any cuts, overlaps and order lead to the bank's balance on each day",
    arguments: Extent.of([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]))
  func history(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bank = TestBank(&random)
    let account = try BankAccount(bank)
    var covered: Set<Int> = []
    var told: [String] = []
    while covered.count < bank.rows.count {
      let missing = random.one(of: bank.rows.indices.filter { !covered.contains($0) })
      let places = wholeDays(
        max(0, missing - random.number(0...20))..<min(bank.rows.count, missing + random.number(1...20)), bank)
      let format = random.one(of: TestBank.Format.allCases)
      told.append("\(format) \(places)")
      let session = try account.session(bank.file(places, format), [.beforeOpening: "move"])
      let plan = try #require(try account.ledger.book.plan(session).first)
      covered.formUnion(places)
      #expect(plan.refused.isEmpty && plan.rows.count == places.count, "seed \(seed): \(told)")
      try account.ledger.book.carryOut(session)
      // The balance that the file has is compared, and differs only if older rows are missing yet.
      let isWhole = (bank.olderCount..<max(places.upperBound, bank.olderCount)).allSatisfy(covered.contains)
      if isWhole, format.hasBalances, places.upperBound > bank.olderCount {
        #expect(plan.balances.map(\.difference.minorUnits) == [0], "seed \(seed): \(told)")
      }
      #expect(
        try account.ledger.book.count(TransactionFilter()) == covered.count, "seed \(seed): \(told)")
    }
    for place in bank.rows.indices
    where place + 1 == bank.rows.count || bank.rows[place].date < bank.rows[place + 1].date {
      #expect(
        try account.balance(on: bank.rows[place].date) == bank.balance(before: place + 1),
        "seed \(seed): \(told), \(bank.rows[place].date.iso)")
    }
  }

  @Test(
    "A difference is told with the line where it begins",
    arguments: [TestBank.Format.csv, .newestFirst, .ofx, .camt, .mt940])
  func difference(format: TestBank.Format) throws {
    var random = SeededGenerator(seed: 5)
    let bank = TestBank(&random)
    let places = wholeDays(bank.olderCount..<bank.rows.count, bank)
    let account = try BankAccount(bank)
    _ = try account.take(bank.file(places, format))
    let plan = try #require(try account.ledger.book.plan(try account.session(bank.file(places, format))).first)
    #expect(plan.balances.map(\.difference.minorUnits) == [0])
    // A person deletes a row of the bank in the middle.
    let middle = places.lowerBound + places.count / 2
    var changed: TransactionID?
    try account.ledger.book.models.read { reader in
      try reader.forEachTransaction(TransactionFilter()) { listed in
        let row = listed.row
        if row.date == bank.rows[middle].date, row.effectOnAccount == bank.rows[middle].units {
          changed = row.id
        }
      }
    }
    try account.ledger.book.perform(.delete, on: try #require(changed))
    let later = try #require(try account.ledger.book.plan(try account.session(bank.file(places, format))).first)
    let balance = try #require(later.balances.first)
    #expect(balance.difference.minorUnits == -bank.rows[middle].units)
    let firstLine = later.rows.filter { $0.date == bank.rows[middle].date }.map(\.line).min()
    #expect(balance.firstLine == firstLine)
  }

  /// Returns the rows with all rows of the first day and of the last one.
  ///
  /// Some banks write whole days, and a cut in a day leaves open which of two equal rows was meant.
  private func wholeDays(_ places: Range<Int>, _ bank: TestBank) -> Range<Int> {
    var (low, high) = (places.lowerBound, places.upperBound)
    while low > 0, bank.rows[low - 1].date == bank.rows[low].date { low -= 1 }
    while high < bank.rows.count, bank.rows[high].date == bank.rows[high - 1].date { high += 1 }
    return low..<high
  }
}
