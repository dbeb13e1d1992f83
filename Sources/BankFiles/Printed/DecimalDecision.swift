import LedgerDomain

/// Counts, over all amounts of a file, which mark is the decimal sign.
struct DecimalDecision {
  private var proofs: [DecimalSign: Int] = [:]
  private var ambiguous: [DecimalSign: Int] = [:]
  private var example: (line: Int, cell: ArraySlice<UInt8>, number: PrintedNumber)?
  private var count = 0
  private var endingInZero = 0

  /// Adds an amount of the file.
  mutating func add(_ number: PrintedNumber, line: Int, cell: ArraySlice<UInt8>) {
    count += 1
    if let proven = number.provenSign { proofs[proven, default: 0] += 1 }
    guard number.isAmbiguous, let last = number.last else { return }
    ambiguous[last, default: 0] += 1
    if number.digits % 10 == 0 { endingInZero += 1 }
    if example == nil { example = (line, cell, number) }
  }

  /// Whether some amount proves a sign.
  var isProven: Bool { !proofs.isEmpty }

  /// Returns the sign that the whole file has, with the reason, or the question.
  ///
  /// - Parameter currencies: The currencies of the amounts, as far as they are known.
  func sign(_ option: DecimalSign?, currencies: [CurrencyCode]) -> Decided<DecimalSign> {
    func decided(_ sign: DecimalSign, _ reason: String) -> Decided<DecimalSign> {
      .success((sign, BankFileDecision(topic: .decimalSign, value: sign.rawValue, reason: reason)))
    }
    if let option { return decided(option, "given") }
    let point = proofs[.point, default: 0]
    let comma = proofs[.comma, default: 0]
    if point > 0 || comma > 0 {
      let sign: DecimalSign = point >= comma ? .point : .comma
      guard min(point, comma) * 10 <= max(point, comma) else { return .failure(question(sign)) }
      let count = max(point, comma)
      return decided(sign, "\(count == 1 ? "an amount" : "\(count) amounts") can be read only so")
    }
    guard let example, let mark = example.number.last else {
      return decided(.point, "no amount has a fraction")
    }
    guard ambiguous.count == 1 else { return .failure(question(mark)) }
    let places = Set(currencies.map { $0.minorUnitDigits ?? 2 })
    if places == [0] { return decided(mark.other, "the currency has no fractions") }
    if places == [3] { return decided(mark, "the currency has three digits after the sign") }
    let all = ambiguous[mark, default: 0]
    if all == count, all >= 3, endingInZero == all {
      return decided(mark, "every amount has the mark and three digits, the last of them 0")
    }
    return .failure(question(mark))
  }

  private func question(_ mark: DecimalSign) -> BankFileQuestion {
    let choices = [mark, mark.other].map { sign in
      let fraction = example?.number.fractionDigits(sign) ?? 0
      let text = example.map { CellText.excerpt($0.cell) } ?? ""
      return BankFileQuestion.Choice(
        value: sign.rawValue, example: fraction == 0 ? "\(text) is a whole number" : "\(text) has a fraction")
    }
    return BankFileQuestion(
      topic: .decimalSign, line: example?.line ?? 1,
      text: "the decimal sign cannot be known from the amounts", choices: choices)
  }
}
