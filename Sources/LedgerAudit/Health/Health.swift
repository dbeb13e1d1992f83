public import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerSQLite

/// Whether what a ledger's events mean hangs together: the second verdict of `verify`, after the bytes.
///
/// Each invariant has a name, so that a script can ask for it, and each finding the first event at which it fails.
public struct Health: Sendable {
  /// What must hold.
  public enum Invariant: String, CaseIterable, Hashable, Sendable {
    case decodes
    case begins
    case oneLedger = "one-ledger"
    case timeGrows = "time-grows"
    case causesFirst = "causes-first"
    case seenFirst = "seen-first"
    case savedIsWhole = "saved-is-whole"
    case noOrphan = "no-orphan"
    case totalsMatch = "totals-match"
    case modelsMatch = "models-match"

    /// What it says, for a person.
    public var meaning: String {
      switch self {
      case .decodes: "every event of a type and shape that this version knows can be read"
      case .begins: "every record has the event that began it"
      case .oneLedger: "the ledger was created once"
      case .timeGrows: "the log's clock grows with every event of a device"
      case .causesFirst: "an event is later than the one that made it necessary"
      case .seenFirst: "an event is later than those that its author had seen"
      case .savedIsWhole: "what is saved has a date and an amount that is not zero"
      case .noOrphan: "the group of every transaction is known"
      case .totalsMatch: "the totals on the screens are the sums of the log's transactions"
      case .modelsMatch: "every other read model is what the log folds to"
      }
    }
  }

  /// One thing that is not as it should be.
  public struct Finding: Hashable, Sendable {
    /// What does not hold.
    public let invariant: Invariant
    /// The first event at which it does not; nil where no event is to blame.
    public let position: Int64?
    /// In words. Texts from outside are in it as they are.
    public let words: String
  }

  /// A read model that was compared with a fold.
  public struct Model: Hashable, Sendable {
    /// Its table.
    public let name: String
    /// Rows by the fold.
    public let rows: Int64
    /// Rows that differ, are missing or should not be there.
    public let differences: Int64
  }

  /// What is wrong, at most 100 for each invariant, in the order of the invariants.
  public var findings: [Finding] { Invariant.allCases.flatMap { found[$0] ?? [] } }
  /// How many there were, those left off included.
  public internal(set) var counts: [Invariant: Int] = [:]
  /// Read models that were compared; none where they are kept in memory.
  public internal(set) var models: [Model] = []
  /// What is worth knowing and no fault of the ledger: clocks that were set back, events that this version passes over.
  public private(set) var notes: [String] = []
  private var found: [Invariant: [Finding]] = [:]

  /// Whether everything holds.
  public var isHealthy: Bool { counts.isEmpty }

  mutating func add(_ invariant: Invariant, at position: Int64?, _ words: String) {
    counts[invariant, default: 0] += 1
    guard found[invariant, default: []].count < 100 else { return }
    found[invariant, default: []].append(Finding(invariant: invariant, position: position, words: words))
  }

  mutating func note(_ words: String) { if notes.count < 100 { notes.append(words) } }
}

extension Health {
  /// Looks at every event, folds every stream, and compares the read models with a fold of their own.
  ///
  /// - `modelsPath`: the read models in service; nil: they are in memory, folded from this log a moment ago.
  /// - `damage`: why these can't be used at all, in words; then they are not compared, and that is what is found.
  /// - `scratch`: a folder for the models to compare with, which is made, and removed afterwards.
  /// - Complexity: O(events) three times, one stream in memory at a time; the scratch folder takes as much room as the
  ///   read models do.
  public static func of(
    _ log: LedgerLog, modelsPath: String?, damage: String? = nil, scratch: String,
    progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> Health {
    var health = Health()
    let walk = try log.reading { try EventWalk(log, into: &health, progress) }
    try log.reading { try health.checkRecords(log, redacted: walk.redacted) }
    if let damage {
      health.add(.modelsMatch, at: nil, damage)
    } else if let modelsPath {
      do {
        try health.compareModels(log, served: modelsPath, scratch: scratch)
      } catch let error as SQLiteError where error.kind == .corrupt {
        // The log was read to its end before this.
        health.add(.modelsMatch, at: nil, ModelError.damaged("their file").message)
      }
    }
    return health
  }

  /// Every record's own invariants.
  private mutating func checkRecords(_ log: LedgerLog, redacted: Set<StreamID>) throws {
    var groups: Set<UniqueID> = []
    for stream in try log.streams(kind: StreamKind.group.rawValue) { groups.insert(stream.id) }
    var sums = TotalsEffect.Whole()
    try StreamFold.forEach(in: log, through: try log.lastPosition()) { keyed, fold, _ in
      // What a redacted event began stays begun: nobody can say any more how.
      if !redacted.contains(keyed.stream), fold.state?.isBegun == false {
        let first = try log.events(ofKey: keyed.key).map(\.position).min()
        add(.begins, at: first, "\(keyed.stream): the event that began it is missing")
      }
      guard case .transaction(let state)? = fold.state,
        let row = TransactionRow(TransactionID(keyed.stream.id), state)
      else { return }
      sums.add(row)
      if row.stage == .saved, row.date == nil || row.money == nil || row.money?.minorUnits == 0 {
        let missing = row.date == nil ? "has no date" : row.money == nil ? "has no amount" : "is of zero"
        let field: RecordField = row.date == nil ? .date : .total
        add(
          .savedIsWhole, at: try blamed(field, keyed, log),
          "transaction \(row.id) is saved and \(missing)")
      }
      if let group = row.group, !groups.contains(group.id) {
        add(
          .noOrphan, at: try blamed(.group, keyed, log),
          "transaction \(row.id) is in group \(group), of which no event is known here")
      }
    }
    for (kind, currency) in sums.tooLarge {
      note(
        "all of \(currency.code) under \(kind.rawValue) is too large to be shown as one total: look for an amount with "
          + "too many digits")
    }
  }

  /// The event that gave a field its value, or that saved the record where none did.
  private func blamed(_ field: RecordField, _ keyed: KeyedStream, _ log: LedgerLog) throws -> Int64? {
    let blame = Blame.of(keyed.stream, events: try log.events(ofKey: keyed.key))
    func position(_ field: RecordField) -> Int64? {
      blame.lines.last { $0.field == field && $0.standing == .stands }?.event.position
    }
    return position(field) ?? position(.state)
  }
}

extension StreamFold.State {
  /// Whether the event that begins such a record is known.
  var isBegun: Bool {
    switch self {
    case .transaction(let state): state.origin != nil
    case .group(let state): state.createdOn != nil
    case .category(let state): state.key != nil
    case .rule(let state): state.series != nil
    // A device may join before the creation has arrived.
    case .ledger: true
    }
  }
}
