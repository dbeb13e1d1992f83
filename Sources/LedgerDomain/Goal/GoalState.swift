internal import LedgerBytes

/// The fold of one goal's events.
package struct GoalState: Hashable, Sendable {
  /// The civil date it was created, or `nil` until its creation is known.
  package internal(set) var createdOn: CivilDate?
  /// The name people see.
  package internal(set) var name = FieldRegister<String>()
  /// Its emoji.
  package internal(set) var emoji = FieldRegister<String>()
  /// The amount to save.
  package internal(set) var target = FieldRegister<Money>()
  /// The date by which it is to be saved.
  package internal(set) var by = FieldRegister<CivilDate>()
  /// Whether it is completed.
  package internal(set) var isCompleted = FieldRegister<Bool>()
  /// Whether it is deleted.
  package internal(set) var deletion = Deletion()
  /// The contributions by identifier, without a value if they were removed.
  private(set) var contributions: [UniqueID: FieldRegister<GoalContribution>] = [:]

  /// Creates the state of a goal of which nothing is known.
  package init() {}

  /// The writes of a contribution.
  subscript(contribution id: UniqueID) -> FieldRegister<GoalContribution> {
    get { contributions[id] ?? FieldRegister() }
    set { contributions[id] = newValue }
  }

  /// The contributions that count, by date and identifier. A transaction counts once.
  package var present: [GoalContribution] {
    var counted: Set<TransactionID> = []
    return contributions.values.compactMap(\.value).sorted { ($0.on, $0.id) < ($1.on, $1.id) }.filter {
      $0.transaction.map { counted.insert($0).inserted } ?? true
    }
  }
}
