/// A field of a transaction that a person can see and set, in the order of a review (CHECKLIST IE-23), then the rest.
public enum Field: String, CaseIterable, Hashable, Sendable {
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

  /// The fields of a review, in order.
  public static let review: [Field] = [.vendor, .date, .total, .currency, .category, .payment, .group]

  /// The fields that an extractor reads, in order.
  public static let extracted: [Field] = [.vendor, .date, .total, .currency, .category, .payment]

  /// The place where the field's value is kept: total and currency are one amount, one place for conflicts.
  public var place: Place {
    switch self {
    case .vendor: .vendor
    case .date: .date
    case .total, .currency: .amount
    case .category: .category
    case .payment: .payment
    case .group: .group
    case .note: .note
    case .kind: .kind
    case .account: .account
    }
  }

  /// Whether a transaction of that kind needs it before it counts (CHECKLIST IE-14).
  public func isRequired(for kind: TransactionKind) -> Bool {
    switch self {
    case .date, .total: true
    case .category: kind != .transfer
    case .payment: kind == .expense
    case .vendor, .currency, .group, .note, .kind, .account: false
    }
  }

  /// The field named by a word of the command line or of a payload; nil if there is none.
  public init?(_ name: String) { self.init(rawValue: name) }
}

/// Several fields, in one integer.
public struct FieldSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt16 = 0

  /// None.
  public init() {}

  /// Those fields.
  public init(arrayLiteral fields: Field...) { for field in fields { insert(field) } }

  /// Whether there is none.
  public var isEmpty: Bool { bits == 0 }

  /// Whether the field is one of them.
  public func contains(_ field: Field) -> Bool { bits & Self.bit(field) != 0 }

  /// Adds a field.
  public mutating func insert(_ field: Field) { bits |= Self.bit(field) }

  /// Takes a field out, if it is there.
  public mutating func remove(_ field: Field) { bits &= ~Self.bit(field) }

  private static func bit(_ field: Field) -> UInt16 {
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
    }
  }
}

/// Where a transaction's state keeps a value.
public enum Place: String, CaseIterable, Hashable, Sendable {
  case vendor
  case date
  case amount
  case category
  case payment
  case group
  case note
  case kind
  case account
}

/// A value that a field can hold.
public enum FieldValue: Hashable, Sendable {
  /// Vendor, note, account; a category's key; `card` or `cash`; a kind's name.
  case text(String)
  /// The date of issue.
  case date(CivilDate)
  /// Total and currency.
  case amount(Amount)
  /// A group; never "Unfiled", which is no value.
  case group(GroupID)
}

/// The direction of a transaction.
public enum TransactionKind: String, CaseIterable, Hashable, Sendable {
  case expense
  case income
  case transfer
}

/// How it was paid (CHECKLIST IE-13).
public enum PaymentMethod: String, CaseIterable, Hashable, Sendable {
  case card
  case cash
}
