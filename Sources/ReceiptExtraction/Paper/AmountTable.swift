/// The amounts of a receipt, each with the label that names it.
///
/// A label names the amount on its line. A label alone on a line names the amount above or below it. If labels and
/// amounts are printed in separate columns, they are paired so that as few as possible remain unpaired.
struct AmountTable {
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
    /// The place of the label relative to the amount.
    var place = Place.none
    var isRepaired = false
    /// Whether it is the last amount of its line.
    var isLast = true
    /// The number of other amounts on its line.
    var companions = 0
  }

  enum Place: UInt8 { case none, sameLine, above, below, column }

  /// The amounts in the order of the paper. A very long text keeps the first and the last ones.
  private(set) var amounts: [Amount] = []
  private(set) var firstOfLine: [Int: Int] = [:]
  private(set) var loneTotals: [LoneTotal] = []
  /// The number of amounts that are kept, because the cost of checking sums grows with its square.
  static let amountsMax = 400

  /// The order of a label and its amount when each has its own line.
  enum Order: CaseIterable { case either, labelFirst, amountFirst }

  private let order: Order

  init(_ page: Page, wholeUnits: Bool, order: Order = .either) {
    self.order = order
    collect(page, wholeUnits: wholeUnits)
    pairColumns(page)
  }

  /// Whether any label is on another line than its amount, so that the order matters.
  var dependsOnOrder: Bool {
    amounts.contains { $0.place == .above || $0.place == .below || $0.place == .column }
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
    var dropped = max(0, count - Self.amountsMax)
    for (position, numbers) in perLine.enumerated() {
      at += numbers.count
      if dropped > 0, at > Self.amountsMax / 2 {
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
        amount.role = order > 0 && LabelRules.suggestsTip(page, line) ? .tip : role
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

  private enum Kind { case label, value, other, blank }

  /// A label of a total alone on its line, and the amounts before and after it.
  struct LoneTotal {
    var role: Role
    var label: Range<Int>
    /// Indices of `amounts`.
    var neighbours: [Int]
  }

  private mutating func pairColumns(_ page: Page) {
    var kinds: [Kind] = []
    var labels: [(Role, Range<Int>)?] = []
    for line in page.lines.indices {
      let (kind, label) = classify(page, line)
      kinds.append(kind)
      labels.append(label)
    }
    dropHeaders(page, &kinds)
    // A line with only a currency or a colon does not separate its neighbours.
    let lines = kinds.indices.filter { kinds[$0] != .blank }
    var at = 0
    while at < lines.count {
      guard kinds[lines[at]] != .other else {
        at += 1
        continue
      }
      var end = at
      while end < lines.count, kinds[lines[end]] != .other { end += 1 }
      pairRun(Array(lines[at..<end]), kinds, labels, page)
      at = end
    }
  }

  /// Classifies a line: a label line has a role and no amount, a value line has amounts and no words.
  private func classify(_ page: Page, _ line: Int) -> (Kind, (Role, Range<Int>)?) {
    let tokens = page.lines[line]
    if let first = firstOfLine[line] {
      guard amounts[first].role == nil || amounts[first].place != .sameLine else { return (.other, nil) }
      return (LabelRules.isBare(page, line) ? .value : .other, nil)
    }
    if let label = LabelRules.role(page, line, from: tokens.lowerBound, to: tokens.upperBound) {
      return (LabelRules.isMostlyLabel(page, line) ? .label : .other, label)
    }
    if tokens.isEmpty || (LabelRules.isBare(page, line) && !tokens.contains { page.tokens[$0].kind != .word }) {
      return (.blank, nil)
    }
    let isCount = tokens.contains {
      page.tokens[$0].kind == .number && page.tokens[$0].end - page.tokens[$0].start <= 4
        && !page.numbers[page.tokens[$0].index].isPercent
    }
    return (isCount && tokens.count <= 2 && LabelRules.isBare(page, line) ? .value : .other, nil)
  }

  /// Excludes the heads of tables: `QTY`, `PRICE` and `AMOUNT` below each other name no single amount.
  private func dropHeaders(_ page: Page, _ kinds: inout [Kind]) {
    var line = 0
    let firstAmount = amounts.first?.line ?? 0
    while line < page.lines.count {
      var end = line
      var isTable = false
      var hasTotal = false
      while end < page.lines.count, let head = LabelRules.head(page, end) {
        if head == .table { isTable = true }
        if head == .total { hasTotal = true }
        end += 1
      }
      if end - line >= 2, isTable, !hasTotal || line <= firstAmount + 1 {
        for index in line..<end { kinds[index] = .other }
      }
      line = max(end, line + 1)
    }
  }

  /// Pairs as many labels as possible with neighbouring values, and prefers a label before its value.
  ///
  /// Dynamic programming from the end of the run: `best[offset]` is the highest worth of the lines from `offset` on.
  private mutating func pairRun(
    _ run: [Int], _ kinds: [Kind], _ labels: [(Role, Range<Int>)?], _ page: Page
  ) {
    let count = run.count
    var best = [Int](repeating: 0, count: count + 1)
    var step = [Int](repeating: 0, count: count)
    for offset in stride(from: count - 1, through: 0, by: -1) {
      best[offset] = best[offset + 1]
      let kind = kinds[run[offset]]
      var size = 0
      while size < 12, offset + size < count, kinds[run[offset + size]] == kind { size += 1 }
      var opposite = 0
      while opposite <= size, offset + size + opposite < count, kinds[run[offset + size + opposite]] != kind {
        opposite += 1
      }
      guard opposite >= size else { continue }
      let worth = worth(kind, size, isWhole: opposite == size)
      var gain = 0
      var paid: [Int64] = []
      for index in 0..<size {
        let near = run[offset + index]
        let far = run[offset + size + index]
        gain += worth
        guard let label = kind == .label ? labels[near] : labels[far],
          let amount = firstOfLine[kind == .label ? far : near].map({ amounts[$0] })
        else { continue }
        gain += Self.fit(label.0, amount.value)
        if size > 1, LabelRules.isTotal(label.0) || LabelRules.isPayment(label.0) {
          if paid.contains(amount.value) { gain += 14 }
          paid.append(amount.value)
        }
      }
      if gain + best[offset + 2 * size] > best[offset] {
        best[offset] = gain + best[offset + 2 * size]
        step[offset] = size
      }
    }
    apply(step, run, kinds, labels)
    findLoneTotals(run, kinds, labels)
  }

  /// Returns the worth of pairing a label: less in columns than by line, least in a part of a column.
  private func worth(_ kind: Kind, _ size: Int, isWhole: Bool) -> Int {
    if size > 1 { return (isWhole ? 12 : 8) - (kind == .label ? 0 : 2) }
    switch order {
    case .either: return kind == .label ? 20 : 19
    case .labelFirst: return kind == .label ? 20 : 9
    case .amountFirst: return kind == .label ? 9 : 20
    }
  }

  /// Returns the change of a pair's worth by how well the amount fits its label.
  ///
  /// For example, a total is not negative, and a rounding is small.
  private static func fit(_ role: Role, _ value: Int64) -> Int {
    if LabelRules.isTotal(role) { return value < 0 ? -12 : value == 0 ? -6 : 0 }
    if role == .rounding { return abs(value) > 1000 ? -8 : 2 }
    if role == .change { return value < 0 ? -2 : 0 }
    return 0
  }

  private mutating func apply(
    _ step: [Int], _ run: [Int], _ kinds: [Kind], _ labels: [(Role, Range<Int>)?]
  ) {
    var offset = 0
    while offset < run.count {
      let size = step[offset]
      guard size > 0 else {
        offset += 1
        continue
      }
      for index in 0..<size {
        let near = run[offset + index]
        let far = run[offset + size + index]
        if kinds[near] == .label {
          name(line: far, labels[near], size > 1 ? .column : .above)
        } else {
          name(line: near, labels[far], size > 1 ? .column : .below)
        }
      }
      offset += 2 * size
    }
  }

  private mutating func findLoneTotals(_ run: [Int], _ kinds: [Kind], _ labels: [(Role, Range<Int>)?]) {
    for (offset, line) in run.enumerated() where kinds[line] == .label {
      guard let (role, label) = labels[line], LabelRules.isTotal(role) else { continue }
      var neighbours: [Int] = []
      for near in [offset - 2, offset - 1, offset + 1, offset + 2] where run.indices.contains(near) {
        if let index = firstOfLine[run[near]] { neighbours.append(index) }
      }
      loneTotals.append(LoneTotal(role: role, label: label, neighbours: neighbours))
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
