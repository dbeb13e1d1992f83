/// A request by a person that concerns the ledger as a whole.
public enum LedgerCommand: Hashable, Sendable {
  /// Begin it, on its first device.
  case create(device: String, currency: Currency, locale: LedgerLocale, weeks: WeekSetting)
  /// Change the default currency or payment. A default that is `nil` stays.
  case changeDefaults(currency: Currency?, payment: PaymentMethod?)
}

extension LedgerState {
  /// The events that carry out a command on this state, or the reason why it is refused. Pure.
  public func decide(_ command: LedgerCommand, today: CivilDate) throws(Rejection) -> [LedgerEvent] {
    switch command {
    case .create(let device, let currency, let locale, let weeks):
      guard created == nil else { throw .alreadyExists("the ledger") }
      guard currency.minorUnitDigits != nil else { throw .unknownCurrency(currency) }
      let name = NFC.normalized(NFC.trimmed(device))
      guard !name.isEmpty else { throw .emptyName }
      guard name.utf8.count <= 256 else { throw .tooLong(what: "name", limit: 256) }
      return [
        .ledgerCreated(
          LedgerCreated(device: name, currency: currency, locale: locale, weeks: weeks, on: today))
      ]
    case .changeDefaults(let newCurrency, let newPayment):
      if let newCurrency, newCurrency.minorUnitDigits == nil { throw .unknownCurrency(newCurrency) }
      let changed = DefaultsChanged(
        currency: Self.change(currency, to: newCurrency?.code),
        payment: Self.change(payment, to: newPayment?.rawValue))
      return changed.currency == nil && changed.payment == nil ? [] : [.defaultsChanged(changed)]
    }
  }

  private static func change(_ register: Register<String>, to: String?) -> TextChange? {
    guard let to, !register.isSettled(on: to) else { return nil }
    return TextChange(from: register.value, to: to)
  }
}
