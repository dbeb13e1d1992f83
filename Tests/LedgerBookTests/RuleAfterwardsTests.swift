import EventLog
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerBook

/// What becomes of a rule's transactions when what was done to the rule is done again, taken back, or only half known.
struct RuleAfterwardsTests {
  /// Rent of 2,500 on each first of a month, made from a transaction of January 2026. It is 14 June 2026.
  private static func ledger() throws -> (ScreenLedger, RuleID) {
    let ledger = try ScreenLedger()
    ledger.clock.set(1_781_438_400_000)
    return (ledger, try record(ledger.book, on: "2026-01-01"))
  }

  private static func record(_ book: Book, on date: String) throws -> RuleID {
    let request = RecordRequest(
      money: Money(minorUnits: 250_000, currency: .eur), date: screenDay(date), category: "other",
      payment: .card)
    return try #require(try book.record(request, every: Cadence(frequency: .monthly)).rule)
  }

  private static func money(_ euros: Int64) -> RuleEdit {
    .money(Money(minorUnits: euros * 100, currency: .eur))
  }

  /// The months of a year with a transaction, by its amount in euros: `2500:1-6 2600:7-12`.
  private static func months(_ book: Book, _ rule: RuleID, of year: Int = 2026) throws -> String {
    let template = try book.ruleRow(rule)?.template
    var runs: [(euros: Int64, first: Int, last: Int)] = []
    for month in 1...12 {
      let date = screenDay("\(year)-01-01").adding(months: month - 1, anchorDay: 1)
      let isFirst = year == 2026 && month == 1
      let state = try book.transactionState(
        isFirst ? template ?? rule.instance(on: date) : rule.instance(on: date))
      guard let state, state.stage == .saved else { continue }
      let euros = (state.amount.value?.minorUnits ?? 0) / 100
      if let last = runs.last, last.euros == euros, last.last == month - 1 {
        runs[runs.count - 1].last = month
      } else {
        runs.append((euros, month, month))
      }
    }
    return runs.map { $0.first == $0.last ? "\($0.euros):\($0.first)" : "\($0.euros):\($0.first)-\($0.last)" }
      .joined(separator: " ")
  }

  /// Undoes the command that began at a position.
  private static func undo(_ book: Book, _ outcome: Done) throws -> Done {
    let first = try #require(outcome.positions.first)
    return try book.undo(try #require(try book.log.event(at: first)).reference)
  }

  /// Generates again, which must find nothing to do.
  private static func expectNothingToGenerate(_ book: Book) throws {
    let position = try book.log.lastPosition()
    _ = try book.generate()
    #expect(try book.log.lastPosition() == position, "generating again found something to do")
  }

  // MARK: - Deleting

  @Test("ET-15 A rule that goes alone takes nothing with it, though an earlier deletion had")
  func aloneAfterFuture() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    try book.perform(.delete(.future), on: rule)
    try book.perform(.restore, on: rule)
    _ = try book.generate(through: screenDay("2027-12-31"))
    let position = try book.log.lastPosition()
    try book.perform(.delete(.rule), on: rule)
    _ = try book.generate()
    #expect(try book.log.lastPosition() == position + 1)
    #expect(try Self.months(book, rule) == "2500:1-12")
    #expect(try Self.months(book, rule, of: 2027) == "2500:1-12")
  }

  @Test("ET-15 A person who settles a deletion that waits with the rule alone loses nothing")
  func aloneSettles() throws {
    let world = try PairWorld()
    defer { world.close() }
    try world.perform(.edit, on: world.a)
    world.clock.advance()
    try world.perform(.deleteFuture, on: world.b)
    world.clock.advance()
    try world.a.learn(from: world.b)
    _ = try world.a.book.generate(through: screenDay("2027-12-31"))
    world.clock.advance()
    try world.perform(.delete, on: world.a)
    _ = try world.a.book.generate()
    #expect(try world.summary(world.a) == "2026-01-01 deleted: 2500×1 2600×23")
  }

