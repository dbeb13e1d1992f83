package import LedgerBytes
internal import LedgerDomain
public import LedgerProjections

/// The differences between the read models and those that a rebuild would make.
package struct ModelsComparisonAnswer: Answer {
  /// The differences, or `nil` if there are no read models to compare with.
  let comparison: ModelsComparison?
  /// Whether a difference is an answer of no.
  let isVerdict: Bool

  package init(_ comparison: ModelsComparison?, isVerdict: Bool) {
    (self.comparison, self.isVerdict) = (comparison, isVerdict)
  }

  package var verdict: Verdict { isVerdict && comparison?.isSame == false ? .no : .yes }

  package func document(_ notation: Notation) -> Document { .value(comparison?.json ?? .null) }

  package func blocks(_ notation: Notation) -> [Block] {
    guard let comparison else { return [.line("There are no read models to compare with.")] }
    let rows = counted(Int(clamping: comparison.rows), "row")
    guard !comparison.isSame else {
      return [.line("No difference in \(rows), as of event \(grouped(comparison.position))")]
    }
    let count = comparison.transactions
    var blocks: [Block] = [
      .line(
        Line(
          count == 0
            ? "The read models differ, but in no transaction"
            : counted(count, "transaction") + (count == 1 ? " differs" : " differ")))
    ]
    var money = AnswerTable([.left(), .left(), .right()], indent: 2)
    for difference in comparison.money {
      let sign = difference.money.minorUnits > 0 ? "+" : ""
      let (name, what) = notation.words(difference.figure)
      money.row([.init(name), .init(what, .quiet), .init(sign + notation.words(difference.money))])
    }
    if !money.isEmpty { blocks.append(.table(money)) }
    var tables = AnswerTable([.left("table"), .right("new"), .right("gone"), .right("changed")], indent: 2)
    for table in comparison.tables {
      tables.row([
        .init(table.table), .init(grouped(Int64(table.added))), .init(grouped(Int64(table.removed))),
        .init(grouped(Int64(table.changed))),
      ])
    }
    blocks.append(.table(tables))
    blocks += comparison.shapes.map { .line("  only one of them has \($0)") }
    if notation.isVerbose { blocks += comparison.samples.map { .line("  \($0)") } }
    return blocks
  }
}

extension Notation {
  /// The name of a figure, and what it is a figure of.
  fileprivate func words(_ figure: MoneyDifference.Figure) -> (name: String, what: String) {
    switch figure {
    case .month(let month, let kind): (locale.month(month), kind.rawValue)
    case .balance(let account): (accountName(account), "balance")
    case .budget(let category, let month):
      (category.map(categoryName) ?? "To budget", "budget of " + locale.month(month))
    }
  }
}

extension MoneyDifference {
  /// The figure in the words of JSON, without the amount.
  fileprivate var members: [String: JSONValue] {
    switch figure {
    case .month(let month, let kind): ["kind": .string(kind.rawValue), "month": .string("\(month)")]
    case .balance(let account): ["account": .string(account), "kind": "balance"]
    case .budget(let category, let month):
      ["category": .optional(category), "kind": "budget", "month": .string("\(month)")]
    }
  }
}

extension ModelsComparison {
  /// The differences between the read models and those that a rebuild would make.
  package var json: JSONValue {
    [
      "money": .array(
        money.map { JSONValue.object($0.members.merging(["money": $0.money.json]) { own, _ in own }) }),
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

  package var words: String {
    let events = counted(count, "event") + " of type \(type)"
    return reason.map { "\(events): \($0)" }
      ?? "\(events), which this version does not know, kept and passed over"
  }
}
