import EventLog
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerBook

/// Whom a pause reaches, and who ends it.
struct RulePauseTests {
  private static func money(_ euros: Int64) -> RuleEdit {
    .money(Money(minorUnits: euros * 100, currency: .eur))
  }

  /// Anna splits from 1 August on while Ben pauses from 1 November on. Then both have all events. Returns the new rule
  /// too.
  private static func apart() throws -> (PairWorld, RuleID) {
    let world = try PairWorld()
    try world.perform(.split, on: world.a)
    world.clock.advance()
    try world.perform(.pause, on: world.b)
    world.clock.advance()
    try world.a.learn(from: world.b)
    try world.b.learn(from: world.a)
    _ = try world.a.book.generate()
    world.clock.advance()
    return (world, RuleID.derived(series: world.rule, splitOn: screenDay("2026-08-01")))
  }

  @Test("ET-14 A pause made at once with a split reaches the new rule, and resuming that ends it")
  func reaches() throws {
    let (world, new) = try Self.apart()
    defer { world.close() }
    let book = world.a.book
    #expect(try book.ruleRow(new)?.pausedFrom == screenDay("2026-11-01"))
    #expect(try book.rule(new).pauses.map(\.from) == [screenDay("2026-11-01")])
    #expect(try book.rule(new).row.pausedFrom == screenDay("2026-11-01"))
    #expect(try book.perform(.pause(from: screenDay("2026-12-01")), on: new).isUnchanged)
    #expect(throws: Rejection.resumesBeforePause(screenDay("2026-11-01"))) {
      try book.perform(.resume(from: screenDay("2026-10-01")), on: new)
    }
    try book.perform(.resume(from: screenDay("2026-12-01")), on: new)
    #expect(
      try world.summary(world.a) == "2026-01-01 alive, 2026-08-01 alive: 2500×7 2800×3 x×1 2800×1 -×12")
    #expect(try book.perform(.resume(from: screenDay("2026-12-01")), on: new).isUnchanged)
  }

  @Test("ET-14 Taking back the pause, or the split and that again, leaves the pause where it was meant")
  func undone() throws {
    let (world, _) = try Self.apart()
    defer { world.close() }
    let book = world.a.book
    func undo(_ type: String, _ member: String) throws -> Done {
      var found: StoredEvent?
      try book.log.forEachEvent { event in
        let text = String(decoding: event.payload ?? [], as: UTF8.self)
        if event.type == type, text.contains(member) { found = event }
      }
      return try book.undo(try #require(found).reference)
    }
    let split = try undo("RuleSplit", "2026-08-01")
    #expect(try world.summary(world.a).hasSuffix("deleted paused: 2500×10 x×2 -×12"))
    let first = try #require(try book.log.event(at: split.positions[0]))
    _ = try book.undo(first.reference)
    let both = "2026-01-01 alive paused, 2026-08-01 alive paused: 2500×7 2800×3 x×2 -×12"
    #expect(try world.summary(world.a) == both)
    _ = try undo("RuleChanged", #""enabled""#)
    #expect(try world.summary(world.a) == "2026-01-01 alive, 2026-08-01 alive: 2500×7 2800×5 -×12")
  }

  @Test("ET-14 A rule split off the new one by a person who knows all pauses with it")
  func reachesOn() throws {
    let (world, new) = try Self.apart()
    defer { world.close() }
    try world.a.book.perform(.split(on: screenDay("2026-10-01"), [Self.money(2_900)]), on: new)
    let paused =
      "2026-01-01 alive paused, 2026-08-01 alive paused, 2026-10-01 alive paused: 2500×7 2800×2 2900×1 x×2 -×12"
    #expect(try world.summary(world.a) == paused)
  }

  @Test("ET-14 Who knew of the split pauses the old rule alone, and who knew of the pause took it along")
  func knowing() throws {
    let world = try PairWorld()
    defer { world.close() }
    let book = world.a.book
    try world.perform(.split, on: world.a)
    try book.perform(.pause(from: screenDay("2026-07-01")), on: world.rule)
    #expect(
      try world.summary(world.a) == "2026-01-01 alive paused, 2026-08-01 alive: 2500×6 x×1 2800×5 -×12")
    let other = try PairWorld()
    defer { other.close() }
    try other.perform(.pause, on: other.a)
    try other.perform(.split, on: other.a)
    let new = RuleID.derived(series: other.rule, splitOn: screenDay("2026-08-01"))
    try other.a.book.perform(.resume(from: screenDay("2026-11-01")), on: new)
    #expect(
      try other.summary(other.a) == "2026-01-01 alive paused, 2026-08-01 alive: 2500×7 2800×5 -×12")
  }

  @Test("ET-14 A split that took the pause along decides on it, whatever another split at once did not know")
  func tookAlong() throws {
    let world = try PairWorld()
    defer { world.close() }
    try world.perform(.split, on: world.a)
    world.clock.advance()
    try world.perform(.pause, on: world.b)
    try world.perform(.laterSplit, on: world.b)
    let later = RuleID.derived(series: world.rule, splitOn: screenDay("2026-10-01"))
    try world.b.book.perform(.resume(from: screenDay("2026-12-01")), on: later)
    world.clock.advance()
    try world.a.learn(from: world.b)
    _ = try world.a.book.generate()
    let rules = "2026-01-01 alive paused, 2026-08-01 alive paused, 2026-10-01 alive"
    #expect(try world.summary(world.a) == "\(rules): 2500×7 2800×2 2900×1 x×1 2900×1 -×12")
  }

  @Test("ET-14 Resuming ends what its author knew of: a pause made meanwhile goes on")
  func resumesWhatItKnew() throws {
    let world = try PairWorld()
    defer { world.close() }
    try world.a.book.perform(.pause(from: screenDay("2026-10-01")), on: world.rule)
    try world.b.learn(from: world.a)
    world.clock.advance()
    // Not known to Ben, who resumes from December on.
    try world.a.book.perform(.pause(from: screenDay("2026-09-01")), on: world.rule)
    try world.b.book.perform(.resume(from: screenDay("2026-12-01")), on: world.rule)
    world.clock.advance()
    try world.a.learn(from: world.b)
    _ = try world.a.book.generate()
    #expect(try world.summary(world.a) == "2026-01-01 alive paused: 2500×8 x×4 -×12")
    #expect(try world.a.book.ruleRow(world.rule)?.pausedFrom == screenDay("2026-09-01"))
  }

  @Test("ET-14 Resuming at once with a split resumes the old rule; the new one goes on pausing, and shows it")
  func resumedApart() throws {
    let world = try PairWorld()
    defer { world.close() }
    try world.a.book.perform(.pause(from: screenDay("2026-07-01")), on: world.rule)
    try world.b.learn(from: world.a)
    world.clock.advance()
    try world.perform(.split, on: world.a)
    try world.b.book.perform(.resume(from: screenDay("2026-07-01")), on: world.rule)
    world.clock.advance()
    try world.a.learn(from: world.b)
    _ = try world.a.book.generate()
    #expect(try world.summary(world.a) == "2026-01-01 alive, 2026-08-01 alive paused: 2500×7 x×5 -×12")
  }

  @Test("ET-14 A pause may begin earlier than the one there is; one resumption ends both")
  func earlier() throws {
    let world = try PairWorld()
    defer { world.close() }
    let book = world.a.book
    try book.perform(.pause(from: screenDay("2026-11-01")), on: world.rule)
    #expect(try book.perform(.pause(from: screenDay("2026-12-01")), on: world.rule).isUnchanged)
    try book.perform(.pause(from: screenDay("2026-09-01")), on: world.rule)
    #expect(try world.summary(world.a) == "2026-01-01 alive paused: 2500×8 x×4 -×12")
    #expect(throws: Rejection.resumesBeforePause(screenDay("2026-09-01"))) {
      try book.perform(.resume(from: screenDay("2026-08-01")), on: world.rule)
    }
    try book.perform(.resume(from: screenDay("2026-10-01")), on: world.rule)
    #expect(try world.summary(world.a) == "2026-01-01 alive: 2500×8 x×1 2500×3 -×12")
  }
}
