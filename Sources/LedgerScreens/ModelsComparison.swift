package import LedgerBytes
internal import LedgerDomain
public import LedgerProjections

extension ModelsComparison {
  /// The differences between the read models and those that a rebuild would make.
  package var json: JSONValue {
    [
      "money": .array(
        money.map { difference in
          [
            "kind": .string(difference.kind.rawValue), "money": difference.money.json,
            "month": .string("\(difference.month)"),
          ]
        }),
      "position": .integer(position), "rows": .integer(rows), "samples": .strings(samples),
      "shapes": .strings(shapes),
      "tables": .array(
        tables.map { table in
          [
            "added": .count(table.added), "changed": .count(table.changed), "removed": .count(table.removed),
            "table": .string(table.table),
          ]
        }),
      "transactions": .count(transactions),
    ]
  }

  /// Returns what `events rebuild --preview --json` prints.
  public func jsonLines() -> String { json.line }
}

extension ModelProblem {
  /// Events of one type that the read models could not apply.
  package var json: JSONValue {
    [
      "count": .count(count), "reason": .optional(reason), "schema": .integer(Int64(schema)),
      "type": .string(type),
    ]
  }
}
