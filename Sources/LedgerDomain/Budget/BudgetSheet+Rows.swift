extension BudgetSheet {
  /// Adds the movements of a saved transaction that are in the currency of the sheet.
  ///
  /// - Parameters:
  ///   - row: The transaction.
  ///   - isCounted: Whether the money of an account is budgeted, by the text that mentions it.
  public mutating func add(_ row: TransactionRow, isCounted: (String?) -> Bool) {
    guard row.stage == .saved, let month = row.date?.civilMonth, let line = row.budgetLine else { return }
    if let money = row.money, money.currency == currency, isCounted(row.account) {
      for share in row.shares {
        var own = line
        if case .category = line { own = .category(share.category ?? "") }
        add(Int128(share.minorUnits), to: own, in: month)
      }
    }
    // The arriving half is what the other account gives back.
    if let arrival = row.arrival, arrival.currency == currency, isCounted(row.toAccount) {
      add(0 - Int128(arrival.minorUnits), to: line, in: month)
    }
  }
}

extension TransactionRow {
  /// The place in a budget that the transaction counts in, or `nil` if it is neutral.
  public var budgetLine: BudgetLine? {
    switch budgetFlow {
    case .income: .income
    case .transfer: .transfer
    case .category: .category(category ?? "")
    case nil: nil
    }
  }
}
