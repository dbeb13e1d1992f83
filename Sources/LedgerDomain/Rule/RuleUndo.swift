internal import LedgerBytes

extension RuleState {
  /// Returns the events that undo a batch. `self` is the rule's current state.
  ///
  /// Generated transactions are undone with the batch that generated them. The next generation follows the rule as it
  /// is after the undo.
  package func undo(
    _ events: [UndoneEvent<RuleEvent>], before: RuleState, _ context: UndoContext
  ) -> Undoing<RuleEvent> {
    var undoing = Undoing<RuleEvent>()
    // A rule that this batch began is deleted as a whole.
    let isNew =
      before.series == nil && events.contains { if case .ruleCreated = $0.event { true } else { false } }
    for item in events.reversed() {
      if isNew, case .ruleChanged = item.event { continue }
      if undoing.isDone(item.reference, context) { continue }
      switch item.event {
      case .ruleCreated, .ruleRestored:
        if deletion.isDeleted {
          undoing.note(.isDeleted(what: "rule", by: deletion.reference))
        } else {
          let deleted = RuleEvent.Deleted(scope: .rule, transactions: 0, on: context.today)
          undoing.compensate(item.reference, with: .ruleDeleted(deleted))
          // The caller deletes what a new rule generated. A split's instances go back to the rule before it.
          if since == nil, case .ruleRestored = item.event {
            for generation in context.generations { undoing.note(.generated(by: generation)) }
          }
          for later in context.later { undoing.note(.followed(by: later)) }
        }
      case .ruleDeleted: undoing.restore(deletion, item.reference, with: .ruleRestored)
      case .ruleChanged(let changed): revert(changed, item.reference, before, context, &undoing)
      case .ruleSplit(let split):
        guard isThere(&undoing) else { continue }
        if let winner = splits[split.rule]?.winner, winner.reference != item.reference {
          undoing.note(.overwritten(what: "the split", by: winner.reference))
        } else {
          var back = RuleEvent.Changed(on: context.today)
          back.rejoined = RuleEvent.Changed.Rejoining(rule: split.rule, date: split.date)
          undoing.compensate(item.reference, with: .ruleChanged(back))
        }
      case .recurrenceGenerated:
        // Its transactions are undone on their own streams.
        break
      }
    }
    return undoing
  }

  private func isThere(_ undoing: inout Undoing<RuleEvent>) -> Bool {
    if deletion.isDeleted { undoing.note(.isDeleted(what: "rule", by: deletion.reference)) }
    return !deletion.isDeleted
  }

  private func revert(
    _ changed: RuleEvent.Changed, _ reference: EventReference, _ before: RuleState, _ context: UndoContext,
    _ undoing: inout Undoing<RuleEvent>
  ) {
    guard isThere(&undoing) else { return }
    func back<Value>(
      _ change: ChangedValue<Value>?, _ what: String, _ now: FieldRegister<Value>,
      _ earlier: FieldRegister<Value>
    ) -> ChangedValue<Value>? {
      undoing.back(change, what, reference, now, earlier)
    }
    var event = RuleEvent.Changed(on: context.today)
    event.frequency = back(changed.frequency, "how often", frequency, before.frequency)
    event.interval = back(changed.interval, "the interval", interval, before.interval)
    event.start = back(changed.start, "the start", start, before.start)
    event.end = back(changed.end, "the end", end, before.end)
    event.monthEnd = back(changed.monthEnd, "the month's end", monthEnd, before.monthEnd)
    event.kind = back(changed.kind, "the kind", kind, before.kind)
    event.money = back(changed.money, "the amount", money, before.money)
    event.vendor = back(changed.vendor, "the vendor", vendor, before.vendor)
    event.category = back(changed.category, "the category", category, before.category)
    event.payment = back(changed.payment, "the payment", payment, before.payment)
    event.group = back(changed.group, "the group", group, before.group)
    event.note = back(changed.note, "the note", note, before.note)
    event.account = back(changed.account, "the account", account, before.account)
    event.toAccount = back(changed.toAccount, "the account it goes to", toAccount, before.toAccount)
    event.received = back(changed.received, "the amount received", received, before.received)
    event.paid = back(changed.paid, "paid", paid, before.paid)
    event.reimbursed = back(changed.reimbursed, "reimbursed", reimbursed, before.reimbursed)
    event.tags = tagsBack(changed.tags, reference, &undoing)
    if !event.isEmpty { undoing.compensate(reference, with: .ruleChanged(event)) }
    if changed.enabled != nil {
      for pausing in pausesBack(reference, before, &undoing) {
        var event = RuleEvent.Changed(on: context.today)
        event.enabled = pausing
        undoing.compensate(reference, with: .ruleChanged(event))
      }
    }
    if let rejoined = changed.rejoined {
      if let winner = splits[rejoined.rule]?.winner, winner.reference != reference {
        undoing.note(.overwritten(what: "the split", by: winner.reference))
      } else {
        let split = RuleEvent.Split(date: rejoined.date, rule: rejoined.rule, on: context.today)
        undoing.compensate(reference, with: .ruleSplit(split))
      }
    }
  }

  /// Removes a pause that the event began, and resets those that it ended or opened again. Other pauses stay.
  private func pausesBack(
    _ reference: EventReference, _ before: RuleState, _ undoing: inout Undoing<RuleEvent>
  ) -> [RuleEvent.Changed.Pausing] {
    var pausings: [RuleEvent.Changed.Pausing] = []
    for pause in pauses where pause.reference == reference || pause.endedBy == reference {
      let until: CivilDate? =
        pause.reference == reference
        ? pause.from : before.pauses.first { $0.reference == pause.reference }?.until
      if pause.until == until { continue }
      pausings.append(
        RuleEvent.Changed.Pausing(
          from: isEnabled, to: until != nil, since: until ?? pause.until ?? pause.from, pause: pause.reference))
    }
    if pausings.isEmpty {
      let others = pauses.compactMap(\.endedBy).filter { $0 != reference }
      undoing.note(
        others.last.map { .overwritten(what: "the pause", by: $0) }
          ?? .notUndoable(.changedNoPause))
    }
    return pausings
  }

  private func tagsBack(
    _ changed: TransactionEvent.TagsChanged?, _ reference: EventReference, _ undoing: inout Undoing<RuleEvent>
  ) -> TransactionEvent.TagsChanged? {
    guard let changed else { return nil }
    func winning(_ names: [String]) -> [String] {
      names.filter { name in
        tags[Array(name.utf8)].map { undoing.stillWins($0, reference, "the tag \(name)") } ?? false
      }
    }
    let (added, removed) = (winning(changed.removed), winning(changed.added))
    return added.isEmpty && removed.isEmpty ? nil : TransactionEvent.TagsChanged(added: added, removed: removed)
  }
}
