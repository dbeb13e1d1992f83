import Foundation
import LedgerTestSupport
import Testing

@testable import events

/// What screens show, and what explains it, compared with each other over random histories.
@Suite("Explanations without a hole")
struct ExplainedChangesTests {
  /// The seed of the histories, 7 unless `EVENTS_SEED` gives another.
  private static let seed = SeededGenerator.chosenSeed ?? 7

  @Test("Whenever an event changes a document of any screen, diff and replay show a difference")
  func everyChangeIsShown() throws {
    let past = try RandomLedger(steps: 40, seed: SeededGenerator(seed: Self.seed), isDetailed: true)
    let ledger = past.ledger
    let last = try Int(past.last())
    var (changed, shown) = (0, try screens(ledger, at: 0))
    for position in 1...last {
      let event = try ledger.objects("show", "\(position)")
      // A receipt of a deleted group is in Unfiled already.
      if event.first?["type"] as? String == "TransactionFiled", event.first?["cause"] is [String: Any] {
        continue
      }
      let receipt = event.first?["transaction"] as? String
      var (before, after) = (shown, try screens(ledger, at: position))
      shown = after
      before.merge(try screens(of: receipt, ledger, at: position - 1)) { $1 }
      after.merge(try screens(of: receipt, ledger, at: position)) { $1 }
      let names = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
      guard !names.isEmpty else { continue }
      changed += 1
      let diff = try #require(try ledger.objects("diff", "\(position - 1)", "\(position)").last)
      #expect(diff["records"] as? Int != 0, "\(names.sorted()) changed at \(position): \(event)")
    }
    #expect(changed > 40)
  }

  @Test("Without an event that explains a figure the figure is another one, and without any other it is not")
  func reasons() throws {
    var past = try RandomLedger(steps: 100, seed: SeededGenerator(seed: Self.seed), isDetailed: true)
    let ledger = past.ledger
    var (named, unnamed) = (0, 0)
    let events = try ledger.objects("tail", "-n", "100000").filter { kind(of: $0) == "transaction" }
    var effects: [Int: [String: Any]] = [:]
    for event in events {
      let position = try #require(event["position"] as? Int)
      effects[position] = try ledger.objects("replay", "--without", "\(position)").first
    }
    // A figure is as of today, and the effect of a replay is not.
    let later = events.filter {
      ($0["payload"] as? [String: Any]).map { "\($0)".contains("2026-07-01") } ?? false
    }
    let dated = Set(later.compactMap { $0["transaction"] as? String })
    for figure in try figures(&past) {
      let parts = try ledger.objects("why", figure.name, "--all").filter { $0["transaction"] != nil }
      for part in parts {
        let id = part["transaction"] as? String
        if let id, dated.contains(id) { continue }
        let reasons = Set((part["events"] as? [[String: Any]] ?? []).compactMap { $0["position"] as? Int })
        let own = events.filter { ($0["stream"] as? [String: Any])?["id"] as? String == id }
        let positions = own.compactMap { $0["position"] as? Int }.filter {
          // What an event caused in other records is a matter of these.
          (effects[$0]?["without"] as? [Any])?.count == 1
        }
        let moving = positions.filter { effects[$0].map(figure.moves) ?? false }
        // Two events may each be enough, and a transfer adds nothing to spending.
        if moving.isEmpty { continue }
        #expect(Set(moving) == reasons.intersection(positions), "\(figure.name): \(part), \(moving)")
        named += moving.count
        unnamed += positions.count - moving.count
      }
    }
    #expect(named > 30 && unnamed > 10, "\(named) and \(unnamed)")
  }

  // MARK: Figures

  private struct Figure {
    let name: String
    /// Whether a replay without an event changes it.
    let moves: ([String: Any]) -> Bool
  }

  private func figures(_ past: inout RandomLedger) throws -> [Figure] {
    var figures: [Figure] = []
    for group in try past.ledger.objects("groups") {
      let id = group["group"] as? String
      for total in group["totals"] as? [[String: Any]] ?? [] {
        let currency = try #require(total["currency"] as? String)
        figures.append(
          Figure(name: "group \(id ?? String("Unfiled")) \(currency)") { effect in
            Self.amounts(effect, "groups", currency) { $0["group"] as? String == id }
          })
      }
    }
    for (kind, month) in [("expense", "2026-06"), ("income", "2025-12"), ("expense", "2026-01")] {
      figures.append(
        Figure(name: "\(kind) \(month) EUR") { effect in
          Self.amounts(effect, "totals", "EUR") {
            $0["kind"] as? String == kind && $0["month"] as? String == month
          }
        })
    }
    for category in ["food", "hotel", "taxi"] {
      figures.append(
        Figure(name: "expense all category:\(category) EUR") { effect in
          Self.amounts(effect, "categories", "EUR") {
            $0["kind"] as? String == "expense" && $0["category"] as? String == category
          }
        })
    }
    return figures
  }

  private static func amounts(
    _ effect: [String: Any], _ member: String, _ currency: String, _ isMeant: ([String: Any]) -> Bool
  ) -> Bool {
    (effect[member] as? [[String: Any]] ?? []).contains { entry in
      guard let amount = entry["amount"] as? [String: Any], amount["currency"] as? String == currency else {
        return false
      }
      return isMeant(entry) && amount["minorUnits"] as? Int != 0
    }
  }

  private func kind(of event: [String: Any]) -> String? {
    (event["stream"] as? [String: Any])?["kind"] as? String
  }

  // MARK: Screens

  /// Returns the documents of all screens, without the members that tell when something changed last.
  private func screens(_ ledger: Ledger, at position: Int) throws -> [String: [String]] {
    var screens: [String: [String]] = [:]
    for command in [
      ["groups"], ["receipts", "--all"], ["account", "list"], ["category", "list"], ["goal", "list"],
      ["rule", "list"], ["analysis", "--kind", "expense", "--all"], ["budget", "--month", "2026-06"],
      ["report", "spending", "--months", "12"], ["conflicts"],
    ] {
      screens[command.joined(separator: " ")] = try documents(ledger, command, at: position)
    }
    return screens
  }

  private func screens(of receipt: String?, _ ledger: Ledger, at position: Int) throws -> [String: [String]] {
    guard let receipt else { return [:] }
    var screens: [String: [String]] = [:]
    for command in ["receipt", "review"] {
      screens["\(command) \(receipt)"] = try documents(ledger, [command, receipt], at: position)
    }
    return screens
  }

  private func documents(_ ledger: Ledger, _ command: [String], at position: Int) throws -> [String] {
    let outcome = ledger.run(command + ["--json", "--at", "\(position)"])
    return try outcome.lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return String(
        decoding: try JSONSerialization.data(withJSONObject: withoutHistory(object), options: .sortedKeys),
        as: UTF8.self)
    }
  }

  /// Leaves out the members that name events, and words about them.
  private func withoutHistory(_ value: Any) -> Any {
    if let list = value as? [Any] { return list.map(withoutHistory) }
    guard let object = value as? [String: Any] else { return value }
    let left: Set = [
      "version", "setBy", "setby", "origin", "replaced", "actor", "event", "events", "position", "revision",
    ]
    return object.filter { !left.contains($0.key) }.mapValues(withoutHistory)
  }
}

extension Ledger {
  /// Returns the lines of a command with `--json` as objects.
  fileprivate func objects(_ arguments: String...) throws -> [[String: Any]] {
    let outcome = run(arguments + ["--json"])
    return try outcome.lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }
}
