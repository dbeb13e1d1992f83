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
  /// Returns the conflicts about accounts that no person has settled, in the order of the list.
  ///
  /// - Complexity: O(events of accounts).
  public func accountConflicts() throws -> [AccountConflict] {
    try accounts().filter { $0.row != nil }.flatMap { try accountConflicts(of: $0.id, named: $0.name) }
  }

  private func accountConflicts(of account: AccountID, named name: String) throws -> [AccountConflict] {
    let history = DisputedHistory(
      kind: account.stream.kind, events: horizon.admitted(try log.events(of: account.stream)))
    let state = history.fold.account
    func conflict<Content>(
      _ property: AccountConflict.Property, _ register: (AccountState) -> FieldRegister<Content>,
      _ typed: (Content) -> TypedValue
    ) -> AccountConflict? {
      let writes = register(state).disputed.map { $0.map(typed) }
      guard !writes.isEmpty else { return nil }
      let values = history.values(writes) { register($0.account).value.map(typed) }
      return AccountConflict(account: account, name: name, property: property, values: values)
    }
    return [
      conflict(.name, \.name) { .text($0) },
      conflict(.terms, \.terms) { terms in
        let opening = "\(terms.opening.decimal) \(terms.opening.currency.code)"
        return .text("\(terms.kind.rawValue), \(opening) on \(terms.on.iso)")
      },
      conflict(.place, \.rank) { .word(String($0)) },
      conflict(.state, \.isClosed) { .word($0 ? "closed" : "open") },
    ].compactMap { $0 }
  }
}
