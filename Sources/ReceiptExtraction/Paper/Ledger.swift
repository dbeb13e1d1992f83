/// The amounts of a receipt, each with the label that names it.
///
/// A label names the amount on its line; a label alone names the amount above or below it. Where labels and amounts
/// stand in columns of their own, they are paired so that as few as possible are left over.
struct Ledger {
  /// An amount of money on the paper.
  struct Amount {
    /// Index into the page's numbers.
    var number: Int
    var line: Int
    /// In thousandths.
    var value: Int64
    var role: Role?
    /// The label's words, as tokens.
    var label: Range<Int>?
    /// Where the label stands.
    var place = Place.none
    var isRepaired = false
    /// The last amount of its line.
    var isLast = true
    /// How many amounts share its line.
    var companions = 0
  }

  enum Place: UInt8 { case none, sameLine, above, below, column }

  /// In the order of the paper; of very long texts, the first and last few hundred.
  private(set) var amounts: [Amount] = []
  private(set) var firstOfLine: [Int: Int] = [:]
  /// How many amounts are read at most: arithmetic looks at pairs.
  static let limit = 400

  init(_ page: Page, wholeUnits: Bool) {
    collect(page, wholeUnits: wholeUnits)
    pairColumns(page)
  }

  // MARK: - Labels on the line

  private mutating func collect(_ page: Page, wholeUnits: Bool) {
    var perLine: [[Int]] = []
    var lineOf: [Int] = []
    var count = 0
    for line in page.lines.indices {
      var found: [Int] = []
      for token in page.lines[line] where page.tokens[token].kind == .number {
        let index = page.tokens[token].index
        if isAmount(page.numbers[index], page, line, wholeUnits: wholeUnits) { found.append(index) }
      }
      guard !found.isEmpty else { continue }
      perLine.append(found)
      lineOf.append(line)
      count += found.count
    }
    var at = 0
    var dropped = max(0, count - Self.limit)
    for (position, numbers) in perLine.enumerated() {
      at += numbers.count
      if dropped > 0, at > Self.limit / 2 {
        dropped -= numbers.count
        continue
      }
      append(numbers.prefix(24), line: lineOf[position], page)
    }
  }

  private func isAmount(_ number: Number, _ page: Page, _ line: Int, wholeUnits: Bool) -> Bool {
    if number.isMoney { return true }
    guard wholeUnits, number.decimals == 0, !number.isPercent, !number.isMeasure, !number.isIdentity else {
      return number.decimals == 3 && wholeUnits && number.isGrouped && !number.isMeasure && !number.isPercent
    }
    return number.thousandths >= 10_000
  }

  private mutating func append(_ numbers: ArraySlice<Int>, line: Int, _ page: Page) {
    firstOfLine[line] = amounts.count
    var labelStart = page.lines[line].lowerBound
    for (order, number) in numbers.enumerated() {
      let token = page.numbers[number].token
      var amount = Amount(number: number, line: line, value: page.numbers[number].thousandths)
      amount.isRepaired = page.numbers[number].isRepaired
      amount.isLast = order == numbers.count - 1
      amount.companions = numbers.count - 1
      if let (role, label) = LabelRules.role(page, line, from: labelStart, to: token) {
        amount.role = role
        amount.label = label
        amount.place = .sameLine
      } else if order > 0, let before = amounts.last, before.line == line {
        amount.role = before.role
        amount.label = before.label
        amount.place = before.place
      } else if order == numbers.count - 1,
        let (role, label) = LabelRules.role(page, line, from: token + 1, to: page.lines[line].upperBound)
      {
        amount.role = role
        amount.label = label
        amount.place = .sameLine
      }
      amounts.append(amount)
      labelStart = token + 1
    }
  }

  // MARK: - Labels in lines of their own

  private enum Kind { case label, value, other }

  private mutating func pairColumns(_ page: Page) {
    var kinds: [Kind] = []
    var labels: [(Role, Range<Int>)?] = []
    for line in page.lines.indices {
      let (kind, label) = classify(page, line)
      kinds.append(kind)
      labels.append(label)
    }
    var at = 0
    while at < kinds.count {
      guard kinds[at] != .other else {
        at += 1
        continue
      }
      var end = at
      while end < kinds.count, kinds[end] != .other { end += 1 }
      pairRun(at..<end, kinds, labels)
      at = end
    }
  }

  /// A label line has a role and no amount; a value line has amounts and no words.
  private func classify(_ page: Page, _ line: Int) -> (Kind, (Role, Range<Int>)?) {
    let tokens = page.lines[line]
    if let first = firstOfLine[line] {
      guard amounts[first].role == nil || amounts[first].place != .sameLine else { return (.other, nil) }
      return (LabelRules.isBare(page, line) ? .value : .other, nil)
    }
    let hasNumber = tokens.contains { page.tokens[$0].kind == .number }
    if let label = LabelRules.role(page, line, from: tokens.lowerBound, to: tokens.upperBound) { return (.label, label) }
    if hasNumber, LabelRules.isBare(page, line), tokens.count <= 2 { return (.value, nil) }
    return (.other, nil)
  }

  /// Pairs labels with neighbouring values so that most are paired; label before value where both are possible.
  private mutating func pairRun(_ run: Range<Int>, _ kinds: [Kind], _ labels: [(Role, Range<Int>)?]) {
    let count = run.count
    var best = [Int](repeating: 0, count: count + 1)
    var step = [Int](repeating: 0, count: count)
    for offset in stride(from: count - 1, through: 0, by: -1) {
      best[offset] = best[offset + 1]
      step[offset] = 0
      let kind = kinds[run.lowerBound + offset]
      var first = 0
      while first < 12, offset + first < count, kinds[run.lowerBound + offset + first] == kind { first += 1 }
      var second = 0
      while second < 12, offset + first + second < count, kinds[run.lowerBound + offset + first + second] != kind { second += 1 }
      for size in stride(from: 1, through: min(first, second), by: 1) {
        // A column of several counts only as a whole.
        guard size == 1 && first >= 1 || size == first else { continue }
        guard first == size || size == 1 && first == 1 else { continue }
        let gain = size == 1 ? (kind == .label ? 20 : 19) : size * 17
        if gain + best[offset + 2 * size] > best[offset] {
          best[offset] = gain + best[offset + 2 * size]
          step[offset] = size
        }
      }
    }
    var offset = 0
    while offset < count {
      let size = step[offset]
      guard size > 0 else {
        offset += 1
        continue
      }
      for index in 0..<size {
        let near = run.lowerBound + offset + index
        let far = near + size
        if kinds[near] == .label {
          name(line: far, labels[near], size > 1 ? .column : .above)
        } else {
          name(line: near, labels[far], size > 1 ? .column : .below)
        }
      }
      offset += 2 * size
    }
  }

  private mutating func name(line: Int, _ label: (Role, Range<Int>)?, _ place: Place) {
    guard let label, let first = firstOfLine[line] else { return }
    var index = first
    while index < amounts.count, amounts[index].line == line {
      amounts[index].role = label.0
      amounts[index].label = label.1
      amounts[index].place = place
      index += 1
    }
  }
}
