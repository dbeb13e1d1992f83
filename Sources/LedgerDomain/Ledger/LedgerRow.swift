/// The ledger's settings as screens know them.
public struct LedgerRow: Hashable, Sendable {
  /// The currency offered first.
  public let currency: CurrencyCode
  /// The payment offered first.
  public let payment: PaymentMethod?
  /// The group that is filed into if no other is given. It may be deleted.
  public let group: GroupID?
  /// The account that is used if no other is given, by the text that transactions mention it with.
  public let account: String?
  /// How dates and amounts are written.
  public let locale: LedgerLocale
  /// How weeks are cut.
  public let weeks: WeekSetting

  /// Creates the row of a ledger's state, or `nil` if the ledger is not known to exist.
  package init?(_ state: LedgerState) {
    guard let created = state.created else { return nil }
    currency = state.currency.value.flatMap { CurrencyCode($0) } ?? created.currency
    payment = state.payment.value.flatMap(PaymentMethod.init(rawValue:))
    group = state.group.value
    account = state.account.value
    locale = created.locale
    weeks = created.weeks
  }

  /// Creates a row from the columns of a read model.
  package init(
    currency: CurrencyCode, payment: PaymentMethod?, group: GroupID? = nil, account: String? = nil,
    locale: LedgerLocale, weeks: WeekSetting
  ) {
    self.currency = currency
    self.payment = payment
    self.group = group
    self.account = account
    self.locale = locale
    self.weeks = weeks
  }

  /// The rule that weeks are cut by.
  public var weekRule: WeekRule {
    switch weeks {
    case .iso: .iso
    case .locale: locale.weekRule
    }
  }

  /// The values that it shows, by field.
  var values: RecordValues {
    var values = RecordValues()
    values[.currency] = .currency(currency)
    values[.payment] = payment.map { .word($0.rawValue) }
    values[.group] = group.map { .group($0) }
    values[.account] = account.map { .text($0) }
    values[.locale] = .word(locale.id)
    values[.weeks] = .word(weeks.rawValue)
    return values
  }
}
