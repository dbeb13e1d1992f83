import LedgerAudit
import LedgerBook
import LedgerDomain
import Testing

@Suite("How right the extractors were")
struct AccuracyTests {
  @discardableResult
  private func add(
    to ledger: AuditLedger, total: String = "12.50", vendor: String = "REWE", confidence: Int = 95,
    parts: [ReceiptReadings.ConfidencePart] = [], correct: [TransactionField: FieldValue] = [:],
    saved: Bool = true,
    version: Int = 1
  ) throws -> TransactionID {
    let id = try #require(try ledger.book.capture(CaptureInput(text: nil, group: nil)).transaction)
    var readings = ReceiptReadings()
    readings.total = FieldReadings([FieldReading(value: total, reason: "bottom line", confidence: confidence)])
    readings.vendor = FieldReadings([FieldReading(value: vendor, reason: "top line", confidence: 85)])
    readings.date = FieldReadings([FieldReading(value: "2026-06-14", reason: "date", confidence: 95)])
    readings.category = FieldReadings([FieldReading(value: "food", reason: "word", confidence: 55)])
    readings.confidence = parts
    try ledger.append(
      .extractionCompleted(
        TransactionEvent.ExtractionCompleted(
          extractor: "rules", version: version, method: .deterministic, readings: readings,
          assumedCurrency: .eur)), to: id, actor: "extractor/rules-\(version)")
    for (field, value) in correct { try ledger.book.perform(.correct(field, value), on: id) }
    try ledger.book.perform(.correct(.payment, .text("card")), on: id)
    if saved { try ledger.book.perform(.save, on: id) }
    return id
  }

  @Test("What was saved as read was right, what was changed was corrected, what was missing was filled in")
  func statuses() throws {
    let ledger = try AuditLedger()
    try add(to: ledger)
    try add(to: ledger, correct: [.total: .amount(Amount(currency: .eur, minorUnits: 999))], version: 2)
    try add(to: ledger, saved: false)
    let accuracy = try Accuracy.of(ledger.book)
    #expect(accuracy.receipts == 3)
    #expect(accuracy.receiptsChanged == 3)
    let total = try #require(accuracy.fields[.total])
    #expect((total.right, total.corrected, total.filledIn) == (1, 1, 0))
    #expect(accuracy.fields[.payment]?.filledIn == 3)
    #expect(accuracy.fields[.date]?.right == 2)
    let versions = accuracy.extractors.keys.sorted().map(\.version)
    #expect(versions == [1, 2])
    #expect(accuracy.bands[9].judged == 4)
    #expect(accuracy.bands[9].corrected == 1)
    #expect(accuracy.bands[5].judged == 2)
  }

  @Test("Deleted receipts do not count, nor do those without an extraction")
  func leftOut() throws {
    let ledger = try AuditLedger()
    let id = try add(to: ledger)
    try ledger.book.perform(.delete, on: id)
    _ = try ledger.record(1_000)
    #expect(try Accuracy.of(ledger.book).receipts == 0)
  }

  @Test("Vendors are listed by corrections, whatever the case of their names")
  func vendors() throws {
    let ledger = try AuditLedger()
    try add(to: ledger, vendor: "Rewe", correct: [.category: .text("taxi")])
    try add(to: ledger, vendor: "REWE", correct: [.category: .text("taxi")])
    try add(to: ledger, vendor: "ALDI")
    let vendors = try Accuracy.of(ledger.book).vendors(limit: 10)
    #expect(vendors.map(\.receipts) == [2, 1])
    #expect(vendors.first?.fields[.category] == 2)
  }

  @Test("A weight and a score are between 0 and 100, whatever another device's event has")
  func bounds() {
    let part = ReceiptReadings.ConfidencePart(name: "text", weight: 9_000_000_000_000_000, score: -5)
    #expect(part.weight == 100 && part.score == 0)
  }

  @Test("Better weights are named only where the corrections show it, and only when there are enough")
  func weights() throws {
    func parts(_ scores: [Int]) -> [ReceiptReadings.ConfidencePart] {
      zip(ConfidenceWeights.parts, zip(ConfidenceWeights.today, scores)).map {
        ReceiptReadings.ConfidencePart(name: $0, weight: $1.0, score: $1.1)
      }
    }
    var few = ConfidenceWeights.counting([])
    #expect(few.better == nil)
    // Only the checks tell: completeness is high whether it was right or not.
    let telling = (0..<60).map { index in
      (parts: parts([50, 90, 90, index % 2 == 0 ? 100 : 0, 50]), isRight: index % 2 == 0)
    }
    few = ConfidenceWeights.counting(Array(telling.prefix(20)))
    #expect(few.better == nil)
    let better = try #require(ConfidenceWeights.counting(telling).better)
    #expect(better.weights == [0, 0, 0, 100, 0])
    #expect(better.error == 0)
    #expect(better.errorToday > 40)
    // Nothing tells: no weights are better.
    let deaf = (0..<60).map { (parts: parts([50, 50, 50, 50, 50]), isRight: $0 % 2 == 0) }
    #expect(ConfidenceWeights.counting(deaf).better == nil)
  }
}
