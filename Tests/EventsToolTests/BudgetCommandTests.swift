import Foundation
import Testing

@testable import events

@Suite("Budgets")
struct BudgetCommandTests {
  /// A ledger with a salary, and a receipt for food of 56.00 in May 2026.
  static func ledger() throws -> Ledger {
    let ledger = try Ledger()
    ledger.run("account", "open", "Giro", "--currency", "EUR", "--opening", "1000", "--date", "2026-05-01")
    ledger.run(
      "account", "open", "Depot", "--kind", "tracking", "--currency", "EUR", "--opening", "5000", "--date",
      "2026-05-01")
    for (kind, amount, category, account) in [
      ("income", "2000", "other", "Giro"), ("expense", "56", "food", "Giro"),
      ("expense", "10", "taxi", "Depot"),
      ("income", "70", "other", "Depot"),
    ] {
      let added = ledger.run(
        "add", "--kind", kind, "--amount", amount, "--currency", "EUR", "--date", "2026-05-10", "--category",
        category, "--payment", "cash", "--account", account)
      try #require(added.code == .ok, "\(added.errors)")
    }
    return ledger
  }

  /// To Budget, then budgeted, activity and available of each category with any amount.
  static func figures(_ ledger: Ledger, _ month: String = "2026-05", _ options: String...) throws -> [String] {
    let outcome = ledger.run(["budget", "--month", month, "--currency", "EUR", "--json"] + options)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    func units(_ value: Any?) -> Int { (value as? [String: Any])?["minorUnits"] as? Int ?? -1 }
    let group = (object?["groups"] as? [[String: Any]])?.first
    var lines = ["\(units(object?["toBudget"]))"]
    for category in group?["categories"] as? [[String: Any]] ?? [] {
      let figures = ["budgeted", "activity", "available"].map { units(category[$0]) }
      if figures != [0, 0, 0] { lines.append("\(category["category"] ?? "?") \(figures)") }
    }
    return lines
  }

  @discardableResult
  static func budget(_ ledger: Ledger, _ words: String...) -> Tool.Outcome {
    ledger.run(["budget"] + words + ["--month", "2026-05", "--currency", "EUR"])
  }

  @Test(
    "FF-05 Income and openings of budget accounts are To Budget; tracking accounts and transfers are neutral")
  func accounts() throws {
    let ledger = try Self.ledger()
    #expect(try Self.figures(ledger) == ["300000", "food [0, -5600, -5600]"])
    #expect(try Self.figures(ledger, "2026-04") == ["0"])
    #expect(try Self.figures(ledger, "2026-06") == ["294400"])
  }

