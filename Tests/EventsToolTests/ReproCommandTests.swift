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
    Tool(environment: ["EVENTS_LEDGER": ledger.folder + "/" + folder, "USER": "ben"], input: input)
      .run(arguments)
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
    #expect(dry.output.contains("would be taken in"))
    #expect(!FileManager.default.fileExists(atPath: ledger.folder + "/new"))
    let first = tool(ledger, "new", ["import", "--format", "ndjson", "-", "--json"], input: outcome.output)
    #expect(first.code == .ok, "\(first.errors)")
    #expect(first.output.contains("\"taken\":\(outcome.lines.count)"))
    let second = tool(ledger, "new", ["import", "--format", "ndjson", "-"], input: outcome.output)
    #expect(second.output.contains("0 events taken in; \(outcome.lines.count) events known already"))
    let there = tool(ledger, "new", ["receipt", trips.rewe]).output
    #expect(there.contains("€79.50") && there.contains("Berlin — June 2026"))
    #expect(tool(ledger, "new", ["receipts", "--all", "--json"]).lines.count == 1)
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

  @Test("compare says what is missing where, and ends with 1; another ledger is refused, and so is none")
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
    #expect(ledger.run("compare", other.path).errors.contains("two ledgers"))
    #expect(ledger.run("compare", other.path).code == .dataError)
    #expect(ledger.run("compare", ledger.folder + "/nothing").code == .noInput)
  }

  @Test(
    "Hostile lines are refused with their numbers, and nothing is taken in",
    arguments: [
      ("{", "not JSON"), ("[]", "not a JSON object"), ("{}", "is missing"), ("\u{0}", "not JSON"),
      (#"{"time":1}"#, "\"time\""),
    ])
  func hostile(_ line: String, _ words: String) throws {
    let ledger = try Ledger()
    let good = ledger.run("tail", "-n", "1000", "--json").lines
    let input = ([good[0], line] + good.dropFirst()).joined(separator: "\n")
    let outcome = tool(ledger, "new", ["import", "--format", "ndjson", "-"], input: input)
    #expect(outcome.code == .dataError)
    #expect(outcome.errors.contains("standard input:2: "))
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.errors.contains("nothing was taken in"))
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
    #expect(refused(changed).errors.contains(":7: event"))
    #expect(refused(changed).errors.contains("leaf hash"))
    #expect(refused([good[0], good[2]]).errors.contains(":2: event"))
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
    #expect(other.run("import", "-").code == .usage)
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
