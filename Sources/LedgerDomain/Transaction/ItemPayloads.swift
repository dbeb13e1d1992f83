internal import LedgerBytes

// The payloads of line items, and of duplicates told apart.

extension EventType {
  /// A line item was added, or brought back.
  public static let lineItemAdded = EventType("LineItemAdded", TransactionEvent.lineItemAdded, canUndo: true)
  /// A line item was changed.
  public static let lineItemChanged = EventType(
    "LineItemChanged", TransactionEvent.lineItemChanged, canUndo: true)
  /// A line item was removed.
  public static let lineItemRemoved = EventType(
    "LineItemRemoved", TransactionEvent.lineItemRemoved, canUndo: true)
  /// A person decided that two transactions are two.
  public static let duplicateDismissed = EventType(
    "DuplicateDismissed", TransactionEvent.duplicateDismissed, canUndo: true)
  /// That decision was taken back.
  public static let duplicateReopened = EventType(
    "DuplicateReopened", TransactionEvent.duplicateReopened, canUndo: true)
}

extension LineItemAdded: EventPayload {
  func members(_ writer: inout JSONWriter) {
    content.members(&writer) { writer in writer.member("item", item.id) }
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var item: UniqueID?
    var content = LineItemMembers()
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "item": try reader.fill(&item, try reader.readID("item"), "item")
      default: try content.take(key, from: &reader)
      }
    }
    self.init(item: LineItemID(try reader.need(item, "item")), content: try content.item(reader))
  }
}

extension LineItemChanged: EventPayload {
  func members(_ writer: inout JSONWriter) {
    if let money {
      writer.key("amount")
      writer.object { writer in
        writer.member("from", money.from.map { Amount($0) })
        writer.member("to", money.to.map { Amount($0) })
      }
    }
    writer.member("category", category)
    writer.member("item", item.id)
    writer.member("name", name)
    writer.member("quantity", quantity)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var item: UniqueID?
    var name: TextChange?
    var quantity: TextChange?
    var money: MoneyChange?
    var category: TextChange?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "amount": try reader.fill(&money, try MoneyChange(from: &reader), "amount")
      case "category": try reader.fill(&category, try TextChange(from: &reader), "category")
      case "item": try reader.fill(&item, try reader.readID("item"), "item")
      case "name": try reader.fill(&name, try TextChange(from: &reader), "name")
      case "quantity": try reader.fill(&quantity, try TextChange(from: &reader), "quantity")
      default: try reader.skipValue()
      }
    }
    self.init(
      item: LineItemID(try reader.need(item, "item")), name: name, quantity: quantity, money: money,
      category: category)
  }
}

extension MoneyChange {
  init(from reader: inout JSONReader) throws(JSONError) {
    var from: Money?
    var to: Money?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "from": try reader.fill(&from, try reader.readMoney(), "from")
      case "to": try reader.fill(&to, try reader.readMoney(), "to")
      default: try reader.skipValue()
      }
    }
    self.init(from: from, to: to)
  }
}

extension LineItemRemoved: EventPayload {
  func members(_ writer: inout JSONWriter) {
    if let from {
      writer.key("from")
      writer.object { writer in from.members(&writer) { _ in } }
    }
    writer.member("item", item.id)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var item: UniqueID?
    var from: LineItem?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "from":
        var content = LineItemMembers()
        try reader.readObject { (reader, key) throws(JSONError) in try content.take(key, from: &reader) }
        try reader.fill(&from, try content.item(reader), "from")
      case "item": try reader.fill(&item, try reader.readID("item"), "item")
      default: try reader.skipValue()
      }
    }
    self.init(item: LineItemID(try reader.need(item, "item")), from: from)
  }
}

extension LineItem {
  /// Its members, with what else stands between `category` and `name`.
  fileprivate func members(_ writer: inout JSONWriter, _ between: (inout JSONWriter) -> Void) {
    writer.member("amount", Amount(money))
    writer.member("category", category)
    between(&writer)
    writer.member("name", name)
    writer.member("quantity", quantity)
  }
}

/// The members of a line item, as far as they were read.
private struct LineItemMembers {
  var name: String?
  var quantity: String?
  var money: Money?
  var category: String?

  mutating func take(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
    switch key {
    case "amount": try reader.fill(&money, try reader.readMoney(), "amount")
    case "category": try reader.fill(&category, try reader.readPayloadText(), "category")
    case "name": try reader.fill(&name, try reader.readPayloadText(), "name")
    case "quantity": try reader.fill(&quantity, try reader.readPayloadText(), "quantity")
    default: try reader.skipValue()
    }
  }

  func item(_ reader: JSONReader) throws(JSONError) -> LineItem {
    LineItem(
      name: try reader.need(name, "name"), quantity: quantity, money: try reader.need(money, "amount"),
      category: category)
  }
}

extension DuplicateDismissed: EventPayload {
  func members(_ writer: inout JSONWriter) { writer.member("of", of.id) }

  init(from reader: inout JSONReader) throws(JSONError) { self.init(of: try reader.readOther()) }
}

extension DuplicateReopened: EventPayload {
  func members(_ writer: inout JSONWriter) { writer.member("of", of.id) }

  init(from reader: inout JSONReader) throws(JSONError) { self.init(of: try reader.readOther()) }
}

extension JSONReader {
  /// The other transaction of a pair.
  fileprivate mutating func readOther() throws(JSONError) -> TransactionID {
    var other: UniqueID?
    try readObject { (reader, key) throws(JSONError) in
      switch key {
      case "of": try reader.fill(&other, try reader.readID("of"), "of")
      default: try reader.skipValue()
      }
    }
    return TransactionID(try need(other, "of"))
  }
}
