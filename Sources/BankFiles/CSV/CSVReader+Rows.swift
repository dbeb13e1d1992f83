import LedgerDomain

extension CSVReader {
  func file(_ format: BankFileFormat) -> BankFile {
    var file = BankFile(format: format, statements: [])
    file.decisions = decisions
    var statements: [String?: Int] = [:]
    for row in rows {
      switch content(row) {
      case .nothing: continue
      case .note(let text): file.note(text, line: table.line(of: row))
      case .continuation:
        if let last = file.rows.indices.last { file.rows[last].append(text: restOfText(row)) }
      case .refused(let code, let words):
        file.refused.append(
          RefusedRow(line: table.line(of: row), RowProblem(code, words), excerpt: table.excerpt(row)))
      case .row(var found):
        found.statement = statement(of: row, &statements, &file)
        file.rows.append(found)
      }
    }
    addFeeNote(&file)
    addStateNotes(&file)
    return file
  }

  private enum Content {
    case nothing
    case note(String)
    case continuation
    case refused(RefusedRow.Code, String)
    case row(BankRow)
  }

  private func content(_ row: Int) -> Content {
    let dateCell = table.trimmed(row, dateColumn)
    guard hasAmount(row) else {
      if dateCell.isEmpty {
        return table.isBlank(row) || columns.texts.isEmpty && columns.payees.isEmpty ? .nothing : .continuation
      }
      guard PrintedDate(dateCell) != nil else { return .nothing }
      if isBalance(row) || columns.balance.map({ !table.value(row, $0).isEmpty }) ?? false && namesBalance(row)
      {
        return .note("a balance without a movement")
      }
      return .refused(.noAmount, "the row has a date and no amount")
    }
    let state = status(row) ?? StatusWords.status(dateCell)
    if state == .void {
      return .note("not counted: “\(CellText.excerpt(table.cell(row, columns.status ?? 0)))”")
    }
    if isBalance(row) { return .note("a balance without a movement") }
    guard !dateCell.isEmpty else {
      if state == .pending { return .note("not booked yet, so it has no date") }
      return isSum(row) ? .nothing : .refused(.noDate, "the row has an amount and no date")
    }
    guard let printed = PrintedDate(dateCell), let date = printed.day(dateOrder) else {
      if state == .pending { return .note("not booked yet, so it has no date") }
      if isHeaderAgain(row) || isSum(row) { return .nothing }
      return .refused(.notADate, "“\(CellText.excerpt(dateCell))” is not a date")
    }
    guard let currency = ownCurrency(row) ?? currency else {
      return .refused(.noCurrency, "the row names no currency")
    }
    switch amount(row, currency) {
    case .failure(let problem): return .refused(problem.code, problem.words)
    case .success(let units):
      var found = self.row(row, date, Money(minorUnits: isInverted ? -units : units, currency: currency))
      if let column = columns.shopCurrency,
        let shop = PrintedCurrency.certain(table.trimmed(row, column), likely: likelyCurrencies),
        shop != currency, let units = try? amount(row, shop).get()
      {
        found.identityMoney = Money(minorUnits: isInverted ? -units : units, currency: shop)
      }
      return .row(found)
    }
  }

  private func row(_ row: Int, _ date: CivilDate, _ money: Money) -> BankRow {
    func text(_ column: Int?) -> String? {
      guard let column else { return nil }
      let text = CellText.plain(table.cell(row, column))
      return text.isEmpty ? nil : text
    }
    func number(_ column: Int?) -> Money? {
      guard let column, let number = PrintedNumber(table.trimmed(row, column)),
        let units = try? number.minorUnits(decimalSign, digits: money.currency.minorUnitDigits ?? 0).get()
      else { return nil }
      return Money(minorUnits: units, currency: money.currency)
    }
    var found = BankRow(line: table.line(of: row), date: date, money: money)
    if let column = columns.valueDate, column != dateColumn {
      found.otherDate = PrintedDate(table.cell(row, column))?.day(dateOrder)
    }
    let paid = columns.payees.lazy.compactMap { text($0) }.first
    let party = money.minorUnits < 0 ? paid ?? text(columns.payer) : text(columns.payer) ?? paid
    found.payee = party ?? columns.texts.lazy.compactMap { text($0) }.first ?? ""
    let texts = columns.texts.compactMap { text($0) }
    for part in texts { found.append(text: part) }
    func names() -> [String] {
      (columns.payees + columns.texts).filter { !otherNames.contains($0) }.compactMap { text($0) }
    }
    let isNamed = otherNames.isEmpty || names().contains(found.payee)
    found.vendor = VendorName.better(than: isNamed ? found.payee : "", in: names())
    found.bankID = text(columns.bankID)
    found.kind = text(columns.kind)
    // Some banks name the other party there alone.
    if found.vendor == nil, !found.payee.contains(where: \.isLetter) {
      found.vendor = VendorName.better(than: found.payee, in: [found.kind].compactMap { $0 })
    }
    found.category = text(columns.category)
    // Some banks write the account in the column of the party.
    found.counterAccount =
      text(columns.counterAccount) ?? (paid.map(AccountNumber.isIBAN) ?? false ? paid : nil)
    if let fee = number(columns.fee), fee.minorUnits != 0 {
      switch fees {
      case .apart: found.fee = fee
      case .added:
        found.money = Money(minorUnits: money.minorUnits - abs(fee.minorUnits), currency: money.currency)
        found.identityMoney = money
      case .included: break
      }
    }
    found.balance = number(columns.balance).map {
      isOwed ? Money(minorUnits: -$0.minorUnits, currency: $0.currency) : $0
    }
    found.isPending = status(row) == .pending
    return found
  }

