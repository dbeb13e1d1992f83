public import LedgerBook
package import LedgerBytes
internal import LedgerDomain
package import LedgerProjections

extension GroupSummary {
  /// The group as `groups` lists it. Unfiled has no id, and `pendingDeletion` is left out if it is false.
  package var json: JSONValue {
    let document: JSONValue = [
      "categories": .array(categories.map(\.json)), "count": .count(count), "first": .optional(first?.iso),
      "group": .optional(id?.description), "last": .optional(last?.iso), "name": .string(name),
      "totals": .array(totals.map(\.json)),
    ]
    return document.adding(tooLarge.tooLargeMember).adding(upcoming.members).adding(
      hasPendingDeletion ? ["pendingDeletion": .boolean(true)] : [:])
  }
}

extension HomeScreen {
  /// Returns what `events groups --json` prints: a line for each group.
  public func jsonLines() -> String { groups.map(\.json.line).joined() }
}
