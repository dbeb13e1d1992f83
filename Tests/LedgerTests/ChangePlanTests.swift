import Foundation
import Ledger
import Testing

/// What an app can ask before it changes receipts: how far a change reaches, and what it would do.
@Suite("Plans of changes")
struct ChangePlanTests {
  private static let day = CivilDate(dayNumber: 20_618)

  private static func euros(_ units: Int64) -> Money { Money(minorUnits: units * 100, currency: .eur) }

  private static func total(_ units: Int64) -> FieldChange {
    FieldChange(.total, .amount(Amount(euros(units))))
  }

  private static func correctTotal(_ units: Int64) -> TransactionCommand {
    .correct(.total, .amount(Amount(euros(units))))
  }

  /// Runs a test on a ledger with nothing in it.
  private static func withBook(_ body: @escaping @Sendable (Book) throws -> Void) async throws {
    let ledger = try await TemporaryLedger(seed: 7)
    try await ledger.book.run(body)
    try await ledger.remove()
  }

  private static func taxi(_ book: Book, _ units: Int64) throws -> TransactionID {
    let request = RecordRequest(money: euros(units), date: day, category: "taxi", payment: .cash)
    return try #require(try book.record(request).transaction)
  }

  /// Records a rent of this year, and returns its receipts by date.
  private static func rent(_ book: Book) throws -> [TransactionRow] {
    let start = try #require(CivilDate(year: book.today.year, month: 1, day: 1))
    var terms = RuleTerms(frequency: .monthly, start: start, money: euros(900), category: "other")
    terms.payment = .card
    let rule = try #require(try book.createRule(RuleRequest(terms: terms)).rule)
    var filter = TransactionFilter()
    filter.rules = [rule]
    return try book.selection(filter).reversed()
  }

  private static func totals(_ book: Book, _ rows: [TransactionRow]) throws -> [Int64] {
    try rows.map { (try book.transaction($0.id).row.money?.minorUnits ?? 0) / 100 }
  }

  @Test("One receipt has no choice of reach, and nobody needs to be asked")
  func one() async throws {
    try await Self.withBook { book in
      let id = try Self.taxi(book, 5)
      let before = try book.events(of: id.stream).count
      let plan = try book.planCorrection(of: id) { _ in [Self.total(7)] }
      #expect(plan.choices.isEmpty && plan.reach == .this && plan.rule == nil && !plan.needsConfirmation)
      #expect(try plan.question(Notation(book)) == nil)
      #expect(try book.events(of: id.stream).count == before)
      let done = try book.perform(plan)
      #expect(done.row?.money == Self.euros(7) && done.events.count == 1)
      let deletion = try book.plan(.delete, on: id)
      #expect(deletion.needsConfirmation && deletion.choices.isEmpty)
      #expect(try deletion.question(Notation(book))?.contains("€7.00") == true)
    }
  }

  @Test("A receipt of a rule can be corrected alone, with the later ones, or with its rule")
  func reaches() async throws {
    let expected: [(Reach, [Int64])] = [
      (.this, [Int64](repeating: 900, count: 8) + [950, 900, 900, 900]),
      (.future, [Int64](repeating: 900, count: 8) + [950, 950, 950, 950]),
      (.rule, [Int64](repeating: 950, count: 12)),
    ]
    for (reach, totals) in expected {
      try await Self.withBook { book in
        let rows = try Self.rent(book)
        try #require(rows.count == 12)
        let open = try book.planCorrection(of: rows[8].id) { _ in [Self.total(950)] }
        #expect(open.choices == [.this, .future, .rule] && open.rule == nil)
        let plan = try book.plan(open, reaching: reach)
        #expect(plan.reach == reach && (plan.rule != nil) == (reach != .this))
        #expect(plan.needsConfirmation == (reach != .this))
        let changed = plan.rule?.preview.plans.map(\.changed.count).reduce(0, +)
        // The receipts before the split change their rule only.
        #expect(changed == (reach == .this ? nil : totals.count { $0 == 950 }))
        let last = try book.lastPosition()
        let done = try book.perform(plan)
        #expect(try Self.totals(book, rows) == totals, "\(reach)")
        try book.undo(done)
        #expect(try Self.totals(book, rows) == [Int64](repeating: 900, count: 12), "\(reach)")
        #expect(done.positions.first == last + 1)
      }
    }
  }

