/// A field of a transaction that a person can see and set: those of a review (IE-23), then the rest.
public enum TransactionField: String, CaseIterable, Hashable, Sendable {
  case vendor
  case date
  case total
  case currency
  case category
  case payment
  case group
  case note
  case kind
  case account
  /// The account that a transfer's money arrived in.
  case toAccount = "to-account"
  /// The amount of a transfer that arrived, if it is in another currency.
  case received

  /// The fields of a review, in order.
  public static let review: [TransactionField] = [
    .vendor, .date, .total, .currency, .category, .payment, .group,
  ]

  /// The fields that an extractor reads, in order.
  package static let extracted: [TransactionField] = [.vendor, .date, .total, .currency, .category, .payment]

  /// The fields that hold a value of their own, in order.
  static let holders = allCases.filter { $0.holder == $0 }

  /// The field that holds the value: a currency is part of the total, and conflicts with it.
  public var holder: TransactionField { self == .currency ? .total : self }

  /// A value as a person types it.
  public var example: String {
    switch self {
    case .vendor: "\"Corner Café\""
    case .date: "2026-06-14"
    case .total: "84.50"
    case .currency: "EUR"
    case .category: "food"
    case .payment: "card"
    case .received: "\"84.50 USD\""
    case .kind: "expense"
    case .group, .note, .account, .toAccount: "…"
    }
  }

  /// The values that the field can have, for a refusal.
  var expected: String {
    switch self {
    case .payment: "card or cash"
    case .kind: "expense, income or transfer"
    case .date: "a date"
    case .total, .received: "an amount"
    case .currency: "a currency"
    case .group: "a group"
    case .vendor, .category, .note, .account, .toAccount: "a text"
    }
  }

  /// The form of the value in payloads.
  var shape: Shape {
    switch self {
    case .date: .date
    case .total, .currency, .received: .amount
    case .group: .group
    case .vendor, .category, .payment, .note, .kind, .account, .toAccount: .text
    }
  }

  /// The forms of values in payloads.
  enum Shape {
    case text, date, amount, group
  }

  /// Whether a transaction of that kind needs it before it counts (IE-14).
  public func isRequired(for kind: TransactionKind) -> Bool {
    switch self {
    case .date, .total: true
    case .category: kind != .transfer
    case .payment: kind == .expense
    case .vendor, .currency, .group, .note, .kind, .account, .toAccount, .received: false
    }
  }

  /// Creates the field with that name, or `nil` if there is no such field.
  package init?(_ name: String) { self.init(rawValue: name) }
}

/// A field of a record of any kind.
public enum RecordField: String, CaseIterable, Hashable, Sendable {
  case vendor, date, total, currency, category, payment, group, note, kind, account
  case toAccount = "to-account"
  case received
  case items
  /// The quantity of a line item.
  case quantity
  case tags, paid, reimbursed, cleared, pages
  /// The rows of bank statements that the transaction records.
  case statement
  /// The text on the paper.
  case text
  /// The reason why nothing was read off the paper.
  case failure
  /// The fields that need a look before saving.
  case attention
  /// The fields that a person confirmed or filled in.
  case confirmed
  /// The fields whose reading a person replaced.
  case corrected
  /// The values that an extractor proposes for a saved transaction.
  case proposals
  /// The transactions that a person marked as no duplicates of it.
  case distinct
  case rule
  case frequency, interval, start, end, monthEnd, pausedFrom, splitOn
  case name, emoji, color, kinds, locale, weeks
  case opening, rank, header
  case month, budgeted, carriesOver
  case target, contributions
  case copyOf, remote, importID, conflicts
  /// The last date through which a rule was generated.
  case generatedThrough
  /// A deletion that waits for a person.
  case deletion
  /// The state of the record.
  ///
  /// A transaction is draft, saved or deleted. A category is active or inactive. A group is present or deleted.
  case state

  /// Creates the field for one of a review.
  public init(_ field: TransactionField) { self = TransactionState().look(at: field, NameLook()) }

  /// Creates the field with a name of the command line, or returns `nil` for another name.
  public init?(_ name: String) { self.init(rawValue: name) }
}

private struct NameLook: FieldVisitor {
  typealias Result = RecordField

  func visit<Form: FieldForm>(
    _ form: Form.Type, _ field: RecordField, _ register: FieldRegister<Form.Value>,
    _ other: FieldRegister<Form.Value>
  ) -> RecordField { field }
}

/// Several fields, in one integer.
package struct FieldSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt16 = 0

  /// Creates an empty set.
  package init() {}

  /// Creates a set of fields.
  package init(arrayLiteral fields: TransactionField...) { for field in fields { insert(field) } }

  /// Whether the set is empty.
  package var isEmpty: Bool { bits == 0 }

  /// Whether the field is one of them.
  package func contains(_ field: TransactionField) -> Bool { bits & Self.bit(field) != 0 }

  /// Adds a field.
  package mutating func insert(_ field: TransactionField) { bits |= Self.bit(field) }

  /// Removes a field, if the set contains it.
  package mutating func remove(_ field: TransactionField) { bits &= ~Self.bit(field) }

  private static func bit(_ field: TransactionField) -> UInt16 {
    switch field {
    case .vendor: 1
    case .date: 2
    case .total: 4
    case .currency: 8
    case .category: 16
    case .payment: 32
    case .group: 64
    case .note: 128
    case .kind: 256
    case .account: 512
    case .toAccount: 1_024
    case .received: 2_048
    }
  }
}

/// A value that a field can hold.
public enum FieldValue: Hashable, Sendable {
  /// The text of vendor, note and account, a category's key, `card` or `cash`, or a kind's name.
  case text(String)
  /// The date of issue.
  case date(CivilDate)
  /// Total and currency.
  case amount(Amount)
  /// A group. Never "Unfiled", which is the absence of a value.
  case group(GroupID)
}

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

/// The direction of a transaction.
public enum TransactionKind: String, CaseIterable, Hashable, Sendable {
  case expense
  case income
  case transfer
}

/// How it was paid (IE-13).
public enum PaymentMethod: String, CaseIterable, Hashable, Sendable {
  case card
  case cash
}
