internal import LedgerBytes

/// An event on the stream of a rule of recurring transactions (Design, section 5).
public enum RuleEvent: Hashable, Sendable {
  case ruleCreated(Created)
  case ruleChanged(Changed)
  case recurrenceGenerated(Generated)
  case ruleSplit(Split)
  case ruleDeleted(Deleted)
  case ruleRestored
}

extension RuleEvent: KindEvent {
  static let streamKind = StreamKind.rule

  static let types: [EventType] = [
    .ruleCreated, .ruleChanged, .recurrenceGenerated, .ruleSplit, .ruleDeleted, .ruleRestored,
  ]

  var event: LedgerEvent { .rule(self) }

  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .ruleCreated(let event): visitor.visit(.ruleCreated, event)
    case .ruleChanged(let event): visitor.visit(.ruleChanged, event)
    case .recurrenceGenerated(let event): visitor.visit(.recurrenceGenerated, event)
    case .ruleSplit(let event): visitor.visit(.ruleSplit, event)
    case .ruleDeleted(let event): visitor.visit(.ruleDeleted, event)
    case .ruleRestored: visitor.visit(.ruleRestored)
    }
  }

  /// The series of a first rule is its own. A split derives the identifier from the series and the date.
  var impliedID: UniqueID? {
    guard case .ruleCreated(let created) = self else { return nil }
    return (created.since.map { RuleID.derived(series: created.series, splitOn: $0) } ?? created.series).id
  }

  func fault(on stream: UniqueID) -> String? {
    switch self {
    case .ruleCreated(let created):
      created.fault ?? (impliedID == stream ? nil : "it belongs to another rule")
    case .ruleChanged(let changed): changed.fault
    case .recurrenceGenerated(let generated): generated.fault
    case .ruleSplit, .ruleDeleted, .ruleRestored: nil
    }
  }
}

extension EventType {
  /// A rule was created.
  package static let ruleCreated = EventType(
    "RuleCreated", RuleEvent.ruleCreated,
    lifts: [
      // 2: the arriving half of a transfer. Before, no transfer between two accounts recurred.
      nil,
      // 3: the computation that gave the amount.
      nil,
    ])
  /// A rule was changed.
  package static let ruleChanged = EventType(
    "RuleChanged", RuleEvent.ruleChanged, canUndo: true,
    lifts: [
      // 2: one of several pauses can be meant. Before, every pause was meant at once.
      nil,
      // 3: the arriving half of a transfer.
      nil,
      // 4: the computation that gave the amount.
      nil,
    ])
  /// Transactions of a rule were generated.
  package static let recurrenceGenerated = EventType("RecurrenceGenerated", RuleEvent.recurrenceGenerated)
  /// Another rule governs from a date on.
  package static let ruleSplit = EventType("RuleSplit", RuleEvent.ruleSplit)
  /// A rule was deleted.
  package static let ruleDeleted = EventType("RuleDeleted", RuleEvent.ruleDeleted, canUndo: true)
  /// The deletion of a rule was undone.
  package static let ruleRestored = EventType("RuleRestored", RuleEvent.ruleRestored, canUndo: true)
}

extension RuleEvent {
  /// A rule was created. Two devices that split a series on one date create one rule.
  public struct Created: Hashable, Sendable {
    /// The first rule of its series: itself, unless a split began it.
    public let series: RuleID
    /// The date of the split from which it governs the series, or `nil` for the first rule.
    public let since: CivilDate?
    /// The transaction that the rule was made from with its nominal date, which is never generated.
    ///
    /// `nil` if the rule was made without a transaction.
    public let template: RuleEvent.Instance?
    /// The properties of the rule.
    public let terms: RuleTerms
    /// Whether it generates transactions. If not, it begins paused.
    public let enabled: Bool
    /// The computation that gave the amount, such as `900/2`, or `nil` if the amount was typed as a number.
    public let expression: String?
    /// The civil date on the device that recorded it.
    public let on: CivilDate

    /// Creates the record of a new rule.
    package init(
      series: RuleID, since: CivilDate?, template: RuleEvent.Instance?, terms: RuleTerms, enabled: Bool,
      on: CivilDate, expression: String? = nil
    ) {
      self.series = series
      self.since = since
      self.template = template
      self.terms = terms
      self.enabled = enabled
      self.on = on
      self.expression = expression
    }
  }

