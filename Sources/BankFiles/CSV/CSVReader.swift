import LedgerDomain

/// Reads a table of movements: decides over the whole table first, then reads each row.
struct CSVReader {
  let table: CSVTable
  let columns: CSVColumns
  let options: BankFileOptions
  let header: CSVHeader?
  let preamble: CSVPreamble
  let stated: StatedBalances
  private(set) var decisions: [BankFileDecision]

  /// The column of the booking date.
  private(set) var dateColumn = 0
  private(set) var dateOrder = DateOrder.yearFirst
  private(set) var decimalSign = DecimalSign.point
  /// The currency of rows without one of their own.
  private(set) var currency: CurrencyCode?
  /// The currencies that an ambiguous sign such as `$` or `kr` may mean here, the likeliest first.
  private(set) var likelyCurrencies: [CurrencyCode] = []
  /// The rows that are balances, as the rows between them prove.
  private(set) var balanceRows: BalanceRows?
  private(set) var signs = SignReading.printed
  /// Whether amounts are the other way round: charges are positive.
  private(set) var isInverted = false
  /// Whether the printed balances are what is owed, which is less than nothing in the account.
  private(set) var isOwed = false
  private(set) var fees = FeeReading.apart
  /// The columns with the name of a category, of the account or of its owner.
  private(set) var otherNames: Set<Int> = []

  init(_ dialect: CSVDialect, _ options: BankFileOptions, decisions: [BankFileDecision]) throws(BankFileError) {
    table = dialect.table
    stated = StatedBalances(table)
    self.options = options
    self.decisions = decisions
    guard table.count > 0 else { throw .empty }
    let first = dialect.header.map { $0.row + 1 } ?? 0
    if !options.columns.isEmpty {
      guard let given = CSVColumns(options.columns, firstRow: first) else {
        throw .malformed(line: 1, reason: "the columns need a date, and an amount or debit and credit")
      }
      (columns, header) = (given, dialect.header)
    } else if let found = dialect.header, let columns = CSVColumns(table, found) {
      (self.columns, header) = (columns, found)
      if let question = columns.sideQuestion(table, found) { throw .undecided([question]) }
    } else {
      do throws(BankFileError) {
        (columns, header) = (try CSVColumns(withoutHeader: table), nil)
      } catch {
        guard let late = CSVHeader(table, isLate: true), let found = CSVColumns(table, late) else {
          throw error
        }
        (columns, header) = (found, late)
      }
    }
    preamble = CSVPreamble(table, rows: 0..<(header?.row ?? columns.firstRow))
    try checkWidthAtEnd()
    try checkCopies()
    try decide()
    try checkAmountAtEnd()
  }

  /// The rows after the header.
  var rows: Range<Int> { min(columns.firstRow, table.count)..<table.count }

  /// Whether a row has a number where amounts are.
  func hasAmount(_ row: Int) -> Bool { columns.amounts.contains { !table.value(row, $0).isEmpty } }

  // MARK: - Decisions

  private mutating func decide() throws(BankFileError) {
    var questions: [BankFileQuestion] = []
    chooseDateColumn()
    decisions.append(
      BankFileDecision(
        topic: .columns, value: columns.description(table, header: header?.row), reason: columns.reason))
    if let order = settle(dateDecision(), &questions) { dateOrder = order }
    let (found, firstRow) = decideCurrency()
    if currency == nil, let firstRow {
      questions.append(
        BankFileQuestion(
          topic: .currency, line: table.line(of: firstRow), text: "the file does not name its currency",
          choices: []))
    }
    let likely = found.isEmpty ? [options.likelyCurrency].compactMap { $0 } : found
    if let sign = settle(decimalDecision(currencies: likely), &questions) { decimalSign = sign }
    balanceRows = balancesAmongMovements()
    if let reading = settle(signDecision(), &questions) { signs = reading }
    isInverted = options.chargesArePositive
    isOwed = balancesAreOwed()
    if !questions.isEmpty { throw .undecided(questions) }
    fees = feeReading()
    otherNames = columns.otherNames.union(ownNames())
    if fees == .added {
      decisions.append(
        BankFileDecision(
          topic: .columns, value: "fees of their own column are part of the amounts",
          reason: "the balances or a column of sums prove it"))
    }
  }

  /// Keeps the decision and returns its value, or adds the question and returns `nil`.
  private mutating func settle<Value>(_ decided: Decided<Value>, _ questions: inout [BankFileQuestion])
    -> Value?
  {
    switch decided {
    case .success((let value, let decision)):
      decisions.append(decision)
      return value
    case .failure(let question):
      questions.append(question)
      return nil
    }
  }

  /// The best date column that every row with an amount has filled.
  private mutating func chooseDateColumn() {
    var missing = [Int](repeating: 0, count: columns.dates.count)
    if columns.dates.count > 1 {
      for row in rows where hasAmount(row) && ![.pending, .void].contains(status(row)) {
        for (index, column) in columns.dates.enumerated() where table.value(row, column).isEmpty {
          missing[index] += 1
        }
      }
    }
    let fewest = missing.min() ?? 0
    dateColumn = zip(columns.dates, missing).first { $0.1 == fewest }?.0 ?? 0
  }

