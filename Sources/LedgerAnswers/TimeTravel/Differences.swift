internal import EventLog
package import LedgerAudit
package import LedgerBytes
package import LedgerDomain

extension StateDifference.Record {
  /// A record that differs between two points.
  package var json: JSONValue {
    [
      "changes": .array(changes.map(\.json)), "events": .array(positions.map { .integer($0) }),
      "name": .optional(name), "stream": stream.json, "what": .string(what.rawValue),
    ]
  }
}

extension StateDifference {
  /// Returns the sums of a difference, which are its last line.
  ///
  /// - Parameter name: The name of a group, which is empty if the group is unknown.
  package func json(_ name: (GroupID) throws -> String) rethrows -> JSONValue {
    let counts = counts.sorted { $0.key < $1.key }.map { kind, counts -> JSONValue in
      let members = What.allCases.map { ($0.rawValue, JSONValue.count(counts[$0] ?? 0)) }
      return .object(Dictionary(uniqueKeysWithValues: members + [("kind", .string(kind))]))
    }
    return [
      "categories": categories.json, "counts": .array(counts), "events": .integer(events),
      "from": .integer(from),
      "groups": try groups.json(name), "records": .count(recordCount), "through": .integer(through),
      "totals": totals.json,
    ]
  }
}

extension Replay {
  /// Returns what would differ if history was changed.
  ///
  /// - Parameter name: The name of a group, which is empty if the group is unknown.
  package func json(_ name: (GroupID) throws -> String) rethrows -> JSONValue {
    [
      "categories": categories.json, "groups": try groups.json(name), "recordCount": .count(recordCount),
      "records": .array(
        records.map { ["changes": .array($0.changes.map(\.json)), "stream": $0.stream.json] }),
      "totals": totals.json,
      "without": .array(left.map { ["event": $0.reference.json, "position": .integer($0.position)] }),
    ]
  }
}

extension TotalsEffect {
  /// The differences of totals by kind, currency and month.
  package var json: JSONValue {
    .array(
      entries.map { key, difference in
        [
          "amount": Money(minorUnits: difference.minorUnits, currency: key.currency).json,
          "count": .integer(difference.count), "kind": .string(key.kind.rawValue),
          "month": .optional(key.month?.iso),
        ]
      })
  }
}

extension CategoriesEffect {
  /// The differences of totals by kind, category and currency.
  package var json: JSONValue {
    .array(
      entries.map { key, difference in
        [
          "amount": Money(minorUnits: difference.minorUnits, currency: key.currency).json,
          "category": .optional(key.category), "count": .integer(difference.count),
          "kind": .string(key.kind.rawValue),
        ]
      })
  }
}

extension GroupsEffect {
  /// Returns the changed totals and their groups' names: by name, Unfiled last, and then by currency.
  ///
  /// - Parameter name: The name of a group.
  package func byName(
    _ name: (GroupID) throws -> String
  ) rethrows -> [(name: String, key: Key, difference: TotalsEffect.Difference)] {
    try entries.map { key, difference in
      (name: try key.group.map(name) ?? GroupState.reservedName, key: key, difference: difference)
    }.sorted { left, right in
      guard (left.key.group == nil) == (right.key.group == nil) else { return left.key.group != nil }
      if left.name != right.name { return left.name < right.name }
      if let group = left.key.group, let other = right.key.group, group != other { return group < other }
      return left.key.currency < right.key.currency
    }
  }

  /// Returns the differences of the totals of groups. Unfiled has no id.
  ///
  /// - Parameter name: The name of a group, which is empty if the group is unknown.
  package func json(_ name: (GroupID) throws -> String) rethrows -> JSONValue {
    .array(
      try byName(name).map { name, key, difference in
        [
          "amount": Money(minorUnits: difference.minorUnits, currency: key.currency).json,
          "count": .integer(difference.count), "group": .optional(key.group?.description),
          "name": name.isEmpty ? .null : .string(name),
        ]
      })
  }
}
