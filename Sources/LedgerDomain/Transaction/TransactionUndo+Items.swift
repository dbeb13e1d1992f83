internal import LedgerBytes

// Undoing changes of line items. Later changes by others stay.
extension TransactionState {
  /// Removes an item that was added. Its properties remain in the log.
  func takeAway(
    _ id: LineItemID, _ reference: EventReference, _ before: TransactionState,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    guard let item = items.first(where: { $0.id == id }) else { return }
    guard item.isPresent else {
      undoing.note(.overwritten(what: "the item", by: item.removal.reference ?? reference))
      return
    }
    // Another device had added the item already, so this undo does not remove it.
    if before.items.contains(where: { $0.id == id && $0.isPresent }) {
      undoing.note(.notUndoable(.itemWasThereBefore))
      return
    }
    undoing.compensate(
      reference, with: .lineItemRemoved(TransactionEvent.LineItemRemoved(item: id, from: item.content)))
  }

  func bringBack(
    _ id: LineItemID, _ reference: EventReference, _ undoing: inout Undoing<TransactionEvent>
  ) {
    guard let item = items.first(where: { $0.id == id }), let content = item.content else { return }
    guard item.removal.reference == reference || item.removal.pending == reference else {
      undoing.note(.overwritten(what: "the removal", by: item.removal.reference ?? reference))
      return
    }
    undoing.compensate(
      reference, with: .lineItemAdded(TransactionEvent.LineItemAdded(item: id, content: content)))
  }

  func changeBack(
    _ changed: TransactionEvent.LineItemChanged, _ reference: EventReference, _ before: TransactionState,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    guard let item = items.first(where: { $0.id == changed.item }),
      let earlier = before.items.first(where: { $0.id == changed.item })
    else { return }
    guard item.isPresent else {
      undoing.note(.isDeleted(what: "item", by: item.removal.reference))
      return
    }
    var money: MoneyChange?
    if changed.money != nil, let then = earlier.money.value,
      undoing.stillWins(item.money, reference, "the item's amount")
    {
      money = MoneyChange(from: item.money.value, to: then)
    }
    let back = TransactionEvent.LineItemChanged(
      item: changed.item,
      name: undoing.back(changed.name, "the item's name", reference, item.name, earlier.name),
      quantity: undoing.back(
        changed.quantity, "the item's quantity", reference, item.quantity, earlier.quantity),
      money: money,
      category: undoing.back(
        changed.category, "the item's category", reference, item.category, earlier.category))
    if back != TransactionEvent.LineItemChanged(item: changed.item) {
      undoing.compensate(reference, with: .lineItemChanged(back))
    }
  }
}
