public import LedgerBytes

extension TransactionEvent {
  /// Paper was read for a transaction that is saved already.
  ///
  /// The values that differ from the transaction's are offered, and nothing is changed (IE-30).
  public struct ExtractionProposed: Hashable, Sendable {
    /// The extractor.
    public let extractor: String
    /// Its version.
    public let version: Int
    /// Whether a model or rules found the readings.
    public let method: ExtractionMethod
    /// The fields that differ, in the order of a review.
    public let fields: [ProposedField]
    /// A line for a person about the whole.
    public internal(set) var note: String?
  }

  /// A person took a proposed value.
  public struct ProposalAccepted: Hashable, Sendable {
    /// The field.
    public let field: TransactionField
    /// The value before.
    public let from: FieldValue?
    /// The value taken.
    public let to: FieldValue
    /// The reading that it came from, by its value.
    public let reading: String
    /// The event that proposed it.
    public let proposal: EventReference
  }

  /// A person declined a proposed value. The field keeps its own.
  public struct ProposalRejected: Hashable, Sendable {
    /// The field.
    public let field: TransactionField
    /// The value declined. It is not offered for this field again.
    public let value: FieldValue
    /// The event that proposed it.
    public let proposal: EventReference
  }
}

extension TransactionEvent.ExtractionProposed: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("extractor", extractor)
    writer.key("fields")
    writer.object { writer in
      for proposed in fields.sorted(by: { $0.field.rawValue < $1.field.rawValue }) {
        writer.key(proposed.field.rawValue)
        writer.object { _ = ProposedField(&$0, field: proposed.field, proposed) }
      }
    }
    writer.member("method", method)
    writer.member("note", note)
    writer.member("version", version)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    extractor = try reader.member("extractor")
    guard try reader.has("fields") else { throw reader.missing("fields") }
    fields = try reader.proposedFields()
    method = try reader.member("method")
    note = try reader.member("note")
    version = try reader.member("version")
  }

  var summary: String {
    fields.map { $0.field.words($0.from, $0.to) }.listed() + ", proposed by \(extractor)-\(version)"
  }

  var software: String? { EventActor.extractor(extractor, version: version).text }
}

extension PayloadReader {
  /// Reads the proposed fields in the order of a review. Others are skipped.
  fileprivate mutating func proposedFields() throws(JSONError) -> [ProposedField] {
    var found: [ProposedField] = []
    let outer = try enter()
    for field in TransactionField.extracted.sorted(by: { $0.rawValue < $1.rawValue })
    where try has(named: field.rawValue) {
      found.append(try proposed(field))
    }
    try leave(outer)
    return TransactionField.extracted.compactMap { field in found.first { $0.field == field } }
  }

  private mutating func proposed(_ field: TransactionField) throws(JSONError) -> ProposedField {
    let outer = try enter()
    let proposed = try ProposedField(&self, field: field, nil)
    try leave(outer)
    return proposed
  }
}

extension ProposedField {
  /// Reads the members of a field, or writes those of `whole`.
  fileprivate init<Coder: PayloadCoder>(
    _ coder: inout Coder, field: TransactionField, _ whole: ProposedField?
  ) throws(Coder.Failure) {
    self.field = field
    from = try coder.valueIfPresent("from", of: field, whole?.from)
    readings = try coder.list("readings", whole?.readings)
    to = try coder.value("to", of: field, whole?.to)
  }
}

extension TransactionEvent.ProposalAccepted: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    field = try coder.member("field", whole?.field)
    from = try coder.valueIfPresent("from", of: field, whole?.from)
    proposal = try coder.member("proposal", whole?.proposal)
    reading = try coder.member("reading", whole?.reading)
    to = try coder.value("to", of: field, whole?.to)
  }

  var summary: String { field.words(from, to) + ", accepted" }
}

extension TransactionEvent.ProposalRejected: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    field = try coder.member("field", whole?.field)
    proposal = try coder.member("proposal", whole?.proposal)
    value = try coder.value("value", of: field, whole?.value)
  }

  var summary: String { "\(field.rawValue) \(value.words(of: field)), declined" }
}
