package import LedgerBytes
package import LedgerDomain
public import LedgerProjections

extension LineItemState {
  /// A recorded item, or `nil` if its content is unknown.
  package var json: JSONValue? {
    guard let content else { return nil }
    return [
      "amount": content.money.json, "category": .optional(content.category), "item": .string(id.description),
      "name": .string(content.name), "quantity": .optional(content.quantity),
    ]
  }
}

extension FieldProposal {
  /// An open proposal with the old value, the proposed value, and its readings.
  package var json: JSONValue {
    [
      "event": reference.json, "extractor": .string(extractor), "field": .string(proposed.field.rawValue),
      "from": proposed.from?.json ?? .null, "readings": .array(proposed.readings.map(\.json)),
      "to": proposed.to.json,
    ]
  }
}

extension CategorySuggestion {
  /// A suggested category with its confidence and its reason.
  package var json: JSONValue {
    [
      "category": .string(category), "confidence": .count(confidence), "count": .count(count),
      "purchases": .count(purchases), "reason": .string(reason), "vendor": .string(vendor),
    ]
  }
}

extension Duplicate {
  /// A possible duplicate: the other receipt and the reason.
  package var json: JSONValue {
    let row = other.row
    return [
      "amount": row.money.map(\.json) ?? .null, "date": .optional(row.date?.iso),
      "groupName": .optional(other.groupName), "reason": .string(reason), "state": .string(row.stage.rawValue),
      "tier": .string(tier.rawValue), "transaction": .string(row.id.description),
      "vendor": .optional(row.vendor),
    ]
  }
}

extension DuplicatePage.Pair {
  /// The earlier receipt, with the identifier of the later one as `of`.
  package var json: JSONValue { duplicate.json.adding(["of": .string(transaction.row.id.description)]) }
}

extension DuplicatePage {
  /// Returns what `events duplicates --json` prints: a line for each pair.
  public func jsonLines() -> String { pairs.map(\.json.line).joined() }
}
