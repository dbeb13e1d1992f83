import Foundation
import LedgerSQLite
import Testing

@testable import events

@Suite("why on the command line")
struct WhyCommandTests {
  @Test("A group's total: its transactions, the last to change first, their events, and the very sum")
  func group() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    try Golden.expect(ledger.run("why", "group", "Berlin — June 2026", "EUR").output, "why-group")
    try Golden.expect(ledger.run("groups", "--ids").output, "groups-ids")
    let lines = try ledger.run("why", "group Berlin — June 2026 EUR", "--json").lines.map(object)
    // The flight was filed last.
    #expect(lines.map { $0["transaction"] as? String } == [trips.flight, trips.rewe, nil])
    // The confirmation of the currency repeats the amount.
    let rewe = try #require(lines[1]["repeated"] as? [[String: Any]])
    #expect(
      rewe.contains { $0["position"] as? Int == 27 && ($0["gives"] as? [String])?.contains("total") == true })
    let sum = try #require(lines.last)
    #expect(sum["addsUp"] as? Bool == true && sum["count"] as? Int == 2 && sum["more"] as? Int == 0)
    #expect(units(sum["sum"]) == units(sum["shown"]))
    #expect(lines.dropLast().compactMap { units($0["amount"]) }.reduce(0, +) == units(sum["sum"]))
    let groups = try ledger.run("groups", "--ids", "--json").lines.map(object)
    let berlin = try #require(groups.first { $0["name"] as? String == "Berlin — June 2026" })
    #expect(units((berlin["totals"] as? [Any])?.first) == units(sum["sum"]))
  }

  @Test("Every name that --ids prints is one that why takes, and what it explains is the figure next to it")
  func names() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    ledger.run("add", "--amount", "100", "--kind", "income", "--category", "salary", "--date", "2026-06-20")
    ledger.run("correct", trips.rewe, "note", "with = signs and \"quotes\", it's \"so\" a\\b")
    let screens: [[String]] = [
      ["groups"], ["group", "show", "Unfiled"],
      ["group", "show", "Round the world — July 2026", "--payment", "card"],
      ["receipts"], ["receipts", "--tag", "snacks", "--any-tag", "night"],
      ["receipts", "--group", "Berlin — June 2026", "--min", "50 EUR", "--text", "with = signs"],
      ["analysis", "--kind", "expense", "--all"], ["analysis", "--kind", "expense", "--month", "2026-06"],
      ["analysis", "--kind", "expense", "--week", "2026-W24"],
      ["analysis", "--kind", "expense", "--year", "2026", "--has-photo", "yes"],
      ["analysis", "--kind", "income", "--all"],
      ["analysis", "--kind", "expense", "--year", "2026", "--category", "food", "--category", "taxi"],
      ["group", "show", "Round the world — July 2026", "--category", "food", "--category", "taxi"],
      ["receipts", "--text", "it's \"so\" a\\b"],
    ]
    var count = 0
    for screen in screens {
      let day = screen.contains("--through") ? [] : ["--through", "2026-12-31"]
      let text = ledger.run(screen + day + ["--ids"])
      #expect(text.code == .ok, "\(screen): \(text.errors)")
      let list = try #require(text.output.components(separatedBy: "For events why:\n").last)
      for line in list.split(separator: "\n") where line.hasPrefix("  ") {
        let name = try #require(line.firstMatch(of: /\s(group|receipts|expense|income|transfer) .*$/)?.output.0)
        let why = ledger.run("why", String(name.dropFirst()), "--json")
        #expect(why.code == .ok, "\(name): \(why.errors)")
        let sum = try object(why.lines.last)
        #expect(sum["addsUp"] as? Bool == true, "\(name)")
        let shown = ledger.run("why", String(name.dropFirst())).lines.last?.replacing("adds up: ", with: "")
        #expect(line.contains(" \(shown ?? "nothing") "), "\(line) is explained as \(shown ?? "nothing")")
        count += 1
      }
    }
    #expect(count > 25, "\(count)")
    let document = try ledger.json("analysis", "--kind", "expense", "--year", "2026", "--ids")
    #expect((document["why"] as? [String])?.first?.hasPrefix("expense 2026 ") == true)
    #expect((document["buckets"] as? [[String: Any]])?[5]["why"] as? [String] == ["expense 2026-06 EUR"])
    let plain = try ledger.json("analysis", "--kind", "expense", "--year", "2026")
    #expect(plain["why"] == nil)
    let receipt = try object(ledger.run("receipts", "--ids", "--json").lines.first)
    #expect((receipt["why"] as? [String])?.first?.hasPrefix("receipts 2026-0") == true)
    #expect(ledger.run("receipts", "--all", "--ids").code == .usage)
  }

  @Test("As of a position: what it was made of then")
  func then() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00", "--vendor", "Kiosk")
    ledger.run("correct", id, "total", "40.00")
    let other = try ledger.add("2.00", "--vendor", "Kiosk")
    ledger.run("correct", id, "note", "this changes no figure")
    let now = try ledger.run("why", "expense 2026 EUR", "--json").lines.map(object)
    // What was touched last changed no figure: the other one did.
    #expect(now.map { $0["transaction"] as? String } == [other, id, nil])
    let then = try ledger.run("why", "expense 2026 EUR", "--json", "--at", "7").lines.map(object)
    #expect(then.compactMap { units($0["amount"]) } == [3_800])
    let one = ledger.run("why", "expense 2026 EUR", "--limit", "1")
    #expect(one.output.contains("… and 1 transaction more, €40.00: --all"))
    #expect(ledger.run("why", "expense 2026 EUR", "--limit", "0").output.hasSuffix("adds up: €42.00\n"))
    #expect(ledger.run("why", "expense 2025 EUR").output == "Nothing makes it up.\nadds up: €0.00\n")
  }

  @Test("A total that is not the sum of its transactions is reported with exit code 1")
  func wrongTotal() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00")
    let models = try FileManager.default.contentsOfDirectory(atPath: ledger.path + "/models")
    let file = try #require(models.first { $0.hasSuffix(".sqlite") })
    let connection = try Connection(path: "\(ledger.path)/models/\(file)", mode: .readWrite)
    try connection.execute("UPDATE group_total SET total = total * 2")
    try connection.close()
    let outcome = ledger.run("why", "group", "Unfiled", "EUR")
    #expect(outcome.code == .no)
    #expect(outcome.output.contains("does not add up: the transactions make €38.00, the screen shows €76.00"))
    #expect(ledger.run("why", "expense", "2026", "EUR").code == .ok)
  }

  @Test("Wrong input is refused with what is wrong")
  func wrong() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    let lines: [(String, ExitCode, String)] = [
      ("expence 2026 EUR", .dataError, "Did you mean “expense”?"), ("group Potsdam EUR", .noInput, "no group"),
      ("group", .dataError, "the group is missing"), ("expense 2026-13 EUR", .dataError, "neither a time"),
      ("expense 2026-W60 EUR", .dataError, "no week 60"), ("expense 2026 EUX", .usage, "no currency “EUX”"),
      ("expense 2026 EUR USD", .dataError, "two currencies"),
      ("expense 2026 2025 EUR", .dataError, "two stretches"),
      ("expense 2026-06-14..2026-06-01 EUR", .dataError, "ends before it begins"),
      ("expense 2026 through:2026-12-31", .usage, "choose one: "),
      ("expense payment:gold EUR", .dataError, "takes card or cash"),
      ("expense \"2026 EUR", .dataError, "not closed"), ("", .dataError, "a figure is missing"),
      ("expense kind:income EUR", .dataError, "a kind already"),
      ("receipts text:a text:b EUR", .dataError, "text: is named twice"),
      ("receipts category: category:food EUR", .dataError, "without a category"),
    ]
    for (line, code, words) in lines {
      let outcome = ledger.run("why", line)
      #expect(outcome.code == code, "\(line): \(outcome.errors)")
      #expect(outcome.errors.contains(words), "\(line): \(outcome.errors)")
    }
    #expect(ledger.run("why").code == .usage)
    #expect(ledger.run("why", "expense 2026 EUR", "--all", "--limit", "2").code == .usage)
  }
}
