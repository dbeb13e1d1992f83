import EventLog
import Foundation
import LedgerBytes
import Testing

@testable import events

/// `events compare` as a person uses it, on folders that the tool has made.
///
/// It reports each kind of difference in words, in JSON and as an exit code.
@Suite("compare: every kind of difference")
struct CompareCommandTests {
  /// A ledger, and a second device that began as its backup.
  private final class Pair {
    let ledger: Ledger
    let id: String
    var there: String { ledger.folder + "/phone" }
    private let hour: Int64 = 3_600_000

    init() throws {
      ledger = try Ledger()
      id = try ledger.add("38.00", "--vendor", "Kiosk")
      try #require(ledger.run("backup", there).code == .ok)
    }

    /// The tool on the second device, its clock ahead by so many hours.
    @discardableResult
    func phone(_ arguments: [String], input: String = "", hoursAhead: Int64 = 0) -> Tool.Outcome {
      let milliseconds = 1_781_433_080_000 + hoursAhead * hour
      return Tool(
        environment: ["EVENTS_LEDGER": there, "USER": "ben"], input: input,
        clock: { WallClock(milliseconds: milliseconds, offsetMinutes: 120) }
      ).run(arguments)
    }

    /// Imports on each side the events that it lacks.
    func exchange() throws {
      let theirs = phone(["tail", "--json", "-n", "1000"]).output
      let ours = ledger.run("tail", "--json", "-n", "1000").output
      let taken = ledger.run(["import", "--format", "ndjson", "-"], input: theirs)
      try #require(taken.code == .ok, "\(taken.errors)")
      let given = phone(["import", "--format", "ndjson", "-"], input: ours)
      try #require(given.code == .ok, "\(given.errors)")
    }

    func compare(_ options: String...) -> Tool.Outcome {
      let outcome = ledger.run(["compare", ledger.path, there] + options)
      #expect(!outcome.output.contains("sync"), "\(outcome.output)")
      return outcome
    }

    /// The list under a key of `--json`, its words without line breaks.
    func found(_ key: String) throws -> (code: ExitCode, list: [[String: Any]]) {
      let outcome = compare("--json")
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
      return (outcome.code, try #require(object?[key] as? [[String: Any]], "\(outcome.errors)"))
    }
  }

