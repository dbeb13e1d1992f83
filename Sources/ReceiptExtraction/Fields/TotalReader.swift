internal import LedgerDomain

/// Finds the amount paid: labels propose candidates, and arithmetic decides between them.
struct TotalReader {
  let page: Page
  let table: AmountTable
  let items: [ItemReader.Item]
  /// The result of checking the first reading by arithmetic, set by `read`.
  private(set) var checks = Checks()

  /// The numbers of checks that confirmed and contradicted the total.
  struct Checks {
    var passed = 0
    var failed = 0
  }

  struct Candidate {
    var value: Int64
    var points: Int
    var digits: String
    var reason: String
    var line: Int
    /// The points of its labels, without arithmetic.
    var labelPoints = 0
    var proofs = 0
    var isLabelled = false
    /// Whether a label of a total is on its line.
    var isTotal = false
  }

  /// Returns the candidates, best first.
  func candidates() -> (ranked: [Candidate], sums: Sums) {
    var candidates = propose()
    let sums = Sums(table: table, items: items)
    propose(alternatives: &candidates)
    propose(joined: &candidates)
    propose(withoutPoint: &candidates)
    for index in candidates.indices {
      candidates[index].labelPoints = candidates[index].points
      prove(&candidates[index], sums)
    }
    repair(&candidates)
    candidates.sort { ($0.points, $0.line) > ($1.points, $1.line) }
    return (candidates, sums)
  }

  /// Returns the support of the best candidate, to choose between pairings of labels and amounts.
  static func merit(_ ranked: [Candidate]) -> Int {
    guard let best = ranked.first else { return Int.min }
    return best.points + best.proofs * 12
  }

  mutating func read(_ ranked: [Candidate], _ sums: Sums) -> FieldReadings {
    guard let best = ranked.first, best.points > 0, isFounded(best) else { return FieldReadings() }
    let rival = ranked.dropFirst().first { $0.value != best.value }
    checks.passed = best.proofs
    checks.failed = sums.isContradicted(best.value) ? 1 : 0
    let lead = best.points - max(0, rival?.points ?? 0)
    // The sum of the goods and the amount paid may both be proven totals. Then a person has to choose.
    let isTwofold = rival.map { $0.isTotal && best.isTotal && $0.proofs > 0 && lead < 40 } ?? false
    var confidence = isTwofold ? min(85, Self.confidence(best, lead)) : Self.confidence(best, lead)
    if best.proofs == 0, sums.isContradicted(by: items) {
      confidence = max(20, confidence - 8)
      checks.failed += 1
    }
    let isBottom = best.isLabelled && !ranked.contains { $0.isLabelled && $0.line > best.line }
    let reason = isBottom && best.reason.hasPrefix("line ") ? "bottom \(best.reason)" : best.reason
    var readings = [FieldReading(value: best.digits, reason: reason, confidence: confidence)]
    if let rival, rival.points > 0, isTwofold || lead < 14 && confidence < 90 {
      let reason = rival.line == best.line - 1 ? "line above" : rival.reason
      readings.append(FieldReading(value: rival.digits, reason: reason, confidence: min(45, confidence / 2)))
    }
    return FieldReadings(readings)
  }

  /// Whether a candidate can be the total: it needs a label, a proof, many points or a currency.
  func isFounded(_ best: Candidate) -> Bool {
    if best.isLabelled || best.proofs > 0 || best.points > 5 { return true }
    return table.amounts.contains { $0.value == best.value && page.numbers[$0.number].hasCurrency }
  }

  static func confidence(_ best: Candidate, _ lead: Int) -> Int {
    var confidence = best.isLabelled ? 79 : 62
    confidence += min(20, best.proofs * 8)
    confidence += min(12, lead / 2) - 4
    if !best.isLabelled { confidence = min(confidence, 80) }
    return max(20, min(98, confidence))
  }

  // MARK: - Labels

