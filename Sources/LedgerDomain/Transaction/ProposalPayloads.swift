internal import LedgerBytes

// The payloads of what an extractor offers for a transaction that stands, and of the answers.

extension EventType {
  /// An extractor proposed other values for a saved transaction.
  public static let extractionProposed = EventType("ExtractionProposed", TransactionEvent.extractionProposed)
  /// A person accepted a proposed value.
  public static let proposalAccepted = EventType("ProposalAccepted", TransactionEvent.proposalAccepted)
  /// A person declined a proposed value.
  public static let proposalRejected = EventType("ProposalRejected", TransactionEvent.proposalRejected)
}

extension ExtractionProposed: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("extractor", extractor)
    writer.key("fields")
    writer.object { writer in
      // Keys stand in the order of their bytes, as everywhere.
      for field in fields.sorted(by: { $0.field.rawValue < $1.field.rawValue }) {
        writer.key(field.field.rawValue)
        writer.object { writer in
          writer.member("from", field.from)
          writer.readings(field.readings)
          writer.member("to", field.to)
        }
      }
    }
    writer.member("method", method.rawValue)
    writer.member("note", note)
    writer.member("version", Int64(version))
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var extractor: String?
    var version: Int64?
    var method: ExtractionMethod?
    var fields: [ProposedField]?
    var note: String?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "extractor": try reader.fill(&extractor, try reader.readPayloadText(), "extractor")
      case "fields": try reader.fill(&fields, try reader.readProposedFields(), "fields")
      case "method": try reader.fill(&method, try reader.readWord(ExtractionMethod.self, "method"), "method")
      case "note": try reader.fill(&note, try reader.readPayloadText(), "note")
      case "version": try reader.fill(&version, try reader.readPayloadInteger(), "version")
      default: try reader.skipValue()
      }
    }
    self.init(
      extractor: try reader.need(extractor, "extractor"),
      version: Int(clamping: try reader.need(version, "version")),
      method: try reader.need(method, "method"), fields: try reader.need(fields, "fields"), note: note)
  }
}

extension JSONReader {
  /// The proposed fields, in the order of a review; fields that are not reviewed are passed over.
  fileprivate mutating func readProposedFields() throws(JSONError) -> [ProposedField] {
    var found: [ProposedField] = []
    try readObject { (reader, key) throws(JSONError) in
      guard let field = Field.extracted.first(where: { key == $0.key }) else { return try reader.skipValue() }
      guard !found.contains(where: { $0.field == field }) else {
        throw JSONError(offset: reader.offset, reason: "“\(field.rawValue)” stands twice")
      }
      found.append(try reader.readProposed(field))
    }
    return Field.extracted.compactMap { field in found.first { $0.field == field } }
  }

  private mutating func readProposed(_ field: Field) throws(JSONError) -> ProposedField {
    var from: FieldValue?
    var to: FieldValue?
    var readings: [Reading]?
    try readObject { (reader, key) throws(JSONError) in
      switch key {
      case "from": try reader.fill(&from, try reader.readValue(of: field.place), "from")
      case "readings":
        try reader.fill(
          &readings, try reader.readList { (reader) throws(JSONError) in try reader.readReading() }, "readings")
      case "to": try reader.fill(&to, try reader.readValue(of: field.place), "to")
      default: try reader.skipValue()
      }
    }
    return ProposedField(field: field, from: from, to: try need(to, "to"), readings: readings ?? [])
  }
}

extension Field {
  /// The field's name as a key of a payload.
  fileprivate var key: StaticString {
    switch self {
    case .vendor: "vendor"
    case .date: "date"
    case .total: "total"
    case .currency: "currency"
    case .category: "category"
    case .payment: "payment"
    case .group: "group"
    case .note: "note"
    case .kind: "kind"
    case .account: "account"
    }
  }
}

extension ProposalAccepted: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("field", field.rawValue)
    writer.member("from", from)
    writer.member("proposal", proposal)
    writer.member("reading", reading)
    writer.member("to", to)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    let members = try FieldMembers(from: &reader)
    self.init(
      field: try reader.need(members.field, "field"), from: try members.fieldValue(members.from),
      to: try reader.need(try members.fieldValue(members.to), "to"),
      reading: try reader.need(members.reading, "reading"),
      proposal: try reader.need(members.proposal, "proposal"))
  }
}

extension ProposalRejected: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("field", field.rawValue)
    writer.member("proposal", proposal)
    writer.member("value", value)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    let members = try FieldMembers(from: &reader)
    self.init(
      field: try reader.need(members.field, "field"),
      value: try reader.need(try members.fieldValue(members.value), "value"),
      proposal: try reader.need(members.proposal, "proposal"))
  }
}
