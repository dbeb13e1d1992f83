package import LedgerBytes
internal import LedgerDomain
public import LedgerProjections

extension Analysis {
  /// The sums over a stretch of time, as one document.
  package var json: JSONValue {
    let document: JSONValue = [
      "buckets": .array(buckets.map(\.json)), "categories": .array(categories.map(\.json)),
      "totals": .array(totals.map(\.json)),
    ]
    return document.adding(tooLarge.tooLargeMember).adding(upcoming.members)
  }

  /// Returns what `events analysis --json` prints.
  public func jsonLines() -> String { json.line }
}

extension Analysis.Bucket {
  /// The sums of a bucket.
  package var json: JSONValue {
    let document: JSONValue = [
      "count": .count(count), "from": .string(from.iso), "through": .string(through.iso),
      "totals": .array(totals.map(\.json)),
    ]
    return document.adding(tooLarge.tooLargeMember)
  }
}
