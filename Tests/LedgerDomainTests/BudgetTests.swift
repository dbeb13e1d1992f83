import LedgerBytes
import LedgerTestSupport
import Testing

@testable import LedgerDomain

@Suite("Commands on a budget")
struct BudgetTests {
  static let june = CivilMonth(index: 2026 * 12 + 5)

  static func euros(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: .eur) }

  static func budgeted(
    _ category: String = "food", from: Int64? = nil, to: Int64, _ origin: BudgetOrigin = .typed,
    expression: String? = nil
  ) -> BudgetEvent {
    .categoryBudgeted(
      BudgetEvent.Budgeted(
        month: june, category: category, from: from.map(euros), to: euros(to), origin: origin,
        expression: expression))
  }

  static func carries(_ to: Bool?, from: Bool? = nil) -> BudgetEvent {
    .categoryCarriesOver(
      BudgetEvent.CarriesOver(month: june, currency: .eur, category: "food", from: from, to: to))
  }

  @Test("A category gets an amount once, with the way it arose; the same amount again is nothing")
  func budgets() {
    var scene = Scene<BudgetEvent>()
    let command = BudgetCommand.budget(
      category: " FOOD ", to: Self.euros(28_750), .typed, expression: "300 - 12.50")
    let event = Self.budgeted(to: 28_750, expression: "300 - 12.50")
    #expect(scene.decide(command) == .events([event]))
    scene.add(event)
    #expect(scene.decide(command) == .nothing)
    #expect(
      scene.decide(.budget(category: "food", to: Self.euros(-5), .move))
        == .events([Self.budgeted(from: 28_750, to: -5, .move)]))
    #expect(scene.decide(.budget(category: "taxi", to: Self.euros(0), .typed)) == .nothing)
    #expect(scene.state.rows.map(\.minorUnits) == [28_750])
  }

  @Test(
    "What cannot be budgeted is refused: another currency, too much, a category that is unknown or not offered")
  func refusals() {
    let scene = Scene<BudgetEvent>()
    func refusal(_ category: String, _ money: Money) -> Outcome<BudgetEvent> {
      scene.decide(.budget(category: category, to: money, .typed))
    }
    let yen = Money(minorUnits: 5, currency: .jpy)
    #expect(refusal("food", yen) == .rejection(.budgetCurrency(.eur, given: .jpy)))
    #expect(refusal("food", Self.euros(1 << 53)) == .rejection(.budgetTooLarge(Self.euros(1 << 53))))
    #expect(refusal("old", Self.euros(1)) == .rejection(.inactiveCategory("old")))
    #expect(
      refusal("none", Self.euros(1))
        == .rejection(.unknownCategory(key: "none", known: Sample.offered)))
    // Money can be taken back from a category that is no longer offered.
    #expect(refusal("old", Self.euros(-1)) == .events([Self.budgeted("old", to: -1)]))
  }

  @Test("Carrying over is chosen once, and undoing it leaves the month as the one before it")
  func carryOver() {
    var scene = Scene<BudgetEvent>()
    #expect(scene.decide(.carryOver(category: "food", true)) == .events([Self.carries(true)]))
    let choice = scene.add(Self.carries(true))
    #expect(scene.decide(.carryOver(category: "food", true)) == .nothing)
    let undoing = scene.state.undo(
      [UndoneEvent(reference: choice, event: Self.carries(true))], before: BudgetState(),
      UndoContext(today: Sample.today))
    #expect(undoing.compensations.map(\.event) == [Self.carries(nil, from: true)])
    scene.add(Self.carries(nil, from: true))
    #expect(scene.state.rows.isEmpty)
  }

  @Test("Undoing puts the earlier amount back, and leaves an amount that was changed since")
  func undo() {
    var scene = Scene<BudgetEvent>()
    scene.add(Self.budgeted(to: 100))
    let before = scene.state
    let second = scene.add(Self.budgeted(from: 100, to: 300))
    let undone = UndoneEvent(reference: second, event: Self.budgeted(from: 100, to: 300))
    func undo(_ state: BudgetState) -> Undoing<BudgetEvent> {
      state.undo([undone], before: before, UndoContext(today: Sample.today))
    }
    #expect(undo(scene.state).compensations.map(\.event) == [Self.budgeted(from: 300, to: 100, .undo)])
    let third = scene.add(Self.budgeted(from: 300, to: 400))
    #expect(undo(scene.state).compensations.isEmpty)
    #expect(undo(scene.state).remarks == [.overwritten(what: "the amount budgeted for food", by: third)])
  }

  @Test("Two devices that budget without knowing of each other disagree; the next amount decides it")
  func dispute() {
    var scene = Scene<BudgetEvent>()
    scene.add(Self.budgeted(to: 100))
    scene.add(Self.budgeted(to: 200), by: .b, seeing: .only([]))
    #expect(scene.state.amount(of: "food").value?.money == Self.euros(200))
    #expect(scene.state.amount(of: "food").conflicts.map(\.value?.money) == [Self.euros(100)])
    #expect(
      scene.decide(.budget(category: "food", to: Self.euros(200), .typed))
        == .events([Self.budgeted(from: 200, to: 200)]))
  }

  @Test("An event on the stream of another month or currency is unreadable")
  func strays() {
    let payload = EventCodec.current.encode(.budget(Self.budgeted(to: 5)))
    func decode(_ id: BudgetID) -> Decoded {
      EventCodec.current.decode(type: "CategoryBudgeted", schema: 1, stream: id.stream, payload: payload)
    }
    #expect(decode(BudgetID(Self.june, .eur)) == .event(.budget(Self.budgeted(to: 5))))
    for id in [BudgetID(Self.june, .jpy), BudgetID(Self.june.next, .eur)] {
      guard case .unreadable = decode(id) else {
        Issue.record("\(id) was read")
        continue
      }
    }
  }

  @Test(
    "FF-10 FF-11 Amounts are typed as people type them, and a sign changes the present amount",
    arguments: [
      ("300", 30_000), ("+20", 3_500), ("-20", -500), ("\u{2212}20", -500), (" + 20 - 5", 3_000),
      ("300 - 12.50", 28_750), ("1536p", 1_536), ("+1536p", 3_036), ("+10%", 1_650), ("0", 0), ("-0", 1_500),
    ])
  func amounts(_ text: String, _ expected: Int64) throws {
    let money = try BudgetAmount.parse(text, now: Self.euros(1_500), locale: .default)
    #expect(money == Self.euros(expected))
  }

  @Test("A sign changes an amount below zero too, and what is no amount is refused")
  func amountsBelowZero() throws {
    #expect(try BudgetAmount.parse("+20", now: Self.euros(-500), locale: .default) == Self.euros(1_500))
    #expect(try BudgetAmount.parse("-5", now: Self.euros(-500), locale: .default) == Self.euros(-1_000))
    for text in ["", "+", "-", "food", "1.234,567", "12 12"] {
      #expect(throws: AmountError.self) {
        try BudgetAmount.parse(text, now: Self.euros(0), locale: .default)
      }
    }
    #expect(BudgetAmount.expression("300") == nil && BudgetAmount.expression("1536p") == nil)
    #expect(BudgetAmount.expression(" +20 ") == "+20" && BudgetAmount.expression("300 - 5") == "300 - 5")
  }
}
