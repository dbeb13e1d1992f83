import Testing

@testable import LedgerDomain

/// Every command on every stage: the events, or the exact rejection.
@Suite("Commands on a transaction, by stage")
struct DecideStageTests {
  enum Stage: CaseIterable {
    case unknown
    case draft
    case saved
    case deleted
    case contested

    var scene: Scene<TransactionEvent> {
      switch self {
      case .unknown: Scene()
      case .draft: Sample.draft()
      case .saved: Sample.saved
      case .deleted: Sample.deleted
      case .contested: Sample.contested
      }
    }
  }

  @Test("The stages are what their names tell")
  func stages() {
    #expect(Stage.unknown.scene.state.stage == nil)
    #expect(Stage.draft.scene.state.stage == .draft)
    #expect(Stage.saved.scene.state.stage == .saved)
    #expect(Stage.deleted.scene.state.stage == .deleted)
    #expect(Stage.contested.scene.state.stage == .saved)
    #expect(Stage.contested.scene.state.deletion.pending != nil)
    #expect(TransactionRow(Sample.transaction, Stage.unknown.scene.state) == nil)
  }

  /// A command, and what it comes to where a transaction can be changed: draft, saved and contested alike.
  static let changes: [(TransactionCommand, [TransactionEvent])] = [
    (.confirm([.vendor]), [Sample.confirmed(.vendor, .text("REWE City"))]),
    (
      .pick(.total, number: 1),
      [
        .alternatePicked(
          TransactionEvent.AlternatePicked(
            field: .total, from: .amount(Sample.euros(8450)), to: .amount(Sample.euros(8450)), reading: "84.50",
            extraction: Sample.draft().entries[1].context.reference))
      ]
    ),
    (.correct(.note, .text("dinner")), [Sample.corrected(.note, from: nil, to: .text("dinner"))]),
    (.file(Sample.group), [Sample.filed(Sample.group)]),
    (.file(nil), []),
    (
      .tag(add: ["Amazon"], remove: []),
      [.tagsChanged(TransactionEvent.TagsChanged(added: ["amazon"], removed: []))]
    ),
    (
      .flag([.unpaid]),
      [.flagsChanged(TransactionEvent.FlagsChanged(paid: FlagChange(from: nil, to: false), reimbursed: nil))]
    ),
    (.clear(true), [.transactionCleared]),
    (.clear(false), []),
    (
      .attach(Sample.page(2)),
      [.attachmentAdded(TransactionEvent.AttachmentAdded(attachment: Sample.page(2), on: Sample.today))]
    ),
    (.attach(Sample.page(1)), []),
    (
      .detach(Sample.page(1).digest),
      [.attachmentRemoved(TransactionEvent.AttachmentRemoved(digest: Sample.page(1).digest))]
    ),
    (.detach(Sample.page(2).digest), []),
  ]

  @Test(
    "IE-28: what exists and is not deleted can be changed, saved or not", arguments: 0..<changes.count)
  func changing(row: Int) {
    let (command, events) = Self.changes[row]
    #expect(Stage.unknown.scene.decide(command) == .rejection(.unknownTransaction(Sample.transaction)))
    #expect(Stage.draft.scene.decide(command) == .events(events))
    #expect(Stage.saved.scene.decide(command) == .events(events))
    #expect(Stage.deleted.scene.decide(command) == .rejection(.isDeleted(what: "transaction")))
    #expect(Stage.contested.scene.decide(command) == .events(events))
  }

  @Test("Saving counts a draft once")
  func save() {
    #expect(Stage.unknown.scene.decide(.save) == .rejection(.unknownTransaction(Sample.transaction)))
    #expect(Stage.draft.scene.decide(.save) == .events([.receiptSaved]))
    #expect(Stage.saved.scene.decide(.save) == .nothing)
    #expect(Stage.deleted.scene.decide(.save) == .rejection(.isNotDraft(.deleted)))
    #expect(Stage.contested.scene.decide(.save) == .nothing)
  }

  @Test("IE-27: only a draft is discarded")
  func discard() {
    #expect(Stage.unknown.scene.decide(.discard) == .rejection(.unknownTransaction(Sample.transaction)))
    #expect(Stage.draft.scene.decide(.discard) == .events([.receiptDiscarded]))
    #expect(Stage.saved.scene.decide(.discard) == .rejection(.isNotDraft(.saved)))
    #expect(Stage.deleted.scene.decide(.discard) == .rejection(.isNotDraft(.deleted)))
    #expect(Stage.contested.scene.decide(.discard) == .rejection(.isNotDraft(.saved)))
  }

  @Test("ET-24: deleting twice is deleting once, except where a deletion waits")
  func delete() {
    #expect(Stage.unknown.scene.decide(.delete) == .rejection(.unknownTransaction(Sample.transaction)))
    #expect(Stage.draft.scene.decide(.delete) == .events([.transactionDeleted]))
    #expect(Stage.saved.scene.decide(.delete) == .events([.transactionDeleted]))
    #expect(Stage.deleted.scene.decide(.delete) == .nothing)
    #expect(Stage.contested.scene.decide(.delete) == .events([.transactionDeleted]))
  }

