internal import LedgerBytes

/// The source of a transaction without a draft.
public enum RecordOrigin: String, CaseIterable, Hashable, Sendable {
  case manual
  case recurring
  case imported
}

extension TransactionEvent {
  /// A transaction was recorded whole, without a draft.
  public struct Recorded: Hashable, Sendable {
    /// Typed, generated or imported.
    public let origin: RecordOrigin
    /// The civil date on the device that recorded it.
    public let on: CivilDate
    /// Expense, income or transfer.
    public let kind: TransactionKind
    /// The amount, positive in the direction of its kind.
    public let money: Money
    /// The date of issue.
    public let date: CivilDate
    /// The payee, or the payer of an income.
    public let vendor: String?
    /// The category's key.
    public let category: String?
    /// How it was paid.
    public let payment: PaymentMethod?
    /// Free text.
    public let note: String?
    /// The account, free text.
    public let account: String?
    /// The account that a recurring transfer's money arrives in. Only used together with `recurrence`.
    public let toAccount: String?
    /// The amount that arrives, or `nil` if the amount that leaves arrives. Only used together with `recurrence`.
    public let received: Money?
    /// Tags, normalized and sorted.
    public let tags: [String]
    /// Flags.
    public let flags: TransactionFlags
    /// The group that the rule files it into. Only used together with `recurrence`.
    public let group: GroupID?
    /// The rule and date that it was generated for, or `nil` if no rule generated it.
    public let recurrence: RecurrenceOrigin?
    /// The computation that gave the amount, as typed, or `nil` if the amount was typed as it is.
    public let expression: String?

    /// Creates the record of a whole transaction.
    package init(
      origin: RecordOrigin, on: CivilDate, kind: TransactionKind, money: Money, date: CivilDate,
      vendor: String? = nil, category: String? = nil, payment: PaymentMethod? = nil, note: String? = nil,
      account: String? = nil, toAccount: String? = nil, received: Money? = nil, tags: [String] = [],
      flags: TransactionFlags = TransactionFlags(), group: GroupID? = nil,
      recurrence: RecurrenceOrigin? = nil, expression: String? = nil
    ) {
      self.origin = origin
      self.on = on
      self.kind = kind
      self.money = money
      self.date = date
      self.vendor = vendor
      self.category = category
      self.payment = payment
      self.note = note
      self.account = account
      self.toAccount = toAccount
      self.received = received
      self.tags = tags
      self.flags = flags
      self.group = group
      self.recurrence = recurrence
      self.expression = expression
    }
  }

  /// A transaction went into a group, or out of every group.
  public struct Filed: Hashable, Sendable {
    /// The group before, or `nil` for Unfiled.
    public let from: GroupID?
    /// The group after, or `nil` for Unfiled.
    public let to: GroupID?

    /// Creates the record of a filing.
    package init(from: GroupID?, to: GroupID?) {
      self.from = from
      self.to = to
    }
  }

  /// Tags were put on and taken off.
  public struct TagsChanged: Hashable, Sendable {
    /// Tags put on, normalized and sorted.
    public let added: [String]
    /// Tags taken off, normalized and sorted.
    public let removed: [String]

    /// Creates the record of changed tags.
    package init(added: [String], removed: [String]) {
      self.added = added
      self.removed = removed
    }
  }

  /// Flags were set or cleared. A flag group that did not change is absent.
  public struct FlagsChanged: Hashable, Sendable {
    /// The change of paid and unpaid.
    public let paid: FlagChange?
    /// The change of reimbursed and unreimbursed.
    public let reimbursed: FlagChange?

    /// Creates the record of changed flags.
    package init(paid: FlagChange?, reimbursed: FlagChange?) {
      self.paid = paid
      self.reimbursed = reimbursed
    }
  }
}

extension TransactionEvent.Recorded: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    account = try coder.member("account", whole?.account)
    money = try coder.member("amount", whole?.money)
    category = try coder.member("category", whole?.category)
    date = try coder.member("date", whole?.date)
    expression = try coder.remarkIfPresent("expression", whole?.expression)
    group = try coder.member("group", whole?.group)
    kind = try coder.member("kind", whole?.kind)
    note = try coder.member("note", whole?.note)
    on = try coder.member("on", whole?.on)
    origin = try coder.member("origin", whole?.origin)
    let paid: Bool? = try coder.member("paid", whole?.flags.paid)
    payment = try coder.member("payment", whole?.payment)
    received = try coder.member("received", whole?.received)
    recurrence = try coder.member("recurrence", whole?.recurrence)
    flags = TransactionFlags(paid: paid, reimbursed: try coder.member("reimbursed", whole?.flags.reimbursed))
    tags = try coder.list("tags", whole?.tags)
    toAccount = try coder.member("toAccount", whole?.toAccount)
    vendor = try coder.member("vendor", whole?.vendor)
  }

  var summary: String {
    [vendor, money.description.computed(as: expression), date.iso, category, payment?.rawValue]
      .compactMap { $0 }.listed()
  }

  var software: String? {
    switch origin {
    case .manual: nil
    case .recurring: EventActor.rule.text
    case .imported: "import"
    }
  }
}

extension TransactionEvent.Filed: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    from = try coder.member("from", whole?.from)
    to = try coder.member("to", whole?.to)
  }

  var summary: String { to.map { "into group \($0.description.prefix(8))" } ?? "to Unfiled" }
}

extension TransactionEvent.TagsChanged: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    added = try coder.list("added", whole?.added)
    removed = try coder.list("removed", whole?.removed)
  }

  var summary: String {
    (added.map { "+\($0)" } + removed.map { "-\($0)" }).listed(" ")
  }
}

/// The two flag groups, each with at most one of two flags (ET-09).
public struct TransactionFlags: Hashable, Sendable {
  /// Whether it was paid, or `nil` if that is not set.
  public var paid: Bool?
  /// Whether it was reimbursed, or `nil` if that is not set.
  public var reimbursed: Bool?

  /// Creates flags, unset by default.
  public init(paid: Bool? = nil, reimbursed: Bool? = nil) {
    self.paid = paid
    self.reimbursed = reimbursed
  }

  /// Creates flags with these settings, of which a later one overrides an earlier one.
  package init(_ settings: [FlagSetting]) {
    for setting in settings { apply(setting) }
  }

  /// The flags by their names, in the order paid, reimbursed.
  public var names: [String] {
    var names: [String] = []
    if let paid { names.append(paid ? "paid" : "unpaid") }
    if let reimbursed { names.append(reimbursed ? "reimbursed" : "unreimbursed") }
    return names
  }
}

extension TransactionEvent.FlagsChanged: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    paid = try coder.member("paid", whole?.paid)
    reimbursed = try coder.member("reimbursed", whole?.reimbursed)
  }

  var summary: String {
    let paid = paid.map { $0.to.map { $0 ? "paid" : "unpaid" } ?? "paid: not set" }
    let reimbursed = reimbursed.map {
      $0.to.map { $0 ? "reimbursed" : "unreimbursed" } ?? "reimbursed: not set"
    }
    return [paid, reimbursed].compactMap { $0 }.listed()
  }
}
