public import LedgerBytes

extension TransactionEvent {
  /// A row of a bank's statement, as the transaction that records it keeps it.
  public struct BankRowLinked: Hashable, Sendable {
    /// The identity of the row: the same on every device and in every file that contains the row.
    public let row: UniqueID
    /// The name of the file, without its folder.
    public let file: String
    /// The line of the file where the row begins, from 1.
    public let line: Int
    /// The bank's identifier of the movement.
    public let bankID: String?
    /// The account in the ledger that the file was imported into.
    public let account: String?
    /// The booking date.
    public let date: CivilDate
    /// The value date, or another date that the row has.
    public let otherDate: CivilDate?
    /// The amount, negative if money left the account.
    public let money: Money
    /// The other party as the bank prints it.
    public let payee: String?
    /// The other texts of the row as the bank prints them.
    public let text: String?
    /// Whether the bank has booked the movement, so that the transaction is cleared.
    public let isBooked: Bool

    /// A row of a bank's statement.
    package init(
      row: UniqueID, file: String, line: Int, bankID: String?, account: String?, date: CivilDate,
      otherDate: CivilDate?, money: Money, payee: String?, text: String?, isBooked: Bool
    ) {
      self.row = row
      self.file = file
      self.line = line
      self.bankID = bankID
      self.account = account
      self.date = date
      self.otherDate = otherDate
      self.money = money
      self.payee = payee
      self.text = text
      self.isBooked = isBooked
    }
  }

  /// The link between a transaction and a bank's row was removed.
  public struct BankRowUnlinked: Hashable, Sendable {
    /// The identity of the row.
    public let row: UniqueID

    /// The link to a row was removed.
    package init(row: UniqueID) { self.row = row }
  }

  /// Another transaction records the same movement of money, so this one counts as deleted.
  ///
  /// The stream is that of the row's own transaction, which another device may have recorded meanwhile.
  public struct Merged: Hashable, Sendable {
    /// The transaction that records the movement.
    public let into: TransactionID

    /// Another transaction records the same movement.
    package init(into: TransactionID) { self.into = into }
  }
}

extension TransactionEvent.BankRowLinked: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    account = try coder.member("account", whole?.account)
    money = try coder.member("amount", whole?.money)
    bankID = try coder.member("bankID", whole?.bankID)
    isBooked = try coder.member("booked", whole?.isBooked)
    date = try coder.member("date", whole?.date)
    file = try coder.member("file", whole?.file)
    line = try coder.member("line", whole?.line)
    otherDate = try coder.member("otherDate", whole?.otherDate)
    payee = try coder.member("payee", whole?.payee)
    row = try coder.member("row", whole?.row)
    text = try coder.member("text", whole?.text)
  }

  var summary: String { ["line \(line) of \(file)", money.description, date.iso].listed() }
}

extension TransactionEvent.BankRowUnlinked: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    row = try coder.member("row", whole?.row)
  }

  var summary: String { "row \(row.description.prefix(8))" }
}

extension TransactionEvent.Merged: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    into = try coder.member("into", whole?.into)
  }

  var summary: String { "into \(into.description.prefix(8))" }
}

extension TransactionState {
  /// The rows of statements that the transaction records, in the order of their identities.
  package var linkedRows: [TransactionEvent.BankRowLinked] {
    bankRows.isEmpty ? [] : bankRows.values.compactMap(\.value).sorted { $0.row < $1.row }
  }

  /// Whether a row was taken off the transaction, by `unmatch` or an undo, and not linked again.
  package var hasLostRow: Bool { bankRows.values.contains { $0.value == nil } }

  mutating func link(_ linked: TransactionEvent.BankRowLinked, _ context: EventContext) {
    bankRows[linked.row, default: FieldRegister()].write(linked, origin: .set, context)
    if linked.isBooked { cleared.write(true, origin: .set, context) }
    deletion.noteChange(context)
  }

  mutating func unlink(_ unlinked: TransactionEvent.BankRowUnlinked, _ context: EventContext) {
    bankRows[unlinked.row, default: FieldRegister()].write(nil, origin: .set, context)
    deletion.noteChange(context)
  }

  mutating func merge(_ merged: TransactionEvent.Merged, _ context: EventContext) {
    mergedInto = merged.into
    deletion.delete(context)
  }

  /// Takes the link to a row back. The clearing goes with it if it came with it.
  func unlink(
    _ row: UniqueID, _ reference: EventReference, _ before: TransactionState,
    _ undoing: inout Undoing<TransactionEvent>
  ) {
    guard undoing.stillWins(bankRows[row] ?? FieldRegister(), reference, "the link to the bank's row") else {
      return
    }
    if let linked = before.bankRows[row]?.value {
      if bankRows[row]?.value != linked { undoing.compensate(reference, with: .bankRowLinked(linked)) }
      return
    }
    guard bankRows[row]?.value != nil else { return }
    undoing.compensate(reference, with: .bankRowUnlinked(TransactionEvent.BankRowUnlinked(row: row)))
    if cleared.winner?.reference == reference, before.cleared.value != true {
      undoing.compensate(reference, with: .transactionUncleared)
    }
  }
}
