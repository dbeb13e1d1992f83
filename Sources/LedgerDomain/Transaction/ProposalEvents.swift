public import LedgerBytes

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

extension ExtractionProposed: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("extractor", extractor)
    writer.key("fields")
    writer.object { writer in
      for proposed in fields.sorted(by: { $0.field.rawValue < $1.field.rawValue }) {
        writer.key(proposed.field.rawValue)
        writer.object { writer in
          writer.member("from", proposed.from)
          writer.member("readings", proposed.readings)
          writer.member("to", proposed.to)
        }
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
    let from = try valueIfPresent("from", of: field)
    let readings: [Reading] = try list("readings")
    let to = try value("to", of: field)
    try leave(outer)
    return ProposedField(field: field, from: from, to: to, readings: readings)
  }
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

extension ProposalAccepted: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("field", field)
    writer.member("from", from)
    writer.member("proposal", proposal)
    writer.member("reading", reading)
    writer.member("to", to)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    field = try reader.member("field")
    from = try reader.valueIfPresent("from", of: field)
    proposal = try reader.member("proposal")
    reading = try reader.member("reading")
    to = try reader.value("to", of: field)
  }

  var summary: String { field.words(from, to) + ", accepted" }
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

extension ProposalRejected: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("field", field)
    writer.member("proposal", proposal)
    writer.member("value", value)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    field = try reader.member("field")
    proposal = try reader.member("proposal")
    value = try reader.value("value", of: field)
  }

  var summary: String { "\(field.rawValue) \(value.words(of: field)), declined" }
}
