internal import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// The result of a generation.
public struct GenerationReport: Hashable, Sendable {
  /// The last date looked at.
  public internal(set) var through: CivilDate
  /// Series looked at.
  public internal(set) var series = 0
  /// Series for which there was something to do.
  public internal(set) var worked = 0
  /// Transactions made.
  public internal(set) var made = 0
  /// Transactions that were changed to follow their rule.
  public internal(set) var changed = 0
  /// The transactions that were deleted because their rule no longer has them.
  public internal(set) var removed = 0
  /// Transactions brought back.
  public internal(set) var restored = 0
  /// Dates whose transaction differs from its rule and stays, because a person touched or deleted it.
  ///
  /// Counted for the rules that were looked at as a whole.
  public internal(set) var kept = 0
  /// The events appended, by position: every one.
  public internal(set) var positions: [Position] = []
  /// The first event of each batch, by position: who undoes one takes that batch back.
  public internal(set) var batches: [Position] = []
  /// The first and last of the transactions made, by date.
  public internal(set) var dates: ClosedRange<CivilDate>?

  mutating func count(_ plan: GenerationPlan) {
    through = max(through, plan.stretch.upperBound)
    made += plan.made.count
    changed += plan.changed.count
    removed += plan.removed.count
    restored += plan.restored.count
    kept += plan.kept.count
    if let first = plan.made.first, let last = plan.made.last {
      dates = min(dates?.lowerBound ?? first, first)...max(dates?.upperBound ?? last, last)
    }
  }
}

/// A generation that could not be done to its end, after some of it was recorded.
public struct GenerationStopped: Error {
  /// The part that is on record.
  public let report: GenerationReport
  /// Why it did not go on. The next generation does.
  public let reason: any Error
}

extension Book {
  /// The approximate number of events of one batch: one durable commit, kept in memory.
  private static let generationBatch = 10_000

  /// Brings transactions to what their rules define, as far as a date (ET-16, ET-17).
  ///
  /// A rule's generated dates are not computed again unless the rule changed since. Each batch is recorded whole,
  /// so the next run continues after an interruption.
  ///
  /// - Parameters:
  ///   - rules: The rules whose series are generated, or `nil` for all.
  ///   - date: The last date, or `nil` for the end of this year. What was generated further stays, and follows
  ///     too.
  ///   - progress: Called per batch with series done and series in all.
  /// - Throws: `GenerationStopped` if something is on record already, otherwise the error of the first batch.
  /// - Complexity: O(new dates) look-ups and events. Memory for one batch, the identifiers of the rules, and
  ///   the positions of what was appended.
  public func generate(
    rules: [RuleID]? = nil, through date: CivilDate? = nil, progress: ((Int64, Int64) -> Void)? = nil
  ) throws -> GenerationReport {
    try generate(rules: rules, through: date, isByPerson: false, progress: progress)
  }

  /// Generates with batches of another size, or as an action of a person, which the next undo takes back.
  package func generate(
    rules: [RuleID]? = nil, through date: CivilDate? = nil, batch size: Int? = nil, isByPerson: Bool = false,
    progress: ((Int64, Int64) -> Void)? = nil
  ) throws -> GenerationReport {
    let size = size ?? Self.generationBatch
    // One day for all of it, also where it is done around midnight.
    let today = self.today
    let through = date ?? CivilDate(year: today.year, month: 12, day: 31) ?? today
    var report = GenerationReport(through: through)
    let ids = try rules ?? log.streams(kind: StreamKind.rule.rawValue).map { RuleID($0.id) }
    var pieces = GenerationPieces(ids: ids, through: through, today: today)
    let readers = SeriesReaders(self, usesMemo: rules?.count == 1)
    defer { readers.close() }
    while !pieces.isDone {
      // A batch that fails leaves the pieces where they were: they are taken up again from the log.
      var next = pieces
      var done = report
      let recorded: Done
      do {
        // After a command on a rule there are few, and the next look at its receipts is near.
        recorded = try execute(id: nil, content: ["command": "generate"], posting: rules?.count == 1) { batch in
          next = pieces
          done = report
          while batch.count < size, let piece = try next.next(readers) {
            Self.append(piece, byPerson: isByPerson, to: &batch, &done, today)
          }
          // Others may write before the next batch.
          next.forget()
        }
      } catch {
        throw report.positions.isEmpty ? error : GenerationStopped(report: report, reason: error)
      }
      pieces = next
      report = done
      if let first = recorded.positions.first { report.batches.append(first) }
      report.positions += recorded.positions
      report.series = pieces.seriesDone
      report.worked = pieces.worked
      // The next batch is made while this one is posted. If the models cannot be posted now, the next use
      // catches up.
      try? models.catchUpInBackground()
      progress?(Int64(pieces.seriesDone), Int64(ids.count))
    }
    // If the models cannot be posted now, the next use catches up.
    try? models.catchUp()
    return report
  }

