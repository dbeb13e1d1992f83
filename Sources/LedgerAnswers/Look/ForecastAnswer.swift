public import LedgerBook
package import LedgerBytes
internal import LedgerDomain

/// The expected balances of all accounts, month by month, with their lowest points.
package struct ForecastAnswer: Answer {
  let forecast: BalanceForecast

  package init(_ forecast: BalanceForecast) { self.forecast = forecast }

  package func document(_ notation: Notation) -> Document { .value(forecast.json) }

  package func blocks(_ notation: Notation) -> [Block] {
    let locale = notation.locale
    let last = forecast.months.upperBound
    var blocks: [Block] = [
      .title(Line("Forecast", .strong) + Line(" · \(locale.date(forecast.day)) – \(locale.shortMonth(last))"))
    ]
    guard !forecast.accounts.isEmpty else {
      return blocks + [.step("No account has money. Open one", .openAccount)] + notCounted
    }
    var table = AnswerTable([.left(), .right("at the end"), .right("lowest"), .left("on")], indent: 2)
    for account in forecast.accounts { notation.add(account.course, account.name, forecast.day, to: &table) }
    if forecast.accounts.count > forecast.totals.count {
      for total in forecast.totals { notation.add(total, "all accounts", forecast.day, to: &table) }
    }
    blocks.append(.table(table))
    for total in forecast.totals {
      let currency = total.now.currency
      let lowest = forecast.accounts.filter { $0.course.now.currency == currency }
        .map { (name: $0.name, point: $0.course.lowest) }
        .min { $0.point.balance.minorUnits < $1.point.balance.minorUnits }
      guard let lowest else { continue }
      let words = "Lowest: \(lowest.name), \(notation.words(lowest.point.balance)) on "
      blocks.append(.paragraph(Line(words + locale.date(lowest.point.date))))
    }
    return blocks + notCounted
  }

  private var notCounted: [Block] {
    let count = forecast.rulesWithoutAccount
    return count == 0 ? [] : [.paragraph(Line("Not counted: \(counted(count, "rule")) without an account"))]
  }
}

extension Notation {
  fileprivate func add(
    _ course: BalanceCourse, _ name: String, _ day: CivilDate, to table: inout AnswerTable
  ) {
    table.row([.init(name, .strong), .init(words(course.now)), "", .init(locale.date(day), .quiet)])
    for month in course.months {
      let isShort = month.lowest.balance.minorUnits < 0
      table.row([
        .init("  \(locale.shortMonth(month.month))"), .init(words(month.balance)),
        .init(words(month.lowest.balance), isShort ? .bad : .quiet),
        .init(locale.date(month.lowest.date), .quiet),
      ])
    }
  }
}

extension BalanceForecast {
  package var json: JSONValue {
    [
      "from": .string(day.iso),
      "months": .array(
        totals.isEmpty
          ? []
          : totals[0].months.indices.map { place in
            [
              "month": .string(totals[0].months[place].month.iso),
              "totals": .array(totals.map { $0.months[place].balance.json }),
            ]
          }),
      "report": "forecast",
      "rows": .array(
        accounts.map { account in
          account.course.json.adding(["key": .string(account.key), "name": .string(account.name)])
        }),
      "rulesWithoutAccount": .count(rulesWithoutAccount),
      "through": .string(months.upperBound.last.iso),
      "totals": .array(totals.map(\.json)),
    ]
  }

  /// Returns what `events report forecast --json` prints.
  public func jsonLines() -> String { json.line }
}

extension BalanceCourse {
  fileprivate var json: JSONValue {
    [
      "balance": now.json, "lowest": lowest.json,
      "months": .array(
        months.map {
          ["balance": $0.balance.json, "lowest": $0.lowest.json, "month": .string($0.month.iso)]
        }),
    ]
  }
}

extension BalanceCourse.Point {
  fileprivate var json: JSONValue { ["balance": balance.json, "date": .string(date.iso)] }
}
