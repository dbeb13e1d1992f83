/// What a person can ask of one rule.
public enum RuleCommand: Hashable, Sendable {
  /// Change what it says.
  case change([RuleEdit])
  /// Generate nothing from a date on.
  case pause(from: CivilDate)
  /// Generate again from a date on.
  case resume(from: CivilDate)
  /// End it before a date, and delete its transactions for that date and later, whoever touched them: "this and
  /// future".
  case stop(on: CivilDate)
  /// From a date on follow a rule of its own, with these changes: "this and future" (CHECKLIST FF-14).
  case split(on: CivilDate, [RuleEdit])
  /// Delete it, alone or with its transactions of today and later.
  case delete(RuleDeletionScope)
  /// Undo its deletion, with the transactions that went with it.
  case restore
}

/// A rule to make.
public struct RuleRequest: Hashable, Sendable {
  /// What it says, texts and tags as typed.
  public var terms: RuleTerms
  /// Flags as named.
  public var flags: [FlagSetting]

  /// A rule to make.
  public init(terms: RuleTerms, flags: [FlagSetting] = []) {
    self.terms = terms
    self.flags = flags
  }
}

/// How often something recurs, as a person asks for it beside a transaction.
public struct Cadence: Hashable, Sendable {
  /// How often.
  public var frequency: Frequency
  /// Every how many of them.
  public var interval: Int
  /// The date of occurrence 0; nil: the transaction's.
  public var start: CivilDate?
  /// The last date there may be.
  public var end: CivilDate?
  /// What happens in short months.
  public var monthEnd: MonthEndPolicy

  /// How often something recurs.
  public init(
    frequency: Frequency, interval: Int = 1, start: CivilDate? = nil, end: CivilDate? = nil,
    monthEnd: MonthEndPolicy = .clamp
  ) {
    self.frequency = frequency
    self.interval = interval
    self.start = start
    self.end = end
    self.monthEnd = monthEnd
  }
}

/// One thing that a rule should say instead of what it says; texts and tags as typed, nil empties.
public enum RuleEdit: Hashable, Sendable {
  case frequency(Frequency)
  case interval(Int)
  case start(CivilDate)
  case end(CivilDate?)
  case monthEnd(MonthEndPolicy)
  case kind(TransactionKind)
  case money(Money)
  case vendor(String?)
  case category(String?)
  case payment(PaymentMethod?)
  case group(GroupID?)
  case note(String?)
  case account(String?)
  case tags(add: [String], remove: [String])
  case flags([FlagSetting])
}

extension RuleEdit {
  /// What a rule says where a field of what it generates has that value; nil where no rule can say it: of a day, a
  /// currency without an amount, or a group.
  public init?(_ field: Field, _ value: FieldValue?) {
    let edit: RuleEdit? =
      switch field {
      case .vendor: .vendor(value?.text)
      case .category: .category(value?.text)
      case .payment: .payment(value?.text.flatMap(PaymentMethod.init(rawValue:)))
      case .note: .note(value?.text)
      case .account: .account(value?.text)
      case .kind: value?.text.flatMap(TransactionKind.init(rawValue:)).map(RuleEdit.kind)
      case .total: value?.amount?.money.map(RuleEdit.money)
      case .date, .currency, .group: nil
      }
    guard let edit else { return nil }
    self = edit
  }
}

/// A transaction that a decision on a rule looks at.
public struct RuleMember: Sendable {
  /// Which.
  public let id: TransactionID
  /// Its state.
  public let state: TransactionState
  /// Whether the deletion that is to be undone deleted it.
  public let wentWithTheRule: Bool

  /// A transaction that a decision on a rule looks at.
  public init(id: TransactionID, state: TransactionState, wentWithTheRule: Bool = false) {
    self.id = id
    self.state = state
    self.wentWithTheRule = wentWithTheRule
  }
}

/// What follows from a command on a rule: events of rules, and what they make necessary elsewhere, in one batch.
public struct RuleDecision: Hashable, Sendable {
  /// The rules' events, the rule's own first.
  public var events: [RuleStep]
  /// Per transaction one event, caused by the first of them.
  public var consequences: [Consequence]

  /// An event of one rule.
  public struct RuleStep: Hashable, Sendable {
    /// Which.
    public let rule: RuleID
    /// What happens to it.
    public let event: RuleEvent
  }

  /// One transaction's part.
  public struct Consequence: Hashable, Sendable {
    /// Which.
    public let transaction: TransactionID
    /// What happens to it.
    public let event: TransactionEvent
    /// Whether it is the person's word on this transaction: one that nobody touched goes and comes with its rule.
    public let isByPerson: Bool
  }

  static let nothing = RuleDecision(events: [], consequences: [])
}
