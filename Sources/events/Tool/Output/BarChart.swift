internal import LedgerAnswers
internal import LedgerDomain

/// The layout of sums with bars on a terminal.
///
/// Currencies are next to each other if there is room.
struct BarChart {
  let bars: Bars
  let notation: Notation
  let terminal: Terminal

  private static let barColumnsMin = 6
  private static let barColumnsMax = 24

  /// Returns as many tables one below the other as the currencies need.
  func tables() -> [AnswerTable] {
    let currencies = currencies
    if !bars.details.isEmpty, let currency = currencies.first { return [detailed(currency)] }
    let perBlock = currenciesPerBlock(currencies)
    return stride(from: 0, to: max(1, currencies.count), by: perBlock).map { start in
      table(Array(currencies.dropFirst(start).prefix(perBlock)))
    }
  }

  private var all: [Bars.Row] { [bars.sum].compactMap { $0 } + bars.rows }

  /// The currencies of the whole, then those that only lines have.
  private var currencies: [CurrencyCode] {
    var found = bars.order
    let shown = all.flatMap { $0.totals.map(\.currency) + $0.tooLarge }
    for currency in shown where !found.contains(currency) { found.append(currency) }
    return found
  }

  private var labelWidth: Int {
    let least = max(bars.heading.count, bars.sum?.label.count ?? 0)
    let width = bars.rows.map { columnWidth(visible($0.label)) }.reduce(least, max)
    return bars.labelShrinksTo.map { min(width, max($0, terminal.width / 3)) } ?? width
  }

  private var hasCounts: Bool { all.contains { $0.count != nil } }
  private var countWidth: Int { all.compactMap(\.count).max().map { max(5, "\($0)".utf8.count) } ?? -2 }

  private func amountWidth(_ currency: CurrencyCode) -> Int {
    let isTooLarge = all.contains { $0.tooLarge.contains(currency) }
    let least = isTooLarge ? Notation.tooLarge(currency).utf8.count : currency.code.utf8.count
    return all.flatMap(\.totals).filter { $0.currency == currency }
      .map { columnWidth(notation.words($0)) }.reduce(least, max)
  }

  /// Returns the columns of a line that are left for bars next to the amounts in some currencies.
  private func room(_ currencies: [CurrencyCode]) -> Int {
    let taken = currencies.reduce(0) { $0 + amountWidth($1) + 4 }
    return min(terminal.width, 100) - 2 - labelWidth - 2 - countWidth - taken
  }

  /// Returns the number of currencies side by side. The others follow below.
  private func currenciesPerBlock(_ currencies: [CurrencyCode]) -> Int {
    var count = currencies.count
    while count > 1, room(Array(currencies.prefix(count))) < count * Self.barColumnsMin { count -= 1 }
    // The blocks have about the same number, so that no currency is alone at the end.
    let blocks = (currencies.count + max(1, count) - 1) / max(1, count)
    return max(1, (currencies.count + blocks - 1) / max(1, blocks))
  }

  private func table(_ currencies: [CurrencyCode]) -> AnswerTable {
    let labels: AnswerTable.Column =
      bars.labelShrinksTo.map { .name(bars.heading, shrinksTo: $0) } ?? .left(bars.heading, minimum: labelWidth)
    let counts: AnswerTable.Column = hasCounts ? .right("count", minimum: countWidth) : .right()
    var columns = [labels, counts]
    for currency in currencies { columns += [.left(), .right(currency.code)] }
    var table = AnswerTable(columns, indent: 2)
    let share = currencies.isEmpty ? 0 : room(currencies) / currencies.count
    let width = max(Self.barColumnsMin, min(Self.barColumnsMax, share))
    let greatest = currencies.map { currency in
      bars.rows.compactMap { units($0.totals, currency)?.magnitude }.max() ?? 0
    }
    for line in bars.rows {
      var cells: [AnswerTable.Cell] = [.init(line.label), .init(line.count.map { "\($0)" } ?? "", .quiet)]
      for (currency, greatest) in zip(currencies, greatest) {
        let units = units(line.totals, currency)
        let bar = Bar.text(units ?? 0, of: greatest, width: width, isPlain: terminal.isPlain)
        cells += [.init(bar), .init(amount(line, currency))]
      }
      table.row(cells)
    }
    guard let sum = bars.sum else { return table }
    var cells: [AnswerTable.Cell] = [
      .init(sum.label, .strong), .init(sum.count.map { "\($0)" } ?? "", .strong),
    ]
    for currency in currencies { cells += ["", .init(amount(sum, currency), .strong)] }
    table.row(cells)
    return table
  }

  /// Returns the table of bars in one currency with more columns before them.
  private func detailed(_ currency: CurrencyCode) -> AnswerTable {
    let rows = bars.rows + [bars.sum].compactMap { $0 }
    let labels = rows.map { columnWidth(visible($0.label)) }.max() ?? 0
    let texts = rows.map { $0.details + [amount($0, currency)] }
    let taken = texts[0].indices.reduce(2 + labels) { sum, column in
      sum + 2 + texts.map { columnWidth($0[column]) }.reduce(8, max)
    }
    let width = min(Self.barColumnsMax, min(terminal.width, 100) - taken - 2)
    let greatest = bars.rows.compactMap { units($0.totals, currency)?.magnitude }.max() ?? 0
    var table = AnswerTable(
      [.left(bars.heading)] + bars.details.dropLast().map { .right($0) } + [.left()]
        + bars.details.suffix(1).map { .right($0) }, indent: 2)
    for (place, (row, texts)) in zip(rows, texts).enumerated() {
      let isSum = bars.sum != nil && place == rows.count - 1
      let emphasis: Emphasis = isSum ? .strong : .plain
      let bar = Bar.text(
        isSum ? 0 : units(row.totals, currency) ?? 0, of: greatest, width: max(1, width),
        isPlain: terminal.isPlain)
      table.row(
        ([row.label] + texts.dropLast()).map { .init($0, emphasis) } + [.init(bar)]
          + texts.suffix(1).map { .init($0, emphasis) })
    }
    return table
  }

  private func units(_ totals: [Money], _ currency: CurrencyCode) -> Int64? {
    totals.first { $0.currency == currency }?.minorUnits
  }

  private func amount(_ line: Bars.Row, _ currency: CurrencyCode) -> String {
    if line.tooLarge.contains(currency) { return Notation.tooLarge(currency) }
    return notation.words(units(line.totals, currency).map { Money(minorUnits: $0, currency: currency) })
  }
}

/// Draws a quantity as a bar of blocks, to an eighth of a column.
enum Bar {
  /// Returns the bar of a quantity relative to the greatest one.
  ///
  /// A negative quantity is drawn hollow. One that is not zero is always visible.
  ///
  /// - Parameter isPlain: Whether to draw in ASCII and whole columns: `#`, or `-` for a negative quantity.
  static func text(_ units: Int64, of greatest: UInt64, width: Int, isPlain: Bool = false) -> String {
    guard units != 0, greatest > 0, width > 0 else { return "" }
    let (high, low) = units.magnitude.multipliedFullWidth(by: UInt64(width) * 8)
    let eighths = max(1, Int(greatest.dividingFullWidth((high, low)).quotient))
    if isPlain { return String(repeating: units > 0 ? "#" : "-", count: (eighths + 7) / 8) }
    guard units > 0 else { return String(repeating: "░", count: (eighths + 7) / 8) }
    let part = eighths % 8
    return String(repeating: "█", count: eighths / 8) + (part == 0 ? "" : partial[part - 1])
  }

  private static let partial = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
