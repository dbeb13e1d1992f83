internal import LedgerBytes

// The payloads of the events between the paper and the person.

extension EventType {
  /// An engine read the text on the paper.
  public static let textRecognized = EventType("TextRecognized", TransactionEvent.textRecognized)
  /// An extractor read fields from the text.
  public static let extractionCompleted = EventType(
    "ExtractionCompleted", TransactionEvent.extractionCompleted,
    plain: { (json, detail) in json.extraction(detail).map(TransactionEvent.extractionCompleted) })
  /// Reading the paper failed.
  public static let extractionFailed = EventType("ExtractionFailed", TransactionEvent.extractionFailed)
  /// A person cancelled the reading.
  public static let extractionCancelled = EventType("ExtractionCancelled", TransactionEvent.extractionCancelled)
  /// A person confirmed a value.
  public static let fieldConfirmed = EventType(
    "FieldConfirmed", TransactionEvent.fieldConfirmed,
    plain: { (json, _) in json.fieldConfirmed().map(TransactionEvent.fieldConfirmed) })
  /// A person picked one of the readings.
  public static let alternatePicked = EventType(
    "AlternatePicked", TransactionEvent.alternatePicked,
    plain: { (json, _) in json.alternatePicked().map(TransactionEvent.alternatePicked) })
  /// A person set a field.
  public static let fieldCorrected = EventType(
    "FieldCorrected", TransactionEvent.fieldCorrected,
    plain: { (json, _) in json.fieldCorrected().map(TransactionEvent.fieldCorrected) })
  /// The setting of a field was undone.
  public static let fieldReverted = EventType("FieldReverted", TransactionEvent.fieldReverted, canUndo: true)
}

extension TextRecognized: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("confidence", confidence.map(Int64.init))
    writer.member("engine", engine)
    writer.member("text", text)
  }

  init(from reader: inout JSONReader) throws(JSONError) { try self.init(from: &reader, keepingText: true) }

  /// Reads one, without the text unless `keepingText` is set.
  init(from reader: inout JSONReader, keepingText: Bool) throws(JSONError) {
    var engine: String?
    var text: String?
    var confidence: Int64?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "confidence": try reader.fill(&confidence, try reader.readPayloadInteger(), "confidence")
      case "engine": try reader.fill(&engine, try reader.readPayloadText(), "engine")
      case "text":
        let value = try reader.readCheckedText()
        try reader.fill(&text, keepingText ? value.string : "", "text")
      default: try reader.skipValue()
      }
    }
    self.init(
      engine: try reader.need(engine, "engine"), text: try reader.need(text, "text"),
      confidence: confidence.map { Int(clamping: $0) })
  }
}

extension ExtractionCompleted: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("assumedCurrency", assumedCurrency?.code)
    if !readings.confidence.isEmpty {
      writer.key("confidence")
      writer.array { writer in for part in readings.confidence { writer.part(part) } }
    }
    writer.member("extractor", extractor)
    writer.key("fields")
    writer.object { writer in
      writer.member("category", readings.category)
      writer.member("currency", readings.currency)
      writer.member("date", readings.date)
      writer.member("payment", readings.payment)
      writer.member("total", readings.total)
      writer.member("vendor", readings.vendor)
    }
    if !readings.items.isEmpty {
      writer.key("items")
      writer.array { writer in for item in readings.items { writer.item(item) } }
    }
    writer.member("method", method.rawValue)
    writer.member("note", readings.note)
    writer.member("version", Int64(version))
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var extractor: String?
    var version: Int64?
    var method: ExtractionMethod?
    var assumed: Currency?
    var note: String?
    var fields: ReceiptReadings?
    var items: [ItemReading]?
    var confidence: [ConfidencePart]?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "assumedCurrency":
        try reader.fill(&assumed, try reader.readCurrency("assumedCurrency"), "assumedCurrency")
      case "confidence":
        try reader.fill(
          &confidence, try reader.readList { (reader) throws(JSONError) in try reader.readPart() }, "confidence"
        )
      case "extractor": try reader.fill(&extractor, try reader.readPayloadText(), "extractor")
      case "fields": try reader.fill(&fields, try reader.readFields(), "fields")
      case "items":
        try reader.fill(
          &items, try reader.readList { (reader) throws(JSONError) in try reader.readItem() }, "items")
      case "method": try reader.fill(&method, try reader.readWord(ExtractionMethod.self, "method"), "method")
      case "note": try reader.fill(&note, try reader.readPayloadText(), "note")
      case "version": try reader.fill(&version, try reader.readPayloadInteger(), "version")
      default: try reader.skipValue()
      }
    }
    var readings = fields ?? ReceiptReadings()
    readings.items = items ?? []
    readings.confidence = confidence ?? []
    readings.note = note
    self.init(
      extractor: try reader.need(extractor, "extractor"),
      version: Int(clamping: try reader.need(version, "version")),
      method: try reader.need(method, "method"), readings: readings, assumedCurrency: assumed)
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: StaticString, _ readings: FieldReadings) {
    guard !readings.readings.isEmpty || readings.note != nil else { return }
    self.key(key)
    object { writer in
      writer.member("note", readings.note)
      writer.readings(readings.readings)
    }
  }

  mutating func readings(_ readings: [Reading]) {
    key("readings")
    array { writer in
      for reading in readings {
        writer.object { writer in
          writer.member("confidence", Int64(reading.confidence))
          writer.member("reason", reading.reason)
          writer.member("value", reading.value)
        }
      }
    }
  }

  fileprivate mutating func part(_ part: ConfidencePart) {
    object { writer in
      writer.member("name", part.name)
      writer.member("score", Int64(part.score))
      writer.member("weight", Int64(part.weight))
    }
  }

  fileprivate mutating func item(_ item: ItemReading) {
    object { writer in
      writer.member("name", item.name)
      writer.member("price", item.price)
      writer.member("quantity", item.quantity)
    }
  }
}

