internal import LedgerBytes

/// The forms of a field's value: as a text, as a typed value and in payloads.
protocol FieldForm {
  associatedtype Value: Hashable & Sendable

  /// Returns the canonical text, or `nil` if there is nothing to show.
  static func text(_ value: Value) -> String?
  /// Returns the value with its type.
  static func typed(_ value: Value) -> TypedValue?
  /// Whether an extractor's reading is the value.
  static func isRead(_ value: Value, _ reading: String) -> Bool
  /// Whether the field counts as set.
  static func isThere(_ value: Value) -> Bool
  /// Returns the value as payloads contain it.
  static func fieldValue(_ value: Value) -> FieldValue
  /// Returns the value from a payload, or `nil` if the payload's value has another form.
  static func value(_ value: FieldValue) -> Value?
}

extension FieldForm {
  static func isThere(_ value: Value) -> Bool { true }

  static func isRead(_ value: Value, _ reading: String) -> Bool {
    text(value)?.hasSameBytes(as: reading) ?? false
  }
}

/// A text of a person.
enum TextForm: FieldForm {
  static func text(_ value: String) -> String? { value }
  static func typed(_ value: String) -> TypedValue? { .text(value) }
  static func fieldValue(_ value: String) -> FieldValue { .text(value) }
  static func value(_ value: FieldValue) -> String? { value.text }
}

/// A key.
enum KeyForm: FieldForm {
  static func text(_ value: String) -> String? { value }
  static func typed(_ value: String) -> TypedValue? { .word(value) }
  static func fieldValue(_ value: String) -> FieldValue { .text(value) }
  static func value(_ value: FieldValue) -> String? { value.text }
}

/// The form of values from a fixed list of words.
enum WordForm<Value: RawRepresentable<String> & Hashable & Sendable>: FieldForm {
  static func text(_ value: Value) -> String? { value.rawValue }
  static func typed(_ value: Value) -> TypedValue? { .word(value.rawValue) }
  static func fieldValue(_ value: Value) -> FieldValue { .text(value.rawValue) }
  static func value(_ value: FieldValue) -> Value? { value.text.flatMap(Value.init(rawValue:)) }
}

/// A civil date.
enum DateForm: FieldForm {
  static func text(_ value: CivilDate) -> String? { value.iso }
  static func typed(_ value: CivilDate) -> TypedValue? { .date(value) }
  static func fieldValue(_ value: CivilDate) -> FieldValue { .date(value) }
  static func value(_ value: FieldValue) -> CivilDate? { value.date }
}

/// The number of an amount, which a currency alone does not have.
enum TotalForm: FieldForm {
  static func text(_ value: Amount) -> String? { value.money?.decimal }
  static func typed(_ value: Amount) -> TypedValue? { value.money.map(TypedValue.decimal) }
  static func isThere(_ value: Amount) -> Bool { value.minorUnits != nil }
  static func fieldValue(_ value: Amount) -> FieldValue { .amount(value) }
  static func value(_ value: FieldValue) -> Amount? { value.amount }

  /// Compares decimals as numbers, so that 12.5 is 12.50.
  static func isRead(_ value: Amount, _ reading: String) -> Bool {
    guard let units = try? AmountParser.minorUnits(decimal: reading, currency: value.currency) else {
      return false
    }
    return units == value.minorUnits
  }
}

/// The currency of an amount.
enum CurrencyForm: FieldForm {
  static func text(_ value: Amount) -> String? { value.currency.code }
  static func typed(_ value: Amount) -> TypedValue? { .currency(value.currency) }
  static func fieldValue(_ value: Amount) -> FieldValue { .amount(value) }
  static func value(_ value: FieldValue) -> Amount? { value.amount }
}

/// A group.
enum GroupForm: FieldForm {
  static func text(_ value: GroupID) -> String? { value.description }
  static func typed(_ value: GroupID) -> TypedValue? { .group(value) }
  static func fieldValue(_ value: GroupID) -> FieldValue { .group(value) }
  static func value(_ value: FieldValue) -> GroupID? { value.group }
}
