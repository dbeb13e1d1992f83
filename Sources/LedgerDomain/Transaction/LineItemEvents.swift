internal import LedgerBytes

extension TransactionEvent {
  /// A line item was recorded, or brought back after its removal.
  public struct LineItemAdded: Hashable, Sendable {
    /// The item's identifier.
    public let item: LineItemID
    /// The item's properties.
    public let content: LineItem
    /// The computation that gave the amount, such as `3*1.20`, or `nil` if the amount was typed as it is.
    public internal(set) var expression: String?

    /// Creates the record of an item.
    package init(item: LineItemID, content: LineItem, expression: String? = nil) {
      self.item = item
      self.content = content
      self.expression = expression
    }
  }

  /// A line item was changed. A property that did not change is absent.
  public struct LineItemChanged: Hashable, Sendable {
    /// The item's identifier.
    public let item: LineItemID
    /// The change of its name.
    public internal(set) var name: TextChange?
    /// The change of its quantity.
    public internal(set) var quantity: TextChange?
    /// The change of its amount.
    public internal(set) var money: MoneyChange?
    /// The change of its category.
    public internal(set) var category: TextChange?
    /// The computation that gave the new amount, or `nil` if the amount was typed as it is.
    public internal(set) var expression: String?
  }

  /// A line item was removed. `LineItemAdded` with its identifier brings it back.
  public struct LineItemRemoved: Hashable, Sendable {
    /// The item's identifier.
    public let item: LineItemID
    /// The item's properties when it was removed.
    public let from: LineItem?
  }
}

// The members of the item follow those of the event around `item`, in the order of the keys.
extension TransactionEvent.LineItemAdded: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    let money: Money = try coder.member("amount", whole?.content.money)
    let category: String? = try coder.member("category", whole?.content.category)
    expression = try coder.remarkIfPresent("expression", whole?.expression)
    item = try coder.member("item", whole?.item)
    content = LineItem(
      name: try coder.member("name", whole?.content.name),
      quantity: try coder.member("quantity", whole?.content.quantity), money: money, category: category
    )
  }

  var summary: String { "item \(content.words(computedAs: expression))" }
}

extension TransactionEvent.LineItemChanged: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    money = try coder.member("amount", whole?.money)
    category = try coder.member("category", whole?.category)
    expression = try coder.remarkIfPresent("expression", whole?.expression)
    item = try coder.member("item", whole?.item)
    name = try coder.member("name", whole?.name)
    quantity = try coder.member("quantity", whole?.quantity)
  }

  var summary: String {
    let texts: [(String, TextChange?)] = [("name", name), ("quantity", quantity), ("category", category)]
    var parts = texts.compactMap { name, change in
      change.map { "\(name) \($0.from ?? "none") → \($0.to ?? "none")" }
    }
    if let money {
      let to = (money.to?.description ?? "none").computed(as: expression)
      parts.append("amount \(money.from?.description ?? "none") → \(to)")
    }
    return "item \(item.description.prefix(8)) " + parts.listed()
  }
}

extension TransactionEvent.LineItemRemoved: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    from = try coder.member("from", whole?.from)
    item = try coder.member("item", whole?.item)
  }

  var summary: String {
    "item " + (from?.words(computedAs: nil) ?? String(item.description.prefix(8))) + ", removed"
  }
}

extension LineItem: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    money = try coder.member("amount", whole?.money)
    category = try coder.member("category", whole?.category)
    name = try coder.member("name", whole?.name)
    quantity = try coder.member("quantity", whole?.quantity)
  }
}

extension LineItem {
  func words(computedAs expression: String?) -> String {
    let count = quantity.map { " × \($0)" } ?? ""
    return name + count + ", \(money.description.computed(as: expression))" + (category.map { ", \($0)" } ?? "")
  }
}
