import LedgerDomain

/// The account and the currency that the rows before the header name.
struct CSVPreamble {
  private(set) var account: String?
  private(set) var currency: CurrencyCode?
  /// The first text that contains a word for an account, such as a title.
  private(set) var title: String?

  /// The fewest digits of a number of an account. Shorter numbers count days or rows.
  private static let accountDigitsMin = 3

  init(_ table: CSVTable, rows: Range<Int>) {
    var currencies: Set<CurrencyCode> = []
    for row in rows.prefix(60) {
      let cells = (0..<min(table.width(of: row), 20)).map { table.trimmed(row, $0) }
      for (index, cell) in cells.enumerated() {
        currencies.formUnion(Self.currencies(in: cell))
        let role = HeaderWords.meaning(of: cell)?.role
        if title == nil, Self.namesAccount(cell) { title = CellText.plain(cell) }
        guard account == nil, role == .account, let value = cells[(index + 1)...].first(where: { !$0.isEmpty }),
          value.count(where: { $0 &- 0x30 <= 9 }) >= Self.accountDigitsMin
        else { continue }
        account = CellText.plain(value)
      }
    }
    if currencies.count == 1 { currency = currencies.first }
  }

  /// Whether a word of the cell is one for an account or a card.
  private static func namesAccount(_ cell: ArraySlice<UInt8>) -> Bool {
    guard 4...60 ~= cell.count else { return false }
    return HeaderWords.key(CellText.plain(cell)).split(separator: " ").contains { word in
      !HeaderVocabulary.shared.classes(of: String(word)).isDisjoint(with: [.account, .card])
        || word.hasSuffix("konto") || word.hasSuffix("karte")
    }
  }

  /// Returns the currencies of a cell: a code alone, a code after a number, an amount with its currency.
  private static func currencies(in cell: ArraySlice<UInt8>) -> [CurrencyCode] {
    guard 1...200 ~= cell.count else { return [] }
    if let code = PrintedCurrency.code(cell), cell.allSatisfy({ 0x41...0x5a ~= $0 }) { return [code] }
    if let name = PrintedCurrency.name(cell) { return [name] }
    let words = cell.split { CellText.isBlank($0) }
    guard let last = words.last, cell.contains(where: { $0 &- 0x30 <= 9 }) else { return [] }
    if words.count > 1, last.count == 3, last.allSatisfy({ 0x41...0x5a ~= $0 }),
      let code = PrintedCurrency.code(last)
    {
      return [code]
    }
    if let number = PrintedNumber(last), let word = number.word {
      return [PrintedCurrency.certain(last[word])].compactMap { $0 }
    }
    return []
  }
}