  private static func append(
    _ piece: GenerationPiece, byPerson isByPerson: Bool, to batch: inout Batch,
    _ report: inout GenerationReport, _ today: CivilDate
  ) {
    for plan in piece.plans {
      report.count(plan)
      guard !plan.isEmpty else { continue }
      let series = piece.series
      let cause = batch.count
      let generated = plan.event(of: series.id, on: today)
      batch.append(
        .rule(.recurrenceGenerated(generated)), plan.rule.stream, cause: .event(plan.revision.reference),
        actor: isByPerson ? nil : EventActor.rule.text)
      for instance in generated.restored {
        batch.append(.transactionRestored, to: instance.transaction, cause: .draft(cause), isByPerson: false)
      }
      let instances = generated.made + generated.changed
      let recorded = series.recorded(instances.map(\.date), following: plan, on: today)
      for (instance, recorded) in zip(instances, recorded) {
        batch.append(
          .transactionRecorded(recorded), to: instance.transaction, cause: .draft(cause), isByPerson: false)
      }
      for instance in generated.removed {
        batch.append(.transactionDeleted, to: instance.transaction, cause: .draft(cause), isByPerson: false)
      }
    }
  }

  /// Returns the effect of generating, without doing it.
  public func previewGeneration(rules: [RuleID]? = nil, through date: CivilDate? = nil) throws
    -> GenerationReport
  {
    let today = self.today
    let through = date ?? CivilDate(year: today.year, month: 12, day: 31) ?? today
    var report = GenerationReport(through: through)
    let ids = try rules ?? log.streams(kind: StreamKind.rule.rawValue).map { RuleID($0.id) }
    var pieces = GenerationPieces(ids: ids, through: through, today: today)
    let readers = SeriesReaders(self, isAlone: true)
    try log.reading {
      while let piece = try pieces.next(readers) { for plan in piece.plans { report.count(plan) } }
    }
    report.series = pieces.seriesDone
    report.worked = pieces.worked
    return report
  }

  /// Returns the plans for generating after a decision that is not on record yet.
  ///
  /// - Parameters:
  ///   - date: Plans for that date alone, or `nil` for all.
  ///   - corrected: A transaction that the same command corrects, and how.
  func plans(
    after decision: RuleDecision, of rule: RuleID, on date: CivilDate? = nil,
    correcting corrected: (id: TransactionID, events: [TransactionEvent])? = nil
  ) throws -> [GenerationPlan] {
    let today = self.today
    let now = try series(of: rule)
    var states = Dictionary(uniqueKeysWithValues: now.rules.map { ($0.id, $0.state) })
    let known = EventContext.knowing(
      try log.devices().map { EventReference(device: $0.device, sequence: $0.size) })
    for (index, step) in decision.events.enumerated() {
      states[step.rule, default: RuleState()].evolve(step.event, known(index))
    }
    let after = RuleSeries(id: now.id, rules: states.map { RuleSeries.Member(id: $0.key, state: $0.value) })
    let through = CivilDate(year: today.year, month: 12, day: 31) ?? today
    guard let stretch = after.stretch(through: through, today: today) else { return [] }
    if let date, !stretch.contains(date) { return [] }
    return try after.plans(in: date.map { $0...$0 } ?? stretch) { id throws -> TransactionState? in
      var state = try self.transactionState(id)
      if let corrected, id == corrected.id {
        for (index, event) in corrected.events.enumerated() {
          state?.evolve(event, known(decision.events.count + index))
        }
      }
      return state
    }
  }

  /// Returns a transaction's state, or `nil` if it does not exist.
  ///
  /// - Complexity: One look-up if the transaction does not exist.
  func transactionState(_ id: TransactionID) throws -> TransactionState? {
    guard try log.key(of: id.stream) != nil else { return nil }
    return try fold(id.stream).transaction
  }

  /// Returns the series that a rule belongs to, from the log.
  func series(of rule: RuleID) throws -> RuleSeries {
    try RuleSeries.of(rule) { try self.fold($0.stream).rule }
  }
}

extension EventContext {
  /// The context of a command that is decided and not yet recorded.
  static let undecided = EventContext(
    reference: EventReference(device: .zero, sequence: 1), time: HybridTime(rawValue: .max), actor: "user")

  /// Returns the contexts of events that are not on record yet, whose author has seen everything.
  fileprivate static func knowing(_ seen: [EventReference]) -> (Int) -> EventContext {
    { index in
      EventContext(
        reference: EventReference(device: .zero, sequence: UInt64(index + 1)), time: HybridTime(rawValue: .max),
        seen: seen, actor: "user")
    }
  }
}
