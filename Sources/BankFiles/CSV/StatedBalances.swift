import LedgerDomain

/// The balances before and after all movements, which some tables print above or below them.
struct StatedBalances {
  private(set) var opening: PrintedNumber?
  private(set) var closing: PrintedNumber?
  /// A balance that is named by its day, such as `Kontostand vom 28.02.2026`.
  private(set) var dated: (date: PrintedDate, number: PrintedNumber)?

  /// Rows above and below the movements that are looked at.
  private static let rowsMax = 60

  init(_ table: CSVTable) {
    let isShort = table.count <= Self.rowsMax * 2
    let rows =
      isShort ? Array(0..<table.count) : Array(0..<Self.rowsMax) + (table.count - Self.rowsMax..<table.count)
    for row in rows {
      let cells = (0..<min(table.width(of: row), 40)).map { table.trimmed(row, $0) }
      for (index, cell) in cells.enumerated() where 8...80 ~= cell.count {
        if let isOpening = Self.isOpening(cell),
          let number = Self.number([Self.end(of: cell)] + cells[(index + 1)...])
        {
          if isOpening { opening = opening ?? number } else { closing = closing ?? number }
        } else if dated == nil {
          dated = Self.dated(cell, cells[(index + 1)...])
        }
      }
    }
  }

  /// Whether a cell begins with words for a balance before or after all movements.
  static func isOpening(_ cell: ArraySlice<UInt8>) -> Bool? {
    let key = HeaderWords.key(CellText.plain(cell))
    if openings.contains(where: key.hasPrefix) { return true }
    return closings.contains(where: key.hasPrefix) ? false : nil
  }

  /// Returns the day and the amount of a cell and the next ones: `Solde au 28/02/2026 : 2 454,90 €`.
  private static func dated(
    _ cell: ArraySlice<UInt8>, _ others: ArraySlice<ArraySlice<UInt8>>
  ) -> (date: PrintedDate, number: PrintedNumber)? {
    let name = cell.prefix { !(0x30...0x39 ~= $0) }
    guard datedNames.contains(HeaderWords.key(CellText.plain(name))) else { return nil }
    let rest = name.endIndex < cell.endIndex ? cell[name.endIndex...] : others.first ?? []
    let day = rest.prefix { 0x2d...0x39 ~= $0 }
    guard let date = PrintedDate(day.last == UInt8(ascii: ".") ? day.dropLast() : day) else { return nil }
    let end = CellText.trimmed(rest[day.endIndex...].drop { $0 == UInt8(ascii: ":") || $0 == 0x20 })
    return number([end] + others).map { (date, $0) }
  }

  /// Returns the part of a cell after a colon.
  private static func end(of cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    cell.lastIndex(of: UInt8(ascii: ":")).map { CellText.trimmed(cell[($0 + 1)...]) } ?? cell[cell.endIndex...]
  }

  /// Returns the only amount of the cells.
  private static func number(_ cells: [ArraySlice<UInt8>]) -> PrintedNumber? {
    let numbers = cells.compactMap { PrintedDate($0) == nil ? PrintedNumber(amount: $0) : nil }
    return numbers.count == 1 ? numbers[0] : nil
  }

  /// Whether a text is one about a balance: it begins like a name of one, or has a word for one.
  static func names(_ cell: ArraySlice<UInt8>) -> Bool {
    guard 4...80 ~= cell.count, PrintedDate(cell) == nil, PrintedNumber(cell) == nil else { return false }
    if isOpening(cell) != nil { return true }
    return HeaderWords.key(CellText.plain(cell)).split(separator: " ").contains { word in
      HeaderVocabulary.shared.classes(of: String(word)).contains(.balance)
        || ["残高", "余额", "餘額", "繰越", "잔액", "رصيد", "zostat", "forward", "vortrag", "bestand"].contains {
          ByteSearch.contains($0, in: String(word))
        }
    }
  }

  private static func keys(_ names: StaticString) -> [String] {
    names.description.split(separator: ",").map { HeaderWords.key(CellText.plain($0)) }
  }

