import Foundation
import Testing

@testable import events

@Suite("Adding from a line of text")
struct QuickEntryCommandTests {
  private func row(_ ledger: Ledger) throws -> [String: Any] {
    let line = try #require(ledger.run("receipts", "--json").lines.first)
    return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test("IE-14 A line is shown as it was understood, and recorded", arguments: [true, false])
  func line(_ isOneWord: Bool) throws {
    let ledger = try Ledger()
    let line = "taxi 23.90 cash yesterday #berlin Funk Taxi"
    let words = isOneWord ? [line] : line.split(separator: " ").map(String.init)
    let outcome = ledger.run(["add"] + words)
    try Golden.expect(outcome.output, "add-line")
    let row = try row(ledger)
    #expect(row["category"] as? String == "taxi" && row["payment"] as? String == "cash")
    #expect(row["date"] as? String == "2026-06-13" && row["tags"] as? [String] == ["berlin"])
    #expect((row["amount"] as? [String: Any])?["minorUnits"] as? Int == 2_390)
    #expect(row["vendor"] as? String == "Funk Taxi")
  }

  @Test("IE-14 Options win over the line, and JSON has only the outcome")
  func options() throws {
    let ledger = try Ledger()
    let outcome = ledger.run(
      "add", "taxi 5 cash", "--payment", "card", "--date", "2026-06-01", "--tags", "x", "--note", "n",
      "--amount",
      "15.00 + 5.00", "--currency", "USD", "--json")
    #expect(outcome.code == .ok && outcome.lines.count == 1, "\(outcome.errors)")
    let row = try row(ledger)
    #expect(row["payment"] as? String == "card" && row["date"] as? String == "2026-06-01")
    #expect((row["amount"] as? [String: Any])?["minorUnits"] as? Int == 2_000)
    #expect((row["amount"] as? [String: Any])?["currency"] as? String == "USD")
  }

  @Test(
    "A line that recurs makes a rule, alone and in a series, and shows its next dates",
    arguments: [false, true])
  func recurs(isSeries: Bool) throws {
    let ledger = try Ledger()
    let line = "rent 950 every month on the 1st card food unpaid"
    let dry = ledger.run("add", line, "--dry-run").output.split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
    #expect(dry.contains("monthly, next on 1 Aug 2026, 1 Sept 2026, 1 Oct 2026"), "\(dry)")
    #expect(ledger.run("rule", "list", "--json").output.isEmpty)
    let outcome = isSeries ? ledger.run(["add", "--repeat"], input: line + "\n") : ledger.run("add", line)
    #expect(outcome.code == .ok, "\(outcome.errors)")
    #expect(ledger.run("rule", "list", "--json").lines.count == 1)
    let rows = try ledger.run("receipts", "--json").lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(
      Set(rows.compactMap { $0["date"] as? String })
        == Set((7...12).map { "2026-\($0 < 10 ? "0" : "")\($0)-01" }))
    #expect(rows.allSatisfy { $0["vendor"] as? String == "rent" && $0["rule"] is String })
  }

  @Test("--payment takes the words of a line, and refuses others")
  func payment() throws {
    let ledger = try Ledger()
    #expect(ledger.run("add", "taxi 5", "--payment", "visa").code == .ok)
    #expect(try row(ledger)["payment"] as? String == "card")
    let refused = ledger.run("add", "taxi 5", "--payment", "stones")
    #expect(refused.code != .ok && refused.errors.contains("there is card or cash"), "\(refused.errors)")
  }

  @Test("IE-14 What is missing is refused with what was understood, and nothing is recorded")
  func missing() throws {
    let ledger = try Ledger()
    let cases: [(String, ExitCode, [String])] = [
      ("taxi cash #berlin", .no, ["the amount is missing", "Understood: expense", "#berlin"]),
      ("23.90", .no, ["the category and the payment are missing", "€23.90"]),
      ("lunch 12.345 food cash", .dataError, ["can be read as 12.345 or as 12,345"]),
      ("taxi 1.234 cash", .dataError, ["Nothing was recorded"]),
      ("\u{1b}[31m", .no, ["vendor \\u{1b}[31m"]),
    ]
    for (line, code, words) in cases {
      let outcome = ledger.run("add", line)
      #expect(outcome.code == code, "\(line): \(outcome.errors)")
      for word in words { #expect(outcome.errors.contains(word), "\(line): \(outcome.errors)") }
    }
    #expect(ledger.run("add").code == .usage)
    #expect(ledger.run("add", "").code == .usage)
    #expect(ledger.run("add", "food 5 card in:Nope").code == .noInput)
    #expect(ledger.run("add", "taxi 5 USD cash", "--currency", "JPY").code == .usage)
    #expect(ledger.run("receipts", "--json").output.isEmpty)
  }

  @Test("Money, dates and names that can be meant in two ways are refused with both, and nothing is recorded")
  func refusals() throws {
    let ledger = try Ledger()
    var shown = ""
    for line in [
      "hotel 3 nights 300 card", "5 food cash 2026-02-30", "food taxi 12 card", "food 12 card cash",
      "food 12 May card", "food 31/05 card", "food 12 card yesterday 2026-06-01", "food 1 234,50 € card",
      "food 12 card 05-06-2026", "food 12.345 card", "food 5$ card", "food 12 card \"TGI Friday",
      "5 food 2026-06",
      "food 12 card note:a note:b", "food 12 card 1926-06-01", "food 12 card in:Nope",
    ] {
      let outcome = ledger.run("add", line)
      #expect(outcome.code != .ok && outcome.output.isEmpty, "\(line)")
      shown += "$ events add '\(line)'\n\(outcome.errors)"
    }
    try Golden.expect(shown, "add-refused")
    #expect(ledger.run("receipts", "--all", "--json").output.isEmpty)
  }

  @Test("--dry-run shows what was understood and records nothing")
  func dryRun() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let line = "other card Level 42 concert 55 EUR 12 jun in:Berlin @Giro #music note: two tickets"
    try Golden.expect(ledger.run("add", line, "--dry-run", "--new-account").output, "add-dry-run")
    let object = try ledger.json("add", line, "--dry-run", "--new-account")
    #expect((object["amount"] as? [String: Any])?["minorUnits"] as? Int == 5_500)
    #expect(object["vendor"] as? String == "Level 42 concert" && object["date"] as? String == "2026-06-12")
    #expect(object["note"] as? String == "two tickets" && object["account"] as? String == "Giro")
    #expect(ledger.run("receipts", "--all", "--json").output.isEmpty)
  }

  @Test("A date far from today and a category of another kind need an agreement")
  func unusual() throws {
    let ledger = try Ledger()
    ledger.run("category", "add", "Salary", "--kind", "income")
    for arguments in [
      ["add", "food 12 card 1926-06-01"], ["add", "food 12 card 2029-06-01"], ["add", "salary 12 card"],
      ["add", "--amount", "12", "--category", "Salary", "--payment", "card"],
    ] {
      #expect(ledger.run(arguments).code == .dataError, "\(arguments)")
      #expect(ledger.run(arguments + ["--yes"]).code == .ok, "\(arguments)")
    }
    #expect(ledger.run("add", "salary 12 income").code == .ok)
    let id = try ledger.add("5")
    #expect(ledger.run("correct", id, "date", "1.6.1926").code == .dataError)
    #expect(ledger.run("correct", id, "date", "1.6.1926", "--yes").code == .ok)
    #expect(ledger.run("correct", id, "date", "14 jun").code == .ok)
  }

  @Test("Defaults are shown and set, and a wrong group or category ends a series before its first entry")
  func defaults() throws {
    let ledger = try Ledger()
    #expect(ledger.run("defaults", "set", "--currency", "CHF", "--payment", "cash").code == .ok)
    let shown = try ledger.json("defaults", "show")
    #expect(shown["currency"] as? String == "CHF" && shown["payment"] as? String == "cash")
    try Golden.expect(ledger.run("defaults", "show").output, "defaults")
    #expect(ledger.run("defaults", "set").code == .usage)
    #expect(ledger.run("defaults", "set", "--group", "Nope").code == .noInput)
    #expect(ledger.run("defaults", "set", "--account", "Nope").code == .noInput)
    #expect(ledger.run("defaults", "set", "--group", "x", "--no-group").code == .usage)
    #expect(ledger.run("add", "food 5", "--last").code == .ok)
    #expect(try row(ledger)["payment"] as? String == "cash")
    for option in [["--group", "Nope"], ["--category", "Nope"]] {
      #expect(ledger.run(["add", "--repeat"] + option, input: "food 5 card\n").code == .noInput)
    }
    #expect(ledger.run("receipts", "--json").lines.count == 1)
  }

  @Test("Errors of a German ledger write amounts as it does")
  func german() throws {
    let ledger = try Ledger(begun: false)
    ledger.run("init", "--currency", "EUR", "--locale", "de_DE")
    let outcome = ledger.run("add", "food 12..50 karte")
    #expect(outcome.code == .dataError && outcome.errors.contains("84,50 or 1.284,50"), "\(outcome.errors)")
    #expect(ledger.run("add", "food 12,50 karte 12.06.2026").code == .ok)
    #expect(try row(ledger)["date"] as? String == "2026-06-12")
  }

  @Test("Lists take a stretch of time by name, and two of them are refused")
  func periods() throws {
    let ledger = try Ledger()
    for date in ["2025-12-31", "2026-05-31", "2026-06-01"] {
      #expect(ledger.run("add", "food 5 card \(date)").code == .ok)
    }
    func count(_ options: String...) -> Int { ledger.run(["receipts", "--json"] + options).lines.count }
    #expect(count("--this-month") == 1 && count("--last-month") == 1 && count("--month", "2026-05") == 1)
    #expect(count("--this-year") == 2 && count("--last-year") == 1 && count("--from", "1 jun") == 1)
    #expect(count("--this-year", "--through", "31.5.") == 1)
    #expect(ledger.run("receipts", "--this-year", "--last-month").code == .usage)
    #expect(ledger.run("receipts", "--month", "nonsense").code == .dataError)
    #expect(ledger.run("receipts", "--this-month").output.contains("Filters: this-month"))
  }

  @Test("An unknown category, tag or account in a filter is an error with the nearest name")
  func unknownNames() throws {
    let ledger = try Ledger()
    _ = try ledger.add("5", "--tags", "client", "--account", "Giro")
    for (option, wrong, near) in [
      ("--category", "fod", "Food"), ("--tag", "clent", "client"), ("--any-tag", "clent", "client"),
      ("--account", "Gro", "Giro"),
    ] {
      let outcome = ledger.run("receipts", option, wrong)
      #expect(
        outcome.code == .noInput && outcome.errors.contains("Did you mean “\(near)”?"), "\(outcome.errors)")
      #expect(ledger.run("receipts", option, near, "--json").lines.count == 1)
    }
    #expect(ledger.run("receipts", "--category", "Food", "--json").lines.count == 1)
    #expect(ledger.run("receipts", "--tag", "#client", "--json").lines.count == 1)
  }

