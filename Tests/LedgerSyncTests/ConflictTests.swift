import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@testable import LedgerSync

/// What devices disagree about is the same list on each of them, and choosing a value ends it.
@Suite("Conflicts of records of every kind")
struct ConflictTests {
  private let scratch = TemporaryFolder(inMemory: true)
  private let random = SeededGenerator()
  private var told: Comment { "EVENTS_SEED=\(random.seed)" }

  /// The records that the devices change.
  private struct Records {
    let receipt, deleted: TransactionID
    let item, removedItem: LineItemID
    let draft: TransactionID
    let group, deletedGroup: GroupID
    let goal, deletedGoal: GoalID
    let rule: RuleID
    let month: BudgetScope
  }

  private func eur(_ units: Int64) -> Money { Money(minorUnits: units, currency: .eur) }

  private func records(_ book: Book) throws -> Records {
    _ = try book.openAccount(name: "Giro", kind: .budget, opening: eur(10_000), on: book.today)
    func group(_ name: String) throws -> GroupID { try #require(try book.createGroup(name: name).group) }
    func goal(_ name: String) throws -> GoalID {
      try #require(try book.createGoal(name: name, target: eur(500)).goal)
    }
    func receipt() throws -> TransactionID {
      try #require(
        try book.record(
          RecordRequest(
            money: eur(900), date: book.today, vendor: "Rewe", category: "food", payment: .cash)
        ).transaction)
    }
    let first = try receipt()
    let wine = LineItem(name: "Wine", money: eur(300))
    let items = try book.addItems([wine, LineItem(name: "Beer", money: eur(200))], to: first).items
    let terms = RuleTerms(
      frequency: .monthly, start: book.today, money: eur(700), vendor: "Rent", category: "other", payment: .card
    )
    let draft = try #require(
      try book.capture(CaptureInput(text: "REWE\n14.06.2026\nSUMME EUR 3,68\nBAR", group: nil)).transaction)
    return Records(
      receipt: first, deleted: try receipt(), item: items[0], removedItem: items[1], draft: draft,
      group: try group("Berlin"),
      deletedGroup: try group("Rome"), goal: try goal("Trip"), deletedGoal: try goal("Bike"),
      rule: try #require(try book.createRule(RuleRequest(terms: terms)).rule),
      month: BudgetScope(book.today.civilMonth, .eur))
  }

  /// A field that a naive model follows, with the command that sets it to one of a few values.
  private func followed(_ records: Records) -> [(name: String, set: (Book, Int) throws -> Done)] {
    [
      ("group name", { try $0.renameGroup(records.group, to: "Berlin \($1)") }),
      ("goal target", { try $0.changeGoal(records.goal, GoalEdit(target: eur(Int64($1) * 100 + 1_000))) }),
      ("goal name", { try $0.changeGoal(records.goal, GoalEdit(name: "Trip \($1)")) }),
      ("category name", { try $0.changeCategory(key: "taxi", name: "Cab \($1)") }),
      ("account name", { try $0.renameAccount(key: "giro", to: "Bank \($1)") }),
      ("budget food budgeted", { try $0.budget("\($1)00", for: "food", in: records.month, locale: .default) }),
      ("budget food carriesOver", { try $0.carryOverBudget("food", $1.isMultiple(of: 2), in: records.month) }),
      ("transaction note", { try $0.perform(.correct(.note, .text("\($1)")), on: records.receipt) }),
      (
        "transaction Wine total",
        {
          try $0.perform(
            .changeItem(records.item, LineItemEdit(money: eur(Int64($1) + 100))), on: records.receipt)
        }
      ),
      ("rule note", { try $0.perform(.change([.note("\($1)")]), on: records.rule) }),
    ]
  }

  /// Commands after which deletions wait.
  private func others(_ records: Records) -> [(Book, Int) throws -> Done] {
    [
      { book, _ in try book.perform(.delete, on: records.deleted) },
      { try $0.perform(.correct(.vendor, .text("Aldi \($1)")), on: records.deleted) },
      { book, _ in try book.perform(.restore, on: records.deleted) },
      { book, _ in try book.perform(.discard, on: records.draft) },
      { try $0.perform(.correct(.vendor, .text("Lidl \($1)")), on: records.draft) },
      { book, _ in try book.deleteGroup(records.deletedGroup, .keep) },
      { try $0.renameGroup(records.deletedGroup, to: "Rome \($1)") },
      { book, _ in try book.deleteGoal(records.deletedGoal) },
      { try $0.changeGoal(records.deletedGoal, GoalEdit(emoji: .set("\($1)"))) },
      {
        try $0.perform(.changeItem(records.removedItem, LineItemEdit(name: "Beer \($1)")), on: records.receipt)
      },
      { book, _ in try book.perform(.removeItem(records.removedItem), on: records.receipt) },
      { book, _ in try book.perform(.restoreItem(records.removedItem), on: records.receipt) },
      { book, number in try book.changeDefaults(payment: number.isMultiple(of: 2) ? .card : .cash) },
      { book, number in
        try number.isMultiple(of: 2) ? book.completeGoal(records.goal) : book.reopenGoal(records.goal)
      },
    ]
  }

  private func name(_ conflict: Conflict) -> String {
    let part: String? =
      switch conflict.part {
      case nil: nil
      case .item(_, let name): name
      case .category(let key): key
      }
    return [conflict.record.kind, part, conflict.field?.rawValue ?? "deletion"].compactMap { $0 }
      .joined(separator: " ")
  }

  @Test("Three devices list the same conflicts, those of a naive model, and settle them all")
  func everywhere() throws {
    var random = random
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    let records = try records(laptop.book)
    try laptop.sync(shared)
    let devices = [
      laptop, try SyncDevice.join("phone", in: scratch, from: shared),
      try SyncDevice.join("tablet", in: scratch, from: shared),
    ]
    func exchange() throws { for _ in 0..<2 { for device in devices { try device.sync(shared) } } }
    try exchange()
    var (seen, settled): (Set<String>, Int) = ([], 0)
    for round in 0..<8 {
      // The last value that each device gave a field in this round.
      var given: [String: [String: Int]] = [:]
      for _ in 0..<60 {
        let device = try #require(devices.randomElement(using: &random))
        device.clock.move(by: Int64.random(in: 1...100_000, using: &random))
        let value = Int.random(in: 1...4, using: &random)
        do {
          if let field = followed(records).randomElement(using: &random), Bool.random(using: &random) {
            if try !field.set(device.book, value).positions.isEmpty {
              given[field.name, default: [:]][device.name] = field.name.hasSuffix("Over") ? value % 2 : value
            }
          } else {
            _ = try others(records).randomElement(using: &random)?(device.book, value)
          }
        } catch is Rejection {
        }
      }
      // A record that comes back brings what was undecided when it was deleted.
      let mayGo = [
        records.deletedGroup.stream, records.deletedGoal.stream, records.deleted.stream, records.draft.stream,
      ]
      let before = try devices.map {
        try $0.book.conflicts().filter { !mayGo.contains($0.record) && $0.part == nil }
      }
      #expect(before.allSatisfy { $0.isEmpty }, "\(told) one device disagrees with nobody")
      try exchange()
      let lists = try devices.map { try $0.book.conflicts() }
      #expect(lists[1] == lists[0] && lists[2] == lists[0], "\(told) round \(round)")
      let names = Set(lists[0].filter { !mayGo.contains($0.record) }.map(name))
      for (field, _) in followed(records) {
        let isDisputed = Set((given[field] ?? [:]).values).count > 1
        #expect(names.contains(field) == isDisputed, "\(told) round \(round): \(field) \(given[field] ?? [:])")
      }
      let counted = try laptop.book.transaction(records.receipt).row.conflictCount
      let ofReceipt = lists[0].filter { $0.transaction == records.receipt }
      let parts = Set(
        ofReceipt.map { conflict in
          if case .item(_, let name)? = conflict.part { return name }
          return name(conflict)
        })
      #expect(counted == parts.count, "\(told) the receipt counts \(counted), and the list has \(parts)")
      seen.formUnion(lists[0].map(name))
      #expect(lists[0].allSatisfy { $0.values.count > 1 }, told)
      for _ in 0..<60 {
        let device = try #require(devices.randomElement(using: &random))
        guard let conflict = try device.book.conflicts().randomElement(using: &random) else { break }
        let choice = try #require(conflict.values.randomElement(using: &random))
        try device.book.settle(conflict, on: choice)
        try exchange()
        settled += 1
        for other in devices {
          let left = try other.book.conflicts(of: conflict.record)
          #expect(
            !left.contains { $0.field == conflict.field && $0.part == conflict.part },
            "\(told) \(name(conflict)) on \(choice)")
        }
      }
      let left = try laptop.book.conflicts()
      #expect(left.isEmpty, "\(told) round \(round): \(left.map(name))")
    }
    #expect(seen.intersection(followed(records).map(\.name)).count > 5, "\(told) \(seen)")
    #expect(seen.contains { $0.hasSuffix("deletion") } && settled > 20, "\(told) \(settled)")
  }

  @Test("Two devices that change a budget by an amount disagree, even if both get the same sum")
  func changes() throws {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    let month = BudgetScope(laptop.book.today.civilMonth, .eur)
    for category in ["food", "taxi", "hotel"] {
      try laptop.book.budget("100", for: category, in: month, locale: .default)
    }
    try laptop.sync(shared)
    let devices = [laptop, try SyncDevice.join("phone", in: scratch, from: shared)]
    func conflicts(after commands: [(Book) throws -> Done]) throws -> [String] {
      for (device, command) in zip(devices, commands) { _ = try command(device.book) }
      for _ in 0..<2 { for device in devices { try device.sync(shared) } }
      let lists = try devices.map { try $0.book.conflicts() }
      #expect(lists[0].map(name) == lists[1].map(name))
      for conflict in lists[0] {
        _ = try laptop.book.settle(conflict, on: try #require(conflict.values.first))
      }
      for _ in 0..<2 { for device in devices { try device.sync(shared) } }
      for device in devices { #expect(try device.book.conflicts().isEmpty) }
      return lists[0].map(name)
    }
    func set(_ typed: String, _ category: String) -> (Book) throws -> Done {
      { try $0.budget(typed, for: category, in: month, locale: .default) }
    }
    func move(_ source: String, _ target: String) -> (Book) throws -> Done {
      { try $0.moveBudget(eur(1_000), from: source, to: target, in: month) }
    }
    #expect(try conflicts(after: [set("120", "food"), set("120", "food")]) == [])
    #expect(try conflicts(after: [set("+20", "food"), set("+20", "food")]) == ["budget food budgeted"])
    #expect(try conflicts(after: [set("+20", "hotel"), set("120", "hotel")]) == ["budget hotel budgeted"])
    #expect(
      try conflicts(after: [move("taxi", "food"), move("taxi", "hotel")]) == ["budget taxi budgeted"])
    #expect(
      try conflicts(after: [move("taxi", "food"), move("taxi", "food")])
        == ["budget food budgeted", "budget taxi budgeted"])
    let budgeted = try laptop.book.budgetSheet(.eur).month(month.month)["food"].budgeted
    try laptop.book.record(
      RecordRequest(
        money: eur(budgeted + 500), date: laptop.book.today, category: "food", payment: .cash))
    for device in devices + devices { try device.sync(shared) }
    // The last value has what both changed.
    for (device, typed) in zip(devices, ["+20", "+5"]) {
      try device.book.budget(typed, for: "hotel", in: month, locale: .default)
    }
    let before = try laptop.book.conflicts()
    #expect(before.isEmpty)
    for device in devices + devices { try device.sync(shared) }
    let changed = try #require(try laptop.book.conflicts().first)
    #expect(
      changed.values.map(\.change) == ["+5", "+20", "all changes"]
        || changed.values.map(\.change) == ["+20", "+5", "all changes"])
    let amounts = changed.values.compactMap { $0.value?.money?.minorUnits }
    let base = try #require(changed.values[0].basedOn?.money?.minorUnits)
    #expect(amounts.sorted() == [base + 500, base + 2_000, base + 2_500])
    _ = try laptop.book.settle(changed, on: changed.values[2])
    #expect(try laptop.book.budgetSheet(.eur).month(month.month)["hotel"].budgeted == base + 2_500)
    for device in devices + devices { try device.sync(shared) }
    for device in devices { #expect(try device.book.conflicts().isEmpty) }
    let cover = { (category: String) -> (Book) throws -> Done in
      { try $0.coverBudget(category, from: "taxi", in: month) }
    }
    #expect(try conflicts(after: [cover("food"), cover("food")]) == [])
  }
}