  private static let datedNames = keys(
    """
    kontostand,kontostand vom,kontostand am,kontostand per,saldo vom,saldo am,saldo per,solde au,saldo al,saldo a,
    saldo em,saldo op,balance as of,balance on
    """)
  private static let openings = keys(
    """
    alter kontostand,letzter kontostand,alter saldo,anfangssaldo,anfangsbestand,saldovortrag,opening balance,beginning balance,
    starting balance,previous balance,balance brought forward,brought forward,solde initial,ancien solde,solde précédent,
    saldo iniziale,saldo precedente,saldo inicial,saldo anterior,beginsaldo,alkusaldo,saldo początkowe,počáteční zůstatek,
    ingående saldo,inngående saldo,startsaldo,algsaldo,期初余额
    """)
  private static let closings = keys(
    """
    neuer kontostand,neuer saldo,endsaldo,schlusssaldo,endbestand,closing balance,ending balance,new balance,
    balance carried forward,carried forward,solde final,nouveau solde,saldo finale,saldo final,eindsaldo,loppusaldo,
    saldo końcowe,konečný zůstatek,utgående saldo,slutsaldo,lõppsaldo,期末余额
    """)
}

/// The rows of a table that are balances, with the values in ten-thousandths.
struct BalanceRows {
  let rows: [Int]
  let opening: Int64?
  let closing: Int64?
}

extension CSVReader {
  /// Returns the only reading of signs that leads from the opening to the closing balance.
  func signsByStatedBalances(_ readings: [SignReading], _ signed: (Int, SignReading) -> Int64?) -> SignReading?
  {
    let fitting = readings.filter { reading in statedBalancesFit { signed($0, reading) } }
    return fitting.count == 1 ? fitting[0] : nil
  }

  private static func value(_ number: PrintedNumber?) -> Int64? {
    number.flatMap { try? $0.minorUnits($0.provenSign ?? .point, digits: CSVColumns.valueDigits).get() }
  }

  /// Whether the amounts of the rows lead from the opening to the closing balance.
  func statedBalancesFit(_ units: (Int) -> Int64?) -> Bool {
    guard let opening = balanceRows?.opening ?? Self.value(stated.opening),
      let closing = balanceRows?.closing ?? Self.value(stated.closing)
    else { return false }
    let movements = rows.filter { row in
      PrintedDate(table.cell(row, dateColumn)) != nil && ![.pending, .void].contains(status(row))
        && !isBalance(row)
    }
    return movements.reduce(0) { $0 &+ (units($1) ?? 0) } == closing &- opening
  }

  /// Returns the balance that is named by its day, if that is the last day of the rows.
  ///
  /// Movements before a later day may be missing from the table.
  private var datedClosing: (date: CivilDate, number: PrintedNumber)? {
    let days = rows.lazy.compactMap { PrintedDate(table.cell($0, dateColumn))?.day(dateOrder) }
    guard let dated = stated.dated, let date = dated.date.day(dateOrder) ?? dated.date.day(.dayFirst),
      days.max() == date
    else { return nil }
    return (date, dated.number)
  }

  /// Returns the balances of the table in a currency.
  func statedBalances(_ currency: CurrencyCode?) -> (opening: Money?, closing: Money?, closedOn: CivilDate?) {
    func money(_ number: PrintedNumber?, _ proven: Int64?) -> Money? {
      guard let currency, number != nil || proven != nil else { return nil }
      let digits = currency.minorUnitDigits ?? 0
      let power = (digits..<max(digits, CSVColumns.valueDigits)).reduce(Int64(1)) { power, _ in power * 10 }
      guard
        let units = proven.map({ $0 / power }) ?? (try? number?.minorUnits(decimalSign, digits: digits).get())
      else { return nil }
      return Money(minorUnits: isOwed ? -units : units, currency: currency)
    }
    let opening = money(stated.opening, balanceRows?.opening)
    if let closing = money(stated.closing, balanceRows?.closing) { return (opening, closing, nil) }
    return (opening, money(datedClosing?.number, nil), datedClosing?.date)
  }

  /// Whether a text of a row names a balance, perhaps of a shop called so.
  func namesBalance(_ row: Int) -> Bool {
    (0..<table.width(of: row)).contains { StatedBalances.names(table.trimmed(row, $0)) }
  }

  /// Whether a text of a row names a balance before all movements, or `nil` if it names no such balance.
  private func isOpening(_ row: Int) -> Bool? {
    (0..<table.width(of: row)).lazy.compactMap { StatedBalances.isOpening(table.trimmed(row, $0)) }.first
  }

