// The kinds of records, registered here and nowhere else.
//
// A new kind is added in three steps:
//
// 1. Its folder in this module holds its events, payloads, state and row. The events conform to `KindEvent` and the
//    state to `KindState`, whose requirements are all that code for every kind asks of one.
// 2. This file gets its case in the three enums below and in their switches: the compiler lists the places.
// 3. Its table, if it has one, is registered in `ModelTable`, and a line of each of its events is added to `Probe`.
//
// Appending, folding, undo, time travel, audit, blame, `tail` and reports then include it. What a person does with it,
// such as its command and its screens, is written in files of its own.

/// The kinds of streams, each of the records that it tells about.
public enum StreamKind: String, CaseIterable, Hashable, Sendable {
  case transaction
  case group
  case category
  case rule
  case ledger
  case account
  case budget
  case goal
  case copy

  /// The type of the state that its events fold to.
  var state: any KindState.Type {
    switch self {
    case .transaction: TransactionState.self
    case .group: GroupState.self
    case .category: CategoryState.self
    case .rule: RuleState.self
    case .ledger: LedgerState.self
    case .account: AccountState.self
    case .budget: BudgetState.self
    case .goal: GoalState.self
    case .copy: CopyState.self
    }
  }

  /// The kinds in the order in which reports list them.
  package static let listing: [StreamKind] = [
    .ledger, .account, .budget, .goal, .group, .category, .rule, .transaction, .copy,
  ]
}

/// An event of any kind of record.
///
///     let plan = try book.undoPlan(of: action)
///     let lines = plan.steps.map(\.event.words.summary)  // what undoing would record
public enum LedgerEvent: Hashable, Sendable {
  case transaction(TransactionEvent)
  // Stored by reference: an event of a transaction, the usual one, is then copied in few bytes.
  indirect case group(GroupEvent)
  indirect case category(CategoryEvent)
  indirect case rule(RuleEvent)
  indirect case ledger(SettingsEvent)
  indirect case account(AccountEvent)
  indirect case budget(BudgetEvent)
  indirect case goal(GoalEvent)
  indirect case copy(CopyEvent)

  /// The event of its kind.
  var base: any KindEvent {
    switch self {
    case .transaction(let event): event
    case .group(let event): event
    case .category(let event): event
    case .rule(let event): event
    case .ledger(let event): event
    case .account(let event): event
    case .budget(let event): event
    case .goal(let event): event
    case .copy(let event): event
    }
  }
}

/// The state of one record of any kind: the fold of its stream's events.
///
/// States are large and held by reference, so that handing one over copies nothing.
package indirect enum RecordState: Hashable, Sendable {
  case transaction(TransactionState)
  case group(GroupState)
  case category(CategoryState)
  case rule(RuleState)
  case ledger(LedgerState)
  case account(AccountState)
  case budget(BudgetState)
  case goal(GoalState)
  case copy(CopyState)

  /// The state of its kind.
  var base: any KindState {
    switch self {
    case .transaction(let state): state
    case .group(let state): state
    case .category(let state): state
    case .rule(let state): state
    case .ledger(let state): state
    case .account(let state): state
    case .budget(let state): state
    case .goal(let state): state
    case .copy(let state): state
    }
  }

  /// Applies one event, the latest so far in the order of the fold. It never fails.
  ///
  /// An event of another kind changes nothing: the codec refuses it before.
  package mutating func evolve(_ event: LedgerEvent, _ context: EventContext) {
    switch (self, event) {
    case (.transaction(var state), .transaction(let event)): evolve(&state, event, context)
    case (.group(var state), .group(let event)): evolve(&state, event, context)
    case (.category(var state), .category(let event)): evolve(&state, event, context)
    case (.rule(var state), .rule(let event)): evolve(&state, event, context)
    case (.ledger(var state), .ledger(let event)): evolve(&state, event, context)
    case (.account(var state), .account(let event)): evolve(&state, event, context)
    case (.budget(var state), .budget(let event)): evolve(&state, event, context)
    case (.goal(var state), .goal(let event)): evolve(&state, event, context)
    case (.copy(var state), .copy(let event)): evolve(&state, event, context)
    case (.transaction, _), (.group, _), (.category, _), (.rule, _), (.ledger, _), (.account, _), (.budget, _),
      (.goal, _), (.copy, _):
      break
    }
  }
}
