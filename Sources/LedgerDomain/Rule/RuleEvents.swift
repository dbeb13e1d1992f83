public import LedgerBytes

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

  /// Its type.
  public var type: EventType { declaredType }

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
  public init(
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

/// A person changed the properties of a rule. A property that did not change is absent.
public struct RuleChanged: Hashable, Sendable {
  /// The unit of time.
  public var frequency: Change<Frequency>?
  /// How many units there are from one occurrence to the next.
  public var interval: Change<Int>?
  /// The date of occurrence 0.
  public var start: Change<CivilDate>?
  /// The last possible date.
  public var end: Change<CivilDate>?
  /// The rule for months that lack the anchor's day.
  public var monthEnd: Change<MonthEndPolicy>?
  /// The direction.
  public var kind: Change<TransactionKind>?
  /// Amount and currency, one value.
  public var money: Change<Money>?
  /// The computation that gave the new amount, or `nil` if the amount was typed as a number or stays.
  public var expression: String?
  /// The payee.
  public var vendor: Change<String>?
  /// The category's key.
  public var category: Change<String>?
  /// How it is paid.
  public var payment: Change<PaymentMethod>?
  /// The group.
  public var group: Change<GroupID>?
  /// Free text.
  public var note: Change<String>?
  /// The account.
  public var account: Change<String>?
  /// The account that a transfer's money arrives in.
  public var toAccount: Change<String>?
  /// The amount that arrives. Without a value it is the amount that leaves.
  public var received: Change<Money>?
  /// Tags put on and taken off.
  public var tags: TagsChanged?
  /// Paid or unpaid.
  public var paid: FlagChange?
  /// Reimbursed or unreimbursed.
  public var reimbursed: FlagChange?
  /// Paused, or resumed.
  public var enabled: Pausing?
  /// Marks a split as undone: the rule continues after it.
  public var rejoined: Rejoining?
  /// The civil date on the device that recorded it.
  public var on: CivilDate

  /// Pausing, or resuming, from a date on.
  public struct Pausing: Hashable, Sendable {
    /// Whether it generated before.
    public let from: Bool
    /// Whether it generates after.
    public let to: Bool
    /// The first date of the pause, or the first after it.
    public let since: CivilDate
    /// The one pause that is meant, by the event that began it.
    ///
    /// That pause then ends on `since`, wherever it ended before, or continues. A pause that ends on its first date has
    /// no effect. If this is `nil`, a new pause begins, or all known pauses end.
    public let pause: EventReference?

    /// Creates the record of a pause or of its end.
    public init(from: Bool, to: Bool, since: CivilDate, pause: EventReference? = nil) {
      self.from = from
      self.to = to
      self.since = since
      self.pause = pause
    }
  }

  /// A split that was undone.
  public struct Rejoining: Hashable, Sendable {
    /// The rule that the split began.
    public let rule: RuleID
    /// The date of the split.
    public let date: CivilDate

    /// Creates the record of a split that was undone.
    public init(rule: RuleID, date: CivilDate) {
      self.rule = rule
      self.date = date
    }
  }

  /// Creates a change that changes nothing yet.
  public init(on: CivilDate) { self.on = on }

  /// Whether nothing changed.
  public var isEmpty: Bool { self == RuleChanged(on: on) }
}

/// A transaction of a rule, with the date that the rule scheduled.
public struct RuleInstance: Hashable, Sendable {
  /// The scheduled date, which stays when a person moves the transaction.
  public let date: CivilDate
  /// The transaction.
  public let transaction: TransactionID

  /// Creates an instance.
  public init(date: CivilDate, transaction: TransactionID) {
    self.date = date
    self.transaction = transaction
  }
}

/// A machine brought a series' transactions up to date with its rules, as far as a date.
///
/// The transactions themselves are recorded, deleted and restored on their own streams, each caused by this event.
public struct RecurrenceGenerated: Hashable, Sendable {
  /// The first date of the stretch.
  public let from: CivilDate
  /// The last date of the stretch.
  public let through: CivilDate
  /// The state of the rule that they follow.
  public let revision: RuleRevision
  /// New instances.
  public let made: [RuleInstance]
  /// Instances that nobody had touched, updated to the rule's present terms.
  public let changed: [RuleInstance]
  /// Instances that nobody had touched and that no longer recur, deleted.
  public let removed: [RuleInstance]
  /// Instances that a rule had deleted and that recur again, restored.
  public let restored: [RuleInstance]
  /// The civil date of the command.
  public let on: CivilDate

  /// Creates the record of a generation.
  public init(
    from: CivilDate, through: CivilDate, revision: RuleRevision, made: [RuleInstance],
    changed: [RuleInstance] = [],
    removed: [RuleInstance] = [], restored: [RuleInstance] = [], on: CivilDate
  ) {
    self.from = from
    self.through = through
    self.revision = revision
    self.made = made
    self.changed = changed
    self.removed = removed
    self.restored = restored
    self.on = on
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

  /// Creates the record of a split.
  public init(date: CivilDate, rule: RuleID, on: CivilDate) {
    self.date = date
    self.rule = rule
    self.on = on
  }
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

  /// Creates the record of a deletion.
  public init(scope: RuleDeletionScope, transactions: Int, on: CivilDate) {
    self.scope = scope
    self.transactions = transactions
    self.on = on
  }
}
