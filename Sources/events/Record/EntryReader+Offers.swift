internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

// Values for what a person did not give: what was used at the vendor, the ledger's defaults, what was used last.
extension EntryReader {
  /// Whether values that were used last fill in missing ones.
  private var offersLast: Bool { ledger.arguments.has(EntryOptions.last) || ledger.invocation.canAsk }

  /// The least confidence of a category that fills in a missing one. A category that was used once has more.
  private static let confidencePercentMin = 45

  /// Fills in a missing category and a missing payment.
  ///
  /// The vendor's entries come first, because they are the most particular. Then come the default and the last payment.
  func offerValues(
    _ category: inout String?, _ payment: inout PaymentMethod?, vendor: String?, _ kind: TransactionKind
  ) throws -> [EntryOffer] {
    var offers: [EntryOffer] = []
    let needsPayment = payment == nil && kind == .expense
    if let vendor, kind != .transfer, category == nil || needsPayment,
      let habit = try ledger.book.vendorHabit(of: vendor, kind)
    {
      if category == nil, let suggestion = habit.category, suggestion.confidence >= Self.confidencePercentMin {
        category = suggestion.category
        offers.append(
          EntryOffer(
            .category, suggestion.category, ledger.notation.categoryName(suggestion.category),
            suggestion.purchases == 1 ? .lastAt(vendor: vendor) : .usual(suggestion)))
      }
      if needsPayment, let paid = habit.payment {
        payment = paid
        offers.append(Self.offer(paid, .lastAt(vendor: vendor)))
      }
    }
    guard payment == nil, kind == .expense else { return offers }
    if let usual = ledger.settings.payment {
      payment = usual
      offers.append(Self.offer(usual, .byDefault))
    } else if offersLast, let last = try ledger.book.lastUsed(kind).payment {
      payment = last
      offers.append(Self.offer(last, .lastTime))
    }
    return offers
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

  private static func offer(_ payment: PaymentMethod, _ reason: EntryOffer.Reason) -> EntryOffer {
    EntryOffer(.payment, payment.rawValue, payment.rawValue, reason)
  }

  /// Fills in a missing account and a missing group.
  func offerPlaces(_ request: inout RecordRequest, isGroupGiven: Bool) throws -> [EntryOffer] {
    var offers: [EntryOffer] = []
    if request.account == nil {
      if let usual = try defaultAccount(for: request) {
        request.account = usual.text
        offers.append(EntryOffer(.account, usual.text, "account \(usual.name)", .byDefault))
      } else if offersLast, let last = try ledger.book.lastUsed(request.kind).account,
        try isFitting(ledger.book.resolveAccount(last), request)
      {
        request.account = last
        offers.append(EntryOffer(.account, last, "account \(last)", .lastTime))
      }
    }
    if !isGroupGiven, let id = ledger.settings.group, let row = try ledger.book.groupRow(id), !row.isDeleted {
      request.group = id
      offers.append(EntryOffer(.group, id.description, "in \(row.name)", .byDefault))
    }
    return offers
  }

  /// Returns the default account if it is open and kept in the entry's currency.
  private func defaultAccount(for request: RecordRequest) throws -> AccountSummary? {
    guard let text = ledger.settings.account, request.kind != .transfer else { return nil }
    let account = try ledger.book.resolveAccount(text)
    return isFitting(account, request) ? account : nil
  }

  /// Whether an account is open and kept in the entry's currency.
  private func isFitting(_ account: AccountSummary, _ request: RecordRequest) -> Bool {
    (account.row == nil || account.currency == request.money.currency) && !account.isClosed
  }
}
