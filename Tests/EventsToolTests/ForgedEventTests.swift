import EventLog
import Foundation
import LedgerTestSupport
import Testing

@testable import events

@Suite("Events that no command of ours would write")
struct ForgedEventTests {
  @Test("An empty category and no category are one key of a sum: a rebuild writes it once")
  func emptyCategory() throws {
    let ledger = try Ledger()
    var forger = try ledger.forger()
    forger.record(ForgedEvent.id(1), #""category":"""#)
    forger.record(ForgedEvent.id(2))
    #expect(ledger.take(forger.lines).code == .ok)
    let before = try ledger.screens()
    ledger.expectSoundModels()
    #expect(ledger.run("rebuild").code == .ok)
    #expect(try ledger.screens() == before)
    ledger.expectSoundModels()
    #expect(ledger.run("rebuild", "--model", "history").code == .ok)
    #expect(ledger.run("groups", "--at", "6", "--json").code == .ok)
  }

  @Test("A time close to the end of the clock is refused, so that own events stay acceptable to peers")
  func endOfTime() throws {
    let ledger = try Ledger()
    var forger = try ledger.forger()
    forger.add(
      "GroupCreated", on: "group", ForgedEvent.id(1), #"{"name":"Late","on":"2026-06-12"}"#,
      at: 7_258_118_399_999)
    let outcome = ledger.take(forger.lines)
    #expect(outcome.code == .dataError, "\(outcome.output)\(outcome.errors)")
    // What is recorded afterwards can be imported by every other device.
    _ = try ledger.add("3.00")
    let other = try Ledger(begun: false)
    let lines = ledger.run("tail", "--json", "-n", "100").output
    #expect(other.take(lines).code == .ok)
  }

  /// What a peer can write and `decide` never does. Each is on a stream of its own.
  static let hostile: [(String, String, String, String, UInt32)] = [
    ("TransactionRecorded", "transaction", ForgedEvent.id(1), recorded(units: "9007199254740992"), 3),
    ("TransactionRecorded", "transaction", ForgedEvent.id(1), recorded(units: "-9223372036854775808"), 3),
    (
      "TransactionRecorded", "transaction", ForgedEvent.id(1),
      recorded(more: #","vendor":"\#(String(repeating: "x", count: 300_000))""#), 3
    ),
    (
      "CategoryAdded", "category", ForgedEvent.id(2), #"{"key":"food","kinds":[],"name":"Stolen"}"#, 1
    ),
    (
      "RuleCreated", "rule", ForgedEvent.id(3),
      ruleCreated(series: ForgedEvent.id(4)), 1
    ),
    ("RuleCreated", "rule", ForgedEvent.id(3), ruleCreated(series: ForgedEvent.id(3), interval: "0"), 1),
    (
      "RuleChanged", "rule", ForgedEvent.id(5),
      #"{"amount":{"from":{"currency":"EUR","minorUnits":1}},"on":"2026-06-12"}"#, 2
    ),
    ("RuleChanged", "rule", ForgedEvent.id(5), #"{"frequency":{"from":"daily"},"on":"2026-06-12"}"#, 2),
    ("RuleChanged", "rule", ForgedEvent.id(5), #"{"interval":{"to":99999},"on":"2026-06-12"}"#, 2),
    (
      "RecurrenceGenerated", "rule", ForgedEvent.id(5),
      generated(from: "2026-01-01", through: "9999-12-31"), 1
    ),
    ("RecurrenceGenerated", "rule", ForgedEvent.id(5), generated(from: "0001-01-01", through: "2026-12-31"), 1),
    ("RecurrenceGenerated", "rule", ForgedEvent.id(5), generated(from: "2026-12-31", through: "2026-01-01"), 1),
  ]

  static func recorded(units: String = "1000", more: String = "") -> String {
    #"{"amount":{"currency":"EUR","minorUnits":\#(units)},"date":"2026-06-12","kind":"expense","#
      + #""on":"2026-06-12","origin":"manual","tags":[]\#(more)}"#
  }

  static func ruleCreated(series: String, interval: String = "1") -> String {
    #"{"amount":{"currency":"EUR","minorUnits":100},"enabled":true,"frequency":"monthly","interval":\#(interval),"#
      + #""kind":"expense","monthEnd":"clamp","on":"2026-06-12","series":"\#(series)","start":"2026-06-12","tags":[]}"#
  }

  static func generated(from: String, through: String) -> String {
    #"{"from":"\#(from)","made":[{"date":"2026-06-12","transaction":"\#(ForgedEvent.id(9))"}],"on":"2026-06-12","#
      + #""revision":{"counter":0,"device":"\#(Forger.device)","milliseconds":1,"number":1,"sequence":1},"#
      + #""through":"\#(through)"}"#
  }

  @Test(
    "What does not pass the gate is kept, shown as unreadable, and changes no screen",
    arguments: hostile.indices)
  func gate(_ index: Int) throws {
    let ledger = try Ledger()
    _ = try ledger.add("3.00")
    let before = try ledger.screens()
    let (type, kind, stream, payload, schema) = Self.hostile[index]
    var forger = try ledger.forger()
    forger.add(type, on: kind, stream, payload, schema: schema)
    #expect(ledger.take(forger.lines).code == .ok)
    #expect(try ledger.screens() == before)
    let tail = ledger.run("tail", "-n", "1")
    #expect(tail.output.contains("unreadable"), "\(payload.prefix(60)): \(tail.output.prefix(300))")
    ledger.expectSoundModels()
  }

  @Test("An event about another ledger is refused: it would change the settings of this one")
  func otherLedger() throws {
    let ledger = try Ledger()
    let before = try ledger.screens()
    var forger = try ledger.forger()
    forger.add(
      "LedgerCreated", on: "ledger", ForgedEvent.id(6),
      #"{"currency":"USD","device":"evil","locale":"en_US","on":"2026-06-12","weeks":"iso"}"#)
    #expect(ledger.take(forger.lines).code == .dataError)
    #expect(try ledger.screens() == before)
  }

  @Test("A time that follows a known late one stays acceptable, far past any clock")
  func roomAtTheEnd() throws {
    let ledger = try Ledger()
    var forger = try ledger.forger()
    forger.add(
      "GroupCreated", on: "group", ForgedEvent.id(1), #"{"name":"Late","on":"2026-06-12"}"#,
      at: 7_226_582_399_999)
    #expect(ledger.take(forger.lines).code == .ok)
    for _ in 0..<3 { _ = try ledger.add("3.00") }
    let other = try Ledger(begun: false)
    #expect(other.take(ledger.run("tail", "-n", "100", "--json").output).code == .ok)
    #expect(try other.screens() == ledger.screens())
  }

  @Test("A text in decomposed form is the same name as the composed one, in every fold")
  func decomposed() throws {
    let ledger = try Ledger()
    var forger = try ledger.forger()
    let id = ForgedEvent.id(1)
    forger.record(id, #""category":"cafe\#u{301}""#)
    forger.add(
      "FieldCorrected", on: "transaction", id, "{\"field\":\"category\",\"to\":\"caf\u{e9}\"}")
    forger.add(
      "FieldCorrected", on: "transaction", id, "{\"field\":\"vendor\",\"to\":\"Cafe\u{301} Ünlü €\"}")
    #expect(ledger.take(forger.lines).code == .ok)
    let all = ledger.run("receipts", "--json").output
    #expect(all.contains("Caf\u{e9} Ünlü €"))
    #expect(!all.utf8.contains(0xcc), "no combining mark is left: \(all)")
    ledger.expectSoundModels()
    #expect(ledger.run("rebuild", "--model", "history").code == .ok)
    #expect(ledger.run("verify").code == .ok, "\(ledger.run("verify").output)")
    let (now, then) = (ledger.run("groups", "--json"), ledger.run("groups", "--at", "5", "--json"))
    #expect(now.code == .ok && then.code == .ok, "\(then.errors)")
  }
}
