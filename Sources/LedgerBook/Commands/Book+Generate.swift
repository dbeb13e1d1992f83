internal import EventLog
internal import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// What a generation did.
public struct GenerationReport: Hashable, Sendable {
  /// The last date looked at.
  public internal(set) var through: CivilDate
  /// Series looked at.
  public internal(set) var series = 0
  /// Series for which there was something to do.
  public internal(set) var worked = 0
  /// Transactions made.
  public internal(set) var made = 0
  /// Transactions brought to what their rule says now.
  public internal(set) var changed = 0
  /// Transactions taken back, because their rule says them no more.
  public internal(set) var removed = 0
  /// Transactions brought back.
  public internal(set) var restored = 0
  /// Dates whose transaction says something else, and stays because a person touched or deleted it; of the rules
  /// that were looked at whole.
  public internal(set) var kept = 0
  /// The events appended, by position.
  public internal(set) var positions: [Int64] = []
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

extension Book {
  /// Brings transactions to what their rules say, as far as a date (CHECKLIST ET-16, ET-17).
  ///
  /// What was generated already is not looked at again unless its rule changed since. Interrupted, it goes on where
  /// it stopped when run again: each batch is whole.
  ///
  /// - Parameters:
  ///   - rules: whose series; nil: all.
  ///   - date: the last date; nil: the end of this year. What was generated further stays, and follows too.
  ///   - progress: called per batch with series done and series in all.
  /// - Complexity: O(new dates) look-ups and events; memory for one batch, and the identifiers of the rules.
  public func generate(
    rules: [RuleID]? = nil, through date: CivilDate? = nil, progress: ((Int64, Int64) -> Void)? = nil
  ) throws -> GenerationReport {
    let through = date ?? CivilDate(year: today.year, month: 12, day: 31) ?? today
    var report = GenerationReport(through: through)
    let ids = try rules ?? log.streams(kind: StreamKind.rule.rawValue).map { RuleID($0.id) }
    var pieces = GenerationPieces(ids: ids, through: through, today: today)
    let readers = SeriesReaders(log, horizon)
    defer { readers.close() }
    while !pieces.isDone {
      // A batch that fails leaves the pieces where they were: they are taken up again from the log.
      var next = pieces
      var done = report
      let outcome = try execute(
        id: nil, content: ["command": "generate"], posting: false
      ) { batch in
        next = pieces
        done = report
        while batch.count < generationBatch, let piece = try next.next(readers) {
          self.append(piece, to: &batch, &done)
        }
        // Others may write before the next batch.
        next.forgetAhead()
      }
      pieces = next
      report = done
      if report.positions.count < 100_000 { report.positions += outcome.positions }
      report.series = pieces.seriesDone
      report.worked = pieces.worked
      // The next batch is made while this one is posted. Models that can't be posted now are caught up at next use.
      try? models.catchUpBehind()
      progress?(Int64(pieces.seriesDone), Int64(ids.count))
    }
    // Models that can't be posted now are caught up at next use.
    try? models.catchUp()
    return report
  }

  private func append(_ piece: GenerationPiece, to batch: inout Batch, _ report: inout GenerationReport) {
    for plan in piece.plans {
      report.count(plan)
      guard !plan.isEmpty else { continue }
      let series = piece.series
      let cause = batch.count
      let generated = plan.event(of: series.id, on: today)
      batch.append(
        .recurrenceGenerated(generated), to: plan.rule, cause: .event(plan.revision.reference))
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

  /// What generating would do, without doing it.
  public func previewGeneration(rules: [RuleID]? = nil, through date: CivilDate? = nil) throws
    -> GenerationReport
  {
    let through = date ?? CivilDate(year: today.year, month: 12, day: 31) ?? today
    var report = GenerationReport(through: through)
    let ids = try rules ?? log.streams(kind: StreamKind.rule.rawValue).map { RuleID($0.id) }
    var pieces = GenerationPieces(ids: ids, through: through, today: today)
    let readers = SeriesReaders(log, horizon, isAlone: true)
    try log.reading {
      while let piece = try pieces.next(readers) { for plan in piece.plans { report.count(plan) } }
    }
    report.series = pieces.seriesDone
    report.worked = pieces.worked
    return report
  }

  /// What would be generated behind a decision that is not on record yet.
  ///
  /// - Parameters:
  ///   - date: for that date alone; nil: for all.
  ///   - corrected: a transaction that the same command corrects, and how.
  func plans(
    after decision: RuleDecision, of rule: RuleID, on date: CivilDate? = nil,
    correcting corrected: (id: TransactionID, events: [TransactionEvent])? = nil
  ) throws -> [GenerationPlan] {
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

  /// A transaction's state; nil where it does not exist. Cost: one look-up where it does not.
  func transactionState(_ id: TransactionID) throws -> TransactionState? {
    guard try log.key(of: id.stream) != nil else { return nil }
    return try fold(id.stream).transaction
  }

  /// The series that a rule belongs to, from the log.
  func series(of rule: RuleID) throws -> RuleSeries {
    try RuleSeries.of(rule) { try self.fold($0.stream).rule }
  }
}

extension EventContext {
  /// The context of a command that is decided and not yet recorded.
  static let undecided = EventContext(
    reference: EventReference(device: .zero, sequence: 1), time: HybridTime(rawValue: .max), actor: "user")

  /// The contexts of events that are not on record yet, by somebody who has seen everything.
  fileprivate static func knowing(_ seen: [EventReference]) -> (Int) -> EventContext {
    { index in
      EventContext(
        reference: EventReference(device: .zero, sequence: UInt64(index + 1)), time: HybridTime(rawValue: .max),
        seen: seen, actor: "user")
    }
  }
}
