import Foundation
import Testing

@testable import events

@Suite("A month adds up")
struct MonthCommandTests {
  private func ledger() throws -> Ledger {
    let ledger = try Ledger()
    for line in [
      "food 40 card 2026-06-01 Kiosk #trip @Giro", "food -10 card 2026-06-02 KIOSK",
      "taxi 20 cash 2026-06-03 #trip #work",
      "other 1000 income 2026-06-01 Employer", "food 7 USD card 2026-06-05",
      "hotel 99 card 2026-06-30", "food 60 card 2026-05-10", "food 300 card 2026-01-10",
      "food 600 card 2025-11-30",
    ] {
      let outcome = ledger.run("add", line, "--new-account")
      try #require(outcome.code == .ok, "\(line): \(outcome.errors)")
    }
    let moved = ledger.run("transfer", "500", "Giro", "Savings", "--date", "2026-06-05", "--new-account")
    try #require(moved.code == .ok, "\(moved.errors)")
    return ledger
  }

  private func sums(_ object: [String: Any], _ name: String) -> [String: [String: Int]] {
    var found: [String: [String: Int]] = [:]
    for sum in object[name] as? [[String: Any]] ?? [] {
      guard let currency = sum["currency"] as? String else { continue }
      for part in ["received", "spent", "net"] {
        found[currency, default: [:]][part] = (sum[part] as? [String: Any])?["minorUnits"] as? Int
      }
    }
    return found
  }

  @Test("Income, spending and net so far, what is to come, the month before and the mean of six")
  func figures() throws {
    let ledger = try ledger()
    let month = try ledger.json("month")
    #expect(sums(month, "soFar")["EUR"] == ["received": 100_000, "spent": 5_000, "net": 95_000])
    #expect(sums(month, "soFar")["USD"] == ["received": 0, "spent": 700, "net": -700])
    #expect(sums(month, "toCome") == ["EUR": ["received": 0, "spent": 9_900, "net": -9_900]])
    #expect(sums(month, "lastMonth") == ["EUR": ["received": 0, "spent": 6_000, "net": -6_000]])
    #expect(sums(month, "meanOfSix") == ["EUR": ["received": 0, "spent": 6_000, "net": -6_000]])
    #expect(month["count"] as? Int == 5 && month["countToCome"] as? Int == 1)
    let vendors = try #require(month["vendor"] as? [[String: Any]])
    #expect(vendors.first?["name"] as? String == "KIOSK" && vendors.count == 3, "\(vendors)")
    let tags = try #require(month["tag"] as? [[String: Any]])
    #expect(tags.compactMap { $0["name"] as? String } == ["trip", "work"])
    try Golden.expect(ledger.run("month").output, "month")
    try Golden.expect(ledger.run("month", "2026-05").output, "month-past")
    #expect(ledger.run("month", "2020-01").output.contains("Nothing was received or spent."))
    #expect(ledger.run("month", "--last-month").output == ledger.run("month", "2026-05").output)
    #expect(ledger.run("month", "nonsense").code == .dataError)
    #expect(ledger.run("month", "2026-05", "--last-month").code == .usage)
  }

  @Test("Lists name what their header sums, and income is marked")
  func lists() throws {
    let ledger = try Ledger()
    ledger.run("add", "other 100 income 2026-06-01 Employer")
    let shown = ledger.run("receipts").output
    #expect(
      shown.contains("received €100.00") && shown.contains("+€100.00") && !shown.contains("-€100.00"),
      "\(shown)")
    ledger.run("add", "food 30 card 2026-06-01")
    #expect(ledger.run("receipts").output.contains("received €70.00"))
    ledger.run("add", "food 300 card 2026-06-01")
    #expect(ledger.run("receipts").output.contains(" €230.00"))
  }

  @Test("analysis without options shows what was spent this year")
  func analysis() throws {
    let ledger = try ledger()
    #expect(
      ledger.run("analysis", "--json").output
        == ledger.run("analysis", "--kind", "expense", "--year", "2026", "--json").output)
  }
}
