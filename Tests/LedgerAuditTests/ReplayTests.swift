import EventLog
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import Testing

@Suite("History run another way")
struct ReplayTests {
  @Test("Without an event: the record as it would be, the difference of the totals, and nothing written")
  func without() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(8_450, "REWE")
    _ = try ledger.record(1_000, "ALDI")
    try ledger.book.perform(
      .correct(.total, .amount(Amount(currency: .eur, minorUnits: 7_950))), on: id)
    let before = try ledger.book.log.lastPosition()
    let replay = try Replay.of(ledger.book, .without([try ledger.last(.fieldCorrected)]))
    #expect(replay.records.map(\.stream) == [id.stream])
    #expect(replay.records.first?.changes.map(\.field) == [.total, .confirmed])
    let entry = try #require(replay.totals.entries.first)
    #expect(replay.totals.entries.count == 1)
    #expect(entry.key.month?.iso == "2026-06")
    #expect((entry.difference.minorUnits, entry.difference.count) == (500, 0))
    #expect(try ledger.book.log.lastPosition() == before)
  }

  @Test("Without a group's deletion its receipts would still be there: what it made necessary goes with it")
  func consequences() throws {
    let ledger = try AuditLedger()
    let group = try #require(try ledger.book.createGroup(name: "Rome").group)
    let id = try ledger.record(1_000, "REWE")
    try ledger.book.perform(.file(group), on: id)
    try ledger.book.deleteGroup(group, .delete)
    let replay = try Replay.of(ledger.book, .without([try ledger.last(.groupDeleted)]))
    #expect(replay.left.map(\.type) == ["GroupDeleted", "TransactionDeleted"])
    #expect(replay.recordCount == 2)
    let entry = try #require(replay.totals.entries.first)
    #expect((entry.difference.minorUnits, entry.difference.count) == (1_000, 1))
  }

  @Test("What a deletion made necessary goes with it, also where it arrived in a second piece")
  func consequencesInPieces() throws {
    let ledger = try AuditLedger()
    let group = try #require(try ledger.book.createGroup(name: "Rome").group)
    for amount in [1_000, 2_000] as [Int64] {
      try ledger.book.perform(.file(group), on: try ledger.record(amount, "REWE"))
    }
    let before = try ledger.events().count
    try ledger.book.deleteGroup(group, .delete)
    let events = try ledger.envelopes()
    let log = try LedgerLog.create(
      at: ledger.folder + "/phone", ledger: ledger.book.log.ledgerID, device: UniqueID.random())
    _ = try log.takeIn(Array(events.prefix(before + 2)), receivedAtMilliseconds: 1)
    let other = try LedgerLog.create(
      at: ledger.folder + "/third", ledger: ledger.book.log.ledgerID, device: UniqueID.random())
    let between = try other.write {
      try $0.append(
        [
          EventDraft(
            stream: StreamID(kind: "note", id: UniqueID.random()), type: "Noted", schema: 1,
            payload: Array("{}".utf8), actor: "user/ben")
        ], correlation: UniqueID.random(), clock: ledger.clock.now(), salts: LedgerLog.randomSalt)
    }
    _ = try log.takeIn(between.map(\.envelope), receivedAtMilliseconds: 2)
    _ = try log.takeIn(events, receivedAtMilliseconds: 3)
    let deletion = try #require(try log.event(try ledger.last(.groupDeleted).reference))
    let phone = try Book.open(Book.Settings(folder: log.folder, actor: .person("ben"), deviceName: "phone"))
    let replay = try Replay.of(phone, .without([deletion]))
    try phone.close()
    #expect(replay.left.count == 3 && replay.recordCount == 3)
    #expect(replay.totals.entries.first?.difference.count == 2)
    try log.close()
    try other.close()
  }

  @Test("A currency or a month that changes takes from one total and gives to another")
  func moves() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    try ledger.book.perform(.correct(.date, .date(day("2026-07-01"))), on: id)
    let totals = try Replay.of(ledger.book, .without([try ledger.last(.fieldCorrected)])).totals
    #expect(totals.entries.map { $0.key.month?.iso } == ["2026-06", "2026-07"])
    #expect(totals.entries.map(\.difference.minorUnits) == [1_000, -1_000])
    #expect(totals.entries.map(\.difference.count) == [1, -1])
  }

  @Test("A confirmation changes only that the field is confirmed")
  func nothing() throws {
    let ledger = try AuditLedger()
    let id = try ledger.capture(reweText)
    try ledger.book.perform(.confirm([.vendor]), on: id)
    let replay = try Replay.of(ledger.book, .without([try ledger.last(.fieldConfirmed)]))
    #expect(replay.records.map { $0.changes.map(\.field) } == [[.confirmed]])
    #expect(replay.totals.isNothing)
  }

  @Test("With another event in the place of one")
  func patched() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    let event = try ledger.last(.fieldCorrected)
    let other = StoredEvent(
      position: event.position, version: event.version, receivedAtMilliseconds: 0, reference: event.reference,
      time: event.time, recordedAtMilliseconds: event.recordedAtMilliseconds, offsetMinutes: 0,
      stream: event.stream, seen: event.seen, type: event.type, schema: event.schema,
      correlation: event.correlation, cause: nil, actor: event.actor, salt: event.salt,
      payload: Array(#"{"field":"vendor","from":"REWE","to":"LIDL"}"#.utf8), leaf: event.leaf)
    let changes = try Replay.of(ledger.book, .patched([other])).records.first?.changes
    #expect(changes == [ValueChange(field: .vendor, from: .text("EDEKA"), to: .text("LIDL"))])
  }

  @Test("In order of arrival a late event would have won")
  func arrival() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    _ = try ledger.record(500, "never late")
    let other = try AuditLedger(joining: ledger)
    try other.book.perform(.correct(.vendor, .text("early")), on: id)
    ledger.clock.advance(3_600_000)
    try ledger.book.perform(.correct(.vendor, .text("late")), on: id)
    try ledger.takeIn(from: other)
    #expect(try ledger.book.transaction(id).row.vendor == "late")
    let replay = try Replay.of(ledger.book, .arrivalOrder)
    #expect(replay.records.map(\.stream) == [id.stream])
    #expect(
      replay.records.first?.changes == [
        ValueChange(field: .vendor, from: .text("late"), to: .text("early"))
      ])
  }

  @Test("Today's extractor: a correction that it spares, one that would be new, and what it still reads right")
  func extractor() throws {
    let ledger = try AuditLedger()
    // Read wrongly then, corrected by a person to what is read today.
    let spared = try #require(try ledger.book.capture(CaptureInput(text: nil, group: nil)).transaction)
    func read(_ id: TransactionID, vendor: String, total: String) throws {
      try ledger.append(
        .textRecognized(TransactionEvent.TextRecognized(engine: "text", text: reweText, confidence: nil)),
        to: id)
      var readings = ReceiptReadings()
      readings.vendor = FieldReadings([FieldReading(value: vendor, reason: "top line", confidence: 80)])
      readings.total = FieldReadings([FieldReading(value: total, reason: "bottom line", confidence: 80)])
      readings.date = FieldReadings([FieldReading(value: "2026-06-14", reason: "date", confidence: 80)])
      readings.category = FieldReadings([FieldReading(value: "food", reason: "word", confidence: 80)])
      readings.payment = FieldReadings([FieldReading(value: "card", reason: "word", confidence: 80)])
      try ledger.append(
        .extractionCompleted(
          TransactionEvent.ExtractionCompleted(
            extractor: "rules", version: 0, method: .deterministic, readings: readings, assumedCurrency: .eur)),
        to: id, actor: "extractor/rules-0")
    }
    try read(spared, vendor: "RFWE Citv", total: "3.68")
    try ledger.book.perform(.correct(.vendor, .text("REWE City")), on: spared)
    try ledger.book.perform(.save, on: spared)
    // Read and saved as a total that today's extractor does not read.
    let new = try #require(try ledger.book.capture(CaptureInput(text: nil, group: nil)).transaction)
    try read(new, vendor: "REWE City", total: "2.49")
    try ledger.book.perform(.save, on: new)
    let replay = try ExtractorReplay.of(ledger.book)
    #expect(replay.receipts == 2)
    let vendor = try #require(replay.fields[.vendor])
    #expect((vendor.spared, vendor.new, vendor.stillRight) == (1, 0, 1))
    let total = try #require(replay.fields[.total])
    #expect((total.spared, total.new, total.stillRight) == (0, 1, 1))
    #expect(replay.examples.map(\.field) == [.vendor, .total])
    #expect(replay.vendors(limit: 5).map(\.name) == ["REWE City"])
  }
}
