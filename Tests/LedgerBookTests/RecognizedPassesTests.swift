import EventLog
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerBook

@Suite("Texts of several passes in the log")
struct RecognizedPassesTests {
  private func text(_ engine: String, _ total: String) -> TransactionEvent.TextRecognized {
    TransactionEvent.TextRecognized(
      engine: engine, text: "Shop GmbH\nSUMME EUR \(total)\n14.06.2026", confidence: 80)
  }

  @Test("All texts are recorded, the last one is kept, and the readings are those of all of them")
  func recorded() throws {
    let ledger = try ScreenLedger()
    let id = try #require(try ledger.book.capture(CaptureInput(files: [.bytes([1, 2, 3])])).transaction)
    let passes = [text("a", "5,10"), text("b", "7,10"), text("c", "5,10")]
    try ledger.book.recognize(passes, photoQuality: 70, of: id)
    let events = try ledger.book.log.events(of: id.stream)
    #expect(events.filter { $0.type == "TextRecognized" }.count == 3)
    #expect(StreamFold.lastTexts(events) == passes)
    let state = StreamFold(kind: id.stream.kind, events: events).transaction
    #expect(state.text == passes[2].text)
    let readings = try #require(state.extraction?.completed.readings)
    #expect(readings.total.readings.map(\.value) == ["5.10", "7.10"])
    #expect(readings.confidence.first { $0.name == "photo" }?.score == 70)
    // The extractor of today reads the recorded texts as it did, so that it has nothing to propose.
    var offers = 0
    try ledger.book.forEachExtractionOffer { _ in offers += 1 }
    #expect(offers == 0)
    // A later reading has texts of its own.
    let later = [text("d", "5,10"), text("e", "5,10")]
    let before = try ledger.book.log.lastPosition()
    try ledger.book.recognize(later, of: id, again: true)
    #expect(try ledger.book.log.lastPosition() == before, "it reads as before, and nothing is recorded")
    try ledger.book.recognize([text("d", "9,10"), text("e", "9,10")], of: id, again: true)
    #expect(StreamFold.lastTexts(try ledger.book.log.events(of: id.stream)).map(\.engine) == ["d", "e"])
  }

  @Test("Pages that are added later follow the text that is there, in every pass")
  func added() throws {
    let ledger = try ScreenLedger()
    let id = try #require(
      try ledger.book.capture(CaptureInput(files: [.bytes([1])], text: "Shop GmbH")).transaction)
    let page = TransactionEvent.TextRecognized(engine: "a", text: "SUMME EUR 5,10", confidence: nil)
    try ledger.book.recognize([page, page], of: id, addingToText: true)
    let texts = StreamFold.lastTexts(try ledger.book.log.events(of: id.stream)).map(\.text)
    #expect(texts == ["Shop GmbH\nSUMME EUR 5,10", "Shop GmbH\nSUMME EUR 5,10"])
  }

  @Test("A misread name is compared with the vendors of saved transactions, not with those of drafts")
  func vendors() throws {
    let ledger = try ScreenLedger()
    let passes = [1, 2].map {
      TransactionEvent.TextRecognized(
        engine: "\($0)", text: "Zur Aiten Muehle\nSUMME EUR 5,10", confidence: nil)
    }
    func read() throws -> String? {
      let id = try #require(try ledger.book.capture(CaptureInput(files: [.bytes([1])])).transaction)
      try ledger.book.recognize(passes, of: id)
      return try ledger.book.transaction(id).row.vendor
    }
    _ = try ledger.book.capture(CaptureInput(text: "Zur Alten Mühle\nSUMME EUR 3,00"))
    #expect(try read() == "Zur Aiten Muehle")
    _ = try ledger.record("Zur Alten Mühle")
    #expect(try read() == "Zur Alten Mühle")
  }
}
