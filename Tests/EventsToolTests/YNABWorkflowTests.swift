import Foundation
import Testing
import YNABTestService

@testable import events

@Suite(
  "The commands about YNAB",
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "needs curl")
)
struct YNABWorkflowTests {
  @Test("The usual account and a link of a category are kept, and a push uses them")
  func choices() throws {
    let budget = try Budget()
    let accounts = budget.ynab("accounts", "--account", "Savings")
    #expect(accounts.code == .ok && accounts.output.contains("Checking"), "\(accounts.errors)")
    #expect(try budget.json("accounts").compactMap { $0["chosen"] as? Bool } == [false, true])
    let linked = budget.ynab("link", "food", "groceries")
    #expect(linked.code == .ok && linked.output == "food is sent as groceries.\n", "\(linked.errors)")
    #expect(budget.ynab("link", "food", "nothing").code == .noInput)
    let categories = try budget.json("categories")
    #expect(categories.map { $0["linked"] as? [String] } == [[], ["food"]])
    let id = try budget.ledger.add("5.00", "--vendor", "Rewe")
    #expect(budget.ynab("push", id).code == .ok)
    let there = budget.service.transactions
    #expect(there.map(\.account) == [TestService.savings] && there.map(\.category) == [TestService.groceries])
    #expect(budget.ynab("link", "food", "--none").output == "food is not linked.\n")
  }

  @Test("A conflict is listed, waits through a sync, and is settled by a person")
  func conflict() throws {
    let budget = try Budget()
    let id = try budget.ledger.add("5.00", "--vendor", "Rewe", "--note", "lunch")
    #expect(budget.ynab("push", id, "--account", "checking").code == .ok)
    #expect(budget.ynab("pull").output == "Merged 0 fields.\n")
    budget.service.edit(budget.service.transactions[0].id) { $0.memo = "theirs" }
    #expect(budget.ledger.run("correct", id, "note", "ours").code == .ok)
    let pulled = budget.ynab("sync")
    #expect(pulled.code == .no && pulled.output.contains("1 field changed on both sides"), "\(pulled.output)")
    let listed = try budget.json("conflicts")
    #expect(listed.map { $0["ours"] as? String } == ["ours"] && listed[0]["theirs"] as? String == "theirs")
    #expect(budget.ynab("conflicts").output.contains("settle"))
    #expect(budget.ynab("settle", id, "memo", "mine").code == .usage)
    #expect(budget.ynab("settle", id, "memo", "ours").output.contains("Kept here"))
    #expect(budget.ynab("settle", id, "memo", "ours").code == .noInput)
    #expect(budget.ynab("sync").code == .ok)
    #expect(budget.service.transactions[0].memo == "ours" && budget.ynab("conflicts").output.isEmpty)
  }

  @Test("RY-15 A receipt that is detached is sent again; RY-22 the months tell how often receipts were sent")
  func detach() throws {
    let budget = try Budget()
    let id = try budget.ledger.add("5.00", "--vendor", "Rewe")
    #expect(budget.ynab("detach", id).code == .noInput)
    #expect(budget.ynab("push", id, "--account", "checking").code == .ok)
    let remote = try #require(budget.service.transactions.first)
    let audit = budget.ledger.run("audit", id, "--json").output
    for word in ["CopyRequested", "CopyAttempted", "CopyAcknowledged", remote.id, remote.importID ?? "-"] {
      #expect(audit.contains(word), "\(word): \(audit)")
    }
    budget.service.edit(remote.id) { $0.isDeleted = true }
    let pulled = budget.ynab("pull")
    #expect(pulled.code == .no && pulled.output.contains("is deleted in YNAB"), "\(pulled.output)")
    #expect(budget.ynab("detach", id).output.contains("Detached"))
    #expect(budget.ynab("push", id, "--account", "checking").code == .ok)
    #expect(budget.service.transactions.map(\.isDeleted) == [true, false])
    let usage = try budget.ledger.json("status", "--usage")
    #expect(usage["sent"] as? Int == 1 && usage["scans"] as? Int == 0, "\(usage)")
    let other = try budget.json("status", "--usage")
    #expect(other.map { $0["sent"] as? Int } == [1])
  }
}
