public import LedgerBytes

/// Everything that can happen to a goal.
public enum GoalEvent: Hashable, Sendable {
  case goalCreated(GoalCreated)
  case goalChanged(GoalChanged)
  case goalContributed(GoalContribution)
  case goalContributionRemoved(GoalContribution)
  case goalCompleted
  case goalReopened
  case goalDeleted
  case goalRestored
}

extension GoalEvent: KindEvent {
  static let streamKind = StreamKind.goal

  static let types: [EventType] = [
    .goalCreated, .goalChanged, .goalContributed, .goalContributionRemoved, .goalCompleted, .goalReopened,
    .goalDeleted, .goalRestored,
  ]

  /// Its type.
  public var type: EventType { declaredType }

  var event: RecordEvent { .goal(self) }

  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .goalCreated(let event): visitor.visit(.goalCreated, event)
    case .goalChanged(let event): visitor.visit(.goalChanged, event)
    case .goalContributed(let event): visitor.visit(.goalContributed, event)
    case .goalContributionRemoved(let event): visitor.visit(.goalContributionRemoved, event)
    case .goalCompleted: visitor.visit(.goalCompleted)
    case .goalReopened: visitor.visit(.goalReopened)
    case .goalDeleted: visitor.visit(.goalDeleted)
    case .goalRestored: visitor.visit(.goalRestored)
    }
  }
}

/// A goal was created: something that money is saved for (FF-17).
public struct GoalCreated: Hashable, Sendable {
  /// The name people see, NFC.
  public let name: String
  /// An emoji, or `nil` if it has no emoji.
  public let emoji: String?
  /// The amount to save, above zero. It also gives the goal's currency.
  public let target: Money
  /// The date by which it is to be saved, or `nil` if there is no such date.
  public let by: CivilDate?
  /// The civil date of its creation.
  public let on: CivilDate

  /// Creates the event.
  public init(name: String, emoji: String? = nil, target: Money, by: CivilDate? = nil, on: CivilDate) {
    self.name = name
    self.emoji = emoji
    self.target = target
    self.by = by
    self.on = on
  }
}

/// The terms of a goal were changed. A property that did not change is absent.
public struct GoalChanged: Hashable, Sendable {
  /// The change of its name.
  public let name: TextChange?
  /// The change of its emoji.
  public let emoji: TextChange?
  /// The change of the amount to save.
  public let target: MoneyChange?
  /// The change of the date by which it is to be saved.
  public let by: Change<CivilDate>?

  /// Creates the event.
  public init(
    name: TextChange? = nil, emoji: TextChange? = nil, target: MoneyChange? = nil, by: Change<CivilDate>? = nil
  ) {
    self.name = name
    self.emoji = emoji
    self.target = target
    self.by = by
  }

  /// Whether nothing changes.
  var isEmpty: Bool { name == nil && emoji == nil && target == nil && by == nil }
}

/// Money was put towards a goal: an amount, or a transaction whose amount counts as it is now.
public struct GoalContribution: Hashable, Sendable {
  /// The identifier of the contribution.
  public let id: UniqueID
  /// The amount, negative if money is taken out again. `nil` for a transaction.
  public let amount: Money?
  /// The transaction, or `nil` for an amount.
  public let transaction: TransactionID?
  /// The civil date of the contribution. A transaction that is known counts on its own date.
  public let on: CivilDate

  /// Creates a contribution.
  public init(id: UniqueID, amount: Money? = nil, transaction: TransactionID? = nil, on: CivilDate) {
    self.id = id
    self.amount = amount
    self.transaction = transaction
    self.on = on
  }
}
