internal import LedgerBytes

/// Everything that can happen to an account.
public enum AccountEvent: Hashable, Sendable {
  case accountOpened(Opened)
  case accountRenamed(Renamed)
  case accountMoved(Moved)
  case accountClosed
  case accountReopened
  case accountWithdrawn
}

extension AccountEvent: KindEvent {
  static let streamKind = StreamKind.account

  static let types: [EventType] = [
    .accountOpened, .accountRenamed, .accountMoved, .accountClosed, .accountReopened, .accountWithdrawn,
  ]

  var event: LedgerEvent { .account(self) }

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

  var impliedID: UniqueID? {
    if case .accountOpened(let opened) = self { AccountState.id(key: opened.key) } else { nil }
  }
}

extension EventType {
  /// An account was opened.
  package static let accountOpened = EventType("AccountOpened", AccountEvent.accountOpened, canUndo: true)
  /// An account was renamed.
  package static let accountRenamed = EventType("AccountRenamed", AccountEvent.accountRenamed, canUndo: true)
  /// An account got another place.
  package static let accountMoved = EventType("AccountMoved", AccountEvent.accountMoved, canUndo: true)
  /// An account was closed.
  package static let accountClosed = EventType("AccountClosed", AccountEvent.accountClosed, canUndo: true)
  /// A closed account was opened again.
  package static let accountReopened = EventType("AccountReopened", AccountEvent.accountReopened, canUndo: true)
  /// The opening of an account was undone.
  package static let accountWithdrawn = EventType(
    "AccountWithdrawn", AccountEvent.accountWithdrawn, canUndo: true)
}

/// The part an account has in a budget.
public enum AccountKind: String, CaseIterable, Hashable, Sendable {
  /// Its money is there to be budgeted.
  case budget
  /// Its balance is only followed: a mortgage, shares.
  case tracking
}

extension AccountKind: PayloadWord { static let words = PayloadWords<AccountKind>() }

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

extension AccountEvent {
  /// An account was opened. If two devices open it, it is one account, and different terms are a conflict.
  public struct Opened: Hashable, Sendable {
    /// The key (NFC, lower case), which never changes.
    public let key: String
    /// The name people see, NFC.
    public let name: String
    /// Its place among accounts: a smaller rank comes first.
    public let rank: Int64
    /// Its terms.
    public let terms: AccountTerms

    /// Creates the event.
    package init(key: String, name: String, rank: Int64, terms: AccountTerms) {
      self.key = key
      self.name = name
      self.rank = rank
      self.terms = terms
    }
  }

  /// An account got another name. Its key stays.
  public struct Renamed: Hashable, Sendable {
    /// The name before.
    public let from: String
    /// The name after, NFC.
    public let to: String
  }

  /// An account got another place among accounts.
  public struct Moved: Hashable, Sendable {
    /// The rank before.
    public let from: Int64
    /// The rank after.
    public let to: Int64
  }
}

extension AccountEvent.Opened: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    key = try coder.member("key", whole?.key)
    let kind: AccountKind = try coder.member("kind", whole?.terms.kind)
    name = try coder.member("name", whole?.name)
    let on: CivilDate = try coder.member("on", whole?.terms.on)
    terms = AccountTerms(kind: kind, opening: try coder.member("opening", whole?.terms.opening), on: on)
    rank = try coder.member("rank", whole?.rank)
  }

  var summary: String { [name, terms.kind.rawValue, "\(terms.opening) on \(terms.on.iso)"].listed() }
}

extension AccountEvent.Renamed: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    from = try coder.member("from", whole?.from)
    to = try coder.member("to", whole?.to)
  }

  var summary: String { "\(from) → \(to)" }
}

extension AccountEvent.Moved: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    from = try coder.member("from", whole?.from)
    to = try coder.member("to", whole?.to)
  }
}
