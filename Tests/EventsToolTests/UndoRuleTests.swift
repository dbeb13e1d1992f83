import Foundation
import LedgerAnswers
import LedgerBook
import LedgerBytes
import Testing

@testable import events

@Suite("Undoing what a rule did")
struct UndoRuleTests {
  private func position(of type: String, _ ledger: Ledger) throws -> Int {
    for line in ledger.run("tail", "-n", "1000", "--json").lines.reversed() {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if object?["type"] as? String == type { return try #require(object?["position"] as? Int) }
    }
    throw Failure(.noInput, "no \(type)")
  }

  private func states(_ ledger: Ledger, _ rule: String) throws -> [String] {
    try ledger.run("receipts", "--all", "--rule", rule, "--json").lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(object?["state"] as? String)
    }
  }

  private func amounts(_ ledger: Ledger, _ rule: String) -> Set<String> {
    Set(
      ledger.run("receipts", "--rule", rule, "--json").lines.compactMap {
        ($0.firstMatch(of: /"minorUnits":(\d+)/)?.output.1).map(String.init)
      })
  }

  @Test(
    "ET-17 A generation's transactions go, but for those a person worked on; the others stay away")
  func generation() throws {
    let ledger = try RuleCommandTests.ledger()
    let rule = try RuleCommandTests.rent(ledger)
    let rows = ledger.run("receipts", "--rule", rule, "--json").lines
    let last = try #require(rows.first { $0.contains("\"date\":\"2026-12-01\"") })
    let touched = try #require(last.firstMatch(of: /"transaction":"([0-9a-f-]+)"/)?.output.1)
    ledger.run("clear", String(touched))
    let generated = try position(of: "RecurrenceGenerated", ledger)
    let dry = ledger.run("undo", "\(generated)", "--dry-run").output.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(dry.contains("changed one of the generated transactions since, and that one stays"), "\(dry)")
    #expect(dry.contains("generating again does not restore the transactions that this deletes"), "\(dry)")
    let outcome = ledger.run("undo", "\(generated)")
    #expect(outcome.code == .ok, "\(outcome.errors)")
    // The template, and the one that was cleared.
    #expect(try states(ledger, rule).filter { $0 == "saved" }.count == 2)
    #expect(ledger.run("rule", "generate").output.contains("nothing new"))
    #expect(try states(ledger, rule).filter { $0 == "saved" }.count == 2)
    let undone = ledger.run("undo", "HEAD")
    #expect(undone.code == .ok, "\(undone.errors)")
    #expect(try states(ledger, rule).filter { $0 == "saved" }.count == 12)
  }

  @Test("A rule's change goes back, and so do the transactions that nobody touched")
  func change() throws {
    let ledger = try RuleCommandTests.ledger()
    let rule = try RuleCommandTests.rent(ledger)
    let before = amounts(ledger, rule)
    let changed = ledger.run("rule", "change", rule, "--amount", "2600", "--yes")
    try #require(changed.code == .ok, "\(changed.errors)\(changed.output)")
    #expect(amounts(ledger, rule).contains("260000"))
    let outcome = ledger.run("undo", "\(try position(of: "RuleChanged", ledger))")
    #expect(outcome.code == .ok, "\(outcome.errors)")
    #expect(amounts(ledger, rule) == before, "\(outcome.output)")
    // The events that the undo caused are part of it: the rule's change, the generation, eleven transactions.
    #expect(outcome.output.contains("Done: 13 events recorded"), "\(outcome.output)")
    let last = try #require(try ledger.json("status")["events"] as? Int)
    let redone = try ledger.json("undo", "\(try position(of: "RuleChanged", ledger))")
    #expect(redone["events"] as? [Int] == Array(last + 1...last + 13), "\(redone)")
  }
}

