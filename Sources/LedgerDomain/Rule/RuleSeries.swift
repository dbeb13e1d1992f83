/// The rules of one series: the first, and those that splits began. Each date belongs to one of them.
package struct RuleSeries: Sendable {
  /// The first rule's identifier.
  package let id: RuleID
  /// Its rules, in the order in which they govern.
  package let rules: [Member]

  /// One rule of the series with its state.
  package struct Member: Sendable {
    /// The rule's identifier.
    package let id: RuleID
    /// Its state.
    package let state: RuleState

    /// Creates a member of a series.
    package init(id: RuleID, state: RuleState) {
      self.id = id
      self.state = state
    }
  }

  /// Creates a series from its rules. Rules that are not known to exist are left out.
  package init(id: RuleID, rules: [Member]) {
    self.id = id
    self.rules = rules.filter { $0.state.terms != nil }.sorted {
      ($0.state.since ?? .first, $0.id) < ($1.state.since ?? .first, $1.id)
    }
  }

  /// The state of the whole series, or `nil` if no rule is known.
  ///
  /// It is the last change to any of its rules, with the number of changes to all of them.
  package var revision: RuleRevision? {
    let revisions = rules.compactMap(\.state.revision)
    return revisions.max().map { last in
      RuleRevision(reference: last.reference, time: last.time, number: revisions.reduce(0) { $0 + $1.number })
    }
  }

  /// A date on which a transaction recurs by a rule of the series.
  struct Occurrence: Hashable {
    let date: CivilDate
    /// The rule, by its index.
    let rule: Int
  }

  /// Returns the occurrences within a stretch, by date.
  ///
  /// Pauses, ends and splits are respected, and the date of a template is left out.
  func schedule(in stretch: ClosedRange<CivilDate>) -> [Occurrence] {
    if rules.count == 1 { return dates(ofRule: 0, in: stretch).map { Occurrence(date: $0, rule: 0) } }
    var owner: [CivilDate: Int] = [:]
    for index in rules.indices { for date in dates(ofRule: index, in: stretch) { owner[date] = index } }
    // The template of any rule is occurrence 0 of the series, whichever rule governs its date.
    for member in rules { if let date = member.state.templateDate { owner[date] = nil } }
    return owner.map { Occurrence(date: $0.key, rule: $0.value) }.sorted { $0.date < $1.date }
  }

  /// Returns the dates of one rule within a stretch, in order, without the date of its own template.
  private func dates(ofRule index: Int, in stretch: ClosedRange<CivilDate>) -> [CivilDate] {
    let state = rules[index].state
    guard !state.deletion.isDeleted, let recurrence = state.terms?.recurrence else { return [] }
    let first = max(stretch.lowerBound, state.since ?? stretch.lowerBound)
    let last = min(stretch.upperBound, lastDate(ofRule: index) ?? stretch.upperBound)
    guard first <= last else { return [] }
    let pauses = pauses(of: rules[index].id)
    return recurrence.dates(in: first...last).filter { date in
      date != state.templateDate && !pauses.contains { $0.pause.covers(date) }
    }
  }

  /// Returns the last date on which a rule governs.
  ///
  /// It is the day before the rule's own split, or before another rule of the series begins. The second happens when
  /// two devices split the same rule.
  private func lastDate(ofRule index: Int) -> CivilDate? {
    let since = rules[index].state.since ?? .first
    let later = rules.filter { !$0.state.deletion.isDeleted }.compactMap(\.state.since).filter { $0 > since }
    return [rules[index].state.splitOn, later.min()].compactMap { $0 }.min().map { $0.adding(days: -1) }
  }

  /// A pause, and the rule on which it was set.
  package struct Paused: Hashable, Sendable {
    /// The rule on which it was set.
    package let rule: RuleID
    /// The dates of the pause.
    package let pause: RuleRow.Pause
  }

  /// Returns the pauses that apply to a rule: its own, and some of the rules that it was split off from.
  ///
  /// A pause is meant for the dates that it names, whichever rule governs them. It therefore also applies to a rule
  /// that was split off if neither author knew of the other's act. An author who knew of the split meant the old rule
  /// alone, and an author of a split who knew of the pause copied it.
  package func pauses(of rule: RuleID) -> [Paused] {
    guard let own = rules.first(where: { $0.id == rule }) else { return [] }
    var pauses = own.state.pauses.map { Paused(rule: rule, pause: $0) }
    guard rules.count > 1 else { return pauses }
    var line: Set<RuleID> = [rule]
    var waiting = [rule]
    while let next = waiting.popLast() {
      for member in rules where member.state.splits[next] != nil && line.insert(member.id).inserted {
        waiting.append(member.id)
        let reaching = member.state.pauses.filter { !$0.splitOffMeanwhile.isDisjoint(with: line) }
        pauses += reaching.map { Paused(rule: member.id, pause: $0) }
      }
    }
    return pauses
  }

  /// Returns the first date of a rule's open pauses, or `nil` if it is not paused.
  package func pausedFrom(_ rule: RuleID) -> CivilDate? {
    pauses(of: rule).filter { $0.pause.until == nil }.map(\.pause.from).min()
  }

  /// Whether all generated transactions match the rules, so that only later dates need to be examined.
  package var isSettled: Bool {
    guard rules.count == 1 else { return rules.allSatisfy { $0.state.generations.isEmpty } }
    return rules[0].state.isSettled
  }

  /// The date through which it was generated, or `nil` if it never was.
  package var generatedThrough: CivilDate? { rules.compactMap(\.state.generatedThrough).max() }

  /// Returns the stretch that generating through a date has to examine.
  ///
  /// The result is `nil` if there is nothing to examine.
  ///
  /// The first generation begins no earlier than the year of its command.
  package func stretch(through: CivilDate, today: CivilDate) -> ClosedRange<CivilDate>? {
    guard let first = rules.map({ $0.state.since ?? $0.state.terms?.start ?? .last }).min() else { return nil }
    guard rules.contains(where: { !$0.state.deletion.isDeleted }) else {
      let overlooked = rules.flatMap(\.state.overlookedByDeletion).sorted()
      return overlooked.first.flatMap { first in overlooked.last.map { first...$0 } }
    }
    let last = min(max(through, generatedThrough ?? through), PayloadLimits.generatedDates.upperBound)
    let from: CivilDate
    if let done = generatedThrough {
      let begun = rules.compactMap(\.state.generatedFrom).min() ?? done
      // A start that was moved forward reaches as far back as the beginning would have.
      let earliest = max(first, CivilDate(year: begun.year, month: 1, day: 1) ?? begun)
      from = isSettled ? done.adding(days: 1) : min(begun, earliest)
    } else {
      from = max(first, CivilDate(year: today.year, month: 1, day: 1) ?? today)
    }
    // The clock of a device may be before the first date that can be generated.
    let begin = max(from, PayloadLimits.generatedDates.lowerBound)
    return begin <= last ? begin...last : nil
  }
}

