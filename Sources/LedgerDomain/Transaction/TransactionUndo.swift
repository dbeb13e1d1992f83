internal import LedgerBytes

extension TransactionState {
  /// Returns the events that undo a batch. `self` is the transaction's current state.
  ///
  /// A value goes back only if it still wins. Values that were changed since stay, with a remark. Events are undone
  /// last first.
  ///
  /// - Parameters:
  ///   - events: The batch's events on this stream, in order.
  ///   - before: The state before the first of them.
  ///   - context: The facts outside of this stream.
  package func undo(
    _ events: [UndoneEvent<TransactionEvent>], before: TransactionState, _ context: UndoContext
  ) -> Undoing<TransactionEvent> {
    var undoing = Undoing<TransactionEvent>()
    if let beginning = events.first(where: { $0.event.isBeginning }), before.stage == nil {
      remove(beginning, context, &undoing)
      return undoing
    }
    var places: Set<TransactionField> = []
    for item in events.reversed() {
      if let field = item.event.field {
        // A batch may write one place twice; the last write speaks for the others.
        guard places.insert(field.holder).inserted else { continue }
      }
      if undoing.isDone(item.reference, context) { continue }
      undo(item, before, context, &undoing)
    }
    return undoing
  }

  private func undo(
    _ item: UndoneEvent<TransactionEvent>, _ before: TransactionState, _ context: UndoContext,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    let reference = item.reference
    switch item.event {
    case .receiptDiscarded, .transactionDeleted, .transactionMerged:
      undoing.restore(deletion, reference, with: .transactionRestored, isByRule: isOnlyARules)
    case .transactionRestored: deleteAgain(reference, before, context, &undoing)
    case .transactionRecorded(let recorded) where recorded.origin == .recurring:
      undoing.note(.notUndoable(.followsRule))
    case .receiptCaptured, .transactionRecorded, .transferRecorded:
      undoing.note(.notUndoable(.wasThereBefore))
    case .textRecognized, .extractionCompleted, .extractionFailed, .extractionCancelled:
      undoing.note(.notUndoable(.readByMachine))
    case .extractionProposed:
      undoing.note(.notUndoable(.proposedByMachine))
    case .proposalRejected:
      undoing.note(.notUndoable(.declined))

    // All other events changed a transaction, which must still exist.
    case _ where stage == .deleted:
      undoing.note(.isDeleted(what: "transaction", by: deletion.reference))
    case .fieldConfirmed(let event): revert(event.field, reference, before, &undoing)
    case .alternatePicked(let event): revert(event.field, reference, before, &undoing)
    case .fieldCorrected(let event): revert(event.field, reference, before, &undoing)
    case .fieldReverted(let event): revert(event.field, reference, before, &undoing)
    case .proposalAccepted(let event): revert(event.field, reference, before, &undoing)
    case .transferChanged(let changed): changeBack(changed, reference, before, &undoing)
    case .receiptSaved:
      if undoing.stillWins(saved, reference, "the saving") {
        undoing.compensate(reference, with: .receiptReopened)
      }
    case .receiptReopened: saveAgain(reference, &undoing)
    case .transactionFiled: refile(reference, before, context, &undoing)
    case .tagsChanged(let changed): untag(changed, reference, before, &undoing)
    case .flagsChanged(let changed): unflag(changed, reference, before, &undoing)
    case .transactionCleared, .transactionUncleared:
      guard undoing.stillWins(cleared, reference, "the clearing"),
        cleared.value != (before.cleared.value ?? false)
      else { return }
      undoing.compensate(reference, with: cleared.value == true ? .transactionUncleared : .transactionCleared)
    case .attachmentAdded(let added):
      turn(page: added.attachment.digest, reference, before, context, &undoing)
    case .attachmentRemoved(let removed): turn(page: removed.digest, reference, before, context, &undoing)
    case .lineItemAdded(let added): takeAway(added.item, reference, before, &undoing)
    case .lineItemChanged(let changed): changeBack(changed, reference, before, &undoing)
    case .lineItemRemoved(let removed): bringBack(removed.item, reference, &undoing)
    case .transactionLinkedToRule(let rule), .transactionUnlinkedFromRule(let rule):
      guard undoing.stillWins(link, reference, "its rule"), link.value != before.link.value else { return }
      undoing.compensate(
        reference,
        with: before.link.value.map { .transactionLinkedToRule($0) } ?? .transactionUnlinkedFromRule(rule))
    case .bankRowLinked(let linked): unlink(linked.row, reference, before, &undoing)
    case .bankRowUnlinked(let unlinked): unlink(unlinked.row, reference, before, &undoing)
    case .duplicateDismissed(let dismissed): reopen(dismissed.of, reference, before, &undoing)
    case .duplicateReopened(let reopened): reopen(reopened.of, reference, before, &undoing)
    }
  }

