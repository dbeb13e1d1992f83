import EventLog
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import Testing

@Suite("Blame")
struct BlameTests {
  private func blame(_ ledger: AuditLedger, _ id: TransactionID, _ field: RecordField? = nil) throws -> Blame {
    Blame.of(id.stream, events: try ledger.book.log.events(of: id.stream), field: field)
  }

  @Test("Each field is blamed on the event that gave it its value, and a confirmation is none")
  func standing() throws {
    let ledger = try AuditLedger()
    let id = try ledger.capture(reweText)
    try ledger.book.perform(.confirm([.vendor]), on: id)
    try ledger.book.perform(.correct(.category, .text("taxi")), on: id)
    let lines = try blame(ledger, id).standing
    let types = Dictionary(uniqueKeysWithValues: lines.map { ($0.field, $0.event.type) })
    #expect(types[.vendor] == "ExtractionCompleted")
    #expect(types[.category] == "FieldCorrected")
    #expect(types[.state] == "ReceiptCaptured")
    #expect(lines.first { $0.field == .category }?.value == .word("taxi"))
  }

  @Test("12.5 and 12.50 are no change, and neither is another currency with the same decimal for the total")
  func typedEquality() throws {
    let two = TypedValue.decimal(Money(minorUnits: 1_250, currency: .eur))
    let three = try #require(Currency("KWD"))
    #expect(two.isSame(as: .decimal(Money(minorUnits: 12_500, currency: three))))
    #expect(!two.isSame(as: .decimal(Money(minorUnits: 1_205, currency: .eur))))
    #expect(!two.isSame(as: .text("12.50")))
    #expect(!TypedValue.text("é").isSame(as: .text("e\u{301}")))

    let ledger = try AuditLedger()
    let id = try ledger.record(1_250)
    try ledger.append(
      .fieldCorrected(
        FieldCorrected(
          field: .total, from: nil, to: .amount(Amount(currency: .eur, minorUnits: 1_250)))), to: id)
    let total = try blame(ledger, id, .total)
    #expect(total.standing.map(\.event.type) == ["TransactionRecorded"])
    #expect(total.lines.map(\.standing) == [.stands, .repeated])
  }

  @Test("The history has every value, what replaced it, and a machine's word that a person's outweighed")
  func history() throws {
    let ledger = try AuditLedger()
    let id = try ledger.capture(reweText)
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    try ledger.append(
      .extractionCompleted(
        ExtractionCompleted(
          extractor: "rules", version: 2, method: .deterministic,
          readings: {
            var readings = ReceiptReadings()
            readings.vendor = FieldReadings([Reading(value: "ALDI", reason: "top line", confidence: 80)])
            return readings
          }(), assumedCurrency: .eur)), to: id, actor: "extractor/rules-2")
    try ledger.book.perform(.correct(.vendor, .text("Netto")), on: id)
    let lines = try blame(ledger, id, .vendor).lines
    let corrected = try ledger.events().filter { $0.type == "FieldCorrected" }.map(\.reference)
    #expect(lines.map { $0.value?.text } == ["REWE City", "EDEKA", "ALDI", "Netto"])
    #expect(
      lines.map(\.standing)
        == [.replaced(by: corrected[0]), .replaced(by: corrected[1]), .outweighed, .stands])
  }

  @Test(
    "Two devices that did not know of each other: the last stands, the other is in conflict until one is picked"
  )
  func conflict() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    let other = try AuditLedger(joining: ledger)
    other.clock.advance(3_600_000)
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    try other.book.perform(.correct(.vendor, .text("ALDI")), on: id)
    try ledger.takeIn(from: other)
    let lines = try blame(ledger, id, .vendor).standing
    #expect(lines.map { $0.value?.text } == ["EDEKA", "ALDI"])
    #expect(lines.map(\.standing) == [.conflicts, .stands])
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    let settled = try blame(ledger, id, .vendor)
    #expect(settled.standing.map { $0.value?.text } == ["EDEKA"])
    #expect(settled.lines.count == 4)
  }

  @Test("Groups, tags, flags and the state are blamed too; what was never set has no line")
  func otherFields() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    try ledger.book.perform(.tag(add: ["trip"], remove: []), on: id)
    try ledger.book.perform(.clear(true), on: id)
    try ledger.book.perform(.delete, on: id)
    let lines = try blame(ledger, id).standing
    let types = Dictionary(uniqueKeysWithValues: lines.map { ($0.field, $0.event.type) })
    #expect(types[.tags] == "TagsChanged")
    #expect(types[.cleared] == "TransactionCleared")
    #expect(types[.state] == "TransactionDeleted")
    #expect(types[.note] == nil)
    let group = try #require(try ledger.book.createGroup(name: "Rome").group)
    try ledger.book.renameGroup(group, to: "Roma")
    let name = Blame.of(group.stream, events: try ledger.book.log.events(of: group.stream), field: .name)
    #expect(name.standing.map(\.event.type) == ["GroupRenamed"])
  }
}
