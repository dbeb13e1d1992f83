package import LedgerBytes
internal import LedgerDomain

extension MonthReport {
  /// The month as one document. Without any amount it has no divisions.
  package var json: JSONValue {
    let figures: JSONValue = [
      "count": .count(count), "countToCome": .count(countToCome), "lastMonth": Self.json(last),
      "meanOfSix": Self.json(mean), "month": .string(month.iso), "monthsInMean": .count(monthsInMean),
      "soFar": Self.json(soFar),
      "through": .string(through.iso), "toCome": Self.json(toCome),
    ]
    let document = figures.adding(countToCome > 0 ? ["upcoming": Self.json(toCome)] : [:])
    guard let first = currencies.first else { return document }
    let divisions = Division.allCases.map { ($0.rawValue, JSONValue.array(parts($0, by: first).map(\.json))) }
    return document.adding(Dictionary(uniqueKeysWithValues: divisions))
  }

  /// Returns what `events month --json` prints.
  public func jsonLines() -> String { json.line }

  /// Returns an object per currency. A sum that needs more than 64 bits is null.
  fileprivate static func json(_ sums: [CurrencyCode: Sums]) -> JSONValue {
    .array(
      sums.sorted { $0.key < $1.key }.map { currency, sum in
        func money(_ units: Int64?) -> JSONValue {
          guard let units, !sum.isTooLarge else { return .null }
          return Money(minorUnits: units, currency: currency).json
        }
        return [
          "currency": .string(currency.code), "net": money(sum.net), "received": money(sum.income),
          "spent": money(sum.spending),
        ]
      })
  }
}

extension MonthReport.Part {
  fileprivate var json: JSONValue {
    ["count": .count(count), "name": .optional(name), "sums": MonthReport.json(sums)]
  }
}
