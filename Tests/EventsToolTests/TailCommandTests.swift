import EventLog
import Foundation
import LedgerBytes
import LedgerPlatform
import LedgerTestSupport
import Testing

@testable import events

@Suite("tail: cursors, differences, other devices, CloudEvents")
struct TailCommandTests {
  @Test("A picked total is shown as from and to, with the reason of the reading")
  func differences() throws {
    let trips = try TwoTrips()
    #expect(
      trips.ledger.run("tail", "--type", "AlternatePicked").output.contains("total 84.50 → €79.50, picked"))
    let text = trips.ledger.run("show", "27").output
    #expect(text.contains("total 84.50 → €79.50, picked, line “ZU ZAHLEN”"))
  }

  @Test("An event of another device shows its origin and its delay")
  func lateness() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    let theirs = try ledger.recordedElsewhere(["correct", id, "note", "theirs"])
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    _ = try log.takeIn(theirs, receivedAtMilliseconds: 1_781_440_000_000 + 3 * 3_600_000)
    try log.close()
    let text = ledger.run("tail", "--type", "FieldCorrected").output
    #expect(text.contains("note none → theirs, typed"))
    #expect(text.contains("3 h late"))
    let ahead = try LedgerLog.open(ledger.folder + "/other", mode: .readOnly)
    try ahead.close()
  }

  @Test("A cursor shows each event once, over runs, and several cursors do not know of each other")
  func cursor() throws {
    let ledger = try Ledger()
    let all = ledger.run("tail", "--cursor", "a", "--json").lines.count
    #expect(all == 6)
    #expect(ledger.run("tail", "--cursor", "a", "--json").output.isEmpty)
    _ = try ledger.add("38.00")
    #expect(ledger.run("tail", "--cursor", "a", "--json").lines.count == 1)
    #expect(ledger.run("tail", "--cursor", "b", "--json").lines.count == 7)
    ledger.run("rebuild")
    #expect(ledger.run("tail", "--cursor", "a", "--json").output.isEmpty)
    #expect(ledger.run("tail", "--cursor", "a", "--since", "5", "--json").lines.count == 2)
  }

  @Test("A cursor of a group shows a receipt that joins later from its first event on, and once")
  func joining() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Trip")
    let id = try ledger.add("5", "--vendor", "Kiosk")
    let other = try ledger.add("6", "--vendor", "Taxi", "--group", "Trip")
    func shown() -> [String] { ledger.run("tail", "--cursor", "g", "--group", "Trip", "--json").lines }
    let first = shown()
    #expect(first.contains { $0.contains(other) } && !first.contains { $0.contains(id) })
    ledger.run("file", id, "Trip")
    let second = shown()
    #expect(second.count == 2 && second[0].contains("Kiosk") && second[1].contains("TransactionFiled"))
    #expect(shown().isEmpty)
    // What happens to it while it is filed elsewhere between two looks is not lost either.
    ledger.run("file", id, "--unfiled")
    ledger.run("correct", id, "vendor", "Corner")
    #expect(shown().count == 2)
  }

  @Test("A cursor that is kept shows the same events again until it is acknowledged")
  func acknowledged() throws {
    let ledger = try Ledger()
    let all = ledger.run("tail", "--cursor", "a", "--keep", "--json").output
    #expect(!all.isEmpty && ledger.run("tail", "--cursor", "a", "--keep", "--json").output == all)
    ledger.run("group", "create", "Later")
    // Acknowledged is what was shown, and not what came since.
    #expect(ledger.run("tail", "--cursor", "a", "--ack").output.contains("The cursor is at event"))
    #expect(ledger.run("tail", "--cursor", "a", "--keep", "--json").lines.count == 1)
    #expect(ledger.run("tail", "--cursor", "a", "--ack", "--json").output.contains(#""position":"#))
    #expect(ledger.run("tail", "--cursor", "a", "--ack").output.contains("nothing to acknowledge"))
    #expect(ledger.run("tail", "--cursor", "a", "--json").output.isEmpty)
    for wrong in ["--ack", "--keep", "--cursor a --ack --keep", "--cursor a --ack -f"] {
      #expect(ledger.run(["tail"] + wrong.split(separator: " ").map(String.init)).code == .usage)
    }
  }

  @Test("A cursor after the log's end shows every later event")
  func cursorPastTheEnd() throws {
    let ledger = try Ledger()
    #expect(ledger.run("tail", "--cursor", "a", "--since", "500").output.isEmpty)
    _ = try ledger.add("38.00")
    #expect(ledger.run("tail", "--cursor", "a", "--json").lines.count == 1)
  }

  @Test("With -n a cursor shows the next N and leaves no event out")
  func cursorInPieces() throws {
    let ledger = try Ledger()
    var positions: [String] = []
    for _ in 0..<4 {
      let lines = ledger.run("tail", "--cursor", "a", "-n", "2", "--json").lines
      positions += lines.compactMap { $0.firstMatch(of: /"position":(\d+)/).map { String($0.1) } }
    }
    #expect(positions == ["1", "2", "3", "4", "5", "6"])
    let filtered = ledger.run("tail", "--cursor", "c", "-n", "1", "--type", "CategoryAdded", "--json").lines
    #expect(filtered.count == 1)
    #expect(ledger.run("tail", "--cursor", "c", "--type", "CategoryAdded", "--json").lines.count == 4)
    #expect(ledger.run("tail", "--cursor", "a", "-n", "2", "--follow").code == .usage)
  }

  @Test(
    "A cursor moves only once its output was written: a full disk leaves it where it was",
    .enabled(if: InstalledProgram.hasFullDevice, "needs /dev/full"))
  func cursorAfterFailure() throws {
    let ledger = try Ledger()
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    let errors = ScratchFile()
    let tool = Tool(environment: ["EVENTS_LEDGER": ledger.path, "USER": "anna"])
    #expect(tool.run(["tail", "--cursor", "a", "--json"], output: full, errors: errors.descriptor) == .ioError)
    #expect(ledger.run("tail", "--cursor", "a", "--json").lines.count == 6)
  }

  @Test("A cursor starts over with a notice if the log is another one; a damaged cursor is refused")
  func cursorOfAnotherLog() throws {
    let ledger = try Ledger()
    ledger.run("tail", "--cursor", "a")
    let path = ledger.path + "/cursors/a"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let digits = String(repeating: "0", count: 64)
    try "6 \(digits)\n".write(toFile: path, atomically: true, encoding: .utf8)
    let again = ledger.run("tail", "--cursor", "a", "--json")
    #expect(again.lines.count == 6)
    #expect(again.errors.contains("starts again from the first event"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    try "no number\n".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(ledger.run("tail", "--cursor", "a").code == .dataError)
    #expect(ledger.run("tail", "--cursor", "../a").code == .usage)
  }

  @Test("A ledger that is open for reading only keeps no cursor")
  func readOnly() throws {
    let ledger = try Ledger()
    let outcome = ledger.run("--read-only", "tail", "--cursor", "a")
    #expect(outcome.code == .cannotCreate)
    #expect(outcome.errors.contains("--since"))
    #expect(outcome.output.isEmpty)
  }

  @Test("--format cloudevents: every line is CloudEvents 1.0, as its published schema asks")
  func cloudEvents() throws {
    let trips = try TwoTrips()
    let lines = trips.ledger.run("tail", "--format", "cloudevents", "-n", "1000").lines
    #expect(lines.count == trips.ledger.run("tail", "--json", "-n", "1000").lines.count)
    var ids: Set<String> = []
    for line in lines {
      let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(CloudEventsSchema.problems(of: event) == [])
      ids.insert(try #require(event["id"] as? String))
    }
    #expect(ids.count == lines.count)
    #expect(trips.ledger.run("tail", "--format", "cloudevents", "--json").code == .usage)
    #expect(trips.ledger.run("tail", "--format", "cloudevent").errors.contains("cloudevents"))
  }

  @Test("The check of CloudEvents finds what the schema forbids")
  func schemaItself() {
    let good: [String: Any] = ["id": "a", "source": "urn:x", "specversion": "1.0", "type": "T"]
    #expect(CloudEventsSchema.problems(of: good) == [])
    func changed(_ key: String, _ value: Any?) -> [String] {
      var event = good
      event[key] = value
      return CloudEventsSchema.problems(of: event)
    }
    #expect(!changed("id", nil).isEmpty)
    #expect(!changed("type", "").isEmpty)
    #expect(!changed("specversion", "0.3").isEmpty)
    #expect(!changed("time", "14 June").isEmpty)
    #expect(!changed("correlationID", "x").isEmpty)
    #expect(!changed("extension", ["a": 1]).isEmpty)
    #expect(!changed("data_base64", "***").isEmpty)
    #expect(!changed("source", "a b").isEmpty)
    #expect(!changed("subject", "").isEmpty)
  }
}

