import Foundation
import Testing

@testable import events

@Suite("Reports (FF-18)")
struct ReportCommandTests {
  private func ledger() throws -> Ledger {
    let ledger = try Ledger()
    for arguments in [
      ["account", "open", "Giro", "--opening", "1000", "--date", "2026-04-30"],
      ["account", "open", "Mortgage", "--kind", "tracking", "--opening=-1800", "--date", "2026-05-01"],
      ["account", "open", "Dollars", "--opening", "10 USD", "--date", "2026-06-01"],
      ["group", "create", "Berlin"],
      ["add", "food 40 card 2026-04-01 Kiosk @Purse", "--new-account"],
      ["add", "food -10 card 2026-05-31 KIOSK @Giro"], ["add", "taxi 20 cash 2026-06-30 @Giro"],
      ["add", "other 500 income 2026-06-01 Employer @Giro"], ["add", "food 7 USD card 2026-06-05 @Dollars"],
      ["add", "food 99 card 2026-07-01 @Giro"],
      ["transfer", "100", "Giro", "Mortgage", "--category", "other", "--date", "2026-05-31"],
    ] {
      let outcome = ledger.run(arguments)
      try #require(outcome.code == .ok, "\(arguments): \(outcome.errors)")
    }
    return ledger
  }

  /// The totals of parts of a document, such as `2026-04: 4000 EUR`, without those that have no total.
  private func totals(_ document: [String: Any], _ list: String, _ key: String, _ sums: String = "totals")
    -> [String]
  {
    (document[list] as? [[String: Any]] ?? []).compactMap { part in
      let totals = (part[sums] as? [[String: Any]] ?? []).map {
        "\($0["minorUnits"] ?? "?") \($0["currency"] ?? "?")"
      }
      return totals.isEmpty ? nil : "\(part[key] as? String ?? "null"): \(totals.joined(separator: " + "))"
    }
  }

