internal import LedgerBytes

/// The fold of one goal's events.
public struct GoalState: Hashable, Sendable {
  /// The civil date it was created, or `nil` until its creation is known.
  public internal(set) var createdOn: CivilDate?
  /// The name people see.
  public internal(set) var name = FieldRegister<String>()
  /// Its emoji.
  public internal(set) var emoji = FieldRegister<String>()
  /// The amount to save.
  public internal(set) var target = FieldRegister<Money>()
  /// The date by which it is to be saved.
  public internal(set) var by = FieldRegister<CivilDate>()
  /// Whether it is completed.
  public internal(set) var isCompleted = FieldRegister<Bool>()
  /// Whether it is deleted.
  public internal(set) var deletion = Deletion()
  /// The contributions by identifier, without a value if they were removed.
  private(set) var contributions: [UniqueID: FieldRegister<GoalContribution>] = [:]

  /// Creates the state of a goal of which nothing is known.
  public init() {}

  /// The writes of a contribution.
  subscript(contribution id: UniqueID) -> FieldRegister<GoalContribution> {
    get { contributions[id] ?? FieldRegister() }
    set { contributions[id] = newValue }
  }

  /// The contributions that count, by date and identifier.
  public var present: [GoalContribution] {
    contributions.values.compactMap(\.value).sorted { ($0.on, $0.id) < ($1.on, $1.id) }
  }
}
