public import EventLog
internal import LedgerBytes
public import LedgerDomain
internal import LedgerProjections
internal import ReceiptExtraction

/// Today's extractor over every text on record: which corrections would not have been needed, and which would be new.
///
/// What is right is what people left standing: fields of saved receipts, and those of drafts that a person settled, as
/// in `Accuracy`. Nothing is written.
public struct ExtractorReplay: Sendable {
  /// What changed for the fields that were looked at.
  public struct Tally: Hashable, Sendable {
    /// Right then, right now.
    public internal(set) var stillRight = 0
    /// Wrong or missing then, right now: a correction less.
    public internal(set) var spared = 0
    /// Right then, wrong or missing now: a correction more.
    public internal(set) var new = 0
    /// Wrong or missing both times.
    public internal(set) var stillWrong = 0

    mutating func add(wasRight: Bool, isRight: Bool) {
      switch (wasRight, isRight) {
      case (true, true): stillRight += 1
      case (false, true): spared += 1
      case (true, false): new += 1
      case (false, false): stillWrong += 1
      }
    }
  }

  /// One field that would be read otherwise, with consequences.
  public struct Example: Hashable, Sendable {
    /// The receipt.
    public let transaction: TransactionID
    /// Which field.
    public let field: Field
    /// What stands.
    public let right: String?
    /// What was read first then.
    public let then: String?
    /// What is read first now.
    public let now: String?
    /// Whether it is a correction less; else it is one more.
    public let isSpared: Bool
  }

  /// The extractor that read them now.
  public let extractor = Extractor.name
  /// Its version.
  public let version = Extractor.version
  /// Receipts whose texts were read again.
  public private(set) var receipts = 0
  /// Per field.
  public private(set) var fields: [Field: Tally] = [:]
  /// The fields in which a correction is spared or new, the first so many.
  public private(set) var examples: [Example] = []
  private var vendors: [String: (name: String, tally: Tally)] = [:]

  /// So many examples are kept.
  public static let exampleLimit = 1_000

  /// Vendors for whom something changes: the most changed first, then by name. Of the first 20,000 that were met.
  public func vendors(limit: Int) -> [(name: String, tally: Tally)] {
    func count(_ tally: Tally) -> Int { tally.spared + tally.new }
    let changed = vendors.values.filter { count($0.tally) > 0 }
    return Array(
      changed.sorted { (count($1.tally), $0.name) < (count($0.tally), $1.name) }.prefix(limit))
  }

  /// Reads every text on record again.
  ///
  /// - Complexity: O(events), and a reading per text; one receipt in memory at a time.
  public static func of(
    _ log: LedgerLog, progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> ExtractorReplay {
    var replay = ExtractorReplay()
    let last = try log.lastPosition()
    var done: Int64 = 0
    try log.forEachStream(through: last) { keyed, events in
      done += Int64(events.count)
      if keyed.key.isMultiple(of: 100) { progress(done, last) }
      guard keyed.stream.kind == StreamKind.transaction.rawValue else { return }
      let state = StreamFold(kind: keyed.stream.kind, events: events).transaction
      guard let text = state.text else { return }
      let confidence = events.reduce(into: Int?.none) { confidence, event in
        if case .transaction(.textRecognized(let recognized)) = event.decoded {
          confidence = recognized.confidence
        }
      }
      replay.count(state, TransactionID(keyed.stream.id), text, confidence)
    }
    return replay
  }

  private mutating func count(
    _ state: TransactionState, _ id: TransactionID, _ text: String, _ confidence: Int?
  ) {
    guard let old = state.extraction, let stage = state.stage, stage != .deleted else { return }
    let readings = Extractor().read(text, hints: ExtractionHints(textConfidence: confidence))
    let new = ExtractionState(
      reference: old.reference,
      completed: ExtractionCompleted(
        extractor: Extractor.name, version: Extractor.version, method: .deterministic, readings: readings,
        assumedCurrency: old.completed.assumedCurrency))
    receipts += 1
    let key = NFC.foldedKey(state.vendor.value ?? "")
    var vendor = vendors[key] ?? (name: state.vendor.value ?? "", tally: Tally())
    for field in Field.extracted {
      let provenance = state.provenance(of: field)
      let isJudged =
        switch provenance.status {
        case .read: stage == .saved
        case .confirmed, .corrected, .filledIn: true
        case .empty, .recorded: false
        }
      guard isJudged else { continue }
      let currency = state.amount.value?.currency
      let (then, now) = (old.first(field), new.first(field))
      let wasRight = Self.isSame(then, provenance.value, field, currency)
      let isRight = Self.isSame(now, provenance.value, field, currency)
      fields[field, default: Tally()].add(wasRight: wasRight, isRight: isRight)
      vendor.tally.add(wasRight: wasRight, isRight: isRight)
      if wasRight != isRight, examples.count < Self.exampleLimit {
        examples.append(
          Example(
            transaction: id, field: field, right: provenance.value, then: then, now: now, isSpared: isRight))
      }
    }
    if vendors[key] != nil || vendors.count < Accuracy.vendorLimit { vendors[key] = vendor }
  }

  /// Decimals are compared as numbers.
  private static func isSame(_ reading: String?, _ value: String?, _ field: Field, _ currency: Currency?)
    -> Bool
  {
    guard let reading, let value else { return reading == nil && value == nil }
    guard field == .total, let currency,
      let left = try? AmountParser.minorUnits(decimal: reading, currency: currency),
      let right = try? AmountParser.minorUnits(decimal: value, currency: currency)
    else { return reading.utf8.elementsEqual(value.utf8) }
    return left == right
  }
}

extension ExtractionState {
  /// The first reading; a currency that nobody read is taken to be the ledger's.
  fileprivate func first(_ field: Field) -> String? {
    readings(of: field).readings.first?.value
      ?? (field == .currency ? completed.assumedCurrency?.code : nil)
  }
}
