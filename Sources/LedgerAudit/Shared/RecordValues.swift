public import LedgerBytes
public import LedgerDomain
public import LedgerProjections

/// The values of a record's fields, computed from the row that screens show.
public struct RecordValues: Hashable, Sendable {
  /// The fields that have a value.
  public private(set) var values: [RecordField: TypedValue] = [:]

  /// Creates the values of an unknown record.
  public init() {}

  /// The value of a field.
  public subscript(field: RecordField) -> TypedValue? { values[field] }

  /// Whether no field has a value.
  public var isEmpty: Bool { values.isEmpty }

  /// Creates the values from a stream's fold.
  public init(_ state: StreamFold.State?, of id: UniqueID) {
    switch state {
    case .transaction(let state): self.init(TransactionRow(TransactionID(id), state))
    case .group(let state): self.init(GroupRow(GroupID(id), state))
    case .category(let state): self.init(CategoryRow(state))
    case .rule(let state): self.init(RuleRow(RuleID(id), state))
    case .ledger(let state): self.init(LedgerRow(state))
    case .none: self.init()
    }
  }

  /// Creates the values from a transaction's row.
  public init(_ row: TransactionRow?) {
    guard let row else { return }
    values[.vendor] = row.vendor.map(TypedValue.text)
    values[.date] = row.date.map(TypedValue.date)
    values[.total] = row.money.map(TypedValue.decimal)
    values[.currency] = row.amount.map { .currency($0.currency) }
    values[.category] = row.category.map(TypedValue.word)
    values[.payment] = row.payment.map { .word($0.rawValue) }
    values[.group] = row.group.map(TypedValue.group)
    values[.note] = row.note.map(TypedValue.text)
    values[.kind] = .word(row.kind.rawValue)
    values[.account] = row.account.map(TypedValue.text)
    values[.tags] = row.tags.isEmpty ? nil : .texts(row.tags)
    values[.paid] = row.flags.paid.map(TypedValue.flag)
    values[.reimbursed] = row.flags.reimbursed.map(TypedValue.flag)
    values[.cleared] = row.isCleared ? .flag(true) : nil
    values[.pages] = row.attachments.isEmpty ? nil : .texts(row.attachments.map(\.digest.description))
    values[.rule] = row.rule.map { .word($0.description) }
    values[.state] = .word(row.stage.rawValue)
  }

  /// Creates the values from a group's row.
  public init(_ row: GroupRow?) {
    guard let row else { return }
    values[.name] = .text(row.name)
    values[.state] = .word(row.isDeleted ? "deleted" : "there")
  }

  /// Creates the values from a category's row.
  public init(_ row: CategoryRow?) {
    guard let row else { return }
    values[.name] = .text(row.name)
    values[.emoji] = row.emoji.map(TypedValue.text)
    values[.color] = row.color.map(TypedValue.word)
    values[.kinds] = row.kinds.isEmpty ? nil : .texts(row.kinds.map(\.rawValue))
    values[.state] = .word(row.isActive ? "active" : "inactive")
  }

  /// Creates the values from a rule's row.
  public init(_ row: RuleRow?) {
    guard let row else { return }
    let terms = row.terms
    values[.vendor] = terms.vendor.map(TypedValue.text)
    values[.total] = .decimal(terms.money)
    values[.currency] = .currency(terms.money.currency)
    values[.category] = terms.category.map(TypedValue.word)
    values[.payment] = terms.payment.map { .word($0.rawValue) }
    values[.group] = terms.group.map(TypedValue.group)
    values[.note] = terms.note.map(TypedValue.text)
    values[.kind] = .word(terms.kind.rawValue)
    values[.account] = terms.account.map(TypedValue.text)
    values[.tags] = terms.tags.isEmpty ? nil : .texts(terms.tags)
    values[.paid] = terms.flags.paid.map(TypedValue.flag)
    values[.reimbursed] = terms.flags.reimbursed.map(TypedValue.flag)
    values[.frequency] = .word(terms.frequency.rawValue)
    values[.interval] = .word(String(terms.interval))
    values[.start] = .date(terms.start)
    values[.end] = terms.end.map(TypedValue.date)
    values[.monthEnd] = .word(terms.monthEnd.rawValue)
    values[.pausedFrom] = row.pausedFrom.map(TypedValue.date)
    values[.splitOn] = row.splitOn.map(TypedValue.date)
    values[.state] = .word(row.isDeleted ? "deleted" : row.pausedFrom == nil ? "enabled" : "paused")
  }

  /// Creates the values from the ledger's row.
  public init(_ row: LedgerRow?) {
    guard let row else { return }
    values[.currency] = .currency(row.currency)
    values[.payment] = row.payment.map { .word($0.rawValue) }
    values[.locale] = .word(row.locale.id)
    values[.weeks] = .word(row.weeks.rawValue)
  }
}

/// The change of one field.
public struct ValueChange: Hashable, Sendable {
  /// The field that changed.
  public let field: RecordField
  /// The value before, or `nil` if it had no value.
  public let from: TypedValue?
  /// The value after, or `nil` if it has no value any more.
  public let to: TypedValue?

  /// Creates a change.
  public init(field: RecordField, from: TypedValue?, to: TypedValue?) {
    self.field = field
    self.from = from
    self.to = to
  }
}

extension RecordValues {
  /// The changes to `later` in the order of the fields.
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