extension JSONReader {
  fileprivate mutating func readFields() throws(JSONError) -> ReceiptReadings {
    var category: FieldReadings?
    var currency: FieldReadings?
    var date: FieldReadings?
    var payment: FieldReadings?
    var total: FieldReadings?
    var vendor: FieldReadings?
    try readObject { (reader, key) throws(JSONError) in
      switch key {
      case "category": try reader.fill(&category, try reader.readReadings(), "category")
      case "currency": try reader.fill(&currency, try reader.readReadings(), "currency")
      case "date": try reader.fill(&date, try reader.readReadings(), "date")
      case "payment": try reader.fill(&payment, try reader.readReadings(), "payment")
      case "total": try reader.fill(&total, try reader.readReadings(), "total")
      case "vendor": try reader.fill(&vendor, try reader.readReadings(), "vendor")
      default: try reader.skipValue()
      }
    }
    var all = ReceiptReadings()
    all.vendor = vendor ?? FieldReadings()
    all.date = date ?? FieldReadings()
    all.total = total ?? FieldReadings()
    all.currency = currency ?? FieldReadings()
    all.category = category ?? FieldReadings()
    all.payment = payment ?? FieldReadings()
    return all
  }

  private mutating func readReadings() throws(JSONError) -> FieldReadings {
    var note: String?
    var readings: [Reading]?
    try readObject { (reader, key) throws(JSONError) in
      switch key {
      case "note": try reader.fill(&note, try reader.readPayloadText(), "note")
      case "readings":
        try reader.fill(
          &readings, try reader.readList { (reader) throws(JSONError) in try reader.readReading() }, "readings")
      default: try reader.skipValue()
      }
    }
    return FieldReadings(readings ?? [], note: note)
  }

  mutating func readReading() throws(JSONError) -> Reading {
    var value: String?
    var reason: String?
    var confidence: Int64?
    try readObject { (reader, key) throws(JSONError) in
      switch key {
      case "confidence": try reader.fill(&confidence, try reader.readPayloadInteger(), "confidence")
      case "reason": try reader.fill(&reason, try reader.readPayloadText(), "reason")
      case "value": try reader.fill(&value, try reader.readPayloadText(), "value")
      default: try reader.skipValue()
      }
    }
    return Reading(
      value: try need(value, "value"), reason: try need(reason, "reason"),
      confidence: Int(clamping: try need(confidence, "confidence")))
  }

  fileprivate mutating func readPart() throws(JSONError) -> ConfidencePart {
    var name: String?
    var weight: Int64?
    var score: Int64?
    try readObject { (reader, key) throws(JSONError) in
      switch key {
      case "name": try reader.fill(&name, try reader.readPayloadText(), "name")
      case "score": try reader.fill(&score, try reader.readPayloadInteger(), "score")
      case "weight": try reader.fill(&weight, try reader.readPayloadInteger(), "weight")
      default: try reader.skipValue()
      }
    }
    return ConfidencePart(
      name: try need(name, "name"), weight: Int(clamping: try need(weight, "weight")),
      score: Int(clamping: try need(score, "score")))
  }

  fileprivate mutating func readItem() throws(JSONError) -> ItemReading {
    var name: String?
    var price: String?
    var quantity: String?
    try readObject { (reader, key) throws(JSONError) in
      switch key {
      case "name": try reader.fill(&name, try reader.readPayloadText(), "name")
      case "price": try reader.fill(&price, try reader.readPayloadText(), "price")
      case "quantity": try reader.fill(&quantity, try reader.readPayloadText(), "quantity")
      default: try reader.skipValue()
      }
    }
    return ItemReading(name: try need(name, "name"), quantity: quantity, price: try need(price, "price"))
  }
}

