/// Everything that can happen to an account.
public enum AccountEvent: Hashable, Sendable {
  case accountOpened(AccountOpened)
  case accountRenamed(AccountRenamed)
  case accountMoved(AccountMoved)
  case accountClosed
  case accountReopened
  case accountWithdrawn
}

extension AccountEvent: KindEvent {
  static let streamKind = StreamKind.account

  static let types: [EventType] = [
    .accountOpened, .accountRenamed, .accountMoved, .accountClosed, .accountReopened, .accountWithdrawn,
  ]

  /// Its type.
  public var type: EventType { declaredType }

  var event: RecordEvent { .account(self) }

  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .accountOpened(let event): visitor.visit(.accountOpened, event)
    case .accountRenamed(let event): visitor.visit(.accountRenamed, event)
    case .accountMoved(let event): visitor.visit(.accountMoved, event)
    case .accountClosed: visitor.visit(.accountClosed)
    case .accountReopened: visitor.visit(.accountReopened)
    case .accountWithdrawn: visitor.visit(.accountWithdrawn)
    }
  }
}

/// The part an account has in a budget.
public enum AccountKind: String, CaseIterable, Hashable, Sendable {
  /// Its money is there to be budgeted.
  case budget
  /// Its balance is only followed: a mortgage, shares.
  case tracking
}

/// The terms an account was opened on, which are decided together.
public struct AccountTerms: Hashable, Sendable {
  /// Whether its money is budgeted.
  public let kind: AccountKind
  /// The balance it began with. It also gives the account's currency.
  public let opening: Money
  /// The civil date of that balance.
  public let on: CivilDate

  /// Creates terms.
  public init(kind: AccountKind, opening: Money, on: CivilDate) {
    self.kind = kind
    self.opening = opening
    self.on = on
  }
}

/// An account was opened. If two devices open it, it is one account, and different terms are a conflict.
public struct AccountOpened: Hashable, Sendable {
  /// The key (NFC, lower case), which never changes.
  public let key: String
  /// The name people see, NFC.
  public let name: String
  /// Its place among accounts: a smaller rank comes first.
  public let rank: Int64
  /// Its terms.
  public let terms: AccountTerms

  /// Creates the event.
  public init(key: String, name: String, rank: Int64, terms: AccountTerms) {
    self.key = key
    self.name = name
    self.rank = rank
    self.terms = terms
  }
}

/// An account got another name. Its key stays.
public struct AccountRenamed: Hashable, Sendable {
  /// The name before.
  public let from: String
  /// The name after, NFC.
  public let to: String

  /// Creates the event.
  public init(from: String, to: String) {
    self.from = from
    self.to = to
  }
}

/// An account got another place among accounts.
public struct AccountMoved: Hashable, Sendable {
  /// The rank before.
  public let from: Int64
  /// The rank after.
  public let to: Int64

  /// Creates the event.
  public init(from: Int64, to: Int64) {
    self.from = from
    self.to = to
  }
}
