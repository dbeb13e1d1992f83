internal import LedgerBytes
public import LedgerDomain

/// How far a change of one receipt of a rule reaches (FF-14).
public enum Reach: String, CaseIterable, Hashable, Sendable {
  /// Only this receipt.
  case this
  /// This receipt and the later ones of its rule.
  case future
  /// The whole rule, with its receipts that nobody edited.
  case rule
}

/// A new value of a field.
public struct FieldChange: Hashable, Sendable {
  /// The field.
  public let field: TransactionField
  /// Its new value, or `nil` to empty it.
  public let value: FieldValue?
  /// The computation that gave an amount, as typed: `84 +10%`.
  public let expression: String?

  /// Creates a change of a field.
  public init(_ field: TransactionField, _ value: FieldValue?, expression: String? = nil) {
    (self.field, self.value, self.expression) = (field, value, expression)
  }
}

/// A change of receipts or of a rule, with what it would do. Nothing is recorded before `perform`.
///
///     var plan = try book.planCorrection(of: rent) { _ in [FieldChange(.total, .amount(new))] }
///     if let reach = ask(plan.choices) { plan = try book.plan(plan, reaching: reach) }
///     if try plan.question(Notation(book)).map(confirm) ?? true { try book.perform(plan) }
public struct ChangePlan: Sendable {
  /// The commands on receipts. Several are recorded together or not at all.
  public let steps: [Step]
  /// Whether the receipts were chosen as a set, even if it has a single one.
  public let isSet: Bool
  /// The change of a rule, or `nil` if only receipts change.
  public internal(set) var rule: RuleChange?
  /// How far the change reaches. The whole rule is also what is left to change from its first receipt on.
  public internal(set) var reach = Reach.this
  /// The choices of how far it reaches. Empty if there is no choice, or if it was made.
  public internal(set) var choices: [Reach] = []
  /// The deletion of a group or a goal, or `nil` for any other change.
  public internal(set) var deletion: Deletion?
  /// Whether it is still open what becomes of a group's receipts.
  var isDispositionOpen = false
  /// The single receipt in full.
  package let detail: TransactionDetail?
  /// The command on it, which may reach further.
  let alone: TransactionCommand?

  /// The commands on one receipt.
  public struct Step: Hashable, Sendable {
    /// The receipt as it was when the plan was made.
    public let row: TransactionRow
    /// The commands. They do not see each other.
    public let commands: [TransactionCommand]
  }

  /// The change of a rule.
  public struct RuleChange: Sendable {
    /// The rule as it was when the plan was made.
    public let row: RuleRow
    /// The command.
    public let command: RuleCommand
    /// The effect on the rule and on its receipts.
    public let preview: ChangePlan.RulePreview
    /// Whether the receipt is corrected by itself, because it would not follow the rule.
    public internal(set) var correctsReceipt = false
    /// The number of receipts from the date of a deletion on, deleted or not.
    public internal(set) var later = 0
    /// The rules that follow it and stay if it ends.
    public internal(set) var following: [RuleRow] = []
    /// The rule's version that the plan was made from.
    let version: StreamVersion
    /// The receipt's place in the rule.
    var link: TransactionEvent.RuleLink?

    /// Whether the rule itself changes.
    public var changesRule: Bool { !preview.decision.events.isEmpty }

    init(_ row: RuleRow, _ command: RuleCommand, _ preview: ChangePlan.RulePreview, version: StreamVersion) {
      (self.row, self.command, self.preview, self.version) = (row, command, preview, version)
    }
  }

  /// The command on a receipt that was chosen by itself.
  public var command: TransactionCommand? { isSet ? nil : alone }

  /// Creates the plan for one receipt.
  init(_ command: TransactionCommand, on detail: TransactionDetail) {
    (isSet, self.detail, alone) = (false, detail, command)
    steps = [Step(row: detail.row, commands: [command])]
  }

  /// Creates the plan for a set of receipts.
  ///
  /// - Parameter plan: The plan for the same receipt by itself, whose choices remain.
  init(_ steps: [Step], insteadOf plan: ChangePlan? = nil) {
    (self.steps, isSet, detail, alone) = (steps, true, plan?.detail, plan?.alone)
    choices = plan?.choices ?? []
  }

  /// Creates the plan for a rule.
  init(_ rule: RuleChange) { (steps, isSet, detail, alone, self.rule) = ([], false, nil, nil, rule) }

  /// Creates the plan for the deletion of a group or a goal.
  init(_ deletion: Deletion) {
    (steps, isSet, detail, alone, self.deletion) = ([], false, nil, nil, deletion)
  }

  /// Whether a person should agree first: something goes, or several records change.
  public var needsConfirmation: Bool {
    if let rule {
      switch rule.command {
      case .delete: return !rule.row.isDeleted
      case .stop: return true
      case .change, .split, .pause, .resume, .restore:
        let loses = rule.preview.plans.contains { !$0.changed.isEmpty || !$0.removed.isEmpty }
        return rule.changesRule && (loses || rule.correctsReceipt)
      }
    }
    guard let command else { return !isCorrectionOfOne }
    return command == .delete || command == .discard && editedFields > 0 || command.takesSomethingOff
  }

  /// Whether fields of only one receipt change.
  package var isCorrectionOfOne: Bool {
    steps.count == 1
      && steps[0].commands.allSatisfy { command in
        if case .correct = command { return true }
        if case .correctTransfer = command { return true }
        return false
      }
  }

  /// The number of fields of the single receipt that a person set.
  public var editedFields: Int {
    detail?.provenance.count { [.corrected, .filledIn, .changedRemotely].contains($0.status) } ?? 0
  }

  /// The sums of the receipts that are expenses, or `nil` if one of them needs more than 64 bits.
  public var expenses: [Money]? {
    var sums: [CurrencyCode: Int64] = [:]
    for money in steps.filter({ $0.row.kind == .expense }).compactMap(\.row.money) {
      let (sum, overflow) = sums[money.currency, default: 0].addingReportingOverflow(money.minorUnits)
      if overflow { return nil }
      sums[money.currency] = sum
    }
    return sums.sorted { $0.key < $1.key }.map { Money(minorUnits: $0.value, currency: $0.key) }
  }
}

/// The reason why a change cannot be planned, or can no longer be made as planned.
public enum PlanError: Error, Hashable, Sendable {
  /// The rule of the receipt is deleted. Its short identifier is given.
  case ruleIsDeleted(rule: String)
  /// A rule has no such field, or sets it in another way.
  case oneReceiptOnly(TransactionField, rule: String)
  /// The receipt is the first of its rule, which cannot end before it.
  case isFirstOfRule(rule: String)
  /// The field was changed after the plan was made.
  case changed(TransactionField, of: TransactionID)
  /// The rule, or the receipt's place in it, was changed after the plan was made.
  case ruleChanged(RuleID)
  /// The item, group or goal was changed after the plan was made. Its identifier is given.
  case recordChanged(Remedy.Subject, String)
}
