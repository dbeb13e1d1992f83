internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

// Texts and JSON for transactions that are dated later than the figures on a screen count.

extension Upcoming {
  /// The members `upcoming` and `upcomingCount` of a document. Both are left out if nothing is to come.
  var members: [String: JSONValue] {
    if isEmpty { return [:] }
    let members: [String: JSONValue] = [
      "upcoming": .array(totals.map(\.json)), "upcomingCount": .count(count),
    ]
    return tooLarge.isEmpty
      ? members
      : members.merging(["upcomingTooLarge": .array(tooLarge.map { .string($0.code) })]) { first, _ in first }
  }
}

extension Notation {
  /// Returns a paragraph such as `Still to come: 2 receipts, €50.00`, or nothing if nothing is to come.
  func blocks(_ upcoming: Upcoming, _ noun: String = "receipt") -> [Block] {
    if upcoming.isEmpty { return [] }
    let sum = sum(upcoming.totals, upcoming.tooLarge)
    return [
      .paragraph(Line("Still to come: \(counted(upcoming.count, noun))\(sum.isEmpty ? "" : ", \(sum)")"))
    ]
  }

  /// Returns `and €50.00 still to come`, or `and 2 receipts still to come` without an amount.
  func added(_ upcoming: Upcoming) -> String? {
    if upcoming.isEmpty { return nil }
    let sum = netTotals(upcoming.totals, upcoming.tooLarge).joined(separator: " ")
    return "and \(upcoming.totals.isEmpty ? counted(upcoming.count, "receipt") : sum) still to come"
  }

  /// Returns `and €50.00 still to come`.
  func added(_ upcoming: Money) -> String { "and \(words(upcoming)) still to come" }
}
