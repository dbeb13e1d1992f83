package import LedgerBytes
internal import LedgerDomain
public import LedgerSync

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