  /// Returns the rows that are named as balances, as the rows between prove, for each account.
  func balancesAmongMovements() -> BalanceRows? {
    let accounts =
      columns.account.map { account in
        Array(Dictionary(grouping: rows) { Array(table.trimmed($0, account)) }.values)
      } ?? [Array(rows)]
    let found = accounts.compactMap { balances(among: $0) }
    if accounts.count == 1 { return found.first ?? summary() ?? total() }
    return found.isEmpty ? nil : BalanceRows(rows: found.flatMap(\.rows), opening: nil, closing: nil)
  }

  /// Returns the first row if its numbers are the balances before and after all others.
  private func summary() -> BalanceRows? {
    guard header == nil, let balance = columns.balance, case .amount(let amount) = columns.movement else {
      return nil
    }
    var movements = rows.filter { hasAmount($0) && !isFooter($0) }.map { row in
      (row, CSVColumns.value(table, row, amount) ?? 0, CSVColumns.value(table, row, balance) ?? 0)
    }
    guard movements.count > 2 else { return nil }
    let (row, opening, closing) = movements.removeFirst()
    // The first payment into an empty account is its own balance.
    guard opening != closing else { return nil }
    if isNewestFirst(among: movements.map(\.0)) ?? false { movements.reverse() }
    var sum = opening
    for (_, amount, balance) in movements {
      sum &+= amount
      guard sum == balance else { return nil }
    }
    return sum == closing ? BalanceRows(rows: [row], opening: opening, closing: closing) : nil
  }

  /// Returns the last row if it has a word for a total alone, and the sum of all others.
  ///
  /// A shop may be called so, so another column must have a text in all other rows only.
  private func total() -> BalanceRows? {
    func isMovement(_ row: Int) -> Bool { hasAmount(row) && !isFooter(row) }
    guard case .amount(let column) = columns.movement, let last = rows.last(where: isMovement),
      case let words = (columns.texts + columns.payees).filter({ !table.trimmed(last, $0).isEmpty }),
      words.count == 1, let word = words.first,
      Self.totals.contains(HeaderWords.key(CellText.plain(table.cell(last, word)))[...])
    else { return nil }
    let others = rows.prefix { $0 < last }.filter(isMovement)
    guard
      (columns.texts + columns.payees).contains(where: { column in
        column != word && others.allSatisfy { !table.trimmed($0, column).isEmpty }
      })
    else { return nil }
    let sum = others.reduce(0) { $0 &+ (CSVColumns.value(table, $1, column) ?? 0) }
    return others.count > 1 && CSVColumns.value(table, last, column) == sum
      ? BalanceRows(rows: [last], opening: nil, closing: nil) : nil
  }

  /// Returns the first and the last row if they are named as balances, and those between prove it.
  ///
  /// One of the balances may also be above or below the rows.
  private func balances(among rows: [Int]) -> BalanceRows? {
    func isCounted(_ row: Int) -> Bool {
      hasAmount(row) && ![.pending, .void].contains(status(row))
        && (namesBalance(row) || !isFooter(row) && !isBalance(row))
    }
    guard let first = rows.first(where: isCounted), let last = rows.last(where: isCounted), first < last else {
      return nil
    }
    let edges = [first, last].filter(namesBalance)
    let isReversed = isOpening(first).map { !$0 } ?? isOpening(last) ?? isNewestFirst ?? false
    let between = edges.isEmpty ? [] : rows.filter { !edges.contains($0) && isCounted($0) && !isBalance($0) }
    for reading in between.isEmpty ? [] : readings {
      let sum = between.reduce(0) { $0 &+ (signed($1, reading) ?? 0) }
      if edges.count == 1, sum == 0 { continue }
      func value(_ row: Int, or stated: PrintedNumber?) -> Int64? {
        guard edges.contains(row) else { return Self.value(stated) }
        if case .amount(let column) = columns.movement { return CSVColumns.value(table, row, column) }
        return signed(row, reading)
          ?? columns.amounts.lazy.compactMap { CSVColumns.value(table, row, $0) }.first { $0 != 0 } ?? 0
      }
      if let opening = value(isReversed ? last : first, or: stated.opening),
        let closing = value(isReversed ? first : last, or: stated.closing), opening &+ sum == closing
      {
        return BalanceRows(rows: edges, opening: opening, closing: closing)
      }
    }
    return nil
  }
}
