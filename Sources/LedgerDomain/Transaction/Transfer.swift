/// A transfer to record (FF-16).
public struct TransferRequest: Hashable, Sendable {
  /// The amount that leaves the first account, above zero.
  public var money: Money
  /// The amount that arrives, if the accounts are kept in different currencies.
  public var received: Money?
  /// The date.
  public var date: CivilDate
  /// The account that the money leaves.
  public var account: String
  /// The account that the money arrives in.
  public var toAccount: String
  /// The category's key, which a transfer from a budget account to a tracking account needs.
  public var category: String?
  /// The text of the bank.
  public var vendor: String?
  /// Free text.
  public var note: String?
  /// Tags as typed.
  public var tags: [String]
  /// Typed or imported.
  public var origin: RecordOrigin
  /// The computations that gave the amounts.
  public var expressions = TransferRequest.Expressions()

  /// Creates a request to record a transfer.
  public init(
    money: Money, received: Money? = nil, date: CivilDate, from account: String, to toAccount: String,
    category: String? = nil, vendor: String? = nil, note: String? = nil, tags: [String] = [],
    origin: RecordOrigin = .manual
  ) {
    self.money = money
    self.received = received
    self.date = date
    self.account = account
    self.toAccount = toAccount
    self.category = category
    self.vendor = vendor
    self.note = note
    self.tags = tags
    self.origin = origin
  }
}

extension TransferRequest {
  /// The computations that gave a transfer's amounts. One is `nil` if its amount was typed as it is.
  public struct Expressions: Hashable, Sendable {
    /// The computation of the amount that leaves the first account, such as `90/3`.
    public var money: String?
    /// The computation of the amount that arrives.
    public var received: String?

    /// Creates the computations of a transfer.
    public init(money: String? = nil, received: String? = nil) {
      self.money = money
      self.received = received
    }
  }
}

/// The changes of a transfer's halves, which are checked together. A property that is `nil` stays.
public struct TransferEdit: Hashable, Sendable {
  /// The amount that leaves the first account.
  public var money: Money?
  /// The amount that arrives.
  public var received: Money?
  /// The account that the money leaves.
  public var account: String?
  /// The account that the money arrives in.
  public var toAccount: String?
  /// The category's key.
  public var category: String?
  /// The computations that gave the amounts.
  public var expressions = TransferRequest.Expressions()
  /// Whether it turns the transaction into a transfer.
  package var changesKind = false

  /// Creates the changes of a transfer.
  public init(
    money: Money? = nil, received: Money? = nil, account: String? = nil, toAccount: String? = nil,
    category: String? = nil
  ) {
    self.money = money
    self.received = received
    self.account = account
    self.toAccount = toAccount
    self.category = category
  }
}
