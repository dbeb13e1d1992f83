public import LedgerBytes

/// Everything that can happen to a goal.
public enum GoalEvent: Hashable, Sendable {
  case goalCreated(Created)
  case goalChanged(Changed)
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

  var event: LedgerEvent { .goal(self) }

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

  func fault(on stream: UniqueID) -> String? {
    switch self {
    case .goalContributed(let contribution), .goalContributionRemoved(let contribution):
      (contribution.amount == nil) == (contribution.transaction == nil)
        ? "it is neither an amount nor a transaction" : nil
    case .goalCreated, .goalChanged, .goalCompleted, .goalReopened, .goalDeleted, .goalRestored: nil
    }
  }
}

extension EventType {
  /// A goal was created.
  package static let goalCreated = EventType("GoalCreated", GoalEvent.goalCreated)
  /// The terms of a goal were changed.
  package static let goalChanged = EventType("GoalChanged", GoalEvent.goalChanged, canUndo: true)
  /// Money was put towards a goal.
  package static let goalContributed = EventType("GoalContributed", GoalEvent.goalContributed, canUndo: true)
  /// A contribution was removed.
  package static let goalContributionRemoved = EventType(
    "GoalContributionRemoved", GoalEvent.goalContributionRemoved, canUndo: true)
  /// A goal was completed.
  package static let goalCompleted = EventType("GoalCompleted", GoalEvent.goalCompleted, canUndo: true)
  /// A completed goal was opened again.
  package static let goalReopened = EventType("GoalReopened", GoalEvent.goalReopened, canUndo: true)
  /// A goal was deleted.
  package static let goalDeleted = EventType("GoalDeleted", GoalEvent.goalDeleted, canUndo: true)
  /// The deletion of a goal was undone.
  package static let goalRestored = EventType("GoalRestored", GoalEvent.goalRestored, canUndo: true)
}

extension GoalEvent {
  /// A goal was created: something that money is saved for (FF-17).
  public struct Created: Hashable, Sendable {
    /// The name people see, NFC.
    public let name: String
    /// An emoji, or `nil` if it has no emoji.
    public internal(set) var emoji: String?
    /// The amount to save, above zero. It also gives the goal's currency.
    public let target: Money
    /// The date by which it is to be saved, or `nil` if there is no such date.
    public internal(set) var by: CivilDate?
    /// The civil date of its creation.
    public let on: CivilDate
  }

  /// The terms of a goal were changed. A property that did not change is absent.
  public struct Changed: Hashable, Sendable {
    /// The change of its name.
    public internal(set) var name: TextChange?
    /// The change of its emoji.
    public internal(set) var emoji: TextChange?
    /// The change of the amount to save.
    public internal(set) var target: MoneyChange?
    /// The change of the date by which it is to be saved.
    public internal(set) var by: ChangedValue<CivilDate>?

    /// Whether nothing changes.
    var isEmpty: Bool { name == nil && emoji == nil && target == nil && by == nil }
  }
}

extension GoalEvent.Created: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    by = try coder.member("by", whole?.by)
    emoji = try coder.member("emoji", whole?.emoji)
    name = try coder.member("name", whole?.name)
    on = try coder.member("on", whole?.on)
    target = try coder.member("target", whole?.target)
  }

  var summary: String {
    [
      [emoji, name].compactMap { $0 }.joined(separator: " "), "\(target)", by.map { "by \($0.iso)" },
    ].compactMap { $0 }.listed()
  }
}

extension GoalEvent.Changed: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    by = try coder.member("by", whole?.by)
    emoji = try coder.member("emoji", whole?.emoji)
    name = try coder.member("name", whole?.name)
    target = try coder.member("target", whole?.target)
  }

  var summary: String {
    [
      name.map { "name \($0.from ?? "–") → \($0.to ?? "–")" },
      emoji.map { "emoji \($0.from ?? "–") → \($0.to ?? "–")" },
      target.map { "target \($0.from?.description ?? "–") → \($0.to?.description ?? "–")" },
      by.map { "by \($0.from?.iso ?? "–") → \($0.to?.iso ?? "–")" },
    ].compactMap { $0 }.listed()
  }
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
  package init(id: UniqueID, amount: Money? = nil, transaction: TransactionID? = nil, on: CivilDate) {
    self.id = id
    self.amount = amount
    self.transaction = transaction
    self.on = on
  }
}

extension GoalContribution: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    amount = try coder.member("amount", whole?.amount)
    id = try coder.member("contribution", whole?.id)
    on = try coder.member("on", whole?.on)
    transaction = try coder.member("transaction", whole?.transaction)
  }

  var summary: String { "\(words) on \(on.iso)" }
}
