package import LedgerDomain

/// The comparison of the values of one copy with the last agreement, field by field (RY-11).
package struct ThreeWayMerge: Hashable, Sendable {
  /// The fields that only the remote budget changed. Its values come into this ledger.
  package private(set) var incoming: [CopyEvent.Change] = []
  /// The fields that both changed to the same value.
  package private(set) var agreed: [CopyEvent.Change] = []
  /// The fields that both changed to different values. A person settles them.
  package private(set) var conflicts: [CopyEvent.Change] = []
  /// The fields that only this ledger changed. A push sends them.
  package private(set) var outgoing: [CopyEvent.Change] = []

  /// Compares three sides.
  ///
  /// A payee that was renamed there is no change: YNAB renames by rules of its own (RY-13).
  package init(base: [CopyEvent.Key: String], ours: [CopyEvent.Key: String], theirs: [CopyEvent.Key: String]) {
    for key in Set(base.keys).union(ours.keys).union(theirs.keys).sorted() {
      let theirs = key.field == .payee ? base[key] : theirs[key]
      let change = CopyEvent.Change(key, base: base[key], ours: ours[key], theirs: theirs)
      switch (change.ours == change.base, change.theirs == change.base) {
      case (true, true): continue
      case (true, false): incoming.append(change)
      case (false, true): outgoing.append(change)
      case (false, false) where change.ours == change.theirs: agreed.append(change)
      case (false, false): conflicts.append(change)
      }
    }
  }
}
