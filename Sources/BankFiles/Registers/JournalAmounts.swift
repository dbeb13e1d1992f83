import LedgerDomain

extension JournalFile {
  /// A posting, with its value in the currency of its price.
  struct Valued {
    let posting: JournalFile.Posting
    let money: Money
    let value: Money
  }
}

extension JournalFile.Entry {
  /// Returns the postings with their amounts. An amount that is left out is what the others lack.
  func valued(_ amounts: PrintedAmounts) throws(RowProblem) -> [JournalFile.Valued] {
    var valued: [JournalFile.Valued] = []
    var sums: [CurrencyCode: Int64] = [:]
    for posting in postings {
      guard let (number, currency) = posting.amount else { continue }
      let money = Money(minorUnits: try amounts.units(number, currency).get(), currency: currency)
      let value =
        try posting.price.map { price throws(RowProblem) in try amounts.value(of: money, price) } ?? money
      sums[value.currency, default: 0] &+= value.minorUnits
      valued.append(JournalFile.Valued(posting: posting, money: money, value: value))
    }
    let open = postings.filter { $0.amount == nil }
    guard open.count <= 1 else { throw RowProblem(.severalOpen, "two postings have no amount") }
    if let posting = open.first {
      for (currency, sum) in sums.sorted(by: { $0.key < $1.key }) where sum != 0 {
        let money = Money(minorUnits: -sum, currency: currency)
        valued.append(JournalFile.Valued(posting: posting, money: money, value: money))
      }
    }
    return valued
  }
}

extension PrintedAmounts {
  /// Returns the value of an amount at a price, rounded to the smallest unit.
  fileprivate func value(of money: Money, _ price: JournalFile.Price) throws(RowProblem) -> Money {
    let digits = price.currency.minorUnitDigits ?? 0
    if price.isTotal {
      let units = try units(price.number, price.currency).get()
      let value = Int64(units.magnitude) * (money.minorUnits < 0 ? -1 : 1)
      return Money(minorUnits: value, currency: price.currency)
    }
    let cell = CellText.trimmed(Array(price.number.utf8)[...])
    guard let number = PrintedNumber(cell), let fraction = number.fractionDigits(sign), fraction <= 12 else {
      throw RowProblem(.notAnAmount, "“\(CellText.excerpt(cell))” is not a price")
    }
    var value = Int128(money.minorUnits) * Int128(number.digits)
    var places = fraction + (money.currency.minorUnitDigits ?? 0) - digits
    while places < 0 {
      value *= 10
      places += 1
    }
    var divisor: Int128 = 1
    for _ in 0..<places { divisor *= 10 }
    let rounded = (value.magnitude + UInt128(divisor / 2)) / UInt128(divisor)
    guard rounded < 1 << 53 else {
      throw RowProblem(.amountTooLarge, "the value is larger than the ledger can hold")
    }
    return Money(minorUnits: Int64(rounded) * (value < 0 ? -1 : 1), currency: price.currency)
  }
}
