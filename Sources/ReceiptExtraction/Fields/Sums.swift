/// The sums that an amount can be checked against.
struct Sums {
  var paidLessChange: Set<Int64> = []
  /// Amounts handed over or charged to a card.
  var paid: Set<Int64> = []
  /// The sum of two payments, such as a voucher and a card, or `nil` if there were not two.
  var paidTogether: Int64?
  /// Whether money came back.
  var isChangeGiven = false
  var netPlusTax: Set<Int64> = []
  var rounded: Set<Int64> = []
  var running: Set<Int64> = []
  var beforeRounding: Set<Int64> = []
  var itemSum: Int64?
  /// Every total, subtotal and net amount.
  var sums: Set<Int64> = []
  /// The largest amount that is neither a payment nor a balance.
  var largest: Int64?

  init(table: AmountTable, items: [ItemReader.Item]) {
    var paid: [Int64] = []
    var change: [Int64] = []
    var net: [Int64] = []
    var tax: [Int64] = []
    var rounding: [Int64] = []
    var totals: [Int64] = []
    var extra: [Int64] = []
    // The lines where a value is first and last.
    var lines: [Int64: (first: Int, last: Int)] = [:]
    for amount in table.amounts {
      lines[amount.value, default: (amount.line, amount.line)].last = amount.line
      switch amount.role {
      case .tendered, .cash, .card: paid.append(abs(amount.value))
      case .change: change.append(abs(amount.value))
      case .net, .subtotal: net.append(amount.value)
      case .tax: tax.append(amount.value)
      case .rounding: if abs(amount.value) < 1000 { rounding.append(amount.value) }
      case .total, .inclusiveTotal, .grandTotal: totals.append(amount.value)
      case .service, .tip: extra.append(amount.value)
      // Other amounts are in no sum.
      default: break
      }
      switch amount.role {
      case .tendered, .cash, .change, .balance, .capital, .loyalty, .count, .savings: break
      // An amount without a role, or with another one, may be a price or a sum.
      default: largest = max(largest ?? 0, amount.value)
      }
    }
    self.paid = Set(paid)
    sums = Set(totals + net)
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
      for part in rounding.prefix(8) where part != 0 && base != 0 {
        // The sign is often lost: then a sum that is on the paper after the base tells it.
        let sum = [base + part, base - part].first { sum in
          guard let base = lines[base], let sum = lines[sum] else { return false }
          return base.first <= sum.last
        }
        guard let sum else { continue }
        rounded.insert(sum)
        beforeRounding.insert(base)
      }
    }
    tableRows(table)
    runningSums(table)
    if items.count >= 1 { itemSum = items.reduce(0) { $0 &+ $1.price } }
  }

  /// Finds sums that are repeated after the additions and deductions on the lines between.
  private mutating func runningSums(_ table: AmountTable) {
    let lasts = table.amounts.filter(\.isLast)
    for (index, amount) in lasts.enumerated() {
      guard amount.role == .subtotal || amount.role == .net || (amount.role.map(LabelRules.isTotal) ?? false)
      else {
        continue
      }
      var sum = amount.value
      for (steps, next) in lasts[(index + 1)...].prefix(7).enumerated() {
        if steps > 0, next.value == sum, sum != amount.value, next.role.map(LabelRules.isTotal) ?? false {
          running.insert(sum)
          break
        }
        sum += next.role == .discount && next.value > 0 ? -next.value : next.value
      }
    }
  }

  /// Finds rows of a tax table: net, tax and gross on one line.
  private mutating func tableRows(_ table: AmountTable) {
    var at = 0
    var rows: [Int64] = []
    while at < table.amounts.count {
      var end = at
      while end < table.amounts.count, table.amounts[end].line == table.amounts[at].line { end += 1 }
      let values = table.amounts[at..<end].suffix(4).map(\.value)
      if values.count >= 3 {
        for gross in values {
          for one in values where one != gross && one > 0 {
            if values.contains(gross - one), gross - one > 0, gross - one != one {
              netPlusTax.insert(gross)
              if rows.last != gross { rows.append(gross) }
            }
          }
        }
      }
      at = end
    }
    // The rows of several tax rates add up to the total.
    if (2...4).contains(rows.count) { netPlusTax.insert(rows.reduce(0, +)) }
  }

  /// Whether three items or more add up to no sum: they are badly read, or the total is.
  func isContradicted(by items: [ItemReader.Item]) -> Bool {
    items.count >= 3 && itemSum.map { !sums.contains($0) } ?? false
  }

  /// Whether the paper's own sums give another total than this value.
  func isContradicted(_ value: Int64) -> Bool {
    guard !paidLessChange.isEmpty else { return false }
    return !paidLessChange.contains(value)
  }
}
