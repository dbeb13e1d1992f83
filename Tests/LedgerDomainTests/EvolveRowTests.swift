import LedgerBytes
import Testing

@testable import LedgerDomain

@Suite("The row of a transaction")
struct EvolveRowTests {
  @Test("Nothing is a row until the event that begins it is known")
  func begins() throws {
    var scene = Scene<TransactionEvent>()
    scene.add(Sample.vendor("EDEKA"))
    scene.add(.receiptSaved)
    scene.add(.transactionDeleted)
    scene.add(.transactionRestored)
    #expect(scene.row == nil)
    scene.add(Sample.captured)
    let row = try #require(scene.row)
    #expect(row.stage == .saved)
    #expect(row.vendor == "EDEKA")
    #expect(row.created == scene.entries[4].context.time)
  }

  @Test("A draft, read, saved and deleted")
  func stages() throws {
    var scene = Scene<TransactionEvent>()
    scene.add(
      .receiptCaptured(
        TransactionEvent.ReceiptCaptured(
          source: .photo, attachments: [Sample.page(1)], name: "a.jpg", on: Sample.today)))
    var row = try #require(scene.row)
    #expect(row.stage == .draft && row.origin == "photo" && row.on == Sample.today && row.name == "a.jpg")
    #expect(row.kind == .expense && row.amount == nil && row.money == nil && row.date == nil)
    #expect(
      !row.isCleared && row.tags.isEmpty && row.flags == TransactionFlags()
        && row.attachments == [Sample.page(1)])
    #expect(row.created == scene.entries[0].context.time)
    scene.add(Sample.extraction(Sample.readings()), actor: Sample.extractor)
    row = try #require(scene.row)
    #expect(row.vendor == "REWE City" && row.date == Sample.date("2026-06-14") && row.category == "food")
    #expect(row.payment == .card && row.money == Money(minorUnits: 8450, currency: .eur))
    scene.perform(.file(Sample.group))
    scene.perform(.save)
    scene.perform(.delete)
    row = try #require(scene.row)
    #expect(row.stage == .deleted && row.group == Sample.group && row.vendor == "REWE City")
    #expect(row.created == scene.entries[0].context.time)
  }

  @Test("IE-15: where a transaction came from, by its word")
  func origins() {
    for source in CaptureSource.allCases {
      var scene = Scene<TransactionEvent>()
      scene.add(
        .receiptCaptured(
          TransactionEvent.ReceiptCaptured(source: source, attachments: [], name: nil, on: Sample.today)))
      #expect(scene.row?.origin == source.rawValue)
    }
    for origin in RecordOrigin.allCases {
      var scene = Scene<TransactionEvent>()
      scene.add(Sample.recorded(origin: origin))
      #expect(scene.row?.origin == origin.rawValue)
      #expect(scene.row?.stage == .saved)
    }
  }

  @Test("ET-03: a recorded transaction has all that was recorded")
  func recorded() throws {
    var scene = Scene<TransactionEvent>()
    scene.add(
      .transactionRecorded(
        TransactionEvent.Recorded(
          origin: .manual, on: Sample.today, kind: .income, money: Money(minorUnits: -5, currency: .usd),
          date: Sample.date("2026-06-12"), vendor: "V", category: "food", payment: .cash, note: "N",
          account: "A", tags: ["b", "a"], flags: TransactionFlags(paid: false, reimbursed: true))))
    let row = try #require(scene.row)
    #expect(row.kind == .income && row.money == Money(minorUnits: -5, currency: .usd) && row.vendor == "V")
    #expect(row.date == Sample.date("2026-06-12") && row.category == "food" && row.payment == .cash)
    #expect(row.note == "N" && row.account == "A" && row.tags == ["a", "b"] && row.group == nil)
    #expect(row.flags.names == ["unpaid", "reimbursed"] && row.name == nil && row.attentionCount == 0)
  }

  @Test("Recording the same twice is recording once; the first stays its beginning")
  func recordedTwice() {
    var scene = Scene<TransactionEvent>()
    scene.add(Sample.recorded(origin: .recurring), actor: "rule")
    let before = scene.row
    scene.add(Sample.recorded(origin: .recurring), by: .b, seeing: .only([]), actor: "rule")
    #expect(scene.row == before)
    scene.perform(.delete)
    scene.add(Sample.recorded(origin: .recurring), by: .c, seeing: .only([]), actor: "rule")
    #expect(scene.row?.stage == .deleted, "a deleted instance stays deleted when generated again")
  }

  @Test("Tags are in the order of their bytes")
  func tags() {
    var scene = Sample.saved
    scene.perform(.tag(add: ["é", "z", "a", "ab", "🍽", "ｚ"], remove: []))
    #expect(scene.row?.tags == ["a", "ab", "z", "é", "ｚ", "🍽"])
  }

  @Test("One page named twice is one page; a page that was never there can be removed")
  func pages() {
    var scene = Sample.saved
    scene.add(.attachmentRemoved(TransactionEvent.AttachmentRemoved(digest: Sample.page(9).digest)))
    scene.add(
      .attachmentAdded(
        TransactionEvent.AttachmentAdded(attachment: Sample.page(3, content: 1), on: Sample.today)))
    #expect(scene.row?.attachments == [Sample.page(1)])
  }

  @Test("IE-20: the note of a failed reading goes with the next extraction")
  func extractionNote() {
    var scene = Sample.unread
    scene.add(.extractionFailed(TransactionEvent.ExtractionFailed(engine: "ocr", reason: "too dark")))
    #expect(scene.state.extractionNote == "too dark")
    scene.add(.extractionCancelled(TransactionEvent.ExtractionCancelled(engine: "ocr")))
    #expect(scene.state.extractionNote == "ocr was cancelled")
    scene.add(.textRecognized(TransactionEvent.TextRecognized(engine: "ocr", text: "REWE", confidence: 90)))
    #expect(scene.state.text == "REWE")
    scene.add(Sample.extraction(Sample.readings()), actor: Sample.extractor)
    #expect(scene.state.extractionNote == nil)
    #expect(scene.row?.stage == .draft)
  }

  @Test("A ledger is created once; devices join under their last name")
  func ledger() {
    var scene = DecideCategoryTests.ledger
    scene.add(
      .ledgerCreated(
        SettingsEvent.LedgerCreated(
          device: "Other", currency: .usd, locale: DecideCategoryTests.locale, weeks: .locale, on: Sample.today)
      ),
      by: .b)
    #expect(LedgerRow(scene.state)?.currency == .eur)
    #expect(LedgerRow(scene.state)?.weeks == .iso)
    let continued = EventReference(device: SceneDevice.a.id, sequence: 1)
    scene.add(.deviceJoined(SettingsEvent.DeviceJoined(name: "Mac", continues: continued)), by: .b)
    scene.add(.deviceJoined(SettingsEvent.DeviceJoined(name: "iPad", continues: nil)), by: .c)
    scene.add(.deviceJoined(SettingsEvent.DeviceJoined(name: "Mac mini", continues: continued)), by: .b)
    #expect(scene.state.devices.map(\.name) == ["iPhone", "iPad", "Mac mini"])
    #expect(scene.state.devices.map(\.continues) == [nil, nil, continued])
    let first = EventReference(device: SceneDevice.c.id, sequence: 7)
    scene.add(.eventRedacted(SettingsEvent.EventRedacted(event: first, why: "a name")))
    scene.add(.eventSkipped(SettingsEvent.EventSkipped(event: continued, why: "unreadable")))
    #expect(scene.state.redacted == [first])
    #expect(scene.state.skipped == [continued])
  }
}
