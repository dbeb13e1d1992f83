/// The meaning of a column.
package enum ColumnRole: String, CaseIterable, Sendable {
  case date
  case valueDate = "value-date"
  case amount
  case debit
  case credit
  case balance
  case currency
  case payee
  /// The party that pays, if the file names both parties of a row.
  case payer
  case text
  case bankID = "id"
  /// A word for money in or out.
  case direction
  /// The amount that left the paying party, in a row that names both parties.
  case sourceAmount = "source-amount"
  case sourceCurrency = "source-currency"
  /// The amount that arrived at the party that is paid.
  case targetAmount = "target-amount"
  case targetCurrency = "target-currency"
  case status
  case account
  case counterAccount = "counter-account"
  case category
  case kind
  case fee
  /// An amount, a rate or a currency of something other than the account.
  case ignored
}

/// A header's meaning. Of two columns with one role, the one with the lower rank is preferred.
struct HeaderMeaning: Equatable {
  let role: ColumnRole
  var rank = 1
}
