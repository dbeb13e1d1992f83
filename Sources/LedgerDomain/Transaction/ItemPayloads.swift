internal import LedgerBytes

// The payloads of line items, and of duplicates told apart.

extension EventType {
  /// A line item was added, or brought back.
  public static let lineItemAdded = EventType(
    "LineItemAdded", TransactionEvent.lineItemAdded, canUndo: true,
    lifts: [
      // 2: the computation that gave the amount.
      nil
    ])
  /// A line item was changed.
  public static let lineItemChanged = EventType(
    "LineItemChanged", TransactionEvent.lineItemChanged, canUndo: true,
    lifts: [
      // 2: the computation that gave the amount.
      nil
    ])
  /// A line item was removed.
  public static let lineItemRemoved = EventType(
    "LineItemRemoved", TransactionEvent.lineItemRemoved, canUndo: true)
  /// A person decided that two transactions are two.
  public static let duplicateDismissed = EventType(
    "DuplicateDismissed", TransactionEvent.duplicateDismissed, canUndo: true)
  /// A person took the mark back.
  public static let duplicateReopened = EventType(
    "DuplicateReopened", TransactionEvent.duplicateReopened, canUndo: true)
}

// The members of the item follow those of the event around `item`, in the order of the keys.
extension LineItemAdded: PayloadObject {
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
}

extension LineItemChanged: PayloadObject {
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
}

extension LineItemRemoved: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("from", from)
    writer.member("item", item)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    from = try reader.member("from")
    item = try reader.member("item")
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

extension DuplicateDismissed: PayloadObject {
  func members(_ writer: inout JSONWriter) { writer.member("of", of) }

  init(members reader: inout PayloadReader) throws(JSONError) { of = try reader.member("of") }
}

extension DuplicateReopened: PayloadObject {
  func members(_ writer: inout JSONWriter) { writer.member("of", of) }

  init(members reader: inout PayloadReader) throws(JSONError) { of = try reader.member("of") }
}
