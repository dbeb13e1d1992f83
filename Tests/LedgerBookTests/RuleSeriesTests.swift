import EventLog
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerBook

/// What a rule comes to on one device, by the book.
struct RuleSeriesTests {
  private static func ledger() throws -> (ScreenLedger, RuleID) {
    let ledger = try ScreenLedger()
    ledger.clock.set(1_781_438_400_000)  // 14 June 2026
    let request = RecordRequest(
      money: Money(minorUnits: 250_000, currency: .eur), date: screenDay("2026-01-31"), category: "other",
      payment: .card)
    return (ledger, try #require(try ledger.book.record(request, every: Cadence(frequency: .monthly)).rule))
  }

  private static func money(_ euros: Int64) -> RuleEdit {
    .money(Money(minorUnits: euros * 100, currency: .eur))
  }

  private static func occurrences(_ book: Book, _ rule: RuleID) throws -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: try book.rule(rule).occurrences.map {
        ($0.date.iso, $0.statuses.map(\.rawValue).joined(separator: " "))
      })
  }

  @Test("ET-11 Month ends come from the anchor, and a split does not move it")
  func monthEnds() throws {
    let (ledger, rule) = try Self.ledger()
    let dates = try ledger.book.rule(rule).occurrences.map(\.date.iso)
    #expect(dates.prefix(4) == ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"])
    let split = try ledger.book.perform(.split(on: screenDay("2026-09-30"), [Self.money(3_000)]), on: rule)
    let next = try ledger.book.rule(try #require(split.rule))
    #expect(next.occurrences.map(\.date.iso) == ["2026-09-30", "2026-10-31", "2026-11-30", "2026-12-31"])
    #expect(next.occurrences.allSatisfy { $0.row?.money?.minorUnits == 300_000 })
    #expect(try ledger.book.rule(rule).occurrences.count == 8)
  }

  @Test("FF-14 Those that nobody touched follow the rule; touched ones stay and are listed")
  func follow() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    let march = rule.instance(on: screenDay("2026-03-31"))
    let may = rule.instance(on: screenDay("2026-05-31"))
    let june = rule.instance(on: screenDay("2026-06-30"))
    let july = rule.instance(on: screenDay("2026-07-31"))
    try book.perform(.correct(.note, .text("mine")), on: march)
    try book.perform(.correct(.date, .date(screenDay("2026-06-02"))), on: may)
    try book.perform(.delete, on: june)
    try book.perform(.unlink, on: july)
    let preview = try book.preview(.change([Self.money(2_600)]), on: rule)
    #expect(preview.plans.map(\.changed.count) == [7] && preview.plans.map(\.kept.count) == [4])
    let outcome = try book.perform(.change([Self.money(2_600)]), on: rule)
    #expect(outcome.generated?.changed == 7 && outcome.generated?.kept == 4 && outcome.generated?.made == 0)
    let statuses = try Self.occurrences(book, rule)
    #expect(statuses["2026-01-31"] == "template drifted")
    #expect(statuses["2026-02-28"] == "on-time")
    #expect(statuses["2026-03-31"] == "edited drifted")
    #expect(statuses["2026-05-31"] == "moved edited drifted")
    #expect(statuses["2026-06-30"] == "deleted")
    #expect(statuses["2026-07-31"] == "edited drifted detached")
    let generated = try book.generate(through: screenDay("2027-12-31"))
    #expect(generated.made == 12 && generated.changed == 0)
    #expect(try book.transaction(june).row.stage == .deleted, "generating brought back a deleted one")
    let position = try book.log.lastPosition()
    _ = try book.generate(through: screenDay("2027-12-31"))
    #expect(try book.log.lastPosition() == position)
  }

  @Test("ET-14 Nothing is generated for a pause, then or later")
  func pause() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    let paused = try book.perform(.pause(from: screenDay("2026-08-01")), on: rule)
    #expect(paused.generated?.removed == 5)
    #expect(try book.generate(through: screenDay("2027-12-31")).made == 0)
    #expect(throws: Rejection.resumesBeforePause(screenDay("2026-08-01"))) {
      try book.perform(.resume(from: screenDay("2026-07-01")), on: rule)
    }
    let resumed = try book.perform(.resume(from: screenDay("2026-10-01")), on: rule)
    #expect(resumed.generated?.restored == 3)
    let statuses = try Self.occurrences(book, rule)
    #expect(statuses["2026-08-31"] == "taken-back" && statuses["2026-10-31"] == "on-time")
    #expect(try book.ruleRow(rule)?.pausedFrom == nil)
  }

  @Test("ET-15 A rule goes alone, or with its transactions of today and later, and comes back with them")
  func delete() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    func count() throws -> Int { try book.transactions().matching }
    try book.perform(.delete(.rule), on: rule)
    #expect(try count() == 12)
    #expect(throws: Rejection.isDeleted(what: "rule")) { try book.perform(.pause(from: book.today), on: rule) }
    try book.perform(.restore, on: rule)
    let touched = rule.instance(on: screenDay("2026-09-30"))
    try book.perform(.correct(.note, .text("mine")), on: touched)
    let gone = try book.perform(.delete(.future), on: rule)
    #expect(gone.positions.count == 8)
    #expect(try count() == 5)
    #expect(try book.generate(through: screenDay("2027-12-31")).made == 0)
    #expect(try book.rules().isEmpty && book.rules(withDeleted: true).count == 1)
    try book.perform(.restore, on: rule)
    #expect(try count() == 12)
    #expect(try book.transaction(touched).row.note == "mine")
  }

  @Test("ET-18 A filter by rule composes with all others")
  func filter() throws {
    let (ledger, rule) = try Self.ledger()
    try ledger.record("Somebody")
    var filter = TransactionFilter()
    filter.rules = [rule]
    #expect(try ledger.book.transactions(filter).matching == 12)
    filter.from = screenDay("2026-07-01")
    #expect(try ledger.book.transactions(filter).matching == 6)
    let counts = try ledger.book.filterCounts().filter { $0.facet == .rule }
    #expect(counts.map(\.count) == [12] && counts.map(\.value) == [rule.description])
  }

  @Test("A rule that makes no sense is refused with a reason")
  func refused() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    let template = try #require(try book.ruleRow(rule)?.template)
    func refuses(_ rejection: Rejection, _ body: () throws -> Void) {
      #expect(throws: rejection) { try body() }
    }
    refuses(.alreadyRecurring) { try book.createRule(from: template, Cadence(frequency: .daily)) }
    let draft = try #require(try book.capture(CaptureInput(text: "SUMME EUR 4,70")).transaction)
    refuses(.draftAsTemplate) { try book.createRule(from: draft, Cadence(frequency: .daily)) }
    let other = try ledger.record("Other")
    refuses(.invalidInterval(0)) { try book.createRule(from: other, Cadence(frequency: .daily, interval: 0)) }
    let before = screenDay("2026-01-01")
    refuses(.endsBeforeStart(start: screenDay("2026-06-14"), end: before)) {
      try book.createRule(from: other, Cadence(frequency: .daily, end: before))
    }
    refuses(.splitOutside(date: screenDay("2026-01-31"), first: screenDay("2026-01-31"), last: nil)) {
      try book.perform(.split(on: screenDay("2026-01-31"), []), on: rule)
    }
    let unknown = RuleID(UniqueID.random())
    refuses(.unknownRule(unknown)) { try book.perform(.delete(.rule), on: unknown) }
    try book.perform(.split(on: screenDay("2026-08-01"), []), on: rule)
    refuses(
      .splitOutside(
        date: screenDay("2026-09-01"), first: screenDay("2026-01-31"), last: screenDay("2026-07-31"))
    ) {
      try book.perform(.split(on: screenDay("2026-09-01"), []), on: rule)
    }
  }
}
