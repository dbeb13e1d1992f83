import LedgerDomain

/// The relation of the fees in a column of their own to the amounts.
enum FeeReading {
  /// Nothing shows that the account paid them.
  case apart
  /// The account paid them in addition.
  case added
  /// The amounts contain them.
  case included
}

extension CSVReader {
  /// Returns the relation that a column of sums or the balances prove.
  func feeReading() -> FeeReading {
    guard let column = columns.fee else { return .apart }
    let movements = rows.filter { hasAmount($0) && !isFooter($0) && ![.pending, .void].contains(status($0)) }
    func fee(_ row: Int) -> Int64 { abs(CSVColumns.value(table, row, column) ?? 0) }
    guard movements.contains(where: { fee($0) != 0 }) else { return .apart }
    func units(_ row: Int) -> Int64? { signed(row, signs).map { isInverted ? -$0 : $0 } }
    guard case .amount(let amount) = columns.movement, let meanings = header?.meanings else {
      return balancesHaveFees(movements, fee, units) ? .added : .apart
    }
    for sum in meanings.indices
    where ![amount, column].contains(sum) && [nil, .amount, .ignored].contains(meanings[sum]?.role) {
      func differ(by sign: Int64) -> Bool {
        movements.allSatisfy { row in
          guard let units = units(row), let value = CSVColumns.value(table, row, sum) else { return false }
          return (isInverted ? -1 : 1) * signs.units(value, nil) &- units == sign * fee(row)
        }
      }
      if differ(by: -1) { return .added }
      if differ(by: 1) { return .included }
    }
    return balancesHaveFees(movements, fee, units) ? .added : .apart
  }

  /// Whether each balance after a fee changes by the amounts and the fees of its rows.
  private func balancesHaveFees(_ movements: [Int], _ fee: (Int) -> Int64, _ units: (Int) -> Int64?) -> Bool {
    guard let balance = columns.balance else { return false }
    var previous: [CurrencyCode?: (balance: Int64, amounts: Int64, fees: Int64)] = [:]
    var count = 0
    for row in isNewestFirst ?? false ? movements.reversed() : movements {
      let currency = ownCurrency(row)
      let before = previous[currency]
      let amounts = (before?.amounts ?? 0) &+ (units(row) ?? 0)
      let fees = (before?.fees ?? 0) &+ fee(row)
      guard let value = CSVColumns.value(table, row, balance).map({ isOwed ? -$0 : $0 }) else {
        if let before { previous[currency] = (before.balance, amounts, fees) }
        continue
      }
      if let before, fees != 0 {
        guard value &- before.balance == amounts &- fees else { return false }
        count += 1
      }
      previous[currency] = (value, 0, 0)
    }
    return count > 0
  }
}
