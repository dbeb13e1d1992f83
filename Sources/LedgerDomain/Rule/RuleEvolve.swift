internal import LedgerBytes

extension RuleState {
  /// Applies one event, the latest so far in the order of the fold. Total.
  package mutating func evolve(_ event: RuleEvent, _ context: EventContext) {
    switch event {
    case .ruleCreated(let created):
      create(created, context)
      countRevision(context)
      deletion.noteChange(context)
    case .ruleChanged(let changed):
      change(changed, context)
      countRevision(context)
      deletion.noteChange(context)
    case .ruleSplit(let split):
      splits[split.rule, default: FieldRegister()].write(split.date, origin: .set, context)
      for index in pauses.indices where !context.saw(pauses[index].reference) {
        pauses[index].splitOffMeanwhile.insert(split.rule)
      }
      countRevision(context)
      deletion.noteChange(context)
    case .recurrenceGenerated(let generated):
      generations.append(Generation(generated: generated, context: context))
    case .ruleDeleted(let deleted):
      // An author who deletes again decides again what goes with the rule.
      deletions.removeAll { context.saw($0.context.reference) }
      deletions.append(DeletionNote(deleted: deleted, context: context))
      deletion.delete(context)
    case .ruleRestored:
      deletions.removeAll { context.saw($0.context.reference) }
      // Transactions that were deleted with the rule come back too: the next generation looks at every date.
      countRevision(context)
      deletion.restore(context)
    }
  }

  private mutating func countRevision(_ context: EventContext) {
    revision = RuleRevision(
      reference: context.reference, time: context.time, number: (revision?.number ?? 0) + 1)
  }

  /// Applies the creation of the rule.
  ///
  /// Two devices that split on one date create the rule twice, which is merged. As with any two changes, the later
  /// wins.
  private mutating func create(_ created: RuleEvent.Created, _ context: EventContext) {
    let terms = created.terms
    if series == nil {
      series = created.series
      since = created.since
      createdOn = created.on
    }
    if template == nil, let first = created.template {
      template = first.transaction
      templateDate = first.date
    }
    frequency.write(terms.frequency, origin: .set, context)
    interval.write(terms.interval, origin: .set, context)
    start.write(terms.start, origin: .set, context)
    end.write(terms.end, origin: .set, context)
    monthEnd.write(terms.monthEnd, origin: .set, context)
    kind.write(terms.kind, origin: .set, context)
    money.write(terms.money, origin: .set, context)
    vendor.write(terms.vendor, origin: .set, context)
    category.write(terms.category, origin: .set, context)
    payment.write(terms.payment, origin: .set, context)
    group.write(terms.group, origin: .set, context)
    note.write(terms.note, origin: .set, context)
    account.write(terms.account, origin: .set, context)
    if terms.toAccount != nil || !toAccount.isEmpty { toAccount.write(terms.toAccount, origin: .set, context) }
    if terms.received != nil || !received.isEmpty { received.write(terms.received, origin: .set, context) }
    paid.write(terms.flags.paid, origin: .set, context)
    reimbursed.write(terms.flags.reimbursed, origin: .set, context)
    for tag in terms.tags { tags[Array(tag.utf8), default: FieldRegister()].write(true, origin: .set, context) }
    if !created.enabled {
      pauses.append(pause(from: created.since ?? terms.start, context))
    }
  }

  private mutating func change(_ changed: RuleEvent.Changed, _ context: EventContext) {
    if let change = changed.frequency { frequency.write(change.to, origin: .set, context) }
    if let change = changed.interval { interval.write(change.to, origin: .set, context) }
    if let change = changed.start { start.write(change.to, origin: .set, context) }
    if let change = changed.end { end.write(change.to, origin: .set, context) }
    if let change = changed.monthEnd { monthEnd.write(change.to, origin: .set, context) }
    if let change = changed.kind { kind.write(change.to, origin: .set, context) }
    if let change = changed.money { money.write(change.to, origin: .set, context) }
    if let change = changed.vendor { vendor.write(change.to, origin: .set, context) }
    if let change = changed.category { category.write(change.to, origin: .set, context) }
    if let change = changed.payment { payment.write(change.to, origin: .set, context) }
    if let change = changed.group { group.write(change.to, origin: .set, context) }
    if let change = changed.note { note.write(change.to, origin: .set, context) }
    if let change = changed.account { account.write(change.to, origin: .set, context) }
    if let change = changed.toAccount { toAccount.write(change.to, origin: .set, context) }
    if let change = changed.received { received.write(change.to, origin: .set, context) }
    if let change = changed.paid { paid.write(change.to, origin: .set, context) }
    if let change = changed.reimbursed { reimbursed.write(change.to, origin: .set, context) }
    for tag in changed.tags?.added ?? [] {
      tags[Array(tag.utf8), default: FieldRegister()].write(true, origin: .set, context)
    }
    for tag in changed.tags?.removed ?? [] {
      tags[Array(tag.utf8), default: FieldRegister()].write(false, origin: .set, context)
    }
    if let enabled = changed.enabled { pause(enabled, context) }
    if let rejoined = changed.rejoined {
      splits[rejoined.rule, default: FieldRegister()].write(nil, origin: .set, context)
    }
  }

  /// Applies a pause or its end. Resuming ends only the pauses that its author had seen, not concurrent ones.
  private mutating func pause(_ change: RuleEvent.Changed.Pausing, _ context: EventContext) {
    if let reference = change.pause {
      guard let index = pauses.firstIndex(where: { $0.reference == reference }) else { return }
      if change.to {
        pauses[index].end(on: change.since, context)
      } else if pauses[index].endedBy.map({ context.saw($0) }) ?? true {
        pauses[index].until = nil
        pauses[index].endedBy = context.reference
      }
    } else if change.to {
      for index in pauses.indices where pauses[index].until == nil && context.saw(pauses[index].reference) {
        pauses[index].end(on: change.since, context)
      }
    } else {
      pauses.append(pause(from: change.since, context))
    }
  }

  private func pause(from date: CivilDate, _ context: EventContext) -> Pause {
    var pause = Pause(reference: context.reference, from: date)
    for (rule, register) in splits where register.value != nil {
      if !register.heads.contains(where: { context.saw($0.reference) }) { pause.splitOffMeanwhile.insert(rule) }
    }
    return pause
  }
}

extension RuleRow.Pause {
  fileprivate mutating func end(on date: CivilDate, _ context: EventContext) {
    until = max(from, date)
    endedBy = context.reference
  }
}
