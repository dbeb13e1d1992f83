import Foundation
import LedgerTestSupport
import Testing

@testable import events

/// The figures that the page draws are those of the tool as of the same position.
@Suite("The figures of the page", .enabled(if: Browser.program != nil, "\(Browser.need)"))
struct ExploreFigureTests {
  /// A figure as text: its name, its count, and its amounts in minor units.
  private typealias Figures = [String]

  @Test(
    "300 random views, of what this device knew and of what authors recorded, equal the tool's JSON, to the last minor unit"
  )
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
      let (time, options) = try moment(&past)
      let (address, expected) = try view(&past, options)
      try browser.go("\(time)&\(address)")
      let drawn = try self.drawn(browser)
      #expect(drawn == expected, "\(time)&\(address)")
      compared += expected.count
      if drawn != expected { return }
    }
    #expect(compared > 300)
    #expect(browser.complaints == [])
  }

  // MARK: The tool

  /// A random moment: its address, and the options of the tool.
  private func moment(_ past: inout RandomLedger) throws -> (String, [String]) {
    if past.one([true, false]) {
      let position = try past.position()
      return ("at=\(position)", ["--at", "\(position)"])
    }
    let (instant, position) = try past.recordedMoment()
    return ("at=\(position)&as=recorded", ["--recorded-by", instant])
  }

  /// A random view: its address, and its figures from the tool.
  private func view(_ past: inout RandomLedger, _ options: [String]) throws -> (String, Figures) {
    func json(_ arguments: [String]) throws -> [[String: Any]] {
      let outcome = past.ledger.run(arguments + ["--json"] + options)
      try #require(outcome.code == .ok, "\(arguments): \(outcome.errors)")
      return try outcome.lines.map { line in
        try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
    }
    switch past.one(["home", "group", "transactions", "analysis", "accounts", "budget", "goals", "reports"]) {
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
    case "budget":
      let (month, currency) = (
        past.one(["2025-12", "2026-01", "2026-06", "2026-08"]), past.one(["EUR", "USD"])
      )
      let budget = try json(["budget", "--month", month, "--currency", currency])[0]
      return ("view=budget&month=\(month)&currency=\(currency)", budgetFigures(budget))
    case "goals": return ("view=goals", try json(["goal", "list"]).flatMap(goal))
    case "reports":
      let report = past.one(["spending", "income", "cash-flow", "net-worth"])
      let (count, by) = (past.one([1, 6, 12]), past.one(["category", "vendor", "group", "account"]))
      let division = report == "net-worth" ? [] : ["--by", by]
      let document = try json(["report", report, "--months", "\(count)"] + division)[0]
      return (
        "view=reports&report=\(report)&months=\(count)&by=\(by)&through=2026-06",
        try reportFigures(document, isWorth: report == "net-worth")
      )
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

  /// To Budget and each category. The page shows what was spent as a positive number.
  private func budgetFigures(_ budget: [String: Any]) -> Figures {
    let groups = budget["groups"] as? [[String: Any]] ?? []
    func row(_ name: String, _ figures: [String: Any]) -> String {
      let money = figures["activity"] as? [String: Any] ?? [:]
      let spent: [String: Any] = [
        "currency": money["currency"] ?? "", "minorUnits": -(money["minorUnits"] as? Int ?? 0),
      ]
      return [name, amount(figures["budgeted"]), amount(spent), amount(figures["available"])].joined(
        separator: " ")
    }
    let isGrouped = groups.contains { $0["name"] is String }
    let rows = groups.flatMap { group in
      let categories = group["categories"] as? [[String: Any]] ?? []
      return (isGrouped ? [row("header:\(group["name"] as? String ?? "")", group)] : [])
        + categories.map { row("budget:\($0["category"] as? String ?? "")", $0) }
    }
    return ["toBudget \(amount(budget["toBudget"]))"] + rows + [row("budget", sum(of: groups))]
  }

  /// The sums of all header groups, in the form of one.
  private func sum(of groups: [[String: Any]]) -> [String: Any] {
    var sum: [String: Any] = [:]
    for name in ["budgeted", "activity", "available"] {
      let parts = groups.compactMap { $0[name] as? [String: Any] }
      sum[name] = [
        "currency": parts.first?["currency"] ?? "",
        "minorUnits": parts.reduce(0) { $0 + ($1["minorUnits"] as? Int ?? 0) },
      ]
    }
    return sum
  }

  private func goal(_ goal: [String: Any]) -> Figures {
    let id = goal["goal"] as? String ?? ""
    let pace = (goal["perMonth"] as? [String: Any])?["minorUnits"] as? Int
    let month = (goal["projected"] as? String).map { iso in
      let parts = iso.split(separator: "-").compactMap { Int($0) }
      return "\(parts[0] * 12 + parts[1] - 1)"
    }
    return [
      "goal:\(id) \(goal["percent"] as? Int ?? 0) \(amount(goal["saved"])) \(amount(goal["target"]))",
      "pace:\(id) \(pace.map { "\($0)" } ?? "") \(month ?? "")",
    ]
  }

  /// The figures of each currency: in all, by month, and by part.
  private func reportFigures(_ report: [String: Any], isWorth: Bool) throws -> Figures {
    let (months, rows) = (report["months"] as? [[String: Any]], report["rows"] as? [[String: Any]])
    func figures(_ name: String, _ object: [String: Any], _ currency: String) -> Figures {
      let totals = (object["totals"] as? [[String: Any]] ?? []).filter { $0["currency"] as? String == currency }
      let count = isWorth ? [] : ["\(object["count"] as? Int ?? 0)"]
      return totals.map { ([name] + count + [amount($0)]).joined(separator: " ") }
    }
    return (report["totals"] as? [[String: Any]] ?? []).compactMap { $0["currency"] as? String }.flatMap {
      currency in
      figures("all:\(currency)", report, currency)
        + (months ?? []).flatMap { month -> Figures in
          let name = "month:\(currency):\(month["month"] as? String ?? "")"
          let found = figures(name, month, currency)
          // A month without such money has no total, and an empty bar.
          return found.isEmpty ? ["\(name) \(month["count"] as? Int ?? 0) \(currency) 0"] : found
        }
        + (rows ?? []).flatMap { figures("row:\(currency):\($0["key"] as? String ?? "")", $0, currency) }
    }
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
      let count = name.hasPrefix("account:") ? [] : (each["count"] as? Int).map { ["\($0)"] } ?? []
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
    case "budget", "reports": return figures
    case "goals":
      return list.flatMap { each -> Figures in
        let details = each["details"] as? [String: String] ?? [:]
        let name = each["figure"] as? String ?? ""
        guard name.hasPrefix("pace:") else { return figures.filter { $0.hasPrefix(name + " ") } }
        return ["\(name) \(details["units"] ?? "") \(details["month"] ?? "")"]
      }
    default: return figures.filter { !$0.hasPrefix("transaction:") && !$0.hasPrefix("month:") }
    }
  }

  /// Whether a text has the digits and the sign of an amount.
  private static func isWritten(_ text: String, _ units: String) -> Bool {
    let digits = text.filter(\.isNumber).drop { $0 == "0" }
    return digits == units.filter(\.isNumber).drop { $0 == "0" } && text.contains("-") == units.hasPrefix("-")
  }
}
