// The decisions on a receipt's line items (RY-02).
extension TransactionState {
  func addItem(
    _ id: LineItemID, _ item: LineItem, expression: String?, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    let content = try normalized(item, context)
    let expression = try Self.expression(expression)
    if let known = items.first(where: { $0.id == id }), known.isKnown {
      guard known.isPresent, known.content == content else { throw .alreadyExists("an item with this id") }
      return []
    }
    return [.lineItemAdded(TransactionEvent.LineItemAdded(item: id, content: content, expression: expression))]
  }

  func changeItem(
    _ id: LineItemID, _ edit: LineItemEdit, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    let item = try known(id)
    guard item.isPresent, let before = item.content else { throw .isDeleted(what: "item") }
    // Only the given properties are checked: a category that was deactivated since may stay.
    let after = LineItem(
      name: edit.name == nil ? before.name : try Self.name(edit.name ?? ""),
      quantity: edit.quantity == nil ? before.quantity : try Self.quantity(edit.quantity),
      money: edit.money == nil ? before.money : try money(edit.money ?? before.money),
      category: edit.category == nil ? before.category : try Self.itemCategory(edit.category, context))
    let moneyChange =
      edit.money == nil || item.money.isSettled(on: after.money)
      ? nil : MoneyChange(from: before.money, to: after.money)
    let changed = TransactionEvent.LineItemChanged(
      item: id, name: edit.name == nil ? nil : Self.change(item.name, to: after.name),
      quantity: edit.quantity == nil ? nil : Self.change(item.quantity, to: after.quantity), money: moneyChange,
      category: edit.category == nil ? nil : Self.change(item.category, to: after.category),
      expression: moneyChange == nil ? nil : try Self.expression(edit.expression))
    return changed == TransactionEvent.LineItemChanged(item: id) ? [] : [.lineItemChanged(changed)]
  }

  func removeItem(_ id: LineItemID) throws(Rejection) -> [TransactionEvent] {
    let item = try known(id)
    return item.isPresent
      ? [.lineItemRemoved(TransactionEvent.LineItemRemoved(item: id, from: item.content))] : []
  }

  /// Adds it again as it was. That also cancels a removal that waits.
  func restoreItem(_ id: LineItemID) throws(Rejection) -> [TransactionEvent] {
    let item = try known(id)
    guard !item.isPresent || item.removal.pending != nil, let content = item.content else {
      throw .isNotDeleted(what: "item")
    }
    return [.lineItemAdded(TransactionEvent.LineItemAdded(item: id, content: content))]
  }

  private func known(_ id: LineItemID) throws(Rejection) -> LineItemState {
    guard let item = items.first(where: { $0.id == id }), item.isKnown else { throw .unknownItem(id) }
    return item
  }

  private static func change(_ register: FieldRegister<String>, to: String?) -> TextChange? {
    register.isSettled(on: to) ? nil : TextChange(from: register.value, to: to)
  }

  private func normalized(_ item: LineItem, _ context: DecisionContext) throws(Rejection) -> LineItem {
    LineItem(
      name: try Self.name(item.name), quantity: try Self.quantity(item.quantity), money: try money(item.money),
      category: try Self.itemCategory(item.category, context))
  }

  private static func name(_ name: String) throws(Rejection) -> String {
    let name = NFC.normalized(NFC.trimmed(name))
    guard !name.isEmpty else { throw .emptyName }
    guard name.utf8.count <= 1_024 else { throw .tooLong(what: "name", limit: 1_024) }
    return name
  }

  private static func itemCategory(_ key: String?, _ context: DecisionContext) throws(Rejection) -> String? {
    guard let key, !NFC.trimmed(key).isEmpty else { return nil }
    return try category(key, context)
  }

  /// Checks that an item's price is in the currency of the whole receipt. It may be zero.
  private func money(_ money: Money) throws(Rejection) -> Money {
    try Self.check(money)
    if let total = amount.value?.currency, total != money.currency {
      throw .itemCurrency(item: money.currency, total: total)
    }
    return money
  }

  /// Returns a decimal above zero as it was written: at most 9 digits before the point and 9 after it.
  private static func quantity(_ text: String?) throws(Rejection) -> String? {
    guard let text else { return nil }
    let trimmed = NFC.trimmed(text)
    if trimmed.isEmpty { return nil }
    let parts = trimmed.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let isDecimal =
      parts.count <= 2 && parts.allSatisfy { (1...9).contains($0.count) && $0.allSatisfy(digits.contains) }
    let isPadded = parts[0].count > 1 && parts[0].first == UInt8(ascii: "0")
    guard isDecimal, !isPadded, trimmed.utf8.contains(where: { (49...57).contains($0) }) else {
      throw .invalidQuantity(trimmed)
    }
    return trimmed
  }
}
