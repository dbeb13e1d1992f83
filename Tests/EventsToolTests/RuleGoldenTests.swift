import Foundation
import Testing

@testable import events

/// What rules and undoing look like, letter by letter.
@Suite("Golden outputs of rules")
struct RuleGoldenTests {
  /// Two rules: rent that was split, with a receipt in every state, and a subscription that pauses.
  private static func ledger() throws -> (Ledger, String, [String]) {
    let ledger = try RuleCommandTests.ledger()
    let rule = try RuleCommandTests.rent(ledger)
    let rows = try #require(try ledger.json("rule", "show", rule)["instances"] as? [[String: Any]])
    let ids = try rows.map { try #require($0["transaction"] as? String) }
    func run(_ arguments: String...) throws {
      let outcome = ledger.run(arguments)
      try #require(outcome.code == .ok, "\(arguments): \(outcome.errors)")
    }
    try run("correct", ids[1], "date", "2026-02-03")
    try run("correct", ids[2], "note", "with the deposit")
    try run("correct", ids[3], "total", "2400", "--this")
    try run("delete", ids[4])
    try run("rule", "detach", ids[5])
    try run("correct", ids[6], "note", "late")
    try run("rule", "pause", rule, "--from", "2026-07-01")
    try run("rule", "resume", rule, "--from", "2026-08-15")
    try run("rule", "split", rule, "--from", "2026-11-01", "--amount", "2600")
    try run(
      "add", "--amount", "9.99", "--date", "2026-06-05", "--category", "other", "--payment", "card", "--vendor",
      "Super long name of a streaming service \u{1b}[31m with colours", "--every", "2 months", "--month-end",
      "last-day")
    return (ledger, rule, ids)
  }

  @Test("ET-13, ET-14 Rules, listed, shown, tried, for people and for programs")
  func rules() throws {
    let (ledger, rule, ids) = try Self.ledger()
    let commands: [(String, [String])] = [
      ("rule-list", ["rule", "list"]), ("rule-show", ["rule", "show", rule]),
      ("rule-change-dry-run", ["rule", "change", rule, "--amount", "2550", "--dry-run"]),
      ("rule-split-dry-run", ["rule", "split", rule, "--from", "2026-10-01", "--dry-run"]),
      ("rule-delete-dry-run", ["rule", "delete", rule, "--with-future", "--dry-run"]),
      ("rule-generate-dry-run", ["rule", "generate", "--through", "2027", "--dry-run"]),
      ("delete-future-dry-run", ["delete", ids[9], "--future", "--dry-run"]),
      ("receipt-of-rule", ["receipt", ids[8]]),
      ("undo-rule-dry-run", ["undo", "\(try position(of: "RuleSplit", ledger))", "--dry-run"]),
    ]
    for (name, arguments) in commands {
      let outcome = ledger.run(arguments)
      #expect(outcome.code == .ok && outcome.errors.isEmpty, "\(arguments): \(outcome.errors)")
      for line in outcome.lines { #expect(columnWidth(line) <= 80, "\(name): \(line)") }
      try Golden.expect(outcome.output, name)
    }
    for (name, arguments) in commands where ["rule-list", "rule-show", "delete-future-dry-run"].contains(name) {
      let outcome = ledger.run(arguments + ["--json"])
      for line in outcome.lines {
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
        let sorted = try JSONSerialization.data(
          withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
        #expect(String(decoding: sorted, as: UTF8.self) == line, "\(name)")
      }
      try Golden.expect(outcome.output, name + "-json")
    }
  }

  @Test("ET-12, ET-14, ET-25 What the commands on rules print when they have done something")
  func recording() throws {
    let ledger = try RuleCommandTests.ledger()
    let first = try RuleCommandTests.record(ledger)
    var text = ""
    @discardableResult
    func run(_ arguments: String...) -> String {
      let outcome = ledger.run(arguments)
      text += "$ events \(arguments.joined(separator: " "))\n\(outcome.output)\(outcome.errors)"
      return outcome.output
    }
    let rule = String(run("rule", "add", "--from", first, "--every", "month").prefix(8))
    run("rule", "add", "--from", first, "--every", "month")
    run("rule", "change", rule, "--amount", "2600", "--tags", "home")
    run("rule", "change", rule, "--amount", "2600")
    run("rule", "pause", rule, "--from", "2026-09-01")
    run("rule", "pause", rule, "--from", "2026-10-01")
    run("rule", "resume", rule, "--from", "2026-08-01")
    run("rule", "resume", rule, "--from", "2026-11-01")
    run("rule", "split", rule, "--from", "2026-12-01", "--payment", "cash")
    run("rule", "split", rule, "--from", "2026-12-01")
    run("rule", "delete", rule)
    run("rule", "delete", rule)
    run("rule", "restore", rule)
    run("rule", "generate", "--through", "2027")
    run("rule", "generate", "--through", "2027")
    run("undo", "HEAD", "--dry-run")
    try Golden.expect(text, "rule-recording")
  }

  private func position(of type: String, _ ledger: Ledger) throws -> Int {
    for line in ledger.run("tail", "-n", "1000", "--json").lines.reversed() {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if object?["type"] as? String == type { return try #require(object?["position"] as? Int) }
    }
    throw Failure(.noInput, "no \(type)")
  }
}
