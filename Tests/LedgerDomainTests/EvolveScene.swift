import LedgerBytes
import LedgerDomain

/// Devices of the tests, ordered as their names are.
enum SceneDevice: UInt64, CaseIterable {
  case a = 1
  case b
  case c

  var id: UniqueID { UniqueID(high: 7, low: rawValue) }
}

/// Events of one stream with what their authors had seen, written in the order of their times.
struct Scene<Event: Sendable> {
  struct Entry: Sendable {
    let event: Event
    let context: EventContext
  }

  /// What an author had seen.
  enum Sight {
    /// All that was recorded before.
    case everything
    /// Of other devices only these events, and those before them on their devices.
    case only([EventReference])
  }

  private(set) var entries: [Entry] = []
  private var sizes: [SceneDevice: UInt64] = [:]
  private var clock: UInt64 = 1000

  /// Records an event, later than all before.
  @discardableResult
  mutating func add(
    _ event: Event, by device: SceneDevice = .a, seeing sight: Sight = .everything, actor: String = "user/anna"
  ) -> EventReference {
    clock += 1
    let seen: [EventReference] =
      switch sight {
      case .only(let references): references
      case .everything:
        SceneDevice.allCases.compactMap { other in
          guard other != device, let size = sizes[other] else { return nil }
          return EventReference(device: other.id, sequence: size)
        }
      }
    let reference = EventReference(device: device.id, sequence: (sizes[device] ?? 0) + 1)
    sizes[device] = reference.sequence
    let context = EventContext(
      reference: reference, time: HybridTime(milliseconds: clock), seen: seen, actor: actor)
    entries.append(Entry(event: event, context: context))
    return reference
  }
}

extension Scene<TransactionEvent> {
  /// The fold, in order.
  var state: TransactionState {
    entries.reduce(into: TransactionState()) { $0.evolve($1.event, $1.context) }
  }

  /// The row of the fold.
  var row: TransactionRow? { TransactionRow(Sample.transaction, state) }

  /// The outcome of a command now.
  func decide(_ command: TransactionCommand) -> Outcome<TransactionEvent> {
    Outcome { () throws(Rejection) in try state.decide(command, id: Sample.transaction, Sample.context) }
  }

  /// Carries a command out. A rejection is recorded as nothing.
  @discardableResult
  mutating func perform(
    _ command: TransactionCommand, by device: SceneDevice = .a, seeing sight: Sight = .everything,
    actor: String = "user/anna"
  ) -> Outcome<TransactionEvent> {
    let outcome = decide(command)
    if case .events(let events) = outcome {
      for event in events { add(event, by: device, seeing: sight, actor: actor) }
    }
    return outcome
  }
}

extension Scene<GroupEvent> {
  var state: GroupState { entries.reduce(into: GroupState()) { $0.evolve($1.event, $1.context) } }

  func decide(_ command: GroupCommand, members: [GroupMember] = []) -> GroupOutcome {
    do throws(Rejection) {
      return .decision(
        try state.decide(command, id: Sample.group, members: members, today: Sample.today))
    } catch { return .rejection(error) }
  }
}

extension Scene<CategoryEvent> {
  var state: CategoryState { entries.reduce(into: CategoryState()) { $0.evolve($1.event, $1.context) } }

  func decide(_ command: CategoryCommand, key: String = "coffee") -> Outcome<CategoryEvent> {
    Outcome { () throws(Rejection) in try state.decide(command, key: key) }
  }
}

extension Scene<AccountEvent> {
  var state: AccountState { entries.reduce(into: AccountState()) { $0.evolve($1.event, $1.context) } }

  func decide(
    _ command: AccountCommand, key: String = "giro", implied: AccountEvent.Opened? = nil
  ) -> Outcome<AccountEvent> {
    Outcome { () throws(Rejection) in try state.decide(command, key: key, implied: implied) }
  }
}

extension Scene<BudgetEvent> {
  var state: BudgetState { entries.reduce(into: BudgetState()) { $0.evolve($1.event, $1.context) } }

  func decide(_ command: BudgetCommand, month: CivilMonth = BudgetTests.june) -> Outcome<BudgetEvent> {
    Outcome { () throws(Rejection) in try state.decide(command, month, .eur, Sample.context) }
  }
}

extension Scene<SettingsEvent> {
  var state: LedgerState { entries.reduce(into: LedgerState()) { $0.evolve($1.event, $1.context) } }

  func decide(
    _ command: LedgerCommand, groups: [GroupID: GroupRow] = [:], accounts: AccountDirectory? = nil
  ) -> Outcome<SettingsEvent> {
    Outcome { () throws(Rejection) in
      try state.decide(command, today: Sample.today, groups: groups, accounts: accounts)
    }
  }
}

/// What a decision came to: the events, or the rejection, to be compared exactly.
enum Outcome<Event: Equatable & Sendable>: Equatable, Sendable {
  case events([Event])
  case rejection(Rejection)

  static var nothing: Outcome { .events([]) }

  /// The only event, or `nil` if there are no events or several.
  var only: Event? {
    guard case .events(let events) = self, events.count == 1 else { return nil }
    return events[0]
  }

  init(_ body: () throws(Rejection) -> [Event]) {
    do throws(Rejection) { self = .events(try body()) } catch { self = .rejection(error) }
  }
}

/// The same for a group.
enum GroupOutcome: Equatable, Sendable {
  case decision(GroupDecision)
  case rejection(Rejection)

  /// The group's own event.
  var event: GroupEvent? { if case .decision(let decision) = self { decision.event } else { nil } }
  /// What it makes necessary elsewhere.
  var consequences: [TransactionID: TransactionEvent] {
    guard case .decision(let decision) = self else { return [:] }
    return Dictionary(uniqueKeysWithValues: decision.consequences.map { ($0.transaction, $0.event) })
  }
}
