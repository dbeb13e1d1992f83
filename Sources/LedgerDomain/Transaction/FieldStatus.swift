public import LedgerBytes

/// What became of one field between the paper and the person (DESIGN 7).
public enum FieldStatus: String, CaseIterable, Hashable, Sendable {
  /// Nothing stands.
  case empty
  /// The extractor's first reading stands, and nobody has looked.
  case read
  /// The person accepted the first reading.
  case confirmed
  /// The value that stands differs from the first reading: typed or picked.
  case corrected
  /// The person gave a value where the extractor had read nothing.
  case filledIn
  /// The value was recorded without paper, or, for a group, filed.
  case recorded
}

/// One field with everything an audit says of it.
public struct FieldProvenance: Hashable, Sendable {
  /// The field.
  public let field: Field
  /// What became of it.
  public let status: FieldStatus
  /// What the last extraction read.
  public let readings: FieldReadings
  /// The value that stands, in its canonical text; nil where none does.
  public let value: String?
  /// The value that stood before it.
  public let replaced: String?
  /// The event that set it.
  public let setBy: EventReference?
  /// How.
  public let origin: WriteOrigin?
  /// Who.
  public let actor: String?
  /// Other values that devices set without knowing of the one that stands.
  public let conflicts: [String]
  /// Whether a person should look before saving.
  public let needsALook: Bool
}

extension TransactionState {
  /// Every field's provenance, in the order of a review, then note, kind and account.
  public var provenance: [FieldProvenance] { Field.allCases.map(provenance(of:)) }

  /// One field's provenance.
  public func provenance(of field: Field) -> FieldProvenance {
    switch field {
    case .vendor: describe(field, vendor) { $0 }
    case .date: describe(field, date) { $0.iso }
    case .total: describe(field, amount) { $0.money?.decimal }
    case .currency: describe(field, amount) { $0.currency.code }
    case .category: describe(field, category) { $0 }
    case .payment: describe(field, payment) { $0.rawValue }
    case .group: describe(field, group) { $0.description }
    case .note: describe(field, note) { $0 }
    case .kind: describe(field, kind) { $0.rawValue }
    case .account: describe(field, account) { $0 }
    }
  }

  /// The fields that the person corrected, in the order of a review.
  public var correctedFields: [Field] {
    // A field that nobody settled is as it was read.
    settledByPerson.isEmpty
      ? [] : Field.extracted.filter { settledByPerson.contains($0) && status(of: $0) == .corrected }
  }

  /// How many there are, without collecting them.
  var correctedCount: Int {
    if settledByPerson.isEmpty { return 0 }
    var count = 0
    for field in Field.extracted where settledByPerson.contains(field) && status(of: field) == .corrected {
      count += 1
    }
    return count
  }

  /// The fields that need a look before saving, in the order of a review (CHECKLIST IE-23): what must be there and
  /// is not, and what has two readings between which nobody has chosen.
  public var fieldsThatNeedALook: [Field] { Field.extracted.filter(needsALook) }

  /// What became of a field. Costs no text: every row asks.
  public func status(of field: Field) -> FieldStatus {
    switch field {
    case .vendor: status(field, vendor) { $0.hasSameBytes(as: $1) }
    case .date: status(field, date) { $0.iso.hasSameBytes(as: $1) }
    case .total: status(field, amount, isThere: { $0.minorUnits != nil }, Self.isTotal)
    case .currency: status(field, amount) { $0.currency.code.hasSameBytes(as: $1) }
    case .category: status(field, category) { $0.hasSameBytes(as: $1) }
    case .payment: status(field, payment) { $0.rawValue.hasSameBytes(as: $1) }
    case .group: status(field, group) { $0.description.hasSameBytes(as: $1) }
    case .note: status(field, note) { $0.hasSameBytes(as: $1) }
    case .kind: status(field, kind) { $0.rawValue.hasSameBytes(as: $1) }
    case .account: status(field, account) { $0.hasSameBytes(as: $1) }
    }
  }

  private func needsALook(_ field: Field) -> Bool {
    let isSettled = settledByPerson.contains(field)
    switch field {
    case .vendor where !isSet(field): return !isSettled
    case .currency where !isSet(field): return true
    case .total where amount.value?.minorUnits == 0: return true
    case .vendor, .date, .total, .currency, .category, .payment:
      if !isSet(field) { return field.isRequired(for: kind.value ?? .expense) }
      return !isSettled && (extraction?.completed.readings.count(of: field) ?? 0) > 1
    case .group, .note, .kind, .account: return false
    }
  }

  /// Whether a field of a review has a value; a currency alone is no total.
  func isSet(_ field: Field) -> Bool {
    if field == .total { return amount.value?.minorUnits != nil }
    return value(of: field) != nil
  }

  private func describe<Value>(
    _ field: Field, _ register: Register<Value>, _ text: (Value) -> String?
  ) -> FieldProvenance {
    let readings = extraction?.readings(of: field) ?? FieldReadings()
    let standing = register.standing
    let value = standing?.value.flatMap(text)
    return FieldProvenance(
      field: field,
      status: status(of: field),
      readings: readings,
      value: value,
      replaced: standing?.replaced.flatMap(text),
      setBy: standing?.reference,
      origin: standing?.origin,
      actor: standing?.actor,
      conflicts: register.conflicts.compactMap { $0.value.flatMap(text) }.filter { other in
        value.map { !$0.utf8.elementsEqual(other.utf8) } ?? true
      },
      needsALook: stage == .draft && needsALook(field))
  }

  @inline(__always)
  private func status<Value>(
    _ field: Field, _ register: Register<Value>, isThere: (Value) -> Bool = { _ in true },
    _ isSame: (Value, String) -> Bool
  ) -> FieldStatus {
    let isSettled = settledByPerson.contains(field)
    guard let (origin, byPerson) = register.standingOrigin, let value = register.value, isThere(value) else {
      return isSettled && firstReading(of: field) != nil ? .corrected : .empty
    }
    if origin == .recorded { return .recorded }
    guard let first = firstReading(of: field) else {
      if isSettled { return .filledIn }
      // A currency that nobody read is taken to be the ledger's.
      let isAssumed = field == .currency && extraction?.currency == amount.value?.currency
      return isAssumed || !byPerson && origin == .extracted ? .read : .recorded
    }
    guard isSettled else { return .read }
    return isSame(value, first) ? .confirmed : .corrected
  }

  /// What was read first for a field; where the extraction read nothing, the reading of a proposal that was taken.
  private func firstReading(of field: Field) -> String? {
    extraction?.completed.readings.firstValue(of: field) ?? proposals.takenReading(field)
  }

  /// Whether an amount is what a reading of a total says: decimals are compared as numbers, so that 12.5 is 12.50.
  private static func isTotal(_ amount: Amount, _ reading: String) -> Bool {
    guard let units = try? AmountParser.minorUnits(decimal: reading, currency: amount.currency) else {
      return false
    }
    return units == amount.minorUnits
  }
}
