package import LedgerBytes
package import LedgerProjections

extension RebuildReport {
  /// The answer after the read models were built.
  package var reply: Reply {
    let line =
      "Rebuilt from \(counted(Int(clamping: events), "event")): \(counted(transactions, "transaction")), "
      + counted(groups, "group")
    let lines =
      (wasMadeByAnother ? ["Another program was rebuilding; its models are used."] : []) + [line]
      + problems.map { "  " + $0.words }
    return Reply(
      [
        "byAnother": .boolean(wasMadeByAnother), "events": .integer(events), "groups": .count(groups),
        "problems": .array(problems.map(\.json)), "transactions": .count(transactions),
      ], lines.map { .line(Line($0)) })
  }
}

extension Reply {
  /// Creates the answer after history was built up to a position.
  package init(historyThrough position: Position, bytes: Int64) {
    self.init(
      ["bytes": .integer(bytes), "events": .integer(position), "model": "history"],
      "Built the history of \(counted(Int(clamping: position.rawValue), "event")): \(byteSize(bytes)); --at looks "
        + "things up there")
  }
}
