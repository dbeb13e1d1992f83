import Foundation
import Testing
import YNABTestService

@testable import events

@Suite(
  "YNAB with two devices, and with two plans",
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "needs curl")
)
struct YNABDevicesTests {
  /// The transactions in YNAB that copies of a ledger name, by receipt.
  private func remotes(_ budget: Budget) throws -> [String: String] {
    let rows = try budget.json("status").compactMap { row -> (String, String)? in
      guard let receipt = row["transaction"] as? String, let remote = row["remote"] as? String else {
        return nil
      }
      return (receipt, remote)
    }
    return Dictionary(rows, uniquingKeysWith: { $1 })
  }

  @Test("RY-14 Equal purchases of two devices that sync later are two transactions in YNAB")
  func equalPurchases() throws {
    let (first, second, shared) = try Ledger.joined()
    let laptop = try Budget(first)
    let phone = try Budget(second, laptop.service)
    let ids = [try first.add("5.00", "--vendor", "Rewe"), try second.add("5.00", "--vendor", "Rewe")]
    #expect(laptop.ynab("push", ids[0], "--account", "checking").code == .ok)
    // The phone cannot know that this is another purchase.
    #expect(phone.ynab("push", ids[1], "--account", "checking").code == .ok)
    #expect(laptop.service.transactions.count == 1)
    for ledger in [first, second, first] { #expect(ledger.run("sync", shared).code == .ok) }
    #expect(try Set(remotes(laptop).values).count == 1)
    for budget in [laptop, phone] {
      #expect(budget.ynab("status").output.contains("waits for the next push"))
      // Each device mends it by itself, and both do the same.
      let pushed = budget.ynab("sync")
      #expect(pushed.code == .ok, "\(pushed.output) \(pushed.errors)")
    }
    for ledger in [first, second, first] { #expect(ledger.run("sync", shared).code == .ok) }
    let there = laptop.service.transactions
    #expect(there.map(\.importID) == ["YNAB:-5000:2026-06-12:1", "YNAB:-5000:2026-06-12:2"])
    for budget in [laptop, phone] {
      #expect(try Set(remotes(budget).values) == Set(there.map(\.id)))
      #expect(try Set(remotes(budget).keys) == Set(ids))
      #expect(!budget.ynab("status").output.contains("waits"))
      #expect(budget.ynab("sync").output.hasPrefix("Merged 0 fields."))
    }
    #expect(laptop.service.transactions.count == 2 && laptop.service.violations.isEmpty)
  }

  @Test(
    "RY-14 A purchase of another payee or memo takes the next number at once",
    arguments: [["--vendor", "Edeka"], ["--vendor", "Rewe", "--note", "for the office"]])
  func otherPurchases(options: [String]) throws {
    let (first, second, _) = try Ledger.joined()
    let laptop = try Budget(first)
    let phone = try Budget(second, laptop.service)
    let id = try first.add("5.00", "--vendor", "Rewe")
    let recorded = second.run(
      ["add", "--amount", "5.00", "--date", "2026-06-12", "--category", "food", "--payment", "card", "--json"]
        + options)
    let other = try #require(
      try objects(recorded.output).first?["transaction"] as? String, "\(recorded.errors)")
    #expect(laptop.ynab("push", id, "--account", "checking").code == .ok)
    let pushed = phone.ynab("push", other, "--account", "checking")
    #expect(pushed.code == .ok && !pushed.output.contains("already"), "\(pushed.output)")
    #expect(
      laptop.service.transactions.compactMap(\.importID).map { String($0.suffix(1)) } == ["1", "2"])
  }

  @Test("A change in YNAB is no correction by a person, and counts neither for nor against the extractor")
  func changedThere() throws {
    let budget = try Budget()
    let ledger = budget.ledger
    let id = try ledger.capture(
      "REWE Markt GmbH\nKöln\nBrot 2,00\nMilch 3,00\nSUMME EUR 5,00\nKarte\n12.06.2026 10:00\n")
    for (field, value) in [("category", "food"), ("vendor", "Rewe")] {
      #expect(ledger.run("correct", id, field, value).code == .ok)
    }
    #expect(ledger.run("save", id).code == .ok)
    #expect(budget.ynab("push", id, "--account", "checking").code == .ok)
    #expect(budget.ynab("pull").code == .ok)
    let sentence = ledger.run("audit", id).output
    #expect(sentence.contains("corrected 1 field") && !sentence.contains("YNAB ·"), "\(sentence)")
    func total() throws -> [String: Any] {
      let fields = try ledger.json("audit", "--all")["fields"] as? [[String: Any]] ?? []
      return fields.first { $0["field"] as? String == "total" } ?? [:]
    }
    let before = try total()
    #expect(before["right"] as? Int == 1, "\(before)")
    budget.service.edit(budget.service.transactions[0].id) { $0.amount = -5_500 }
    #expect(budget.ynab("pull").output == "Merged 1 field.\n")
    let audit = ledger.run("audit", id).output
    #expect(audit.contains("you corrected 1 field · ") && audit.contains("1 field changed in YNAB"), "\(audit)")
    #expect(audit.contains("by remote/ynab") && audit.contains("€5.50"), "\(audit)")
    #expect(try total()["corrected"] as? Int ?? 0 == 0)
    #expect(ledger.run("show", id).output.contains("changed in YNAB"))
    // It wins over what a person had typed before, and a later correction wins over it.
    #expect(ledger.run("correct", id, "total", "6.00").code == .ok)
    #expect(ledger.run("audit", id).output.contains("you corrected 2 fields"))
    #expect(budget.ynab("push").code == .ok)
    budget.service.edit(budget.service.transactions[0].id) { $0.amount = -6_500 }
    #expect(budget.ynab("pull").output == "Merged 1 field.\n")
    #expect(ledger.run("receipt", id).output.contains("6.50"))
    #expect(ledger.run("verify").code == .ok && ledger.run("rebuild", "--check").code == .ok)
  }

