internal import LedgerDomain

/// Finds the amount paid: labels propose, arithmetic decides.
struct TotalReader {
  let page: Page
  let ledger: Ledger
  let items: [ItemReader.Item]
  /// Filled by `read`: whether arithmetic confirmed the first reading, for the receipt's checks.
  private(set) var checks = Checks()

  /// What was checked about the total.
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
    var proofs = 0
    var isLabelled = false
  }

  init(page: Page, ledger: Ledger, items: [ItemReader.Item]) {
    self.page = page
    self.ledger = ledger
    self.items = items
  }

  mutating func read() -> FieldReadings {
    var candidates = propose()
    let sums = Sums(ledger: ledger, items: items)
    propose(alternatives: &candidates)
    for index in candidates.indices { prove(&candidates[index], sums) }
    candidates.sort { ($0.points, $0.line) > ($1.points, $1.line) }
    guard let best = candidates.first, best.points > 0 else { return FieldReadings() }
    let rival = candidates.dropFirst().first { $0.value != best.value }
    checks.passed = best.proofs
    checks.failed = sums.isContradicted(best.value) ? 1 : 0
    let lead = best.points - max(0, rival?.points ?? 0)
    let confidence = Self.confidence(best, lead)
    var readings = [Reading(value: best.digits, reason: best.reason, confidence: confidence)]
    if let rival, rival.points > 0, lead < 14, confidence < 90 {
      readings.append(Reading(value: rival.digits, reason: rival.reason, confidence: min(45, confidence / 2)))
    }
    return FieldReadings(readings)
  }

  private static func confidence(_ best: Candidate, _ lead: Int) -> Int {
    var confidence = best.isLabelled ? 70 : 45
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
      .web, .greeting,
      .notVendor, .vendorWord, .weight, .item, nil:
      0
    }
  }

  private func propose() -> [Candidate] {
    var byValue: [Int64: Int] = [:]
    var candidates: [Candidate] = []
    let hasTotal = ledger.amounts.contains { $0.role.map(LabelRules.isTotal) ?? false }
    for amount in ledger.amounts where amount.value != 0 {
      let number = page.numbers[amount.number]
      var points = Self.points(amount.role)
      if amount.role == .subtotal, !hasTotal { points = 28 }
      if amount.role == .rounding, abs(amount.value) > 1000 { points = 40 }
      if points > 0, !amount.isLast { points -= 18 }
      if points > 0, amount.companions >= 2, amount.isLast { points -= 14 }
      if amount.isRepaired { points -= 3 }
      if number.isFactor { points -= 10 }
      if amount.place == .below || amount.place == .column { points -= points > 0 ? 3 : 0 }
      if amount.value < 0 { points -= 30 }
      let isLabelled = points > 20
      if let index = byValue[amount.value] {
        let both = max(candidates[index].points, points) + (min(candidates[index].points, points) > 0 ? 5 : 1)
        if points > candidates[index].points {
          candidates[index].reason = reason(amount)
          candidates[index].line = amount.line
          candidates[index].digits = number.digits
        }
        candidates[index].points = both
        if isLabelled { candidates[index].isLabelled = true }
      } else {
        byValue[amount.value] = candidates.count
        candidates.append(
          Candidate(
            value: amount.value, points: points, digits: number.digits, reason: reason(amount),
            line: amount.line,
            isLabelled: isLabelled))
      }
    }
    return candidates
  }

  /// A label of its own line may mean the amount on its other side.
  private func propose(alternatives candidates: inout [Candidate]) {
    for lone in ledger.loneTotals {
      for neighbour in lone.neighbours {
        let amount = ledger.amounts[neighbour]
        guard amount.value > 0, amount.label != lone.label,
          let index = candidates.firstIndex(where: { $0.value == amount.value })
        else { continue }
        if candidates[index].points < 22, candidates[index].points > -20 {
          candidates[index].points = 22
          candidates[index].reason = "beside “\(page.printed(lone.label))”"
        } else {
          candidates[index].points += 2
        }
      }
    }
  }

  private func reason(_ amount: Ledger.Amount) -> String {
    guard let label = amount.label else { return "an amount on the paper" }
    let words = page.printed(label)
    switch amount.place {
    case .none, .sameLine: return "line “\(words)”"
    case .above: return "below “\(words)”"
    case .below: return "above “\(words)”"
    case .column: return "column of “\(words)”"
    }
  }

  // MARK: - Arithmetic

  private func prove(_ candidate: inout Candidate, _ sums: Sums) {
    let value = candidate.value
    if sums.paid.contains(value) {
      candidate.points += sums.isChangeGiven ? -16 : 10
      if !sums.isChangeGiven, candidate.isLabelled { candidate.proofs += 1 }
    }
    if sums.paidTogether == value {
      candidate.points += 16
      candidate.proofs += 1
    }
    if sums.paidLessChange.contains(value) {
      candidate.points += 26
      candidate.proofs += 1
      if !candidate.isLabelled { candidate.reason = "paid less change" }
    }
    if sums.netPlusTax.contains(value) {
      candidate.points += 12
      candidate.proofs += 1
      if !candidate.isLabelled { candidate.reason = "net and tax add up to it" }
    }
    if sums.itemSum == value {
      candidate.points += 10
      candidate.proofs += 1
      if !candidate.isLabelled { candidate.reason = "items add up to it" }
    }
    if sums.rounded.contains(value) {
      candidate.points += 14
      candidate.proofs += 1
    }
    if sums.beforeRounding.contains(value) { candidate.points -= 14 }
    if let largest = sums.largest {
      if value == largest { candidate.points += 4 }
    }
  }
}

