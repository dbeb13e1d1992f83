import EventLog
import LedgerAudit
import LedgerBook
import LedgerBytes
import Testing

@testable import LedgerDomain

@Suite("Blame")
struct BlameTests {
  private func blame(_ ledger: AuditLedger, _ id: TransactionID, _ field: RecordField? = nil) throws -> Blame {
    Blame.of(id.stream, events: try ledger.book.log.events(of: id.stream), field: field)
  }

  @Test("Each field is blamed on the event that gave it its value, and never on a confirmation")
  func status() throws {
    let ledger = try AuditLedger()
    let id = try ledger.capture(reweText)
    try ledger.book.perform(.confirm([.vendor]), on: id)
    try ledger.book.perform(.correct(.category, .text("taxi")), on: id)
    let lines = try blame(ledger, id).currentLines
    let types = Dictionary(uniqueKeysWithValues: lines.map { ($0.field, $0.event.type) })
    #expect(types[.vendor] == "ExtractionCompleted")
    #expect(types[.category] == "FieldCorrected")
    #expect(types[.state] == "ReceiptCaptured")
    #expect(lines.first { $0.field == .category }?.value == .word("taxi"))
  }

  @Test("An amount that is repeated is no change, and the same decimal in another currency is one")
  func typedEquality() throws {
    let amount = TypedValue.decimal(Money(minorUnits: 1_250, currency: .eur))
    let usd = try #require(CurrencyCode("USD"))
    #expect(amount.isSame(as: .decimal(Money(minorUnits: 1_250, currency: .eur))))
    #expect(!amount.isSame(as: .decimal(Money(minorUnits: 1_250, currency: usd))))
    #expect(!amount.isSame(as: .decimal(Money(minorUnits: 1_205, currency: .eur))))
    #expect(!amount.isSame(as: .text("12.50")))
    #expect(!TypedValue.text("é").isSame(as: .text("e\u{301}")))

    let ledger = try AuditLedger()
    let id = try ledger.record(1_250)
    try ledger.append(
      .fieldCorrected(
        TransactionEvent.FieldCorrected(
          field: .total, from: nil, to: .amount(Amount(currency: .eur, minorUnits: 1_250)))), to: id)
    let total = try blame(ledger, id, .total)
    #expect(total.currentLines.map(\.event.type) == ["TransactionRecorded"])
    #expect(total.lines.map(\.status) == [.current, .repeated])
  }

