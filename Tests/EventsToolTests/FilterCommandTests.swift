import Foundation
import Testing

@testable import events

@Suite("Filters")
struct FilterCommandTests {
  private func tagged() throws -> Ledger {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    _ = try ledger.add("1", "--vendor", "A", "--tags", "a")
    _ = try ledger.add("2", "--vendor", "B", "--tags", "b", "--group", "Berlin")
    _ = try ledger.add("3", "--vendor", "AB", "--tags", "a,b", "--group", "Berlin", "--flags", "paid")
    _ = try ledger.add("4", "--vendor", "C", "--tags", "c", "--account", "Giro")
    return ledger
  }

  @Test("IE-09 One filter repeated means or, different ones mean and")
  func composition() throws {
    let ledger = try tagged()
    let cases: [([String], [String])] = [
      (["--tag", "a"], ["A", "AB"]), (["--tag", "a", "--tag", "b"], ["A", "B", "AB"]),
      (["--any-tag", "a", "--any-tag", "b"], ["A", "B", "AB"]), (["--tag", "a", "--any-tag", "b"], ["AB"]),
      (["--tag", "a", "--tag", "c", "--any-tag", "b", "--any-tag", "c"], ["AB", "C"]),
      (["--tag", "a", "--group", "Berlin"], ["AB"]),
      (["--group", "Berlin", "--group", "Unfiled"], ["A", "B", "AB", "C"]),
      (["--account", "Giro", "--min", "4", "--max", "4.00"], ["C"]),
      (["--flag", "paid", "--has-photo", "no"], ["AB"]),
    ]
    for (filters, expected) in cases {
      let lines = ledger.run(["receipts", "--json"] + filters).lines
      let vendors = try lines.map { line in
        try #require(
          (JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["vendor"] as? String)
      }
      #expect(Set(vendors) == Set(expected) && vendors.count == expected.count, "\(filters): \(vendors)")
      let exported = ledger.run(["export", "--format", "ndjson"] + filters).lines
      #expect(Set(exported) == Set(lines), "\(filters)")
      let totals = ledger.run(["analysis", "--kind", "expense", "--all", "--json"] + filters).output
      #expect(totals.contains("\"count\":\(expected.count)"), "\(filters): \(totals)")
    }
  }

  @Test("IE-09 Active filters are shown, and nothing that matches is not nothing there")
  func states() throws {
    let ledger = try tagged()
    let shown = ledger.run("receipts", "--tag", "a", "--tag", "b", "--payment", "card").output
    #expect(shown.hasPrefix("Filters: payment card · tag a or b\n"), "\(shown)")
    let none = ledger.run("receipts", "--category", "hotel").output
    #expect(none == "Filters: category hotel\nNo receipt matches these filters; without them there are 4.\n")
    #expect(ledger.run("receipts", "--all", "--category", "hotel").output.contains("without them there are 4"))
    #expect(try Ledger().run("receipts", "--category", "hotel").output.contains("There are no receipts yet"))
    #expect(try Ledger().run("receipts").output.contains("no saved receipts yet"))
    let group = ledger.run("group", "show", "Berlin", "--category", "hotel").output
    #expect(group.contains("without them there are 2"), "\(group)")
  }

  @Test("IE-09 A bound has as many decimals as a currency that the ledger has amounts in")
  func decimals() throws {
    let ledger = try Ledger()
    _ = try ledger.add("84.50", "--vendor", "Euro")
    _ = try ledger.add("84.51", "--vendor", "Cent")
    let refused = ledger.run("receipts", "--min", "84.505")
    #expect(refused.code == .dataError && refused.errors.contains("84505.00"), "\(refused.errors)")
    _ = try ledger.add("84.505", "--vendor", "Dinar", "--currency", "KWD")
    _ = try ledger.add("84", "--vendor", "Yen", "--currency", "JPY")
    func vendors(_ filters: String...) throws -> Set<String> {
      let outcome = ledger.run(["receipts", "--json"] + filters)
      #expect(outcome.code == .ok, "\(filters): \(outcome.errors)")
      return Set(
        try outcome.lines.compactMap { line in
          try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["vendor"]
            as? String
        })
    }
    #expect(try vendors("--min", "84.505") == ["Dinar", "Cent"])
    #expect(try vendors("--max", "84.505") == ["Dinar", "Euro", "Yen"])
    #expect(try vendors("--min", "84.506") == ["Cent"])
    #expect(try vendors("--min", "84.505", "--max", "84.505") == ["Dinar"])
    #expect(try vendors("--min", "84.505 KWD") == ["Dinar"])
    #expect(try vendors("--min", "84.51") == ["Cent"])
    // No currency has that many decimals, and unknown letters are no currency.
    #expect(ledger.run("receipts", "--min", "84.5055").code == .dataError)
    #expect(ledger.run("receipts", "--min", "84.505 EUR").code == .dataError)
    #expect(ledger.run("receipts", "--min", "84.5.05").code == .dataError)
  }

  @Test("IE-07 A group shows the totals of what matches")
  func group() throws {
    let ledger = try tagged()
    let whole = try ledger.json("group", "show", "Berlin")
    let part = try ledger.json("group", "show", "Berlin", "--tag", "a")
    #expect(whole["count"] as? Int == 2 && part["count"] as? Int == 1)
    #expect(part.keys == whole.keys)
    #expect(((part["totals"] as? [[String: Any]])?.first?["minorUnits"]) as? Int == 300)
    let all = try ledger.json("group", "show", "Berlin", "--kind", "expense")
    #expect(NSDictionary(dictionary: all) == NSDictionary(dictionary: whole))
    try Golden.expect(ledger.run("group", "show", "Berlin", "--tag", "a").output, "group-show-filtered")
  }

  @Test("IE-09, FF-27 Counts tell per value what it would show with the other filters")
  func counts() throws {
    let ledger = try tagged()
    try Golden.expect(ledger.run("receipts", "--counts").output, "receipts-counts")
    try Golden.expect(ledger.run("receipts", "--counts", "--tag", "a", "--json").output, "receipts-counts-json")
    for line in ledger.run("receipts", "--counts", "--json").lines {
      let count = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let filter = try #require(count["filter"] as? String)
      let value = count["value"] as? String ?? "Unfiled"
      let matching = ledger.run("receipts", "--json", "--\(filter)", value).lines.count
      #expect(matching == count["count"] as? Int, "\(line)")
    }
    #expect(ledger.run("receipts", "--counts", "--limit", "3").code == .usage)
  }
}
