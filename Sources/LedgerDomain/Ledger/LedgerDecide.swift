package import LedgerBytes

/// A request by a person that concerns the ledger as a whole.
package enum LedgerCommand: Hashable, Sendable {
  /// Begin it, on its first device.
  case create(device: String, currency: CurrencyCode, locale: LedgerLocale, weeks: WeekSetting)
  /// Erase the content of an event of this type, for a reason.
  case redact(EventReference, type: String, why: String)
  /// Change the defaults. A currency or a payment that is `nil` stays.
  case changeDefaults(
    currency: CurrencyCode?, payment: PaymentMethod?, group: PropertyEdit<GroupID> = .keep,
    account: PropertyEdit<String> = .keep)
}

extension LedgerState {
  /// Returns the events that carry out a command on this state, or the reason why it is refused. Pure.
  ///
  /// - Parameters:
  ///   - command: The request.
  ///   - today: The civil date of the command.
  ///   - groups: The group that the command names.
  ///   - accounts: The accounts that can be named, or `nil` if they are not checked.
  package func decide(
    _ command: LedgerCommand, today: CivilDate, groups: [GroupID: GroupRow] = [:],
    accounts: AccountDirectory? = nil
  ) throws(Rejection) -> [SettingsEvent] {
    switch command {
    case .create(let device, let currency, let locale, let weeks):
      guard created == nil else { throw .alreadyExists("the ledger") }
      guard currency.minorUnitDigits != nil else { throw .unknownCurrency(currency) }
      let name = NFC.normalized(NFC.trimmed(device))
      guard !name.isEmpty else { throw .emptyName }
      guard name.utf8.count <= 256 else { throw .tooLong(what: "name", limit: 256) }
      return [
        .ledgerCreated(
          SettingsEvent.LedgerCreated(device: name, currency: currency, locale: locale, weeks: weeks, on: today)
        )
      ]
    case .redact(let event, let type, let why):
      let rests: [EventType] = [.ledgerCreated, .eventRedacted, .eventSkipped]
      guard !rests.contains(where: { $0.rawValue == type }) else { throw .notRedactable(type: type) }
      let why = NFC.normalized(NFC.trimmed(why))
      guard !why.isEmpty else { throw .emptyReason }
      guard why.utf8.count <= 1_024 else { throw .tooLong(what: "reason", limit: 1_024) }
      return [.eventRedacted(SettingsEvent.EventRedacted(event: event, why: why))]
    case .changeDefaults(let newCurrency, let newPayment, let newGroup, let newAccount):
      if let newCurrency, newCurrency.minorUnitDigits == nil { throw .unknownCurrency(newCurrency) }
      if case .set(let id) = newGroup {
        guard let row = groups[id] else { throw .unknownGroup(id) }
        guard !row.isDeleted else { throw .isDeleted(what: "group") }
      }
      var newAccount = newAccount
      if case .set(let typed) = newAccount {
        var text = try TransactionState.text(typed, .account)
        if let typed = text, let accounts { text = try accounts.text(named: typed) }
        if let text, let row = accounts?.row(ofRecorded: text), row.isClosed {
          throw .accountIsClosed(row.name)
        }
        newAccount = text.map { .set($0) } ?? .remove
      }
      let changed = SettingsEvent.DefaultsChanged(
        currency: Self.change(currency, to: newCurrency?.code),
        payment: Self.change(payment, to: newPayment?.rawValue), group: Self.change(group, newGroup),
        account: Self.change(account, newAccount))
      return changed.isEmpty ? [] : [.defaultsChanged(changed)]
    }
  }

  private static func change(_ register: FieldRegister<String>, to: String?) -> TextChange? {
    guard let to, !register.isSettled(on: to) else { return nil }
    return TextChange(from: register.value, to: to)
  }

  private static func change<Value>(_ register: FieldRegister<Value>, _ edit: PropertyEdit<Value>)
    -> ChangedValue<Value>?
  {
    if case .keep = edit { return nil }
    return register.isSettled(on: edit.value) ? nil : ChangedValue(from: register.value, to: edit.value)
  }
}