  @Test("Restoring undoes a deletion, one that waits too")
  func restore() {
    let isNotDeleted = Outcome<TransactionEvent>.rejection(.isNotDeleted(what: "transaction"))
    #expect(Stage.unknown.scene.decide(.restore) == .rejection(.unknownTransaction(Sample.transaction)))
    #expect(Stage.draft.scene.decide(.restore) == isNotDeleted)
    #expect(Stage.saved.scene.decide(.restore) == isNotDeleted)
    #expect(Stage.deleted.scene.decide(.restore) == .events([.transactionRestored]))
    #expect(Stage.contested.scene.decide(.restore) == .events([.transactionRestored]))
  }

  @Test("IE-18, IE-19, IE-20: how reading ended is recorded whatever became of the draft meanwhile")
  func recognize() {
    let outcomes: [(RecognitionOutcome, [TransactionEvent])] = [
      (
        .cancelled(engine: "rules"),
        [.extractionCancelled(TransactionEvent.ExtractionCancelled(engine: "rules"))]
      ),
      (
        .failed(engine: "rules", reason: "too dark"),
        [.extractionFailed(TransactionEvent.ExtractionFailed(engine: "rules", reason: "too dark"))]
      ),
    ]
    for (outcome, events) in outcomes {
      for stage in Stage.allCases where stage != .unknown {
        #expect(stage.scene.decide(.recognize(outcome)) == .events(events))
      }
      #expect(
        Stage.unknown.scene.decide(.recognize(outcome))
          == .rejection(.unknownTransaction(Sample.transaction)))
    }
  }

  @Test("IE-15, IE-16: a capture begins what is not there yet")
  func capture() {
    let pages = [Sample.page(1), Sample.page(2)]
    let capture = TransactionCommand.capture(
      CaptureRequest(source: .photo, attachments: pages, name: "Cafe\u{301}.jpg", group: Sample.group))
    let events: [TransactionEvent] = [
      .receiptCaptured(
        TransactionEvent.ReceiptCaptured(
          source: .photo, attachments: pages, name: "Caf\u{e9}.jpg", on: Sample.today)),
      Sample.filed(Sample.group),
    ]
    #expect(Stage.unknown.scene.decide(capture) == .events(events))
    let exists = Outcome<TransactionEvent>.rejection(.alreadyExists("a transaction with this id"))
    for stage in Stage.allCases where stage != .unknown { #expect(stage.scene.decide(capture) == exists) }
  }

  @Test("IE-17, IE-29: text and readings are part of the capture's batch, the vendor in form C")
  func captureWithReadings() {
    let text = TransactionEvent.TextRecognized(engine: "text", text: "Cafe\u{301}", confidence: nil)
    func completed(_ vendor: String) -> TransactionEvent.ExtractionCompleted {
      TransactionEvent.ExtractionCompleted(
        extractor: "rules", version: 1, method: .deterministic, readings: Sample.readings(vendor: [vendor]),
        assumedCurrency: nil)
    }
    let capture = TransactionCommand.capture(
      CaptureRequest(source: .file, recognition: .read(text, completed("Cafe\u{301}"))))
    guard case .events(let events) = Stage.unknown.scene.decide(capture), events.count == 3,
      case .textRecognized(let recognized) = events[1], case .extractionCompleted(let read) = events[2]
    else { return #expect(Bool(false), "not captured, recognized and read") }
    #expect(Array(recognized.text.utf8) == Array("Cafe\u{301}".utf8), "the text is what the engine gave")
    #expect(Array(read.readings.vendor.readings[0].value.utf8) == Array("Caf\u{e9}".utf8))
    #expect(read.readings.date == Sample.readings().date)
  }

  @Test("A capture into a group that is not there, or is deleted, is refused whole")
  func captureIntoNoGroup() {
    func capture(_ group: GroupID) -> TransactionCommand {
      .capture(CaptureRequest(source: .scan, group: group))
    }
    let scene = Stage.unknown.scene
    #expect(scene.decide(capture(Sample.unknownGroup)) == .rejection(.unknownGroup(Sample.unknownGroup)))
    #expect(scene.decide(capture(Sample.deletedGroup)) == .rejection(.isDeleted(what: "group")))
  }

  @Test("IE-15: recording begins what is not there yet")
  func record() {
    let request = RecordRequest(
      money: Money(minorUnits: 3800, currency: .eur), date: Sample.date("2026-06-12"), category: "Taxi",
      payment: .cash)
    #expect(Stage.unknown.scene.decide(.record(request)) == .events([Sample.recorded()]))
    let exists = Outcome<TransactionEvent>.rejection(.alreadyExists("a transaction with this id"))
    for stage in Stage.allCases where stage != .unknown {
      #expect(stage.scene.decide(.record(request)) == exists)
    }
  }
}
