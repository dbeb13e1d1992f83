import LedgerDomain

/// The meaning of an amount's sign.
package enum SignReading: String, CaseIterable, Sendable {
  /// A negative amount left the account. Words for the direction add nothing.
  case printed
  /// The word gives the direction, and a negative amount is money that came back.
  case reversals
  /// The word gives the direction alone.
  case words
  /// A positive amount left the account, as some cards print charges.
  case turned

  /// Whether a row without a word for its direction cannot be read.
  var needsWord: Bool { self == .reversals || self == .words }

  /// Returns the amount with its sign in the account.
  func units(_ units: Int64, _ word: DirectionWords.Direction?) -> Int64 {
    switch self {
    case .printed: units
    case .turned: -units
    case .reversals: word == .out ? -units : units
    case .words: word == .out ? -abs(units) : abs(units)
    }
  }
}

/// The signs of amounts for each direction.
private struct SignCounts {
  var outPositive = 0
  var outNegative = 0
  var inPositive = 0
  var inNegative = 0

  mutating func add(_ number: PrintedNumber, _ direction: DirectionWords.Direction) {
    if number.isZero { return }
    switch (direction, number.isNegative) {
    case (.out, false): outPositive += 1
    case (.out, true): outNegative += 1
    case (.in, false): inPositive += 1
    case (.in, true): inNegative += 1
    case (.neither, _): break
    }
  }

  /// The times by which one sign must be more frequent than the other to be the usual one.
  private static let usualRatio = 3

  /// The reading that most amounts have, with the reason, or `nil` if it is in doubt.
  var usual: (SignReading, reason: String)? {
    let isReversed = inNegative > 0 && inPositive == 0
    if outNegative == 0 {
      if isReversed, outPositive > 0 { return (.words, "money out is positive, and money in is negative") }
      return (
        .reversals, inNegative == 0 ? "amounts have no sign" : "money out is positive, so a minus takes back"
      )
    }
    if outPositive == 0 { return isReversed ? nil : (.printed, "money out is negative") }
    if outPositive >= outNegative { return (.reversals, "most money out is positive, so a minus takes back") }
    if outNegative >= outPositive * Self.usualRatio { return (.printed, "most money out is negative") }
    return nil
  }
}

extension CSVReader {
  /// Returns the meaning of signs, with the reason, or the question.
  ///
  /// A running balance proves it. Otherwise the signs that most rows of a direction have decide.
  func signDecision() -> Decided<SignReading> {
    func decided(_ reading: SignReading, _ reason: String, isProof: Bool = false) -> Decided<SignReading> {
      let value = options.chargesArePositive ? "turned round" : reading.title(columns.movement)
      let lasting = isProof ? reading.rawValue : nil
      return .success(
        (reading, BankFileDecision(topic: .sign, value: value, reason: reason, lasting: lasting)))
    }
    if options.chargesArePositive {
      let usual = if case .amount = columns.movement { SignReading.printed } else { usualSigns()?.0 }
      return decided(options.signs ?? usual ?? .printed, "given")
    }
    if let given = options.signs { return decided(given, "given") }
    var proof: (reading: SignReading, reason: String)?
    if let reading = signsByStatedBalances(readings, signed) {
      proof = (reading, "so the amounts lead from the opening balance to the closing one")
    } else if let (reading, chain) = provenSigns() {
      proof = (reading, "the balance changes so in \(chain.matches) of \(chain.steps) steps")
    }
    if let (reading, reason) = proof {
      guard case .amount(let column) = columns.movement else { return decided(reading, reason) }
      switch CardSigns(self, column).isOwed(by: reading) {
      case true?:
        return decided(reading == .printed ? .turned : .printed, "\(reason), and is owed", isProof: true)
      case false?: return decided(reading, reason, isProof: true)
      case nil: return .failure(signQuestion())
      }
    }
    if hasUnsignedChanges() { return .failure(signQuestion()) }
    if case .amount(let column) = columns.movement {
      let card = CardSigns(self, column)
      if options.earlierChargesArePositive, card.isOpen {
        return decided(.turned, "an earlier file of the account proved it")
      }
      if !card.isProof, let words = unknownDirections(column) {
        return .failure(signQuestion(words))
      }
      if let (reading, reason) = card.usual { return decided(reading, reason, isProof: card.isProof) }
    } else if let (reading, reason) = usualSigns() {
      return decided(reading, reason)
    }
    return .failure(signQuestion())
  }

