internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

// Values for what a person did not give, of the ledger or asked for on a terminal.
extension EntryReader {
  /// Values that fill in missing ones. Those that were used last do so on a terminal, or with `--last`.
  var entryOffers: EntryOffers {
    EntryOffers(
      ledger.notation, offersLast: ledger.arguments.has(EntryOptions.last) || ledger.invocation.canAsk)
  }

  /// Asks for the category and the payment if they are missing, and then for the account as well.
  ///
  /// The question lists recently used values first, and only accounts in the currency of the entry. The tool asks only on a terminal, and not about a pasted line.
  func askForMissing(
    _ category: inout String?, _ payment: inout PaymentMethod?, _ account: inout String?,
    _ kind: TransactionKind, _ currency: CurrencyCode
  ) throws {
    let needsCategory = category == nil && kind != .transfer
    let needsPayment = payment == nil && kind == .expense
    guard dialogue.canAsk, needsCategory || needsPayment else { return }
    if needsCategory {
      let (rows, usedCount) = try ledger.book.categoriesByUse(kind)
      let usual = usedCount == 0 ? nil : rows[0].key
      category = try dialogue.value("Category", among: rows.map(\.key), usual: usual) {
        try dialogue.category($0)
      }
    }
    if needsPayment, category != nil || !needsCategory {
      payment = try dialogue.value("Payment", among: PaymentMethod.allCases.map(\.rawValue)) {
        try ledger.payment($0)
      }
    }
    guard account == nil, !ledger.arguments.has(EntryOptions.account), ledger.settings.account == nil,
      try ledger.book.lastUsed(kind).account == nil, category != nil || !needsCategory,
      payment != nil || !needsPayment
    else { return }
    let open = try ledger.book.accounts().filter { !$0.isClosed && $0.currency == currency }.map(\.text)
    guard !open.isEmpty else { return }
    account = try dialogue.value("Account, or an empty line for no account", among: open) {
      try ledger.account($0).text
    }
  }
}
