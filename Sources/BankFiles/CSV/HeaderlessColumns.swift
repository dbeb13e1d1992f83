extension CSVColumns {
  /// Columns of numbers that are tried as amount and balance.
  private static let numberColumnsMax = 8

  /// The columns of a table without a header, by their content.
  ///
  /// A running balance shows which column is the amount.
  ///
  /// - Throws: A question if nothing shows which column is money in and which is money out.
  init(withoutHeader table: CSVTable) throws(BankFileError) {
    guard let first = (0..<table.count).first(where: { Self.looksLikeData(table, $0) }) else {
      throw .notRecognized(reason: "no row has a date and an amount")
    }
    let rows = first..<table.count
    let width = rows.map { table.width(of: $0) }.max() ?? 0
    let contents = (0..<min(width, 100)).map { ColumnContent(table, column: $0, rows: rows) }
    let dates = contents.indices.filter {
      contents[$0].dates * 2 > contents[$0].filled
        && contents[$0].filled * 2 > contents[0...].map(\.filled).max() ?? 0
    }
    guard let date = dates.first else { throw .notRecognized(reason: "no column of dates") }
    let numbers = Array(
      contents.indices.filter {
        contents[$0].isNumbers && (!contents[$0].isDates || contents[$0].numbers > contents[$0].dates)
      }.prefix(Self.numberColumnsMax))
    let dated = rows.filter { PrintedDate(table.cell($0, date)) != nil }
    guard var movement = Self.movement(table, rows, contents, numbers) ?? Self.amount(table, dated, numbers)
    else {
      throw .undecided([Self.question(table, first)])
    }
    if case .amount(let amount) = movement.0,
      let direction = contents.indices.first(where: {
        contents[$0].isDashes && contents[amount].negatives == 0
          || contents[$0].tellsDirections(of: contents[amount])
      })
    {
      movement.0 = .directed(amount, direction: direction)
    }
    // A row above the others may have a date and a balance in other columns.
    let firstMovement = rows.first { row in dates.contains { PrintedDate(table.cell(row, $0)) != nil } }
    self.init(movement: movement.0, firstRow: firstMovement ?? first, reason: movement.reason)
    self.dates = [date]
    valueDate = dates.dropFirst().first
    balance = movement.balance
    currency = contents.indices.first { contents[$0].isCurrencies }
    texts = contents.indices.filter {
      contents[$0].letters > 0 && !dates.contains($0) && !contents[$0].isNumbers && $0 != currency
    }
  }

  static func looksLikeData(_ table: CSVTable, _ row: Int) -> Bool {
    let columns = 0..<table.width(of: row)
    guard let date = columns.first(where: { PrintedDate(table.cell(row, $0)) != nil }) else { return false }
    return columns.contains { $0 != date && PrintedNumber(amount: table.trimmed(row, $0)) != nil }
  }

  private static func movement(
    _ table: CSVTable, _ rows: Range<Int>, _ contents: [ColumnContent], _ numbers: [Int]
  ) -> (Movement, balance: Int?, reason: String)? {
    var best: (Movement, balance: Int?, reason: String)?
    var bestShare = 0.5
    // If some columns have fractions or signs, the other numbers are row counters or codes of kinds.
    let plausible = numbers.filter { contents[$0].fractions > 0 || contents[$0].negatives > 0 }
    let candidates = plausible.isEmpty ? numbers : plausible
    // One step proves something if it fits one choice of columns alone.
    var singleSteps = 0
    for balance in candidates {
      for amount in candidates where amount != balance && contents[amount].filled >= contents[balance].filled {
        let chain = BalanceChain(table, rows, balance: balance, isBeforeTaken: true) {
          Self.value(table, $0, amount)
        }
        if chain.isSingleStep { singleSteps += 1 }
        // Some banks print the balance before and after each movement. The check of balances needs the one after it.
        let after = BalanceChain(table, rows, balance: balance) { Self.value(table, $0, amount) }
        // A row of zero among amounts without signs has its amount in another column.
        let isPartial = contents[amount].negatives == 0 && rows.contains { Self.value(table, $0, amount) == 0 }
        let rating = chain.share + (isPartial ? 0 : after.share / 1_000)
        if chain.steps >= 1, rating > bestShare {
          bestShare = rating
          best = (
            .amount(amount), after.share < chain.share ? nil : balance,
            "the balance changes by the amount in \(chain.matches) of \(chain.steps) steps"
          )
        }
      }
      for debit in numbers where debit != balance {
        // Without a column of money in, all amounts are money out.
        let alone: [Int?] = contents[debit].negatives == 0 ? [nil] : []
        let stepsBefore = singleSteps
        for credit in numbers + alone where credit != balance && credit != debit {
          let chain = BalanceChain(table, rows, balance: balance) { row in
            (credit.flatMap { Self.value(table, row, $0) } ?? 0) - abs(Self.value(table, row, debit) ?? 0)
          }
          if chain.isSingleStep, credit != nil || singleSteps == stepsBefore { singleSteps += 1 }
          // Both columns are better than one whose balances are those before the movements.
          let rating = chain.share + chain.share / 2_000
          if chain.steps >= 1, rating > bestShare {
            bestShare = rating
            let reason = "the balance changes by both columns in \(chain.matches) of \(chain.steps) steps"
            best = (.sides(debit: debit, credit: credit), balance, reason)
          }
        }
      }
    }
    if let best, singleSteps <= 1 { return best }
    if let only = plausible.first, plausible.count == 1 {
      return (.amount(only), nil, "the only column of amounts")
    }
    if let only = numbers.first, numbers.count == 1 {
      return (.amount(only), nil, "the only column of numbers")
    }
    return nil
  }

  /// Returns the only column with a number in each row.
  ///
  /// The others have one in fewer than half of the rows. Those are numbers of checks. Money in and money out apart have a number in each row together.
  private static func amount(
    _ table: CSVTable, _ rows: [Int], _ numbers: [Int]
  ) -> (Movement, balance: Int?, reason: String)? {
    func has(_ row: Int, _ column: Int) -> Bool { PrintedNumber(amount: table.trimmed(row, column)) != nil }
    let full = numbers.filter { column in rows.allSatisfy { has($0, column) } }
    guard full.count == 1, let only = full.first, rows.count > 1 else { return nil }
    let others = rows.count { row in numbers.contains { $0 != only && has(row, $0) } }
    return others * 2 < rows.count ? (.amount(only), nil, "the only column with a number in each row") : nil
  }

  /// The digits of a fraction that is compared before the currency is known.
  static let valueDigits = 4

  /// Returns a cell's number in ten-thousandths, with the last mark as its decimal sign.
  static func value(_ table: CSVTable, _ row: Int, _ column: Int) -> Int64? {
    guard let number = PrintedNumber(table.value(row, column)) else { return nil }
    return try? number.minorUnits(number.provenSign ?? .point, digits: valueDigits).get()
  }

  private static func question(_ table: CSVTable, _ row: Int) -> BankFileQuestion {
    let isNamed = row > 0 && table.width(of: row - 1) == table.width(of: row)
    let reason = isNamed ? "the names of the columns are not known" : "the file has no header"
    return BankFileQuestion(
      topic: .columns, line: table.line(of: row),
      text: "\(reason), and nothing shows which column is which: \(table.excerpt(row))",
      choices: [
        .init(value: "date=1,text=2,amount=3", example: "one column of signed amounts"),
        .init(value: "date=1,text=2,debit=3,credit=4", example: "money out and money in apart"),
      ])
  }
}

