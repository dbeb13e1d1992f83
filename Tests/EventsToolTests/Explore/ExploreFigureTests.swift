import Foundation
import LedgerDomain
import LedgerTestSupport
import Testing

@testable import events

/// The figures that the page draws are those of the tool as of the same position.
@Suite("The figures of the page", .enabled(if: Browser.program != nil, "\(Browser.need)"))
struct ExploreFigureTests {
  /// A figure as text: its name, its count, and its amounts in minor units.
  typealias Figures = [String]

  private static let views = [
    "home", "group", "transactions", "category", "account", "accounts", "budget", "goals", "analysis",
    "spending",
    "income", "cash-flow", "net-worth",
  ]

  @Test("All views of random ledgers equal the tool's JSON at many moments, to the last minor unit")
  func figures() throws {
    for _ in 0..<Extent.of(1, nightly: 3) {
      let seed = SeededGenerator()
      var past = try RandomLedger(steps: 140, seed: seed, isDetailed: true)
      let file = past.ledger.folder + "/ledger.html"
      let outcome = past.ledger.run("explore", "-o", file)
      try #require(outcome.code == .ok, "\(outcome.errors)")
      let browser = try Browser()
      try browser.open(file)
      #expect(try browser.evaluate(Self.hasEverything) as? Bool == true, "seed \(seed.seed)")
      for _ in 0..<Extent.of(16, nightly: 50) {
        let (time, options) = try moment(&past)
        for name in Self.views {
          let (address, all) = try view(name, &past, options)
          try browser.go("\(time)&\(address)")
          var (drawn, expected) = (try self.drawn(browser, name), all)
          if name == "transactions",
            try browser.evaluate("document.querySelector('.more') !== null") as? Bool == true
          {
            // A long list begins with 80 lines, at most two of three of which are headings.
            (drawn, expected) = (Array(drawn.prefix(26)), Array(expected.prefix(26)))
          }
          #expect(drawn == expected, "\(time)&\(address), seed \(seed.seed)")
          if drawn != expected { return }
        }
        let ids = try browser.evaluate(Self.identifiers) as? [String] ?? []
        try browser.go("\(time)&view=transaction&id=\(past.one(ids))")
        #expect(try browser.evaluate(Self.agreesWithTimeline) as? Bool == true, "\(time), seed \(seed.seed)")
      }
      #expect(browser.complaints == [])
    }
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

  /// A view of a name with random choices: its address, and its figures from the tool.
  private func view(_ name: String, _ past: inout RandomLedger, _ options: [String]) throws -> (String, Figures)
  {
    func json(_ arguments: [String]) throws -> [[String: Any]] {
      let outcome = past.ledger.run(arguments + ["--json"] + options)
      try #require(outcome.code == .ok, "\(arguments): \(outcome.errors)")
      return try outcome.lines.map { line in
        try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
    }
    switch name {
    case "home":
      let drafts = try json(["receipts", "--all"]).filter { $0["state"] as? String == "draft" }
      let sums = try ["expense", "income"].map { kind in
        let analysis = try json(["analysis", "--kind", kind, "--all"])[0]
        return figure("kind:\(kind)", analysis.merging(["count": count(analysis)]) { $1 }, hasZeros: false)
      }
      return (
        "view=home",
        sums
          + (try json(["groups"]).map { figure("group:\($0["group"] as? String ?? "")", $0, hasZeros: false) })
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
        [figure("group:\(id ?? "")", group, hasZeros: false)]
          + categories.map { figure("category:\($0["category"] as? String ?? "")", $0, hasZeros: false) }
          .sorted()
      )
    case "transactions":
      return ("view=transactions", try json(["receipts", "--limit", "1000"]).map(transaction))
    case "category":
      let category = past.one(["food", "hotel", "taxi"])
      var sums: [String: Int] = [:]
      for part in try json(["groups"]).flatMap({ $0["categories"] as? [[String: Any]] ?? [] })
      where part["category"] as? String == category {
        for total in part["totals"] as? [[String: Any]] ?? [] {
          sums[total["currency"] as? String ?? "", default: 0] += total["minorUnits"] as? Int ?? 0
        }
      }
      let nonzero = sums.filter { $0.value != 0 }.map { "\($0.key) \($0.value)" }.sorted()
      return ("view=transactions&category=\(category)", nonzero)
    case "account":
      let accounts = try json(["account", "list"])
      guard !accounts.isEmpty else { return ("view=accounts", []) }
      let name = past.one(accounts)["name"] as? String ?? ""
      let balances = accounts.filter { $0["name"] as? String == name }.map { amount($0["balance"]) }.sorted()
      return (
        "view=transactions&account=\(AccountState.key(of: name).replacing(" ", with: "%20"))",
        [(["balance:\(name)"] + balances).joined(separator: " ")]
      )
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
    case "spending", "income", "cash-flow", "net-worth":
      let report = name
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
    let count = count(analysis)
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

  private func count(_ analysis: [String: Any]) -> Int {
    (analysis["buckets"] as? [[String: Any]] ?? []).reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
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

  /// A figure of the tool. The page leaves out the zeros of currencies in which money was only transferred.
  private func figure(_ name: String, _ object: [String: Any], hasZeros: Bool = true) -> String {
    let totals = (object["totals"] as? [[String: Any]] ?? [])
      .filter { hasZeros || $0["minorUnits"] as? Int != 0 }.map(amount)
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
}
