import Foundation
import Testing

@testable import events

/// A ledger with the receipts of `Fixtures/receipts`, some saved, some not, in two trips.
final class TwoTrips {
  let ledger: Ledger
  let rewe: String
  let flight: String
  let cafe: String
  let hotel: String
  let taxi: String
  let konbini: String

  init() throws {
    let ledger = try Ledger()
    func capture(_ name: String, pages: Int = 1) throws -> String {
      let images = pages == 1 ? ["\(name).png"] : (1...pages).map { "\(name)-\($0).png" }
      let arguments = ["capture", "--json"] + images.map { Repository.receipt($0) }
      let outcome = ledger.run(arguments + ["--text", Repository.receipt("\(name).txt")])
      try #require(outcome.code == .ok, "\(outcome.errors)")
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
      return try #require(object?["transaction"] as? String)
    }
    func run(_ arguments: String...) throws {
      let outcome = ledger.run(arguments)
      try #require(outcome.code == .ok, "\(arguments): \(outcome.errors)")
    }
    try run("group", "create", "Berlin — June 2026")
    try run("group", "create", "Round the world — July 2026")
    rewe = try capture("rewe-city-berlin")
    flight = try capture("lufthansa-e-ticket")
    cafe = try capture("cafe-spree-bad-scan")
    hotel = try capture("hotel-lac-bleu", pages: 2)
    taxi = try capture("taxi-new-york")
    konbini = try capture("konbini-tokyo")
    try run("pick", rewe, "total", "2")
    try run("confirm", rewe)
    try run("save", rewe)
    try run("save", flight)
    try run("save", hotel)
    try run("pick", taxi, "date", "2")
    try run("save", taxi)
    try run("correct", konbini, "total", "1284")
    try run("correct", konbini, "category", "food")
    try run("save", konbini)
    for id in [rewe, flight] { try run("file", id, "Berlin — June 2026") }
    for id in [hotel, taxi] { try run("file", id, "Round the world — July 2026") }
    try run("tag", konbini, "Snacks, late", "night")
    try run("flag", rewe, "paid", "unreimbursed")
    try run("clear", hotel)
    try run("correct", hotel, "note", "with the client\nthree nights")
    self.ledger = ledger
  }
}

