internal import LedgerBytes

/// An event on the stream of a rule of recurring transactions (Design, section 5).
public enum RuleEvent: Hashable, Sendable {
  case ruleCreated(RuleCreated)
  case ruleChanged(RuleChanged)
  case recurrenceGenerated(RecurrenceGenerated)
  case ruleSplit(RuleSplit)
  case ruleDeleted(RuleDeleted)
  case ruleRestored
}

extension RuleEvent: KindEvent {
  static let streamKind = StreamKind.rule

  static let types: [EventType] = [
    .ruleCreated, .ruleChanged, .recurrenceGenerated, .ruleSplit, .ruleDeleted, .ruleRestored,
  ]

  var event: RecordEvent { .rule(self) }

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
  public static let ruleCreated = EventType(
    "RuleCreated", RuleEvent.ruleCreated,
    lifts: [
      // 2: the arriving half of a transfer. Before, no transfer between two accounts recurred.
      nil,
      // 3: the computation that gave the amount.
      nil,
    ])
  /// A rule was changed.
  public static let ruleChanged = EventType(
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
  public static let recurrenceGenerated = EventType("RecurrenceGenerated", RuleEvent.recurrenceGenerated)
  /// Another rule governs from a date on.
  public static let ruleSplit = EventType("RuleSplit", RuleEvent.ruleSplit)
  /// A rule was deleted.
  public static let ruleDeleted = EventType("RuleDeleted", RuleEvent.ruleDeleted, canUndo: true)
  /// The deletion of a rule was undone.
  public static let ruleRestored = EventType("RuleRestored", RuleEvent.ruleRestored, canUndo: true)
}

/// A rule was created. Two devices that split a series on one date create one rule.
public struct RuleCreated: Hashable, Sendable {
  /// The first rule of its series: itself, unless a split began it.
  public let series: RuleID
  /// The date of the split from which it governs the series, or `nil` for the first rule.
  public let since: CivilDate?
  /// The transaction that the rule was made from with its nominal date, which is never generated.
  ///
  /// `nil` if the rule was made without a transaction.
  public let template: RuleInstance?
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
    series: RuleID, since: CivilDate?, template: RuleInstance?, terms: RuleTerms, enabled: Bool, on: CivilDate,
    expression: String? = nil
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

extension RuleCreated: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("account", terms.account)
    writer.member("amount", terms.money)
    writer.member("category", terms.category)
    writer.member("enabled", enabled)
    writer.member("end", terms.end)
    writer.member("expression", expression)
    writer.member("frequency", terms.frequency)
    writer.member("group", terms.group)
    writer.member("interval", terms.interval)
    writer.member("kind", terms.kind)
    writer.member("monthEnd", terms.monthEnd)
    writer.member("note", terms.note)
    writer.member("on", on)
    writer.member("paid", terms.flags.paid)
    writer.member("payment", terms.payment)
    writer.member("received", terms.received)
    writer.member("reimbursed", terms.flags.reimbursed)
    writer.member("series", series)
    writer.member("since", since)
    writer.member("start", terms.start)
    writer.member("tags", terms.tags)
    writer.member("template", template)
    writer.member("toAccount", terms.toAccount)
    writer.member("vendor", terms.vendor)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    let account: String? = try reader.member("account")
    let money: Money = try reader.member("amount")
    let category: String? = try reader.member("category")
    enabled = try reader.member("enabled")
    let end: CivilDate? = try reader.member("end")
    expression = try reader.member("expression")
    let frequency: Frequency = try reader.member("frequency")
    let group: GroupID? = try reader.member("group")
    let interval: Int = try reader.member("interval")
    let kind: TransactionKind = try reader.member("kind")
    let monthEnd: MonthEndPolicy = try reader.member("monthEnd")
    let note: String? = try reader.member("note")
    on = try reader.member("on")
    let paid: Bool? = try reader.member("paid")
    let payment: PaymentMethod? = try reader.member("payment")
    let received: Money? = try reader.member("received")
    let flags = Flags(paid: paid, reimbursed: try reader.member("reimbursed"))
    series = try reader.member("series")
    since = try reader.member("since")
    let start: CivilDate = try reader.member("start")
    let tags: [String] = try reader.list("tags")
    template = try reader.member("template")
    let toAccount: String? = try reader.member("toAccount")
    terms = RuleTerms(
      frequency: frequency, interval: interval, start: start, end: end, monthEnd: monthEnd, kind: kind,
      money: money, vendor: try reader.member("vendor"), category: category, payment: payment, group: group,
      note: note, account: account, toAccount: toAccount, received: received, tags: tags, flags: flags)
  }

  var summary: String {
    [
      terms.accountWords ?? terms.vendor ?? terms.category, terms.amountWords(computedAs: expression),
      terms.cadenceWord, "from \((since ?? terms.start).iso)", enabled ? nil : "paused",
    ].compactMap { $0 }.joined(separator: ", ")
  }
}

extension RuleCreated {
  fileprivate var fault: String? {
    (1...PayloadLimits.intervalPeriodsMax).contains(terms.interval) ? nil : "its interval is out of its range"
  }
}

/// A rule was split: from a date on, another rule governs the series ("this and future").
public struct RuleSplit: Hashable, Sendable {
  /// The first date of the new rule.
  public let date: CivilDate
  /// The new rule.
  public let rule: RuleID
  /// The civil date on the device that recorded it.
  public let on: CivilDate
}

extension RuleSplit: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("date", date)
    writer.member("on", on)
    writer.member("rule", rule)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    date = try reader.member("date")
    on = try reader.member("on")
    rule = try reader.member("rule")
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

/// A rule was deleted. The same batch deletes each transaction that the scope includes.
public struct RuleDeleted: Hashable, Sendable {
  /// The part of its transactions that was deleted with it.
  public let scope: RuleDeletionScope
  /// How many transactions were deleted with it, for the sentences of an audit.
  public let transactions: Int
  /// The command's today. With `future`, transactions from this date on are deleted.
  public let on: CivilDate
}

extension RuleDeleted: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("on", on)
    writer.member("scope", scope)
    writer.member("transactions", transactions)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    on = try reader.member("on")
    scope = try reader.member("scope")
    transactions = try reader.member("transactions")
  }

  var summary: String {
    scope == .rule ? "the rule alone" : "with \(transactions) transactions from \(on.iso) on"
  }
}
