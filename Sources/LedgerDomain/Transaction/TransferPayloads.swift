internal import LedgerBytes

extension EventType {
  /// Money was moved from one account to another.
  public static let transferRecorded = EventType(
    "TransferRecorded", TransactionEvent.transferRecorded,
    lifts: [
      // 2: the computations that gave the amounts.
      nil
    ])
  /// The arriving half of a transfer was changed.
  public static let transferChanged = EventType(
    "TransferChanged", TransactionEvent.transferChanged, canUndo: true,
    lifts: [
      // 2: the computation that gave the amount.
      nil
    ])
}

extension TransferRecorded: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("account", account)
    writer.member("amount", money)
    writer.member("category", category)
    writer.member("date", date)
    writer.member("expression", expression)
    writer.member("note", note)
    writer.member("on", on)
    writer.member("origin", origin)
    writer.member("received", received)
    writer.member("receivedExpression", receivedExpression)
    writer.member("tags", tags)
    writer.member("toAccount", toAccount)
    writer.member("vendor", vendor)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    account = try reader.member("account")
    money = try reader.member("amount")
    category = try reader.member("category")
    date = try reader.member("date")
    expression = try reader.remarkIfPresent("expression")
    note = try reader.member("note")
    on = try reader.member("on")
    origin = try reader.member("origin")
    received = try reader.member("received")
    receivedExpression = try reader.remarkIfPresent("receivedExpression")
    tags = try reader.list("tags")
    toAccount = try reader.member("toAccount")
    vendor = try reader.member("vendor")
  }
}

extension TransferChanged: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("expression", expression)
    writer.member("received", received)
    writer.member("toAccount", toAccount)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    expression = try reader.remarkIfPresent("expression")
    received = try reader.member("received")
    toAccount = try reader.member("toAccount")
  }
}
