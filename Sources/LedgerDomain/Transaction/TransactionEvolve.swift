extension TransactionState {
  /// Applies one event, the latest so far in the order of the fold. Total: it never fails, whatever arrives when.
  ///
  /// This and the `evolve` functions of the other kinds are the only places that define what an event does.
  package mutating func evolve(_ event: TransactionEvent, _ context: EventContext) {
    if context.isByPerson { isTouched = true }
    switch event {
    case .receiptCaptured(let captured):
      if origin == nil {
        origin = TransactionOrigin(
          how: .captured(captured.source), on: captured.on, name: captured.name, time: context.time)
      }
      for attachment in captured.attachments { attach(attachment, context) }
      deletion.noteChange(context)

    case .attachmentAdded(let added):
      attach(added.attachment, context)
      deletion.noteChange(context)

    case .attachmentRemoved(let removed):
      for index in attachments.indices where attachments[index].attachment.digest == removed.digest {
        attachments[index].isPresent.write(false, origin: .set, context)
      }
      deletion.noteChange(context)

    case .textRecognized(let recognized):
      text = recognized.text

    case .extractionCompleted(let completed):
      let state = ExtractionState(reference: context.reference, completed: completed)
      extraction = state
      extractionNote = nil
      take(readingsOf: state, context)

    case .extractionFailed(let failed): extractionNote = failed.reason
    case .extractionCancelled(let cancelled): extractionNote = "\(cancelled.engine) was cancelled"

    case .fieldConfirmed(let confirmed):
      if set(confirmed.field, to: confirmed.value, .confirmed, context) { settle(confirmed.field, context) }
      proposals.noteSetting(of: confirmed.field, context)
      deletion.noteChange(context)

    case .alternatePicked(let picked):
      if set(picked.field, to: picked.to, .picked, context) {
        settle(picked.field, from: picked.from, to: picked.to, context)
      }
      proposals.noteSetting(of: picked.field, context)
      deletion.noteChange(context)

    case .fieldCorrected(let corrected):
      if set(corrected.field, to: corrected.to, .corrected, context) {
        settle(corrected.field, from: corrected.from, to: corrected.to, context)
      }
      proposals.noteSetting(of: corrected.field, context)
      deletion.noteChange(context)

    case .fieldReverted(let reverted):
      revert(reverted, context)
      deletion.noteChange(context)

    case .receiptSaved:
      saved.write(true, origin: .set, context)
      deletion.noteChange(context)

    case .receiptReopened:
      saved.write(false, origin: .set, context)
      deletion.noteChange(context)

    case .transactionRecorded(let recorded):
      if let recurrence = recorded.recurrence {
        follow(recurrence, recorded, context)
      } else {
        record(recorded, context)
      }
      deletion.noteChange(context)

    case .transferRecorded(let transfer): record(transfer, context)
    case .transferChanged(let changed): change(changed, context)

    case .transactionFiled(let filed):
      group.write(filed.to, origin: .filed, context)
      deletion.noteChange(context)

    case .tagsChanged(let changed):
      for tag in changed.added { turn(tag, on: true, .set, context) }
      for tag in changed.removed { turn(tag, on: false, .set, context) }
      deletion.noteChange(context)

    case .flagsChanged(let changed):
      if let change = changed.paid { paid.write(change.to, origin: .set, context) }
      if let change = changed.reimbursed { reimbursed.write(change.to, origin: .set, context) }
      deletion.noteChange(context)

    case .transactionCleared:
      cleared.write(true, origin: .set, context)
      deletion.noteChange(context)

    case .transactionUncleared:
      cleared.write(false, origin: .set, context)
      deletion.noteChange(context)

    case .lineItemAdded(let added):
      withItem(added.item) { $0.add(added.content, context) }
      deletion.noteChange(context)

    case .lineItemChanged(let changed):
      withItem(changed.item) { $0.change(changed, context) }
      deletion.noteChange(context)

    case .lineItemRemoved(let removed):
      withItem(removed.item) { $0.remove(context) }
      deletion.noteChange(context)

    case .duplicateDismissed(let dismissed):
      dismissals[dismissed.of, default: FieldRegister()].write(true, origin: .set, context)
      deletion.noteChange(context)

    case .duplicateReopened(let reopened):
      dismissals[reopened.of, default: FieldRegister()].write(false, origin: .set, context)
      deletion.noteChange(context)

    case .extractionProposed(let proposed):
      proposals.propose(proposed, context)

    case .proposalAccepted(let accepted):
      if set(accepted.field, to: accepted.to, .picked, context) {
        settle(accepted.field, from: accepted.from, to: accepted.to, context)
        proposals.accept(accepted, context)
      }
      deletion.noteChange(context)

    case .proposalRejected(let rejected):
      proposals.decline(rejected)
      deletion.noteChange(context)

    case .bankRowLinked(let linked): link(linked, context)
    case .bankRowUnlinked(let unlinked): unlink(unlinked, context)
    case .transactionMerged(let merged): merge(merged, context)

    case .receiptDiscarded, .transactionDeleted:
      deletion.delete(context)

    case .transactionRestored:
      deletion.restore(context)

    case .transactionLinkedToRule(let rule):
      link.write(rule, origin: .set, context)
      deletion.noteChange(context)

    case .transactionUnlinkedFromRule:
      link.write(nil, origin: .set, context)
      deletion.noteChange(context)
    }
  }

  private mutating func attach(_ attachment: ReceiptPage, _ context: EventContext) {
    let known = attachments.firstIndex { $0.attachment.digest == attachment.digest }
    if let known {
      attachments[known].isPresent.write(true, origin: .set, context)
    } else {
      var isPresent = FieldRegister<Bool>()
      isPresent.write(true, origin: .set, context)
      attachments.append(AttachmentState(attachment: attachment, isPresent: isPresent))
    }
  }

  private mutating func turn(_ tag: String, on isOn: Bool, _ origin: WriteOrigin, _ context: EventContext) {
    tags[Array(tag.utf8), default: FieldRegister()].write(isOn, origin: origin, context)
  }

  /// Writes every first reading as the field's value, by a machine.
  ///
  /// A currency without a number does not replace a known total.
  private mutating func take(readingsOf state: ExtractionState, _ context: EventContext) {
    let readings = state.completed.readings
    if let first = readings.firstValue(of: .vendor) { vendor.write(first, origin: .extracted, context) }
    if let first = readings.firstValue(of: .date), let value = CivilDate(iso: first) {
      date.write(value, origin: .extracted, context)
    }
    if let value = state.value(ofReading: 0, field: .total)?.amount,
      value.minorUnits != nil || amount.value?.minorUnits == nil
    {
      amount.write(value, origin: .extracted, context)
    }
    if let first = readings.firstValue(of: .category) { category.write(first, origin: .extracted, context) }
    if let first = readings.firstValue(of: .payment), let value = PaymentMethod(rawValue: first) {
      payment.write(value, origin: .extracted, context)
    }
  }

  private mutating func record(_ recorded: TransactionEvent.Recorded, _ context: EventContext) {
    if origin == nil {
      origin = TransactionOrigin(
        how: .recorded(recorded.origin), on: recorded.on, name: nil, time: context.time)
    }
    saved.write(true, origin: .recorded, context)
    kind.write(recorded.kind, origin: .recorded, context)
    amount.write(Amount(recorded.money), origin: .recorded, context)
    date.write(recorded.date, origin: .recorded, context)
    if let value = recorded.vendor { vendor.write(value, origin: .recorded, context) }
    if let value = recorded.category { category.write(value, origin: .recorded, context) }
    if let value = recorded.payment { payment.write(value, origin: .recorded, context) }
    if let value = recorded.note { note.write(value, origin: .recorded, context) }
    if let value = recorded.account { account.write(value, origin: .recorded, context) }
    for tag in recorded.tags { turn(tag, on: true, .recorded, context) }
    if let value = recorded.flags.paid { paid.write(value, origin: .recorded, context) }
    if let value = recorded.flags.reimbursed { reimbursed.write(value, origin: .recorded, context) }
  }

  /// Applies the values of a rule for one date.
  ///
  /// The latest revision of the governing rule wins, in whatever order revisions arrive and without a conflict. A
  /// person's value wins over it.
  private mutating func follow(
    _ recurrence: RecurrenceOrigin, _ recorded: TransactionEvent.Recorded, _ context: EventContext
  ) {
    if origin == nil {
      origin = TransactionOrigin(
        how: .recorded(recorded.origin), on: recorded.on, name: nil, time: context.time)
    }
    saved.follow(true, context)
    if let following, !recurrence.wins(over: following) { return }
    following = recurrence
    link.follow(recurrence.link, context)
    kind.follow(recorded.kind, context)
    amount.follow(Amount(recorded.money), context)
    date.follow(recorded.date, context)
    vendor.follow(recorded.vendor, context)
    category.follow(recorded.category, context)
    payment.follow(recorded.payment, context)
    note.follow(recorded.note, context)
    account.follow(recorded.account, context)
    followTransfer(recorded, context)
    group.follow(recorded.group, context)
    paid.follow(recorded.flags.paid, context)
    reimbursed.follow(recorded.flags.reimbursed, context)
    for (tag, register) in tags where register.winner?.byPerson == false { tags[tag]?.follow(false, context) }
    for tag in recorded.tags { tags[Array(tag.utf8), default: FieldRegister()].follow(true, context) }
  }

  /// Writes a value to a field. Returns `false` if the value is of another field's form, which no program of ours
  /// writes.
  @discardableResult
  private mutating func set(
    _ field: TransactionField, to value: FieldValue?, _ origin: WriteOrigin, _ context: EventContext
  ) -> Bool {
    apply(Setting(origin: origin), to: field, value, context)
  }

  /// Puts a field back as it was before the undone event.
  private mutating func revert(_ reverted: TransactionEvent.FieldReverted, _ context: EventContext) {
    let change = Reverting(origin: reverted.origin, actor: reverted.actor)
    guard apply(change, to: reverted.field, reverted.to, context) else { return }
    proposals.revert(reverted.event, context)
    for field in TransactionField.allCases where field.holder == reverted.field.holder {
      if reverted.settled.contains(field) {
        settledByPerson.insert(field)
      } else {
        settledByPerson.remove(field)
      }
    }
  }

  private mutating func settle(_ field: TransactionField, _ context: EventContext) {
    if context.isByPerson { settledByPerson.insert(field) }
  }

  /// Settles a field, and the currency together with a total that was given in another currency.
  private mutating func settle(
    _ field: TransactionField, from: FieldValue?, to: FieldValue?, _ context: EventContext
  ) {
    settle(field, context)
    if field == .total, from?.amount?.currency != to?.amount?.currency { settle(.currency, context) }
  }
}

private struct Setting: FieldChange {
  let origin: WriteOrigin

  @inline(__always)
  func change<Value>(_ register: inout FieldRegister<Value>, to value: Value?, _ context: EventContext) -> Bool
  {
    register.write(value, origin: origin, context)
    return true
  }
}

/// Puts back an earlier write.
///
/// It reports `false` if the field has a person's write that the author of the undo had not seen.
private struct Reverting: FieldChange {
  let origin: WriteOrigin?
  let actor: String?

  func change<Value>(_ register: inout FieldRegister<Value>, to value: Value?, _ context: EventContext) -> Bool
  {
    register.revert(to: value, origin: origin, actor: actor, context)
    return !register.heads.contains { $0.byPerson && $0.reference != context.reference }
  }
}
