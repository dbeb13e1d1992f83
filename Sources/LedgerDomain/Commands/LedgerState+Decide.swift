/// What a person can ask of the ledger as a whole.
public enum LedgerCommand: Hashable, Sendable {
  /// Begin it, on its first device.
  case create(device: String, currency: Currency, locale: LedgerLocale, weeks: WeekSetting)
  /// Change the currency or the payment offered first; nil stays.
  case changeDefaults(currency: Currency?, payment: PaymentMethod?)
}

extension LedgerState {
  /// What happens if a command is carried out on this state, or why it is refused. Pure.
  public func decide(_ command: LedgerCommand, today: CivilDate) throws(Rejection) -> [LedgerEvent] {
    switch command {
    case .create(let device, let currency, let locale, let weeks):
      guard created == nil else { throw .alreadyExists("the ledger") }
      guard currency.minorUnitDigits != nil else { throw .unknownCurrency(currency) }
      let name = NFC.normalized(NFC.trimmed(device))
      guard !name.isEmpty else { throw .emptyName }
      return [
        .ledgerCreated(
          LedgerCreated(device: name, currency: currency, locale: locale, weeks: weeks, on: today))
      ]
    case .changeDefaults(let newCurrency, let newPayment):
      if let newCurrency, newCurrency.minorUnitDigits == nil { throw .unknownCurrency(newCurrency) }
      let changed = DefaultsChanged(
        currency: Self.change(from: currency.value, to: newCurrency?.code),
        payment: Self.change(from: payment.value, to: newPayment?.rawValue))
      return changed.currency == nil && changed.payment == nil ? [] : [.defaultsChanged(changed)]
    }
  }

  private static func change(from: String?, to: String?) -> TextChange? {
    guard let to, from != to else { return nil }
    return TextChange(from: from, to: to)
  }
}
