internal import EventLog
public import LedgerAudit
internal import LedgerBook
package import LedgerBytes
package import LedgerDomain

extension Why.Giving {
  fileprivate var json: JSONValue {
    [
      "event": event.reference.json, "gives": .strings(fields.map(\.rawValue)),
      "position": .integer(event.position), "type": .string(event.type),
    ]
  }
}

extension Why.Part {
  /// Returns the part of a transaction in a figure, with the events that gave it.
  package func json(_ currency: CurrencyCode) -> JSONValue {
    [
      "amount": Money(minorUnits: minorUnits, currency: currency).json, "date": .optional(row.date?.iso),
      "events": .array(events.filter { !$0.isRepeated }.map(\.json)),
      "group": .optional(group?.description), "repeated": .array(events.filter(\.isRepeated).map(\.json)),
      "transaction": .string(row.id.description),
      "vendor": .optional(row.vendor),
    ]
  }
}

extension Why {
  /// Returns the sum of a figure, which is the last line.
  ///
  /// - Parameters:
  ///   - name: The name of the figure, in the words of the screen.
  ///   - printed: The number of transactions that were printed before.
  package func json(named name: String, printed: Int) -> JSONValue {
    func money(_ minorUnits: Int64) -> JSONValue {
      Money(minorUnits: minorUnits, currency: figure.currency).json
    }
    let document: JSONValue = [
      "addsUp": .boolean(addsUp), "count": .count(count), "figure": .string(name),
      "more": .count(count - printed), "shown": shown.json, "sum": money(minorUnits),
    ]
    return document.adding(figure.hasOpenings ? ["opening": money(openingUnits)] : [:])
  }
}

extension WhyBudget {
  /// The explanation of a budget: every month, and every transaction of the month.
  package var json: JSONValue {
    let course = course.map { month -> JSONValue in
      [
        "activity": money(month.activity), "available": money(month.available),
        "budgeted": money(month.budgeted), "carriedIn": money(month.carriedIn),
        "carriesOver": .boolean(month.carriesOver), "month": .string(month.month.iso),
      ]
    }
    let toBudget = courseOfToBudget.map { month -> JSONValue in
      [
        "budgeted": money(month.budgeted), "income": money(month.income), "month": .string(month.month.iso),
        "overspent": money(month.overspent), "toBudget": money(month.toBudget),
      ]
    }
    return [
      "addsUp": .boolean(addsUp), "category": .optional(figure.category),
      "events": .array(choices.map { .integer($0.position) }), "month": .string(budget.month.iso),
      "months": .array(course + toBudget), "shown": shown.json, "sum": computed.json,
      "transactions": .array(
        parts.map { ["amount": money($0.minorUnits), "transaction": .string($0.row.id.description)] }),
    ]
  }

  /// Returns what `events why budget --json` prints.
  public func jsonLines() -> String { json.line }

  private func money(_ minorUnits: Int64) -> JSONValue { budget.money(minorUnits).json }
}