  @Test(
    "FF-10, FF-11 Amounts build from the right and may be sums",
    arguments: [("1536p", 1_536), ("15.00 + 5.00", 2_000)])
  func amounts(_ text: String, _ expected: Int) throws {
    let ledger = try Ledger()
    _ = try ledger.add(text)
    #expect((try row(ledger)["amount"] as? [String: Any])?["minorUnits"] as? Int == expected)
    let refused = ledger.run(
      "add", "--amount", "5 USD", "--currency", "JPY", "--category", "food", "--payment", "card")
    #expect(refused.code == .dataError && refused.errors.contains("--currency is JPY"))
  }

  @Test("IE-28 Correcting a total with another currency changes both")
  func correctsBoth() throws {
    let ledger = try Ledger()
    let id = try ledger.add("5")
    #expect(ledger.run("correct", id, "total", "84 JPY").code == .ok)
    let amount = try #require(try row(ledger)["amount"] as? [String: Any])
    #expect(amount["minorUnits"] as? Int == 84 && amount["currency"] as? String == "JPY")
    #expect(ledger.run("correct", id, "total", "20 + 1").code == .ok)
    #expect((try row(ledger)["amount"] as? [String: Any])?["minorUnits"] as? Int == 21)
  }

  @Test("IE-14 On a terminal it asks, and no is no")
  func asks() throws {
    let ledger = try Ledger()
    let terminal = try #require(PseudoTerminal(columns: 80))
    #expect(terminal.run(["add", "taxi 5 cash"], on: ledger, typing: "n\n").contains("Record it? [Y/n]"))
    #expect(ledger.run("receipts", "--json").output.isEmpty)
    _ = terminal.run(["add", "taxi 5 cash"], on: ledger, typing: "y\n")
    #expect(ledger.run("receipts", "--json").lines.count == 1)
    _ = terminal.run(["add", "taxi 5 cash", "--yes"], on: ledger)
    #expect(ledger.run("receipts", "--json").lines.count == 2)
  }

