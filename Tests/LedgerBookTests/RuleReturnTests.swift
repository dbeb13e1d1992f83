import EventLog
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerBook

/// What comes back, and what stays away, when a deed on a rule is taken back, goes with another, or stops half-way.
struct RuleReturnTests {
  /// Monthly from 31 January 2026. It is 14 June.
  private static func ledger(_ frequency: RecurrenceFrequency = .monthly, from: String = "2026-01-31") throws
    -> (ScreenLedger, RuleID)
  {
    let ledger = try ScreenLedger()
    ledger.clock.set(1_781_438_400_000)
    let request = RecordRequest(
      money: money(2_500), date: screenDay(from), category: "other", payment: .card)
    return (ledger, try #require(try ledger.book.record(request, every: Cadence(frequency: frequency)).rule))
  }

  private static func money(_ euros: Int64) -> Money { Money(minorUnits: euros * 100, currency: .eur) }

  private static func undo(_ outcome: Done, _ book: Book) throws {
    let position = try #require(outcome.positions.first)
    let event = try #require(try book.log.event(at: position))
    _ = try book.undo(event.reference)
  }

  /// The months from June to December as `2500`, or `x` where deleted.
  private static func months(_ book: Book, _ rule: RuleID) throws -> String {
    try ["06-30", "07-31", "08-31", "09-30", "10-31", "11-30", "12-31"].map { day in
      let state = try #require(try book.transactionState(rule.instance(on: screenDay("2026-\(day)"))))
      return state.stage == .deleted ? "x" : String((state.amount.value?.minorUnits ?? 0) / 100)
    }.joined(separator: " ")
  }

  @Test("IE-33 A pause that is undone goes alone")
  func undonePause() throws {
    let world = try PairWorld()
    defer { world.close() }
    let paused = try world.a.book.perform(.pause(from: screenDay("2026-11-01")), on: world.rule)
    world.clock.advance()
    try world.b.book.perform(.pause(from: screenDay("2026-10-01")), on: world.rule)
    world.clock.advance()
    try world.a.learn(from: world.b)
    try Self.undo(paused, world.a.book)
    #expect(try world.a.book.ruleRow(world.rule)?.pausedFrom == screenDay("2026-10-01"))
    #expect(try world.summary(world.a) == "2026-01-01 alive paused: 2500×9 x×3 -×12")
  }

  @Test("ET-15 With the future ones goes what lies ahead as it is dated now")
  func futureByDate() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    let past = rule.instance(on: screenDay("2026-09-30"))
    let ahead = rule.instance(on: screenDay("2026-05-31"))
    try book.perform(.correct(.date, .date(screenDay("2026-06-13"))), on: past)
    try book.perform(.correct(.date, .date(screenDay("2026-06-14"))), on: ahead)
    try book.perform(.delete(.future), on: rule)
    #expect(try book.transactionState(past)?.stage == .saved)
    #expect(try book.transactionState(ahead)?.stage == .deleted)
  }
}

// MARK: - Who governs a date

extension RuleReturnTests {
  @Test("FF-14 From a split on the old rule has no effect, also where the new one has no date")
  func oldRuleEnds() throws {
    let (ledger, rule) = try Self.ledger()
    try ledger.book.perform(.split(on: screenDay("2026-09-30"), [.interval(2)]), on: rule)
    #expect(try Self.months(ledger.book, rule) == "2500 2500 2500 2500 x 2500 x")
    let (other, late) = try Self.ledger()
    try other.book.perform(
      .split(on: screenDay("2026-08-31"), [.start(screenDay("2026-09-30")), .interval(2)]), on: late)
    #expect(try Self.months(other.book, late) == "2500 2500 x 2500 x 2500 x")
  }

  @Test("FF-14 Of two splits at once the earlier governs as far as the later")
  func splitsAtOnce() throws {
    let world = try PairWorld()
    defer { world.close() }
    try world.perform(.split, on: world.a)
    world.clock.advance()
    try world.b.book.perform(.split(on: screenDay("2026-10-01"), [.interval(2)]), on: world.rule)
    world.clock.advance()
    try world.a.learn(from: world.b)
    _ = try world.a.book.generate()
    #expect(
      try world.summary(world.a)
        == "2026-01-01 alive, 2026-08-01 alive, 2026-10-01 alive: 2500×7 2800×2 2500×1 x×1 2500×1 -×12")
  }

  @Test("ET-14 A pause takes back what nobody touched, and what it gives back follows the rule of then")
  func pauseAndChange() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    try book.perform(.correct(.note, .text("mine")), on: rule.instance(on: screenDay("2026-10-31")))
    #expect(try book.perform(.pause(from: screenDay("2026-09-01")), on: rule).generated?.kept == 1)
    #expect(try Self.months(book, rule) == "2500 2500 2500 x 2500 x x")
    try book.perform(.change([.money(Self.money(2_600))]), on: rule)
    try book.perform(.resume(from: screenDay("2026-09-01")), on: rule)
    #expect(try Self.months(book, rule) == "2600 2600 2600 2600 2500 2600 2600")
  }

  @Test("ET-12 Years that are over are not made up for")
  func pastYears() throws {
    let (ledger, rule) = try Self.ledger(from: "2025-03-31")
    #expect(try ledger.book.rule(rule).occurrences.map(\.date.iso).prefix(2) == ["2025-03-31", "2026-01-31"])
    #expect(try ledger.book.transactions().matching == 13)
  }
}