  @Test("ET-15 What was generated unseen by a deletion goes with it, and comes back with the rule")
  func overlookedComesBack() throws {
    let world = try PairWorld()
    defer { world.close() }
    try world.perform(.deleteFuture, on: world.a)
    world.clock.advance()
    try world.perform(.generate, on: world.b)
    world.clock.advance()
    try world.a.learn(from: world.b)
    _ = try world.a.book.generate()
    #expect(try world.summary(world.a) == "2026-01-01 deleted: 2500×6 x×18")
    try world.a.book.perform(.restore, on: world.rule)
    #expect(try world.summary(world.a) == "2026-01-01 alive: 2500×24")
    try Self.expectNothingToGenerate(world.a.book)
  }

  @Test("ET-15 The transaction that a rule was made from is a person's and stays")
  func templateStays() throws {
    let (ledger, _) = try Self.ledger()
    let book = ledger.book
    let rule = try Self.record(book, on: "2026-06-14")
    let template = try #require(try book.ruleRow(rule)?.template)
    try book.perform(.delete(.future), on: rule)
    #expect(try book.transaction(template).row.stage == .saved)
    #expect(try book.transactionState(rule.instance(on: screenDay("2026-07-14")))?.stage == .deleted)
  }

  @Test("ET-15 All that went with a rule comes back where its deletion arrived in two parts")
  func restoredAfterTwoParts() throws {
    let world = try PairWorld()
    defer { world.close() }
    let size = { (device: PairDevice) in
      try device.book.log.devices().map { ($0.device, $0.size) }
    }
    let before = Dictionary(try size(world.a), uniquingKeysWith: max)
    try world.perform(.deleteFuture, on: world.a)
    world.clock.advance()
    let own = try #require(try size(world.a).first { $0.1 > before[$0.0] ?? 0 }?.0)
    let events = try world.a.book.log.events(of: own, after: before[own] ?? 0).map(\.envelope)
    try #require(events.count == 7)
    _ = try world.b.book.log.takeIn(Array(events.prefix(3)), receivedAtMilliseconds: 1_781_438_400_000)
    let request = RecordRequest(
      money: Money(minorUnits: 1, currency: .eur), date: screenDay("2026-06-14"), category: "other",
      payment: .card)
    _ = try world.b.book.record(request)
    _ = try world.b.book.log.takeIn(Array(events.dropFirst(3)), receivedAtMilliseconds: 1_781_438_400_000)
    let outcome = try world.b.book.perform(.restore, on: world.rule)
    #expect(outcome.positions.count == 7)
    #expect(try world.summary(world.b) == "2026-01-01 alive: 2500×12 -×12")
  }

  // MARK: - Undoing