/// The requirements of CloudEvents 1.0 for an event in JSON, from its specification and schema.
///
/// They are the four required attributes, their kinds, and the rules for extensions.
enum CloudEventsSchema {
  static func problems(of event: [String: Any]) -> [String] {
    var problems: [String] = []
    for key in ["id", "source", "specversion", "type"] {
      guard let text = event[key] as? String, !text.isEmpty else {
        problems.append("\(key) is missing or empty")
        continue
      }
    }
    if event["specversion"] as? String != "1.0" { problems.append("specversion") }
    for key in ["datacontenttype", "dataschema", "subject", "time"] where event[key] != nil {
      guard let text = event[key] as? String, !text.isEmpty else {
        problems.append("\(key) is no text")
        continue
      }
    }
    if let source = event["source"] as? String, source.contains(where: { $0 == " " || !$0.isASCII }) {
      problems.append("source is no URI reference")
    }
    if let time = event["time"] as? String,
      time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/) == nil
    {
      problems.append("time is not RFC 3339")
    }
    if let data = event["data_base64"] {
      if (data as? String).flatMap({ Data(base64Encoded: $0) }) == nil { problems.append("data_base64") }
      if event["data"] != nil { problems.append("both data and data_base64") }
    }
    for (key, value) in event where key != "data" && key != "data_base64" {
      if key.wholeMatch(of: /[a-z0-9]+/) == nil { problems.append("the name \(key)") }
      if !(value is String || value is Bool || value is Int32) { problems.append("the value of \(key)") }
    }
    return problems
  }
}
