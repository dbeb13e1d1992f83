extension BudgetSheet {
  /// Adds the movements of a saved transaction that are in the currency of the sheet.
  ///
  /// - Parameters:
  ///   - row: The transaction.
  ///   - isCounted: Whether the money of an account is budgeted, by the text that mentions it.
  package mutating func add(_ row: TransactionRow, isCounted: (String?) -> Bool) {
    forEachMovement(of: row, isCounted: isCounted) { sheet, units, line, month in
      sheet.add(units, to: line, in: month)
    }
  }

  /// Takes out the movements of a saved transaction that is dated after the day of the sheet. They are still to come.
  package mutating func postpone(_ row: TransactionRow, isCounted: (String?) -> Bool) {
    forEachMovement(of: row, isCounted: isCounted) { sheet, units, line, month in
      sheet.postpone(units, to: line, in: month)
    }
  }

  private mutating func forEachMovement(
    of row: TransactionRow, isCounted: (String?) -> Bool,
    _ body: (inout BudgetSheet, Int128, BudgetLine, CivilMonth) -> Void
  ) {
    guard row.stage == .saved, let month = row.date?.civilMonth, let line = row.budgetLine else { return }
    if let money = row.money, money.currency == currency, isCounted(row.account) {
      for share in row.shares {
        var own = line
        if case .category = line { own = .category(share.category ?? "") }
        body(&self, Int128(share.minorUnits), own, month)
      }
    }
    // The arriving half is what the other account gives back.
    if let arrival = row.arrival, arrival.currency == currency, isCounted(row.toAccount) {
      body(&self, 0 - Int128(arrival.minorUnits), line, month)
    }
  }
}

extension TransactionRow {
  /// The place in a budget that the transaction counts in, or `nil` if it is neutral.
  package var budgetLine: BudgetLine? {
    switch budgetFlow {
    case .income: .income
    case .transfer: .transfer
    case .category: .category(category ?? "")
    case nil: nil
    }
  }
}
