internal import LedgerBytes

extension TransactionEvent {
  /// Money was moved from one account of the person to another. It is neither spent nor earned.
  ///
  /// A transfer is cleared once, for both accounts.
  public struct TransferRecorded: Hashable, Sendable {
    /// Typed or imported.
    public let origin: RecordOrigin
    /// The civil date on the device that recorded it.
    public let on: CivilDate
    /// The amount that left the first account.
    public let money: Money
    /// The amount that arrived, or `nil` if the amount that left arrived.
    public let received: Money?
    /// The date of the transfer.
    public let date: CivilDate
    /// The account that the money left.
    public let account: String
    /// The account that the money arrived in.
    public let toAccount: String
    /// The category's key. A transfer from a budget account to a tracking account has one.
    public let category: String?
    /// The text of the bank.
    public let vendor: String?
    /// Free text.
    public let note: String?
    /// Tags, normalized and sorted.
    public let tags: [String]
    /// The computation that gave the amount that left, such as `90/3`, or `nil` if it was typed as it is.
    public let expression: String?
    /// The computation that gave the amount that arrived, or `nil` if it was typed as it is.
    public let receivedExpression: String?

    /// Creates the record of a transfer.
    package init(
      origin: RecordOrigin, on: CivilDate, money: Money, received: Money?, date: CivilDate, account: String,
      toAccount: String, category: String? = nil, vendor: String? = nil, note: String? = nil,
      tags: [String] = [], expression: String? = nil, receivedExpression: String? = nil
    ) {
      self.origin = origin
      self.on = on
      self.money = money
      self.received = received
      self.date = date
      self.account = account
      self.toAccount = toAccount
      self.category = category
      self.vendor = vendor
      self.note = note
      self.tags = tags
      self.expression = expression
      self.receivedExpression = receivedExpression
    }
  }

  /// The arriving half of a transfer was changed. A property that did not change is absent.
  ///
  /// The half that left is changed as any amount and any account are. A one-sided transfer of an older program becomes a
  /// whole one by it.
  public struct TransferChanged: Hashable, Sendable {
    /// The change of the amount that arrived. Without a value it is the amount that left.
    public let received: ChangedValue<Amount>?
    /// The change of the account that the money arrived in.
    public let toAccount: TextChange?
    /// The computation that gave the amount that arrived, or `nil` if it was typed as it is.
    public internal(set) var expression: String?
  }
}

extension TransactionEvent.TransferRecorded: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    account = try coder.member("account", whole?.account)
    money = try coder.member("amount", whole?.money)
    category = try coder.member("category", whole?.category)
    date = try coder.member("date", whole?.date)
    expression = try coder.remarkIfPresent("expression", whole?.expression)
    note = try coder.member("note", whole?.note)
    on = try coder.member("on", whole?.on)
    origin = try coder.member("origin", whole?.origin)
    received = try coder.member("received", whole?.received)
    receivedExpression = try coder.remarkIfPresent("receivedExpression", whole?.receivedExpression)
    tags = try coder.list("tags", whole?.tags)
    toAccount = try coder.member("toAccount", whole?.toAccount)
    vendor = try coder.member("vendor", whole?.vendor)
  }

  /// The transfer in a line: the amounts, the accounts and the date.
  var summary: String {
    let amounts = [
      money.description.computed(as: expression), received?.description.computed(as: receivedExpression),
    ].compactMap { $0 }.joined(separator: " → ")
    return [amounts, "\(account) → \(toAccount)", date.iso, category].compactMap { $0 }.joined(separator: ", ")
  }

  var software: String? { origin == .imported ? "import" : nil }
}

extension TransactionEvent.TransferChanged: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    expression = try coder.remarkIfPresent("expression", whole?.expression)
    received = try coder.member("received", whole?.received)
    toAccount = try coder.member("toAccount", whole?.toAccount)
  }

  /// The changes of the arriving half in a line.
  var summary: String {
    var parts: [String] = []
    if let toAccount { parts.append("to-account \(toAccount.from ?? "none") → \(toAccount.to ?? "none")") }
    if let received {
      func words(_ amount: Amount?) -> String { amount?.money?.description ?? "as sent" }
      parts.append("received \(words(received.from)) → \(words(received.to).computed(as: expression))")
    }
    return parts.joined(separator: ", ")
  }
}

extension String {
  /// Returns the text with the computation that gave it, such as `EUR 30.00 = 90/3`.
  func computed(as expression: String?) -> String { expression.map { "\(self) = \($0)" } ?? self }
}