  private func saveAgain(_ reference: EventReference, _ undoing: inout Undoing<TransactionEvent>) {
    guard undoing.stillWins(saved, reference, "the draft") else { return }
    if let missing = missingToSave(as: kind.value ?? .expense).first {
      undoing.note(.needed(missing))
    } else {
      undoing.compensate(reference, with: .receiptSaved)
    }
  }

  // MARK: Being there

  /// Discards a captured draft, and deletes any other transaction.
  ///
  /// A transaction that a rule generated is deleted only if nobody has worked on it since.
  private func remove(
    _ beginning: UndoneEvent<TransactionEvent>, _ context: UndoContext,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    let reference = beginning.reference
    if undoing.isDone(reference, context) { return }
    guard stage != .deleted else {
      undoing.note(.overwritten(what: "it", by: deletion.reference ?? reference))
      return
    }
    if case .transactionRecorded(let recorded) = beginning.event, recorded.origin == .recurring {
      if let touched = context.later.first {
        undoing.note(.touched(by: touched))
        return
      }
      undoing.note(.staysDeleted)
    }
    undoing.compensate(reference, with: stage == .draft ? .receiptDiscarded : .transactionDeleted)
    for later in context.later { undoing.note(.followed(by: later)) }
  }

  private func deleteAgain(
    _ reference: EventReference, _ before: TransactionState, _ context: UndoContext,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    guard deletion.reference == reference else {
      undoing.note(.overwritten(what: "the restoring", by: deletion.reference ?? reference))
      return
    }
    guard before.deletion.isDeleted else {
      undoing.note(.notUndoable(.settledDeletion))
      return
    }
    undoing.compensate(
      reference, with: stage == .draft ? .receiptDiscarded : .transactionDeleted, isByRule: isOnlyARules)
    for later in context.later { undoing.note(.followed(by: later)) }
  }

  /// Whether a rule made it and no person has touched it: then only the rule deleted or restored it.
  private var isOnlyARules: Bool { following != nil && !isTouched }
}

extension TransactionEvent {
  /// Whether a transaction begins with it.
  fileprivate var isBeginning: Bool {
    switch self {
    case .receiptCaptured, .transactionRecorded, .transferRecorded: true
    case .attachmentAdded, .attachmentRemoved, .textRecognized, .extractionCompleted, .extractionFailed,
      .extractionCancelled, .fieldConfirmed, .alternatePicked, .fieldCorrected, .fieldReverted, .receiptSaved,
      .receiptReopened, .receiptDiscarded, .transactionFiled, .tagsChanged, .flagsChanged, .transactionCleared,
      .transactionUncleared, .transactionDeleted, .transactionRestored, .transactionLinkedToRule,
      .transactionUnlinkedFromRule, .lineItemAdded, .lineItemChanged, .lineItemRemoved, .duplicateDismissed,
      .duplicateReopened, .extractionProposed, .proposalAccepted, .proposalRejected, .bankRowLinked,
      .bankRowUnlinked, .transactionMerged, .transferChanged:
      false
    }
  }

  /// The field that a person set with it.
  fileprivate var field: TransactionField? {
    switch self {
    case .fieldConfirmed(let event): event.field
    case .alternatePicked(let event): event.field
    case .fieldCorrected(let event): event.field
    case .fieldReverted(let event): event.field
    case .proposalAccepted(let event): event.field
    case .receiptCaptured, .attachmentAdded, .attachmentRemoved, .textRecognized, .extractionCompleted,
      .extractionFailed, .extractionCancelled, .receiptSaved, .receiptReopened, .receiptDiscarded,
      .transactionRecorded, .transactionFiled, .tagsChanged, .flagsChanged, .transactionCleared,
      .transactionUncleared, .transactionDeleted, .transactionRestored, .transactionLinkedToRule,
      .transactionUnlinkedFromRule, .lineItemAdded, .lineItemChanged, .lineItemRemoved, .duplicateDismissed,
      .duplicateReopened, .extractionProposed, .proposalRejected, .bankRowLinked, .bankRowUnlinked,
      .transactionMerged, .transferRecorded, .transferChanged:
      nil
    }
  }
}