/// The sums that an amount can be checked against.
struct Sums {
  var paidLessChange: Set<Int64> = []
  /// Amounts handed over or charged to a card.
  var paid: Set<Int64> = []
  /// Two payments of one receipt: a voucher and a card.
  var paidTogether: Int64?
  /// Whether money came back.
  var isChangeGiven = false
  var netPlusTax: Set<Int64> = []
  var rounded: Set<Int64> = []
  var beforeRounding: Set<Int64> = []
  var itemSum: Int64?
  /// The largest amount that is neither handed over nor a balance.
  var largest: Int64?

  init(ledger: Ledger, items: [ItemReader.Item]) {
    var paid: [Int64] = []
    var change: [Int64] = []
    var net: [Int64] = []
    var tax: [Int64] = []
    var rounding: [Int64] = []
    var totals: [Int64] = []
    var extra: [Int64] = []
    var all: Set<Int64> = []
    for amount in ledger.amounts {
      all.insert(amount.value)
      switch amount.role {
      case .tendered, .cash, .card: paid.append(abs(amount.value))
      case .change: change.append(abs(amount.value))
      case .net, .subtotal: net.append(amount.value)
      case .tax: tax.append(amount.value)
      case .rounding: if abs(amount.value) < 1000 { rounding.append(amount.value) }
      case .total, .inclusiveTotal, .grandTotal: totals.append(amount.value)
      case .service, .tip: extra.append(amount.value)
      default: break
      }
      switch amount.role {
      case .tendered, .cash, .change, .balance, .capital, .loyalty, .count, .savings: break
      default: largest = max(largest ?? 0, amount.value)
      }
    }
    self.paid = Set(paid)
    isChangeGiven = change.contains { $0 > 0 }
    if paid.count == 2, paid[0] != paid[1], change.isEmpty { paidTogether = paid[0] + paid[1] }
    for handed in paid.prefix(12) {
      for back in change.prefix(8) where handed > back { paidLessChange.insert(handed - back) }
    }
    for base in (net + totals).prefix(16) {
      for part in (tax + extra).prefix(16) where part != 0 { netPlusTax.insert(base + part) }
      for one in tax.prefix(6) {
        for two in extra.prefix(6) where one != 0 && two != 0 { netPlusTax.insert(base + one + two) }
      }
      for part in rounding.prefix(8) where part != 0 && base != 0 && all.contains(base + part) {
        rounded.insert(base + part)
        beforeRounding.insert(base)
      }
    }
    tableRows(ledger)
    if items.count >= 1 { itemSum = items.reduce(0) { $0 &+ $1.price } }
  }

  /// Rows of a tax table: net, tax and gross on one line.
  private mutating func tableRows(_ ledger: Ledger) {
    var at = 0
    while at < ledger.amounts.count {
      var end = at
      while end < ledger.amounts.count, ledger.amounts[end].line == ledger.amounts[at].line { end += 1 }
      let values = ledger.amounts[at..<end].suffix(4).map(\.value)
      if values.count >= 3 {
        for gross in values {
          for one in values where one != gross && one > 0 {
            if values.contains(gross - one), gross - one > 0, gross - one != one { netPlusTax.insert(gross) }
          }
        }
      }
      at = end
    }
  }

  /// Whether the paper's own sums give another total.
  func isContradicted(_ value: Int64) -> Bool {
    guard !paidLessChange.isEmpty else { return false }
    return !paidLessChange.contains(value)
  }
}
