import LedgerDomain

// A table that is cut off has no mark of it. Only its last row shows it, if that has no line end.
extension CSVReader {
  /// Refuses a table whose last row lacks cells that the row before it has.
  func checkWidthAtEnd() throws(BankFileError) {
    let last = table.count - 1
    guard table.endsWithinRow else { return }
    if last == 0 {
      throw .truncated(line: 1, reason: "the only row has no line end, so it could lack cells; end the line")
    }
    guard let before = (0..<last).last(where: { !table.isBlank($0) }) else {
      return
    }
    let isMovement = columns.dates.contains { PrintedDate(table.cell(last, $0)) != nil }
    let isWhole = table.width(of: last) >= table.width(of: before)
    if isWhole || header != nil && !isMovement { return }
    throw .truncated(line: table.line(of: last), reason: "the last row has fewer cells than the row before it")
  }

  /// Refuses a table whose header comes again above equal rows with equal balances.
  func checkCopies() throws(BankFileError) {
    guard columns.balance != nil, let again = rows.first(where: isHeaderAgain) else { return }
    func cells(_ row: Int) -> [String] { (0..<table.width(of: row)).map { table.text(row, $0) } }
    let earlier = Set((columns.firstRow..<again).map(cells))
    let later = (again + 1..<table.count).filter { !table.isBlank($0) && !isHeaderAgain($0) }
    guard later.count > 1, later.allSatisfy({ earlier.contains(cells($0)) }) else { return }
    throw .malformed(
      line: table.line(of: again), reason: "the same rows begin again; remove all lines from here on")
  }

  /// Refuses a table whose last cell is an amount with fewer decimals than others.
  func checkAmountAtEnd() throws(BankFileError) {
    let last = table.count - 1
    let column = table.width(of: last) - 1
    guard table.endsWithinRow, last >= columns.firstRow, columns.amounts.contains(column),
      let own = fractionLength(last, column)
    else { return }
    let others = (columns.firstRow..<last).flatMap { row in
      columns.amounts.compactMap { fractionLength(row, $0) }
    }
    guard let usual = others.min() ?? currency?.minorUnitDigits, own < usual else { return }
    throw .truncated(
      line: table.line(of: last),
      reason: "the last amount has fewer decimals than others; if it is whole, end the last line")
  }

  /// Returns the digits after the last mark of an amount, or `nil` if the cell is empty.
  private func fractionLength(_ row: Int, _ column: Int) -> Int? {
    let cell = table.trimmed(row, column)
    guard !cell.isEmpty else { return nil }
    guard let mark = cell.lastIndex(where: { $0 == 0x2e || $0 == 0x2c }) else { return 0 }
    return cell[mark...].count { 0x30...0x39 ~= $0 }
  }
}
