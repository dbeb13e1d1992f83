// This table lists the fields of a transaction: for each, its property in the state and the form of its values. Status,
// provenance, conflicts, undo, writes and the values of rows loop over it.

/// Looks at one field of a transaction's state.
protocol FieldVisitor {
  associatedtype Result

  /// Looks at the register of a field.
  ///
  /// - Parameters:
  ///   - form: How the value reads.
  ///   - field: The field among those of all records.
  ///   - register: The register in the state.
  ///   - other: The register in the state that the first one is compared with.
  func visit<Form: FieldForm>(
    _ form: Form.Type, _ field: RecordField, _ register: FieldRegister<Form.Value>,
    _ other: FieldRegister<Form.Value>
  ) -> Result
}

/// Changes one field of a transaction's state.
protocol FieldChange {
  /// Changes the register of a field. Returns whether the field is as the change wants it.
  func change<Value>(_ register: inout FieldRegister<Value>, to value: Value?, _ context: EventContext) -> Bool
}

extension TransactionState {
  /// Shows a visitor the register of a field, here and in another state.
  @inline(__always)
  func look<Visitor: FieldVisitor>(
    at field: TransactionField, comparedWith other: borrowing TransactionState, _ visitor: Visitor
  ) -> Visitor.Result {
    switch field {
    case .vendor: visitor.visit(TextForm.self, .vendor, vendor, other.vendor)
    case .date: visitor.visit(DateForm.self, .date, date, other.date)
    case .total: visitor.visit(TotalForm.self, .total, amount, other.amount)
    case .currency: visitor.visit(CurrencyForm.self, .currency, amount, other.amount)
    case .category: visitor.visit(KeyForm.self, .category, category, other.category)
    case .payment: visitor.visit(WordForm.self, .payment, payment, other.payment)
    case .group: visitor.visit(GroupForm.self, .group, group, other.group)
    case .note: visitor.visit(TextForm.self, .note, note, other.note)
    case .kind: visitor.visit(WordForm.self, .kind, kind, other.kind)
    case .account: visitor.visit(TextForm.self, .account, account, other.account)
    case .toAccount: visitor.visit(TextForm.self, .toAccount, toAccount, other.toAccount)
    case .received: visitor.visit(TotalForm.self, .received, received, other.received)
    }
  }

  /// Shows a visitor the register of a field.
  @inline(__always)
  func look<Visitor: FieldVisitor>(at field: TransactionField, _ visitor: Visitor) -> Visitor.Result {
    look(at: field, comparedWith: self, visitor)
  }

  /// Applies a change to the register of a field. A value of another field's form changes nothing, and gives `false`.
  @inline(__always)
  mutating func apply<Change: FieldChange>(
    _ change: Change, to field: TransactionField, _ value: FieldValue?, _ context: EventContext
  ) -> Bool {
    @inline(__always)
    func apply<Form: FieldForm>(_ form: Form.Type, _ register: inout FieldRegister<Form.Value>) -> Bool {
      let converted = value.flatMap(Form.value)
      return converted != nil || value == nil ? change.change(&register, to: converted, context) : false
    }
    return switch field {
    case .vendor: apply(TextForm.self, &vendor)
    case .date: apply(DateForm.self, &date)
    case .total, .currency: apply(TotalForm.self, &amount)
    case .category: apply(KeyForm.self, &category)
    case .payment: apply(WordForm.self, &payment)
    case .group: apply(GroupForm.self, &group)
    case .note: apply(TextForm.self, &note)
    case .kind: apply(WordForm.self, &kind)
    case .account: apply(TextForm.self, &account)
    case .toAccount: apply(TextForm.self, &toAccount)
    case .received: apply(TotalForm.self, &received)
    }
  }
}

extension TransactionEvent.Recorded {
  /// Returns the value that the event recorded for a field. Total and currency are both the amount.
  package func value(of field: TransactionField) -> FieldValue? {
    switch field {
    case .vendor: vendor.map(FieldValue.text)
    case .date: .date(date)
    case .total, .currency: .amount(Amount(money))
    case .category: category.map(FieldValue.text)
    case .payment: payment.map { .text($0.rawValue) }
    case .group: group.map(FieldValue.group)
    case .note: note.map(FieldValue.text)
    case .kind: .text(kind.rawValue)
    case .account: account.map(FieldValue.text)
    case .toAccount: toAccount.map(FieldValue.text)
    case .received: received.map { .amount(Amount($0)) }
    }
  }
}

