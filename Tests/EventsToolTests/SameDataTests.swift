import Foundation
import LedgerTestSupport
import Testing

@testable import events

/// Every figure counts the same transactions.
///
/// The count of an account, a category, a group, a tag or a rule on a screen is that of the list by it.
@Suite("The same data everywhere (FF-27)")
struct SameDataTests {
  private struct Row {
    let id: String
    let currency: String
    let units: Int
    let kind: String
  }

  /// The transactions of a figure, listed by filters.
  private func rows(_ ledger: Ledger, _ filters: [String]) throws -> [Row] {
    try ledger.run(["receipts", "--json", "--limit", "1000"] + filters).lines.map { line in
      let row = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let amount = try #require(row["amount"] as? [String: Any])
      return Row(
        id: try #require(row["transaction"] as? String), currency: try #require(amount["currency"] as? String),
        units: try #require(amount["minorUnits"] as? Int), kind: try #require(row["kind"] as? String))
    }
  }

  /// Net spending per currency, added up here.
  private func sums(_ rows: [Row], kind: String? = nil) -> [String: Int] {
    var sums: [String: Int] = [:]
    for row in rows {
      let sign = kind != nil || row.kind == "expense" ? 1 : row.kind == "income" ? -1 : 0
      sums[row.currency, default: 0] += sign * row.units
    }
    return sums
  }

  private func totals(_ part: [String: Any]) throws -> [String: Int] {
    let totals = try #require(part["totals"] as? [[String: Any]])
    var sums: [String: Int] = [:]
    for total in totals { sums[total["currency"] as? String ?? ""] = total["minorUnits"] as? Int }
    return sums
  }

  private func filled() throws -> Ledger {
    let ledger = try Ledger()
    for group in ["Berlin", "Rome"] { ledger.run("group", "create", group) }
    var random = SeededGenerator()
    func one(_ values: [String]) -> String { values[Int(random.next() % UInt64(values.count))] }
    print("seed \(random.seed)")
    for number in 1...60 {
      let currency = one(["EUR", "EUR", "USD"])
      var options = [
        "add", "--new-account", "--amount", "\(number).50", "--currency", currency, "--category",
        one(["food", "hotel", "taxi"]), "--payment", one(["card", "cash"]), "--date",
        one(["2026-05-31", "2026-06-12", "2026-06-14"]), "--kind", one(["expense", "expense", "income"]),
      ]
      for (option, values) in [
        ("--account", ["Giro \(currency)", "Savings \(currency)", ""]), ("--group", ["Berlin", "Rome", ""]),
        ("--tags", ["a", "a,b", ""]),
      ] {
        let value = one(values)
        if !value.isEmpty { options += [option, value] }
      }
      let outcome = ledger.run(options)
      try #require(outcome.code == .ok, "\(options): \(outcome.errors)")
    }
    let first = try #require(try rows(ledger, []).first).id
    #expect(ledger.run("delete", first).code == .ok)
    return ledger
  }

  @Test(
    "FF-27 An account, a category, a group, a payment and a tag lead to exactly the transactions they count")
  func counts() throws {
    let ledger = try filled()
    var seen: Set<String> = []
    for line in ledger.run("receipts", "--counts", "--json").lines {
      let count = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let filter = try #require(count["filter"] as? String)
      seen.insert(filter)
      let listed = try rows(ledger, ["--\(filter)", count["value"] as? String ?? "Unfiled"])
      #expect(listed.count == count["count"] as? Int && Set(listed.map(\.id)).count == listed.count, "\(line)")
    }
    #expect(seen.isSuperset(of: ["account", "category", "group", "payment", "tag", "kind"]), "\(seen)")
    // Every transaction has one category, so that the lists by category are the whole, each once.
    let parts = try ["food", "hotel", "taxi"].flatMap { try rows(ledger, ["--category", $0]).map(\.id) }
    let whole = try rows(ledger, []).map(\.id)
    #expect(parts.sorted() == whole.sorted() && parts.count == 59)
  }

  @Test("FF-27 Groups, their categories and every part of an analysis show what their lists add up to")
  func figures() throws {
    let ledger = try filled()
    for line in ledger.run("groups", "--json").lines {
      let group = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let filter = ["--group", group["group"] as? String ?? "Unfiled"]
      let whole = try rows(ledger, filter)
      #expect(try whole.count == group["count"] as? Int && sums(whole) == totals(group), "\(line)")
      for part in try #require(group["categories"] as? [[String: Any]]) {
        let listed = try rows(ledger, filter + ["--category", try #require(part["category"] as? String)])
        #expect(try listed.count == part["count"] as? Int && sums(listed) == totals(part), "\(line)")
      }
    }
    for filter in [[], ["--account", "Giro EUR"], ["--tag", "b", "--payment", "card"]] {
      let period = ["--kind", "expense", "--month", "2026-06"]
      let document = ledger.run(["analysis", "--json"] + period + filter).output
      let analysis = try #require(
        JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any])
      for part in try #require(analysis["categories"] as? [[String: Any]]) {
        let listed = try rows(
          ledger,
          filter + [
            "--kind", "expense", "--from", "2026-06-01", "--through", "2026-06-30", "--category",
            try #require(part["category"] as? String),
          ])
        #expect(!listed.isEmpty && listed.count == part["count"] as? Int, "\(filter) \(part)")
        #expect(try sums(listed, kind: "expense") == totals(part), "\(filter) \(part)")
      }
      for bucket in try #require(analysis["buckets"] as? [[String: Any]]) {
        let (from, through) = (bucket["from"] as? String ?? "", bucket["through"] as? String ?? "")
        let listed = try rows(ledger, filter + ["--kind", "expense", "--from", from, "--through", through])
        #expect(listed.count == bucket["count"] as? Int, "\(bucket)")
        #expect(try sums(listed, kind: "expense") == totals(bucket), "\(bucket)")
      }
    }
  }
}