  private func dateDecision() -> Decided<DateOrder> {
    var decision = DateDecision()
    for row in rows {
      let cell = table.cell(row, dateColumn)
      if let date = PrintedDate(cell) { decision.add(date, line: table.line(of: row), cell: cell) }
    }
    let result = decision.order(options.dateOrder)
    guard case .failure = result else { return result }
    // The other dates of the rows are written in the same way.
    for row in rows {
      for column in columns.dates where column != dateColumn {
        let cell = table.cell(row, column)
        if let date = PrintedDate(cell) { decision.add(date, line: table.line(of: row), cell: cell) }
      }
    }
    return decision.order(options.dateOrder, earlier: options.earlierDateOrder)
  }

  /// Finds the currencies that rows name, and the first row without one.
  private mutating func decideCurrency() -> (currencies: [CurrencyCode], withoutOne: Int?) {
    let named = (columns.amounts + [columns.balance].compactMap { $0 })
      .compactMap { column in header.flatMap { PrintedCurrency.inHeader(table.cell($0.row, column)) } }.first
    likelyCurrencies = [named, preamble.currency, options.currency, options.likelyCurrency].compactMap { $0 }
    var found: Set<CurrencyCode> = []
    var withoutOne: Int?
    for row in rows where hasAmount(row) {
      if let own = ownCurrency(row) { found.insert(own) } else if withoutOne == nil { withoutOne = row }
    }
    var reason = "given"
    if let named {
      (currency, reason) = (named, "named in the header")
    } else if let named = preamble.currency {
      (currency, reason) = (named, "named above the header")
    } else if let option = options.currency {
      currency = option
    } else if found.count == 1, withoutOne.map({ isFooter($0) }) ?? true {
      (currency, reason) = (found.first, "named in every row")
    }
    let value = (found.isEmpty ? [currency].compactMap { $0 } : found.sorted()).map(\.code).joined(
      separator: ", ")
    if !value.isEmpty {
      decisions.append(
        BankFileDecision(topic: .currency, value: value, reason: found.isEmpty ? reason : "named in the rows"))
    }
    return (found.isEmpty ? [currency].compactMap { $0 } : Array(found), currency == nil ? withoutOne : nil)
  }

  private func decimalDecision(currencies: [CurrencyCode]) -> Decided<DecimalSign> {
    var decision = DecimalDecision()
    func add(_ column: Int) {
      for row in rows {
        let cell = table.trimmed(row, column)
        guard !cell.isEmpty, let number = PrintedNumber(cell) else { continue }
        decision.add(number, line: table.line(of: row), cell: cell)
      }
    }
    for column in columns.amounts { add(column) }
    if !decision.isProven, let balance = columns.balance { add(balance) }
    return decision.sign(options.decimalSign, currencies: currencies)
  }

  // MARK: - Parts of a row

  /// Returns the currency that a row names by its column, or next to its amount.
  func ownCurrency(_ row: Int) -> CurrencyCode? {
    var column = columns.currency
    if let arriving = columns.arrivingCurrency, case .exchanged(_, _, let direction) = columns.movement,
      DirectionWords.direction(table.trimmed(row, direction)) == .in
    {
      column = arriving
    }
    if let column {
      let cell = table.trimmed(row, column)
      if let named = PrintedCurrency.certain(cell, likely: likelyCurrencies) { return named }
    }
    // Each side of a row has a currency of its own.
    if case .sides = columns.movement, let arriving = columns.arrivingCurrency,
      let named = PrintedCurrency.meaning(table.trimmed(row, arriving), likely: likelyCurrencies)
    {
      return named
    }
    for column in columns.amounts {
      let cell = table.trimmed(row, column)
      // Most amounts are digits alone.
      guard let last = cell.last, let first = cell.first, !(0x30...0x39 ~= last && 0x30...0x39 ~= first) else {
        continue
      }
      if let word = PrintedNumber(cell)?.word {
        return PrintedCurrency.certain(cell[word], likely: likelyCurrencies)
      }
    }
    return nil
  }

  /// Returns the direction that a row's word tells, or `nil` if the cell is any other text.
  func direction(_ row: Int, _ column: Int) -> DirectionWords.Direction? {
    DirectionWords.direction(table.trimmed(row, column))
  }

  func status(_ row: Int) -> StatusWords.Status? {
    guard let column = columns.status else { return nil }
    let cell = table.trimmed(row, column)
    // Elsewhere the money that came back has a row of its own.
    if case .exchanged = columns.movement, CellText.plain(cell).lowercased() == "refunded" { return .void }
    return StatusWords.status(cell)
  }

  /// Whether the row has no date although it has a number: a total below the rows.
  func isFooter(_ row: Int) -> Bool { columns.dates.allSatisfy { PrintedDate(table.cell(row, $0)) == nil } }
}