/// How often the running balance of a row differs from its neighbour's by the amount of the row.
struct BalanceChain {
  private(set) var steps = 0
  private(set) var matches = 0

  /// Whether the table has two rows, and the balance fits.
  var isSingleStep: Bool { steps == 1 && matches == 1 }
  var share: Double { steps == 0 ? 0 : Double(matches) / Double(steps) }

  /// Compares the balances of successive rows with the amounts.
  ///
  /// - Parameters:
  ///   - isBeforeTaken: Whether the balance may be that before the movement. Signs cannot be told then.
  ///   - isNewestFirst: The order of the rows, or `nil` if it is not known.
  ///   - amount: The signed amount of a row, or `nil` for a row without an amount.
  init(
    _ table: CSVTable, _ rows: Range<Int>, balance: Int, isBeforeTaken: Bool = false,
    isNewestFirst: Bool? = nil, amount: (Int) -> Int64?
  ) {
    var previous: (balance: Int64, amount: Int64)?
    var (down, up) = (0, 0)
    // Some banks print the balance before the movement.
    var (downBefore, upBefore) = (0, 0)
    for row in rows.prefix(ColumnContent.rowsMax) {
      guard let value = CSVColumns.value(table, row, balance), let change = amount(row) else { continue }
      // A balance that changes by an amount of zero does not follow from it.
      if let previous, change != 0 || previous.amount != 0 || value != previous.balance {
        steps += 1
        if previous.balance &+ change == value { down += 1 }
        if value &+ previous.amount == previous.balance { up += 1 }
        if previous.balance &+ previous.amount == value { downBefore += 1 }
        if value &+ change == previous.balance { upBefore += 1 }
      }
      previous = (value, change)
    }
    matches = isNewestFirst.map { $0 ? up : down } ?? max(down, up)
    if isBeforeTaken, steps >= 2 { matches = max(matches, downBefore, upBefore) }
  }
}