  @Test("A deletion can reach further from the second receipt of a rule on, and ends the rule")
  func deletions() async throws {
    try await Self.withBook { book in
      let rows = try Self.rent(book)
      #expect(try book.plan(.delete, on: rows[0].id).choices.isEmpty)
      #expect(throws: PlanError.self) { try book.plan(.delete, on: rows[0].id, reach: .future) }
      let plan = try book.plan(try book.plan(.delete, on: rows[10].id), reaching: .future)
      #expect(plan.rule?.later == 2 && plan.reach == .future && plan.needsConfirmation)
      #expect(try plan.question(Notation(book))?.contains("delete 2 transactions") == true)
      try book.perform(plan)
      #expect(try book.selection(TransactionFilter()).count == 10)
    }
  }

  @Test("A rule has no date of its own receipts, so only one of them gets another")
  func oneOnly() async throws {
    try await Self.withBook { book in
      let rows = try Self.rent(book)
      let command = TransactionCommand.correct(.date, .date(Self.day))
      #expect(try book.plan(command, on: rows[1].id).choices.isEmpty)
      #expect(throws: PlanError.self) { try book.plan(command, on: rows[1].id, reach: .rule) }
      let taxi = try Self.taxi(book, 5)
      #expect(throws: Rejection.notRecurring) { try book.plan(Self.correctTotal(7), on: taxi, reach: .rule) }
    }
  }

  @Test("Both halves of a transfer change together")
  func halves() async throws {
    try await Self.withBook { book in
      for name in ["Checking", "Savings"] { try book.openAccount(name: name, opening: Self.euros(100)) }
      try book.openAccount(name: "Dollars", opening: Money(minorUnits: 0, currency: .usd))
      let request = TransferRequest(money: Self.euros(50), date: Self.day, from: "Checking", to: "Savings")
      let id = try #require(try book.transfer(request).transaction)
      let dollars = FieldValue.amount(Amount(Money(minorUnits: 5_500, currency: .usd)))
      // Neither half is right without the other.
      #expect(throws: Rejection.self) { try book.perform(.correct(.toAccount, .text("Dollars")), on: id) }
      let plan = try book.planCorrection(of: id) { _ in
        [FieldChange(.toAccount, .text("Dollars")), FieldChange(.received, dollars)]
      }
      #expect(plan.isSet && plan.steps.count == 1 && plan.steps[0].commands.count == 1)
      let row = try #require(try book.perform(plan).row)
      #expect(row.toAccount == "Dollars" && row.received?.money?.minorUnits == 5_500)
    }
  }

  @Test("Several receipts change together, and none of them if one is refused")
  func several() async throws {
    try await Self.withBook { book in
      let ids = try [5, 6, 7].map { try Self.taxi(book, $0) }
      let rows = try book.selection(ids + ids)
      let plan = book.plan(.tag(add: ["trip"], remove: []), on: rows)
      #expect(plan.steps.map(\.row.id) == ids && plan.expenses == [Self.euros(18)] && plan.needsConfirmation)
      #expect(try plan.question(Notation(book)) == "Tag 3 receipts, €18.00?")
      #expect(try book.perform(plan).events.count == 3)
      try book.perform(.delete, on: ids[2])
      let last = try book.lastPosition()
      let refused = try book.planCorrection(of: rows) { row in
        [FieldChange(.note, .text("€\((row.money?.minorUnits ?? 0) / 100)"))]
      }
      let error = #expect(throws: RefusedCommand.self) { try book.perform(refused) }
      #expect(error?.transaction == ids[2])
      #expect(try book.lastPosition() == last)
      let others = try book.planCorrection(of: Array(rows.prefix(2))) { row in
        [FieldChange(.note, .text("€\((row.money?.minorUnits ?? 0) / 100)"))]
      }
      try book.perform(others)
      #expect(try ids.map { try book.transaction($0).row.note } == ["€5", "€6", nil])
    }
  }