@Suite("Golden outputs")
struct GoldenTests {
  @Test("The main commands print these texts for people")
  func forPeople() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    let commands: [(String, [String])] = [
      ("drafts", ["drafts"]), ("review-ambiguous", ["review", try ambiguous(ledger)]),
      ("review-bad-scan", ["review", trips.cafe]), ("review-saved", ["review", trips.rewe]),
      ("receipt", ["receipt", trips.hotel]), ("receipt-verbose", ["receipt", trips.konbini, "--verbose"]),
      ("groups", ["groups"]), ("group-show", ["group", "show", "Round the world — July 2026"]),
      ("group-show-unfiled", ["group", "show", "Unfiled"]), ("receipts", ["receipts"]),
      ("receipts-filtered", ["receipts", "--category", "food", "--payment", "cash"]),
      ("receipts-all", ["receipts", "--all"]), ("audit", ["audit", trips.rewe]),
      ("tail", ["tail", "-n", "30"]),
      ("show-event", ["show", "12"]), ("show-stream", ["show", trips.rewe]),
      ("categories", ["category", "list"]),
      ("verify", ["verify"]), ("rebuild", ["rebuild"]),
      ("group-delete-dry-run", ["group", "delete", "Berlin — June 2026", "--dry-run"]),
      ("delete-dry-run", ["delete", trips.hotel, "--dry-run"]),
    ]
    for (name, arguments) in commands {
      let outcome = ledger.run(arguments)
      #expect(outcome.code == .ok, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.isEmpty, "\(arguments): \(outcome.errors)")
      // A hash is not broken.
      for line in outcome.lines where !line.contains("sha256") {
        #expect(columnWidth(line) <= 80, "\(name): \(line)")
      }
      try Golden.expect(outcome.output, name)
    }
  }

  @Test("Recording commands print these texts for people")
  func recording() throws {
    let ledger = try Ledger()
    var text = ""
    func run(_ arguments: String...) {
      let outcome = ledger.run(arguments)
      text += "$ events \(arguments.joined(separator: " "))\n\(outcome.output)\(outcome.errors)"
    }
    let id = try ledger.add("38.00", "--vendor", "Kiosk")
    let draft = try ledger.capture("Café Mauve\n12.06.2026\nSumme EUR 12,00\n")
    run(
      "add", "--amount", "-5.00", "--category", "food", "--payment", "card", "--date", "2026-06-12", "--kind",
      "expense")
    run("group", "create", "Berlin")
    run("file", id, "Berlin")
    run("file", id, "berlin")
    run("group", "rename", "Berlin", "Berlin and Potsdam")
    run("save", draft)
    run("correct", draft, "payment", "cash")
    run("correct", draft, "category", "food")
    run("confirm", draft)
    run("confirm", draft)
    run("save", draft)
    run("save", draft)
    run("tag", draft, "Coffee Shop")
    run("tag", draft, "--remove", "coffee shop")
    run("flag", draft, "paid", "reimbursed")
    run("clear", draft)
    run("clear", draft, "--off")
    run("category", "add", "Coffee shop", "--emoji", "☕")
    run("delete", id)
    run("restore", id)
    run("group", "delete", "Berlin and Potsdam", "--delete-receipts")
    run("group", "restore", "Berlin and Potsdam")
    run("file", id, "--unfiled")
    run("discard", try ledger.capture("nothing\n"))
    try Golden.expect(text, "recording")
  }

  @Test("The main commands print this JSON for programs")
  func forPrograms() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    let commands: [(String, [String])] = [
      ("groups-json", ["groups"]), ("receipts-json", ["receipts", "--all"]), ("drafts-json", ["drafts"]),
      ("review-json", ["review", try ambiguous(ledger)]), ("receipt-json", ["receipt", trips.hotel]),
      ("category-list-json", ["category", "list"]),
      ("group-delete-dry-run-json", ["group", "delete", "Berlin — June 2026", "--dry-run"]),
    ]
    for (name, arguments) in commands {
      let outcome = ledger.run(arguments + ["--json"])
      #expect(outcome.code == .ok, "\(arguments): \(outcome.errors)")
      try Golden.expect(outcome.output, name)
    }
  }

  /// A draft with two possible totals.
  private func ambiguous(_ ledger: Ledger) throws -> String {
    let text = try String(contentsOfFile: Repository.receipt("rewe-city-berlin.txt"), encoding: .utf8)
    return try ledger.capture(text)
  }
}

@Suite("Output for programs")
struct JSONTests {
  /// Every line of every command is JSON with sorted keys and without fractions.
  @Test("Every line is one JSON value with sorted keys and whole numbers")
  func form() throws {
    let trips = try TwoTrips()
    let id = trips.hotel
    let group = "Berlin — June 2026"
    let commands: [[String]] = [
      [], ["groups"], ["receipts"], ["receipts", "--all"], ["drafts"], ["receipt", id], ["review", id],
      ["analysis", "--kind", "expense", "--all"], ["search", "berlin"], ["receipts", "--counts"],
      ["receipts", "--at", "HEAD~3"],
      ["audit", id], ["blame", id], ["why", "group Berlin — June 2026 EUR"], ["diff", "6"],
      ["bisect", "group Berlin — June 2026 EUR = 0"], ["replay", "--propose", "--dry-run"],
      ["bisect", "start"], ["bisect", "reset"], ["groups", "--ids"],
      ["tail"], ["show", "3"], ["show", id], ["status"], ["verify"], ["rebuild"], ["checkpoint"],
      ["category", "list"],
      ["group", "show", group], ["delete", id, "--dry-run"], ["delete", id], ["restore", id],
      ["group", "delete", group], ["group", "restore", group], ["category", "add", "Books"],
      ["confirm", trips.cafe],
      ["discard", trips.cafe], ["tag", id, "x"], ["flag", id, "paid"], ["clear", id, "--off"],
      ["correct", id, "vendor", "Hôtel"], ["file", id, "--unfiled"],
    ]
    for command in commands {
      let outcome = trips.ledger.run(command + ["--json"])
      #expect(outcome.code == .ok, "\(command): \(outcome.errors)")
      #expect(!outcome.output.isEmpty, "\(command)")
      for line in outcome.lines {
        let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
        let sorted = try JSONSerialization.data(
          withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
        #expect(String(decoding: sorted, as: UTF8.self) == line, "\(command)")
        let withoutTexts = line.replacing(/"(\\.|[^"\\])*"/, with: "")
        #expect(!withoutTexts.contains(".") && !withoutTexts.contains("e+"), "\(command): \(withoutTexts)")
      }
    }
  }

