internal import LedgerBytes

extension EventType {
  /// A transaction was found to be a row of a bank's statement.
  public static let bankRowLinked = EventType("BankRowLinked", TransactionEvent.bankRowLinked, canUndo: true)
  /// The link to a bank's row was removed.
  public static let bankRowUnlinked = EventType(
    "BankRowUnlinked", TransactionEvent.bankRowUnlinked, canUndo: true)
  /// Another transaction records the same movement of money.
  public static let transactionMerged = EventType("TransactionMerged", TransactionEvent.transactionMerged)
}

extension BankRowLinked: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("account", account)
    writer.member("amount", money)
    writer.member("bankID", bankID)
    writer.member("booked", isBooked)
    writer.member("date", date)
    writer.member("file", file)
    writer.member("line", line)
    writer.member("otherDate", otherDate)
    writer.member("payee", payee)
    writer.member("row", row)
    writer.member("text", text)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    account = try reader.member("account")
    money = try reader.member("amount")
    bankID = try reader.member("bankID")
    isBooked = try reader.member("booked")
    date = try reader.member("date")
    file = try reader.member("file")
    line = try reader.member("line")
    otherDate = try reader.member("otherDate")
    payee = try reader.member("payee")
    row = try reader.member("row")
    text = try reader.member("text")
  }
}

extension BankRowUnlinked: PayloadObject {
  func members(_ writer: inout JSONWriter) { writer.member("row", row) }

  init(members reader: inout PayloadReader) throws(JSONError) { row = try reader.member("row") }
}

extension TransactionMerged: PayloadObject {
  func members(_ writer: inout JSONWriter) { writer.member("into", into) }

  init(members reader: inout PayloadReader) throws(JSONError) { into = try reader.member("into") }
}