  @Test("One undo after the other takes back what was budgeted, the latest first, and redo brings it back")
  func undos() throws {
    let ledger = try Self.ledger()
    let amounts = ["300", "350", "+50"]
    var before: [[String]] = []
    for amount in amounts {
      before.append(try Self.figures(ledger))
      Self.budget(ledger, "set", "food", amount)
    }
    let last = try Self.figures(ledger)
    for expected in before.reversed() {
      #expect(ledger.run("undo").code == .ok)
      #expect(try Self.figures(ledger) == expected)
    }
    for _ in amounts { #expect(ledger.run("redo").code == .ok) }
    #expect(try Self.figures(ledger) == last)
    #expect(ledger.run("undo").code == .ok)
    #expect(try Self.figures(ledger) == before[2])
  }

  @Test("FF-12 Amounts are set, changed, moved and covered; one undo takes back both halves of a move")
  func amounts() throws {
    let ledger = try Self.ledger()
    for words in [
      ["set", "food", "40"], ["set", "taxi", "300 - 270"], ["set", "taxi", "-5"], ["cover", "food"],
    ] {
      let outcome = ledger.run(["budget"] + words + ["--month", "2026-05", "--currency", "EUR"])
      #expect(outcome.code == .ok, "\(outcome.errors)")
    }
    let covered = ["291900", "food [5600, -5600, 0]", "taxi [2500, 0, 2500]"]
    #expect(try Self.figures(ledger) == covered)
    #expect(Self.budget(ledger, "move", "20", "taxi", "food").code == .ok)
    #expect(try Self.figures(ledger) == ["291900", "food [7600, -5600, 2000]", "taxi [500, 0, 500]"])
    #expect(ledger.run("undo", "--yes").code == .ok)
    #expect(try Self.figures(ledger) == covered)
    #expect(
      try Self.figures(ledger, "2026-05", "--at", "HEAD~7") == [
        "296000", "food [4000, -5600, -1600]",
      ])
    #expect(ledger.run("rebuild", "--check").code == .ok)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("FF-06 Overbudgeted and Overspent name the commands that mend them, and these do")
  func advice() throws {
    let ledger = try Self.ledger()
    Self.budget(ledger, "set", "hotel", "3100")
    let output = Self.budget(ledger).output
    #expect(output.contains("Overbudgeted by €100.00\n"))
    #expect(output.contains("events budget set hotel -100.00 --month 2026-05"))
    #expect(output.contains("Overspent in 1 category. To cover it: events budget cover food --month 2026-05"))
    #expect(Self.budget(ledger, "cover", "food").code == .no)
    #expect(Self.budget(ledger, "cover", "food", "--from", "hotel").code == .ok)
    Self.budget(ledger, "set", "hotel", "-100.00")
    let mended = Self.budget(ledger).output
    #expect(!mended.contains("Over") && mended.contains("To Budget €0.00\n"))
  }

  @Test("FF-01 FF-04 A month shows To Budget, and what is Budgeted and Available, without a sign for spending")
  func columns() throws {
    let ledger = try Self.ledger()
    Self.budget(ledger, "set", "food", "40")
    Self.budget(ledger, "set", "taxi", "30")
    let lines = Self.budget(ledger).lines
    #expect(lines[0] == "May 2026 · EUR" && lines[1] == "To Budget €2,930.00")
    #expect(lines.contains("                  Budgeted  Activity  Available"))
    #expect(lines.contains("  🍽️ Food           €40.00    €56.00    -€16.00  Overspent"))
    #expect(lines.contains("  All categories    €70.00    €56.00     €14.00"))
    #expect(ledger.run("budget").lines.contains { $0.hasPrefix("To Budget") })
  }

  @Test("why adds up a figure of a budget month by month")
  func why() throws {
    let ledger = try Self.ledger()
    Self.budget(ledger, "set", "food", "40")
    ledger.run("budget", "set", "food", "10", "--month", "2026-06", "--currency", "EUR")
    let food = ledger.run("why", "budget 2026-06 food EUR available")
    #expect(food.code == .ok, "\(food.errors)")
    #expect(food.output.contains("€16.00 taken from To Budget of 2026-06"))
    #expect(food.output.hasSuffix("adds up: €10.00\n"))
    let rest = ledger.run("why", "to-budget", "2026-06", "EUR")
    #expect(rest.output.contains("+ €3,000.00  - €40.00    - €0.00  = €2,960.00"))
    #expect(rest.output.hasSuffix("adds up: €2,934.00\n"))
    #expect(ledger.run("why", "to-budget", "2026-06", "EUR", "--json").output.contains("\"addsUp\":true"))
    #expect(ledger.run("why", "budget", "food").code == .dataError)
  }

  @Test("FF-08 FF-09 A category and a whole month are filled with what was before")
  func fills() throws {
    let ledger = try Self.ledger()
    Self.budget(ledger, "set", "food", "40")
    Self.budget(ledger, "set", "taxi", "15")
    func june(_ words: String...) -> Tool.Outcome {
      ledger.run(["budget"] + words + ["--month", "2026-06", "--currency", "EUR"])
    }
    #expect(june("fill", "food").output.contains("last-spent        €56.00"))
    #expect(june("fill", "food", "--with", "last-spent").code == .ok)
    let dryRun = june("auto-fill", "--dry-run")
    #expect(
      dryRun.output.contains("Would budget €15.00 for 1 category") && dryRun.output.contains("Nothing was done")
    )
    #expect(june("auto-fill").code == .ok)
    // 16.00 of May are not covered.
    #expect(
      try Self.figures(ledger, "2026-06") == ["285800", "food [5600, 0, 5600]", "taxi [1500, 0, 3000]"])
    ledger.run("undo", "--yes")
    #expect(try Self.figures(ledger, "2026-06") == ["287300", "food [5600, 0, 5600]", "taxi [0, 0, 1500]"])
    #expect(june("fill", "hotel", "--with", "average-spent").code == .no)
  }

  @Test("A category that carries over keeps what is Overspent, until it no longer does")
  func carriesOver() throws {
    let ledger = try Self.ledger()
    Self.budget(ledger, "carry-over", "food", "on")
    #expect(try Self.figures(ledger, "2026-07") == ["300000", "food [0, 0, -5600]"])
    #expect(
      ledger.run("budget", "--month", "2026-07", "--currency", "EUR").output.contains("Overspent, carries over")
    )
    ledger.run("budget", "carry-over", "food", "off", "--month", "2026-06", "--currency", "EUR")
    #expect(try Self.figures(ledger, "2026-07") == ["294400"])
    #expect(Self.budget(ledger, "carry-over", "food", "maybe").code == .usage)
  }

  @Test("FF-23 Every category in one sentence")
  func spoken() throws {
    let ledger = try Self.ledger()
    Self.budget(ledger, "set", "food", "200")
    #expect(Self.budget(ledger, "--spoken").output.contains("Food, budgeted €200, spent €56, available €144\n"))
  }

  @Test(
    "Wrong input is refused in words, with nothing recorded",
    arguments: [
      (["set", "food", "99999999999999999999"], "larger than the ledger can hold"),
      (["set", "food", "90071992547409.92"], "cannot be budgeted"),
      (["set", "food", "5 USD"], "this is the budget in EUR"), (["set", "food", "much"], "is not an amount"),
      (["set", "fodo", "5"], "there is no category “fodo”"),
      (["move", "0", "food", "taxi"], "cannot be moved"),
      (["move", "5", "taxi", "food"], "less than €5.00"), (["move", "5", "food", "food"], "to itself"),
      (["cover", "taxi"], "is not Overspent"), (["set", "food", "5", "--month", "2026-13"], "is not a month"),
      (["set", "food", "5", "--currency", "XYZ"], "there is no currency"),
      (["fill", "food", "--with", "goal"], "goal"),
    ])
  func refusals(_ words: [String], _ text: String) throws {
    let ledger = try Self.ledger()
    let before = ledger.run("tail", "-n", "1").output
    let outcome = ledger.run(["budget"] + words + (words.contains("--currency") ? [] : ["--currency", "EUR"]))
    #expect(outcome.code != .ok && outcome.errors.contains(text), "\(outcome.errors)")
    #expect(ledger.run("tail", "-n", "1").output == before)
  }
}
