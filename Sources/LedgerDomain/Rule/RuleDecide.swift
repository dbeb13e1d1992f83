extension RuleState {
  /// Returns the events that create a rule with a series of its own.
  ///
  /// - `template`: The transaction that is occurrence 0, with its state.
  /// - Throws: The rejection of a transaction with these values, or of an invalid recurrence.
  package static func create(
    _ request: RuleRequest, id: RuleID, template: RuleMember?, _ context: DecisionContext
  ) throws(Rejection) -> RuleDecision {
    if let template { try check(template) }
    let terms = try normalized(request.terms, replacing: nil, context)
    // Occurrence 0 is the template. If its date is not the rule's start, its own date is used.
    let first = template.map { member in
      let date = member.state.date.value ?? terms.start
      return RuleEvent.Instance(
        date: date == terms.start ? terms.recurrence?.occurrence(0) ?? date : date, transaction: member.id)
    }
    let created = RuleEvent.Created(
      series: id, since: nil, template: first, terms: terms, enabled: true, on: context.today,
      expression: try TransactionState.expression(request.expression))
    let link = first.map {
      RuleDecision.Consequence(
        transaction: $0.transaction,
        event: .transactionLinkedToRule(.init(rule: id, series: id, date: $0.date)), isByPerson: true)
    }
    return RuleDecision(
      events: [.init(rule: id, event: .ruleCreated(created))], consequences: link.map { [$0] } ?? [])
  }

  /// Returns the events that create a rule with the values of a transaction, which is occurrence 0.
  ///
  /// - `edits`: The properties in which the rule differs from the transaction.
  package static func create(
    from template: TransactionID, _ state: TransactionState, _ cadence: Cadence, _ edits: [RuleEdit],
    id: RuleID, _ context: DecisionContext
  ) throws(Rejection) -> RuleDecision {
    let member = RuleMember(id: template, state: state)
    try check(member)
    guard let money = state.amount.value?.money, let date = state.date.value else {
      throw .missingToSave([state.date.value == nil ? .date : .total])
    }
    // A group that is deleted reads as Unfiled, and so do the instances; an old category stays as it is.
    let group = state.group.value.flatMap { context.groups[$0]?.isDeleted == false ? $0 : nil }
    var terms = RuleTerms(
      frequency: cadence.frequency, interval: cadence.interval, start: cadence.start ?? date, end: cadence.end,
      monthEnd: cadence.monthEnd, kind: state.kind.value ?? .expense, money: money, vendor: state.vendor.value,
      category: state.category.value, payment: state.payment.value, group: group, note: state.note.value,
      account: state.account.value, toAccount: state.isWholeTransfer ? state.toAccount.value : nil,
      received: state.isWholeTransfer ? state.received.value?.money : nil, tags: state.tagsThatAreOn,
      flags: TransactionFlags(paid: state.paid.value, reimbursed: state.reimbursed.value))
    terms = try applying(edits, to: terms)
    var context = context
    if let key = state.category.value { context.keep(key) }
    for text in [state.account.value, state.toAccount.value] { context.accounts?.keep(text) }
    let request = RuleRequest(terms: terms, expression: try RuleEdit.expression(of: edits))
    return try create(request, id: id, template: member, context)
  }

  private static func check(_ template: RuleMember) throws(Rejection) {
    switch template.state.stage {
    case nil: throw .unknownTransaction(template.id)
    case .draft: throw .draftAsTemplate
    case .deleted: throw .isDeleted(what: "transaction")
    case .saved:
      if template.state.link.value != nil { throw .alreadyRecurring }
    }
  }

  /// Returns the events that carry out a command on this state, or throws the reason for a refusal.
  ///
  /// - `members`: The transactions of the rule for `stop`, and for `delete` with the future. For `restore`,
  ///   those that its deletion touched. Otherwise empty. The one that the rule was made from is never deleted.
  /// - `siblings`: The rules of the series for `split`, `pause` and `resume`.
  package func decide(
    _ command: RuleCommand, id: RuleID, members: [RuleMember] = [], siblings: [RuleSeries.Member] = [],
    _ context: DecisionContext
  ) throws(Rejection) -> RuleDecision {
    guard let terms, series != nil else { throw .unknownRule(id) }
    func own(_ event: RuleEvent) -> RuleDecision {
      RuleDecision(events: [.init(rule: id, event: event)], consequences: [])
    }
    switch command {
    case .restore:
      guard deletion.isDeleted || deletion.pending != nil else { throw .isNotDeleted(what: "rule") }
      var decision = own(.ruleRestored)
      decision.consequences = Self.restoring(members)
      return decision
    case .delete(let scope):
      if deletion.isDeleted { return .nothing }
      return delete(scope, id, members, context.today)
    case .change(let edits):
      try isThere()
      let next = try Self.normalized(try Self.applying(edits, to: terms), replacing: terms, context)
      let changed = change(terms, to: next, typed: try RuleEdit.expression(of: edits), on: context.today)
      return changed.isEmpty ? .nothing : own(.ruleChanged(changed))
    case .pause(let date):
      try isThere()
      let open = openPauses(id, siblings)
      if open.contains(where: { $0.pause.from <= date }) { return .nothing }
      return own(.ruleChanged(pausing(from: isEnabled, to: false, since: date, context)))
    case .resume(let date):
      try isThere()
      return try resume(from: date, openPauses(id, siblings), id, context)
    case .stop(let date):
      try isThere()
      return try stop(terms, on: date, id, members, context)
    case .split(let date, let edits):
      try isThere()
      return try split(terms, on: date, edits, id, siblings, context)
    }
  }

  private func isThere() throws(Rejection) {
    if deletion.isDeleted { throw .isDeleted(what: "rule") }
  }

  func pausing(from: Bool, to: Bool, since: CivilDate, _ context: DecisionContext) -> RuleEvent.Changed {
    var changed = RuleEvent.Changed(on: context.today)
    changed.enabled = RuleEvent.Changed.Pausing(from: from, to: to, since: since)
    return changed
  }

  // MARK: Pausing

  /// Returns the pauses that go on, those of the rules before it included.
  private func openPauses(_ id: RuleID, _ siblings: [RuleSeries.Member]) -> [RuleSeries.Paused] {
    let rules = siblings.isEmpty ? [RuleSeries.Member(id: id, state: self)] : siblings
    return RuleSeries(id: series ?? id, rules: rules).pauses(of: id).filter { $0.pause.until == nil }
  }

  /// Ends all open pauses. A pause that was set on an earlier rule of the series is named by its event.
  private func resume(
    from date: CivilDate, _ open: [RuleSeries.Paused], _ id: RuleID, _ context: DecisionContext
  ) throws(Rejection) -> RuleDecision {
    guard let first = open.map(\.pause.from).min() else { return .nothing }
    guard date >= first else { throw .resumesBeforePause(first) }
    var steps: [RuleDecision.RuleStep] = []
    if open.contains(where: { $0.rule == id }) {
      steps.append(.init(rule: id, event: .ruleChanged(pausing(from: false, to: true, since: date, context))))
    }
    for other in open where other.rule != id {
      var changed = RuleEvent.Changed(on: context.today)
      changed.enabled = RuleEvent.Changed.Pausing(
        from: false, to: true, since: date, pause: other.pause.reference)
      steps.append(.init(rule: other.rule, event: .ruleChanged(changed)))
    }
    return RuleDecision(events: steps, consequences: [])
  }

  // MARK: Deleting and restoring

  private func delete(
    _ scope: RuleDeletionScope, _ id: RuleID, _ members: [RuleMember], _ today: CivilDate
  ) -> RuleDecision {
    let consequences =
      scope == .rule ? [] : deleting(members, of: id) { $0.date.value.map { $0 >= today } ?? false }
    let deleted = RuleEvent.Deleted(scope: scope, transactions: consequences.count, on: today)
    return RuleDecision(events: [.init(rule: id, event: .ruleDeleted(deleted))], consequences: consequences)
  }

  /// Returns the deletions of the rule's transactions that meet a condition, except for its template.
  private func deleting(
    _ members: [RuleMember], of id: RuleID, where goes: (TransactionState) -> Bool
  ) -> [RuleDecision.Consequence] {
    members.filter { member in
      let state = member.state
      return member.id != template && state.link.value?.rule == id && state.stage != nil
        && state.stage != .deleted && goes(state)
    }.map {
      .init(transaction: $0.id, event: .transactionDeleted, isByPerson: $0.state.isTouched)
    }
  }

  /// Ends the rule before a date, and deletes the instances for that date and later.
  ///
  /// Instances that a person moved are deleted too.
  private func stop(
    _ terms: RuleTerms, on date: CivilDate, _ id: RuleID, _ members: [RuleMember], _ context: DecisionContext
  ) throws(Rejection) -> RuleDecision {
    let (first, last) = (max(since ?? terms.start, terms.start), date.adding(days: -1))
    guard last >= first else { throw .endsBeforeStart(start: first, end: last) }
    var next = terms
    next.end = min(last, terms.end ?? last)
    let changed = change(terms, to: next, typed: nil, on: context.today)
    guard !changed.isEmpty else { return .nothing }
    return RuleDecision(
      events: [.init(rule: id, event: .ruleChanged(changed))],
      consequences: deleting(members, of: id) { $0.link.value.map { $0.date >= date } ?? false })
  }

  /// Returns the restorations of transactions deleted with the rule that nobody changed since.
  private static func restoring(_ members: [RuleMember]) -> [RuleDecision.Consequence] {
    members.filter { $0.wentWithTheRule && ($0.state.stage == .deleted || $0.state.deletion.pending != nil) }
      .map {
        .init(transaction: $0.id, event: .transactionRestored, isByPerson: !$0.state.deletion.isByMachine)
      }
  }

  // MARK: Changing

  func change(_ terms: RuleTerms, to next: RuleTerms, typed: String?, on today: CivilDate) -> RuleEvent.Changed
  {
    var changed = RuleEvent.Changed(on: today)
    changed.frequency = frequency.change(to: next.frequency)
    changed.interval = interval.change(to: next.interval)
    changed.start = start.change(to: next.start)
    changed.end = end.change(to: next.end)
    changed.monthEnd = monthEnd.change(to: next.monthEnd)
    changed.kind = kind.change(to: next.kind)
    changed.money = money.change(to: next.money)
    if changed.money != nil { changed.expression = typed }
    changed.vendor = vendor.change(to: next.vendor)
    changed.category = category.change(to: next.category)
    changed.payment = payment.change(to: next.payment)
    changed.group = group.change(to: next.group)
    changed.note = note.change(to: next.note)
    changed.account = account.change(to: next.account)
    changed.toAccount = toAccount.change(to: next.toAccount)
    changed.received = received.change(to: next.received)
    changed.paid = paid.change(to: next.flags.paid)
    changed.reimbursed = reimbursed.change(to: next.flags.reimbursed)
    let (before, after) = (Set(terms.tags.map { Array($0.utf8) }), Set(next.tags.map { Array($0.utf8) }))
    if before != after {
      changed.tags = TransactionEvent.TagsChanged(
        added: next.tags.filter { !before.contains(Array($0.utf8)) },
        removed: terms.tags.filter { !after.contains(Array($0.utf8)) })
    }
    return changed
  }

  static func applying(_ edits: [RuleEdit], to terms: RuleTerms) throws(Rejection) -> RuleTerms {
    var next = terms
    for edit in edits {
      switch edit {
      case .frequency(let value): next.frequency = value
      case .interval(let value): next.interval = value
      case .start(let value): next.start = value
      case .end(let value): next.end = value
      case .monthEnd(let value): next.monthEnd = value
      case .kind(let value): next.kind = value
      case .money(let value, _): next.money = value
      case .vendor(let value): next.vendor = value
      case .category(let value): next.category = value
      case .payment(let value): next.payment = value
      case .group(let value): next.group = value
      case .note(let value): next.note = value
      case .account(let value): next.account = value
      case .toAccount(let value): next.toAccount = value
      case .received(let value): next.received = value
      case .tags(let add, let remove):
        let gone = Set(try TransactionState.normalizedTags(remove))
        next.tags = next.tags.filter { !gone.contains($0) } + add
      case .flags(let settings): for setting in settings { next.flags.apply(setting) }
      }
    }
    return next
  }

  /// Returns the terms as recorded, checked like a transaction with these values and as a recurrence.
  ///
  /// A value that the rule has already is not checked again, so a category that was deactivated since stays.
  static func normalized(
    _ terms: RuleTerms, replacing old: RuleTerms?, _ context: DecisionContext
  ) throws(Rejection) -> RuleTerms {
    guard (1...10_000).contains(terms.interval) else { throw .invalidInterval(terms.interval) }
    if let end = terms.end, end < terms.start { throw .endsBeforeStart(start: terms.start, end: end) }
    var context = context
    if let key = old?.category, key == terms.category { context.keep(key) }
    if let old, old.hasHalves(of: terms) { context.accounts = nil }
    for text in [old?.account, old?.toAccount] { context.accounts?.keep(text) }
    let recorded = try TransactionState.recorded(
      RecordRequest(
        kind: terms.kind, money: terms.money, date: terms.start, vendor: terms.vendor, category: terms.category,
        payment: terms.payment, group: old?.group == terms.group ? nil : terms.group, note: terms.note,
        account: terms.account, tags: terms.tags, origin: .recurring), context)
    var next = terms
    next.vendor = recorded.vendor
    next.category = recorded.category
    next.note = recorded.note
    next.account = recorded.account
    next.tags = recorded.tags
    try next.normalizeTransfer(replacing: old, context)
    return next
  }
}

extension FieldRegister {
  /// Returns the change that sets it to a value, or `nil` if that value wins undisputed.
  fileprivate func change(to value: Value?) -> ChangedValue<Value>? {
    isSettled(on: value) ? nil : ChangedValue(from: self.value, to: value)
  }
}
