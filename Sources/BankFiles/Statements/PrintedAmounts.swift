import LedgerDomain

/// The amounts of a file that is no table: one decimal sign for all of them.
struct PrintedAmounts {
  private var decision = DecimalDecision()
  private(set) var sign = DecimalSign.point

  /// Adds an amount before the sign is decided.
  mutating func add(_ text: String, line: Int) {
    let cell = CellText.trimmed(Array(text.utf8)[...])
    if let number = PrintedNumber(cell), number.word == nil { decision.add(number, line: line, cell: cell) }
  }

  /// Decides for all amounts. Without proof it is the sign of the format's own rules.
  mutating func decide(_ option: DecimalSign?, usual: DecimalSign?) throws(BankFileError) -> BankFileDecision {
    switch decision.sign(option, currencies: []) {
    case .success(let (sign, found)):
      self.sign = sign
      return found
    case .failure(let undecided):
      guard let usual else { throw .undecided([undecided]) }
      sign = usual
      return BankFileDecision(topic: .decimalSign, value: usual.rawValue, reason: "the rule of the format")
    }
  }

  func units(_ text: String, _ currency: CurrencyCode) -> Result<Int64, RowProblem> {
    let cell = CellText.trimmed(Array(text.utf8)[...])
    guard let number = PrintedNumber(cell), number.word == nil else {
      return .failure(RowProblem(.notAnAmount, "“\(CellText.excerpt(cell))” is not an amount"))
    }
    return number.minorUnits(sign, digits: currency.minorUnitDigits ?? 0)
      .mapError { $0.ofRow(cell, sign, currency) }
  }
}
