import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import Testing

@testable import events

@Suite("replay --propose on the command line")
struct ProposeCommandTests {
  private let text = "Café Mauve\n12.06.2026\nSumme EUR 12,00\nBAR\n"

  /// A receipt as an older extractor read it: another vendor and another total.
  private func capture(_ ledger: Ledger, vendor: String = "Cafe Maure", total: String = "120.00") throws
    -> String
  {
    let id = try ledger.capture(text)
    var readings = ReceiptReadings()
    readings.vendor = FieldReadings([FieldReading(value: vendor, reason: "top line", confidence: 40)])
    readings.date = FieldReadings([FieldReading(value: "2026-06-12", reason: "date", confidence: 90)])
    readings.total = FieldReadings([FieldReading(value: total, reason: "largest", confidence: 40)])
    readings.currency = FieldReadings([FieldReading(value: "EUR", reason: "EUR", confidence: 90)])
    let completed = TransactionEvent.ExtractionCompleted(
      extractor: "rules", version: 0, method: .deterministic, readings: readings, assumedCurrency: nil)
    let event = LedgerEvent.transaction(.extractionCompleted(completed))
    let transaction = TransactionID(try #require(UniqueID(id)))
    let draft = EventDraft(
      stream: transaction.stream, type: event.type.rawValue, schema: EventCodec.current.schema(of: event.type),
      payload: EventCodec.current.encode(event), actor: "extractor/rules-0")
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    let clock = WallClock(milliseconds: 1_781_433_100_000, offsetMinutes: 120)
    _ = try log.write {
      try $0.append([draft], correlation: .random(), clock: clock, salts: LedgerLog.randomSalt)
    }
    try log.close()
    ledger.run("correct", id, "category", "food")
    ledger.run("correct", id, "payment", "cash")
    let saved = ledger.run("save", id)
    try #require(saved.code == .ok, "\(saved.errors)")
    return id
  }

  private func count(_ ledger: Ledger) throws -> Int {
    try #require(try ledger.json("status")["events"] as? Int)
  }

  @Test("A different reading by the current extractor is proposed once, for fields that no person typed")
  func propose() throws {
    let ledger = try Ledger()
    let id = try capture(ledger)
    let typed = try capture(ledger, vendor: "Cafe Maure")
    ledger.run("correct", typed, "total", "99.00")
    let before = try count(ledger)
    let dry = ledger.run("replay", "--propose", "--dry-run")
    #expect(dry.code == .ok, "\(dry.errors)")
    #expect(dry.output.hasSuffix("Would propose 3 fields of 2 receipts. No current value would change.\n"))
    try Golden.expect(dry.output, "replay-propose-dry-run")
    #expect(try count(ledger) == before)
    let lines = try objects(ledger.run("replay", "--propose", "--json").output)
    let events = try #require(lines.last?["events"] as? [Int])
    #expect(events == [before + 1, before + 2])
    let fields = try #require(lines[0]["fields"] as? [[String: Any]])
    #expect(fields.map { $0["field"] as? String } == ["vendor", "total"])
    #expect(fields.map { $0["from"] as? String } == ["Cafe Maure", "120.00"])
    #expect(fields.map { $0["to"] as? String } == ["Café Mauve", "12.00"])
    #expect((lines[1]["fields"] as? [[String: Any]])?.map { $0["field"] as? String } == ["vendor"])
    let event = try ledger.json("show", "\(events[0])")
    #expect(event["type"] as? String == "ExtractionProposed")
    #expect((event["actor"] as? String)?.hasPrefix("extractor/rules-") == true)
    #expect(event["transaction"] as? String == id)
    // No figure changes until a person accepts it.
    #expect(ledger.run("groups").output.contains("€219.00"))
    #expect(try count(ledger) == before + 2)
    let again = ledger.run("replay", "--propose")
    #expect(again.output.hasPrefix("Today's extractor reads no new value"))
    #expect(try count(ledger) == before + 2)
    ledger.run("accept", id, "total")
    #expect(ledger.run("groups").output.contains("€111.00"))
    ledger.run("reject", id, "vendor")
    #expect(ledger.run("replay", "--propose").output.hasPrefix("Today's extractor reads no new value"))
  }

  @Test("A field that a person confirmed, picked or emptied is settled; a deleted receipt is left alone")
  func settled() throws {
    let ledger = try Ledger()
    let confirmed = try capture(ledger)
    ledger.run("confirm", confirmed)
    let deleted = try capture(ledger)
    ledger.run("delete", deleted)
    #expect(
      try Ledger().run("replay", "--propose").output.hasPrefix("Today's extractor reads no new value"))
    #expect(ledger.run("replay", "--propose").output.hasPrefix("Today's extractor reads no new value"))
    ledger.run("restore", deleted)
    #expect(ledger.run("replay", "--propose", "--dry-run").output.contains("2 fields of 1 receipt"))
  }

  @Test("On a terminal it asks first, and no is no")
  func asks() throws {
    let ledger = try Ledger()
    _ = try capture(ledger)
    let before = try count(ledger)
    let terminal = try #require(PseudoTerminal(columns: 80))
    let asked = terminal.run(["replay", "--propose"], on: ledger, typing: "n\n")
    #expect(asked.contains("This will propose 2 fields of 1 receipt"), "\(asked)")
    #expect(try count(ledger) == before)
    _ = terminal.run(["replay", "--propose", "--yes"], on: ledger)
    #expect(try count(ledger) == before + 1)
    #expect(ledger.run("replay", "--propose", "--extractor").code == .usage)
  }
}
