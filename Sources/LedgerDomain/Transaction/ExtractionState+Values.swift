extension ExtractionState {
  /// Returns the value of a reading, or `nil` if there is no such reading or it cannot be a value.
  ///
  /// A decimal with more digits than its currency has cannot be one.
  package func value(ofReading index: Int, field: TransactionField) -> FieldValue? {
    let reading = completed.readings.reading(index, of: field)
    switch field {
    case .vendor, .category:
      return reading.map { .text($0.value) }
    case .payment:
      return reading.flatMap { PaymentMethod(rawValue: $0.value) }.map { .text($0.rawValue) }
    case .date:
      return reading.flatMap { CivilDate(iso: $0.value) }.map(FieldValue.date)
    case .total:
      guard let currency else { return nil }
      guard let reading else {
        // No total was read, but the currency is known: the amount has only a currency.
        return index == 0 ? .amount(Amount(currency: currency, minorUnits: nil)) : nil
      }
      guard let amount = try? Amount(reading: reading.value, in: currency) else {
        return index == 0 ? .amount(Amount(currency: currency, minorUnits: nil)) : nil
      }
      return .amount(amount)
    case .currency:
      guard let reading, let currency = CurrencyCode(reading.value) else { return nil }
      let first = completed.readings.firstValue(of: .total)
      let amount = first.flatMap { try? Amount(reading: $0, in: currency) }
      return .amount(amount ?? Amount(currency: currency, minorUnits: nil))
    // An extractor reads no other field.
    case .group, .note, .kind, .account, .toAccount, .received: return nil
    }
  }
}

extension FieldValue {
  /// The text, or `nil` if it is another kind of value.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The date, or `nil` if it is another kind of value.
  public var date: CivilDate? { if case .date(let date) = self { date } else { nil } }
  /// The amount, or `nil` if it is another kind of value.
  public var amount: Amount? { if case .amount(let amount) = self { amount } else { nil } }
  /// The group, or `nil` if it is another kind of value.
  public var group: GroupID? { if case .group(let group) = self { group } else { nil } }
}
