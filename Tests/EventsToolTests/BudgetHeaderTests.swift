import Foundation
import Testing

@testable import events

@Suite("FF-03: header groups of a budget")
struct BudgetHeaderTests {
  private static func ledger() throws -> Ledger {
    let ledger = try BudgetCommandTests.ledger()
    for words in [
      ["change", "food", "--header", "Everyday"], ["change", "taxi", "--header", "Travel"],
      ["change", "flight", "--header", "travel"],
    ] {
      let changed = ledger.run(["category"] + words)
      try #require(changed.code == .ok, "\(changed.errors)")
    }
    BudgetCommandTests.budget(ledger, "set", "food", "40")
    BudgetCommandTests.budget(ledger, "set", "taxi", "10")
    BudgetCommandTests.budget(ledger, "set", "flight", "300")
    return ledger
  }

  /// The groups: name, categories, and the sums of what is budgeted, spent and available.
  private static func groups(_ ledger: Ledger, _ options: String...) throws -> [String] {
    let outcome = ledger.run(["budget", "--month", "2026-05", "--currency", "EUR", "--json"] + options)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    return (object?["groups"] as? [[String: Any]] ?? []).map { group in
      let sums = ["budgeted", "activity", "available"].map { key in
        (group[key] as? [String: Any])?["minorUnits"] as? Int ?? -1
      }
      let keys = (group["categories"] as? [[String: Any]] ?? []).map { $0["category"] as? String ?? "?" }
      return "\(group["name"] as? String ?? "-"): \(keys.joined(separator: " ")) \(sums)"
    }
  }

  private static let first = [
    "Everyday: food [4000, -5600, -1600]", "travel: flight taxi [31000, 0, 31000]", "-: hotel other [0, 0, 0]",
  ]

  @Test("Categories are summed under their header, case aside, and those without come last")
  func sums() throws {
    let ledger = try Self.ledger()
    #expect(try Self.groups(ledger) == Self.first)
    let text = ledger.run("budget", "--month", "2026-05", "--currency", "EUR").output
    #expect(text.contains("  Everyday            €40.00    €56.00    -€16.00\n"), "\(text)")
    let collapsed = ledger.run("budget", "--month", "2026-05", "--currency", "EUR", "--collapsed").lines
    #expect(collapsed.contains { $0.contains("travel") } && !collapsed.contains { $0.contains("Taxi") })
    #expect(collapsed.last?.contains("All categories") == true)
    #expect(ledger.run("rebuild", "--check").code == .ok && ledger.run("verify").code == .ok)
  }

  @Test("A ledger without headers has one group without a name, as before")
  func none() throws {
    let ledger = try BudgetCommandTests.ledger()
    #expect(try Self.groups(ledger) == ["-: food hotel flight taxi other [0, -5600, -5600]"])
    #expect(!ledger.run("budget", "--month", "2026-05").output.contains("Without a header"))
  }

  @Test("Categories and whole headers are moved and renamed, each undone by one undo")
  func moves() throws {
    let ledger = try Self.ledger()
    #expect(ledger.run("category", "move", "taxi", "--before", "flight").code == .ok)
    #expect(try Self.groups(ledger).first { $0.hasPrefix("Travel: taxi flight") } != nil)
    #expect(ledger.run("category", "header", "Travel", "--before", "Everyday").code == .ok)
    #expect(try Self.groups(ledger).map { $0.prefix(6) } == ["Travel", "Everyd", "-: hot"])
    #expect(ledger.run("category", "header", "travel", "--name", "On the road").code == .ok)
    #expect(try Self.groups(ledger)[0].hasPrefix("On the road: taxi flight"))
    #expect(try Self.groups(ledger, "--at", "HEAD~2")[0].hasPrefix("Travel"))
    for _ in 1...3 { #expect(ledger.run("undo").code == .ok) }
    #expect(try Self.groups(ledger) == Self.first)
    #expect(ledger.run("category", "change", "food", "--header", "").code == .ok)
    #expect(try Self.groups(ledger).last?.hasPrefix("-: food hotel other") == true)
    #expect(ledger.run("rebuild", "--check").code == .ok)
  }

  @Test(
    "What cannot be done is refused in words",
    arguments: [
      (["header", "Savings", "--last"], "there is no category in the header group “Savings”"),
      (["header", "Everyday"], "needs one of"), (["header", "Everyday", "--before", "Pets"], "“Pets”"),
      (["header", "Everyday", "--before", "everyday"], "before itself"),
      (["move", "food", "--before", "food"], "before itself"), (["move", "food"], "needs either"),
      (["move", "food", "--before", "fod"], "fod"),
    ])
  func refused(words: [String], reason: String) throws {
    let ledger = try Self.ledger()
    let before = try ledger.json("status")["events"] as? Int
    let outcome = ledger.run(["category"] + words)
    #expect(outcome.code != .ok && outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(try ledger.json("status")["events"] as? Int == before)
  }
}
