internal import LedgerBook
package import LedgerDomain
internal import LedgerProjections

/// Fills in what a person did not give: values used at the vendor, defaults, and values used last.
package struct EntryOffers {
  let notation: Notation
  /// Whether values that were used last fill in missing ones.
  let offersLast: Bool

  /// The least confidence of a category that fills in a missing one. A category that was used once has more.
  private static let confidencePercentMin = 45

  package init(_ notation: Notation, offersLast: Bool) {
    (self.notation, self.offersLast) = (notation, offersLast)
  }

  /// Fills in a missing category and a missing payment.
  ///
  /// The vendor's entries come first, because they are the most particular. Then come the default and the last payment.
  package func values(
    _ category: inout String?, _ payment: inout PaymentMethod?, vendor: String?, _ kind: TransactionKind
  ) throws -> [EntryOffer] {
    var offers: [EntryOffer] = []
    let needsPayment = payment == nil && kind == .expense
    if let vendor, kind != .transfer, category == nil || needsPayment,
      let habit = try notation.book.vendorHabit(of: vendor, kind)
    {
      if category == nil, let suggestion = habit.category, suggestion.confidence >= Self.confidencePercentMin {
        category = suggestion.category
        offers.append(
          EntryOffer(
            field: .category, value: suggestion.category, words: notation.categoryName(suggestion.category),
            reason: suggestion.purchases == 1 ? .lastAt(vendor: vendor) : .usual(suggestion)))
      }
      if needsPayment, let paid = habit.payment {
        payment = paid
        offers.append(Self.offer(paid, .lastAt(vendor: vendor)))
      }
    }
    guard payment == nil, kind == .expense else { return offers }
    if let usual = notation.settings.payment {
      payment = usual
      offers.append(Self.offer(usual, .byDefault))
    } else if offersLast, let last = try notation.book.lastUsed(kind).payment {
      payment = last
      offers.append(Self.offer(last, .lastTime))
    }
    return offers
  }

  private static func offer(_ payment: PaymentMethod, _ reason: EntryOffer.Reason) -> EntryOffer {
    EntryOffer(field: .payment, value: payment.rawValue, words: payment.rawValue, reason: reason)
  }

  /// Fills in a missing account and a missing group.
  package func places(_ request: inout RecordRequest, isGroupGiven: Bool) throws -> [EntryOffer] {
    var offers: [EntryOffer] = []
    if request.account == nil {
      if let usual = try defaultAccount(for: request) {
        request.account = usual.text
        offers.append(
          EntryOffer(
            field: .account, value: usual.text, words: "account \(usual.name)", reason: .byDefault))
      } else if offersLast, let last = try notation.book.lastUsed(request.kind).account,
        try isFitting(notation.book.resolveAccount(last), request)
      {
        request.account = last
        offers.append(
          EntryOffer(field: .account, value: last, words: "account \(last)", reason: .lastTime))
      }
    }
    if !isGroupGiven, let id = notation.settings.group, let row = try notation.book.groupRow(id), !row.isDeleted
    {
      request.group = id
      offers.append(
        EntryOffer(field: .group, value: id.description, words: "in \(row.name)", reason: .byDefault))
    }
    return offers
  }

  /// Returns the default account if it is open and kept in the entry's currency.
  private func defaultAccount(for request: RecordRequest) throws -> AccountSummary? {
    guard let text = notation.settings.account, request.kind != .transfer else { return nil }
    let account = try notation.book.resolveAccount(text)
    return isFitting(account, request) ? account : nil
  }

  /// Whether an account is open and kept in the entry's currency.
  private func isFitting(_ account: AccountSummary, _ request: RecordRequest) -> Bool {
    (account.row == nil || account.currency == request.money.currency) && !account.isClosed
  }
}
