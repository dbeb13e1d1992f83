internal import LedgerBook
package import LedgerDomain
internal import LedgerProjections

// The values of fields as people type them.
extension Notation {
  /// Returns the typed text as a value of a field, or `nil` if it empties the field.
  ///
  /// - Parameters:
  ///   - text: The text as typed.
  ///   - field: The field.
  ///   - row: The receipt.
  ///   - account: The account of a transfer's amount, if that changes too.
  /// - Throws: An error that explains itself if the text is no value of the field.
  package func value(
    _ text: String, of field: TransactionField, in row: TransactionRow, account: String? = nil
  ) throws -> FieldValue? {
    func amount(_ currency: CurrencyCode?) throws -> FieldValue {
      .amount(
        Amount(
          try AmountExpression.parse(text, defaultCurrency: currency ?? settings.currency, locale: locale)))
    }
    switch field {
    case .account, .toAccount: return text.isEmpty ? nil : .text(try book.resolveAccount(text).text)
    case .received:
      let known =
        try account.map { try book.resolveAccount($0) }
        ?? row.toAccount.flatMap { try? book.resolveAccount($0) }
      return try amount(known?.currency ?? row.arrival?.currency)
    case .total:
      let known = try row.kind == .transfer ? account.map { try book.resolveAccount($0) } : nil
      return try amount(known?.currency ?? row.amount?.currency)
    case .category: return .text(try book.resolveCategory(text).key)
    case .payment: return .text(try book.payment(named: text, locale).rawValue)
    case .date: return .date(try TypedDate(today: book.today, locale: locale).parse(text))
    case .group: return try book.resolveLivingGroup(text, locale).map { .group($0) }
    case .vendor, .note: return text.isEmpty ? nil : .text(text)
    case .kind, .currency: throw Refusal(.misuse, "the \(field.rawValue) cannot be changed here")
    }
  }
}
