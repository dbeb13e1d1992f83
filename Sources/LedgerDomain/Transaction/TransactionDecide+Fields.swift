// A person's decisions about a field: to accept it, to choose a reading, or to type a value.
extension TransactionState {
  func confirm(_ fields: [TransactionField]) throws(Rejection) -> [TransactionEvent] {
    var events: [TransactionEvent] = []
    let named = fields.isEmpty ? TransactionField.extracted : fields
    for field in named {
      guard ![.group, .toAccount, .received].contains(field) else { throw .setOtherwise(field) }
      guard let value = value(of: field), !(field == .total && value.amount?.minorUnits == nil) else {
        if fields.isEmpty { continue }
        throw .nothingToConfirm(field)
      }
      let isDisputed = conflictingFields.contains(field.holder)
      if isDecided(field), fields.isEmpty || !isDisputed { continue }
      // Between two readings a person chooses; accepting everything at once is no choice.
      if fields.isEmpty, provenance(of: field).needsALook { continue }
      events.append(.fieldConfirmed(TransactionEvent.FieldConfirmed(field: field, value: value)))
    }
    return events
  }

  /// Whether a person gave or accepted this field's value, so that accepting it again would add nothing.
  private func isDecided(_ field: TransactionField) -> Bool {
    if settledByPerson.contains(field) { return true }
    let provenance = provenance(of: field)
    return provenance.origin == .recorded && provenance.actor.map(EventActor.isPerson) == true
  }

  func pick(
    _ field: TransactionField, _ number: Int, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    let readings = extraction?.readings(of: field).readings ?? []
    if field == .group { throw .setOtherwise(field) }
    guard let extraction, number > 0, readings.indices.contains(number - 1) else {
      throw .noReading(field: field, number: number, available: readings.count)
    }
    let reading = readings[number - 1].value
    let to: FieldValue
    if field == .total {
      guard let currency = amount.value?.currency ?? extraction.currency else {
        throw .readingIsNoValue(field: field, reading: reading, why: "its currency is not known")
      }
      do throws(AmountError) {
        to = .amount(try Amount(reading: reading, in: currency))
      } catch {
        throw .readingIsNoValue(field: field, reading: reading, why: error.message)
      }
    } else if field == .currency, let currency = CurrencyCode(reading) {
      to = .amount(try amount(in: currency))
    } else if field == .category {
      to = .text(try Self.category(reading, context))
    } else if let value = extraction.value(ofReading: number - 1, field: field) {
      to = value
    } else {
      throw .readingIsNoValue(field: field, reading: reading, why: "it is not a \(field.rawValue)")
    }
    if settledByPerson.contains(field), value(of: field) == to, !conflictingFields.contains(field.holder) {
      return []
    }
    return [
      .alternatePicked(
        TransactionEvent.AlternatePicked(
          field: field, from: value(of: field), to: to, reading: reading, extraction: extraction.reference))
    ]
  }

  func correct(
    _ field: TransactionField, _ value: FieldValue?, expression: String? = nil, _ context: DecisionContext
  ) throws(Rejection) -> [TransactionEvent] {
    if let events = try correctHalf(field, value, expression: expression, context) { return events }
    let to = try normalized(value, of: field, context)
    try checkAccount(field, to, context)
    let from = self.value(of: field)
    let isDisputed = conflictingFields.contains(field.holder)
    guard from == to, let to else {
      if from == to, !isDisputed { return [] }
      let expression = field == .total ? try Self.expression(expression) : nil
      return [
        .fieldCorrected(
          TransactionEvent.FieldCorrected(field: field, from: from, to: to, expression: expression))
      ]
        + (field == .total ? itemsTurned(from: from?.amount?.money, to: to?.amount?.money) : [])
    }
    // The field has this value already: typing it is accepting it, if that was not done before.
    let isNews = isDisputed || (stage == .draft && field != .kind && !isDecided(field))
    return isNews ? [.fieldConfirmed(TransactionEvent.FieldConfirmed(field: field, value: to))] : []
  }

  /// Returns the items with the opposite signs if a total turns and they have its old sign.
  private func itemsTurned(from: Money?, to: Money?) -> [TransactionEvent] {
    guard let from, let to, (from.minorUnits < 0) != (to.minorUnits < 0) else { return [] }
    let items = lineItems.filter { $0.content?.money.currency == from.currency }
    let sum = items.reduce(Int128(0)) { $0 + Int128($1.content?.money.minorUnits ?? 0) }
    guard from.currency == to.currency, sum != 0, (sum < 0) == (from.minorUnits < 0) else { return [] }
    return items.compactMap { item in
      guard let money = item.content?.money, money.minorUnits != 0 else { return nil }
      let turned = Money(minorUnits: -money.minorUnits, currency: money.currency)
      return .lineItemChanged(
        TransactionEvent.LineItemChanged(item: item.id, money: MoneyChange(from: money, to: turned)))
    }
  }

  /// Checks a new account against the amount, or a new amount against the account.
  private func checkAccount(
    _ field: TransactionField, _ to: FieldValue?, _ context: DecisionContext
  ) throws(Rejection) {
    switch field {
    case .account:
      guard let text = to?.text, let money = amount.value?.money else { return }
      try context.account(text)?.accept(money)
    case .total, .currency:
      guard let text = account.value, let money = to?.amount?.money, money.currency != amount.value?.currency
      else { return }
      try context.account(text)?.accept(money)
    case .vendor, .date, .category, .payment, .group, .note, .kind, .toAccount, .received: return
    }
  }