extension UndoRuleTests {
  @Test(
    "Undoing the creation of a rule deletes what it generated, but not what a person touched; redo restores it")
  func creation() throws {
    let ledger = try RuleCommandTests.ledger()
    let rule = try RuleCommandTests.rent(ledger)
    let before = try states(ledger, rule)
    let rows = try ledger.run("receipts", "--all", "--rule", rule, "--json").lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let touched = try #require(rows.first { $0["origin"] as? String != "manual" }?["transaction"] as? String)
    #expect(ledger.run("correct", touched, "note", "mine", "--this").code == .ok)
    let note = try position(of: "FieldCorrected", ledger)
    let outcome = ledger.run("undo", "\(try position(of: "RuleCreated", ledger))")
    #expect(outcome.code == .ok, "\(outcome.errors)")
    // The template and the one that a person touched stay.
    let left = ledger.run("receipts", "--json").lines
    #expect(left.count == 2 && left.contains { $0.contains(touched) }, "\(left)")
    #expect(outcome.output.contains("stays") && outcome.output.contains("event \(note)"), "\(outcome.output)")
    #expect(ledger.run("redo").code == .ok)
    #expect(try states(ledger, rule).filter { $0 == "saved" }.count == before.filter { $0 == "saved" }.count)
  }
}

extension UndoRuleTests {
  @Test("What an undo generated cannot be undone by itself: the refusal names the undo, which can")
  func undoingAnUndo() throws {
    let ledger = try RuleCommandTests.ledger()
    let rule = try RuleCommandTests.rent(ledger)
    ledger.run("rule", "change", rule, "--amount", "2600", "--yes")
    let changed = amounts(ledger, rule)
    #expect(ledger.run("undo", "\(try position(of: "RuleChanged", ledger))").code == .ok)
    let undo = try position(of: "RuleChanged", ledger)
    let refused = ledger.run("undo", "HEAD")
    #expect(refused.code == .no, "\(refused.output)")
    let words = "\n  Undo event \(undo) instead: events undo \(undo)"
    #expect(refused.errors.contains(words), "\(refused.errors)")
    #expect(amounts(ledger, rule) != changed)
    let redone = ledger.run("undo", "\(undo)")
    #expect(redone.code == .ok, "\(redone.errors)")
    #expect(amounts(ledger, rule) == changed)
    let help = ledger.run("help", "undo").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(help.contains("P can be HEAD, unless a rule has generated transactions since"), "\(help)")
  }

  @Test("The next undo after `rule generate` takes back what that generated, and redo restores it")
  func undoOfTheLast() throws {
    let ledger = try RuleCommandTests.ledger()
    let rule = try RuleCommandTests.rent(ledger)
    let before = try states(ledger, rule)
    ledger.run("rule", "generate", "--through", "2027")
    #expect(try states(ledger, rule).count == before.count + 12)
    #expect(ledger.run("undo").code == .ok)
    #expect(try states(ledger, rule).filter { $0 == "saved" }.count == before.count)
    #expect(ledger.run("redo").code == .ok)
    #expect(try states(ledger, rule).filter { $0 == "saved" }.count == before.count + 12)
    // What a command generates goes with the command.
    #expect(ledger.run("undo").code == .ok && ledger.run("undo").code == .ok)
    #expect(ledger.run("rule", "list", "--json").output.isEmpty)
  }

  @Test("A generation explains how to undo it, part by part if there are several")
  func undoOfGeneration() throws {
    let ledger = try RuleCommandTests.ledger()
    let rule = try RuleCommandTests.rent(ledger)
    let last = try #require(try ledger.json("status")["events"] as? Int)
    let generated = ledger.run("rule", "generate", "--through", "2027")
    #expect(generated.lines.last == "Undo: events undo \(last + 1)", "\(generated.output)")
    #expect(ledger.run("undo", "\(last + 1)").code == .ok)
    #expect(try states(ledger, rule).filter { $0 == "saved" }.count == 12)
    #expect(!ledger.run("rule", "generate", "--through", "2027").output.contains("Undo"))
    #expect(CommandAnswer.undo([]).isEmpty)
    guard case .remedy("Undo", .undo(7)) = try #require(CommandAnswer.undo([7]).first) else {
      Issue.record("one part is undone by its event")
      return
    }
    let parts = CommandAnswer.undo([7, 90, 300]).dropFirst().map { block -> Position? in
      if case .remedy("Undo", .undo(let position)) = block { position } else { nil }
    }
    #expect(parts == [300, 90, 7])
  }
}
