import LedgerDomain

/// Counts of what the cells of a column contain.
struct ColumnContent {
  private(set) var filled = 0
  private(set) var dates = 0
  private(set) var numbers = 0
  private(set) var negatives = 0
  private(set) var zeros = 0
  /// Whether all cells are dashes. A dash is a sign, or the mark of an empty cell.
  private(set) var isDashes = false
  private(set) var fractions = 0
  private(set) var currencies = 0
  private(set) var directions = 0
  private var outWords = 0
  private var laterDirections = 0
  private var longDirections = 0
  private(set) var states = 0
  private(set) var letters = 0

  /// Rows that are looked at for each column.
  static let rowsMax = 1_000

  init(_ table: CSVTable, column: Int, rows: Range<Int>) {
    // In a column of numbers, banks print a dash for an empty cell. In a column of signs it means money out.
    var dashes = 0
    for row in rows.prefix(Self.rowsMax) {
      let cell = table.trimmed(row, column)
      if cell.isEmpty { continue }
      if CSVTable.isPlaceholder(cell) {
        dashes += DirectionWords.direction(cell) == .out ? 1 : 0
        continue
      }
      filled += 1
      let isDate = PrintedDate(cell) != nil
      if isDate { dates += 1 }
      if let number = PrintedNumber(amount: cell), !isDate || number.isWellFormed {
        numbers += 1
        if number.isNegative { negatives += 1 }
        if number.isZero { zeros += 1 }
        if number.last != nil { fractions += 1 }
      }
      if cell.count <= 12, PrintedCurrency.meaning(cell) != nil { currencies += 1 }
      if let direction = DirectionWords.direction(cell) {
        directions += 1
        if direction == .out { outWords += 1 }
        if cell.count > 2 { longDirections += 1 }
        if DirectionWords.isLater(cell) { laterDirections += 1 }
      }
      if StatusWords.status(cell) != nil { states += 1 }
      if cell.contains(where: { $0 >= 0x80 || $0 & 0xdf &- 0x41 <= 25 }) { letters += 1 }
    }
    if numbers == 0 {
      isDashes = filled == 0 && dashes > 0
      (filled, directions, outWords) = (filled + dashes, directions + dashes, outWords + dashes)
    }
  }

  /// Whether dates are the content. A footer or a bad row does not change that.
  var isDates: Bool { dates > 0 && dates * 4 >= filled }
  var isNumbers: Bool { numbers > 0 && numbers * 10 >= filled * 5 }
  var isCurrencies: Bool { currencies > 0 && currencies * 10 >= filled * 7 }
  /// Whether each cell tells whether its row is booked.
  var isStates: Bool { states > 0 && states * 10 >= filled * 9 }
  /// Whether the column has nothing but words for the direction, so that it is no text.
  var isNoText: Bool { isDirections && (directions - laterDirections) * 10 >= filled * 9 }
  var isDirections: Bool { directions > 0 && directions * 10 >= filled * 9 }

  private var hasBothDirections: Bool { 0 < outWords && outWords < directions }

  /// Whether the column has a word for the direction of nearly each amount, whatever its header is.
  ///
  /// If amounts have signs, one letter in every row can mean anything.
  func tellsDirections(of amounts: ColumnContent) -> Bool {
    // Balances above and below the movements have no word.
    let isNearlyFull = filled * 3 >= amounts.filled * 2 && filled + 2 >= amounts.filled
    return isDirections && !isDashes && (isNearlyFull || filled * 10 >= amounts.filled * 9)
      && (amounts.negatives == 0 || longDirections == directions || hasBothDirections)
      && (laterDirections == 0 || hasBothDirections)
  }
}
