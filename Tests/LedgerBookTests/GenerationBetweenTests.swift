import EventLog
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerBook

/// Generating goes batch by batch, and other processes write between two of them.
@Suite("Between two batches of a generation")
struct GenerationBetweenTests {
  @Test(
    "ET-16 What others do to rules between two batches counts for those whose turn comes later",
    arguments: [3, 40])
  func between(rules count: Int) throws {
    let ledger = try ScreenLedger()
    ledger.clock.set(1_781_438_400_000)
    let rules = try (0..<count).map { number in
      let terms = RuleTerms(
        frequency: .monthly, interval: 1, start: screenDay("2027-01-31"), kind: .expense,
        money: Money(minorUnits: 2_500, currency: .eur), vendor: "Rent \(number)", category: "other",
        payment: .card)
      return try #require(try ledger.book.createRule(RuleRequest(terms: terms)).rule)
    }
    // A separate clock would stop at a time before the other's.
    let other = try Book.open(ledger.book.settings)
    defer { try? other.close() }
    var batches = 0
    let report = try ledger.book.generate(rules: rules, through: screenDay("2027-12-31"), batch: 12) { _, _ in
      batches += 1
      guard batches == 1 else { return }
      do {
        try other.perform(.delete(.rule), on: rules[count - 1])
        try other.perform(.change([.money(Money(minorUnits: 9_900, currency: .eur))]), on: rules[count - 2])
      } catch {
        Issue.record("\(error)")
      }
    }
    #expect(batches >= count - 1)
    func units(_ rule: RuleID) throws -> [Int64] {
      var filter = TransactionFilter()
      filter.rules = [rule]
      return try ledger.book.transactions(filter, page: PageRequest(limit: 100)).rows
        .compactMap { $0.row.money?.minorUnits }
    }
    #expect(try units(rules[0]) == Array(repeating: 2_500, count: 12))
    #expect(try units(rules[count - 2]) == Array(repeating: 9_900, count: 12))
    #expect(try units(rules[count - 1]) == [])
    // Instances that were not made need no deletion: they do not exist, not even as deleted ones.
    let instance = rules[count - 1].instance(on: screenDay("2027-01-31"))
    #expect(try ledger.book.transactionState(instance) == nil)
    #expect(report.made == (count - 1) * 12 && report.changed == 0 && report.removed == 0)
    #expect(try ledger.book.generate(through: screenDay("2027-12-31")).made == 0)
  }
}