  @Test("FF-14 A split that is undone gives its dates back to the rule, and can be made again")
  func splitUndone() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    let split = try book.perform(.split(on: screenDay("2026-07-01"), [Self.money(2_600)]), on: rule)
    #expect(try Self.months(book, rule) == "2500:1-6 2600:7-12")
    let undone = try Self.undo(book, split)
    #expect(try Self.months(book, rule) == "2500:1-12")
    #expect(try book.transactionState(rule.instance(on: screenDay("2026-08-01")))?.link.value?.rule == rule)
    try Self.expectNothingToGenerate(book)
    let again = try Self.undo(book, undone)
    #expect(try Self.months(book, rule) == "2500:1-6 2600:7-12")
    #expect(try book.ruleRow(rule)?.splitOn == screenDay("2026-07-01"))
    try Self.expectNothingToGenerate(book)
    _ = try Self.undo(book, again)
    #expect(try Self.months(book, rule) == "2500:1-12")
    try Self.expectNothingToGenerate(book)
    // An earlier split governs the dates that came back.
    try book.perform(.split(on: screenDay("2026-05-01"), [Self.money(2_700)]), on: rule)
    #expect(try Self.months(book, rule) == "2500:1-4 2700:5-12")
  }

  @Test("FF-14 The same split can be made again after it was undone, with other changes")
  func splitAgain() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    let date = screenDay("2026-07-01")
    let split = try book.perform(.split(on: date, [Self.money(2_600)]), on: rule)
    _ = try Self.undo(book, split)
    try book.perform(.pause(from: screenDay("2026-12-01")), on: rule)
    let again = try book.perform(.split(on: date, [Self.money(2_700), .vendor("New")]), on: rule)
    #expect(again.rule != nil && again.rule == split.rule)
    #expect(try Self.months(book, rule) == "2500:1-6 2700:7-11")
    #expect(try book.ruleRow(try #require(split.rule))?.terms.vendor == "New")
    #expect(try book.ruleRow(rule)?.splitOn == date)
    #expect(throws: Rejection.alreadySplit(date)) { try book.perform(.split(on: date, []), on: rule) }
    // If a person deletes it, it does not begin again: the split remains.
    try book.perform(.delete(.rule), on: try #require(split.rule))
    #expect(throws: Rejection.alreadySplit(date)) { try book.perform(.split(on: date, []), on: rule) }
    try book.perform(.restore, on: try #require(split.rule))
    _ = try Self.undo(book, again)
    #expect(try Self.months(book, rule) == "2500:1-11")
    #expect(try book.ruleRow(try #require(split.rule))?.isDeleted == true)
    try Self.expectNothingToGenerate(book)
  }

  @Test("ET-14 Undoing a pause ends that pause and no other, and undoing that brings it back as it was")
  func pauseUndone() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    let first = try book.perform(.pause(from: screenDay("2026-07-01")), on: rule)
    let resumed = try book.perform(.resume(from: screenDay("2026-09-01")), on: rule)
    try book.perform(.pause(from: screenDay("2026-12-01")), on: rule)
    #expect(try Self.months(book, rule) == "2500:1-6 2500:9-11")
    let undone = try Self.undo(book, first)
    #expect(try Self.months(book, rule) == "2500:1-11")
    // The pause that it had ended is gone.
    #expect(throws: Rejection.self) { try Self.undo(book, resumed) }
    let again = try Self.undo(book, undone)
    #expect(try Self.months(book, rule) == "2500:1-6 2500:9-11")
    _ = try Self.undo(book, again)
    #expect(try Self.months(book, rule) == "2500:1-11")
    #expect(try book.ruleRow(rule)?.pausedFrom == screenDay("2026-12-01"))
  }

  @Test("ET-14 Undoing a resumption lets the pause go on that it had ended")
  func resumptionUndone() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    let paused = try book.perform(.pause(from: screenDay("2026-07-01")), on: rule)
    let resumed = try book.perform(.resume(from: screenDay("2026-09-01")), on: rule)
    _ = try Self.undo(book, resumed)
    #expect(try Self.months(book, rule) == "2500:1-6")
    #expect(try book.rule(rule).pauses.count == 1)
    _ = try Self.undo(book, paused)
    #expect(try Self.months(book, rule) == "2500:1-12")
  }

  @Test("ET-15 What an undo brings back with its rule follows the rule as before")
  func undoneDeletionFollows() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    let touched = rule.instance(on: screenDay("2026-10-01"))
    try book.perform(.correct(.note, .text("mine")), on: touched)
    let gone = try book.perform(.delete(.future), on: rule)
    #expect(try Self.months(book, rule) == "2500:1-6")
    let undone = try Self.undo(book, gone)
    #expect(try Self.months(book, rule) == "2500:1-12")
    try book.perform(.change([Self.money(2_600)]), on: rule)
    #expect(try Self.months(book, rule) == "2500:1 2600:2-9 2500:10 2600:11-12")
    _ = try Self.undo(book, undone)
    #expect(try Self.months(book, rule) == "2500:1 2600:2-6")
  }

  @Test("ET-17 What an undone generation had taken back follows the rule as before")
  func undoneGenerationFollows() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    let paused = try book.perform(.pause(from: screenDay("2026-07-01")), on: rule)
    let first = try #require(paused.generated?.positions.first)
    let generated = try #require(try book.log.event(at: first))
    #expect(generated.type == "RecurrenceGenerated")
    try book.undo(generated.reference)
    #expect(try Self.months(book, rule) == "2500:1-12")
    try book.perform(.resume(from: screenDay("2026-07-01")), on: rule)
    try book.perform(.change([Self.money(2_600)]), on: rule)
    #expect(try Self.months(book, rule) == "2500:1 2600:2-12")
  }

  // MARK: - Splitting while paused

  @Test("ET-14 A split keeps the pauses that reach beyond it, as they are")
  func splitKeepsPauses() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    try book.perform(.pause(from: screenDay("2026-06-01")), on: rule)
    try book.perform(.resume(from: screenDay("2026-09-01")), on: rule)
    try book.perform(.pause(from: screenDay("2026-12-01")), on: rule)
    let split = try book.perform(.split(on: screenDay("2026-07-01"), [Self.money(2_600)]), on: rule)
    #expect(try Self.months(book, rule) == "2500:1-5 2600:9-11")
    #expect(try book.ruleRow(try #require(split.rule))?.pausedFrom == screenDay("2026-12-01"))
    let undone = try Self.undo(book, split)
    #expect(try Self.months(book, rule) == "2500:1-5 2500:9-11")
    let again = try Self.undo(book, undone)
    #expect(try Self.months(book, rule) == "2500:1-5 2600:9-11")
    // Before any pause it takes all of them along.
    _ = try Self.undo(book, again)
    try book.perform(.split(on: screenDay("2026-03-01"), [Self.money(2_700)]), on: rule)
    #expect(try Self.months(book, rule) == "2500:1-2 2700:3-5 2700:9-11")
  }

  // MARK: - Looking at everything once

  @Test("ET-17 A year in which a change alters nothing is looked at only once")
  func settles() throws {
    let (ledger, rule) = try Self.ledger()
    let book = ledger.book
    _ = try book.generate(through: screenDay("2027-12-31"))
    try book.perform(.pause(from: screenDay("2027-10-01")), on: rule)
    #expect(try Self.months(book, rule, of: 2027) == "2500:1-9")
    #expect(try book.generate().worked == 0)
  }

  // MARK: - Many at once

  @Test("ET-17 Many rules are generated as each for itself: split, paused and deleted ones too")
  func many() throws {
    let (ledger, _) = try Self.ledger()
    let book = ledger.book
    let rules = try (1...70).map { try Self.record(book, on: "2026-0\($0 % 6 + 1)-01") }
    for (number, rule) in rules.enumerated() {
      if number % 5 == 0 {
        _ = try? book.perform(.split(on: screenDay("2026-09-01"), [Self.money(2_700)]), on: rule)
      }
      if number % 7 == 0 { _ = try? book.perform(.pause(from: screenDay("2027-03-01")), on: rule) }
      if number % 11 == 0 { _ = try? book.perform(.delete(.rule), on: rule) }
    }
    let through = screenDay("2028-12-31")
    // The preview looks at one after the other.
    let expected = try book.previewGeneration(through: through)
    let found = try book.generate(through: through)
    #expect(
      found.made == expected.made && found.changed == expected.changed && found.removed == expected.removed)
    #expect(found.series == expected.series && found.worked == expected.worked && found.dates == expected.dates)
    #expect(found.made > 1_000)
    for (number, rule) in rules.enumerated() {
      // The part that was split off goes on, whatever happened to its first rule. Otherwise that rule has nothing after
      // its deletion, and in the year of its pause only the months before.
      let alone = number % 11 == 0 ? "" : number % 7 == 0 ? "2500:1-2" : "2500:1-12"
      let months = number % 5 == 0 ? "2700:1-12" : alone
      #expect(try Self.months(book, rule, of: 2027) == months, "rule \(number)")
    }
    #expect(try book.checkModels().isSame)
    try Self.expectNothingToGenerate(book)
  }
}
