public import LedgerBytes

extension TransactionEvent {
  /// A person accepted the field's present value.
  public struct FieldConfirmed: Hashable, Sendable {
    /// The field.
    public let field: TransactionField
    /// The value accepted.
    public let value: FieldValue

    /// Creates the record of a confirmation.
    package init(field: TransactionField, value: FieldValue) {
      self.field = field
      self.value = value
    }
  }

  /// A person chose one of the readings.
  public struct AlternatePicked: Hashable, Sendable {
    /// The field.
    public let field: TransactionField
    /// The value before.
    public let from: FieldValue?
    /// The value chosen.
    public let to: FieldValue
    /// The reading chosen, by its value.
    public let reading: String
    /// The extraction that it came from.
    public let extraction: EventReference

    /// Creates the record of a choice.
    package init(
      field: TransactionField, from: FieldValue?, to: FieldValue, reading: String, extraction: EventReference
    ) {
      self.field = field
      self.from = from
      self.to = to
      self.reading = reading
      self.extraction = extraction
    }
  }

  /// A person set a field. Only `TransactionFiled` sets the group.
  public struct FieldCorrected: Hashable, Sendable {
    /// The field.
    public let field: TransactionField
    /// The value before.
    public let from: FieldValue?
    /// The value typed, or `nil` if the field was emptied.
    public let to: FieldValue?
    /// The computation that gave a total, as typed, or `nil` if the value was typed as it is.
    public let expression: String?

    /// Creates the record of a correction.
    package init(field: TransactionField, from: FieldValue?, to: FieldValue?, expression: String? = nil) {
      self.field = field
      self.from = from
      self.to = to
      self.expression = expression
    }
  }

  /// The event that set a field was undone: the field has its earlier value again, by its earlier author.
  ///
  /// It is not a correction. A value that the machine had read counts as read again, and a later reading may replace it.
  /// A value that nobody had confirmed is unconfirmed again (Design, section 7). Undoing the undo is another event of
  /// this type.
  public struct FieldReverted: Hashable, Sendable {
    /// The event undone.
    public let event: EventReference
    /// The field that the undone event names, which for an amount is the total or the currency.
    public let field: TransactionField
    /// The value before the undo.
    public let from: FieldValue?
    /// The value after the undo, or `nil` if the field is empty again.
    public let to: FieldValue?
    /// The origin of that value, or `nil` if nobody had written the field.
    public let origin: WriteOrigin?
    /// The author of that value, or `nil` if nobody had written the field.
    public let actor: String?
    /// The fields of the same place that a person had settled then, in the order of a review.
    public let settled: [TransactionField]
  }
}

extension TransactionEvent.FieldConfirmed: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    field = try coder.member("field", whole?.field)
    value = try coder.value("value", of: field, whole?.value)
  }

  var summary: String { "\(field.rawValue) \(value.words(of: field)), confirmed" }
}

extension TransactionEvent.AlternatePicked: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    extraction = try coder.member("extraction", whole?.extraction)
    field = try coder.member("field", whole?.field)
    from = try coder.valueIfPresent("from", of: field, whole?.from)
    reading = try coder.member("reading", whole?.reading)
    to = try coder.value("to", of: field, whole?.to)
  }

  var summary: String { field.words(from, to) + ", picked" }
}

extension TransactionEvent.FieldCorrected: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    expression = try coder.remarkIfPresent("expression", whole?.expression)
    field = try coder.member("field", whole?.field)
    from = try coder.valueIfPresent("from", of: field, whole?.from)
    to = try coder.valueIfPresent("to", of: field, whole?.to)
  }

  var summary: String {
    field.words(from, to) + (expression.map { ", typed as \($0)" } ?? ", typed")
  }
}

extension TransactionEvent.FieldReverted: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    actor = try coder.member("actor", whole?.actor)
    event = try coder.member("event", whole?.event)
    field = try coder.member("field", whole?.field)
    from = try coder.valueIfPresent("from", of: field, whole?.from)
    origin = try coder.member("origin", whole?.origin)
    settled = try coder.list("settled", whole?.settled)
    to = try coder.valueIfPresent("to", of: field, whole?.to)
  }

  /// If the value stays, the change is whether it is settled.
  var summary: String {
    let before = from.map { $0.words(of: field) } ?? "none"
    let after = to.map { $0.words(of: field) } ?? "none"
    if before != after { return "\(field.rawValue) \(before) → \(after), as it was" }
    return "\(field.rawValue) \(after), \(settled.contains(field) ? "as it was" : "open again")"
  }
}

extension TransactionField {
  /// Returns a change of the field in words: `total EUR 8.45 → EUR 84.50`.
  func words(_ from: FieldValue?, _ to: FieldValue?) -> String {
    let before = from.map { $0.words(of: self) } ?? "none"
    return "\(rawValue) \(before) → \(to.map { $0.words(of: self) } ?? "none")"
  }
}

extension FieldValue {
  /// Returns the value as a line about a field writes it.
  public func words(of field: TransactionField) -> String {
    switch self {
    case .text(let text): text
    case .date(let date): date.iso
    case .amount(let amount):
      field == .currency ? amount.currency.code : amount.money?.description ?? "? \(amount.currency.code)"
    case .group(let group): String(group.description.prefix(8))
    }
  }
}

extension PayloadReader {
  mutating func value(
    of field: TransactionField, _ value: @autoclosure () -> FieldValue?
  ) throws(JSONError) -> FieldValue {
    switch field.shape {
    case .text: .text(try text())
    case .date: .date(try CivilDate(from: &self))
    case .amount: .amount(try Amount(from: &self))
    case .group: .group(try GroupID(from: &self))
    }
  }
}

extension JSONWriter {
  mutating func value(of field: TransactionField, _ value: @autoclosure () -> FieldValue?) -> FieldValue {
    guard let value = value() else { preconditionFailure("a required member has a value") }
    switch value {
    case .text(let text): text.write(to: &self)
    case .date(let date): date.write(to: &self)
    case .amount(let amount): amount.write(to: &self)
    case .group(let group): group.write(to: &self)
    }
    return value
  }
}
