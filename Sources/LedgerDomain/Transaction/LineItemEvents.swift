internal import LedgerBytes

/// A line item was recorded, or brought back after its removal.
public struct LineItemAdded: Hashable, Sendable {
  /// The item's identifier.
  public let item: LineItemID
  /// The item's properties.
  public let content: LineItem
  /// The computation that gave the amount, such as `3*1.20`, or `nil` if the amount was typed as it is.
  public internal(set) var expression: String?
}

// The members of the item follow those of the event around `item`, in the order of the keys.
extension LineItemAdded: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("amount", content.money)
    writer.member("category", content.category)
    writer.member("expression", expression)
    writer.member("item", item)
    writer.member("name", content.name)
    writer.member("quantity", content.quantity)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    let money: Money = try reader.member("amount")
    let category: String? = try reader.member("category")
    expression = try reader.remarkIfPresent("expression")
    item = try reader.member("item")
    content = LineItem(
      name: try reader.member("name"), quantity: try reader.member("quantity"), money: money, category: category
    )
  }

  var summary: String { "item \(content.words(computedAs: expression))" }
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

extension LineItemChanged: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("amount", money)
    writer.member("category", category)
    writer.member("expression", expression)
    writer.member("item", item)
    writer.member("name", name)
    writer.member("quantity", quantity)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    money = try reader.member("amount")
    category = try reader.member("category")
    expression = try reader.remarkIfPresent("expression")
    item = try reader.member("item")
    name = try reader.member("name")
    quantity = try reader.member("quantity")
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

/// A line item was removed. `LineItemAdded` with its identifier brings it back.
public struct LineItemRemoved: Hashable, Sendable {
  /// The item's identifier.
  public let item: LineItemID
  /// The item's properties when it was removed.
  public let from: LineItem?
}

extension LineItemRemoved: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("from", from)
    writer.member("item", item)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    from = try reader.member("from")
    item = try reader.member("item")
  }

  var summary: String {
    "item " + (from?.words(computedAs: nil) ?? String(item.description.prefix(8))) + ", removed"
  }
}

extension LineItem: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("amount", money)
    writer.member("category", category)
    writer.member("name", name)
    writer.member("quantity", quantity)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    money = try reader.member("amount")
    category = try reader.member("category")
    name = try reader.member("name")
    quantity = try reader.member("quantity")
  }
}

extension LineItem {
  fileprivate func words(computedAs expression: String?) -> String {
    let count = quantity.map { " × \($0)" } ?? ""
    return name + count + ", \(money.description.computed(as: expression))" + (category.map { ", \($0)" } ?? "")
  }
}