  @Test("A link belongs to a plan, and --plan for one run leaves the usual plan as it is")
  func plans() throws {
    let budget = try Budget()
    budget.service.hasSecondPlan = true
    #expect(budget.ynab("accounts").errors.contains("Trip"))
    #expect(budget.ynab("accounts", "--plan", "Home", "--account", "Checking").code == .ok)
    #expect(budget.ynab("categories", "--plan", "Trip").code == .ok)
    #expect(budget.ynab("link", "food", "Groceries", "--plan", "Trip").code == .ok)
    #expect(try budget.json("plans").map { $0["chosen"] as? Bool } == [true, false])
    #expect(try budget.json("categories").map { $0["linked"] as? [String] } == [[], []])
    #expect(
      try budget.json("categories", "--plan", "Trip").map { $0["linked"] as? [String] } == [[], ["food"]])
    // The usual account is one of the usual plan.
    let id = try budget.ledger.add("5.00", "--vendor", "Rewe")
    #expect(budget.ynab("push", id, "--plan", "Trip").errors.contains("no account is chosen"))
    #expect(budget.ynab("push", id).code == .ok)
    #expect(budget.service.transactions.map(\.category) == [nil])
    #expect(budget.ynab("link", "food", "--none", "--plan", "Trip").code == .ok)
    #expect(try budget.json("categories", "--plan", "Trip").map { $0["linked"] as? [String] } == [[], []])
  }

  @Test("The status tells what changed since a receipt was sent, and conflicts show amounts of the currency")
  func unsent() throws {
    let budget = try Budget()
    #expect(budget.ynab("link", "food", "Groceries").code == .ok)
    let id = try budget.ledger.add("5.00", "--vendor", "Rewe", "--note", "lunch")
    #expect(budget.ynab("push", id, "--account", "checking").code == .ok)
    #expect(budget.ynab("pull").code == .ok)
    #expect(try budget.json("status", id)[0]["unsent"] as? [String] == [])
    #expect(budget.ledger.run("correct", id, "note", "dinner").code == .ok)
    #expect(try budget.json("status", id)[0]["unsent"] as? [String] == ["memo"])
    #expect(budget.ynab("status").output.contains("changed since: memo"))
    budget.service.edit(budget.service.transactions[0].id) { $0.amount = -7_250 }
    #expect(budget.ledger.run("correct", id, "total", "6.00").code == .ok)
    #expect(budget.ynab("pull").code == .no)
    let shown = budget.ynab("conflicts").output
    #expect(shown.contains("here €6.00, in YNAB €7.25"), "\(shown)")
    let amount = try budget.json("conflicts").first?["theirs"] as? [String: Any]
    #expect(amount?["minorUnits"] as? Int == 725)
  }

  @Test("A transfer is sent once, as a transfer to the account of the same name")
  func transfer() throws {
    let budget = try Budget()
    for name in ["Checking", "Savings", "Elsewhere"] {
      #expect(budget.ledger.run("account", "open", name, "--date", "2026-06-01").code == .ok)
    }
    func transfer(to name: String) throws -> String {
      let outcome = budget.ledger.run(
        "transfer", "20", "Checking", name, "--date", "2026-06-12", "--json")
      #expect(outcome.code == .ok, "\(outcome.errors)")
      return try #require(try objects(outcome.output).first?["transaction"] as? String)
    }
    let id = try transfer(to: "Savings")
    let pushed = budget.ynab("push", id, "--account", "Checking")
    #expect(pushed.code == .ok, "\(pushed.output) \(pushed.errors)")
    let there = budget.service.transactions
    #expect(there.map(\.amount).sorted() == [-20_000, 20_000])
    #expect(there.first { $0.account == TestService.checking }?.transferAccount == TestService.savings)
    #expect(budget.ynab("push", id).output.contains("unchanged"))
    #expect(budget.ynab("sync").output.hasPrefix("Merged 0 fields."))
    let unknown = budget.ynab("push", try transfer(to: "Elsewhere"), "--account", "Checking")
    #expect(unknown.code == .no && unknown.output.contains("the same name"), "\(unknown.output)")
    let wrong = budget.ynab("push", try transfer(to: "Savings"), "--account", "Savings")
    #expect(wrong.code == .no && wrong.output.contains("from the account that it leaves"), "\(wrong.output)")
    #expect(budget.service.transactions.count == 2 && budget.service.violations.isEmpty)
  }
}
