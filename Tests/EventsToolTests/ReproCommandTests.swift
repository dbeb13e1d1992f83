import EventLog
import Foundation
import LedgerBytes
import Testing

@testable import events

@Suite("compare, repro and import on the command line")
struct ReproCommandTests {
  private func tool(_ ledger: Ledger, _ folder: String, _ arguments: [String], input: String = "")
    -> Tool.Outcome
  {
    Tool(
      environment: ["EVENTS_LEDGER": ledger.folder + "/" + folder, "USER": "ben"], input: input,
      clock: { WallClock(milliseconds: 1_781_440_000_000, offsetMinutes: 120) }
    ).run(arguments)
  }

  @Test(
    "What repro prints makes a ledger in which the receipt is as it was, and importing it twice changes nothing"
  )
  func roundTrip() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    let outcome = ledger.run("repro", trips.rewe)
    #expect(outcome.code == .ok)
    #expect(outcome.errors.contains("import --format ndjson"))
    let dry = tool(ledger, "new", ["import", "--format", "ndjson", "-", "--dry-run"], input: outcome.output)
    #expect(dry.output.contains("would be imported"))
    #expect(!FileManager.default.fileExists(atPath: ledger.folder + "/new"))
    let first = tool(ledger, "new", ["import", "--format", "ndjson", "-", "--json"], input: outcome.output)
    #expect(first.code == .ok, "\(first.errors)")
    #expect(first.output.contains("\"taken\":\(outcome.lines.count)"))
    let second = tool(ledger, "new", ["import", "--format", "ndjson", "-"], input: outcome.output)
    #expect(second.output.contains("0 events imported; \(outcome.lines.count) events known already"))
    let there = tool(ledger, "new", ["receipt", trips.rewe]).output
    #expect(there.contains("€79.50") && there.contains("Berlin — June 2026"))
    #expect(tool(ledger, "new", ["receipts", "--all", "--json"]).lines.count == 1)
  }

  @Test("A group or a rule with --figures brings all that it adds up or has made, and the same totals")
  func members() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Home")
    _ = try ledger.add("3.00")
    _ = try ledger.add("5.00", "--group", "Home", "--vendor", "Kiosk")
    let rule = try ledger.json(
      "rule", "add", "--every", "month", "--start", "2026-07-01", "--end", "2026-09-30", "--amount", "500",
      "--vendor", "Landlord", "--category", "hotel", "--payment", "card", "--group", "Home")
    let id = try #require(rule["rule"] as? String)
    ledger.run("rule", "change", id, "--amount", "530")
    #expect(ledger.run("repro", "Home").lines.count < ledger.run("repro", "Home", "--figures").lines.count)
    // A rule alone brings what its terms name.
    #expect(ledger.run("repro", id).lines.contains { $0.contains(#""type":"GroupCreated""#) })
    for (request, receipts) in [("Home", 4), (id, 4)] {
      let cut = ledger.run("repro", request, "--figures").output
      let name = "of-" + request.prefix(4)
      #expect(tool(ledger, name, ["import", "--format", "ndjson", "-"], input: cut).code == .ok)
      #expect(tool(ledger, name, ["receipts", "--all", "--json"]).lines.count == receipts, "\(request)")
      #expect(
        tool(ledger, name, ["group", "show", "Home"]).output == ledger.run("group", "show", "Home").output)
      #expect(tool(ledger, name, ["rule", "show", id]).output == ledger.run("rule", "show", id).output)
      #expect(tool(ledger, name, ["verify"]).output.contains("Healthy"))
    }
  }

  @Test(
    "What a rule made follows it in the copy as it did: its revision is numbered again, its group comes along")
  func rule() throws {
    let ledger = try Ledger()
    _ = try ledger.add("3.00")
    ledger.run("group", "create", "Home")
    let rule = try ledger.json(
      "rule", "add", "--every", "month", "--start", "2026-07-01", "--end", "2026-07-31", "--amount", "500",
      "--vendor", "Landlord", "--category", "hotel", "--payment", "card", "--group", "Home")
    let id = try #require(rule["rule"] as? String)
    let made = try #require(
      ledger.run("receipts", "--all", "--json").lines.first { $0.contains("Landlord") }?
        .firstMatch(of: /"transaction":"([0-9a-f-]+)"/)?.1)
    let cut = ledger.run("repro", String(made))
    #expect(cut.lines.count < 12)
    #expect(tool(ledger, "new", ["import", "--format", "ndjson", "-"], input: cut.output).code == .ok)
    // A revision names the event that it is of.
    let numbers = cut.output.matches(of: /"revision":\{[^}]*"sequence":(\d+)\}/).compactMap { Int($0.1) }
    let rules = cut.lines.filter { $0.contains(#""type":"RuleCreated""#) }
      .compactMap { $0.firstMatch(of: /"deviceSequence":(\d+)/).flatMap { Int($0.1) } }
    #expect(!numbers.isEmpty && Set(numbers) == Set(rules), "\(numbers) \(rules)")
    // What comes next has the same effect in both.
    for folder in ["ledger", "new"] {
      let changed = tool(ledger, folder, ["rule", "change", id, "--amount", "530"])
      #expect(changed.code == .ok && changed.output.contains("1 transaction changed"), "\(changed.output)")
    }
    #expect(
      tool(ledger, "new", ["receipt", String(made)]).output == ledger.run("receipt", String(made)).output)
  }

  @Test("Receipts that were told apart come as a pair")
  func pair() throws {
    let ledger = try Ledger()
    let one = try ledger.add("38.00", "--vendor", "Kiosk")
    let other = try ledger.add("38.00", "--vendor", "Kiosk")
    _ = try ledger.add("5.00")
    try #require(ledger.run("dismiss", one, other).code == .ok)
    let cut = ledger.run("repro", one).output
    #expect(tool(ledger, "new", ["import", "--format", "ndjson", "-"], input: cut).code == .ok)
    #expect(tool(ledger, "new", ["receipts", "--all", "--json"]).lines.count == 2)
    #expect(tool(ledger, "new", ["duplicates"]).output == ledger.run("duplicates").output)
  }

  @Test("A bug shows in the copy with stand-ins as it does in the ledger, and none of its own words do")
  func sameBug() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Wedding of Ruth")
    let id = try ledger.add(
      "79.50", "--vendor", "Zum Löwen", "--group", "Wedding of Ruth", "--note", "Tisch 12")
    _ = try ledger.add("7.00", "--vendor", "Another")
    // A correction that an upcaster loses, as in the bug hunt.
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    let old =
      #"{"field":"total","from":{"currency":"EUR","minorUnits":7950},"value":{"currency":"EUR","minorUnits":8450}}"#
    let draft = EventDraft(
      stream: StreamID(kind: "transaction", id: try #require(UniqueID(id))), type: "FieldCorrected", schema: 1,
      payload: Array(old.utf8), actor: "user/anna")
    _ = try log.write {
      try $0.append(
        [draft], correlation: .random(), clock: WallClock(milliseconds: 1_781_433_100_000, offsetMinutes: 120),
        salts: LedgerLog.randomSalt)
    }
    let position = try log.lastPosition()
    try log.close()
    let there = ledger.run("verify")
    #expect(there.code == .unhealthy && there.output.contains("saved-is-whole"), "\(there.output)")
    let cut = ledger.run("repro", "\(position)", "--stand-ins").output
    // Identifiers, salts and hashes are random digits, which may read like an amount.
    let told = cut.matches(of: /"actor":"[^"]*"|"payload":.*?,"position":/).map { String($0.output) }.joined()
    #expect(told.contains(#""minorUnits":"#), "\(told)")
    for word in ["Löwen", "Ruth", "Tisch", "7950", "8450", "79.50", "anna"] {
      #expect(!told.contains(word), "\(word): \(told)")
    }
    #expect(cut.split(separator: "\n").count < 8, "only what it takes: \(cut)")
    #expect(tool(ledger, "new", ["import", "--format", "ndjson", "-"], input: cut).code == .ok)
    let here = tool(ledger, "new", ["verify"])
    #expect(here.code == .unhealthy && here.output.contains("saved-is-whole"), "\(here.output)\(here.errors)")
    #expect(tool(ledger, "new", ["bisect", "saved-is-whole"]).output.contains("FieldCorrected"))
    // Amounts keep their number of digits, texts their length.
    let receipt = tool(ledger, "new", ["receipts", "--all", "--json"]).output
    #expect(receipt.contains(/"vendor":"[A-Z][a-z]{2} [A-Z]é[a-z]{3}"/), "\(receipt)")
    let recorded = try #require(cut.split(separator: "\n").first { $0.contains("TransactionRecorded") })
    #expect(recorded.contains(/"minorUnits":[1-9]{3}0\b/), "\(recorded)")
  }

  @Test("The whole log as tail --json prints it is imported, byte for byte")
  func wholeLog() throws {
    let trips = try TwoTrips()
    let all = trips.ledger.run("tail", "-n", "100000", "--json").output
    let outcome = tool(trips.ledger, "new", ["import", "--format", "ndjson", "-"], input: all)
    #expect(outcome.code == .ok, "\(outcome.errors)")
    let compared = trips.ledger.run("compare", trips.ledger.folder + "/new")
    #expect(compared.code == .ok, "\(compared.output)")
    #expect(compared.output.contains("Both hold the same events, every one read."))
    let json = try trips.ledger.json("compare", trips.ledger.path, trips.ledger.folder + "/new", "--quick")
    #expect(json["same"] as? Bool == true)
    #expect(json["payloadsRead"] as? Bool == false)
  }

  @Test("compare lists what is missing where, and ends with 1; another ledger, or no ledger, is refused")
  func compare() throws {
    let ledger = try Ledger()
    let all = ledger.run("tail", "-n", "1000", "--json").output
    _ = tool(ledger, "new", ["import", "--format", "ndjson", "-"], input: all)
    _ = try ledger.add("38.00")
    let there = ledger.run("compare", ledger.folder + "/new")
    #expect(there.code == .no)
    #expect(there.output.contains("Missing there: 1 event of test, 7, beginning with TransactionRecorded"))
    #expect(!there.output.contains("sync"))
    let here = ledger.run("compare", ledger.folder + "/new", ledger.path)
    #expect(here.output.contains("Missing here: 1 event of test, 7"))
    let other = try Ledger()
    #expect(ledger.run("compare", other.path).errors.contains("belong to different ledgers"))
    #expect(ledger.run("compare", other.path).code == .dataError)
    #expect(ledger.run("compare", ledger.folder + "/nothing").code == .noInput)
  }

  @Test(
    "Hostile lines are refused with their numbers, and nothing is imported",
    arguments: [
      ("{", "not JSON"), ("[]", "not a JSON object"), ("{}", "is missing"), ("\u{0}", "not JSON"),
      (#"{"time":1}"#, "“time”"),
    ])
  func hostile(_ line: String, _ words: String) throws {
    let ledger = try Ledger()
    let good = ledger.run("tail", "-n", "1000", "--json").lines
    let input = ([good[0], line] + good.dropFirst()).joined(separator: "\n")
    let outcome = tool(ledger, "new", ["import", "--format", "ndjson", "-"], input: input)
    #expect(outcome.code == .dataError)
    #expect(outcome.errors.contains("standard input:2: "))
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.errors.contains("nothing was imported"))
    #expect(!FileManager.default.fileExists(atPath: ledger.folder + "/new"))
  }

  @Test("Changed events, gaps and other ledgers' events are refused by line")
  func forged() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00")
    let good = ledger.run("tail", "-n", "1000", "--json").lines
    func refused(_ lines: [String]) -> Tool.Outcome {
      tool(ledger, "new", ["import", "--format", "ndjson", "-"], input: lines.joined(separator: "\n"))
    }
    let changed = good.map { $0.replacingOccurrences(of: "\"minorUnits\":3800", with: "\"minorUnits\":9900") }
    #expect(refused(changed).errors.contains(":7: an event is not valid"))
    #expect(refused(changed).errors.contains("leaf hash"))
    #expect(refused([good[0], good[2]]).errors.contains(":2: expected event 2"))
    for (from, with) in [
      ("\"deviceSequence\":7", "\"deviceSequence\":-7"), ("\"schema\":1", "\"schema\":4294967296"),
      ("\"counter\":0", "\"counter\":65536"), ("\"seen\":[]", "\"seen\":[{}]"),
    ] {
      let lines = good.map { $0.replacingOccurrences(of: from, with: with) }
      #expect(refused(lines).code == .dataError, "\(with)")
    }
    #expect(refused([]).code == .dataError)
    // A ledger that is there takes nothing of another one.
    let other = try Ledger()
    let outcome = other.run(["import", "--format", "ndjson", "-"], input: good.joined(separator: "\n"))
    #expect(outcome.code == .dataError)
    #expect(outcome.errors.contains("another ledger"))
    #expect(other.run(["import", "-"], input: good.joined(separator: "\n")).errors == outcome.errors)
  }

  @Test("A payload that is not as our programs write it comes back byte for byte")
  func oddPayload() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    let stream = StreamID(kind: "transaction", id: try #require(UniqueID(id)))
    let draft = EventDraft(
      stream: stream, type: "TransactionCleared", schema: 1, payload: Array("{ \"b\" : 1 }".utf8),
      actor: "user/x")
    _ = try log.write {
      try $0.append([draft], correlation: .random(), clock: .now(), salts: LedgerLog.randomSalt)
    }
    try log.close()
    let all = ledger.run("tail", "-n", "1000", "--json").output
    #expect(all.contains("payloadBase64"))
    let outcome = tool(ledger, "new", ["import", "--format", "ndjson", "-"], input: all)
    #expect(outcome.code == .ok, "\(outcome.errors)")
    #expect(ledger.run("compare", ledger.folder + "/new").code == .ok)
  }
}
