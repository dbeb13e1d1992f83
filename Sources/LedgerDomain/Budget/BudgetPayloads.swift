internal import LedgerBytes

// The payloads of a budget's events.

extension EventType {
  /// A category was budgeted.
  public static let categoryBudgeted = EventType(
    "CategoryBudgeted", BudgetEvent.categoryBudgeted, canUndo: true)
  /// A category carries its overspending over, or no longer does.
  public static let categoryCarriesOver = EventType(
    "CategoryCarriesOver", BudgetEvent.categoryCarriesOver, canUndo: true)
}

extension BudgetOrigin: PayloadWord { static let words = PayloadWords<BudgetOrigin>() }

extension CivilMonth: PayloadValue {
  init(from reader: inout PayloadReader) throws(JSONError) {
    self = try reader.value { CivilMonth(iso: String(decoding: $0, as: UTF8.self)) }
  }

  func write(to writer: inout JSONWriter) { writer.string(iso) }
}

extension CategoryBudgeted: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("category", category)
    writer.member("expression", expression)
    writer.member("from", from)
    writer.member("month", month)
    writer.member("origin", origin)
    writer.member("other", other)
    writer.member("to", to)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    category = try reader.member("category")
    expression = try reader.member("expression")
    from = try reader.member("from")
    month = try reader.member("month")
    origin = try reader.member("origin")
    other = try reader.member("other")
    to = try reader.member("to")
  }
}

extension CategoryCarriesOver: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("category", category)
    writer.member("currency", currency)
    writer.member("from", from)
    writer.member("month", month)
    writer.member("to", to)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    category = try reader.member("category")
    currency = try reader.member("currency")
    from = try reader.member("from")
    month = try reader.member("month")
    to = try reader.member("to")
  }
}
