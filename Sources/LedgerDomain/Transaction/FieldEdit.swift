/// A new value for one field, in the field's own type.
///
///     try book.perform(.set(.payment(.card)), on: receipt)
///     try book.perform(.empty(.note), on: receipt)
public enum FieldEdit: Hashable, Sendable {
  /// The payee, or the payer of an income.
  case vendor(String)
  /// The date of issue.
  case date(CivilDate)
  /// The amount with its currency.
  case total(Money)
  /// The currency. The decimal of the total stays as it is.
  case currency(CurrencyCode)
  /// The category's key.
  case category(String)
  /// How it was paid.
  case payment(PaymentMethod)
  /// Free text.
  case note(String)
  /// Expense, income or transfer.
  case kind(TransactionKind)
  /// The name of the account.
  case account(String)

  /// The field.
  public var field: TransactionField {
    switch self {
    case .vendor: .vendor
    case .date: .date
    case .total: .total
    case .currency: .currency
    case .category: .category
    case .payment: .payment
    case .note: .note
    case .kind: .kind
    case .account: .account
    }
  }

  /// The value in the form that events have.
  public var value: FieldValue {
    switch self {
    case .vendor(let text), .category(let text), .note(let text), .account(let text): .text(text)
    case .date(let date): .date(date)
    case .total(let money): .amount(Amount(money))
    case .currency(let currency): .amount(Amount(currency: currency, minorUnits: nil))
    case .payment(let payment): .text(payment.rawValue)
    case .kind(let kind): .text(kind.rawValue)
    }
  }
}

extension TransactionCommand {
  /// Set a field to a value of its own type.
  public static func set(_ edit: FieldEdit) -> TransactionCommand { .correct(edit.field, edit.value) }

  /// Empty a field that may be empty.
  public static func empty(_ field: TransactionField) -> TransactionCommand { .correct(field, nil) }
}
