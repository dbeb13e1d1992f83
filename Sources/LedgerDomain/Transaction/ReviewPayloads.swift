internal import LedgerBytes

// The payloads of the events between the paper and the person.

extension EventType {
  /// An engine read the text on the paper.
  public static let textRecognized = EventType("TextRecognized", TransactionEvent.textRecognized)
  /// An extractor read fields from the text.
  public static let extractionCompleted = EventType(
    "ExtractionCompleted", TransactionEvent.extractionCompleted)
  /// Reading the paper failed.
  public static let extractionFailed = EventType("ExtractionFailed", TransactionEvent.extractionFailed)
  /// A person cancelled the reading.
  public static let extractionCancelled = EventType("ExtractionCancelled", TransactionEvent.extractionCancelled)
  /// A person confirmed a value.
  public static let fieldConfirmed = EventType(
    "FieldConfirmed", TransactionEvent.fieldConfirmed)
  /// A person picked one of the readings.
  public static let alternatePicked = EventType(
    "AlternatePicked", TransactionEvent.alternatePicked)
  /// A person set a field.
  public static let fieldCorrected = EventType(
    "FieldCorrected", TransactionEvent.fieldCorrected,
    lifts: [
      // 2: the computation that gave a total.
      nil
    ])
  /// The setting of a field was undone.
  public static let fieldReverted = EventType("FieldReverted", TransactionEvent.fieldReverted, canUndo: true)
}

extension TextRecognized: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("confidence", confidence)
    writer.member("engine", engine)
    writer.member("text", text)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    confidence = try reader.member("confidence")
    engine = try reader.member("engine")
    guard try reader.has("text") else { throw reader.missing("text") }
    // The text as the engine read it: the only one that is not brought into NFC.
    if reader.detail == .all {
      text = try reader.writtenText()
    } else {
      try reader.skipText()
      text = ""
    }
  }
}

extension ExtractionFailed: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("engine", engine)
    writer.member("reason", reason)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    engine = try reader.member("engine")
    reason = try reader.member("reason")
  }
}

extension ExtractionCancelled: PayloadObject {
  func members(_ writer: inout JSONWriter) { writer.member("engine", engine) }

  init(members reader: inout PayloadReader) throws(JSONError) { engine = try reader.member("engine") }
}

// MARK: - One field

extension FieldConfirmed: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("field", field)
    writer.member("value", value)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    field = try reader.member("field")
    value = try reader.value("value", of: field)
  }
}

extension AlternatePicked: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("extraction", extraction)
    writer.member("field", field)
    writer.member("from", from)
    writer.member("reading", reading)
    writer.member("to", to)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    extraction = try reader.member("extraction")
    field = try reader.member("field")
    from = try reader.valueIfPresent("from", of: field)
    reading = try reader.member("reading")
    to = try reader.value("to", of: field)
  }
}

extension FieldCorrected: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("expression", expression)
    writer.member("field", field)
    writer.member("from", from)
    writer.member("to", to)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    expression = try reader.remarkIfPresent("expression")
    field = try reader.member("field")
    from = try reader.valueIfPresent("from", of: field)
    to = try reader.valueIfPresent("to", of: field)
  }
}

extension FieldReverted: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("actor", actor)
    writer.member("event", event)
    writer.member("field", field)
    writer.member("from", from)
    writer.member("origin", origin)
    writer.member("settled", settled)
    writer.member("to", to)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    actor = try reader.member("actor")
    event = try reader.member("event")
    field = try reader.member("field")
    from = try reader.valueIfPresent("from", of: field)
    origin = try reader.member("origin")
    settled = try reader.list("settled")
    to = try reader.valueIfPresent("to", of: field)
  }
}

extension PayloadReader {
  /// Reads the value of a member, in the form that belongs to a field.
  @inline(__always)
  mutating func value(_ key: StaticString, of field: TransactionField) throws(JSONError) -> FieldValue {
    guard try has(key) else { throw missing(key) }
    return try value(of: field)
  }

  /// Reads the value of a member, in the form that belongs to a field, or `nil` if it is absent.
  @inline(__always)
  mutating func valueIfPresent(_ key: StaticString, of field: TransactionField) throws(JSONError) -> FieldValue?
  {
    try has(key) ? try value(of: field) : nil
  }

  private mutating func value(of field: TransactionField) throws(JSONError) -> FieldValue {
    switch field.shape {
    case .text: .text(try text())
    case .date: .date(try CivilDate(from: &self))
    case .amount: .amount(try Amount(from: &self))
    case .group: .group(try GroupID(from: &self))
    }
  }
}

extension JSONWriter {
  /// Writes the value of a field. If it is `nil`, the member is left out.
  mutating func member(_ key: StaticString, _ value: FieldValue?) {
    switch value {
    case .none: break
    case .text(let text): member(key, text)
    case .date(let date): member(key, date)
    case .amount(let amount): member(key, amount)
    case .group(let group): member(key, group)
    }
  }
}
