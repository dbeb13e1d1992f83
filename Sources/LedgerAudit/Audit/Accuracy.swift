internal import EventLog
public import LedgerBook
internal import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// How right the extractors were, as the people who corrected them said: per field, vendor, extractor and confidence.
///
/// A field of a saved receipt counts, and one of a draft where a person has settled it; deleted receipts do not. What
/// a person saved without a word was right. Computed in one pass, with a state in memory and the counts.
public struct Accuracy: Hashable, Sendable {
  /// What became of the fields that were counted.
  public struct Tally: Hashable, Sendable {
    /// A first reading stands.
    public internal(set) var right = 0
    /// Another value stands.
    public internal(set) var corrected = 0
    /// Nothing was read, and a person gave a value.
    public internal(set) var filledIn = 0

    /// Nothing counted yet.
    public init() {}

    /// Fields that had a reading and were judged.
    public var judged: Int { right + corrected }
  }

  /// Whose work.
  public struct ExtractorKey: Hashable, Comparable, Sendable {
    /// `rules`.
    public let extractor: String
    /// Its version.
    public let version: Int
    /// A model's work or rules'.
    public let method: ExtractionMethod

    /// By name, then version, then method.
    public static func < (left: ExtractorKey, right: ExtractorKey) -> Bool {
      (left.extractor, left.version, left.method.rawValue)
        < (right.extractor, right.version, right.method.rawValue)
    }
  }

  /// One vendor's corrections.
  public struct Vendor: Hashable, Sendable {
    /// As first seen.
    public let name: String
    /// Receipts counted.
    public internal(set) var receipts = 0
    /// What became of their fields.
    public internal(set) var tally = Tally()
    /// The fields that were corrected or filled in, and how often.
    public internal(set) var fields: [Field: Int] = [:]
  }

  /// Receipts that an extractor read and that counted.
  public private(set) var receipts = 0
  /// Those of them in which something was corrected or filled in.
  public private(set) var receiptsChanged = 0
  /// Per field.
  public private(set) var fields: [Field: Tally] = [:]
  /// Per extractor and field.
  public private(set) var extractors: [ExtractorKey: [Field: Tally]] = [:]
  /// Ten bands of confidence, 0–9 to 90–100, over the first readings that were judged.
  public private(set) var bands = [Tally](repeating: Tally(), count: 10)
  /// What the receipts' confidence was worth.
  public private(set) var weights = ConfidenceWeights()
  /// Receipts of vendors beyond those that were counted by name.
  public private(set) var otherVendors = 0
  private var vendors: [String: Vendor] = [:]

  /// As many vendors are counted by name, the first that come.
  public static let vendorLimit = 20_000

  /// Vendors with corrections, the most corrected first, then by name.
  public func vendors(limit: Int) -> [Vendor] {
    let changed = vendors.values.filter { $0.tally.corrected + $0.tally.filledIn > 0 }
    func count(_ vendor: Vendor) -> Int { vendor.tally.corrected + vendor.tally.filledIn }
    return Array(changed.sorted { (count($1), $0.name) < (count($0), $1.name) }.prefix(limit))
  }

  /// Nothing counted yet.
  public init() {}

  /// Counts every receipt of a ledger.
  ///
  /// - Complexity: O(events); memory for one stream and the counts.
  public static func of(_ book: Book, progress: ((Int64, Int64) -> Void)? = nil) throws -> Accuracy {
    var accuracy = Accuracy()
    try book.forEachTransactionState(progress: progress) { accuracy.count($0) }
    return accuracy
  }

  /// Counts one receipt.
  public mutating func count(_ state: TransactionState) {
    guard let extraction = state.extraction, let stage = state.stage, stage != .deleted else { return }
    let key = ExtractorKey(
      extractor: extraction.completed.extractor, version: extraction.completed.version,
      method: extraction.completed.method)
    var receipt = Tally()
    var changed: [Field] = []
    for field in Field.extracted {
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

  private mutating func count(vendor name: String, _ tally: Tally, _ changed: [Field]) {
    let key = NFC.foldedKey(name)
    guard vendors[key] != nil || vendors.count < Self.vendorLimit else {
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
  /// What a status says of the extractor; nil where it says nothing.
  fileprivate init?(_ status: FieldStatus, isSaved: Bool) {
    switch status {
    case .read:
      guard isSaved else { return nil }
      right = 1
    case .confirmed: right = 1
    case .corrected: corrected = 1
    case .filledIn: filledIn = 1
    case .empty, .recorded: return nil
    }
  }

  mutating func add(_ other: Accuracy.Tally) {
    right += other.right
    corrected += other.corrected
    filledIn += other.filledIn
  }
}

extension Book {
  /// The state of every transaction at the book's horizon, one at a time, without the texts on the papers.
  func forEachTransactionState(
    progress: ((Int64, Int64) -> Void)?, _ body: (TransactionState) throws -> Void
  ) throws {
    let last = min(try log.lastPosition(), horizon.position)
    var done: Int64 = 0
    var reported: Int64 = 0
    func report(_ count: Int) {
      done += Int64(count)
      guard done - reported >= 20_000 else { return }
      reported = done
      progress?(done, last)
    }
    switch horizon {
    case .now, .position:
      try StreamFold.forEach(in: log, through: last) { keyed, fold, count in
        if case .transaction(let state)? = fold.state { try body(state) }
        report(count)
      }
    case .recordedBy:
      try log.forEachStream(through: last) { keyed, events in
        let fold = StreamFold(kind: keyed.stream.kind, events: self.horizon.admitted(events))
        if case .transaction(let state)? = fold.state { try body(state) }
        report(events.count)
      }
    }
  }
}