  /// Returns two words of a column that may tell the directions of amounts, if no amount has a sign.
  private func unknownDirections(_ amount: Int) -> String? {
    let movements = rows.filter { hasAmount($0) && !isFooter($0) && !isBalance($0) }
    guard let header, movements.allSatisfy({ CSVColumns.value(table, $0, amount) ?? -1 >= 0 }) else {
      return nil
    }
    let others = columns.texts + columns.payees + [columns.status ?? -1]
    for (column, meaning) in header.meanings.enumerated()
    where [nil, .kind, .direction].contains(meaning?.role) && !others.contains(column) {
      let cells = Set(movements.prefix(ColumnContent.rowsMax).map { CellText.plain(table.cell($0, column)) })
      let isOut = DirectionWords.direction(Array((cells.first ?? "").utf8)[...]) == .out
      let areWords = cells.allSatisfy { cell in
        1...24 ~= cell.utf8.count && cell.allSatisfy { $0.isLetter || $0 == " " || $0 == "." }
          && !["no", "nein", "non", "nee", "false", "n"].contains(cell.lowercased())
      }
      if cells.count == 2 && areWords && movements.count > 2 || cells.count == 1 && isOut {
        return cells.sorted().map { "“\($0)”" }.joined(separator: " and ")
      }
    }
    return nil
  }

  /// Whether balances go up and down by amounts that have no sign.
  private func hasUnsignedChanges() -> Bool {
    guard case .amount(let column) = columns.movement, let balance = columns.balance else { return false }
    var (steps, matches) = (0, 0)
    var previous: (balance: Int64, amount: Int64)?
    for row in rows.prefix(ColumnContent.rowsMax) {
      guard let value = CSVColumns.value(table, row, balance), let amount = CSVColumns.value(table, row, column)
      else { continue }
      if amount < 0 { return false }
      if let previous {
        steps += 1
        if [amount, previous.amount].contains(abs(value &- previous.balance)) { matches += 1 }
      }
      previous = (value, amount)
    }
    return steps > 1 && matches == steps
  }

  /// Whether the printed balances are what is owed: they change against the amounts.
  func balancesAreOwed() -> Bool {
    func units(_ row: Int) -> Int64? { signed(row, signs).map { isInverted ? -$0 : $0 } }
    guard let balance = columns.balance else {
      return statedBalancesFit { units($0).map { -$0 } } && !statedBalancesFit(units)
    }
    guard let isNewestFirst else { return false }
    func share(_ sign: Int64) -> Double {
      let chain = BalanceChain(table, rows, balance: balance, isNewestFirst: isNewestFirst) { row in
        units(row).map { $0 * sign }
      }
      return chain.steps == 0 ? 0 : chain.share
    }
    return share(-1) >= 0.8 && share(1) < share(-1)
  }

  /// Returns the reading that the words of direction suggest.
  private func usualSigns() -> (SignReading, reason: String)? {
    var counts = SignCounts()
    for row in rows {
      for (column, direction) in directedCells(row) {
        if let number = PrintedNumber(table.trimmed(row, column)) { counts.add(number, direction) }
      }
    }
    return counts.usual
  }

  /// The columns of a row's amounts with their directions.
  private func directedCells(_ row: Int) -> [(column: Int, direction: DirectionWords.Direction)] {
    switch columns.movement {
    case .amount: []
    case .directed(let column, let direction):
      self.direction(row, direction).map { [(column, $0)] } ?? []
    case .exchanged(let out, let paidIn, let direction):
      self.direction(row, direction).map { [($0 == .in ? paidIn : out, $0)] } ?? []
    case .sides(let debit, let credit):
      (debit.map { [($0, .out)] } ?? []) + (credit.map { [($0, .in)] } ?? [])
    }
  }

