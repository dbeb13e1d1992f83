// The halves of a recurring transfer between two accounts.
extension RuleTerms {
  /// Whether the amounts and accounts are those of other terms.
  func hasHalves(of other: RuleTerms) -> Bool {
    kind == other.kind && money == other.money && received == other.received && account == other.account
      && toAccount == other.toAccount && category == other.category
  }

  /// Checks both halves of a transfer like those of a single one. Other kinds have no arriving half.
  mutating func normalizeTransfer(
    replacing old: RuleTerms?, _ context: DecisionContext
  ) throws(Rejection) {
    guard kind == .transfer else {
      let isTyped =
        toAccount != nil && toAccount != old?.toAccount || received != nil && received != old?.received
      if isTyped { throw .notATransfer }
      (toAccount, received) = (nil, nil)
      return
    }
    guard let to = toAccount else {
      // Only a rule of an earlier version has no second account.
      if received != nil || old?.kind != kind { throw .required(.toAccount) }
      return
    }
    let transfer = try TransactionState.transferRecorded(
      TransferRequest(
        money: money, received: received, date: start, from: account ?? "", to: to, category: category),
      isReceivedTyped: received != nil && received != old?.received, context)
    (account, toAccount, received) = (transfer.account, transfer.toAccount, transfer.received)
  }
}
