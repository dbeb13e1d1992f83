import EventLog
import Foundation
import LedgerBytes
import LedgerTestSupport
import Testing

@testable import events

@Suite("Events that are stripped, skipped or redacted")
struct PassedOverTests {
  /// A record, and the event of a second device that takes it out of every fold.
  private func events(_ type: String, _ ledger: Ledger) throws -> (record: ForgedEvent, about: ForgedEvent) {
    var forger = try ledger.forger()
    let record = forger.record(ForgedEvent.id(1), #""vendor":"Secret""#)
    var other = try ledger.forger("0badc0de-0000-4000-8000-000000000002")
    let about = other.add(
      type, on: "ledger", other.ledger,
      #"{"event":{"device":"\#(record.device)","sequence":1},"why":"because"}"#)
    return (record, about)
  }

  @Test("A redacted event counts in no fold, whichever arrives first", arguments: [true, false])
  func everyFold(_ eventFirst: Bool) throws {
    let ledger = try Ledger()
    _ = try ledger.add("3.00")
    #expect(ledger.run("rebuild", "--model", "history").code == .ok)
    let before = try ledger.screens()
    let (record, about) = try events("EventRedacted", ledger)
    for event in eventFirst ? [record, about] : [about, record] {
      #expect(ledger.take(event.line).code == .ok)
      _ = try ledger.screens()
    }
    #expect(try ledger.screens() == before)
    ledger.expectSoundModels()
    #expect(ledger.run("rebuild").code == .ok)
    #expect(try ledger.screens() == before)
    // As of any position, by history and by folding. No search finds it and no audit shows it.
    for position in 7...9 {
      let past = ledger.run("groups", "--at", "\(position)", "--json")
      #expect(past.code == .ok && !past.output.contains("13.00"), "\(position): \(past.output)")
    }
    #expect(ledger.run("search", "Secret").output.contains("No receipt has"))
    for command in [
      ["receipt", ForgedEvent.id(1)], ["audit", ForgedEvent.id(1)], ["blame", ForgedEvent.id(1)],
    ] {
      #expect(!ledger.run(command).output.contains("Secret"), "\(command)")
    }
    #expect(ledger.run("verify").code == .ok, "\(ledger.run("verify").output)")
    // Another device that gets both at once shows the same.
    let other = try Ledger(begun: false)
    #expect(other.take(ledger.run("tail", "-n", "100", "--json").output).code == .ok)
    #expect(try other.screens() == before)
  }

  @Test(
    "A request to skip an event that this version can read has no effect, and is named",
    arguments: [true, false])
  func skippedInVain(_ eventFirst: Bool) throws {
    let ledger = try Ledger()
    _ = try ledger.add("3.00")
    #expect(ledger.run("rebuild", "--model", "history").code == .ok)
    let (record, about) = try events("EventSkipped", ledger)
    let plain = try Ledger(begun: false)
    let beginning = ledger.run("tail", "-n", "100", "--json").output
    #expect(plain.take(beginning).code == .ok)
    #expect(plain.take(record.line).code == .ok)
    let expected = try plain.screens()
    for event in eventFirst ? [record, about] : [about, record] {
      #expect(ledger.take(event.line).code == .ok)
      _ = try ledger.screens()
    }
    #expect(try ledger.screens() == expected)
    ledger.expectSoundModels()
    let position = eventFirst ? 8 : 9
    for isRebuilt in [false, true] {
      if isRebuilt { #expect(ledger.run("rebuild").code == .ok) }
      #expect(try ledger.screens() == expected)
      #expect(ledger.run("search", "Secret").output.contains("Secret"))
      for command in [["receipt"], ["audit"], ["blame"]] {
        #expect(ledger.run(command + [ForgedEvent.id(1)]).output.contains("Secret"), "\(command)")
      }
      // History, and folding, at the last position and before the record came.
      let last = ledger.run("groups", "--at", "9", "--json").output
      #expect(last == ledger.run("groups", "--json").output)
      #expect(!ledger.run("groups", "--at", "\(position - 1)", "--json").output.contains("1300"))
    }
    let words = "event \(position)"
    let verify = ledger.run("verify")
    #expect(verify.code == .ok && verify.output.contains("skip \(words) has no effect"), "\(verify)")
    #expect(ledger.run("status").output.contains("skip \(words)"), "\(ledger.run("status"))")
    #expect(try ledger.json("status")["skippedInVain"] as? [Int] == [position])
    let refused = ledger.run("rebuild", "--skip", "\(position)")
    #expect(refused.code == .no && !refused.errors.isEmpty, "\(refused)")
    // A peer that gets both by a sync is told, too.
    let shared = ledger.folder + "/shared"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    #expect(ledger.run("sync", shared, "--repair").code == .ok)
    #expect(plain.run("sync", shared).output.contains("skip event"), "\(plain.run("sync", shared))")
    #expect(try plain.screens() == expected)
  }

  @Test("A request to skip an event that this version cannot read counts, whichever arrives first")
  func skipped() throws {
    for type in ["TransactionRecorded", "FromTheFuture"] {
      let ledger = try Ledger()
      _ = try ledger.add("3.00")
      let before = try ledger.screens()
      var forger = try ledger.forger()
      let event = forger.add(type, on: "transaction", ForgedEvent.id(1), #"{"broken":true}"#)
      forger.add(
        "EventSkipped", on: "ledger", forger.ledger,
        #"{"event":{"device":"\#(event.device)","sequence":\#(event.sequence)},"why":"because"}"#)
      #expect(ledger.take(forger.lines).code == .ok)
      #expect(ledger.run("rebuild").code == .ok)
      #expect(try ledger.screens() == before)
      #expect(!ledger.run("status").output.contains("no effect"))
      ledger.expectSoundModels()
    }
  }

  @Test("A second creation of the ledger has no effect, however early it is dated", arguments: [true, false])
  func secondCreation(_ isFirst: Bool) throws {
    let ledger = try Ledger()
    _ = try ledger.add("5.00")
    let own = ledger.run("tail", "-n", "100", "--json").output
    let before = try ledger.screens()
    var forger = try ledger.forger()
    forger.add(
      "LedgerCreated", on: "ledger", forger.ledger,
      #"{"currency":"JPY","device":"evil","locale":"ja_JP","on":"2020-01-01","weeks":"iso"}"#, at: 1_000)
    #expect(ledger.take(forger.lines).code == .ok)
    let other = try Ledger(begun: false)
    for lines in isFirst ? [forger.lines, own] : [own, forger.lines] {
      #expect(other.take(lines).code == .ok)
    }
    for ledger in [ledger, other] {
      for isRebuilt in [false, true] {
        if isRebuilt { #expect(ledger.run("rebuild").code == .ok) }
        #expect(try ledger.screens() == before)
        let status = try ledger.json("status")
        #expect(status["currency"] as? String == "EUR" && status["locale"] as? String == "en_GB", "\(status)")
      }
    }
  }

  @Test("A peer cannot skip or redact an event that the ledger itself depends on")
  func exempt() throws {
    let ledger = try Ledger()
    _ = try ledger.add("3.00")
    let before = try ledger.screens()
    var forger = try ledger.forger()
    let log = try LedgerLog.open(ledger.path, mode: .readOnly)
    let own = try #require(try log.event(at: 1))
    try log.close()
    for type in ["EventSkipped", "EventRedacted"] {
      forger.add(
        type, on: "ledger", forger.ledger,
        #"{"event":{"device":"\#(own.reference.device)","sequence":1},"why":"because"}"#)
    }
    #expect(ledger.take(forger.lines).code == .ok)
    #expect(try ledger.screens() == before)
    ledger.expectSoundModels()
  }

  @Test("An event without its content is refused unless its redaction is on record or comes along")
  func stripped() throws {
    let ledger = try Ledger()
    let (record, about) = try events("EventRedacted", ledger)
    let refused = ledger.take(record.strippedLine)
    #expect(refused.code == .dataError && refused.errors.contains("redact"), "\(refused.errors)")
    // The whole event can still come.
    #expect(ledger.take(record.line).code == .ok)
    #expect(ledger.run("receipts").output.contains("Secret"))
    // With its redaction after it in the same file, it is taken.
    let other = try Ledger()
    let (second, redaction) = try events("EventRedacted", other)
    #expect(other.take(second.strippedLine + redaction.line).code == .ok)
    #expect(other.run("verify").code == .ok)
    #expect(ledger.take(about.line).code == .ok)
  }

  @Test("A stripped event that is on record without a redaction is found by verify and healed by the whole one")
  func healed() throws {
    let ledger = try Ledger()
    let record = try events("EventRedacted", ledger).record
    #expect(ledger.take(record.line).code == .ok)
    let shown = try ledger.screens()
    // As an older program took it in.
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    let last = try #require(try log.event(at: try log.lastPosition()))
    try log.write { try $0.redact(last.reference) }
    try log.close()
    #expect(ledger.run("rebuild").code == .ok)
    #expect(try ledger.screens() != shown)
    let verdict = ledger.run("verify", "--bytes")
    #expect(verdict.code != .ok && verdict.output.contains("redact"), "\(verdict.output)")
    // The whole event brings its content back, to the screens too; a forged one does not.
    var wrong = record
    wrong.payload += Array(" ".utf8)
    let branch = ledger.take(wrong.line)
    #expect(branch.output.contains("another branch kept aside"), "\(branch.output)")
    #expect(try ledger.screens() != shown)
    #expect(ledger.take(record.line).code == .ok)
    #expect(ledger.run("verify").code == .ok, "\(ledger.run("verify").output)")
    #expect(try ledger.screens() == shown)
    ledger.expectSoundModels()
  }
}