  /// Returns the refusal of a value that a field cannot hold, or of an empty one.
  private static func noValue(_ value: FieldValue?, of field: TransactionField) -> Rejection {
    guard let value else { return .required(field) }
    let text =
      switch value {
      case .text(let text): text
      case .date(let date): date.iso
      case .amount(let amount): amount.money?.description ?? amount.currency.code
      case .group(let group): group.description
      }
    let isWithoutAmount = field == .total && value.amount != nil
    return isWithoutAmount ? .required(field) : .invalid(field: field, value: text, expected: field.expected)
  }

  /// Returns a value as it is recorded: checked against the field, in NFC.
  private func normalized(
    _ value: FieldValue?, of field: TransactionField, _ context: DecisionContext
  ) throws(Rejection) -> FieldValue? {
    switch field {
    case .group, .toAccount, .received: throw .setOtherwise(field)
    case .date:
      guard let date = value?.date else { throw Self.noValue(value, of: field) }
      return .date(date)
    case .category:
      guard let key = value?.text else { throw Self.noValue(value, of: field) }
      return .text(try Self.category(key, context))
    case .payment:
      guard let text = value?.text else { throw Self.noValue(value, of: field) }
      guard let payment = PaymentMethod(rawValue: text) else {
        throw .invalid(field: field, value: text, expected: field.expected)
      }
      return .text(payment.rawValue)
    case .kind:
      guard let text = value?.text else { throw Self.noValue(value, of: field) }
      guard let kind = TransactionKind(rawValue: text) else {
        throw .invalid(field: field, value: text, expected: field.expected)
      }
      let missing = missingToSave(as: kind)
      guard stage != .saved || missing.isEmpty else { throw .missingToSave(missing) }
      guard kind != .transfer || self.kind.value == kind || toAccount.value != nil else {
        throw .required(.toAccount)
      }
      return .text(kind.rawValue)
    case .total:
      guard let amount = value?.amount, let money = amount.money else { throw Self.noValue(value, of: field) }
      try Self.check(money)
      // The amount of a draft may be zero until it is saved.
      guard stage == .draft || money.minorUnits != 0 else { throw .zeroAmount }
      return .amount(amount)
    case .currency:
      guard let currency = value?.amount?.currency else { throw Self.noValue(value, of: field) }
      return .amount(try amount(in: currency))
    case .account:
      guard value == nil || value?.text != nil else { throw Self.noValue(value, of: field) }
      var known = context
      known.accounts?.keep(account.value)
      return try (value?.text).flatMap { (name) throws(Rejection) in try known.accountText(name) }
        .map(FieldValue.text)
    case .vendor, .note:
      guard value == nil || value?.text != nil else { throw Self.noValue(value, of: field) }
      return try Self.text(value?.text, field).map(FieldValue.text)
    }
  }

  /// Returns the amount in another currency. The decimal stays as read, and is refused if it has too many digits.
  func amount(in currency: CurrencyCode) throws(Rejection) -> Amount { try amount(amount.value, in: currency) }

  /// Returns a total in a currency. A total with more digits than the currency is refused.
  ///
  /// If there is no total, the one that was read is used if it fits.
  func amount(_ current: Amount?, in currency: CurrencyCode) throws(Rejection) -> Amount {
    guard currency.minorUnitDigits != nil else { throw .unknownCurrency(currency) }
    let readings = extraction?.readings(of: .total).readings ?? []
    guard let amount = current, let money = amount.money else {
      // There is no total. Perhaps one was read that only had too many digits for the previous currency.
      let read = readings.first.flatMap { try? Amount(reading: $0.value, in: currency) }
      return read ?? Amount(currency: currency, minorUnits: nil)
    }
    // `1284` on the paper is 1284.00 EUR, and 1284 JPY: the zeros were not read.
    let asRead = readings.first { (try? Amount(reading: $0.value, in: money.currency)) == amount }?.value
    let decimal = asRead ?? money.decimal
    do throws(AmountError) {
      return try Amount(reading: decimal, in: currency)
    } catch .overflow {
      throw .amountTooLarge(money, limitedIn: currency)
    } catch {
      throw .fewerDigits(amount: money, currency: currency)
    }
  }

  /// Refuses an amount that an event cannot hold.
  static func check(_ money: Money) throws(Rejection) {
    guard money.currency.minorUnitDigits != nil else { throw .unknownCurrency(money.currency) }
    guard Amount(money).isRecordable else { throw .amountTooLarge(money, limitedIn: money.currency) }
  }

  static func category(_ name: String, _ context: DecisionContext) throws(Rejection) -> String {
    let row = try context.category(name)
    guard row.isActive else { throw .inactiveCategory(row.key) }
    return row.key
  }

  /// Returns the computation of an amount as it is recorded.
  static func expression(_ typed: String?) throws(Rejection) -> String? {
    guard let typed else { return nil }
    let normalized = NFC.normalized(NFC.trimmed(typed))
    guard normalized.utf8.count <= expressionBytesMax else {
      throw .tooLong(what: "computation", limit: expressionBytesMax)
    }
    return normalized.isEmpty ? nil : normalized
  }

  private static let expressionBytesMax = 1_024

  static func text(_ text: String?, _ field: TransactionField) throws(Rejection) -> String? {
    guard let text else { return nil }
    let normalized = NFC.normalized(NFC.trimmed(text))
    guard normalized.utf8.count <= 16_384 else { throw .tooLong(what: field.rawValue, limit: 16_384) }
    return normalized.isEmpty ? nil : normalized
  }
}
