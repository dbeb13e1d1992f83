internal import LedgerBytes

// The fold of a transfer's events.
extension TransactionState {
  mutating func record(_ transfer: TransactionEvent.TransferRecorded, _ context: EventContext) {
    if origin == nil {
      origin = TransactionOrigin(
        how: .recorded(transfer.origin), on: transfer.on, name: nil, time: context.time)
    }
    saved.write(true, origin: .recorded, context)
    kind.write(.transfer, origin: .recorded, context)
    amount.write(Amount(transfer.money), origin: .recorded, context)
    date.write(transfer.date, origin: .recorded, context)
    account.write(transfer.account, origin: .recorded, context)
    toAccount.write(transfer.toAccount, origin: .recorded, context)
    if let value = transfer.received { received.write(Amount(value), origin: .recorded, context) }
    if let value = transfer.category { category.write(value, origin: .recorded, context) }
    if let value = transfer.vendor { vendor.write(value, origin: .recorded, context) }
    if let value = transfer.note { note.write(value, origin: .recorded, context) }
    for tag in transfer.tags {
      tags[Array(tag.utf8), default: FieldRegister()].write(true, origin: .recorded, context)
    }
    deletion.noteChange(context)
  }

  /// Applies the arriving half of a rule's transaction.
  mutating func followTransfer(_ recorded: TransactionEvent.Recorded, _ context: EventContext) {
    guard recorded.toAccount != nil || !toAccount.isEmpty else { return }
    toAccount.follow(recorded.toAccount, context)
    received.follow(recorded.received.map(Amount.init), context)
  }

  mutating func change(_ changed: TransactionEvent.TransferChanged, _ context: EventContext) {
    if let change = changed.received { received.write(change.to, origin: .corrected, context) }
    if let change = changed.toAccount { toAccount.write(change.to, origin: .corrected, context) }
    deletion.noteChange(context)
  }

  /// Undoes a change of the arriving half. What was changed since stays.
  func changeBack(
    _ changed: TransactionEvent.TransferChanged, _ reference: EventReference, _ before: TransactionState,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    func back<Value>(
      _ change: ChangedValue<Value>?, _ what: String, _ now: FieldRegister<Value>, _ then: FieldRegister<Value>
    ) -> ChangedValue<Value>? {
      guard change != nil, undoing.stillWins(now, reference, what), now.value != then.value else { return nil }
      return ChangedValue(from: now.value, to: then.value)
    }
    let back = TransactionEvent.TransferChanged(
      received: back(changed.received, "the amount received", received, before.received),
      toAccount: back(changed.toAccount, "the account it went to", toAccount, before.toAccount))
    if back.received != nil || back.toAccount != nil {
      undoing.compensate(reference, with: .transferChanged(back))
    }
  }
}
