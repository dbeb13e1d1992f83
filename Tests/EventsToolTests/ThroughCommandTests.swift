import Foundation
import Testing

@testable import events

@Suite("FF-20: what is still to come, at the command line")
struct ThroughCommandTests {
  /// A ledger on 15 June 2026 with a group of four receipts, of which two are dated in July and one in August.
  private func ledger() throws -> Ledger {
    let ledger = try Ledger()
    ledger.run("group", "create", "Trip")
    for (date, amount) in [
      ("2026-06-12", "1"), ("2026-07-01", "20"), ("2026-07-01", "300"), ("2026-08-01", "4000"),
    ] {
      let outcome = ledger.run(
        "add", "--amount", amount, "--date", date, "--category", "food", "--payment", "card", "--group", "Trip")
      try #require(outcome.code == .ok, "\(outcome.errors)")
    }
    return ledger
  }

  private func units(_ value: Any?) -> [Int] {
    (value as? [[String: Any]] ?? []).compactMap { $0["minorUnits"] as? Int }
  }

  @Test("A group and an analysis through a day show what is dated later apart, and a period ends where it ends")
  func throughDay() throws {
    let ledger = try ledger()
    let group = try ledger.json("group", "show", "Trip", "--through", "2026-07-01")
    #expect(units(group["totals"]) == [32_100] && units(group["upcoming"]) == [400_000], "\(group)")
    let july = try ledger.json("group", "show", "Trip", "--month", "2026-07", "--through", "2026-06-30")
    #expect(units(july["totals"]) == [] && units(july["upcoming"]) == [32_000], "\(july)")
    let analysis = try ledger.json("analysis", "--year", "2026", "--through", "2026-07-01")
    #expect(units(analysis["totals"]) == [32_100] && units(analysis["upcoming"]) == [400_000], "\(analysis)")
  }

  @Test("The last month of an analysis is that before the day of --through")
  func lastMonth() throws {
    let ledger = try ledger()
    let july = try ledger.json("analysis", "--last-month", "--through", "2026-08-15")
    #expect(units(july["totals"]) == [32_000], "\(july)")
  }

  @Test("A list that cannot show all that is to come names the option that lists it, page by page")
  func remark() throws {
    let ledger = try ledger()
    let first = ledger.run("receipts", "--limit", "1")
    #expect(first.errors.contains("More of 3 receipts still to come: --through 2026-08-01"), "\(first)")
    let all = ledger.run("receipts", "--limit", "10", "--through", "2026-08-01", "--json")
    #expect(all.lines.count == 4 && !all.errors.contains("still to come"), "\(all)")
    #expect(!ledger.run("receipts", "--limit", "3").errors.contains("still to come"))
  }

  @Test("The overview names what is still to come in the latest group and outside of groups")
  func overview() throws {
    let ledger = try ledger()
    let outcome = ledger.run(
      "add", "--amount", "9", "--date", "2026-07-02", "--category", "food", "--payment", "card")
    try #require(outcome.code == .ok, "\(outcome.errors)")
    let words = ledger.run().output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Trip, 1 receipt, €1.00, and €4,320.00 still to come"), "\(words)")
    #expect(words.contains("0 receipts, and €9.00 still to come · not in any group"), "\(words)")
  }

  @Test("A report counts what is still to come in its months")
  func report() throws {
    let ledger = try ledger()
    let spending = try ledger.json("report", "spending", "--through", "2026-07-01", "--months", "2")
    #expect(spending["upcoming"] == nil && spending["upcomingCount"] == nil, "\(spending)")
    let early = try ledger.json("report", "spending", "--through", "2026-07-31", "--months", "1")
    #expect(units(early["totals"]) == [32_000], "\(early)")
    ledger.run("add", "--amount", "7", "--date", "2026-06-30", "--category", "food", "--payment", "card")
    let june = try ledger.json("report", "spending", "--months", "1")
    #expect(units(june["upcoming"]) == [700] && june["upcomingCount"] as? Int == 1, "\(june)")
  }

  @Test("A day or month without a year may be ahead for figures, budgets and rules")
  func nearest() throws {
    let ledger = try Ledger()
    ledger.run("account", "open", "Giro", "--opening", "100", "--date", "2026-03-01")
    #expect(ledger.run("add", "30 food card @Giro 2026-09-01").code == .ok)
    func balance(_ day: String) throws -> String {
      try #require(ledger.run("account", "list", "--through", day).lines.first { $0.contains("Giro") })
    }
    // Today is 14 June 2026.
    #expect(try balance("10 sep").contains("€70.00") && balance("1 apr").contains("€100.00"))
    #expect(try balance("31 dec").contains("€0.00"), "more than 92 days away: the last one")
    ledger.run("budget", "set", "food", "50", "--month", "november")
    #expect(ledger.run("budget", "--month", "2026-11").output.contains("€50.00"))
    ledger.run("budget", "set", "food", "40", "--month", "february")
    #expect(ledger.run("budget", "--month", "2026-02").output.contains("€40.00"))
    ledger.run(
      "rule", "add", "--amount", "9.99", "--every", "month", "--category", "other", "--payment", "card",
      "--vendor", "spotify", "--start", "2026-01-05")
    #expect(ledger.run("rule", "pause", "spotify", "--from", "1 aug").output.contains("1 Aug 2026"))
  }
}