// MARK: - What screens ask

extension RuleSeries {
  /// Returns the dates on which one rule should have a transaction, as far as it was generated.
  package func generatedDates(of rule: RuleID) -> [CivilDate] {
    guard let index = rules.firstIndex(where: { $0.id == rule }), let through = generatedThrough,
      let from = rules.compactMap(\.state.generatedFrom).min(), from <= through
    else { return [] }
    return schedule(in: from...through).filter { $0.rule == index }.map(\.date)
  }

  /// Returns every date that a screen of one rule has to look at.
  ///
  /// These are the rule's own dates, and all for which any rule of the series ever made a transaction.
  package func dates(concerning rule: RuleID) -> [CivilDate] {
    var dates = Set(generatedDates(of: rule))
    for member in rules {
      for generation in member.state.generations { dates.formUnion(generation.generated.made.map(\.date)) }
    }
    return dates.sorted()
  }

  /// Returns the scheduled date of the transaction from which a person made a rule.
  ///
  /// The result is `nil` if the rule is unknown, or was made without a transaction.
  package func templateDate(of rule: RuleID) -> CivilDate? {
    rules.first { $0.id == rule }?.state.templateDate
  }

  /// Returns the next date on which a rule recurs.
  ///
  /// The result is `nil` if that is more than a hundred years after `date`.
  package func next(of rule: RuleID, from date: CivilDate) -> CivilDate? {
    guard let index = rules.firstIndex(where: { $0.id == rule }) else { return nil }
    // Far enough for most, then far enough for all.
    for days in [400, 36_600] {
      let last = date.adding(days: days)
      if let next = schedule(in: date...last).first(where: { $0.rule == index }) { return next.date }
    }
    return nil
  }
}
