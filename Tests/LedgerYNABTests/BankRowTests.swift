import EventLog
import Foundation
import LedgerBook
import LedgerDomain
import LedgerTestSupport
import Testing
import YNABTestService

@testable import LedgerYNAB

@Suite("Receipts that meet the row of a bank, and answers without a transaction")
struct BankRowTests {
  @Test(
    "A bank’s row gets the category and the memo in the same push, and stays cleared", arguments: [nil, "bank"])
  func category(memo: String?) throws {
    let scene = try Scene()
    scene.service.addFromBank(
      date: "2026-06-12", amount: -3_000, importID: "YNAB:-3000:2026-06-12:1", memo: memo)
    let id = try scene.add(300)
    let results = try scene.push([id])
    guard case .copied(_, [], true)? = results.first?.outcome else { return #expect(Bool(false), "\(results)") }
    let there = scene.service.transactions
    #expect(there.count == 1 && there[0].category == TestService.groceries && there[0].memo == nil)
    #expect(there[0].cleared == "cleared")
    #expect(try scene.book.transaction(id).row.isCleared)
    #expect(try scene.push([id]).map(\.outcome) == [.unchanged] && scene.pull() == PullReport())
  }

  @Test("The amount that a bank settled stays in YNAB, and the receipt gets it")
  func settled() throws {
    let scene = try Scene()
    scene.service.addFromBank(date: "2026-06-12", amount: -3_500, importID: "YNAB:-3000:2026-06-12:1")
    let id = try scene.add(300)
    try scene.push([id])
    #expect(scene.amounts == [-3_500])
    #expect(try scene.book.transaction(id).row.money?.minorUnits == 350)
  }

  @Test("A bank’s row becomes a split with the line items, also after a lost answer", arguments: [false, true])
  func split(isLost: Bool) throws {
    let scene = try Scene()
    scene.service.addFromBank(date: "2026-06-12", amount: -3_000, importID: "YNAB:-3000:2026-06-12:1")
    let id = try scene.add(300)
    try scene.book.addItems(
      [
        LineItem(name: "bread", money: Money(minorUnits: 100, currency: .eur)),
        LineItem(name: "wine", money: Money(minorUnits: 200, currency: .eur), category: "taxi"),
      ], to: id)
    if isLost { scene.service.fail { _, method, _ in method == "PATCH" ? .cutAfter : nil } }
    try scene.push([id], withItems: true)
    scene.service.fail(nil)
    if isLost { try scene.push([id], withItems: true) }
    let there = scene.service.transactions
    #expect(there.count == 1 && there[0].parts.map(\.amount) == [-1_000, -2_000])
    #expect(there[0].parts.map(\.category) == [TestService.groceries, TestService.dining])
    #expect(scene.service.violations.isEmpty)
    #expect(try scene.push([id]).map(\.outcome) == [.unchanged] && scene.pull() == PullReport())
    scene.service.edit(there[0].id) { $0.parts[1].memo = "champagne" }
    #expect(try scene.pull().mergedCount == 1)
  }

  @Test(
    "A refusal without a transaction, and an answer without content, are no deletion", arguments: [409, 201])
  func noDeletion(status: Int) throws {
    let scene = try Scene()
    let ids = [try scene.add(100), try scene.add(200), try scene.add(300)]
    let body = #"{"data":{"transaction_ids":[],"server_knowledge":1}}"#
    scene.service.fail { _, method, _ in method == "POST" ? .answer(status, [:], Array(body.utf8)) : nil }
    for result in try scene.push(ids) {
      guard case .postponed = result.outcome else { return #expect(Bool(false), "\(result)") }
    }
    scene.service.fail(nil)
    try scene.push(ids)
    #expect(scene.amounts == [-3_000, -2_000, -1_000])
    #expect(try scene.book.copies().allSatisfy { $0.phase == .copied && !$0.isDeletedThere })
  }

  @Test("One import_id that YNAB knows does not hold back the others of the request")
  func oneOfMany() throws {
    let scene = try Scene()
    let ids = [try scene.add(100), try scene.add(200)]
    scene.service.addFromBank(date: "2026-06-12", amount: -1_000, importID: "YNAB:-1000:2026-06-12:1")
    scene.service.fail { request, method, _ in method == "POST" && request == 1 ? .status(409) : nil }
    try scene.push(ids)
    #expect(scene.amounts == [-2_000, -1_000])
    #expect(try scene.book.copies().map(\.phase) == [.copied, .copied])
  }

  @Test("A first pull that does not list a copy is no deletion, and a deletion is learned from the next answer")
  func firstPull() throws {
    let scene = try Scene()
    let id = try scene.add(100)
    try scene.push([id])
    let empty = Array(#"{"data":{"transactions":[],"server_knowledge":1}}"#.utf8)
    scene.service.fail { _, _, _ in .answer(200, [:], empty) }
    #expect(try scene.pull() == PullReport())
    scene.service.fail(nil)
    scene.service.edit(scene.service.transactions[0].id) { $0.date = "2020-01-01" }
    #expect(try scene.pull().deleted.isEmpty)
    scene.settings.knowledge = [:]
    scene.service.edit(scene.service.transactions[0].id) { $0.isDeleted = true }
    #expect(try scene.pull().deleted == [id])
  }

  @Test("A transaction of the import_id that is deleted there is told as such")
  func deleted() throws {
    let scene = try Scene()
    scene.service.addFromBank(date: "2026-06-12", amount: -1_000, importID: "YNAB:-1000:2026-06-12:1")
    scene.service.edit(scene.service.transactions[0].id) { $0.isDeleted = true }
    let results = try scene.push([try scene.add(100)])
    guard case .refused(let reason)? = results.first?.outcome else { return #expect(Bool(false), "\(results)") }
    #expect(reason.contains("deleted there"))
  }

  @Test("Links of an older version are those of the usual plan")
  func oldLinks() throws {
    let temporary = TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: temporary.path + "/ynab", withIntermediateDirectories: true)
    let old =
      #"{"account":null,"knowledge":{},"links":{"food":"g"},"plan":"p","prefix":"ynab","withItems":false}"#
    try Data(old.utf8).write(to: URL(fileURLWithPath: temporary.path + "/ynab/settings.json"))
    let settings = try YNABSettings(ledgerFolder: temporary.path)
    #expect(settings.links == ["p": ["food": "g"]])
    try settings.save(ledgerFolder: temporary.path)
    #expect(try YNABSettings(ledgerFolder: temporary.path) == settings)
  }
}
