internal import EventLog
package import LedgerBook
internal import LedgerBytes
package import LedgerDomain
internal import LedgerProjections
internal import ReceiptExtraction

/// Runs the current extractor over all recorded texts, and counts the corrections it saves or causes.
///
/// The right values are those that people accepted: fields of saved receipts, and fields of drafts that a person has
/// settled, as in `Accuracy`. Nothing is written.
package struct ExtractorReplay: Sendable {
  /// The numbers of fields by their old and new outcome.
  package struct Tally: Hashable, Sendable {
    /// The number of fields that were right and still are.
    package internal(set) var stillRight = 0
    /// The number of fields that were wrong or missing and are right now, which saves a correction.
    package internal(set) var spared = 0
    /// The number of fields that were right and are wrong or missing now, which causes a correction.
    package internal(set) var new = 0
    /// The number of fields that were wrong or missing and still are.
    package internal(set) var stillWrong = 0

    mutating func add(wasRight: Bool, isRight: Bool) {
      switch (wasRight, isRight) {
      case (true, true): stillRight += 1
      case (false, true): spared += 1
      case (true, false): new += 1
      case (false, false): stillWrong += 1
      }
    }
  }

  /// A field for which a correction is saved or caused.
  package struct Example: Hashable, Sendable {
    package let transaction: TransactionID
    package let field: TransactionField
    /// The field's value.
    package let right: String?
    /// The first reading at the time.
    package let then: String?
    /// The first reading by the current extractor.
    package let now: String?
    /// Whether a correction is saved. Otherwise one is caused.
    package let isSpared: Bool
  }

  package let extractor = Extractor.name
  package let version = Extractor.version
  /// The number of receipts whose texts were read again.
  package private(set) var receipts = 0
  package private(set) var fields: [TransactionField: Tally] = [:]
  /// The first fields for which a correction is saved or caused.
  package private(set) var examples: [Example] = []
  private var vendors: [String: (name: String, tally: Tally)] = [:]

  /// The number of examples that are kept.
  package static let examplesMax = 1_000

  /// Returns the vendors with changes, ordered by their number and then by name.
  ///
  /// They are among the first `Accuracy.vendorsMax` vendors.
  package func vendors(limit: Int) -> [(name: String, tally: Tally)] {
    func count(_ tally: Tally) -> Int { tally.spared + tally.new }
    let changed = vendors.values.filter { count($0.tally) > 0 }
    return Array(changed.sorted { (count($1.tally), $0.name) < (count($0.tally), $1.name) }.prefix(limit))
  }

  /// Reads all recorded texts again.
  ///
  /// - Complexity: O(events), and an extraction per text, with one receipt in memory at a time.
  package static func of(
    _ book: Book, progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> ExtractorReplay {
    let log = book.log
    var replay = ExtractorReplay()
    let last = try log.lastPosition()
    var done: Int64 = 0
    try log.forEachStream(through: last) { keyed, events in
      done += Int64(events.count)
      if keyed.key.isMultiple(of: 100) { progress(done, last.rawValue) }
      guard keyed.stream.kind == StreamKind.transaction.rawValue else { return }
      let state = StreamFold(kind: keyed.stream.kind, events: events).transaction
      guard state.text != nil else { return }
      replay.count(state, TransactionID(keyed.stream.id), StreamFold.lastTexts(events))
    }
    return replay
  }

  private mutating func count(
    _ state: TransactionState, _ id: TransactionID, _ texts: [TransactionEvent.TextRecognized]
  ) {
    guard let last = texts.last, let old = state.extraction, let stage = state.stage, stage != .deleted else {
      return
    }
    let hints = ExtractionHints(today: state.origin?.on, textConfidence: last.confidence)
    let readings = Extractor().read(passes: texts.map(\.text), hints: hints).readings
    let new = ExtractionState(
      reference: old.reference,
      completed: TransactionEvent.ExtractionCompleted(
        extractor: Extractor.name, version: Extractor.version, method: .deterministic, readings: readings,
        assumedCurrency: old.completed.assumedCurrency))
    receipts += 1
    let key = NFC.foldedKey(state.vendor.value ?? "")
    var vendor = vendors[key] ?? (name: state.vendor.value ?? "", tally: Tally())
    for field in TransactionField.extracted {
      let provenance = state.provenance(of: field)
      let isJudged =
        switch provenance.status {
        case .read: stage == .saved
        case .confirmed, .corrected, .filledIn: true
        case .empty, .recorded, .changedRemotely: false
        }
      guard isJudged else { continue }
      let currency = state.amount.value?.currency
      let (then, now) = (old.first(field), new.first(field))
      let wasRight = Self.isSame(then, provenance.value, field, currency)
      let isRight = Self.isSame(now, provenance.value, field, currency)
      fields[field, default: Tally()].add(wasRight: wasRight, isRight: isRight)
      vendor.tally.add(wasRight: wasRight, isRight: isRight)
      if wasRight != isRight, examples.count < Self.examplesMax {
        examples.append(
          Example(
            transaction: id, field: field, right: provenance.value, then: then, now: now, isSpared: isRight))
      }
    }
    if vendors[key] != nil || vendors.count < Accuracy.vendorsMax { vendors[key] = vendor }
  }

  /// Whether a reading has the value of the field. Decimals are compared as numbers.
  private static func isSame(
    _ reading: String?, _ value: String?, _ field: TransactionField, _ currency: CurrencyCode?
  ) -> Bool {
    guard let reading, let value else { return reading == nil && value == nil }
    guard field == .total, let currency,
      let left = try? AmountParser.minorUnits(decimal: reading, currency: currency),
      let right = try? AmountParser.minorUnits(decimal: value, currency: currency)
    else { return reading.utf8.elementsEqual(value.utf8) }
    return left == right
  }
}

extension ExtractionState {
  /// Returns the first reading of a field. A currency without a reading is the one that was assumed.
  fileprivate func first(_ field: TransactionField) -> String? {
    readings(of: field).readings.first?.value
      ?? (field == .currency ? completed.assumedCurrency?.code : nil)
  }
}