  private static func points(_ role: Role?) -> Int {
    switch role {
    case .grandTotal: 50
    case .total: 42
    case .inclusiveTotal: 38
    case .amount: 24
    case .card: 20
    case .cash: 12
    case .balance: 8
    case .tendered: 8
    case .subtotal: 8
    case .taxTable: 4
    case .deposit, .unitPrice, .fee, .tip, .service: -12
    case .net: -14
    case .tax, .discount, .change: -24
    case .savings, .loyalty: -30
    case .rounding: -40
    case .count, .capital: -60
    case .date, .otherDate, .time, .companyForm, .strongForm, .address, .phone, .identity, .title, .customer,
      .web, .greeting, .notVendor, .vendorWord, .weight, .item, nil:
      0
    }
  }

  private func propose() -> [Candidate] {
    var byValue: [Int64: Int] = [:]
    var candidates: [Candidate] = []
    let hasTotal = table.amounts.contains { $0.role.map(LabelRules.isTotal) ?? false }
    for amount in table.amounts where amount.value != 0 {
      let number = page.numbers[amount.number]
      var points = Self.points(amount.role)
      if amount.role == .subtotal, !hasTotal { points = 28 }
      if amount.role == .rounding, abs(amount.value) > 1000 { points = 18 }
      if points > 0, !amount.isLast { points -= 18 }
      if points > 0, amount.companions >= 2, amount.isLast { points -= 14 }
      if amount.isRepaired { points -= 3 }
      if number.isFactor { points -= 10 }
      if amount.place == .below || amount.place == .column { points -= points > 0 ? 3 : 0 }
      if amount.value < 0 { points -= 30 }
      let isLabelled = points > 20
      let isTotal = points >= 40 && amount.place == .sameLine
      if let index = byValue[amount.value] {
        let both = max(candidates[index].points, points) + (min(candidates[index].points, points) > 0 ? 7 : 1)
        if points > candidates[index].points {
          candidates[index].reason = reason(amount)
          candidates[index].line = amount.line
          candidates[index].digits = number.digits
        }
        candidates[index].points = both
        if isLabelled { candidates[index].isLabelled = true }
        if isTotal { candidates[index].isTotal = true }
      } else {
        byValue[amount.value] = candidates.count
        candidates.append(
          Candidate(
            value: amount.value, points: points, digits: number.digits, reason: reason(amount),
            line: amount.line, isLabelled: isLabelled, isTotal: isTotal))
      }
    }
    return candidates
  }

  /// Raises the score of the amounts in the lines around a total's label that is alone on its line.
  private func propose(alternatives candidates: inout [Candidate]) {
    for lone in table.loneTotals {
      for neighbour in lone.neighbours {
        let amount = table.amounts[neighbour]
        guard amount.value > 0, amount.label != lone.label,
          let index = candidates.firstIndex(where: { $0.value == amount.value })
        else { continue }
        if candidates[index].points < 22, candidates[index].points > -20 {
          candidates[index].points = 22
          candidates[index].reason = "beside \(page.quote(lone.label))"
        } else {
          candidates[index].points += 2
        }
      }
    }
  }

  /// Proposes `1 2,50` and `1 234,56` after the label of a total as one number.
  ///
  /// Such a number comes first only if it adds up or occurs twice.
  private func propose(joined candidates: inout [Candidate]) {
    var seen: [Int64: Int] = [:]
    for amount in table.amounts {
      guard let (value, digits) = joined(amount) else { continue }
      seen[value, default: 0] += 1
      let repeats = seen[value, default: 1] - 1
      if let index = candidates.firstIndex(where: { $0.value == value }) {
        guard candidates[index].isLabelled || isTotal(amount) else { continue }
        candidates[index].points = max(
          candidates[index].points + 28 * min(repeats, 1), Self.points(amount.role))
        candidates[index].isLabelled = true
      } else if isTotal(amount) {
        candidates.append(
          Candidate(
            value: value, points: Self.points(amount.role) - 6, digits: digits, reason: reason(amount),
            line: amount.line, isLabelled: true))
      }
    }
  }