extension ExtractionFailed: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("engine", engine)
    writer.member("reason", reason)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var engine: String?
    var reason: String?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "engine": try reader.fill(&engine, try reader.readPayloadText(), "engine")
      case "reason": try reader.fill(&reason, try reader.readPayloadText(), "reason")
      default: try reader.skipValue()
      }
    }
    self.init(engine: try reader.need(engine, "engine"), reason: try reader.need(reason, "reason"))
  }
}

extension ExtractionCancelled: EventPayload {
  func members(_ writer: inout JSONWriter) { writer.member("engine", engine) }

  init(from reader: inout JSONReader) throws(JSONError) {
    var engine: String?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "engine": try reader.fill(&engine, try reader.readPayloadText(), "engine")
      default: try reader.skipValue()
      }
    }
    self.init(engine: try reader.need(engine, "engine"))
  }
}

/// The members that the events about one field share. A value's shape follows from the field, which may stand
/// behind it: values are remembered as bytes until the object is read.
struct FieldMembers {
  var field: Field?
  var from: UnsafeRawBufferPointer?
  var to: UnsafeRawBufferPointer?
  var value: UnsafeRawBufferPointer?
  var reading: String?
  var extraction: EventReference?
  var proposal: EventReference?
  var event: EventReference?
  var origin: WriteOrigin?
  var actor: String?
  var settled: [Field]?

  init(from reader: inout JSONReader) throws(JSONError) {
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "field": try reader.fill(&field, try reader.readWord(Field.self, "field"), "field")
      case "from": try reader.fill(&from, try reader.rawValue(), "from")
      case "to": try reader.fill(&to, try reader.rawValue(), "to")
      case "value": try reader.fill(&value, try reader.rawValue(), "value")
      case "reading": try reader.fill(&reading, try reader.readPayloadText(), "reading")
      case "extraction": try reader.fill(&extraction, try reader.readReference(), "extraction")
      case "proposal": try reader.fill(&proposal, try reader.readReference(), "proposal")
      case "event": try reader.fill(&event, try reader.readReference(), "event")
      case "origin": try reader.fill(&origin, try reader.readWord(WriteOrigin.self, "origin"), "origin")
      case "actor": try reader.fill(&actor, try reader.readPayloadText(), "actor")
      case "settled":
        try reader.fill(
          &settled,
          try reader.readList { (reader) throws(JSONError) in try reader.readWord(Field.self, "settled") },
          "settled")
      default: try reader.skipValue()
      }
    }
  }

  func fieldValue(_ bytes: UnsafeRawBufferPointer?) throws(JSONError) -> FieldValue? {
    guard let bytes, let field else { return nil }
    var reader = JSONReader(bytes)
    return try reader.readValue(of: field.place)
  }
}

extension FieldConfirmed: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("field", field.rawValue)
    writer.member("value", value)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    let members = try FieldMembers(from: &reader)
    self.init(
      field: try reader.need(members.field, "field"),
      value: try reader.need(try members.fieldValue(members.value), "value"))
  }
}

extension AlternatePicked: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("extraction", extraction)
    writer.member("field", field.rawValue)
    writer.member("from", from)
    writer.member("reading", reading)
    writer.member("to", to)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    let members = try FieldMembers(from: &reader)
    self.init(
      field: try reader.need(members.field, "field"), from: try members.fieldValue(members.from),
      to: try reader.need(try members.fieldValue(members.to), "to"),
      reading: try reader.need(members.reading, "reading"),
      extraction: try reader.need(members.extraction, "extraction"))
  }
}

extension FieldCorrected: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("field", field.rawValue)
    writer.member("from", from)
    writer.member("to", to)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    let members = try FieldMembers(from: &reader)
    self.init(
      field: try reader.need(members.field, "field"), from: try members.fieldValue(members.from),
      to: try members.fieldValue(members.to))
  }
}

extension FieldReverted: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("actor", actor)
    writer.member("event", event)
    writer.member("field", field.rawValue)
    writer.member("from", from)
    writer.member("origin", origin?.rawValue)
    writer.member("settled", settled.map(\.rawValue))
    writer.member("to", to)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    let members = try FieldMembers(from: &reader)
    self.init(
      event: try reader.need(members.event, "event"), field: try reader.need(members.field, "field"),
      from: try members.fieldValue(members.from), to: try members.fieldValue(members.to),
      origin: members.origin, actor: members.actor, settled: members.settled ?? [])
  }
}
