import LedgerBytes
import LedgerTestSupport
import Testing

@testable import LedgerDomain

@Suite("FF-17: goals")
struct GoalTests {
  static let id = GoalID(UniqueID(high: 1, low: 2))

  static func euros(_ units: Int64) -> Money { Money(minorUnits: units, currency: .eur) }

  static func state(_ events: [GoalEvent]) -> GoalState {
    var scene = Scene<GoalEvent>()
    for event in events { scene.add(event) }
    return state(scene)
  }

  static func state(_ scene: Scene<GoalEvent>) -> GoalState {
    scene.entries.reduce(into: GoalState()) { $0.evolve($1.event, $1.context) }
  }

  static func created(_ target: Int64 = 10_000, by: CivilDate? = nil) -> GoalEvent {
    .goalCreated(GoalEvent.Created(name: "Car", target: euros(target), by: by, on: Sample.today))
  }

  static func refusal(_ state: GoalState, _ command: GoalCommand) -> Rejection? {
    do throws(Rejection) {
      _ = try state.decide(command, id: id, today: Sample.today)
      return nil
    } catch { return error }
  }

  @Test("A target of zero, below it, too large, in no currency or in another one is refused")
  func targets() throws {
    for units: Int64 in [0, -5, 1 << 53] {
      let target = Self.euros(units)
      #expect(Self.refusal(GoalState(), .create(name: "Car", target: target)) == .goalTarget(target))
    }
    let open = Self.state([Self.created()])
    let dollars = Money(minorUnits: 5, currency: .usd)
    #expect(Self.refusal(open, .change(GoalEdit(target: Self.euros(0)))) == .goalTarget(Self.euros(0)))
    #expect(Self.refusal(open, .change(GoalEdit(target: dollars))) == .goalCurrency(.eur, given: .usd))
    #expect(
      Self.refusal(open, .contribute(dollars, on: Sample.today, saved: Self.euros(0), id: .zero))
        == .goalCurrency(.eur, given: .usd))
    #expect(
      Self.refusal(open, .contribute(Self.euros(0), on: Sample.today, saved: Self.euros(9), id: .zero))
        == .goalTarget(Self.euros(0)))
    #expect(Self.refusal(GoalState(), .create(name: " ", target: Self.euros(1))) == .emptyName)
    #expect(Self.refusal(GoalState(), .complete) == .unknownGoal(Self.id.description))
    #expect(Self.refusal(open, .restore) == .isNotDeleted(what: "goal"))
    #expect(Self.refusal(Self.state([Self.created(), .goalDeleted]), .complete) == .isDeleted(what: "goal"))
    // All that is saved can be taken out, but not a cent beyond it.
    let out = GoalCommand.contribute(Self.euros(-9), on: Sample.today, saved: Self.euros(9), id: .zero)
    #expect(Self.refusal(open, out) == nil)
    #expect(
      Self.refusal(open, .contribute(Self.euros(-10), on: Sample.today, saved: Self.euros(9), id: .zero))
        == .goalHoldsLess("Car", saved: Self.euros(9)))
    let completed = Self.state([Self.created(), .goalCompleted])
    #expect(
      Self.refusal(completed, .contribute(Self.euros(1), on: Sample.today, saved: Self.euros(0), id: .zero))
        == .goalIsCompleted("Car"))
  }

  @Test("A change that is so already is nothing, and two devices' targets are a conflict")
  func changes() throws {
    let open = Self.state([Self.created()])
    let same = GoalEdit(name: "Car", emoji: .remove, target: Self.euros(10_000), by: .remove)
    #expect(try open.decide(.change(same), id: Self.id, today: Sample.today).isEmpty)
    #expect(try open.decide(.reopen, id: Self.id, today: Sample.today).isEmpty)
    var scene = Scene<GoalEvent>()
    let first = scene.add(Self.created())
    for (device, units) in [(SceneDevice.a, Int64(1)), (.b, 2)] {
      let change = GoalEvent.Changed(target: MoneyChange(from: Self.euros(10_000), to: Self.euros(units)))
      scene.add(.goalChanged(change), by: device, seeing: .only([first]))
    }
    let disputed = Self.state(scene)
    #expect(disputed.target.value == Self.euros(2) && disputed.target.conflicts.count == 1)
    let settled = try disputed.decide(
      .change(GoalEdit(target: Self.euros(2))), id: Self.id, today: Sample.today)
    #expect(settled.count == 1)
    // A deletion that had not seen the change waits.
    scene.add(.goalDeleted, by: .c, seeing: .only([first]))
    #expect(!Self.state(scene).deletion.isDeleted && Self.state(scene).deletion.pending != nil)
  }

  @Test(
    "Percent, the amount of each month and the projection are those of the definitions",
    arguments: [
      // Created 2026-06-14. Saved, percent, each month, projected.
      ([], "2026-06-14", nil, 0, nil, nil), ([], "2026-06-14", "2026-09-01", 0, 2_500, nil),
      ([("2026-06-20", 3_333)], "2026-06-30", "2026-07-31", 33, 3_334, nil),
      ([("2026-06-20", 3_333)], "2026-07-01", nil, 33, nil, "2026-10"),
      ([("2026-06-20", 1_000)], "2026-08-01", "2026-01-01", 10, 9_000, "2028-02"),
      ([("2026-06-20", -150)], "2026-07-01", nil, -2, nil, nil),
      ([("2026-01-05", 600), ("2026-07-01", 400)], "2026-07-09", nil, 10, nil, "2034-01"),
      ([("2025-01-05", 9_000), ("2026-06-01", 600)], "2026-07-09", nil, 96, nil, "2026-11"),
      ([("2026-06-20", 10_001)], "2026-07-01", "2026-12-01", 100, nil, nil),
    ] as [([(String, Int64)], String, String?, Int64, Int64?, String?)])
  func progress(
    parts: [(String, Int64)], today: String, by: String?, percent: Int64, each: Int64?, projected: String?
  ) throws {
    let state = Self.state([Self.created(by: by.flatMap { CivilDate(iso: $0) })])
    let row = try #require(GoalRow(Self.id, state))
    let progress = try GoalProgress(
      row, parts.map { (units: $0.1, date: CivilDate(iso: $0.0) ?? Sample.today) },
      today: try #require(CivilDate(iso: today)))
    #expect(progress.saved == Self.euros(parts.reduce(0) { $0 + $1.1 }))
    #expect(progress.percent == percent && progress.perMonth?.minorUnits == each)
    #expect(progress.projected?.iso == projected)
  }

  @Test("Undo takes each change back, and undoing that brings it again")
  func undo() throws {
    let contribution = GoalContribution(id: UniqueID(high: 3, low: 4), amount: Self.euros(7), on: Sample.today)
    let change = GoalEvent.Changed(
      name: TextChange(from: "Car", to: "Van"), target: MoneyChange(from: Self.euros(10_000), to: Self.euros(5))
    )
    let before = Self.state([Self.created()])
    for event in [
      GoalEvent.goalChanged(change), .goalContributed(contribution), .goalCompleted, .goalDeleted,
    ] {
      var scene = Scene<GoalEvent>()
      scene.add(Self.created())
      let reference = scene.add(event)
      let undoing = Self.state(scene).undo(
        [UndoneEvent(reference: reference, event: event)], before: before, UndoContext(today: Sample.today))
      #expect(undoing.compensations.count == 1 && undoing.remarks.isEmpty, "\(event)")
      for item in undoing.compensations { scene.add(item.event) }
      let now = Self.state(scene)
      #expect(GoalRow(Self.id, now) == GoalRow(Self.id, before) && now.present == before.present, "\(event)")
    }
  }
}
