internal import LedgerAudit
internal import LedgerBook
package import LedgerBytes
internal import LedgerDomain
public import LedgerSync

/// The values that two devices have set without knowing of each other.
package struct ConflictsAnswer: Answer {
  let records: [Conflict]
  let accounts: [AccountConflict]

  package init(_ records: [Conflict], _ accounts: [AccountConflict]) {
    (self.records, self.accounts) = (records, accounts)
  }

  package var verdict: Verdict { records.isEmpty && accounts.isEmpty ? .yes : .no }

  package func document(_ notation: Notation) -> Document { .lines(records.map(\.json) + accounts.map(\.json)) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    if verdict == .yes { return [.line("There are no conflicts")] }
    let names = try DeviceNames(notation.book)
    func values(_ values: [Conflict.Value]) throws -> [Block] {
      try values.enumerated().map { index, value in
        .line(Line("  " + (try words(value, isShown: index == 0, names, notation))))
      }
    }
    var blocks: [Block] = []
    for conflict in records {
      let id = try notation.book.shortID(conflict.transaction.stream.id)
      blocks.append(.title(Line("\(id)  \(conflict.field?.rawValue ?? "deletion")", .strong)))
      blocks += try values(conflict.values)
    }
    for conflict in accounts {
      blocks.append(.title(Line("account \(conflict.name)  \(conflict.property.rawValue)", .strong)))
      blocks += try values(conflict.values)
    }
    return blocks
  }

  private func words(
    _ value: Conflict.Value, isShown: Bool, _ names: DeviceNames, _ notation: Notation
  ) throws -> String {
    let event = "\(names.words(value.event.device)):\(value.event.sequence)"
    let before = try value.basedOn.map { ", instead of \(try notation.words($0, of: .vendor))" } ?? ""
    let words = try value.value.map { try notation.words($0, of: .vendor) } ?? "nothing"
    return "\(words)  \(value.actor), \(localTime(milliseconds: value.atMilliseconds)) on \(event)\(before)"
      + (isShown ? "  (shown)" : "")
  }
}

extension Conflict {
  /// The values of a field of a transaction that is in conflict.
  package var json: JSONValue {
    [
      "field": .string(field?.rawValue ?? "deletion"),
      "transaction": .string(transaction.stream.id.description), "values": .array(values.map(\.json)),
    ]
  }

  /// Returns the line that `events conflicts --json` prints for the conflict.
  public func jsonLines() -> String { json.line }
}

extension AccountConflict {
  /// The values of a property of an account that is in conflict.
  package var json: JSONValue {
    [
      "account": .string(account.description), "field": .string(property.rawValue), "name": .string(name),
      "values": .array(values.map(\.json)),
    ]
  }

  /// Returns the line that `events conflicts --json` prints for the conflict.
  public func jsonLines() -> String { json.line }
}

extension Conflict.Value {
  fileprivate var json: JSONValue {
    [
      "at": .string(isoTime(milliseconds: atMilliseconds)), "basedOn": basedOn?.json ?? .null,
      "by": .string(actor), "event": event.json, "value": value?.json ?? .null,
    ]
  }
}
