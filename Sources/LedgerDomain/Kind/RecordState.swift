/// The state of one record of any kind: the fold of its stream's events.
///
/// States are large and held by reference, so that handing one over copies nothing.
public indirect enum RecordState: Hashable, Sendable {
  case transaction(TransactionState)
  case group(GroupState)
  case category(CategoryState)
  case rule(RuleState)
  case ledger(LedgerState)

  /// The state of a record of which nothing is known.
  public init(_ kind: StreamKind) {
    switch kind {
    case .transaction: self = .transaction(TransactionState())
    case .group: self = .group(GroupState())
    case .category: self = .category(CategoryState())
    case .rule: self = .rule(RuleState())
    case .ledger: self = .ledger(LedgerState())
    }
  }

  /// Applies one event, the latest so far in the order of the fold. It never fails.
  ///
  /// An event of another kind changes nothing: the codec refuses it before.
  public mutating func evolve(_ event: Event, _ context: EventContext) {
    switch (self, event) {
    case (.transaction(var state), .transaction(let event)):
      self = Self.nothing
      state.evolve(event, context)
      self = .transaction(state)
    case (.group(var state), .group(let event)):
      self = Self.nothing
      state.evolve(event, context)
      self = .group(state)
    case (.category(var state), .category(let event)):
      self = Self.nothing
      state.evolve(event, context)
      self = .category(state)
    case (.rule(var state), .rule(let event)):
      self = Self.nothing
      state.evolve(event, context)
      self = .rule(state)
    case (.ledger(var state), .ledger(let event)):
      self = Self.nothing
      state.evolve(event, context)
      self = .ledger(state)
    case (.transaction, _), (.group, _), (.category, _), (.rule, _), (.ledger, _): break
    }
  }

  /// Takes the place of a state that is being changed, so that the state is changed where it is.
  private static let nothing = RecordState(.category)
}

/// One state per kind, each changed where it is: for folding many streams, one after another, without an allocation
/// per event.
public struct RecordStates {
  /// The transaction's state.
  public var transaction = TransactionState()
  private var group = GroupState()
  private var category = CategoryState()
  private var rule = RuleState()
  private var ledger = LedgerState()

  /// States of which nothing is known.
  public init() {}

  /// Applies one event to the state of its kind.
  public mutating func evolve(_ event: Event, _ context: EventContext) {
    switch event {
    case .transaction(let event): transaction.evolve(event, context)
    case .group(let event): group.evolve(event, context)
    case .category(let event): category.evolve(event, context)
    case .rule(let event): rule.evolve(event, context)
    case .ledger(let event): ledger.evolve(event, context)
    }
  }

  /// Hands over the state of a kind, without a copy, and forgets it.
  public mutating func take(_ kind: StreamKind) -> RecordState {
    func take<State>(_ state: inout State, leaving empty: consuming State) -> State {
      swap(&state, &empty)
      return empty
    }
    return switch kind {
    case .transaction: .transaction(take(&transaction, leaving: TransactionState()))
    case .group: .group(take(&group, leaving: GroupState()))
    case .category: .category(take(&category, leaving: CategoryState()))
    case .rule: .rule(take(&rule, leaving: RuleState()))
    case .ledger: .ledger(take(&ledger, leaving: LedgerState()))
    }
  }

  /// Puts a state back in its place.
  public mutating func put(_ state: RecordState) {
    switch state {
    case .transaction(let state): transaction = state
    case .group(let state): group = state
    case .category(let state): category = state
    case .rule(let state): rule = state
    case .ledger(let state): ledger = state
    }
  }

  /// Forgets the state of a kind; that of a transaction in place.
  public mutating func forget(_ kind: StreamKind) {
    if kind == .transaction { transaction.forget() } else { _ = take(kind) }
  }
}
