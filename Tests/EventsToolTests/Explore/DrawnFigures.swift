import Foundation
import Testing

@testable import events

extension ExploreFigureTests {
  /// Whether the ledger has parts, refunds, money that arrived in another account, entries still to come, and deletions.
  static let hasEverything = """
    (() => {
      const { rows, parts, high, toAccountKey, date, ends, stage } = ledgerPage.ledger.tables.transactions;
      const has = (test) => Array.from({ length: rows }, (_, row) => row).some(test);
      return has((row) => parts[row]) && has((row) => high[row] < 0) && has((row) => toAccountKey[row])
        && has((row) => date[row] > ledgerPage.ledger.header.today)
        && has((row) => ledgerPage.ledger.texts[stage[row]] === "deleted");
    })()
    """

  /// The identifiers of all transactions.
  static let identifiers =
    "Array.from(ledgerPage.ledger.tables.ids.id, (each) => ledgerPage.ledger.texts[each])"

  /// Whether the events that set fields are in the timeline and not after the moment.
  static let agreesWithTimeline = """
    (() => {
      const events = (list) => [...document.querySelectorAll(list)].map((each) => /event (\\d+)$/.exec(each.textContent)[1]);
      const known = new Set(events(".timeline li:not(.later) .details"));
      return events(".fields a").every((event) => known.has(event));
    })()
    """

  /// The figures that the view has drawn, in the form of those of the tool.
  func drawn(_ browser: Browser, _ view: String) throws -> Figures {
    let list = try #require(try browser.evaluate("ledgerPage.drawnFigures()") as? [[String: Any]])
    let hasZeros = !["home", "group", "category"].contains(view)
    var figures: Figures = []
    for each in list {
      let name = each["figure"] as? String ?? ""
      let isBalance = name.hasPrefix("account:") || name.hasPrefix("balance:")
      let shown = (each["amounts"] as? [[String]] ?? []).filter { hasZeros || $0[1] != "0" }
      let amounts = try shown.map { amount in
        try #require(Self.isWritten(amount[2], amount[1]), "\(amount)")
        return "\(amount[0]) \(amount[1])"
      }
      let count = isBalance ? [] : (each["count"] as? Int).map { ["\($0)"] } ?? []
      if view == "category", name == "all" { return amounts.sorted() }
      let sorted = isBalance ? amounts.sorted() : amounts
      figures.append(([name] + count + sorted).joined(separator: " "))
    }
    switch view {
    case "home":
      return figures.filter { $0.hasPrefix("kind:") || $0.hasPrefix("group:") }
        + figures.filter { $0.hasPrefix("transaction:") }.sorted()
    case "group":
      return figures.filter { $0.hasPrefix("group:") } + figures.filter { $0.hasPrefix("category:") }.sorted()
    case "transactions": return figures.filter { $0.hasPrefix("transaction:") }
    case "account": return figures.filter { $0.hasPrefix("balance:") }
    case "accounts": return figures.sorted()
    case "budget", "spending", "income", "cash-flow", "net-worth": return figures
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
