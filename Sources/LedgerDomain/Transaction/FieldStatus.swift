public import LedgerBytes

/// The history of one field between the paper and the person, in one word (Design, section 7).
public enum FieldStatus: String, CaseIterable, Hashable, Sendable {
  /// It has no value.
  case empty
  /// It has the extractor's first reading, and nobody has looked at it.
  case read
  /// The person accepted the first reading.
  case confirmed
  /// Its value differs from the first reading, because a person typed or picked it.
  case corrected
  /// The person gave a value that the extractor had not read.
  case filledIn
  /// Its value was changed in the remote budget, such as YNAB. It tells nothing about the extractor.
  case changedRemotely
  /// The value was recorded without paper, or, for a group, filed.
  case recorded
}

/// One field with everything that an audit shows about it.
public struct FieldProvenance: Hashable, Sendable {
  /// The field.
  public let field: TransactionField
  /// The field's status.
  public let status: FieldStatus
  /// The readings of the last extraction.
  public let readings: FieldReadings
  /// The winning value in its canonical text, or `nil` if the field is empty.
  public let value: String?
  /// The value before it.
  public let replaced: String?
  /// The event that set it.
  public let setBy: EventReference?
  /// The kind of action that set it.
  public let origin: WriteOrigin?
  /// The actor of that event.
  public let actor: String?
  /// Other values that devices set without knowing of the winning one.
  public let conflicts: [String]
  /// Whether a person should look before saving.
  public let needsALook: Bool
}

extension TransactionState {
  /// Every field's provenance, in the order of a review, then note, kind and account.
  ///
  /// The fields of a transfer's arriving half come last, if they were ever written.
  package var provenance: [FieldProvenance] { TransactionField.allCases.filter(isShown).map(provenance(of:)) }

  private func isShown(_ field: TransactionField) -> Bool {
    switch field {
    case .toAccount: !toAccount.isEmpty
    case .received: !received.isEmpty
    case .vendor, .date, .total, .currency, .category, .payment, .group, .note, .kind, .account: true
    }
  }

  /// One field's provenance.
  package func provenance(of field: TransactionField) -> FieldProvenance {
    look(
      at: field,
      ProvenanceLook(
        field: field, status: status(of: field), readings: extraction?.readings(of: field) ?? FieldReadings(),
        needsALook: stage == .draft && needsALook(field)))
  }

  /// The fields that the person corrected, in the order of a review.
  package var correctedFields: [TransactionField] {
    // A field that nobody settled has the value that was read.
    settledByPerson.isEmpty
      ? [] : TransactionField.extracted.filter { settledByPerson.contains($0) && status(of: $0) == .corrected }
  }

  /// The number of corrected fields, without collecting them.
  var correctedCount: Int {
    if settledByPerson.isEmpty { return 0 }
    var count = 0
    for field in TransactionField.extracted
    where settledByPerson.contains(field) && status(of: field) == .corrected {
      count += 1
    }
    return count
  }

  /// The fields that need a look before saving, in the order of a review (IE-23).
  ///
  /// A required field without a value needs one. So does a field with two readings of which nobody has chosen one.
  package var fieldsThatNeedALook: [TransactionField] { TransactionField.extracted.filter { needsALook($0) } }

  /// How many there are, without collecting them.
  var attentionCount: Int { TransactionField.extracted.count { needsALook($0) } }

  /// Returns the status of a field. It creates no text, because every row asks for it.
  package func status(of field: TransactionField) -> FieldStatus {
    let first = firstReading(of: field)
    // A currency that nobody read is taken to be the ledger's.
    let isAssumed = field == .currency && first == nil && extraction?.currency == amount.value?.currency
    return look(
      at: field,
      StatusLook(isSettled: settledByPerson.contains(field), firstReading: first, isAssumed: isAssumed))
  }

  private func needsALook(_ field: TransactionField) -> Bool {
    let isSettled = settledByPerson.contains(field)
    switch field {
    case .vendor where !isSet(field): return !isSettled
    case .currency where !isSet(field): return true
    case .total where amount.value?.minorUnits == 0: return true
    case .vendor, .date, .total, .currency, .category, .payment:
      if !isSet(field) { return field.isRequired(for: kind.value ?? .expense) }
      return !isSettled && (extraction?.completed.readings.count(of: field) ?? 0) > 1
    // The others may be empty, and no extractor reads them.
    case .group, .note, .kind, .account, .toAccount, .received: return false
    }
  }

  /// Whether a field of a review has a value. A currency alone is no total.
  func isSet(_ field: TransactionField) -> Bool {
    if field == .total { return amount.value?.minorUnits != nil }
    return value(of: field) != nil
  }

  /// Returns the first reading of a field.
  ///
  /// If the extraction read nothing, it is the reading of an accepted proposal.
  private func firstReading(of field: TransactionField) -> String? {
    extraction?.completed.readings.firstValue(of: field) ?? proposals.takenReading(field)
  }
}

private struct ProvenanceLook: FieldVisitor {
  typealias Result = FieldProvenance

  let field: TransactionField
  let status: FieldStatus
  let readings: FieldReadings
  let needsALook: Bool

  func visit<Form: FieldForm>(
    _ form: Form.Type, _ field: RecordField, _ register: FieldRegister<Form.Value>,
    _ other: FieldRegister<Form.Value>
  ) -> FieldProvenance {
    let winner = register.winner
    let value = winner?.value.flatMap(Form.text)
    return FieldProvenance(
      field: self.field, status: status, readings: readings, value: value,
      replaced: winner?.replaced.flatMap(Form.text), setBy: winner?.reference, origin: winner?.origin,
      actor: winner?.actor,
      conflicts: register.conflicts.compactMap { $0.value.flatMap(Form.text) }.filter { other in
        value.map { !$0.utf8.elementsEqual(other.utf8) } ?? true
      },
      needsALook: needsALook)
  }
}

private struct StatusLook: FieldVisitor {
  typealias Result = FieldStatus

  let isSettled: Bool
  let firstReading: String?
  let isAssumed: Bool

  @inline(__always)
  func visit<Form: FieldForm>(
    _ form: Form.Type, _ field: RecordField, _ register: FieldRegister<Form.Value>,
    _ other: FieldRegister<Form.Value>
  ) -> FieldStatus {
    guard let (origin, byPerson) = register.standingOrigin, let value = register.value, Form.isThere(value)
    else { return isSettled && firstReading != nil ? .corrected : .empty }
    if origin == .recorded { return .recorded }
    if isSettled, origin == .corrected, let writer = register.winner?.actor, EventActor.isRemote(writer) {
      return .changedRemotely
    }
    guard let firstReading else {
      if isSettled { return .filledIn }
      return isAssumed || !byPerson && origin == .extracted ? .read : .recorded
    }
    guard isSettled else { return .read }
    return Form.isRead(value, firstReading) ? .confirmed : .corrected
  }
}