  // MARK: - Amounts

  private func amount(_ row: Int, _ currency: CurrencyCode) -> Result<Int64, RowProblem> {
    switch columns.movement {
    case .amount(let column): return units(row, column, currency).map { signs.units($0, nil) }
    case .directed(_, let direction), .exchanged(_, _, let direction):
      let cell = table.trimmed(row, direction)
      let word = self.direction(row, direction)
      let column = word == .in ? columns.amounts.last : columns.amounts.first
      if word == .neither {
        return .failure(
          RowProblem(.neitherDirection, "the bank counts the row as neither income nor expense"))
      }
      guard word != nil || !signs.needsWord else {
        return .failure(
          RowProblem(.noDirection, "“\(CellText.excerpt(cell))” is no word for money in or out"))
      }
      return units(row, column ?? 0, currency).map { signs.units($0, word) }
    case .sides(let debit, let credit):
      let out = debit.map { units(row, $0, currency) } ?? .success(0)
      let paidIn = credit.map { units(row, $0, currency) } ?? .success(0)
      return out.flatMap { out in
        paidIn.flatMap { paidIn in
          if out != 0, paidIn != 0 {
            return .failure(RowProblem(.bothDirections, "the row has money in and money out"))
          }
          return .success(out != 0 ? signs.units(out, .out) : signs.units(paidIn, .in))
        }
      }
    }
  }

  private func units(_ row: Int, _ column: Int, _ currency: CurrencyCode) -> Result<Int64, RowProblem> {
    let cell = table.value(row, column)
    if cell.isEmpty { return .success(0) }
    guard let number = PrintedNumber(cell), number.word == nil || ownCurrency(row) != nil else {
      return .failure(RowProblem(.notAnAmount, "“\(CellText.excerpt(cell))” is not an amount"))
    }
    return number.minorUnits(decimalSign, digits: currency.minorUnitDigits ?? 0)
      .mapError { $0.ofRow(cell, decimalSign, currency) }
  }

  // MARK: - Rows that are no movements

  func isHeaderAgain(_ row: Int) -> Bool { header.map { table.areEqual(row, $0.row) } ?? false }

  /// Whether the row is a sum below the others: no date in any column, and a word for a total first.
  private func isSum(_ row: Int) -> Bool {
    guard isFooter(row),
      let first = (0..<table.width(of: row)).lazy.map({ table.trimmed(row, $0) }).first(where: { !$0.isEmpty })
    else { return false }
    let words = HeaderWords.key(CellText.plain(first)).split(separator: " ")
    return words.contains(where: Self.totals.contains)
  }

  static let totals = Set(
    "total,totale,totaal,totals,summe,sum,suma,somme,saldo,balance,gesamt,合计,合計".split(separator: ","))

  /// Returns the texts of a row that continues the row before.
  private func restOfText(_ row: Int) -> String {
    (0..<table.width(of: row)).map { CellText.plain(table.cell(row, $0)) }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  // MARK: - Over all rows

  private func statement(of row: Int, _ statements: inout [String?: Int], _ file: inout BankFile) -> Int {
    guard let column = columns.account else {
      if file.statements.isEmpty {
        var statement = BankStatement(account: preamble.account ?? options.account, currency: currency)
        (statement.opening, statement.closing, statement.closedOn) = statedBalances(
          currency ?? ownCurrency(row))
        file.statements.append(statement)
      }
      return 0
    }
    let own = CellText.plain(table.cell(row, column))
    return file.statement(own.isEmpty ? preamble.account ?? options.account : own, currency, &statements)
  }

  /// Adds a note for each unknown state next to booked rows, which may mean that nothing was paid.
  private func addStateNotes(_ file: inout BankFile) {
    let unknown = columns.status == nil ? [] : rows.filter { hasAmount($0) && status($0) == nil }
    var words: Set<String> = [""]
    guard !unknown.isEmpty, rows.count(where: { status($0) == .booked }) > unknown.count else { return }
    for row in unknown where words.insert(CellText.excerpt(table.cell(row, columns.status ?? 0))).inserted {
      let word = CellText.excerpt(table.cell(row, columns.status ?? 0))
      file.note("the state “\(word)” is not known, so the row counts as booked", line: table.line(of: row))
    }
  }

  private func addFeeNote(_ file: inout BankFile) {
    let fees = file.rows.compactMap(\.fee)
    guard let first = fees.first else { return }
    let sum = fees.dropFirst().reduce(first) { $0.adding($1) ?? $0 }
    file.note("fees in a column of their own are not part of the amounts: \(sum)")
  }
}

extension BankRow {
  /// Adds a text after a space.
  mutating func append(text part: String) {
    guard !part.isEmpty else { return }
    text += text.isEmpty ? part : " " + part
  }
}
