import LedgerBytes
import Testing

@testable import LedgerDomain

/// The effect of a generation on earlier dates, and the things that it leaves alone.
struct RuleSettledTests {
  private static func created(_ scene: inout RuleScene) {
    let terms = RuleTerms(
      frequency: .monthly, start: Sample.date("2026-01-12"), money: Money(minorUnits: 1, currency: .eur),
      category: "taxi", payment: .cash)
    scene.add(
      .ruleCreated(
        RuleEvent.Created(
          series: Sample.rule, since: nil, template: nil, terms: terms, enabled: true, on: Sample.today)))
  }

  private static func generated(_ scene: inout RuleScene, _ from: String, _ through: String) throws {
    let stretch = Sample.date(from)...Sample.date(through)
    let revision = try #require(scene.state.revision)
    scene.add(
      .recurrenceGenerated(
        RuleEvent.Generated(
          from: stretch.lowerBound, through: stretch.upperBound, revision: revision, made: [], changed: [],
          removed: [], restored: [], on: Sample.today)))
  }

  @Test("ET-17 A generation that was interrupted after a change vouches only for what it looked at")
  func interrupted() throws {
    var scene = RuleScene()
    Self.created(&scene)
    for year in 2026...2028 { try Self.generated(&scene, "\(year)-01-01", "\(year)-12-31") }
    #expect(scene.state.isSettled)
    var changed = RuleEvent.Changed(on: Sample.today)
    changed.vendor = ChangedValue(from: nil, to: "Landlord")
    scene.add(.ruleChanged(changed))
    #expect(!scene.state.isSettled)
    try Self.generated(&scene, "2026-01-01", "2026-12-31")
    #expect(!scene.state.isSettled, "2027 and 2028 were not looked at")
    try Self.generated(&scene, "2028-01-01", "2028-12-31")
    #expect(!scene.state.isSettled, "2027 was not looked at")
    try Self.generated(&scene, "2027-01-01", "2027-12-31")
    #expect(scene.state.isSettled)
  }

  @Test("ET-17 A device whose clock is before the first date that can be generated has nothing to generate")
  func clockBeforeEverything() throws {
    var scene = RuleScene()
    let terms = RuleTerms(
      frequency: .monthly, start: Sample.date("1969-12-01"), money: Money(minorUnits: 1, currency: .eur),
      category: "taxi", payment: .cash)
    scene.add(
      .ruleCreated(
        RuleEvent.Created(
          series: Sample.rule, since: nil, template: nil, terms: terms, enabled: true, on: Sample.today)))
    let series = RuleSeries(id: Sample.rule, rules: [.init(id: Sample.rule, state: scene.state)])
    // A device without a battery begins in 1970, which is 1969 west of Greenwich.
    let before = Sample.date("1969-12-31")
    #expect(series.stretch(through: before, today: before) == nil)
    let first = Sample.date("1970-01-01")
    #expect(series.stretch(through: first, today: first) == first...first)
  }

  @Test("ET-16 Who knows less of a rule than a transaction does leaves the transaction alone")
  func knowsLess() throws {
    var scene = RuleScene()
    Self.created(&scene)
    var instance = Scene<TransactionEvent>()
    instance.add(Sample.following(2_000_000_000, minorUnits: 9), actor: "rule")
    let state = instance.state
    let series = RuleSeries(id: Sample.rule, rules: [.init(id: Sample.rule, state: scene.state)])
    let day = Sample.date("2026-06-12")
    let plans = series.plans(in: day...day) { _ in state }
    #expect(plans.map(\.changed) == [[]] && plans.map(\.kept) == [[day]])
  }
}

/// The events of one rule, each by a person who knows all before it.
struct RuleScene {
  private(set) var state = RuleState()
  private var count: UInt64 = 0

  mutating func add(_ event: RuleEvent) {
    count += 1
    state.evolve(
      event,
      EventContext(
        reference: EventReference(device: UniqueID(high: 1, low: 1), sequence: count),
        time: HybridTime(milliseconds: count), actor: "user/anna"))
  }
}