  /// A rule was split: from a date on, another rule governs the series ("this and future").
  public struct Split: Hashable, Sendable {
    /// The first date of the new rule.
    public let date: CivilDate
    /// The new rule.
    public let rule: RuleID
    /// The civil date on the device that recorded it.
    public let on: CivilDate
  }

  /// A rule was deleted. The same batch deletes each transaction that the scope includes.
  public struct Deleted: Hashable, Sendable {
    /// The part of its transactions that was deleted with it.
    public let scope: RuleDeletionScope
    /// How many transactions were deleted with it, for the sentences of an audit.
    public let transactions: Int
    /// The command's today. With `future`, transactions from this date on are deleted.
    public let on: CivilDate
  }
}

extension RuleEvent.Created: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    let account: String? = try coder.member("account", whole?.terms.account)
    let money: Money = try coder.member("amount", whole?.terms.money)
    let category: String? = try coder.member("category", whole?.terms.category)
    enabled = try coder.member("enabled", whole?.enabled)
    let end: CivilDate? = try coder.member("end", whole?.terms.end)
    expression = try coder.member("expression", whole?.expression)
    let frequency: RecurrenceFrequency = try coder.member("frequency", whole?.terms.frequency)
    let group: GroupID? = try coder.member("group", whole?.terms.group)
    let interval: Int = try coder.member("interval", whole?.terms.interval)
    let kind: TransactionKind = try coder.member("kind", whole?.terms.kind)
    let monthEnd: Recurrence.MonthEndPolicy = try coder.member("monthEnd", whole?.terms.monthEnd)
    let note: String? = try coder.member("note", whole?.terms.note)
    on = try coder.member("on", whole?.on)
    let paid: Bool? = try coder.member("paid", whole?.terms.flags.paid)
    let payment: PaymentMethod? = try coder.member("payment", whole?.terms.payment)
    let received: Money? = try coder.member("received", whole?.terms.received)
    let flags = TransactionFlags(
      paid: paid, reimbursed: try coder.member("reimbursed", whole?.terms.flags.reimbursed))
    series = try coder.member("series", whole?.series)
    since = try coder.member("since", whole?.since)
    let start: CivilDate = try coder.member("start", whole?.terms.start)
    let tags: [String] = try coder.list("tags", whole?.terms.tags)
    template = try coder.member("template", whole?.template)
    let toAccount: String? = try coder.member("toAccount", whole?.terms.toAccount)
    terms = RuleTerms(
      frequency: frequency, interval: interval, start: start, end: end, monthEnd: monthEnd, kind: kind,
      money: money, vendor: try coder.member("vendor", whole?.terms.vendor), category: category,
      payment: payment, group: group,
      note: note, account: account, toAccount: toAccount, received: received, tags: tags, flags: flags)
  }

  var summary: String {
    [
      terms.accountWords ?? terms.vendor ?? terms.category, terms.amountWords(computedAs: expression),
      terms.cadenceWord, "from \((since ?? terms.start).iso)", enabled ? nil : "paused",
    ].compactMap { $0 }.joined(separator: ", ")
  }
}

extension RuleEvent.Created {
  fileprivate var fault: String? {
    (1...PayloadLimits.intervalPeriodsMax).contains(terms.interval) ? nil : "its interval is out of its range"
  }
}

extension RuleEvent.Split: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    date = try coder.member("date", whole?.date)
    on = try coder.member("on", whole?.on)
    rule = try coder.member("rule", whole?.rule)
  }

  var summary: String { "from \(date.iso) on rule \(rule.description.prefix(8))" }
}

/// The choice of what is deleted together with a rule (ET-15).
public enum RuleDeletionScope: String, CaseIterable, Hashable, Sendable {
  /// The rule alone. Generated transactions stay.
  case rule
  /// Its transactions of that day and later, too.
  case future
}

extension RuleEvent.Deleted: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    on = try coder.member("on", whole?.on)
    scope = try coder.member("scope", whole?.scope)
    transactions = try coder.member("transactions", whole?.transactions)
  }

  var summary: String {
    scope == .rule ? "the rule alone" : "with \(transactions) transactions from \(on.iso) on"
  }
}