  @Test("A plan is refused if what the person looked at has changed, and is decided again otherwise")
  func movedOn() async throws {
    try await Self.withBook { book in
      let id = try Self.taxi(book, 5)
      let correction = try book.planCorrection(of: id) { _ in [Self.total(7)] }
      let deletion = try book.plan(.delete, on: id)
      // Another field is no reason to ask again.
      try book.perform(.correct(.note, .text("airport")), on: id)
      #expect(try book.perform(correction).row?.money == Self.euros(7))
      let last = try book.lastPosition()
      for plan in [correction, deletion] {
        #expect(throws: PlanError.changed(.total, of: id)) { try book.perform(plan) }
      }
      #expect(try book.lastPosition() == last)
      try book.perform(try book.plan(.delete, on: id))
      #expect(try book.transaction(id).row.stage == .deleted)
    }
  }

  @Test("A plan for a rule is refused if the rule or the receipt's place in it has changed")
  func ruleMovedOn() async throws {
    try await Self.withBook { book in
      let rows = try Self.rent(book)
      let rule = try #require(rows[3].rule)
      let correction = try book.plan(Self.correctTotal(950), on: rows[3].id, reach: .rule)
      let deletion = try book.plan(.delete, on: rows[4].id, reach: .future)
      let change = try book.plan(.delete(.future), on: rule)
      try book.perform(.unlink, on: rows[3].id)
      #expect(throws: PlanError.ruleChanged(rule)) { try book.perform(correction) }
      try book.perform(.change([.money(Self.euros(910))]), on: rule)
      let last = try book.lastPosition()
      for plan in [deletion, change] {
        #expect(throws: PlanError.ruleChanged(rule)) { try book.perform(plan) }
      }
      #expect(try book.lastPosition() == last)
    }
  }

  @Test("A plan to delete a group or a goal, or to remove an item, is refused if that has changed")
  func deletionMovedOn() async throws {
    try await Self.withBook { book in
      let group = try #require(try book.createGroup(name: "Berlin").group)
      let id = try Self.taxi(book, 5)
      let empty = try book.plan(deleting: group)
      #expect(empty.dispositions.isEmpty && empty.needsConfirmation)
      try book.perform(.file(group), on: id)
      #expect(throws: PlanError.recordChanged(.group, "\(group)")) { try book.perform(empty) }
      let open = try book.plan(deleting: group)
      #expect(open.dispositions == [.keep, .delete])
      let chosen = try book.plan(deleting: group, .delete)
      #expect(chosen.dispositions.isEmpty)
      let item = try #require(
        try book.addItems([LineItem(name: "fare", money: Self.euros(5))], to: id).items.first)
      let removal = try book.plan(.removeItem(item), on: id)
      #expect(removal.needsConfirmation)
      try book.perform(.changeItem(item, LineItemEdit(name: "tip")), on: id)
      #expect(throws: PlanError.recordChanged(.item, "\(item)")) { try book.perform(removal) }
      try book.createGoal(name: "Bike", target: Self.euros(900))
      let goal = book.plan(deleting: try book.resolveGoal("Bike"))
      try book.contribute(Self.euros(20), to: try book.resolveGoal("Bike").id)
      #expect(throws: PlanError.self) { try book.perform(goal) }
      let last = try book.lastPosition()
      let done = try book.perform(chosen, id: UniqueID(UUID()))
      #expect(try done.group == group && book.transaction(id).row.stage == .deleted)
      #expect(try book.lastPosition() == last + 2)
      try book.perform(book.plan(deleting: try book.resolveGoal("Bike")))
      #expect(try book.goals().isEmpty)
    }
  }

  @Test("A plan with an id of the caller is carried out once")
  func retried() async throws {
    try await Self.withBook { book in
      let rows = try Self.rent(book)
      let plan = try book.plan(Self.correctTotal(950), on: rows[3].id, reach: .rule)
      let id = UniqueID(UUID())
      let first = try book.perform(plan, id: id)
      let again = try book.perform(plan, id: id)
      #expect(again.repeated && again.positions == first.positions && again.rule == first.rule)
    }
  }
}
