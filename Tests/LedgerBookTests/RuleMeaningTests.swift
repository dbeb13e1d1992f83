import EventLog
import LedgerBytes
import LedgerProjections
import LedgerSQLite
import Testing

@testable import LedgerBook
@testable import LedgerDomain

/// What single words of a rule mean for its transactions.
struct RuleMeaningTests {
  /// Rent of 2,500 on the 31st, made from a transaction of January 2026. It is 14 June 2026.
  private static func ledger(tags: [String] = []) throws -> (ScreenLedger, RuleID) {
    let ledger = try ScreenLedger()
    ledger.clock.set(1_781_438_400_000)
    let request = RecordRequest(
      money: Money(minorUnits: 250_000, currency: .eur), date: screenDay("2026-01-31"), category: "other",
      payment: .card, tags: tags)
    return (ledger, try #require(try ledger.book.record(request, every: Cadence(frequency: .monthly)).rule))
  }

  private static func money(_ euros: Int64) -> RuleEdit {
    .money(Money(minorUnits: euros * 100, currency: .eur))
  }

  private static func statuses(_ book: Book, _ rule: RuleID, _ date: String) throws -> [String] {
    try book.rule(rule).occurrences.first { $0.date == screenDay(date) }?.statuses.map(\.rawValue) ?? []
  }

  @Test("FF-14 Another cadence begins where its rule does; the same one goes on from its old anchor")
  func newCadence() throws {
    let (ledger, rule) = try Self.ledger()
    let split = try ledger.book.perform(.split(on: screenDay("2026-08-31"), [.interval(2)]), on: rule)
    let dates = try ledger.book.rule(try #require(split.rule)).occurrences.filter { $0.row?.stage == .saved }
      .map(\.date.iso)
    #expect(dates == ["2026-08-31", "2026-10-31", "2026-12-31"])
    let (other, late) = try Self.ledger()
    let said = try other.book.perform(
      .split(on: screenDay("2026-08-01"), [.interval(2), .start(screenDay("2026-09-15"))]), on: late)
    #expect(try other.book.rule(try #require(said.rule)).row.terms.start == screenDay("2026-09-15"))
  }

  @Test("ET-15 A deletion that waits can be undone: the rule lives, and nothing waits")
  func undoneWaiting() throws {
    let world = try PairWorld()
    defer { world.close() }
    try world.perform(.edit, on: world.a)
    world.clock.advance()
    try world.b.book.perform(.delete(.future), on: world.rule)
    world.clock.advance()
    try world.a.learn(from: world.b)
    let waiting = try #require(try world.a.book.fold(world.rule.stream).rule.deletion.pending)
    try world.a.book.undo(waiting)
    #expect(try world.summary(world.a) == "2026-01-01 alive: 2500×1 2600×11 -×12")
    #expect(try world.a.book.ruleRow(world.rule)?.conflictCount == 0)
  }

  @Test("ET-15 A deletion that waits next to a later restoration can be undone")
  func undoneBehindRestoration() throws {
    let world = try PairWorld()
    defer { world.close() }
    try world.perform(.delete, on: world.b)
    world.clock.advance()
    try world.perform(.delete, on: world.a)
    try world.a.book.perform(.restore, on: world.rule)
    world.clock.advance()
    try world.a.learn(from: world.b)
    #expect(try world.summary(world.a) == "2026-01-01 waits: 2500×12 -×12")
    let waiting = try #require(try world.a.book.fold(world.rule.stream).rule.deletion.pending)
    try world.a.book.undo(waiting)
    #expect(try world.summary(world.a) == "2026-01-01 alive: 2500×12 -×12")
  }

  @Test("ET-14 A tag that a rule takes off stays off, and a person's own stays on")
  func tagsStayOff() throws {
    let (ledger, rule) = try Self.ledger(tags: ["home", "rent"])
    let book = ledger.book
    let july = rule.instance(on: screenDay("2026-07-31"))
    let august = rule.instance(on: screenDay("2026-08-31"))
    func tags(_ id: TransactionID) throws -> [String] { try book.transaction(id).row.tags }
    #expect(try tags(july) == ["home", "rent"])
    try book.perform(.tag(add: ["mine"], remove: []), on: august)
    try book.perform(.change([.tags(add: ["flat"], remove: ["Rent "])]), on: rule)
    #expect(try book.ruleRow(rule)?.terms.tags == ["flat", "home"])
    #expect(try tags(july) == ["flat", "home"])
    try book.perform(.change([Self.money(2_600)]), on: rule)
    _ = try book.generate(through: screenDay("2027-12-31"))
    #expect(try tags(july) == ["flat", "home"])
    #expect(try tags(rule.instance(on: screenDay("2027-01-31"))) == ["flat", "home"])
    // A person worked on this one: it stays as it was.
    #expect(try tags(august) == ["home", "mine", "rent"])
  }

  @Test("ET-14 What exists where the rule no longer recurs is reported: a person touched it, so it stays")
  func offSchedule() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    try book.perform(.correct(.note, .text("mine")), on: rule.instance(on: screenDay("2026-08-31")))
    try book.perform(.change([.end(screenDay("2026-07-31"))]), on: rule)
    #expect(try Self.statuses(book, rule, "2026-08-31") == ["edited", "off-schedule"])
    #expect(try Self.statuses(book, rule, "2026-07-31") == ["on-time"])
    #expect(try Self.statuses(book, rule, "2026-09-30") == ["taken-back"])
    // A deleted rule expects nothing, so nothing is off its schedule.
    try book.perform(.delete(.rule), on: rule)
    #expect(try Self.statuses(book, rule, "2026-08-31") == ["edited"])
  }

  @Test("ET-14 A date that recurs and has nothing, though generated as far, is missing until it is generated")
  func missing() throws {
    let (ledger, rule) = try Self.ledger()
    // Another device changed it and did not get to generate.
    var changed = RuleEvent.Changed(on: screenDay("2026-06-14"))
    changed.frequency = ChangedValue(from: .monthly, to: .weekly)
    let event = LedgerEvent.rule(.ruleChanged(changed))
    try ledger.book.log.write { writer in
      _ = try writer.append(
        [
          EventDraft(
            stream: rule.stream, type: event.type.rawValue, schema: EventCodec.current.schema(of: event.type),
            payload: EventCodec.current.encode(event), actor: "user/test")
        ], correlation: UniqueID.random(), clock: ledger.clock.now(), salts: LedgerLog.randomSalt)
    }
    #expect(try Self.statuses(ledger.book, rule, "2026-02-07") == ["missing"])
    #expect(try Self.statuses(ledger.book, rule, "2026-02-28") == ["on-time"])
    #expect(try Self.statuses(ledger.book, rule, "2026-03-31") == ["off-schedule"])
    _ = try ledger.book.generate()
    #expect(try Self.statuses(ledger.book, rule, "2026-02-07") == ["on-time"])
    #expect(try Self.statuses(ledger.book, rule, "2026-03-31") == ["taken-back"])
  }

  @Test("ET-15 A rule that was split and goes alone leaves what it made, though its series lives on")
  func deletedBesideLiving() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    let split = try book.perform(.split(on: screenDay("2026-09-30"), [Self.money(3_000)]), on: rule)
    try book.perform(.delete(.rule), on: rule)
    #expect(try book.generate(through: screenDay("2027-12-31")).removed == 0)
    #expect(try book.transactions().matching == 24)
    #expect(try book.rules().map(\.id) == [try #require(split.rule)])
  }

