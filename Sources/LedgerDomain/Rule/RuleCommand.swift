/// A request by a person that concerns one rule.
public enum RuleCommand: Hashable, Sendable {
  /// Change some of its properties.
  case change([RuleEdit])
  /// Generate nothing from a date on.
  case pause(from: CivilDate)
  /// Generate again from a date on.
  case resume(from: CivilDate)
  /// End it before a date, and delete its transactions of that date and later: "this and future".
  ///
  /// Transactions that a person has touched are deleted too.
  case stop(on: CivilDate)
  /// Split it: from a date on a rule of its own applies, with these changes, "this and future" (FF-14).
  case split(on: CivilDate, [RuleEdit])
  /// Delete it, alone or with its transactions of today and later.
  case delete(RuleDeletionScope)
  /// Undo its deletion, with the transactions that went with it.
  case restore
}

/// A rule to make.
///
///     var terms = RuleTerms(frequency: .monthly, start: book.today, money: rent, vendor: "Rent")
///     let rule = try book.createRule(RuleRequest(terms: terms))
///     let made = rule.generated?.made  // its transactions of the rest of the year
public struct RuleRequest: Hashable, Sendable {
  /// The properties of the rule, with texts and tags as typed.
  public var terms: RuleTerms
  /// The computation that gave the amount, as typed, or `nil` if the amount was typed as a number.
  public var expression: String?

  /// Creates a request for a rule.
  public init(terms: RuleTerms, expression: String? = nil) {
    self.terms = terms
    self.expression = expression
  }
}

/// How often something recurs, as a person requests it together with a transaction.
public struct Cadence: Hashable, Sendable {
  /// The unit of time.
  public var frequency: RecurrenceFrequency
  /// How many units there are from one occurrence to the next.
  public var interval: Int
  /// The date of occurrence 0, or `nil` to use the transaction's.
  public var start: CivilDate?
  /// The last possible date, or `nil` if it never ends.
  public var end: CivilDate?
  /// The rule for months that lack the anchor's day.
  public var monthEnd: Recurrence.MonthEndPolicy

  /// Creates a cadence.
  public init(
    frequency: RecurrenceFrequency, interval: Int = 1, start: CivilDate? = nil, end: CivilDate? = nil,
    monthEnd: Recurrence.MonthEndPolicy = .clamp
  ) {
    self.frequency = frequency
    self.interval = interval
    self.start = start
    self.end = end
    self.monthEnd = monthEnd
  }
}

/// One property of a rule with its new value. Texts and tags are as typed, and `nil` empties the property.
///
/// `expression` is the computation that gave an amount, such as `84 +10%`.
public enum RuleEdit: Hashable, Sendable {
  case frequency(RecurrenceFrequency)
  case interval(Int)
  case start(CivilDate)
  case end(CivilDate?)
  case monthEnd(Recurrence.MonthEndPolicy)
  case kind(TransactionKind)
  case money(Money, expression: String? = nil)
  case vendor(String?)
  case category(String?)
  case payment(PaymentMethod?)
  case group(GroupID?)
  case note(String?)
  case account(String?)
  case toAccount(String?)
  case received(Money?)
  case tags(add: [String], remove: [String])
  case flags([FlagSetting])
}

extension RuleCommand {
  /// The computation that gave the rule's new amount, as typed.
  package var expression: String? {
    switch self {
    case .change(let edits), .split(_, let edits): RuleEdit.typed(in: edits)
    case .pause, .resume, .stop, .delete, .restore: nil
    }
  }
}

extension RuleEdit {
  fileprivate static func typed(in edits: [RuleEdit]) -> String? {
    for case .money(_, let expression) in edits.reversed() { return expression }
    return nil
  }

  /// Returns the computation of the amount that some edits set, as it is recorded.
  static func expression(of edits: [RuleEdit]) throws(Rejection) -> String? {
    try TransactionState.expression(typed(in: edits))
  }

  /// Creates the edit that makes a rule generate transactions with a certain value in a field.
  ///
  /// It is `nil` if no rule can do that: for a single day, a currency without an amount, or a group.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - value: Its value, or `nil` to empty it.
  ///   - expression: The computation that gave a total.
  public init?(_ field: TransactionField, _ value: FieldValue?, expression: String? = nil) {
    let edit: RuleEdit? =
      switch field {
      case .vendor: .vendor(value?.text)
      case .category: .category(value?.text)
      case .payment: .payment(value?.text.flatMap(PaymentMethod.init(rawValue:)))
      case .note: .note(value?.text)
      case .account: .account(value?.text)
      case .toAccount: .toAccount(value?.text)
      case .received: .received(value?.amount?.money)
      case .kind: value?.text.flatMap(TransactionKind.init(rawValue:)).map(RuleEdit.kind)
      case .total: value?.amount?.money.map { .money($0, expression: expression) }
      // The date, the currency and the group of a rule are set otherwise, and it has no other field.
      case .date, .currency, .group: nil
      }
    guard let edit else { return nil }
    self = edit
  }
}

/// A transaction that a decision on a rule looks at.
package struct RuleMember: Sendable {
  /// The transaction's identifier.
  package let id: TransactionID
  /// Its state.
  package let state: TransactionState
  /// Whether the deletion that is to be undone deleted it.
  package let wentWithTheRule: Bool

  /// Creates a transaction for a decision on a rule.
  package init(id: TransactionID, state: TransactionState, wentWithTheRule: Bool = false) {
    self.id = id
    self.state = state
    self.wentWithTheRule = wentWithTheRule
  }
}

/// The events that result from a command on a rule: those of rules and of transactions, in one batch.
package struct RuleDecision: Hashable, Sendable {
  /// The rules' events, the rule's own first.
  package var events: [RuleStep]
  /// Per transaction one event, caused by the first of them.
  package var consequences: [Consequence]

  /// An event of one rule.
  package struct RuleStep: Hashable, Sendable {
    /// The rule's identifier.
    package let rule: RuleID
    /// The event on the rule.
    package let event: RuleEvent
  }

  /// The part of one transaction.
  package struct Consequence: Hashable, Sendable {
    /// The transaction's identifier.
    package let transaction: TransactionID
    /// The event on the transaction.
    package let event: TransactionEvent
    /// Whether the event counts as a person's. A transaction that nobody touched follows its rule instead.
    package let isByPerson: Bool
  }

  static let nothing = RuleDecision(events: [], consequences: [])
}
