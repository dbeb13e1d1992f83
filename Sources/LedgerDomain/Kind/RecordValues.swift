public import LedgerBytes

/// The values that one record shows, by field: a function of its row.
public struct RecordValues: Hashable, Sendable {
  /// The fields that have a value.
  public private(set) var values: [RecordField: TypedValue] = [:]

  /// A record of which nothing is known.
  public init() {}

  /// The value of a field.
  public internal(set) subscript(field: RecordField) -> TypedValue? {
    get { values[field] }
    set { values[field] = newValue }
  }

  /// Whether nothing is known of it.
  public var isEmpty: Bool { values.isEmpty }
}

/// One field before and after.
public struct ValueChange: Hashable, Sendable {
  /// The field.
  public let field: RecordField
  /// The value before; `nil` if there was none.
  public let from: TypedValue?
  /// The value after; `nil` if there is none.
  public let to: TypedValue?

  /// A change of one field.
  public init(field: RecordField, from: TypedValue?, to: TypedValue?) {
    self.field = field
    self.from = from
    self.to = to
  }
}

extension RecordValues {
  /// What is different in `later`, in the order of the fields. Equal values of one type are no change.
  public func changes(to later: RecordValues) -> [ValueChange] {
    RecordField.allCases.compactMap { field in
      let (from, to) = (self[field], later[field])
      switch (from, to) {
      case (nil, nil): return nil
      case (let from?, let to?) where from.isSame(as: to): return nil
      case (_, _): return ValueChange(field: field, from: from, to: to)
      }
    }
  }
}

extension RecordState {
  /// What the record of that identifier shows; nothing until it is known to exist.
  public func values(of id: UniqueID) -> RecordValues {
    switch self {
    case .transaction(let state): TransactionRow(TransactionID(id), state)?.values ?? RecordValues()
    case .group(let state): GroupRow(GroupID(id), state)?.values ?? RecordValues()
    case .category(let state): CategoryRow(state)?.values ?? RecordValues()
    case .rule(let state): RuleRow(RuleID(id), state)?.values ?? RecordValues()
    case .ledger(let state): LedgerRow(state)?.values ?? RecordValues()
    }
  }
}
