// Splitting a rule: "this and future" (FF-14).

extension RuleState {
  func split(
    _ terms: RuleTerms, on date: CivilDate, _ edits: [RuleEdit], _ id: RuleID,
    _ siblings: [RuleSeries.Member], _ context: DecisionContext
  ) throws(Rejection) -> RuleDecision {
    let series = series ?? id
    let rule = RuleID.derived(series: series, splitOn: date)
    let earlier = siblings.first { $0.id == rule && $0.state.series != nil }?.state
    if let earlier, !earlier.deletion.isDeleted || splits[rule]?.value != nil { throw .alreadySplit(date) }
    let first = max(since ?? terms.start, terms.start)
    let others = siblings.filter { !$0.state.deletion.isDeleted }.compactMap(\.state.since).filter {
      $0 > first
    }
    let later = [splitOn, others.min()].compactMap { $0 }.min()
    let last = [terms.end, later?.adding(days: -1)].compactMap { $0 }.min()
    guard date > first, last.map({ date <= $0 }) ?? true else {
      throw .splitOutside(date: date, first: first, last: last)
    }
    var next = try Self.normalized(try Self.applying(edits, to: terms), replacing: terms, context)
    // Another cadence begins with the rule. The same cadence keeps its old anchor, or it would drift.
    let isOtherCadence = next.frequency != terms.frequency || next.interval != terms.interval
    if isOtherCadence, next.start == terms.start { next.start = date }
    if let end = next.end, end < date { throw .endsBeforeStart(start: date, end: end) }
    let expression = try RuleEdit.expression(of: edits)
    var events: [RuleEvent] = []
    if let earlier, let said = earlier.terms {
      // A split that was undone leaves its rule deleted. That rule is restored, with the new terms.
      events.append(.ruleRestored)
      let changed = earlier.change(said, to: next, typed: expression, on: context.today)
      if !changed.isEmpty { events.append(.ruleChanged(changed)) }
      for pause in earlier.pauses where !pause.isEmpty {
        events.append(.ruleChanged(earlier.taking(back: pause, context)))
      }
    } else {
      let created = RuleEvent.Created(
        series: series, since: date, template: nil, terms: next, enabled: true, on: context.today,
        expression: expression)
      events.append(.ruleCreated(created))
    }
    events += pausesReaching(beyond: date, context).map { .ruleChanged($0) }
    let split = RuleEvent.Split(date: date, rule: rule, on: context.today)
    return RuleDecision(
      events: [.init(rule: id, event: .ruleSplit(split))] + events.map { .init(rule: rule, event: $0) },
      consequences: [])
  }

  /// Returns the changes that copy this rule's pauses from a date on to a rule without pauses.
  private func pausesReaching(beyond date: CivilDate, _ context: DecisionContext) -> [RuleEvent.Changed] {
    var changes: [RuleEvent.Changed] = []
    // Resuming ends all pauses: those that go on come last, as one.
    for pause in pauses {
      guard let until = pause.until, until > max(pause.from, date) else { continue }
      changes.append(pausing(from: true, to: false, since: max(pause.from, date), context))
      changes.append(pausing(from: false, to: true, since: until, context))
    }
    if let open = pauses.filter({ $0.until == nil }).map(\.from).min() {
      changes.append(pausing(from: true, to: false, since: max(open, date), context))
    }
    return changes
  }

  private func taking(back pause: Pause, _ context: DecisionContext) -> RuleEvent.Changed {
    var changed = RuleEvent.Changed(on: context.today)
    changed.enabled = RuleEvent.Changed.Pausing(
      from: isEnabled, to: true, since: pause.from, pause: pause.reference)
    return changed
  }
}

extension DecisionContext {
  /// Takes a category as one that can be used, whatever became of it since.
  mutating func keep(_ key: String) {
    categories[key] = CategoryRow(key: key, name: key, emoji: nil, color: nil, kinds: [], isActive: true)
  }
}
