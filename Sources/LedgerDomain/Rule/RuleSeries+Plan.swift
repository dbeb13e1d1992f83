/// The changes that bring the transactions of one rule up to date within a stretch of dates.
public struct GenerationPlan: Hashable, Sendable {
  /// The rule.
  public let rule: RuleID
  /// The state of it that instances follow.
  public let revision: RuleRevision
  /// The state of the series.
  public let seriesRevision: RuleRevision
  /// The stretch.
  package private(set) var stretch: ClosedRange<CivilDate>
  /// Dates whose transaction does not exist.
  public internal(set) var made: [CivilDate] = []
  /// Dates whose transaction nobody touched and whose values differ from the rule's.
  public internal(set) var changed: [CivilDate] = []
  /// Dates whose transaction nobody touched and that no longer recur.
  public internal(set) var removed: [CivilDate] = []
  /// Dates whose transaction a rule had deleted, and that recur again.
  public internal(set) var restored: [CivilDate] = []
  /// Dates whose transaction differs from the rule, and stays.
  ///
  /// A person touched or deleted it, or the bank confirmed it. Or it follows a state of the rule that is not known here.
  public internal(set) var kept: [CivilDate] = []

  /// Whether there is nothing to do.
  public var isEmpty: Bool { made.isEmpty && changed.isEmpty && removed.isEmpty && restored.isEmpty }

  /// Extends the stretch back to an earlier date, for dates that were examined before and needed nothing.
  package mutating func extend(back date: CivilDate) {
    stretch = min(date, stretch.lowerBound)...stretch.upperBound
  }
}

extension RuleSeries {
  /// Returns the changes that are due in a stretch of dates, per rule.
  ///
  /// - Parameters:
  ///   - stretch: The dates.
  ///   - state: A closure that returns the state of a transaction, or `nil` if it does not exist.
  /// - Complexity: O(dates) look-ups.
  package func plans<Failure: Error>(
    in stretch: ClosedRange<CivilDate>, _ state: (TransactionID) throws(Failure) -> TransactionState?
  ) throws(Failure) -> [GenerationPlan] {
    var plans = rules.compactMap { member in
      member.state.revision.map {
        GenerationPlan(rule: member.id, revision: $0, seriesRevision: revision ?? $0, stretch: stretch)
      }
    }
    // Each known rule has a revision. Without one, an event of a newer program is on record, and nothing is generated.
    guard plans.count == rules.count else { return [] }
    let schedule = schedule(in: stretch)
    for occurrence in schedule {
      try look(at: occurrence, &plans[occurrence.rule], state)
    }
    let made = datesMade(in: stretch)
    if made.isEmpty { return plans }
    let scheduled = Set(schedule.map(\.date))
    for date in made where !scheduled.contains(date) {
      guard let state = try state(id.instance(on: date)), let following = state.following,
        let index = rules.firstIndex(where: { $0.id == following.rule }),
        state.stage == .saved || state.stage == .draft
      else { continue }
      let rule = rules[index].state
      let isOverlooked = rule.deletion.isDeleted && rule.overlookedByDeletion.contains(date)
      guard !rule.deletion.isDeleted || isOverlooked else { continue }
      if state.isSettled { plans[index].kept.append(date) } else { plans[index].removed.append(date) }
    }
    return plans
  }

  private func look<Failure: Error>(
    at occurrence: Occurrence, _ plan: inout GenerationPlan,
    _ state: (TransactionID) throws(Failure) -> TransactionState?
  ) throws(Failure) {
    let date = occurrence.date
    precondition(plan.rule == rules[occurrence.rule].id, "a date is in the plan of the rule that governs it")
    guard let state = try state(id.instance(on: date)), let stage = state.stage else {
      plan.made.append(date)
      return
    }
    let member = rules[occurrence.rule].state
    let follows = member.terms.map { state.follows(plan.rule, $0, on: date) } ?? true
    // An author who knew more may have set the values: a newer program, or one before a redaction. Those win.
    let wins = state.following.map { origin(of: date, member, plan).wins(over: $0) } ?? true
    if stage == .deleted {
      guard state.deletion.isByMachine, !state.isTouched else {
        plan.kept.append(date)
        return
      }
      plan.restored.append(date)
      if !follows, wins { plan.changed.append(date) }
    } else if !follows {
      if state.isSettled || !wins { plan.kept.append(date) } else { plan.changed.append(date) }
    }
  }

  /// Returns the dates of a stretch for which a transaction was ever made.
  private func datesMade(in stretch: ClosedRange<CivilDate>) -> [CivilDate] {
    var dates: Set<CivilDate> = []
    for member in rules {
      for generation in member.state.generations {
        let generated = generation.generated
        guard generated.through >= stretch.lowerBound, generated.from <= stretch.upperBound else { continue }
        for instance in generated.made where stretch.contains(instance.date) { dates.insert(instance.date) }
      }
    }
    return dates.sorted()
  }

  /// Returns the transactions of dates, with the values of a rule of the series. Empty if the rule has no terms.
  package func recorded(
    _ dates: [CivilDate], following plan: GenerationPlan, on today: CivilDate
  ) -> [TransactionEvent.Recorded] {
    guard let member = rules.first(where: { $0.id == plan.rule }), let terms = member.state.terms else {
      return []
    }
    return dates.map { terms.recorded($0, on: today, following: origin(of: $0, member.state, plan)) }
  }

  private func origin(of date: CivilDate, _ rule: RuleState, _ plan: GenerationPlan) -> RecurrenceOrigin {
    RecurrenceOrigin(
      rule: plan.rule, series: id, date: date, since: rule.since, revision: plan.revision,
      seriesRevision: plan.seriesRevision)
  }
}

extension GenerationPlan {
  /// Returns the event that records what was done.
  package func event(of series: RuleID, on today: CivilDate) -> RuleEvent.Generated {
    func instances(_ dates: [CivilDate]) -> [RuleEvent.Instance] {
      dates.map { RuleEvent.Instance(date: $0, transaction: series.instance(on: $0)) }
    }
    return RuleEvent.Generated(
      from: stretch.lowerBound, through: stretch.upperBound, revision: revision, made: instances(made),
      changed: instances(changed), removed: instances(removed), restored: instances(restored), on: today)
  }
}

extension TransactionState {
  /// Whether a change of its rule leaves it as it is: a person touched it, or the bank confirmed it.
  package var isSettled: Bool { isTouched || cleared.value == true || !linkedRows.isEmpty }

  /// Whether it is linked to that rule and has the rule's values.
  func follows(_ rule: RuleID, _ terms: RuleTerms, on nominal: CivilDate) -> Bool {
    func same(_ left: String?, _ right: String?) -> Bool {
      left.map { Array($0.utf8) } == right.map { Array($0.utf8) }
    }
    return link.value?.rule == rule && kind.value == terms.kind && amount.value == Amount(terms.money)
      && date.value == nominal && payment.value == terms.payment && group.value == terms.group
      && paid.value == terms.flags.paid && reimbursed.value == terms.flags.reimbursed
      && same(vendor.value, terms.vendor) && same(category.value, terms.category)
      && same(note.value, terms.note) && same(account.value, terms.account)
      && same(toAccount.value, terms.toAccount) && received.value == terms.received.map(Amount.init)
      && tagsThatAreOn.map { Array($0.utf8) } == terms.tags.map { Array($0.utf8) }
  }
}
