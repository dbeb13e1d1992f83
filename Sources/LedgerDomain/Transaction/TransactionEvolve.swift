internal import LedgerBytes

extension TransactionState {
  /// Applies one event, the latest so far in the order of the fold. Total: it never fails, whatever arrives when.
  ///
  /// This and its three siblings are the only places that know what an event does.
  public mutating func evolve(_ event: TransactionEvent, _ context: EventContext) {
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

    case .extractionFailed(let failed):
      extractionNote = failed.reason

    case .extractionCancelled(let cancelled):
      extractionNote = "\(cancelled.engine) was cancelled"

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
      dismissals[dismissed.of, default: Register()].write(true, origin: .set, context)
      deletion.noteChange(context)

    case .duplicateReopened(let reopened):
      dismissals[reopened.of, default: Register()].write(false, origin: .set, context)
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

  private mutating func attach(_ attachment: Attachment, _ context: EventContext) {
    let known = attachments.firstIndex { $0.attachment.digest == attachment.digest }
    if let known {
      attachments[known].isPresent.write(true, origin: .set, context)
    } else {
      var isPresent = Register<Bool>()
      isPresent.write(true, origin: .set, context)
      attachments.append(AttachmentState(attachment: attachment, isPresent: isPresent))
    }
  }

  private mutating func turn(_ tag: String, on isOn: Bool, _ origin: WriteOrigin, _ context: EventContext) {
    tags[Array(tag.utf8), default: Register()].write(isOn, origin: origin, context)
  }

  /// Every first reading becomes the field's value, as a machine's write. A currency without a number takes nothing
  /// away from a total that stands.
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

  private mutating func record(_ recorded: TransactionRecorded, _ context: EventContext) {
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

  /// What a rule says of one date. The latest revision of the rule that governs stands, whatever the order in which
  /// revisions arrive, and without a conflict; what a person set stands over it.
  private mutating func follow(
    _ recurrence: RecurrenceOrigin, _ recorded: TransactionRecorded, _ context: EventContext
  ) {
    if origin == nil {
      origin = TransactionOrigin(
        how: .recorded(recorded.origin), on: recorded.on, name: nil, time: context.time)
    }
    saved.follow(true, context)
    if let following, !recurrence.stands(over: following) { return }
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
    group.follow(recorded.group, context)
    paid.follow(recorded.flags.paid, context)
    reimbursed.follow(recorded.flags.reimbursed, context)
    for (tag, register) in tags where register.standing?.byPerson == false { tags[tag]?.follow(false, context) }
    for tag in recorded.tags { tags[Array(tag.utf8), default: Register()].follow(true, context) }
  }

  /// Writes a value into a field's place. A value of another field's shape, which no program of ours writes, is
  /// passed over: then the answer is false.
  @discardableResult
  private mutating func set(
    _ field: Field, to value: FieldValue?, _ origin: WriteOrigin, _ context: EventContext
  ) -> Bool {
    switch field.place {
    case .vendor: Self.write(value?.text, unless: value, to: &vendor, origin, context)
    case .note: Self.write(value?.text, unless: value, to: &note, origin, context)
    case .account: Self.write(value?.text, unless: value, to: &account, origin, context)
    case .category: Self.write(value?.text, unless: value, to: &category, origin, context)
    case .date: Self.write(value?.date, unless: value, to: &date, origin, context)
    case .amount: Self.write(value?.amount, unless: value, to: &amount, origin, context)
    case .payment:
      Self.write(
        value?.text.flatMap(PaymentMethod.init(rawValue:)), unless: value, to: &payment, origin, context)
    case .kind:
      Self.write(
        value?.text.flatMap(TransactionKind.init(rawValue:)), unless: value, to: &kind, origin, context)
    case .group: Self.write(value?.group, unless: value, to: &group, origin, context)
    }
  }

  /// Puts a field back as it was before what is undone. A value of another field's shape is passed over.
  private mutating func revert(_ reverted: FieldReverted, _ context: EventContext) {
    let value = reverted.to
    let isDone =
      switch reverted.field.place {
      case .vendor: put(value?.text, in: \.vendor, reverted, context)
      case .note: put(value?.text, in: \.note, reverted, context)
      case .account: put(value?.text, in: \.account, reverted, context)
      case .category: put(value?.text, in: \.category, reverted, context)
      case .date: put(value?.date, in: \.date, reverted, context)
      case .amount: put(value?.amount, in: \.amount, reverted, context)
      case .payment:
        put(value?.text.flatMap(PaymentMethod.init(rawValue:)), in: \.payment, reverted, context)
      case .kind: put(value?.text.flatMap(TransactionKind.init(rawValue:)), in: \.kind, reverted, context)
      case .group: put(value?.group, in: \.group, reverted, context)
      }
    guard isDone else { return }
    proposals.revert(reverted.event, context)
    for field in Field.allCases where field.place == reverted.field.place {
      if reverted.settled.contains(field) {
        settledByPerson.insert(field)
      } else {
        settledByPerson.remove(field)
      }
    }
  }

  /// Whether the field is as the undo says: not where another's write, which its author had not seen, speaks of it.
  private mutating func put<Value>(
    _ converted: Value?, in path: WritableKeyPath<TransactionState, Register<Value>>, _ reverted: FieldReverted,
    _ context: EventContext
  ) -> Bool {
    guard converted != nil || reverted.to == nil else { return false }
    self[keyPath: path].revert(to: converted, origin: reverted.origin, actor: reverted.actor, context)
    return !self[keyPath: path].heads.contains { $0.byPerson && $0.reference != context.reference }
  }

  private mutating func settle(_ field: Field, _ context: EventContext) {
    if context.isByPerson { settledByPerson.insert(field) }
  }

  /// A total given in another currency than the one that stood settles the currency too.
  private mutating func settle(_ field: Field, from: FieldValue?, to: FieldValue?, _ context: EventContext) {
    settle(field, context)
    if field == .total, from?.amount?.currency != to?.amount?.currency { settle(.currency, context) }
  }

  private static func write<Value>(
    _ converted: Value?, unless value: FieldValue?, to register: inout Register<Value>, _ origin: WriteOrigin,
    _ context: EventContext
  ) -> Bool {
    guard converted != nil || value == nil else { return false }
    register.write(converted, origin: origin, context)
    return true
  }
}
