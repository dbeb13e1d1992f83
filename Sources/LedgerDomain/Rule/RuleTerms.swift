public import LedgerBytes

/// The properties of a rule: how often it recurs, and the values of its transactions.
///
///     var terms = RuleTerms(frequency: .monthly, start: book.today, money: rent, vendor: "Rent")
///     terms.category = "other"
///     let rule = try book.createRule(RuleRequest(terms: terms))
public struct RuleTerms: Hashable, Sendable {
  /// The unit of time.
  public var frequency: RecurrenceFrequency
  /// How many units there are from one occurrence to the next, from 1.
  public var interval: Int
  /// The date of occurrence 0, from which all others are computed.
  public var start: CivilDate
  /// The last possible date, or `nil` if it never ends.
  public var end: CivilDate?
  /// The rule for months that lack the anchor's day.
  public var monthEnd: Recurrence.MonthEndPolicy

  /// Expense, income or transfer.
  public var kind: TransactionKind
  /// The amount, positive in the direction of its kind.
  public var money: Money
  /// The payee, or the payer of an income.
  public var vendor: String?
  /// The category's key.
  public var category: String?
  /// How it is paid.
  public var payment: PaymentMethod?
  /// The group that instances are filed into, or `nil` for Unfiled.
  public var group: GroupID?
  /// Free text.
  public var note: String?
  /// The account, free text.
  public var account: String?
  /// The account that a transfer's money arrives in, or `nil` if it is not known.
  public var toAccount: String?
  /// The amount that arrives, or `nil` if the amount that leaves arrives.
  public var received: Money?
  /// Tags, normalized and sorted.
  public var tags: [String]
  /// Flags.
  public var flags: TransactionFlags

  /// Creates the properties of a rule.
  public init(
    frequency: RecurrenceFrequency, interval: Int = 1, start: CivilDate, end: CivilDate? = nil,
    monthEnd: Recurrence.MonthEndPolicy = .clamp, kind: TransactionKind = .expense, money: Money,
    vendor: String? = nil,
    category: String? = nil, payment: PaymentMethod? = nil, group: GroupID? = nil, note: String? = nil,
    account: String? = nil, toAccount: String? = nil, received: Money? = nil, tags: [String] = [],
    flags: TransactionFlags = TransactionFlags()
  ) {
    self.frequency = frequency
    self.interval = interval
    self.start = start
    self.end = end
    self.monthEnd = monthEnd
    self.kind = kind
    self.money = money
    self.vendor = vendor
    self.category = category
    self.payment = payment
    self.group = group
    self.note = note
    self.account = account
    self.toAccount = toAccount
    self.received = received
    self.tags = tags
    self.flags = flags
  }

  /// The dates on which it recurs.
  ///
  /// It is `nil` if the rule ends before it starts, which concurrent changes of two devices can cause.
  public var recurrence: Recurrence? {
    Recurrence(frequency: frequency, interval: interval, anchor: start, end: end, monthEnd: monthEnd)
  }

  /// Returns the transaction of one date, with the values of the rule.
  func recorded(
    _ nominal: CivilDate, on today: CivilDate, following recurrence: RecurrenceOrigin
  ) -> TransactionEvent.Recorded {
    TransactionEvent.Recorded(
      origin: .recurring, on: today, kind: kind, money: money, date: nominal, vendor: vendor,
      category: category, payment: payment, note: note, account: account, toAccount: toAccount,
      received: received, tags: tags, flags: flags, group: group, recurrence: recurrence)
  }
}

/// A rule's identifier.
public struct RuleID: RecordIdentifier {
  /// The identifier of its stream.
  public let id: UniqueID

  /// Creates the rule's identifier from that of its stream.
  public init(_ id: UniqueID) { self.id = id }

  /// Returns the rule that a split on that date begins, alike on every device.
  package static func derived(series: RuleID, splitOn date: CivilDate) -> RuleID {
    RuleID(UniqueID.derived(kind: StreamKind.rule.rawValue, parts: [series.description, date.iso]))
  }

  /// Returns the rule that a transaction begins for the nth time, counted from 0, alike on every device.
  package static func derived(from template: TransactionID, number: Int) -> RuleID {
    RuleID(UniqueID.derived(kind: "recurring", parts: [template.description, "\(number)"]))
  }

  /// Returns the id of the transaction that a series generates for a date.
  ///
  /// Every device computes the same id, so two devices that generate the same date make one transaction.
  package func instance(on nominal: CivilDate) -> TransactionID {
    TransactionID(
      UniqueID.derived(kind: "instance", count: 47) { parts in
        id.write(to: UnsafeMutableRawBufferPointer(rebasing: parts[0..<36]))
        parts[36] = 0
        nominal.write(to: UnsafeMutableRawBufferPointer(rebasing: parts[37..<47]))
      })
  }

  /// Its stream.
  public var stream: StreamID { StreamID(kind: StreamKind.rule.rawValue, id: id) }
}