  // MARK: One after the other

  private func rows(_ ledger: Ledger) throws -> [[String: Any]] {
    try ledger.run("receipts", "--all", "--json").lines.map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// Without the line breaks of a narrow terminal.
  private static func onOneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("ET-02 From a pipe, only the date is kept for the next entry")
  func piped() throws {
    let ledger = try Ledger()
    let outcome = ledger.run(
      "add", "--repeat",
      input: "taxi 23.90 cash 2026-06-01 #berlin Funk Taxi\n\nfood 1536p card\n2026-05-31\nincome 5 food\r\n")
    #expect(outcome.code == .ok && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.lines.count == 3, "\(outcome.output)")
    let rows = try rows(ledger).reversed()
    #expect(Set(rows.compactMap { $0["date"] as? String }) == ["2026-06-01", "2026-05-31"])
    let second = try #require(rows.first { ($0["amount"] as? [String: Any])?["minorUnits"] as? Int == 1_536 })
    #expect(second["date"] as? String == "2026-06-01" && second["category"] as? String == "food")
    #expect(second["tags"] as? [String] == [] && second["vendor"] is NSNull)
    let third = try #require(rows.first { $0["kind"] as? String == "income" })
    #expect(third["date"] as? String == "2026-05-31")
  }

  @Test("A bad line is reported with its number, the others are recorded, and it ends with 65")
  func badLines() throws {
    let ledger = try Ledger()
    let long = String(repeating: "x", count: 20_000)
    let outcome = ledger.run(
      "add", "--repeat", "--json",
      input: "taxi 5 cash\ntaxi cash\nfood 12.345 card\n\(long)\ntaxi 0 cash\nfood 6 card #a,b\nfood 7 card")
    #expect(outcome.code == .dataError)
    #expect(outcome.lines.count == 2, "\(outcome.output)")
    for number in [2, 3, 4, 5, 6] {
      #expect(outcome.errors.contains("standard input:\(number): "), "\(number): \(outcome.errors)")
    }
    #expect(outcome.errors.contains("5 lines of 7 could not be recorded"), "\(outcome.errors)")
    #expect(try rows(ledger).count == 2)
    for line in outcome.lines { #expect(line.hasPrefix("{\"events\":[") && line.contains("\"transaction\"")) }
  }

  @Test("Options next to --repeat apply to every line; entries are not taken from the command line")
  func repeatOptions() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let outcome = ledger.run(
      "add", "--repeat", "--group", "Berlin", "--payment", "card", "--date", "2026-06-03", "--note", "trip",
      input: "taxi 5\nfood 6 2026-06-04\nfood 7\n")
    #expect(outcome.code == .ok, "\(outcome.errors)")
    let rows = try rows(ledger)
    #expect(
      rows.count == 3
        && rows.allSatisfy { $0["payment"] as? String == "card" && $0["note"] as? String == "trip" })
    #expect(rows.compactMap { $0["date"] as? String }.sorted() == ["2026-06-03", "2026-06-04", "2026-06-04"])
    #expect(ledger.run("add", "--repeat", "taxi 5 cash").code == .usage)
    #expect(ledger.run("add", "--repeat", "--amount", "5").code == .usage)
    #expect(ledger.run("add", "--repeat", "--date", "nonsense", input: "taxi 5 cash\n").code == .dataError)
    #expect(ledger.run("add", "--repeat").code == .ok, "nothing to read is nothing to do")
  }

