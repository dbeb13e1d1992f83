import LedgerDomain

// Balances and turnovers that are printed among the movements.
extension CSVReader {
  /// Returns the columns with the name of the account or of its owner.
  ///
  /// The name is one for money in and for money out. Another column must have other names, and nearly every row one of them.
  func ownNames() -> Set<Int> {
    let columns = columns.payees.count > 1 ? columns.payees : header == nil ? columns.texts : []
    let movements = Array(rows.lazy.filter { hasAmount($0) && !isFooter($0) && !isBalance($0) }.prefix(1_000))
    let units = movements.lazy.compactMap { signed($0, signs) }
    guard columns.count > 1, movements.count > 2, units.contains(where: { $0 < 0 }),
      units.contains(where: { $0 > 0 })
    else { return [] }
    func cells(_ column: Int) -> [ArraySlice<UInt8>] {
      movements.map { table.trimmed($0, column) }.filter { !$0.isEmpty }
    }
    let own = columns.filter { cells($0).count == movements.count && Set(cells($0)).count == 1 }
    let hasOthers = columns.contains { cells($0).count * 3 >= movements.count * 2 && !own.contains($0) }
    return hasOthers ? Set(own) : []
  }

  /// Whether a text of the row is the name of a balance, which some banks print among the movements.
  ///
  /// Without any text, the name can be in another column.
  func isBalance(_ row: Int) -> Bool {
    if balanceRows?.rows.contains(row) ?? false { return true }
    if mayNameShop(row) { return false }
    if columns.texts.contains(where: { isName(ofBalance: table.trimmed(row, $0), isWhole: false) }) {
      return true
    }
    // A vendor may have such a name, but not if the column of vendors is empty.
    if let first = columns.payees.first, table.trimmed(row, first).isEmpty,
      columns.payees.contains(where: { isName(ofBalance: table.trimmed(row, $0), isWhole: true) })
    {
      return true
    }
    guard texts(row).allSatisfy(\.isEmpty) else { return false }
    return (0..<table.width(of: row)).contains { column in
      column != columns.kind && column != columns.category && !columns.dates.contains(column)
        && isName(ofBalance: table.trimmed(row, column), isWhole: true)
    }
  }

  /// Whether the row has the word for a turnover, which may be a shop's, and no empty text next to it.
  private func mayNameShop(_ row: Int) -> Bool {
    let texts = texts(row)
    return texts.contains(where: Self.isTurnover)
      && (texts.count == 1 || texts.count { !$0.isEmpty } > 1) && !isTurnover(row)
  }

  private func texts(_ row: Int) -> [ArraySlice<UInt8>] {
    (columns.texts + columns.payees).map { table.trimmed(row, $0) }
  }

  private static func isTurnover(_ cell: ArraySlice<UInt8>) -> Bool {
    cell.count == 8 && cell.lazy.map { $0 | 0x20 }.elementsEqual("turnover".utf8)
  }

  /// Whether the bank printed the sum of all other rows of its direction in this row.
  ///
  /// If there is only one other row, two purchases may have the same amount. Then the file must also have a balance row.
  private func isTurnover(_ row: Int) -> Bool {
    let reading = if case .amount = columns.movement { SignReading.printed } else { SignReading.words }
    guard let own = signed(row, reading), own != 0 else { return false }
    var (sum, count, hasBalance) = (Int64(0), 0, false)
    for other in rows where hasAmount(other) && !isFooter(other) {
      let cells = texts(other)
      if cells.contains(where: Self.isTurnover) { continue }
      if cells.contains(where: { isName(ofBalance: $0, isWhole: false) }) {
        hasBalance = true
      } else if let units = signed(other, reading), (units < 0) == (own < 0), units != 0 {
        (sum, count) = (sum &+ units, count + 1)
      }
    }
    return sum == own && (count > 1 || hasBalance)
  }

  private func isName(ofBalance cell: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
    if Self.turnovers.contains(NFC.foldedForComparison(CellText.plain(cell.prefix(40)))) { return true }
    guard cell.count >= 4, Self.balanceBeginnings.contains(Self.beginning(cell.prefix(4))) else { return false }
    let text = NFC.foldedForComparison(CellText.plain(cell.prefix(60)))
    return Self.balanceNames.contains { name in
      let name = NFC.foldedForComparison(name)
      return isWhole ? text == name : text.hasPrefix(name)
    }
  }

  private static let balanceNames = """
    opening balance,closing balance,beginning balance,ending balance,balance brought forward,balance carried forward,saldo anterior,
    saldo do dia,saldo inicial,saldo final,saldo poczatkowe,saldo koncowe,anfangssaldo,endsaldo,schlusssaldo,algsaldo,lõppsaldo,käive,
    solde initial,solde final,saldo iniziale,saldo finale,前日残高,期初余额,期末余额
    """.split { $0 == "," || $0 == "\n" }.map(String.init)
  /// Names of sums and balances that fill their cell.
  private static let turnovers: Set = ["turnover", "apgrozijums", "apyvarta", "kaive", "s a l d o"]
  private static let balanceBeginnings = Set(balanceNames.map { beginning($0.utf8.prefix(4)) })

  /// Returns the first bytes in small letters, to leave out most texts at once.
  private static func beginning(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1 | 0x20) }
  }
}