  @Test("A ledger is compared with a shared folder, which stays as it is")
  func sharedFolder() throws {
    let ledger = try Ledger()
    let shared = ledger.folder + "/drive"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    let missing = ledger.run("compare", shared)
    #expect(missing.code != .ok && !missing.errors.isEmpty)
    _ = try ledger.add("38.00", "--vendor", "Kiosk")
    try #require(ledger.run("sync", shared).code == .ok)
    func files() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: shared).sorted() }
    let before = try files()
    let same = ledger.run("compare", shared)
    #expect(
      same.code == .ok && same.output.contains("Both hold the same events"), "\(same.output)\(same.errors)")
    _ = try ledger.add("5.00", "--vendor", "Café")
    let behind = ledger.run("compare", shared)
    #expect(
      behind.code == .no && words(behind.output).contains("Missing there: 1 event of test"),
      "\(behind.output)")
    #expect(try files() == before)
    // A file of the folder that was cut off is named, and its events are missing.
    let segment = try #require(before.first { $0.hasSuffix(".segment") })
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(shared)/\(segment)"))
    try FileManager.default.removeItem(atPath: "\(shared)/\(segment)")
    try bytes.dropLast(20).write(to: URL(fileURLWithPath: "\(shared)/\(segment)"))
    let damaged = ledger.run("compare", shared, "--json")
    #expect(damaged.code == .no && damaged.output.contains("Not read: "), "\(damaged.output)\(damaged.errors)")
    #expect(damaged.output.contains(#""same":false"#))
    let other = try Ledger()
    let foreign = other.run("compare", shared)
    #expect(
      foreign.code == .dataError && foreign.errors.contains("belong to different ledgers"), "\(foreign.errors)")
  }

  /// A text on one line.
  private func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(
    "A backup holds the same; what each recorded since is missing there and missing here, by device and event")
  func missing() throws {
    let pair = try Pair()
    let same = pair.compare()
    #expect(same.code == .ok && same.output.contains("Both hold the same events, every one read."))
    #expect(
      same.output.contains("here ") && same.output.contains("there ") && same.output.contains(", 7 events"))
    pair.ledger.run("correct", pair.id, "total", "83")
    pair.ledger.run("correct", pair.id, "vendor", "Lidl")
    pair.phone(["correct", pair.id, "note", "theirs"])
    let text = words(pair.compare().output)
    #expect(
      text.contains("Missing there: 2 events of test, 8 to 9, beginning with FieldCorrected of 2026-06-14"),
      "\(text)")
    #expect(
      text.contains("Missing here: 2 events of ") && text.contains("beginning with DeviceJoined"), "\(text)")
    let (code, list) = try pair.found("differences")
    #expect(code == .no && list.count == 2)
    #expect(Set(list.compactMap { $0["side"] as? String }) == ["here", "there"])
    let there = try #require(list.first { $0["side"] as? String == "there" })
    #expect(there["count"] as? Int == 2 && there["first"] as? Int == 8 && there["last"] as? Int == 9)
    #expect(there["type"] as? String == "FieldCorrected" && there["kind"] as? String == "missing")
    #expect(pair.compare("--quick").code == .no)
  }

  @Test(
    "The same events that came in another order are the same ledger: exit 0, and from where the order differs")
  func order() throws {
    let pair = try Pair()
    pair.ledger.run("correct", pair.id, "total", "83")
    pair.phone(["correct", pair.id, "note", "theirs"])
    try pair.exchange()
    let outcome = pair.compare()
    let text = words(outcome.output)
    #expect(outcome.code == .ok && text.contains("Both hold the same events"))
    #expect(text.contains("They came in another order, from position 8 on: test:8 here, "), "\(text)")
    #expect(text.contains("Totals and lists do not depend on it."))
    let notes = try pair.found("notes").list
    let note = try #require(notes.first)
    #expect(notes.count == 1 && note["kind"] as? String == "order" && note["position"] as? Int == 8)
    #expect(
      pair.ledger.run("receipts", "--all", "--json").output
        == pair.phone(["receipts", "--all", "--json"]).output)
  }

  @Test("A clock that is ahead is reported with how much and at which event, on the side that saw it")
  func clock() throws {
    let pair = try Pair()
    pair.phone(["correct", pair.id, "note", "theirs"], hoursAhead: 5)
    let theirs = try LedgerLog.open(pair.there, mode: .readOnly)
    let log = try LedgerLog.open(pair.ledger.path, mode: .readWrite)
    var events: [ForeignEvent] = []
    try theirs.forEachEvent(after: 7) { events.append($0.envelope) }
    _ = try log.takeIn(events, receivedAtMilliseconds: 1_781_433_080_000)
    try theirs.close()
    try log.close()
    let outcome = pair.compare()
    let text = words(outcome.output)
    #expect(outcome.code == .ok)
    #expect(text.contains(" is ahead of the one here by 5 h or more, at "), "\(text)")
    let notes = try pair.found("notes").list
    let note = try #require(notes.first)
    #expect(notes.count == 1 && note["kind"] as? String == "clockAhead", "\(notes)")
    #expect(note["milliseconds"] as? Int == 5 * 3_600_000 && note["side"] as? String == "here")
    // An event that is recorded here now follows it, and the clock here is right: only the other one is told.
    pair.ledger.run("correct", pair.id, "vendor", "Lidl")
    let after = words(pair.compare().output)
    #expect(after.contains(" is ahead of the one here by 5 h") && !after.contains("clock of test"), "\(after)")
  }

  @Test("A payload whose bytes were changed is damaged on that side, whatever the trees contain")
  func damaged() throws {
    let pair = try Pair()
    let path = pair.there + "/log.sqlite"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let place = try #require(bytes.range(of: Data(#""vendor":"Kiosk""#.utf8)))
    bytes[place.lowerBound + 10] = UInt8(ascii: "Q")
    try bytes.write(to: URL(fileURLWithPath: path))
    let outcome = pair.compare()
    let text = words(outcome.output)
    #expect(outcome.code == .no)
    #expect(text.contains("Damaged there: event 7, TransactionRecorded of 2026-06-14"), "\(text)")
    #expect(text.contains("its bytes are not those that were hashed"))
    #expect(!text.contains("Both hold the same"))
    let list = try pair.found("differences").list
    let first = try #require(list.first)
    #expect(list.count == 1 && first["kind"] as? String == "damaged" && first["position"] as? Int == 7)
    // Trees alone do not read payloads, and the output mentions it.
    let quick = pair.compare("--quick")
    #expect(quick.code == .ok && quick.output.contains("payloads were not read"), "\(quick.output)")
  }

  @Test("A payload redacted on one side only is reported, and is no damage")
  func redacted() throws {
    let pair = try Pair()
    let id = try pair.ledger.add("5.00", "--note", "private")
    try pair.exchange()
    let stream = StreamID(kind: "transaction", id: try #require(UniqueID(id)))
    let log = try LedgerLog.open(pair.ledger.path, mode: .readWrite)
    let found = try #require(try log.events(of: stream).first)
    _ = try log.write { try $0.redact(found.reference) }
    try log.close()
    let text = words(pair.compare().output)
    #expect(pair.compare().code == .no)
    #expect(text.contains("Taken out here only: the payload of 8 of test, TransactionRecorded"), "\(text)")
    #expect(!text.contains("Damaged"))
  }

  @Test("The same log under read models of two versions is reported as that, also next to a history")
  func models() throws {
    let pair = try Pair()
    for folder in [pair.ledger.path, pair.there] {
      for model in ["models", "history"] {
        let built = pair.ledger.run("--ledger", folder, "rebuild", "--model", model)
        #expect(built.code == .ok, "\(built.errors)")
      }
    }
    #expect(!pair.compare().output.contains("read models"))
    // As another version of the program leaves it, whose history is the same.
    let models = pair.there + "/models"
    for name in try FileManager.default.contentsOfDirectory(atPath: models)
    where name.contains(".sqlite") && !name.hasPrefix("history-") {
      let suffix = name[try #require(name.lastIndex(of: "-"))...]
      try FileManager.default.moveItem(
        atPath: "\(models)/\(name)", toPath: "\(models)/0123456789abcdef\(suffix)")
    }
    let outcome = pair.compare()
    #expect(outcome.code == .ok)
    #expect(
      words(outcome.output).contains("The read models are of two versions of the program ("),
      "\(outcome.output)")
    #expect(words(outcome.output).contains("0123456789abcdef there): figures may differ until both are opened"))
    let notes = try pair.found("notes").list
    let note = try #require(notes.first)
    #expect(notes.count == 1 && note["kind"] as? String == "models")
    #expect(note["there"] as? [String] == ["0123456789abcdef"], "\(notes)")
  }

  @Test("Wrong input: no folder, one that is no ledger, another ledger, and one that is compared with itself")
  func wrong() throws {
    let pair = try Pair()
    let none = pair.ledger.run("compare", pair.ledger.folder + "/none")
    #expect(none.code == .noInput && none.errors.contains("none"), "\(none.errors)")
    #expect(pair.ledger.run("compare").code == .usage)
    let other = try Ledger()
    let refused = pair.ledger.run("compare", other.path)
    #expect(refused.code == .dataError && refused.errors.contains("belong to different ledgers"))
    #expect(refused.errors.contains(other.path) && refused.errors.contains(pair.ledger.path))
    let itself = pair.ledger.run("compare", pair.ledger.path, pair.ledger.path)
    #expect(itself.code == .ok && itself.output.contains("Both hold the same events"))
  }
}
