internal import LedgerDomain

/// Sums in lines, each with a bar for each currency.
///
/// Currencies are next to each other if there is room, each with a scale of its own.
struct BarChart {
  /// A line of the chart.
  struct Line {
    let label: String
    /// The number of transactions, or `nil` if the lines have no such number.
    let count: Int?
    let totals: [Money]
    /// The currencies in which the sum needs more than 64 bits.
    let tooLarge: [CurrencyCode]
  }

  let ledger: OpenLedger
  /// The heading of the labels.
  var heading = ""
  let lines: [Line]
  /// The last line, which has no bar, or `nil` if the lines have no sum.
  let sum: Line?
  /// The order of the currencies. Others follow as they occur.
  var order: [CurrencyCode] = []
  /// The width that labels may be shortened to, or `nil` if they are never shortened.
  var labelShrinksTo: Int?

  private static let barColumnsMin = 6
  private static let barColumnsMax = 24

  private var terminal: Terminal { ledger.invocation.outputTerminal }

  /// Prints the lines, in as many tables one below the other as the currencies need. Each begins with an empty line.
  func print() throws {
    let currencies = currencies
    let perBlock = currenciesPerBlock(currencies)
    for start in stride(from: 0, to: max(1, currencies.count), by: perBlock) {
      try ledger.invocation.print()
      try ledger.invocation.print(bars(Array(currencies.dropFirst(start).prefix(perBlock))))
    }
  }

  private var all: [Line] { [sum].compactMap { $0 } + lines }

  /// The currencies of the whole, then those that only lines have.
  private var currencies: [CurrencyCode] {
    var found = order
    let shown = all.flatMap { $0.totals.map(\.currency) + $0.tooLarge }
    for currency in shown where !found.contains(currency) { found.append(currency) }
    return found
  }

  private var labelWidth: Int {
    let width = lines.map { columnWidth($0.label) }.reduce(max(heading.count, sum?.label.count ?? 0), max)
    return labelShrinksTo.map { min(width, max($0, terminal.width / 3)) } ?? width
  }

  private var hasCounts: Bool { all.contains { $0.count != nil } }
  private var countWidth: Int {
    all.compactMap(\.count).max().map { max(5, "\($0)".utf8.count) } ?? -2
  }

  private func amountWidth(_ currency: CurrencyCode) -> Int {
    let isTooLarge = all.contains { $0.tooLarge.contains(currency) }
    let least = isTooLarge ? OpenLedger.tooLarge(currency).utf8.count : currency.code.utf8.count
    return all.flatMap(\.totals).filter { $0.currency == currency }
      .map { columnWidth(ledger.words($0)) }.reduce(least, max)
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

  private func bars(_ currencies: [CurrencyCode]) -> TextTable {
    let labels: TextTable.Column =
      labelShrinksTo.map { .name(heading, shrinksTo: $0) } ?? .left(heading, minimum: labelWidth)
    let counts: TextTable.Column = hasCounts ? .right("count", minimum: countWidth) : .right()
    var columns = [labels, counts]
    for currency in currencies { columns += [.left(), .right(currency.code)] }
    var table = TextTable(columns, indent: 2)
    let share = currencies.isEmpty ? 0 : room(currencies) / currencies.count
    let width = max(Self.barColumnsMin, min(Self.barColumnsMax, share))
    let greatest = currencies.map { currency in
      lines.compactMap { units($0.totals, currency)?.magnitude }.max() ?? 0
    }
    for line in lines {
      var cells: [TextTable.Cell] = [.init(line.label), .init(line.count.map { "\($0)" } ?? "", .quiet)]
      for (currency, greatest) in zip(currencies, greatest) {
        let units = units(line.totals, currency)
        let bar = Bar.text(units ?? 0, of: greatest, width: width, isPlain: terminal.isPlain)
        cells += [.init(bar), .init(amount(line, currency))]
      }
      table.row(cells)
    }
    guard let sum else { return table }
    var cells: [TextTable.Cell] = [
      .init(sum.label, .strong), .init(sum.count.map { "\($0)" } ?? "", .strong),
    ]
    for currency in currencies { cells += ["", .init(amount(sum, currency), .strong)] }
    table.row(cells)
    return table
  }

  private func units(_ totals: [Money], _ currency: CurrencyCode) -> Int64? {
    totals.first { $0.currency == currency }?.minorUnits
  }

  private func amount(_ line: Line, _ currency: CurrencyCode) -> String {
    if line.tooLarge.contains(currency) { return OpenLedger.tooLarge(currency) }
    return ledger.words(units(line.totals, currency).map { Money(minorUnits: $0, currency: currency) })
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
