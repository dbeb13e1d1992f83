import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Testing
import YNABTestService

@testable import LedgerYNAB

/// Random pushes, pulls, changes on both sides, failures and crashes.
///
/// The sample of a normal run is small. `tools/test --nightly` has all of them.
@Suite("Random scenarios with YNAB")
struct ScenarioTests {
  static let count = Extent.of(25, nightly: 10_000)

  @Test("No transaction is lost or doubled, and both sides are equal but for the listed conflicts")
  func scenarios() throws {
    for seed in 1...UInt64(Self.count) {
      var scenario = try Scenario(seed)
      try scenario.run()
      let problems = try scenario.problems()
      #expect(problems.isEmpty, "seed \(seed): \(problems)\n\(scenario.steps.joined(separator: "\n"))")
      if !problems.isEmpty { return }
    }
  }
}

private struct Scenario {
  private let scene: Scene
  private var random: SeededGenerator
  private var ids: [TransactionID] = []
  private(set) var steps: [String] = []

  init(_ seed: UInt64) throws {
    scene = try Scene()
    random = SeededGenerator(seed: seed)
    if seed.isMultiple(of: 3) { scene.settings.prefix = .events }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  mutating func run() throws {
    for _ in 0..<number(5...25) { try step() }
    // The failures end: two syncs bring both sides together.
    scene.service.fail(nil)
    for _ in 0..<2 {
      try scene.pull()
      try scene.push(ids)
    }
  }

  private mutating func step() throws {
    setFaults()
    switch number(0...9) {
    case 0...2:
      // Few amounts, so that equal receipts are frequent.
      let id = try scene.add(Int64(number(1...3)) * 100, note: chance(50) ? "n\(number(1...3))" : nil)
      if chance(30) {
        let money = try #require(try scene.book.transaction(id).row.money)
        try scene.book.addItems([LineItem(name: "all of it", money: money)], to: id)
      }
      ids.append(id)
      steps.append("add \(id)")
    case 3...5:
      let some = ids.filter { _ in chance(60) }
      let withItems = chance(40)
      if chance(25) {
        let sync = try scene.sync(killedAfter: number(1...5))
        do {
          _ = try sync.push(some, plan: TestService.plan, account: TestService.checking, withItems: withItems)
        } catch is Scene.Killed {} catch is YNABError {}
        try scene.reopen()
        steps.append("push \(some.count) and kill")
      } else if chance(25) {
        let transport = StoppingTransport(ServiceTransport(service: scene.service), after: number(1...3))
        do { try scene.push(some, withItems: withItems, transport) } catch is StoppingTransport.Stopped {
        } catch is YNABError {}
        try scene.reopen()
        steps.append("push \(some.count) and crash")
      } else {
        do { try scene.push(some, withItems: withItems) } catch is YNABError {}
        steps.append("push \(some.count)")
      }
    case 6:
      if chance(30) {
        var sync = try scene.sync(killedAfter: number(1...5))
        do { _ = try sync.pull() } catch is Scene.Killed {} catch is YNABError {}
        // The next process reads what this one kept.
        scene.settings = sync.settings
        try scene.reopen()
        steps.append("pull and kill")
      } else {
        do { try scene.pull() } catch is YNABError {}
        steps.append("pull")
      }
    case 7:
      guard let id = ids.randomElement(using: &random) else { return }
      let command: TransactionCommand =
        chance(50)
        ? .correct(.note, .text("local \(number(1...3))"))
        : .correct(.category, .text(chance(50) ? "food" : "taxi"))
      do { try scene.book.perform(command, on: id) } catch Rejection.copyIsFrozen {}
      steps.append("change here \(id)")
    case 8:
      let (memo, dining) = ("remote \(number(1...3))", chance(50))
      guard let one = scene.service.transactions.filter({ !$0.isDeleted }).randomElement(using: &random) else {
        return
      }
      scene.service.edit(one.id) { stored in
        stored.memo = memo
        if !stored.parts.isEmpty { stored.parts[0].memo = memo }
        if stored.parts.isEmpty { stored.category = dining ? TestService.dining : TestService.groceries }
        stored.payee = "renamed"
      }
      steps.append("change there \(one.id)")
    default:
      guard chance(30), let one = scene.service.transactions.randomElement(using: &random) else { return }
      scene.service.edit(one.id) { $0.isDeleted = true }
      steps.append("delete there \(one.id)")
    }
  }

  private mutating func setFaults() {
    let seed = random.next()
    let percent = chance(50) ? 0 : number(10...60)
    scene.service.fail { request, method, _ in
      var local = SeededGenerator(seed: seed &+ UInt64(request))
      guard Int.random(in: 1...100, using: &local) <= percent else { return nil }
      switch Int.random(in: 0...4, using: &local) {
      case 0: return .status(429, retryAfter: Int.random(in: 0...100, using: &local))
      case 1: return .status(500)
      case 2: return .cutBefore
      case 3: return .cutAfter
      default: return .status(503)
      }
    }
  }

  /// The promises that are broken.
  func problems() throws -> [String] {
    var problems = scene.service.violations
    let there = scene.service.transactions
    let rows = try scene.book.copies()
    // Every receipt that was asked for is there once.
    let remotes = rows.compactMap(\.remote)
    if Set(remotes).count != remotes.count { problems.append("two copies are one transaction") }
    if there.count != rows.count { problems.append("\(rows.count) copies, \(there.count) transactions there") }
    for row in rows {
      let state = try scene.book.copy(row.id)
      guard let remote = there.first(where: { $0.id == row.remote }) else {
        // YNAB keeps the import_id of what was deleted there before its answer arrived.
        if there.contains(where: { $0.isDeleted && $0.importID == row.importID }) { continue }
        problems.append("\(row.transaction) is lost: \(row.phase)")
        continue
      }
      if row.phase != .copied { problems.append("\(row.transaction) is \(row.phase)") }
      if remote.isDeleted {
        if !row.isDeletedThere { problems.append("the deletion of \(remote.id) is not known") }
        continue
      }
      let local = try scene.book.transaction(row.transaction).row
      let frozen = row.withItems
      if state.conflicts[CopyEvent.Key(.memo)] == nil, local.note != remote.memo {
        problems.append("memo \(local.note ?? "-") is \(remote.memo ?? "-") there")
      }
      let category = local.category.flatMap { scene.links[$0] }
      if !frozen, state.conflicts[CopyEvent.Key(.category)] == nil, category != remote.category {
        problems.append("category \(category ?? "-") is \(remote.category ?? "-") there")
      }
      if Int(local.money?.minorUnits ?? 0) * -10 != remote.amount { problems.append("amounts differ") }
      let parts = try scene.book.transaction(row.transaction).state.lineItems.compactMap(\.content)
      if frozen, parts.map(\.name) != remote.parts.map({ $0.memo ?? "" }) {
        problems.append("parts \(parts.map(\.name)) are \(remote.parts.compactMap(\.memo)) there")
      }
      if local.vendor != "Rewe" { problems.append("the payee came back") }
    }
    return problems
  }
}
