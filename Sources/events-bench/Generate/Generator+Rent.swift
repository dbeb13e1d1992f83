internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

/// A person's rent: the rules of its series, of which the last one is in force.
struct Lease {
  let series: RuleID
  var rules: [RuleSeries.Member]
}

// Rent follows a rule. The first one is entered and made recurring, and each January the year is generated. Sometimes the
// rent rises from the first day of a year on.
extension Generator {
  /// Pays the month's rent, unless a rule has already generated it.
  func payRent(_ entry: MonthlyEntry, by index: Int, on day: CivilDate) throws {
    // Nothing may have happened yet that day.
    now = max(now, Int64(day.dayNumber) * 86_400_000 + 6 * 3_600_000)
    if people[index].lease == nil {
      try sign(entry, by: index)
    } else if day.month == 1 {
      if random.chance(350) { try raise(by: index) }
      try generate(by: index)
    }
  }

  private func sign(_ entry: MonthlyEntry, by index: Int) throws {
    guard !isFull(for: 3) else { return }
    let (person, clock) = (people[index], tick(at: .home))
    let today = Self.day(of: clock)
    let recorded = self.recorded(entry, by: person, on: today)
    let first = RuleEvent.Instance(date: today, transaction: TransactionID(random.id()))
    let rule = RuleID(random.id())
    let terms = RuleTerms(
      frequency: .monthly, start: today, kind: recorded.kind, money: recorded.money, vendor: recorded.vendor,
      category: recorded.category, payment: recorded.payment, account: recorded.account)
    let created = RuleEvent.Created(
      series: rule, since: nil, template: first, terms: terms, enabled: true, on: today)
    let link = TransactionEvent.RuleLink(rule: rule, series: rule, date: today)
    people[index].lease = Lease(series: rule, rules: [.init(id: rule, state: RuleState())])
    try record(
      [
        .transaction(.transactionRecorded(recorded), first.transaction.stream),
        Fact(event: .rule(.ruleCreated(created)), stream: rule.stream),
        Fact(
          event: .transaction(.transactionLinkedToRule(link)), stream: first.transaction.stream,
          cause: .draft(1)),
      ], by: index, at: clock)
    try generate(by: index)
  }

  /// Raises the rent by some percent from today on.
  private func raise(by index: Int) throws {
    guard let lease = people[index].lease, let last = lease.rules.last, let terms = last.state.terms,
      !isFull(for: 2)
    else { return }
    let clock = tick(at: .home)
    let units = terms.money.minorUnits * Int64(random.among(1_010...1_060)) / 1_000 / 100 * 100
    let money = Money(minorUnits: units, currency: terms.money.currency)
    let today = Self.day(of: clock)
    let decision = try last.state.decide(
      .split(on: today, [.money(money)]), id: last.id, siblings: lease.rules,
      DecisionContext(today: today, categories: [:], groups: [:]))
    try record(
      decision.events.enumerated().map { index, step in
        Fact(event: .rule(step.event), stream: step.rule.stream, cause: index == 0 ? nil : .draft(0))
      }, by: index, at: clock)
  }

  /// Generates the rest of the year. Generated transactions are not edited here, so there is nothing to check.
  private func generate(by index: Int) throws {
    guard let lease = people[index].lease else { return }
    let clock = tick(at: .home)
    let today = Self.day(of: clock)
    let series = RuleSeries(id: lease.series, rules: lease.rules)
    guard let end = CivilDate(year: today.year, month: 12, day: 31), today <= end else { return }
    for plan in series.plans(in: today...end, { _ in nil }) where !plan.isEmpty {
      let event = LedgerEvent.rule(.recurrenceGenerated(plan.event(of: series.id, on: today)))
      var facts = [
        Fact(
          event: event, stream: plan.rule.stream, cause: .event(plan.revision.reference),
          actor: EventActor.rule.text
        )
      ]
      for (date, recorded) in zip(plan.made, series.recorded(plan.made, following: plan, on: today)) {
        facts.append(
          Fact(
            event: .transaction(.transactionRecorded(recorded)), stream: series.id.instance(on: date).stream,
            cause: .draft(0), actor: EventActor.rule.text))
      }
      guard !isFull(for: facts.count) else { return }
      try record(facts, by: index, at: clock)
    }
  }

  /// Records a command about a lease, and updates the state of its rules.
  private func record(_ facts: [Fact], by index: Int, at clock: WallClock) throws {
    let person = people[index]
    let first = try sink.record(facts, by: person.device, actor: person.actor, at: clock)
    let last = sink.lastTime(of: person.device).rawValue
    for (offset, fact) in facts.enumerated() {
      guard case .rule(let event) = fact.event else { continue }
      let context = EventContext(
        reference: EventReference(device: first.device, sequence: first.sequence + UInt64(offset)),
        time: HybridTime(rawValue: last - UInt64(facts.count - 1 - offset)), actor: fact.actor ?? person.actor)
      let id = RuleID(fact.stream.id)
      let rules = people[index].lease?.rules ?? []
      var state = rules.first { $0.id == id }?.state ?? RuleState()
      state.evolve(event, context)
      people[index].lease?.rules = rules.filter { $0.id != id } + [.init(id: id, state: state)]
    }
  }
}
