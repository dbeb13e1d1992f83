import EventLog
import Foundation
import LedgerBytes
import LedgerSQLite
import Testing

@testable import LedgerProjections
@testable import events

/// `events rebuild` and each of its options, on the tool itself.
@Suite("events rebuild") struct RebuildCommandTests {
  private static func filled() throws -> Ledger {
    let ledger = try Ledger()
    for number in 1...3 { _ = try ledger.add("\(number).00", "--vendor", "Kiosk \(number)") }
    try #require(ledger.run("group", "create", "Berlin").code == .ok)
    return ledger
  }

  private static func generations(_ ledger: Ledger) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: ledger.path + "/models")
      .filter { name in
        name.hasSuffix(".sqlite") && !["history", "search"].contains { name.hasPrefix($0) }
      }.sorted()
  }

  /// Changes a row of the models in service without the program's knowledge.
  private static func damage(_ ledger: Ledger, _ sql: String) throws {
    let name = try #require(try generations(ledger).last)
    let models = try Connection(path: ledger.path + "/models/" + name, mode: .readWrite)
    try models.execute(sql)
    try models.close()
  }

  @Test("makes the next generation and reports of how much; the screens stay as they were")
  func plain() throws {
    let ledger = try Self.filled()
    let before = ledger.run("receipts").output
    let first = try Self.generations(ledger)
    let outcome = ledger.run("rebuild")
    #expect(outcome.code == .ok && outcome.output.contains("3 transactions, 1 group"), "\(outcome.output)")
    #expect(try Self.generations(ledger) != first)
    #expect(ledger.run("receipts").output == before)
    let report = try ledger.json("rebuild")
    #expect(report["transactions"] as? Int == 3 && report["groups"] as? Int == 1)
    #expect(report["byAnother"] as? Bool == false && (report["problems"] as? [Any])?.isEmpty == true)
    #expect((report["events"] as? Int ?? 0) >= 4)
  }

  @Test("of an empty ledger goes through")
  func empty() throws {
    let ledger = try Ledger()
    let outcome = ledger.run("rebuild")
    #expect(outcome.code == .ok && outcome.output.contains("0 transactions"), "\(outcome.output)")
  }

  @Test("--jobs takes a number of threads, and the result is the same with each")
  func jobs() throws {
    let ledger = try Self.filled()
    let one = ledger.run("rebuild", "--jobs", "1")
    #expect(one.code == .ok && one.output == ledger.run("rebuild", "--jobs", "3").output)
    for wrong in ["0", "-1", "many", "257"] {
      let outcome = ledger.run("rebuild", "--jobs", wrong)
      #expect(outcome.code == .usage && outcome.errors.contains("jobs"), "\(wrong): \(outcome.errors)")
    }
  }

  @Test("--model builds only that model and refuses an unknown name")
  func model() throws {
    let ledger = try Self.filled()
    let before = try Self.generations(ledger)
    let search = ledger.run("rebuild", "--model", "search")
    #expect(search.code == .ok && search.output.contains("search"), "\(search.errors)")
    #expect(try ledger.json("rebuild", "--model", "search")["model"] as? String == "search")
    #expect(try Self.generations(ledger) == before)
    #expect(ledger.run("search", "kiosk").output.contains("Kiosk 2"))
    #expect(ledger.run("rebuild", "--model", "models").code == .ok)
    #expect(try Self.generations(ledger) != before)
    let wrong = ledger.run("rebuild", "--model", "graphs")
    #expect(wrong.code == .usage && wrong.errors.contains("graphs"), "\(wrong.errors)")
  }

  @Test(
    "--check finds no difference in sound models and what was changed in others, and changes nothing itself")
  func check() throws {
    let ledger = try Self.filled()
    ledger.run("receipts")
    let before = try Self.generations(ledger)
    let sound = ledger.run("rebuild", "--check")
    #expect(sound.code == .ok && sound.output.contains("No difference"), "\(sound.output)\(sound.errors)")
    try Self.damage(ledger, "UPDATE transaction_row SET minor_units = 250 WHERE vendor = 'Kiosk 2'")
    let damaged = ledger.run("rebuild", "--check")
    #expect(damaged.code == .no && damaged.output.contains("1 transaction differs"), "\(damaged.output)")
    #expect(damaged.output.contains("0.50"), "what a rebuild would take away: \(damaged.output)")
    let json = ledger.run("rebuild", "--check", "--json")
    #expect(json.code == .no)
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(document?["transactions"] as? Int == 1, "\(json.output)")
    // Still there, in the generation that was in service.
    #expect(try Self.generations(ledger) == before)
    #expect(ledger.run("rebuild", "--check").code == .no)
    #expect(ledger.run("rebuild").code == .ok)
    #expect(ledger.run("rebuild", "--check").code == .ok)
  }

  @Test("--preview lists the changes, as rows and by month, and makes them only on request")
  func preview() throws {
    let ledger = try Self.filled()
    ledger.run("receipts")
    try Self.damage(ledger, "UPDATE transaction_row SET minor_units = 250 WHERE vendor = 'Kiosk 2'")
    let preview = ledger.run("rebuild", "--preview")
    #expect(preview.code == .ok && preview.output.contains("1 transaction differs"), "\(preview.output)")
    #expect(preview.output.contains("2026") && preview.output.contains("0.50"), "\(preview.output)")
    #expect(ledger.run("rebuild", "--check").code == .no, "nobody said yes")
    let told = ledger.run("rebuild", "--preview", "--yes")
    #expect(told.code == .ok && told.output.contains("Rebuilt"), "\(told.output)")
    #expect(ledger.run("rebuild", "--check").code == .ok)
  }

  @Test("--skip is asked for by position, on record, and the only way past an event that cannot be read")
  func skip() throws {
    let ledger = try Self.filled()
    ledger.run("receipts")
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    try log.write { writer in
      _ = try writer.append(
        [
          EventDraft(
            stream: StreamID(kind: "group", id: UniqueID.random()), type: "GroupCreated", schema: 1,
            payload: Array("{}".utf8), actor: "user/x")
        ], correlation: UniqueID.random(), clock: .now(), salts: LedgerLog.randomSalt)
    }
    let position = try log.lastPosition()
    try log.close()
    let before = try Self.generations(ledger)
    let stopped = ledger.run("rebuild")
    #expect(stopped.code != .ok && stopped.errors.contains("\(position)"), "\(stopped.errors)")
    #expect(stopped.errors.contains("GroupCreated"), "\(stopped.errors)")
    #expect(try Self.generations(ledger) == before)
    #expect(ledger.run("receipts").output.contains("Kiosk 2"), "the old generation stays in service")
    let refused = ledger.run("rebuild", "--skip", "1")
    #expect(
      refused.code != .ok && !refused.output.contains("passed over"), "one that can be read is not passed over")
    #expect(try ledger.json("status")["events"] as? Int == Int(position.rawValue), "and nothing is on record")
    #expect(ledger.run("rebuild", "--skip", "first").code == .usage)
    #expect(ledger.run("rebuild", "--skip", "\(position)", "--check").code == .usage)
    let skipped = ledger.run("rebuild", "--skip", "\(position)")
    #expect(skipped.code == .ok && skipped.output.contains("Event \(position) is skipped from now on"))
    #expect(ledger.run("tail").output.contains("EventSkipped"))
    #expect(ledger.run("rebuild", "--skip", "\(position)").output.contains("already"))
  }

  @Test("--check and --preview do not go together")
  func together() throws {
    #expect(try Self.filled().run("rebuild", "--check", "--preview").code == .usage)
  }

  @Test(
    "how far it is: events, rate and the time left; waiting for another is reported; --json gives the numbers"
  )
  func progress() throws {
    let half = RebuildProgress(done: 500_000, all: 2_000_000, isWaiting: false)
    #expect(
      RebuildMeter.words("Rebuilding", half, after: 2)
        == "Rebuilding: event 500,000 of 2,000,000 · 250,000 events/s · 6 s left")
    #expect(
      RebuildMeter.words("Rebuilding", RebuildProgress(done: 0, all: 10, isWaiting: false), after: 2)
        == "Rebuilding: event 0 of 10 · 0 events/s")
    let waiting = RebuildProgress(done: 5, all: 10, isWaiting: true)
    #expect(
      RebuildMeter.words("Rebuilding", waiting, after: 2) == "Another program is rebuilding: event 5 of 10")
    #expect(
      String(decoding: RebuildMeter.document(half, after: 2).encoded(), as: UTF8.self)
        == #"{"done":500000,"perSecond":250000,"secondsLeft":6,"total":2000000,"waiting":false}"#)
    let slow = RebuildProgress(done: 1, all: 1_001, isWaiting: false)
    #expect(RebuildMeter.words("Checking", slow, after: 1).hasSuffix("17 min left"))
  }
}