  @Test("The history has every value, what replaced it, and a machine's word that a person's outweighed")
  func history() throws {
    let ledger = try AuditLedger()
    let id = try ledger.capture(reweText)
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    try ledger.append(
      .extractionCompleted(
        TransactionEvent.ExtractionCompleted(
          extractor: "rules", version: 2, method: .deterministic,
          readings: {
            var readings = ReceiptReadings()
            readings.vendor = FieldReadings([FieldReading(value: "ALDI", reason: "top line", confidence: 80)])
            return readings
          }(), assumedCurrency: .eur)), to: id, actor: "extractor/rules-2")
    try ledger.book.perform(.correct(.vendor, .text("Netto")), on: id)
    let lines = try blame(ledger, id, .vendor).lines
    let corrected = try ledger.events().filter { $0.type == "FieldCorrected" }.map(\.reference)
    #expect(lines.map { $0.value?.text } == ["REWE City", "EDEKA", "ALDI", "Netto"])
    #expect(
      lines.map(\.status)
        == [.replaced(by: corrected[0]), .replaced(by: corrected[1]), .outweighed, .current])
  }

  @Test(
    "Two devices that did not know of each other: the last one wins, the other is in conflict until one is picked"
  )
  func conflict() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    let other = try AuditLedger(joining: ledger)
    other.clock.advance(3_600_000)
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    try other.book.perform(.correct(.vendor, .text("ALDI")), on: id)
    try ledger.takeIn(from: other)
    let lines = try blame(ledger, id, .vendor).currentLines
    #expect(lines.map { $0.value?.text } == ["EDEKA", "ALDI"])
    #expect(lines.map(\.status) == [.conflicts, .current])
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    let settled = try blame(ledger, id, .vendor)
    #expect(settled.currentLines.map { $0.value?.text } == ["EDEKA"])
    // Neither of the two replaced the other, because neither author knew of the other's event.
    let decision = try #require(settled.currentLines.first?.event.reference)
    #expect(settled.lines.map { $0.value?.text } == ["REWE", "EDEKA", "ALDI", "EDEKA"])
    #expect(
      settled.lines.dropFirst().map(\.status)
        == [.chosen(by: decision), .replaced(by: decision), .current])
  }

  @Test("Another currency is another total: the event that changed it gave the amount its present value")
  func currency() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(77, currency: try #require(CurrencyCode("JPY")))
    try ledger.book.perform(.correct(.currency, .amount(Amount(currency: .eur, minorUnits: nil))), on: id)
    let corrected = try ledger.last(.fieldCorrected)
    let total = try blame(ledger, id, .total)
    #expect(total.lines.map { $0.value?.money?.description } == ["77 JPY", "77.00 EUR"])
    #expect(total.lines.map(\.status) == [.replaced(by: corrected.reference), .current])
    #expect(try blame(ledger, id, .currency).currentLines.map(\.event.reference) == [corrected.reference])
  }

  @Test("A value that two devices gave is the other's when the first took its own back")
  func undone() throws {
    let ledger = try AuditLedger()
    let id = try ledger.capture(reweText)
    let other = try AuditLedger(joining: ledger)
    other.clock.advance(60_000)
    try ledger.book.perform(.correct(.vendor, .text("ALDI")), on: id)
    try ledger.book.perform(.save, on: id)
    try other.book.perform(.correct(.vendor, .text("ALDI")), on: id)
    try other.book.perform(.save, on: id)
    let own = try ledger.last(.receiptSaved).reference
    ledger.clock.advance(120_000)
    // Undone without knowledge of the other device.
    try ledger.append(.receiptReopened, to: id)
    let vendor = try ledger.last(.fieldCorrected).reference
    try ledger.append(
      .fieldReverted(
        TransactionEvent.FieldReverted(
          event: vendor, field: .vendor, from: .text("ALDI"), to: .text("REWE City"), origin: .extracted,
          actor: "extractor/rules-1", settled: [])), to: id)
    try ledger.takeIn(from: other)
    let state = try #require(try blame(ledger, id, .state).currentLines.first)
    #expect(state.value == .word("saved"))
    #expect(state.event.reference != own)
    #expect(state.event.type == "ReceiptSaved")
    let shop = try #require(try blame(ledger, id, .vendor).currentLines.first)
    #expect(shop.value == .text("ALDI"))
    #expect(shop.event.reference != vendor)
    #expect(shop.event.actor == "user/ben")
  }

  @Test("A deletion that a change contests leaves the state to the event that had given it")
  func contested() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    let other = try AuditLedger(joining: ledger)
    try other.book.perform(.delete, on: id)
    ledger.clock.advance(60_000)
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    let change = try ledger.last(.fieldCorrected).reference
    try ledger.takeIn(from: other)
    let lines = try blame(ledger, id, .state).lines
    #expect(lines.map { $0.value?.text } == ["saved", "deleted"])
    #expect(lines.map(\.status) == [.current, .overtaken(by: change)])
  }

  @Test("A concurrent addition by another device to a set is no replacement")
  func overtaken() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    let other = try AuditLedger(joining: ledger)
    other.clock.advance(60_000)
    try ledger.book.perform(.tag(add: ["trip"], remove: []), on: id)
    try other.book.perform(.tag(add: ["work"], remove: []), on: id)
    try ledger.takeIn(from: other)
    let theirs = try ledger.last(.tagsChanged).reference
    let lines = try blame(ledger, id, .tags).lines
    #expect(lines.map(\.value) == [.texts(["trip"]), .texts(["trip", "work"])])
    #expect(lines.map(\.status) == [.overtaken(by: theirs), .current])
  }

  @Test("Groups, tags, flags and the state are blamed too; what was never set has no line")
  func otherFields() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    try ledger.book.perform(.tag(add: ["trip"], remove: []), on: id)
    try ledger.book.perform(.clear(true), on: id)
    try ledger.book.perform(.delete, on: id)
    let lines = try blame(ledger, id).currentLines
    let types = Dictionary(uniqueKeysWithValues: lines.map { ($0.field, $0.event.type) })
    #expect(types[.tags] == "TagsChanged")
    #expect(types[.cleared] == "TransactionCleared")
    #expect(types[.state] == "TransactionDeleted")
    #expect(types[.note] == nil)
    let group = try #require(try ledger.book.createGroup(name: "Rome").group)
    try ledger.book.renameGroup(group, to: "Roma")
    let name = Blame.of(group.stream, events: try ledger.book.log.events(of: group.stream), field: .name)
    #expect(name.currentLines.map(\.event.type) == ["GroupRenamed"])
  }
}

extension TypedValue {
  fileprivate var money: Money? { if case .decimal(let money) = self { money } else { nil } }
}