  private func isTotal(_ amount: AmountTable.Amount) -> Bool {
    amount.place == .sameLine && (amount.role.map(LabelRules.isTotal) ?? false)
  }

  /// Returns the amount together with a short number one space before it.
  private func joined(_ amount: AmountTable.Amount) -> (value: Int64, digits: String)? {
    let number = page.numbers[amount.number]
    guard amount.value > 0, amount.companions == 0, number.decimals == 2,
      number.token > page.lines[amount.line].lowerBound
    else { return nil }
    let before = page.tokens[number.token - 1]
    guard before.kind == .number, page.tokens[number.token].start - before.end == 1 else { return nil }
    let head = page.numbers[before.index]
    let wholeDigits = number.digits.utf8.count - 3
    guard head.decimals == 0, !head.isIdentity, !head.isFactor, !head.isNegative, !head.isPercent,
      before.end - before.start <= 3, head.thousandths > 0, wholeDigits <= 3
    else { return nil }
    var scale: Int64 = 1
    for _ in 0..<wholeDigits { scale *= 10 }
    return (head.thousandths * scale + amount.value, head.digits + number.digits)
  }

  private func reason(_ amount: AmountTable.Amount) -> String {
    guard let label = amount.label else { return "an amount on the paper" }
    let words = page.quote(label)
    switch amount.place {
    case .none, .sameLine: return "line \(words)"
    case .above: return "below \(words)"
    case .below: return "above \(words)"
    case .column: return "column of \(words)"
    }
  }

  // MARK: - Arithmetic

  /// Counts the label of an amount that nothing proves for the sum that it is misread from.
  ///
  /// One digit of it may be wrong, or the first one missing. The last one may differ by rounding, and another one by an
  /// amount that is on the paper.
  private func repair(_ candidates: inout [Candidate]) {
    let labelled = candidates.filter { $0.isLabelled && $0.proofs == 0 }
    for index in candidates.indices where candidates[index].proofs > 0 && !candidates[index].isLabelled {
      let sum = candidates[index].digits
      let twin = labelled.first { label in
        let difference = abs(label.value - candidates[index].value)
        let isTwin =
          TotalMerger.areTwins(label.digits, sum) && label.digits.last == sum.last
          && !table.amounts.contains { $0.value == difference }
        return isTwin || sum.utf8.count == label.digits.utf8.count + 1 && sum.hasSuffix(label.digits)
      }
      guard let twin, candidates[index].points < twin.points + 4 else { continue }
      candidates[index].points = twin.points + 4
      candidates[index].reason = "a digit repaired by its sum"
    }
  }

  func prove(_ candidate: inout Candidate, _ sums: Sums) {
    let value = candidate.value
    func credit(_ points: Int, _ reason: String? = nil) {
      candidate.points += points
      candidate.proofs += 1
      if let reason, !candidate.isLabelled { candidate.reason = reason }
    }
    if sums.paid.contains(value) {
      candidate.points += sums.isChangeGiven ? -16 : 10
      if !sums.isChangeGiven, candidate.isLabelled { candidate.proofs += 1 }
    }
    if sums.paidTogether == value { credit(16) }
    if sums.paidLessChange.contains(value) { credit(26, "paid less change") }
    if sums.netPlusTax.contains(value) { credit(12, "net and tax add up to it") }
    if sums.running.contains(value) { credit(12) }
    // A single item adds up to itself, which proves nothing among other amounts where no sum has a label.
    let isProof = items.count >= 2 || candidate.isLabelled || !sums.sums.isEmpty || table.amounts.count == 1
    if sums.itemSum == value, isProof { credit(items.count >= 3 ? 16 : 8, "items add up to it") }
    if sums.rounded.contains(value) { credit(24) }
    if sums.beforeRounding.contains(value) { candidate.points -= 20 }
    if let largest = sums.largest {
      if value == largest { candidate.points += 4 }
    }
  }
}