extension TransactionEvent.TransferRecorded {
  /// Returns the value that the event recorded for a field. Total and currency are both the amount that left.
  package func value(of field: TransactionField) -> FieldValue? {
    switch field {
    case .vendor: vendor.map(FieldValue.text)
    case .date: .date(date)
    case .total, .currency: .amount(Amount(money))
    case .category: category.map(FieldValue.text)
    case .note: note.map(FieldValue.text)
    case .kind: .text(TransactionKind.transfer.rawValue)
    case .account: .text(account)
    case .toAccount: .text(toAccount)
    case .received: received.map { .amount(Amount($0)) }
    case .payment, .group: nil
    }
  }
}

extension ReceiptReadings {
  /// Calls `body` with the readings of a field in place. Returns `nil` for a field that no extractor reads.
  @inline(__always)
  func look<Result>(at field: TransactionField, _ body: (borrowing FieldReadings) -> Result) -> Result? {
    switch field {
    case .vendor: body(parts.vendor)
    case .date: body(parts.date)
    case .total: body(parts.total)
    case .currency: body(parts.currency)
    case .category: body(parts.category)
    case .payment: body(parts.payment)
    case .group, .note, .kind, .account, .toAccount, .received: nil
    }
  }
}

// MARK: - Values, writes and conflicts

extension TransactionState {
  /// Returns the value that a field shows. Total and currency are both the amount. A kind that nobody set is an
  /// expense.
  package func value(of field: TransactionField) -> FieldValue? {
    let value = look(at: field, ValueLook())
    return field == .kind ? value ?? .text(TransactionKind.expense.rawValue) : value
  }

  /// Calls `body` with the writes that count of every field, in the order of a review.
  package func forEachField(_ body: (RecordField, [FieldWrite<TypedValue>]) -> Void) {
    for field in TransactionField.allCases {
      let (name, writes) = look(at: field, WritesLook())
      body(name, writes)
    }
  }

  /// The fields whose writes did not know of each other and differ. A currency is part of the total.
  package var conflictingFields: [TransactionField] { TransactionField.holders.filter { isInConflict($0) } }

  /// The number of these fields, without collecting them.
  var conflictCount: Int {
    // Every row asks for it. A look at each field by its number would copy the registers.
    var count = 0
    func add(_ hasConflicts: Bool) { if hasConflicts { count += 1 } }
    add(vendor.hasConflicts)
    add(date.hasConflicts)
    add(amount.hasConflicts)
    add(category.hasConflicts)
    add(payment.hasConflicts)
    add(group.hasConflicts)
    add(kind.hasConflicts)
    guard case .some(let rare) = rare else { return count }
    add(rare.note.hasConflicts)
    add(rare.account.hasConflicts)
    add(rare.toAccount.hasConflicts)
    add(rare.received.hasConflicts)
    return count
  }

  private static let rareFields: FieldSet = [.note, .account, .toAccount, .received]

  private func isInConflict(_ field: TransactionField) -> Bool {
    // Most transactions have none of the rare fields, whose registers would be made for the look.
    if case .none = rare, Self.rareFields.contains(field) { return false }
    return look(at: field, ConflictLook())
  }
}

private struct ValueLook: FieldVisitor {
  typealias Result = FieldValue?

  @inline(__always)
  func visit<Form: FieldForm>(
    _ form: Form.Type, _ field: RecordField, _ register: FieldRegister<Form.Value>,
    _ other: FieldRegister<Form.Value>
  ) -> FieldValue? { register.value.map(Form.fieldValue) }
}

private struct ConflictLook: FieldVisitor {
  typealias Result = Bool

  @inline(__always)
  func visit<Form: FieldForm>(
    _ form: Form.Type, _ field: RecordField, _ register: FieldRegister<Form.Value>,
    _ other: FieldRegister<Form.Value>
  ) -> Bool { register.hasConflicts }
}

private struct WritesLook: FieldVisitor {
  typealias Result = (RecordField, [FieldWrite<TypedValue>])

  func visit<Form: FieldForm>(
    _ form: Form.Type, _ field: RecordField, _ register: FieldRegister<Form.Value>,
    _ other: FieldRegister<Form.Value>
  ) -> (RecordField, [FieldWrite<TypedValue>]) { (field, register.heads.map { $0.map(Form.typed) }) }
}