  @Test("ET-12 The saving is kept also where generating fails, and the next generation makes up for it")
  func savedAllTheSame() throws {
    let ledger = try ScreenLedger()
    ledger.clock.set(1_781_438_400_000)
    let connection = try Connection(
      path: ledger.folder + "/log.sqlite", mode: .readWrite, synchronous: .normal)
    try connection.execute(
      """
      CREATE TRIGGER no_generation BEFORE INSERT ON type WHEN NEW.name = 'RecurrenceGenerated'
      BEGIN SELECT RAISE(ROLLBACK, 'not now'); END
      """)
    let request = RecordRequest(
      money: Money(minorUnits: 250_000, currency: .eur), date: screenDay("2026-01-31"), category: "other",
      payment: .card)
    let outcome = try ledger.book.record(request, every: Cadence(frequency: .monthly))
    #expect(outcome.generated == nil)
    #expect(try ledger.book.transactions().matching == 1)
    #expect(try ledger.book.ruleRow(try #require(outcome.rule))?.generatedThrough == nil)
    try connection.execute("DROP TRIGGER no_generation")
    try connection.close()
    #expect(try ledger.book.generate().made == 11)
  }

  @Test("ET-32 One date of a series can be changed, moved or deleted without the series")
  func oneAlone() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    let july = rule.instance(on: screenDay("2026-07-31"))
    try book.perform(.correct(.date, .date(screenDay("2026-08-02"))), on: july)
    try book.perform(.delete, on: rule.instance(on: screenDay("2026-08-31")))
    #expect(try book.ruleRow(rule)?.revision == 1)
    #expect(try Self.statuses(book, rule, "2026-07-31") == ["moved", "edited"])
    #expect(try Self.statuses(book, rule, "2026-08-31") == ["deleted"])
    #expect(try book.rule(rule).occurrences.count { $0.statuses == [.onTime] } == 9)
  }
}

extension RuleMeaningTests {
  @Test("FF-14 Ending a rule before a date takes what it made for later ones, touched or not, and nothing else")
  func stopped() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    let template = try #require(try book.ruleRow(rule)?.template)
    let touched = rule.instance(on: screenDay("2026-10-31"))
    // For October, wherever it was moved, and one for May, which is over.
    try book.perform(.correct(.date, .date(screenDay("2026-05-05"))), on: touched)
    let may = rule.instance(on: screenDay("2026-05-31"))
    try book.perform(.correct(.date, .date(screenDay("2026-12-24"))), on: may)
    #expect(
      throws: Rejection.endsBeforeStart(start: screenDay("2026-01-31"), end: screenDay("2026-01-30"))
    ) { try book.perform(.stop(on: screenDay("2026-01-31")), on: rule) }
    let preview = try book.preview(.stop(on: screenDay("2026-09-30")), on: rule)
    #expect(preview.decision.consequences.count == 4)
    let outcome = try book.perform(.stop(on: screenDay("2026-09-30")), on: rule)
    #expect(outcome.positions.count == 5)
    #expect(try book.ruleRow(rule)?.terms.end == screenDay("2026-09-29"))
    #expect(try book.transactionState(touched)?.stage == .deleted)
    #expect(try book.transactionState(may)?.stage == .saved)
    #expect(try book.transactionState(template)?.stage == .saved)
    #expect(try book.generate(through: screenDay("2027-12-31")).made == 0)
    #expect(try book.perform(.stop(on: screenDay("2026-10-31")), on: rule).isUnchanged)
    let first = try #require(try book.log.event(at: outcome.positions[0]))
    _ = try book.undo(first.reference)
    #expect(try book.transactionState(touched)?.stage == .saved)
    #expect(try book.ruleRow(rule)?.terms.end == nil)
    #expect(try book.transactions().matching == 12)
  }
}
