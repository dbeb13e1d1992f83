internal import EventLog
package import LedgerBook
package import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerSQLite

/// Checks that the meaning of a ledger's events is consistent, as `verify` does after checking bytes.
///
/// Each invariant has a name for scripts, and each finding the first event that breaks the invariant.
package struct Health: Sendable {
  /// The invariants of a ledger.
  package enum Invariant: String, CaseIterable, Hashable, Sendable {
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

    package var meaning: String {
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

  /// A place where an invariant is broken.
  package struct Finding: Hashable, Sendable {
    package let invariant: Invariant
    /// The position of the first event that breaks it, or `nil` if no event is to blame.
    package let position: Position?
    /// The description. Texts from outside are not escaped in it.
    package let words: String
  }

  /// A read model that was compared with a fold.
  package struct Model: Hashable, Sendable {
    package let name: String
    /// The number of rows by the fold.
    package let rows: Int64
    /// The number of rows that differ, are missing or should not exist.
    package let differences: Int64
  }

  /// The findings in the order of the invariants, at most 100 for each.
  package var findings: [Finding] { Invariant.allCases.flatMap { found[$0] ?? [] } }
  /// The number of findings for each invariant, including those beyond the first 100.
  package internal(set) var counts: [Invariant: Int] = [:]
  /// The read models that were compared. Empty if they are kept in memory.
  package internal(set) var models: [Model] = []
  /// Notes on what is no fault of the ledger: clocks that were set back, events unknown to this version.
  package private(set) var notes: [String] = []
  private var found: [Invariant: [Finding]] = [:]

  /// Whether everything holds.
  package var isHealthy: Bool { counts.isEmpty }

  mutating func add(_ invariant: Invariant, at position: Position?, _ words: String) {
    counts[invariant, default: 0] += 1
    guard found[invariant, default: []].count < 100 else { return }
    found[invariant, default: []].append(Finding(invariant: invariant, position: position, words: words))
  }

  mutating func note(_ words: String) { if notes.count < 100 { notes.append(words) } }

  /// Checks every event, folds every stream, and compares the read models with new ones.
  ///
  /// - Parameters:
  ///   - book: The ledger to check.
  ///   - modelsPath: The read models to compare, or `nil` for those in service.
  ///   - progress: Called repeatedly with the steps done and the steps in all.
  /// - Complexity: O(events) three times, with one stream in memory at a time. The new read models take as much room as
  ///   those in service, in a folder that is removed afterwards.
  package static func of(
    _ book: Book, modelsPath: String? = nil, progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> Health {
    let log = book.log
    var health = Health()
    var last: Position
    repeat {
      // An event that is redacted between the two steps would be missing in the second one only.
      health = Health()
      last = try log.lastPosition()
      let walk = try log.reading { try EventWalk(log, into: &health, progress) }
      try log.reading { try health.checkRecords(log, leftOut: walk.leftOut, isWaiting: walk.isWaiting) }
    } while try log.hasPassing(after: last, through: .max)
    do {
      try health.compareModels(log, served: { try modelsPath ?? book.modelsFile() }, scratch: scratch(book))
    } catch let error as ModelError {
      // The models may be unable to catch up, or may contain impossible values.
      health.add(.modelsMatch, at: nil, Refusal(error).line)
    } catch let error as SQLiteError where error.isAboutContent {
      // The log has been read to its end, so the damage is in the models.
      health.add(.modelsMatch, at: nil, Refusal(ModelError.damaged("their file")).line)
    }
    return health
  }

  /// Returns the beginning of the path of a folder for new read models.
  static func scratch(_ book: Book) -> String { book.log.folder + "/models/verify" }

  /// Checks the invariants of each record.
  ///
  /// While events of other devices are missing, a record may lack its beginning, or its group.
  private mutating func checkRecords(
    _ log: LedgerLog, leftOut: Set<StreamID>, isWaiting: Bool
  ) throws {
    var waitingCount = 0
    var groups: Set<UniqueID> = []
    for stream in try log.streams(kind: StreamKind.group.rawValue) { groups.insert(stream.id) }
    var sums = TotalsEffect.Whole()
    var incompleteCount = 0
    try StreamFold.forEach(in: log, through: try log.lastPosition()) { keyed, fold, _ in
      // The event that no fold applies may be the one that began the record.
      let isBegun = leftOut.contains(keyed.stream) || fold.state?.isBegun != false
      if !isBegun, isWaiting {
        waitingCount += 1
      } else if !isBegun {
        let first = try log.events(ofKey: keyed.key).map(\.position).min()
        add(.begins, at: first, "\(keyed.stream): the event that began it is missing")
      }
      guard case .transaction(let state)? = fold.state,
        let row = TransactionRow(TransactionID(keyed.stream.id), state)
      else { return }
      sums.add(row)
      if !isBegun, isWaiting { return }
      if row.stage == .saved, row.isIncomplete, leftOut.contains(keyed.stream) {
        // The event that is passed over may be the one that gave it a date or an amount.
        incompleteCount += 1
      } else if row.stage == .saved, row.isIncomplete {
        let missing = row.date == nil ? "has no date" : row.money == nil ? "has no amount" : "is of zero"
        let field: RecordField = row.date == nil ? .date : .total
        add(
          .savedIsWhole, at: try blamed(field, keyed, log),
          "transaction \(row.id) is saved and \(missing)")
      }
      if let group = row.group, !groups.contains(group.id), isWaiting {
        waitingCount += 1
      } else if let group = row.group, !groups.contains(group.id) {
        add(
          .noOrphan, at: try blamed(.group, keyed, log),
          "transaction \(row.id) is in group \(group), of which no event is known here")
      }
    }
    if waitingCount > 0 {
      let records = waitingCount == 1 ? "1 record waits" : "\(waitingCount) records wait"
      note("\(records) for events of other devices that are not here")
    }
    if incompleteCount > 0 {
      let transactions = incompleteCount == 1 ? "1 saved transaction" : "\(incompleteCount) saved transactions"
      note(
        "events were redacted, skipped or recorded by a newer version, so that a date or an amount is missing in "
          + transactions)
    }
    for (kind, currency) in sums.tooLarge {
      note(
        "all of \(currency.code) under \(kind.rawValue) is too large to be shown as one total: look for an amount with "
          + "too many digits")
    }
  }

  /// Returns the position of the event that gave a field its value, or of the one that saved the record.
  private func blamed(_ field: RecordField, _ keyed: KeyedStream, _ log: LedgerLog) throws -> Position? {
    let blame = Blame.of(keyed.stream, events: try log.events(ofKey: keyed.key))
    func position(_ field: RecordField) -> Position? {
      blame.lines.last { $0.field == field && $0.status == .current }?.event.position
    }
    return position(field) ?? position(.state)
  }
}

extension TransactionRow {
  /// Whether it lacks what a saved transaction must have. A bank's row of zero is kept as the bank has it.
  var isIncomplete: Bool {
    date == nil || money == nil || money?.minorUnits == 0 && origin != RecordOrigin.imported.rawValue
  }
}

extension SQLiteError {
  /// Whether a file's content is the reason, and not its disk or its users.
  fileprivate var isAboutContent: Bool {
    switch kind {
    case .corrupt, .notADatabase, .constraint, .tooBig, .other: true
    case .busy, .full, .readOnly, .cannotOpen, .io, .interrupted, .noMemory: false
    }
  }
}
