internal import EventLog
package import LedgerBook
internal import LedgerBytes
package import LedgerDomain
internal import LedgerProjections

/// The accuracy of extractors by field, vendor, extractor and confidence, judged by corrections.
///
/// All fields of saved receipts count, and those fields of drafts that a person has settled. Deleted receipts do not
/// count. A field that a person saved unchanged was right. One pass computes all of it, with one record in memory.
package struct Accuracy: Hashable, Sendable {
  /// The numbers of fields by their outcome.
  package struct Tally: Hashable, Sendable {
    /// The number of fields whose first reading is their value.
    package internal(set) var right = 0
    /// The number of fields with another value than the first reading.
    package internal(set) var corrected = 0
    /// The number of fields without a reading that a person filled in.
    package internal(set) var filledIn = 0

    /// The number of fields that had a reading and were judged.
    package var judged: Int { right + corrected }
  }

  /// An extractor with its version and method.
  package struct ExtractorKey: Hashable, Comparable, Sendable {
    /// The extractor's name, such as `rules`.
    package let extractor: String
    package let version: Int
    /// The method: a model or rules.
    package let method: ExtractionMethod

    /// Orders by name, then version, then method.
    package static func < (left: ExtractorKey, right: ExtractorKey) -> Bool {
      (left.extractor, left.version, left.method.rawValue)
        < (right.extractor, right.version, right.method.rawValue)
    }
  }

  /// The corrections of one vendor's receipts.
  package struct Vendor: Hashable, Sendable {
    /// The name as first seen.
    package let name: String
    package internal(set) var receipts = 0
    /// The outcomes of their fields.
    package internal(set) var tally = Tally()
    /// The number of times that each field was corrected or filled in.
    package internal(set) var fields: [TransactionField: Int] = [:]
  }

  /// The number of counted receipts that an extractor had read.
  package private(set) var receipts = 0
  /// The number of these receipts with a field that was corrected or filled in.
  package private(set) var receiptsChanged = 0
  package private(set) var fields: [TransactionField: Tally] = [:]
  package private(set) var extractors: [ExtractorKey: [TransactionField: Tally]] = [:]
  /// The outcomes of first readings in ten bands of confidence, from 0–9 to 90–100.
  package private(set) var bands = [Tally](repeating: Tally(), count: 10)
  /// The evaluation of the receipts' confidence.
  package private(set) var weights = ConfidenceWeights()
  /// The number of receipts of vendors beyond `vendorsMax`.
  package private(set) var otherVendors = 0
  private var vendors: [String: Vendor] = [:]

  /// The number of vendors that are counted by name. Later ones are only counted together.
  package static let vendorsMax = 20_000

  /// Returns the vendors with corrections, ordered by their number and then by name.
  package func vendors(limit: Int) -> [Vendor] {
    let changed = vendors.values.filter { $0.tally.corrected + $0.tally.filledIn > 0 }
    func count(_ vendor: Vendor) -> Int { vendor.tally.corrected + vendor.tally.filledIn }
    return Array(changed.sorted { (count($1), $0.name) < (count($0), $1.name) }.prefix(limit))
  }

  /// Counts every receipt of a ledger.
  ///
  /// - Complexity: O(events) in time, and memory for one stream and the counts.
  package static func of(_ book: Book, progress: ((Int64, Int64) -> Void)? = nil) throws -> Accuracy {
    var accuracy = Accuracy()
    try book.forEachTransactionState(progress: progress) { accuracy.count($1) }
    return accuracy
  }

  package mutating func count(_ state: TransactionState) {
    guard let extraction = state.extraction, let stage = state.stage, stage != .deleted else { return }
    let key = ExtractorKey(
      extractor: extraction.completed.extractor, version: extraction.completed.version,
      method: extraction.completed.method)
    var receipt = Tally()
    var changed: [TransactionField] = []
    for field in TransactionField.extracted {
      let status = state.status(of: field)
      guard let tally = Tally(status, isSaved: stage == .saved) else { continue }
      receipt.add(tally)
      fields[field, default: Tally()].add(tally)
      extractors[key, default: [:]][field, default: Tally()].add(tally)
      if tally.right == 0 { changed.append(field) }
      if tally.judged > 0, let first = extraction.readings(of: field).readings.first {
        bands[min(9, max(0, first.confidence) / 10)].add(tally)
      }
    }
    guard receipt != Tally() else { return }
    receipts += 1
    if !changed.isEmpty { receiptsChanged += 1 }
    if stage == .saved {
      weights.count(extraction.completed.readings.confidence, isRight: changed.isEmpty)
    }
    count(vendor: state.vendor.value ?? "", receipt, changed)
  }

  private mutating func count(vendor name: String, _ tally: Tally, _ changed: [TransactionField]) {
    let key = NFC.foldedKey(name)
    guard vendors[key] != nil || vendors.count < Self.vendorsMax else {
      otherVendors += 1
      return
    }
    var vendor = vendors[key] ?? Vendor(name: name)
    vendor.receipts += 1
    vendor.tally.add(tally)
    for field in changed { vendor.fields[field, default: 0] += 1 }
    vendors[key] = vendor
  }
}

extension Accuracy.Tally {
  /// The outcome that a field's status shows, or `nil` if the field is not counted.
  fileprivate init?(_ status: FieldStatus, isSaved: Bool) {
    switch status {
    case .read:
      guard isSaved else { return nil }
      right = 1
    case .confirmed: right = 1
    case .corrected: corrected = 1
    case .filledIn: filledIn = 1
    case .empty, .recorded, .changedRemotely: return nil
    }
  }

  mutating func add(_ other: Accuracy.Tally) {
    right += other.right
    corrected += other.corrected
    filledIn += other.filledIn
  }
}

extension Book {
  /// Calls `body` with the state of every transaction at the book's horizon, without the receipts' texts.
  func forEachTransactionState(
    progress: ((Int64, Int64) -> Void)? = nil, _ body: (TransactionID, TransactionState) throws -> Void
  ) throws {
    let last = min(try log.lastPosition(), horizon.position)
    var done: Int64 = 0
    var reported: Int64 = 0
    func report(_ count: Int) {
      done += Int64(count)
      guard done - reported >= 20_000 else { return }
      reported = done
      progress?(done, last.rawValue)
    }
    switch horizon {
    case .now, .position:
      try StreamFold.forEach(in: log, through: last) { keyed, fold, count in
        if case .transaction(let state)? = fold.state { try body(TransactionID(keyed.stream.id), state) }
        report(count)
      }
    case .recordedBy:
      try log.forEachStream(through: last) { keyed, events in
        let fold = StreamFold(kind: keyed.stream.kind, events: self.horizon.admitted(events))
        if case .transaction(let state)? = fold.state { try body(TransactionID(keyed.stream.id), state) }
        report(events.count)
      }
    }
  }
}
