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
  /// The value was recorded without paper.
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
  public var correctedFields: [Field] { Field.extracted.filter { status(of: $0) == .corrected } }

  /// The fields that need a look before saving, in the order of a review (CHECKLIST IE-23): what must be there and
  /// is not, and what has two readings between which nobody has chosen.
  public var fieldsThatNeedALook: [Field] { Field.extracted.filter(needsALook) }

  /// What became of a field.
  public func status(of field: Field) -> FieldStatus { provenance(of: field).status }

  private func needsALook(_ field: Field) -> Bool {
    let isSet =
      switch field {
      case .vendor: vendor.value != nil
      case .date: date.value != nil
      case .total: amount.value?.minorUnits != nil
      case .currency: amount.value != nil
      case .category: category.value != nil
      case .payment: payment.value != nil
      case .group, .note, .kind, .account: true
      }
    if settledByPerson.contains(field) { return !isSet && field != .vendor }
    return !isSet || (extraction?.readings(of: field).readings.count ?? 0) > 1
  }

  private func describe<Value>(
    _ field: Field, _ register: Register<Value>, _ text: (Value) -> String?
  ) -> FieldProvenance {
    let readings = extraction?.readings(of: field) ?? FieldReadings()
    let standing = register.standing
    let value = standing?.value.flatMap(text)
    return FieldProvenance(
      field: field,
      status: status(field, standing, value, first: firstReading(of: field)),
      readings: readings,
      value: value,
      replaced: standing?.replaced.flatMap(text),
      setBy: standing?.reference,
      origin: standing?.origin,
      actor: standing?.actor,
      conflicts: register.conflicts.compactMap { $0.value.flatMap(text) }
        .filter { ByteText($0) != value.map(ByteText.init) },
      needsALook: stage == .draft && needsALook(field))
  }

  private func status<Value>(
    _ field: Field, _ standing: Write<Value>?, _ value: String?, first: String?
  ) -> FieldStatus {
    let byPerson = settledByPerson.contains(field)
    guard let standing, let value else { return first != nil && byPerson ? .corrected : .empty }
    if standing.origin == .recorded { return .recorded }
    guard byPerson else { return .read }
    guard let first else { return .filledIn }
    return isSame(value, first, field) ? .confirmed : .corrected
  }

  private func firstReading(of field: Field) -> String? { extraction?.readings(of: field).readings.first?.value }

  /// Whether two canonical texts are one value: decimals are compared as numbers, so that 12.5 is 12.50.
  private func isSame(_ value: String, _ reading: String, _ field: Field) -> Bool {
    guard field == .total, let currency = amount.value?.currency else { return ByteText(value) == ByteText(reading) }
    guard let units = try? AmountParser.minorUnits(decimal: reading, currency: currency) else { return false }
    return units == amount.value?.minorUnits
  }
}
