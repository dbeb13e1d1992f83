internal import LedgerBytes

// The payloads of an extractor's offers for a saved transaction, and of the answers.

extension EventType {
  /// An extractor proposed other values for a saved transaction.
  public static let extractionProposed = EventType("ExtractionProposed", TransactionEvent.extractionProposed)
  /// A person accepted a proposed value.
  public static let proposalAccepted = EventType("ProposalAccepted", TransactionEvent.proposalAccepted)
  /// A person declined a proposed value.
  public static let proposalRejected = EventType("ProposalRejected", TransactionEvent.proposalRejected)
}

extension ExtractionProposed: PayloadObject {
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

extension ProposalAccepted: PayloadObject {
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
}

extension ProposalRejected: PayloadObject {
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
}