  @Test("A transaction has exactly the promised keys")
  func transactionKeys() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00", "--vendor", "Kiosk", "--tags", "a,b", "--flags", "paid", "--account", "Giro")
    let row = try #require(
      JSONSerialization.jsonObject(with: Data(ledger.run("receipts", "--all", "--json").output.utf8))
        as? [String: Any])
    #expect(
      row.keys.sorted() == [
        "account", "amount", "attachments", "category", "cleared", "date", "flags", "group", "kind", "note",
        "origin", "payment",
        "rule", "state", "tags", "transaction", "vendor",
      ])
    let amount = try #require(row["amount"] as? [String: Any])
    #expect(
      amount["currency"] as? String == "EUR" && amount["minorUnits"] as? Int == 3_800 && amount.count == 2)
    #expect(row["date"] as? String == "2026-06-12" && row["state"] as? String == "saved")
    #expect(row["note"] is NSNull && row["rule"] is NSNull && row["group"] is NSNull)
    #expect(row["tags"] as? [String] == ["a", "b"] && row["flags"] as? [String] == ["paid"])
  }

  @Test("An event has the parts of the log by name")
  func eventKeys() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    let event = try ledger.json("show", "7")
    #expect(event["position"] as? Int == 7 && event["type"] as? String == "TransactionRecorded")
    #expect(event["transaction"] as? String == id && event["actor"] as? String == "user/anna")
    #expect(event["payload"] is [String: Any] && event["cause"] is NSNull && event["received"] is NSNull)
    let recorded = try #require(event["recorded"] as? String)
    #expect(recorded.wholeMatch(of: /2026-06-14T10:31:\d\d\.000Z/) != nil, "\(recorded)")
    for part in [
      "correlation", "device", "deviceSequence", "leaf", "salt", "schema", "seen", "stream", "time", "version",
    ] {
      #expect(event[part] != nil, "\(part)")
    }
    #expect(try ledger.json("show", "1")["transaction"] is NSNull)
    let reference =
      "\(try #require(event["device"] as? String)):\(try #require(event["deviceSequence"] as? Int))"
    #expect(try ledger.json("show", reference)["position"] as? Int == 7)
  }

  @Test("FF-25, IE-41 A page has the start of the next one, and the pages make up the whole")
  func paging() throws {
    let ledger = try Ledger()
    for day in 1...7 { _ = try ledger.add("\(day).00", "--vendor", "Day \(day)") }
    var seen: [String] = []
    var after: [String] = []
    for _ in 0..<10 {
      let page = ledger.run(["receipts", "--json", "--limit", "2"] + after)
      seen += page.lines
      guard let cursor = page.errors.firstMatch(of: /--after (\S+)/)?.output.1 else { break }
      after = ["--after", String(cursor)]
    }
    #expect(seen.count == 7 && Set(seen).count == 7)
    #expect(seen == ledger.run("receipts", "--json").lines)
  }
}
