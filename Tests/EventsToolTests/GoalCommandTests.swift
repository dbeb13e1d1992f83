import Foundation
import Testing

@testable import events

@Suite("Goals (FF-17)")
struct GoalCommandTests {
  /// Name, saved, target, percent, projection and state of each goal.
  static func goals(_ ledger: Ledger, _ options: String...) throws -> [String] {
    try ledger.run(["goal", "list", "--json"] + options).lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      func units(_ key: String) -> Any { (object?[key] as? [String: Any])?["minorUnits"] ?? "-" }
      let texts = [object?["projected"], object?["by"]].map { $0 as? String ?? "-" }
      return """
        \(object?["name"] ?? "?") \(units("saved")) \(units("target")) \(object?["percent"] ?? "?")% \
        \(units("perMonth")) \(texts.joined(separator: " ")) \(object?["completed"] as? Bool == true ? "completed" : "open")
        """
    }
  }

  private func ledger() throws -> Ledger {
    let ledger = try Ledger()
    let added = ledger.run("goal", "add", "Holiday", "1200", "--by", "2026-12-24")
    try #require(added.code == .ok, "\(added.errors)")
    ledger.run("goal", "contribute", "Holiday", "100", "--on", "2026-05-31")
    return ledger
  }

  @Test("A goal shows what is saved, what each month must bring and when it will be reached")
  func progress() throws {
    let ledger = try ledger()
    #expect(try Self.goals(ledger) == ["Holiday 10000 120000 8% 15715 2027-05 2026-12-24 open"])
    #expect(try Self.goals(ledger, "--at", "HEAD~1") == ["Holiday 0 120000 0% 17143 - 2026-12-24 open"])
    #expect(ledger.run("rebuild", "--check").code == .ok)
    #expect(ledger.run("verify").code == .ok)
    #expect(ledger.run("goal", "show", "holiday", "--json").lines.count == 2)
  }

  @Test("A receipt counts with the amount that it has now, and not at all once it is deleted or in dollars")
  func transaction() throws {
    let ledger = try ledger()
    let id = try ledger.add("38")
    #expect(ledger.run("goal", "contribute", "Holiday", "--transaction", id).code == .ok)
    func saved() throws -> String { try Self.goals(ledger)[0].split(separator: " ")[1].description }
    #expect(try saved() == "13800")
    ledger.run("correct", id, "total", "40")
    #expect(try saved() == "14000")
    ledger.run("delete", id, "--yes")
    #expect(try saved() == "10000")
    #expect(ledger.run("goal", "show", "Holiday").output.contains("does not count"))
    ledger.run("restore", id)
    ledger.run("correct", id, "total", "40 USD")
    #expect(try saved() == "10000")
    #expect(ledger.run("goal", "contribute", "Holiday", "--transaction", id).code != .ok)
    #expect(try Self.goals(ledger, "--at", "HEAD~3")[0].contains(" 14000 "))
  }

  @Test("Everything is undone, and what is wrong is refused with nothing recorded")
  func undoneAndRefused() throws {
    let ledger = try ledger()
    let before = try Self.goals(ledger, "--all")
    for command in [
      ["change", "Holiday", "--target", "5", "--name", "Trip"], ["complete", "Holiday"],
      ["contribute", "Holiday", "5"], ["contribute", "Holiday", "--remove", "1"],
      ["delete", "Holiday", "--yes"],
    ] {
      let outcome = ledger.run(["goal"] + command)
      #expect(outcome.code == .ok, "\(command): \(outcome.errors)")
      #expect(try Self.goals(ledger) != before, "\(command)")
      #expect(ledger.run("undo", "--yes").code == .ok)
      #expect(try Self.goals(ledger, "--all") == before, "\(command)")
    }
    let count = ledger.run("tail", "-n", "1000", "--json").lines.count
    for (command, words) in [
      (["add", "X", "0"], "above zero"), (["add", "X", "-5"], "above zero"),
      (["add", "X", "99999999999999999"], "larger than the ledger"), (["add", " ", "5"], "name"),
      (["change", "Holiday", "--target", "5 USD"], "this goal is in EUR"), (["change", "Holiday"], "--target"),
      (["contribute", "Holiday", "5 USD"], "this goal is in EUR"), (["contribute", "Holiday"], "one of"),
      (["contribute", "Holiday", "0"], "Enter an amount above zero"),
      (["contribute", "Holiday", "-100000"], "saved\n  Take out at most"),
      (["contribute", "Holidya", "5"], "“Holiday”"),
      (["contribute", "Holiday", "--remove", "7"], "no contribution 7"),
      (["restore", "Holiday"], "not deleted"),
    ] {
      let outcome = ledger.run(["goal"] + command)
      #expect(outcome.code != .ok && outcome.errors.contains(words), "\(command): \(outcome.errors)")
    }
    #expect(ledger.run("tail", "-n", "1000", "--json").lines.count == count)
  }

  @Test("The past of a goal is in blame, diff and show")
  func past() throws {
    let ledger = try ledger()
    #expect(ledger.run("show", "Holiday").output.contains("GoalContributed"))
    let blame = ledger.run("blame", "Holiday")
    #expect(blame.code == .ok && blame.output.contains("target"), "\(blame.output) \(blame.errors)")
    let diff = ledger.run("diff", "HEAD~1", "HEAD")
    #expect(diff.code == .ok && diff.output.contains("contributions"), "\(diff.output) \(diff.errors)")
  }
}