  @Test("Spending and income by month, without transfers, less refunds, of this month the whole")
  func flows() throws {
    let ledger = try ledger()
    let spending = try ledger.json("report", "spending", "--through", "2026-06-30")
    #expect(spending["from"] as? String == "2026-01-01" && spending["through"] as? String == "2026-06-30")
    #expect((spending["months"] as? [Any])?.count == 6)
    #expect(
      totals(spending, "months", "month") == [
        "2026-04: 4000 EUR", "2026-05: -1000 EUR", "2026-06: 2000 EUR + 700 USD",
      ])
    #expect(totals(spending, "rows", "key") == ["food: 3000 EUR + 700 USD", "taxi: 2000 EUR"])
    let income = try ledger.json(
      "report", "income", "--months", "1", "--by", "account", "--through", "2026-06-30")
    #expect(income["from"] as? String == "2026-06-01")
    #expect(totals(income, "months", "month") == ["2026-06: 50000 EUR"])
    #expect(totals(income, "rows", "name") == ["Giro: 50000 EUR"])
    let vendors = try ledger.json(
      "report", "spending", "--by", "vendor", "--currency", "EUR", "--through", "2026-06-30")
    #expect(totals(vendors, "rows", "name") == ["Kiosk: 3000 EUR", "null: 2000 EUR"])
    let groups = try ledger.json(
      "report", "spending", "--by", "group", "--currency", "EUR", "--through", "2026-06-30")
    #expect(totals(groups, "rows", "name") == ["null: 5000 EUR"])
    let flow = try ledger.json(
      "report", "cash-flow", "--months", "2", "--currency", "EUR", "--through", "2026-06-30")
    #expect(totals(flow, "months", "month", "received") == ["2026-05: 0 EUR", "2026-06: 50000 EUR"])
    #expect(totals(flow, "months", "month", "spent") == ["2026-05: -1000 EUR", "2026-06: 2000 EUR"])
    #expect(totals(flow, "months", "month") == ["2026-05: 1000 EUR", "2026-06: 48000 EUR"])
    #expect(totals(["all": [flow]], "all", "by") == ["category: 49000 EUR"])
  }

  @Test("Net worth counts openings from their date, both kinds of accounts, and those that nobody opened")
  func worth() throws {
    let ledger = try ledger()
    let worth = try ledger.json("report", "net-worth", "--months", "3", "--through", "2026-06-30")
    #expect(
      totals(worth, "months", "month") == [
        "2026-04: 96000 EUR + 0 USD", "2026-05: -83000 EUR + 0 USD", "2026-06: -35000 EUR + 300 USD",
      ])
    #expect(
      totals(worth, "rows", "name") == [
        "Giro: 139000 EUR", "Dollars: 300 USD", "Purse: -4000 EUR", "Mortgage: -170000 EUR",
      ])
    #expect(
      try totals(
        ledger.json("report", "net-worth", "--months", "1", "--at", "HEAD~1", "--through", "2026-06-30"),
        "rows", "key"
      ).last
        == "mortgage: -180000 EUR")
    #expect(
      try totals(
        ledger.json("report", "net-worth", "--by", "account", "--currency", "USD", "--through", "2026-06-30"),
        "rows", "key")
        == ["dollars: 300 USD"])
  }

  @Test("The past is as it was, by position and by the authors' clocks, and is the same after a rebuild")
  func past() throws {
    let ledger = try ledger()
    let before = ledger.run("report", "cash-flow", "--json").output
    ledger.run("add", "food 5 cash 2026-06-02")
    #expect(ledger.run("report", "cash-flow", "--json").output != before)
    #expect(ledger.run("report", "cash-flow", "--json", "--at", "HEAD~1").output == before)
    #expect(
      ledger.run("report", "cash-flow", "--json", "--recorded-by", "2999-01-01T00:00:00Z").output
        == ledger.run("report", "cash-flow", "--json").output)
    let now = ledger.run("report", "net-worth").output
    ledger.run("rebuild")
    #expect(ledger.run("report", "net-worth").output == now)
  }

  @Test(
    "What a report cannot be is refused in words",
    arguments: [
      (["spendings"], "there is no report “spendings”"), (["net-worth", "--by", "vendor"], "leave out --by"),
      (["spending", "--by", "tag"], "tag"), (["spending", "--months", "0"], "from 1 to 1200"),
      (["spending", "--months", "10000"], "from 1 to 1200"), (["spending", "--months", "six"], "“six”"),
      (["spending", "--currency", "XXQ"], "there is no currency"), ([], "REPORT"),
    ])
  func refused(arguments: [String], words: String) throws {
    let outcome = try Ledger().run(["report"] + arguments)
    #expect(outcome.code == .usage && outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test("An empty ledger has empty reports, and a hundred years are not too many")
  func empty() throws {
    let ledger = try Ledger()
    #expect(ledger.run("report", "spending").output.contains("Nothing was spent in these months."))
    #expect(ledger.run("report", "income").output.contains("Nothing was received in these months."))
    #expect(ledger.run("report", "cash-flow").output.contains("Nothing was received or spent"))
    #expect(ledger.run("report", "net-worth").output.contains("events account open"))
    let report = try ledger.json("report", "net-worth", "--months", "1200", "--through", "2026-06-30")
    #expect((report["months"] as? [Any])?.count == 1_200 && report["from"] as? String == "1926-07-01")
  }

  @Test(
    "Reports fit 80 columns, in four currencies and with hostile names",
    arguments: WidthTests.names)
  func width(name: String) throws {
    let ledger = try Ledger()
    for (number, currency) in ["EUR", "USD", "JPY", "KWD"].enumerated() {
      _ = try ledger.add(
        "\(number + 1)234567", "--currency", currency, "--vendor", name,
        "--account", "\(name.prefix(60)) \(number)")
    }
    ledger.run("group", "create", name)
    for report in ["spending", "income", "net-worth", "cash-flow"] {
      for by in report == "net-worth" ? ["account"] : ["category", "group", "account", "vendor"] {
        let outcome = ledger.run("report", report, "--by", by)
        let wide = outcome.lines.filter { columnWidth($0) > 80 }
        #expect(outcome.code == .ok && wide.isEmpty, "\(report) \(by): \(wide)")
      }
    }
  }
}
