internal import EventLog
public import LedgerBook
internal import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// A property of an account that two devices have set without knowing of each other.
public struct AccountConflict: Hashable, Sendable {
  /// The account.
  public let account: AccountID
  /// The name that screens show.
  public let name: String
  /// The property: `name`, `terms`, `rank` or `state`.
  public let property: Property
  /// The values. The first is the one that screens show.
  public let values: [Conflict.Value]

  /// A property that devices can disagree about.
  public enum Property: String, CaseIterable, Hashable, Sendable {
    /// The name.
    case name
    /// The kind, the currency and the opening balance, which are decided together.
    case terms
    /// The place in the list.
    case place
    /// Open or closed.
    case state
  }
}

extension Book {
  /// The conflicts about accounts that no person has settled, in the order of the list.
  ///
  /// - Complexity: O(events of accounts).
  public func accountConflicts() throws -> [AccountConflict] {
    try accounts().filter { $0.row != nil }.flatMap { try accountConflicts(of: $0.id, named: $0.name) }
  }

  private func accountConflicts(of account: AccountID, named name: String) throws -> [AccountConflict] {
    let events = horizon.admitted(try log.events(of: account.stream))
    let state = StreamFold(kind: account.stream.kind, events: events).account
    func conflict<Content>(
      _ property: AccountConflict.Property, _ register: Register<Content>, _ text: (Content) -> String
    ) -> AccountConflict? {
      let writes = ConflictValues(events: events).values(register, text)
      return writes.count < 2
        ? nil : AccountConflict(account: account, name: name, property: property, values: writes)
    }
    return [
      conflict(.name, state.name) { $0 },
      conflict(.terms, state.terms) { "\($0.kind.rawValue), \($0.opening) on \($0.on.iso)" },
      conflict(.place, state.rank) { String($0) }, conflict(.state, state.isClosed) { $0 ? "closed" : "open" },
    ].compactMap { $0 }
  }
}

/// The values of a register that devices disagree about, with the events that set them.
struct ConflictValues {
  let events: [StoredEvent]

  /// The winning value, then the others. Fewer than two if there is no conflict.
  func values<Content>(_ register: Register<Content>, _ text: (Content) -> String?) -> [Conflict.Value] {
    let others = register.conflicts
    let standing = register.heads.filter { head in
      head.value == register.value && !others.contains { $0.reference == head.reference }
    }
    return (standing.suffix(1) + others).map { write in
      value(write.value.flatMap(text), write.reference, write.actor, write.replaced.flatMap(text))
    }
  }

  /// A value by the event that set it.
  func value(
    _ text: String?, _ reference: EventReference?, _ actor: String, _ basedOn: String?
  ) -> Conflict.Value {
    let event = events.first { $0.reference == reference }
    return Conflict.Value(
      text: text, event: reference, actor: actor, atMilliseconds: event?.recordedAtMilliseconds ?? 0,
      basedOn: basedOn)
  }
}
