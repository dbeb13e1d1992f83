import LedgerDomain

/// The balances before and after all movements, which some tables print above or below them.
struct StatedBalances {
  private(set) var opening: PrintedNumber?
  private(set) var closing: PrintedNumber?

  /// Rows above and below the movements that are looked at.
  private static let rowsMax = 60

  init(_ table: CSVTable) {
    let isShort = table.count <= Self.rowsMax * 2
    let rows =
      isShort ? Array(0..<table.count) : Array(0..<Self.rowsMax) + (table.count - Self.rowsMax..<table.count)
    for row in rows {
      let cells = (0..<min(table.width(of: row), 40)).map { table.trimmed(row, $0) }
      for (index, cell) in cells.enumerated() where 8...80 ~= cell.count {
        guard let isOpening = Self.isOpening(cell),
          let number = Self.number([Self.end(of: cell)] + cells[(index + 1)...])
        else { continue }
        if isOpening { opening = opening ?? number } else { closing = closing ?? number }
      }
    }
  }

  /// Whether a cell begins with words for a balance before or after all movements.
  private static func isOpening(_ cell: ArraySlice<UInt8>) -> Bool? {
    let key = HeaderWords.key(CellText.plain(cell))
    if openings.contains(where: key.hasPrefix) { return true }
    return closings.contains(where: key.hasPrefix) ? false : nil
  }

  /// Returns the part of a cell after a colon.
  private static func end(of cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    cell.lastIndex(of: UInt8(ascii: ":")).map { CellText.trimmed(cell[($0 + 1)...]) } ?? cell[cell.endIndex...]
  }

  /// Returns the only amount of the cells.
  private static func number(_ cells: [ArraySlice<UInt8>]) -> PrintedNumber? {
    let numbers = cells.compactMap { cell in
      PrintedDate(cell) == nil
        ? PrintedNumber(cell).flatMap { ColumnContent.isPlain($0, cell) ? $0 : nil } : nil
    }
    return numbers.count == 1 ? numbers[0] : nil
  }

  private static let openings = [
    "alter kontostand", "alter saldo", "anfangssaldo", "anfangsbestand", "opening balance", "beginning balance",
    "starting balance", "previous balance", "balance brought forward", "solde initial", "ancien solde",
    "solde precedent", "saldo iniziale", "saldo inicial", "saldo anterior", "beginsaldo", "saldo poczatkowe",
    "pocatecni zustatek", "ingaende saldo", "startsaldo",
  ]
  private static let closings = [
    "neuer kontostand", "neuer saldo", "endsaldo", "schlusssaldo", "endbestand", "closing balance",
    "ending balance", "new balance", "balance carried forward", "solde final", "nouveau solde", "saldo finale",
    "saldo final", "eindsaldo", "saldo koncowe", "konecny zustatek", "utgaende saldo", "slutsaldo",
  ]
}

extension CSVReader {
  /// Returns the only reading of signs that leads from the opening to the closing balance.
  func signsByStatedBalances(_ readings: [SignReading], _ signed: (Int, SignReading) -> Int64?) -> SignReading?
  {
    let fitting = readings.filter { reading in statedBalancesFit { signed($0, reading) } }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// Whether the amounts of the rows lead from the opening to the closing balance.
  func statedBalancesFit(_ units: (Int) -> Int64?) -> Bool {
    func value(_ number: PrintedNumber?) -> Int64? {
      number.flatMap { try? $0.minorUnits($0.provenSign ?? .point, digits: CSVColumns.valueDigits).get() }
    }
    guard let opening = value(stated.opening), let closing = value(stated.closing) else { return false }
    let movements = rows.filter { row in
      PrintedDate(table.cell(row, dateColumn)) != nil && ![.pending, .void].contains(status(row))
        && !isBalance(row)
    }
    return movements.reduce(0) { $0 &+ (units($1) ?? 0) } == closing &- opening
  }

  /// Returns the balances of the table in a currency.
  func statedBalances(_ currency: CurrencyCode?) -> (opening: Money?, closing: Money?) {
    func money(_ number: PrintedNumber?) -> Money? {
      guard let number, let currency,
        let units = try? number.minorUnits(decimalSign, digits: currency.minorUnitDigits ?? 0).get()
      else { return nil }
      return Money(minorUnits: isOwed ? -units : units, currency: currency)
    }
    return (money(stated.opening), money(stated.closing))
  }
}