  @Test("ET-02, ET-05 On a terminal it asks for one after the other, shows tags, and ends with an empty line")
  func conversation() throws {
    let ledger = try Ledger()
    _ = try ledger.add("1.00", "--tags", "berlin,client", "--account", "Giro")
    let terminal = try #require(PseudoTerminal(columns: 80))
    let keys = [
      "#be?", "#x?", "2026-06-02", "taxi 5 cash", "y", "nonsense", "food 6", "y", "food 7 card", "n", "8 cash",
      "hotel",
      "y", "",
    ]
    let all = terminal.run(["add", "--repeat"], on: ledger, typing: keys.map { $0 + "\n" }.joined())
    let shown = Self.onOneLine(all)
    #expect(shown.contains("Tags: #berlin #client") && all.contains("Tags: #berlin\r\n"), "\(shown)")
    #expect(shown.contains("No tag begins with x") && shown.contains("the amount"), "\(shown)")
    #expect(
      shown.contains("(account Giro as last time)") && shown.contains("(cash and account Giro as last time)"))
    #expect(shown.contains("Category (food taxi hotel flight other, an empty line for food)> "), "\(shown)")
    let rows = try rows(ledger).filter { $0["date"] as? String == "2026-06-02" }
    #expect(rows.compactMap { $0["category"] as? String }.sorted() == ["food", "hotel", "taxi"], "\(shown)")
    #expect(rows.allSatisfy { $0["account"] as? String == "Giro" && $0["payment"] as? String == "cash" })
  }

  @Test("FF-22 The last value is used on a terminal or with --last, with a notice; otherwise it is missing")
  func lastUsed() throws {
    let ledger = try Ledger()
    #expect(ledger.run("add", "taxi 5", "--last").errors.contains("the payment is missing"))
    _ = try ledger.add("1.00", "--account", "Giro")
    #expect(ledger.run("add", "taxi 5").code == .no)
    let outcome = ledger.run("add", "taxi 5", "--last")
    #expect(
      outcome.code == .ok && Self.onOneLine(outcome.output).contains("(card and account Giro as last time)"),
      "\(outcome.output)")
    let amount = ledger.run(
      "add", "--amount", "6", "--category", "food", "--last", "--account", "Cash box", "--new-account")
    #expect(
      amount.code == .ok && Self.onOneLine(amount.output).contains("(card as last time)"),
      "\(amount.output)\(amount.errors)")
    let terminal = try #require(PseudoTerminal(columns: 80))
    let shown = Self.onOneLine(
      terminal.run(["add", "--amount", "7", "--category", "food"], on: ledger, typing: "y\n"))
    #expect(shown.contains("(card and account Cash box as last time)"), "\(shown)")
    #expect(try rows(ledger).count == 4)
  }

  @Test("Defaults fill what is not given, with a notice; a deleted group is not used")
  func defaultPlaces() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    ledger.run("group", "create", "Rome")
    ledger.run("account", "open", "Giro")
    ledger.run("defaults", "set", "--group", "Berlin", "--account", "Giro", "--payment", "card")
    let first = ledger.run("add", "food 5")
    #expect(
      Self.onOneLine(first.output).contains("(card, account Giro and in Berlin by default)"), "\(first.output)")
    var row = try row(ledger)
    #expect(
      row["account"] as? String == "Giro" && row["group"] is String && row["payment"] as? String == "card")
    let json = try ledger.json("add", "food 6", "--json")
    let offers = try #require(json["offers"] as? [[String: Any]])
    #expect(offers.compactMap { $0["field"] as? String } == ["payment", "account", "group"])
    #expect(offers.allSatisfy { $0["reason"] as? String == "by default" })
    // What is given wins, and Unfiled is a group that can be given.
    #expect(
      ledger.run("add", "food 7 cash in:Unfiled @Cash", "--new-account").output.contains("by default") == false)
    row = try self.row(ledger)
    #expect(
      row["group"] is NSNull && row["account"] as? String == "Cash" && row["payment"] as? String == "cash")
    // An account in another currency does not fit.
    #expect(!ledger.run("add", "food 7 CHF cash").output.contains("Giro"))
    let pipe = ledger.run("add", "--repeat", input: "food 8\n")
    #expect(Self.onOneLine(pipe.output).contains("in Berlin by default"), "\(pipe.output)\(pipe.errors)")
    #expect(ledger.run("add", "--amount", "9", "--category", "food").output.contains("in Berlin by default"))
    // The most recent group is by use.
    ledger.run("add", "food 9", "--group", "Rome")
    #expect(try ledger.json("defaults", "show")["mostRecentGroup"] is String)
    #expect(ledger.run("defaults", "show").output.contains("Most recent group: Rome"))
    #expect(ledger.run().output.contains("Most recent group: Rome, 1 receipt"))
    ledger.run("group", "delete", "Berlin", "--yes")
    #expect(ledger.run("defaults", "show").output.contains("Berlin (deleted: not used)"))
    let without = ledger.run("add", "food 10")
    #expect(without.code == .ok && !without.output.contains("Berlin"), "\(without.errors)")
    ledger.run("defaults", "set", "--no-account", "--no-group")
    #expect(Self.onOneLine(ledger.run("add", "food 11").output).contains("(card by default)"))
    ledger.run("undo")
    ledger.run("undo")
    #expect(ledger.run("defaults", "show").output.contains("Giro"))
  }

  @Test("A vendor's last receipt gives category and payment, with the reason")
  func vendorMemory() throws {
    let ledger = try Ledger()
    #expect(ledger.run("add", "Rewe City 12.50").code == .no)
    #expect(ledger.run("add", "Rewe City 12.50 food cash").code == .ok)
    let outcome = ledger.run("add", "rewe city 7.20")
    #expect(
      outcome.code == .ok
        && Self.onOneLine(outcome.output).contains("Food and cash as last time at rewe city)"),
      "\(outcome.output)\(outcome.errors)")
    let row = try row(ledger)
    #expect(row["category"] as? String == "food" && row["payment"] as? String == "cash")
    // What is given wins, and only the rest is taken.
    let given = Self.onOneLine(ledger.run("add", "Rewe City 8 other", "--dry-run").output)
    #expect(given.contains("(cash as last time at Rewe City)"), "\(given)")
    let dry = try ledger.json("add", "--amount", "9", "--vendor", "REWE CITY", "--dry-run")
    #expect(dry["category"] as? String == "food" && dry["payment"] as? String == "cash")
    #expect(dry["offered"] as? [String] == ["🍽️ Food", "cash"])
  }

  @Test("A computation is kept in the event, and shown where the event is")
  func expressions() throws {
    let ledger = try Ledger()
    let outcome = ledger.run("add", "food 90/3 cash")
    #expect(outcome.output.contains("€30.00 = 90/3"), "\(outcome.output)")
    let id = try #require(try row(ledger)["transaction"] as? String)
    ledger.run("add", "--amount", "15.00 + 5.00", "--category", "food", "--payment", "cash")
    ledger.run("correct", id, "total", "84 +10%")
    ledger.run("correct", id, "total", "92.50")
    let payloads = ledger.run("tail", "--json", "-n", "4").lines.map { line in
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return (object?["payload"] as? [String: Any])?["expression"] as? String
    }
    #expect(payloads == ["90/3", "15.00 + 5.00", "84 +10%", nil])
    #expect(ledger.run("audit", id).output.contains("typed as 84 +10%"))
    #expect(ledger.run("audit", id).output.contains("= 90/3"))
    #expect(ledger.run("blame", id, "total", "--history").output.contains("84 +10%"))
    let lines = ledger.run("blame", id, "total", "--history", "--json").lines
    #expect(lines.contains { $0.contains(#""expression":"84 +10%""#) }, "\(lines)")
  }

  @Test("The refusals of a German ledger show German amounts")
  func notation() throws {
    let ledger = try Ledger(begun: false)
    ledger.run("init", "--currency", "EUR", "--locale", "de_DE")
    ledger.run("account", "open", "Giro", "--opening", "1234,50")
    let closing = ledger.run("account", "close", "Giro")
    #expect(closing.errors.contains("1.234,50\u{a0}€") && !closing.errors.contains("EUR"), "\(closing.errors)")
    let id = try ledger.add("20,00")
    let yen = ledger.run("correct", id, "currency", "JPY")
    #expect(yen.errors.contains("20,00\u{a0}€ cannot be in JPY"), "\(yen.errors)")
    let second = try ledger.add("21,00")
    let both = ledger.run("correct", "\(id),\(second)", "currency", "JPY")
    #expect(both.errors.contains("20,00\u{a0}€ cannot be in JPY"), "\(both.errors)")
    let named = ledger.run("--ledger", ledger.path, "correct", id, "currency", "JPY")
    #expect(named.errors.contains("20,00\u{a0}€"), "\(named.errors)")
  }

  @Test("ET-05 tag --suggest lists tags for people, for programs and for completions")
  func suggestions() throws {
    let ledger = try Ledger()
    #expect(ledger.run("tag", "--suggest", "").output.isEmpty)
    _ = try ledger.add("1.00", "--tags", "client,coffee shop")
    _ = try ledger.add("1.00", "--tags", "client,berlin")
    #expect(ledger.run("tag", "--suggest", "").lines == ["2  client", "1  berlin", "1  coffee shop"])
    #expect(
      ledger.run("tag", "--suggest", "C", "--json").lines == [
        #"{"count":2,"tag":"client"}"#, #"{"count":1,"tag":"coffee shop"}"#,
      ])
    #expect(ledger.run("tag", "--suggest", "", "--limit", "1").lines == ["2  client"])
    #expect(ledger.run("tag", "--suggest", "", "--limit", "0").code == .usage)
    #expect(ledger.run("tag").code == .usage)
    let script = ledger.run("completions", "bash").output
    let completed = try BuiltTool.shell(
      """
      events() { $events "$@"; }
      \(script)
      COMP_WORDS=(events tag 3f2a1b9c co); COMP_CWORD=3; _events; printf '%s|' "${COMPREPLY[@]}"
      COMP_WORDS=(events receipts --tag ''); COMP_CWORD=3; _events; printf '%s|' "${COMPREPLY[@]}"
      """, environment: ["EVENTS_LEDGER": ledger.path])
    #expect(
      completed.output == "coffee shop|client|berlin|coffee shop|", "\(completed.output)\(completed.errors)")
  }
}
