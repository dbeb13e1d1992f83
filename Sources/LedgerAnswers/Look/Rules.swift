public import LedgerBook
package import LedgerBytes
public import LedgerDomain

extension RuleRow {
  /// Returns the rule as `rule list` prints it.
  ///
  /// - Parameters:
  ///   - label: The short text of the rule, in the words of the screen.
  ///   - title: The text about its dates, in the words of the screen.
  package func json(label: String, title: String) -> JSONValue {
    [
      "account": .optional(terms.account), "amount": terms.money.json, "category": .optional(terms.category),
      "conflicts": .count(conflictCount), "deleted": .boolean(isDeleted),
      "enabled": .boolean(pausedFrom == nil), "end": .optional(terms.end?.iso),
      "flags": .strings(terms.flags.names), "frequency": .string(terms.frequency.rawValue),
      "generatedThrough": .optional(generatedThrough?.iso), "group": .optional(terms.group?.description),
      "interval": .count(terms.interval), "kind": .string(terms.kind.rawValue), "label": .string(label),
      "monthEnd": .string(terms.monthEnd.rawValue), "note": .optional(terms.note),
      "pausedFrom": .optional(pausedFrom?.iso), "payment": .optional(terms.payment?.rawValue),
      "pendingDeletion": .boolean(hasPendingDeletion), "received": terms.received?.json ?? .null,
      "revision": .count(revision), "rule": .string(id.description), "series": .string(series.description),
      "since": .optional(since?.iso), "splitOn": .optional(splitOn?.iso), "start": .string(terms.start.iso),
      "tags": .strings(terms.tags), "template": .optional(template?.description), "title": .string(title),
      "toAccount": .optional(terms.toAccount), "vendor": .optional(terms.vendor),
    ]
  }

  /// Returns the line that `events rule list --json` prints for the rule.
  ///
  /// - Parameters:
  ///   - label: The short text of the rule, in the words of the screen.
  ///   - title: The text about its dates, in the words of the screen.
  public func jsonLines(label: String, title: String) -> String { json(label: label, title: title).line }
}

extension RuleDetail {
  /// Returns the rule with its pauses and its transactions.
  package func json(label: String, title: String) -> JSONValue {
    row.json(label: label, title: title).adding([
      "groupName": .optional(groupName), "instances": .array(occurrences.map(\.json)),
      "next": .optional(next?.iso),
      "pauses": .array(pauses.map { ["from": .string($0.from.iso), "until": .optional($0.until?.iso)] }),
      "siblings": .strings(siblings.map(\.description)),
    ])
  }

  /// Returns what `events rule show --json` prints.
  ///
  /// - Parameters:
  ///   - label: The short text of the rule, in the words of the screen.
  ///   - title: The text about its dates, in the words of the screen.
  public func jsonLines(label: String, title: String) -> String { json(label: label, title: title).line }
}

extension RuleDetail.Occurrence {
  /// A transaction of a rule, with its revision as the identity of the event and a number.
  fileprivate var json: JSONValue {
    [
      "amount": row?.money?.json ?? .null, "date": .string(date.iso), "on": .optional(row?.date?.iso),
      "revision": revision.map { $0.reference.json.adding(["number": .count($0.number)]) } ?? .null,
      "standing": .strings(statuses.map(\.rawValue)), "transaction": .optional(transaction?.description),
    ]
  }
}