  var readings: [SignReading] {
    if case .amount = columns.movement { [.printed, .turned] } else { [.printed, .reversals, .words] }
  }

  /// Returns the only reading that the running balance fits.
  private func provenSigns() -> (SignReading, BalanceChain)? {
    guard let balance = columns.balance else { return nil }
    let stepsMin: Int
    let isNewestFirst = isNewestFirst
    if case .amount(let column) = columns.movement {
      // Balances before the movements, oldest first, change like those of turned amounts, newest first.
      let isSigned = rows.contains { PrintedNumber(table.trimmed($0, column))?.isNegative ?? false }
      if isSigned, isNewestFirst == nil { return nil }
      stepsMin = 2
    } else {
      stepsMin = 1
    }
    let chains = readings.map { reading in
      (
        reading,
        BalanceChain(table, rows, balance: balance, isNewestFirst: isNewestFirst) { signed($0, reading) }
      )
    }
    guard let best = chains.max(by: { $0.1.share < $1.1.share }), best.1.steps >= stepsMin, best.1.share >= 0.8,
      chains.allSatisfy({ $0.0 == best.0 || $0.1.share < best.1.share })
    else { return nil }
    return best
  }

  var isNewestFirst: Bool? { isNewestFirst(among: Array(rows)) }

  /// Whether the first of some rows has a later day than the last one, or `nil` for the same day.
  func isNewestFirst(among rows: [Int]) -> Bool? {
    func day(_ row: Int) -> CivilDate? { PrintedDate(table.cell(row, dateColumn))?.day(dateOrder) }
    guard let first = rows.lazy.compactMap(day).first, let last = rows.reversed().lazy.compactMap(day).first,
      first != last
    else { return nil }
    return first > last
  }

  /// Returns the amount of a row in ten-thousandths, as a reading has it.
  func signed(_ row: Int, _ reading: SignReading) -> Int64? {
    if case .amount(let column) = columns.movement {
      return CSVColumns.value(table, row, column).map { reading.units($0, nil) }
    }
    for (column, direction) in directedCells(row) {
      if let value = CSVColumns.value(table, row, column), value != 0 { return reading.units(value, direction) }
    }
    return nil
  }

  private func signQuestion(_ words: String? = nil) -> BankFileQuestion {
    if case .amount(let column) = columns.movement {
      let row = rows.first { CSVColumns.value(table, $0, column) ?? 0 > 0 } ?? rows.lowerBound
      let text =
        words.map { "no amount has a sign, and \($0) may tell money in from money out; if so, add signs" }
        ?? "nothing shows whether a positive amount of this card is a purchase or money that came back"
      let examples =
        words == nil
        ? ("it is money that came back", "it is a purchase") : ("it is money in", "it is money out")
      return BankFileQuestion(
        topic: .sign, line: table.line(of: row), text: text,
        choices: [
          BankFileQuestion.Choice(value: SignReading.printed.rawValue, example: examples.0),
          BankFileQuestion.Choice(value: SignReading.turned.rawValue, example: examples.1),
        ])
    }
    var place: (row: Int, units: Int64, word: DirectionWords.Direction)?
    for row in rows where place == nil {
      for (column, direction) in directedCells(row) {
        if let value = CSVColumns.value(table, row, column), value < 0 { place = (row, value, direction) }
      }
    }
    let row = place?.row ?? rows.lowerBound
    let choices = readings.map { reading in
      let isOut = reading.units(place?.units ?? 0, place?.word) < 0
      return BankFileQuestion.Choice(
        value: reading.rawValue, example: isOut ? "it is money out" : "it is money in")
    }
    return BankFileQuestion(
      topic: .sign, line: table.line(of: row),
      text: "the amount is negative, and nothing shows whether that is money out or money that came back",
      choices: choices)
  }
}

extension SignReading {
  /// The decision in words.
  fileprivate func title(_ movement: CSVColumns.Movement) -> String {
    if case .sides = movement {
      return self == .printed
        ? "as printed" : "money out is turned negative" + (self == .words ? ", money in positive" : "")
    }
    return switch self {
    case .printed: "as printed"
    case .turned: "turned round"
    case .reversals, .words: "by the word of direction"
    }
  }
}
