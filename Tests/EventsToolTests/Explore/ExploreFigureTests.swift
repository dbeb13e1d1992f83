import Foundation
import LedgerTestSupport
import Testing

@testable import events

/// The figures that the page draws are those of the tool as of the same position.
@Suite("The figures of the page", .enabled(if: Browser.program != nil, "\(Browser.need)"))
struct ExploreFigureTests {
  /// A figure as text: its name, its count, and its amounts in minor units.
  private typealias Figures = [String]

  @Test("300 random views and positions equal the tool's JSON, to the last minor unit")
  func figures() throws {
    var past = try RandomLedger(steps: 140, seed: SeededGenerator())
    let ledger = past.ledger
    let file = ledger.folder + "/ledger.html"
    let outcome = ledger.run("explore", "-o", file)
    try #require(outcome.code == .ok, "\(outcome.errors)")
    let browser = try Browser()
    try browser.open(file)
    var compared = 0
    for _ in 0..<300 {
      let position = try past.position()
      let (address, expected) = try view(&past, at: position)
      try browser.go("at=\(position)&\(address)")
      let drawn = try self.drawn(browser)
      #expect(drawn == expected, "at=\(position)&\(address)")
      compared += expected.count
      if drawn != expected { return }
    }
    #expect(compared > 300)
    #expect(browser.complaints == [])
  }

  // MARK: The tool

  /// A random view: its address, and its figures from the tool.
  private func view(_ past: inout RandomLedger, at position: Int) throws -> (String, Figures) {
    func json(_ arguments: [String]) throws -> [[String: Any]] {
      let outcome = past.ledger.run(arguments + ["--json", "--at", "\(position)"])
      try #require(outcome.code == .ok, "\(arguments): \(outcome.errors)")
      return try outcome.lines.map { line in
        try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
    }
    switch past.one(["home", "group", "transactions", "analysis", "accounts"]) {
    case "home":
      let drafts = try json(["receipts", "--all"]).filter { $0["state"] as? String == "draft" }
      return (
        "view=home",
        try json(["groups"]).map { figure("group:\($0["group"] as? String ?? "")", $0) }
          + drafts.map(transaction).sorted()
      )
    case "group":
      let groups = try json(["groups"])
      guard !groups.isEmpty else { return ("view=group&group=unfiled", ["group: 0"]) }
      let group = past.one(groups)
      let id = group["group"] as? String
      let categories = group["categories"] as? [[String: Any]] ?? []
      return (
        "view=group&group=\(id ?? "unfiled")",
        [figure("group:\(id ?? "")", group)]
          + categories.map { figure("category:\($0["category"] as? String ?? "")", $0) }.sorted()
      )
    case "transactions":
      return ("view=transactions", try json(["receipts", "--limit", "1000"]).map(transaction))
    case "accounts":
      var totals: [String: Figures] = [:]
      for account in try json(["account", "list"]) {
        let key = "account:\(account["name"] as? String ?? "")"
        totals[key, default: []].append(amount(account["balance"]))
      }
      return ("view=accounts", totals.map { "\($0.key) \($0.value.sorted().joined(separator: " "))" }.sorted())
    default:
      let kind = past.one(["expense", "income", "transfer"])
      let (option, period) = past.one([
        ("--year", "2025"), ("--year", "2026"), ("--month", "2025-12"), ("--month", "2026-06"),
        ("--week", "2026-W01"), ("--week", "2026-W24"), ("--all", "all"),
      ])
      let analysis = try json(["analysis", "--kind", kind, option] + (option == "--all" ? [] : [period]))[0]
      return ("view=analysis&kind=\(kind)&period=\(period)", figures(analysis))
    }
  }

  private func figures(_ analysis: [String: Any]) -> Figures {
    let totals = analysis["totals"] as? [[String: Any]] ?? []
    let buckets = analysis["buckets"] as? [[String: Any]] ?? []
    let count = buckets.reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
    var figures = [figure("all", ["count": count, "totals": totals])]
    guard count > 0 else { return figures }
    for currency in totals.map({ $0["currency"] as? String ?? "" }) {
      for bucket in buckets {
        let own = (bucket["totals"] as? [[String: Any]] ?? []).filter { $0["currency"] as? String == currency }
        let shown = own.isEmpty ? [["currency": currency, "minorUnits": 0]] : own
        let name = "bucket:\(currency):\(bucket["from"] as? String ?? "")"
        figures.append(figure(name, ["count": bucket["count"] ?? 0, "totals": shown]))
      }
    }
    let categories = analysis["categories"] as? [[String: Any]] ?? []
    return figures + categories.map { figure("category:\($0["category"] as? String ?? "")", $0) }
  }

  private func figure(_ name: String, _ object: [String: Any]) -> String {
    let totals = (object["totals"] as? [[String: Any]] ?? []).map(amount)
    return ([name, "\(object["count"] as? Int ?? 0)"] + totals).joined(separator: " ")
  }

  private func transaction(_ object: [String: Any]) -> String {
    let words = ["transaction:\(object["transaction"] as? String ?? "")", amount(object["amount"])]
    return words.joined(separator: " ").trimmingCharacters(in: .whitespaces)
  }

  private func amount(_ value: Any?) -> String {
    guard let money = value as? [String: Any], let units = money["minorUnits"] as? Int else { return "" }
    return "\(money["currency"] as? String ?? "") \(units)"
  }

  // MARK: The page

  /// The figures that the view has drawn, in the form of those of the tool.
  private func drawn(_ browser: Browser) throws -> Figures {
    let list = try #require(try browser.evaluate("ledgerPage.drawnFigures()") as? [[String: Any]])
    let view = try browser.evaluate("document.getElementById('page').dataset.view") as? String ?? ""
    var figures: Figures = []
    for each in list {
      let name = each["figure"] as? String ?? ""
      let amounts = try (each["amounts"] as? [[String]] ?? []).map { amount in
        try #require(Self.isWritten(amount[2], amount[1]), "\(amount)")
        return "\(amount[0]) \(amount[1])"
      }
      let hasCount = !name.hasPrefix("transaction:") && !name.hasPrefix("account:")
      let count = hasCount ? ["\(each["count"] as? Int ?? 0)"] : []
      let sorted = name.hasPrefix("account:") ? amounts.sorted() : amounts
      figures.append(([name] + count + sorted).joined(separator: " "))
    }
    switch view {
    case "home":
      return figures.filter { $0.hasPrefix("group:") }
        + figures.filter { $0.hasPrefix("transaction:") }.sorted()
    case "group":
      return figures.filter { $0.hasPrefix("group:") } + figures.filter { $0.hasPrefix("category:") }.sorted()
    case "transactions": return figures.filter { $0.hasPrefix("transaction:") }
    case "accounts": return figures.sorted()
    default: return figures.filter { !$0.hasPrefix("transaction:") && !$0.hasPrefix("month:") }
    }
  }

  /// Whether a text has the digits and the sign of an amount.
  private static func isWritten(_ text: String, _ units: String) -> Bool {
    let digits = text.filter(\.isNumber).drop { $0 == "0" }
    return digits == units.filter(\.isNumber).drop { $0 == "0" } && text.contains("-") == units.hasPrefix("-")
  }
}
