public import LedgerBytes

/// What can happen to a rule of recurring transactions (DESIGN 5).
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

  var event: Event { .rule(self) }

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

/// A rule came to be; two devices that split a series on one date make one rule.
public struct RuleCreated: Hashable, Sendable {
  /// The first rule of its series: itself, unless a split began it.
  public let series: RuleID
  /// From when on it governs the series: the date of the split; nil for the first rule.
  public let since: CivilDate?
  /// The transaction that the rule was made from, and the date that it stands for: that date is never generated.
  /// Nil: a rule that begins by itself.
  public let template: RuleInstance?
  /// What it says.
  public let terms: RuleTerms
  /// Whether it generates; else it begins paused.
  public let enabled: Bool
  /// The civil date where it happened.
  public let on: CivilDate

  /// A rule came to be.
  public init(
    series: RuleID, since: CivilDate?, template: RuleInstance?, terms: RuleTerms, enabled: Bool, on: CivilDate
  ) {
    self.series = series
    self.since = since
    self.template = template
    self.terms = terms
    self.enabled = enabled
    self.on = on
  }
}

/// A change of a value; nil is none.
public struct Change<Value: Hashable & Sendable>: Hashable, Sendable {
  /// Before.
  public let from: Value?
  /// After.
  public let to: Value?

  /// A change of a value.
  public init(from: Value?, to: Value?) {
    self.from = from
    self.to = to
  }
}

/// A person changed what a rule says; what did not change is absent.
public struct RuleChanged: Hashable, Sendable {
  /// How often.
  public var frequency: Change<Frequency>?
  /// Every how many of them.
  public var interval: Change<Int>?
  /// The date of occurrence 0.
  public var start: Change<CivilDate>?
  /// The last date there may be.
  public var end: Change<CivilDate>?
  /// What happens in short months.
  public var monthEnd: Change<MonthEndPolicy>?
  /// The direction.
  public var kind: Change<TransactionKind>?
  /// Amount and currency, one value.
  public var money: Change<Money>?
  /// Who is paid.
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
  /// Tags put on and taken off.
  public var tags: TagsChanged?
  /// Paid or unpaid.
  public var paid: FlagChange?
  /// Reimbursed or unreimbursed.
  public var reimbursed: FlagChange?
  /// Paused, or resumed.
  public var enabled: Pausing?
  /// A split taken back: the rule goes on beyond it.
  public var rejoined: Rejoining?
  /// The civil date where it happened.
  public var on: CivilDate

  /// Pausing, or resuming, from a date on.
  public struct Pausing: Hashable, Sendable {
    /// Whether it generated before.
    public let from: Bool
    /// Whether it generates after.
    public let to: Bool
    /// The first date of the pause, or the first after it.
    public let since: CivilDate
    /// The pause that this is about alone, by the event that began it: it ends on `since`, wherever it ended before,
    /// or goes on. One that ends where it began is none. Nil: a new pause begins, or all that were known end.
    public let pause: EventReference?

    /// Pausing or resuming.
    public init(from: Bool, to: Bool, since: CivilDate, pause: EventReference? = nil) {
      self.from = from
      self.to = to
      self.since = since
      self.pause = pause
    }
  }

  /// A split taken back.
  public struct Rejoining: Hashable, Sendable {
    /// The rule that the split began.
    public let rule: RuleID
    /// The date of the split.
    public let date: CivilDate

    /// A split taken back.
    public init(rule: RuleID, date: CivilDate) {
      self.rule = rule
      self.date = date
    }
  }

  /// Nothing changed yet.
  public init(on: CivilDate) { self.on = on }

  /// Whether nothing changed.
  public var isEmpty: Bool { self == RuleChanged(on: on) }
}

/// A transaction of a rule, by the date it stands for.
public struct RuleInstance: Hashable, Sendable {
  /// The date it stands for.
  public let date: CivilDate
  /// The transaction.
  public let transaction: TransactionID

  /// A transaction by its date.
  public init(date: CivilDate, transaction: TransactionID) {
    self.date = date
    self.transaction = transaction
  }
}

/// A machine brought a series' transactions to what its rule says, as far as a date.
///
/// The transactions themselves are recorded, deleted and restored on their own streams, each caused by this.
public struct RecurrenceGenerated: Hashable, Sendable {
  /// The first date looked at.
  public let from: CivilDate
  /// The last date looked at.
  public let through: CivilDate
  /// The state of the rule that they follow.
  public let revision: RuleRevision
  /// New ones.
  public let made: [RuleInstance]
  /// Ones that nobody had touched, brought to what the rule says now.
  public let changed: [RuleInstance]
  /// Ones that nobody had touched and that the rule says no more, deleted.
  public let removed: [RuleInstance]
  /// Ones that a rule had deleted and says again, restored.
  public let restored: [RuleInstance]
  /// The civil date of the command.
  public let on: CivilDate

  /// What a generation did.
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

/// From a date on another rule governs the series: "this and future".
public struct RuleSplit: Hashable, Sendable {
  /// The first date of the new rule.
  public let date: CivilDate
  /// The new rule.
  public let rule: RuleID
  /// The civil date where it happened.
  public let on: CivilDate

  /// From a date on another rule governs.
  public init(date: CivilDate, rule: RuleID, on: CivilDate) {
    self.date = date
    self.rule = rule
    self.on = on
  }
}

/// What goes with a deleted rule (CHECKLIST ET-15).
public enum RuleDeletionScope: String, CaseIterable, Hashable, Sendable {
  /// The rule alone; what it generated stays.
  case rule
  /// Its transactions of that day and later, too.
  case future
}

/// A rule was deleted; the same batch deletes each transaction that goes with it.
public struct RuleDeleted: Hashable, Sendable {
  /// What went with it.
  public let scope: RuleDeletionScope
  /// How many transactions went with it, for the words of an audit.
  public let transactions: Int
  /// The command's today: with `future`, the first date that goes.
  public let on: CivilDate

  /// A rule was deleted.
  public init(scope: RuleDeletionScope, transactions: Int, on: CivilDate) {
    self.scope = scope
    self.transactions = transactions
    self.on = on
  }
}
