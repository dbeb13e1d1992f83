internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// A value of an entry that nobody gave, with the reason why it is used.
struct EntryOffer {
  /// The reason why a value is used.
  enum Reason: Hashable {
    /// It was used at this vendor last.
    case lastAt(vendor: String)
    /// It is the default category at this vendor.
    case usual(CategorySuggestion)
    /// It was used last.
    case lastTime
    /// It is a default of the ledger.
    case byDefault
  }

  let field: TransactionField
  /// The value as a program reads it.
  let value: String
  /// The value as people read it: `cash`, `account Giro`, `in Berlin`.
  let words: String
  let reason: Reason

  /// `food and cash as last time at Rewe; in Berlin by default`.
  static func words(_ offers: [EntryOffer]) -> String {
    var reasons: [Reason] = []
    for offer in offers where !reasons.contains(offer.reason) { reasons.append(offer.reason) }
    return reasons.map { reason in
      let values = listed(offers.filter { $0.reason == reason }.map(\.words))
      return "\(values) \(reason.words)"
    }.joined(separator: "; ")
  }

  /// `{"confidence"?,"field","reason","value"}`.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "field": .string(field.rawValue), "reason": .string(reason.words), "value": .string(value),
    ]
    if case .usual(let suggestion) = reason { members["confidence"] = .count(suggestion.confidence) }
    return .object(members)
  }
}

extension EntryOffer.Reason {
  /// The reason for people, such as `as last time at Rewe`.
  var words: String {
    switch self {
    case .lastAt(let vendor): "as last time at \(vendor)"
    case .usual(let suggestion):
      "as \(suggestion.times) at \(suggestion.vendor) (\(suggestion.confidence)%)"
    case .lastTime: "as last time"
    case .byDefault: "by default"
    }
  }
}

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
            field: .category, value: suggestion.category, words: ledger.categoryName(suggestion.category),
            reason: suggestion.purchases == 1 ? .lastAt(vendor: vendor) : .usual(suggestion)))
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

  private static func offer(_ payment: PaymentMethod, _ reason: EntryOffer.Reason) -> EntryOffer {
    EntryOffer(field: .payment, value: payment.rawValue, words: payment.rawValue, reason: reason)
  }

  /// Fills in a missing account and a missing group.
  func offerPlaces(_ request: inout RecordRequest, isGroupGiven: Bool) throws -> [EntryOffer] {
    var offers: [EntryOffer] = []
    if request.account == nil {
      if let usual = try defaultAccount(for: request) {
        request.account = usual.text
        offers.append(
          EntryOffer(field: .account, value: usual.text, words: "account \(usual.name)", reason: .byDefault))
      } else if offersLast, let last = try ledger.book.lastUsed(request.kind).account,
        try isFitting(ledger.book.resolveAccount(last), request)
      {
        request.account = last
        offers.append(
          EntryOffer(field: .account, value: last, words: "account \(last)", reason: .lastTime))
      }
    }
    if !isGroupGiven, let id = ledger.settings.group, let row = try ledger.book.groupRow(id), !row.isDeleted {
      request.group = id
      offers.append(
        EntryOffer(field: .group, value: id.description, words: "in \(row.name)", reason: .byDefault))
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
