internal import LedgerBytes

/// Whether an extraction was a model's or by rules.
public enum ExtractionMethod: String, CaseIterable, Hashable, Sendable {
  case smart
  case deterministic
}

extension TransactionEvent {
  /// The readings that an extractor found in the text, per field.
  public struct ExtractionCompleted: Hashable, Sendable {
    /// The extractor.
    public let extractor: String
    /// Its version.
    public let version: Int
    /// Whether a model or rules found the readings.
    public let method: ExtractionMethod
    /// Per field its readings.
    public let readings: ReceiptReadings
    /// The currency of a total if no currency was read: the ledger's default at the time.
    public let assumedCurrency: CurrencyCode?

    /// Creates the record of an extraction.
    package init(
      extractor: String, version: Int, method: ExtractionMethod, readings: ReceiptReadings,
      assumedCurrency: CurrencyCode?
    ) {
      self.extractor = extractor
      self.version = version
      self.method = method
      self.readings = readings
      self.assumedCurrency = assumedCurrency
    }
  }

  /// Reading or understanding the paper failed. The capture remains.
  public struct ExtractionFailed: Hashable, Sendable {
    /// The engine or extractor that failed.
    public let engine: String
    /// The reason, in one line for a person.
    public let reason: String

    /// Creates the record of a failure.
    package init(engine: String, reason: String) {
      self.engine = engine
      self.reason = reason
    }
  }

  /// A person cancelled the extraction.
  public struct ExtractionCancelled: Hashable, Sendable {
    /// The engine or extractor that was cancelled.
    public let engine: String
  }
}

extension TransactionEvent.ExtractionCompleted: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("assumedCurrency", assumedCurrency)
    writer.member(unlessEmpty: "confidence", readings.confidence)
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
    writer.member(unlessEmpty: "items", readings.items)
    writer.member("method", method)
    writer.member("note", readings.note)
    writer.member("version", version)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    var parts = ReceiptReadings.Parts()
    assumedCurrency = try reader.member("assumedCurrency")
    parts.confidence = try reader.listOfRemarks("confidence")
    extractor = try reader.member("extractor")
    if try reader.has("fields") { try reader.readFields(&parts) }
    parts.items = try reader.listOfRemarks("items")
    method = try reader.member("method")
    parts.note = try reader.remarkIfPresent("note")
    version = try reader.member("version")
    readings = ReceiptReadings(taking: &parts)
  }

  var summary: String {
    var parts: [String] = []
    let total = readings.total.readings.map(\.value).listed(" or ")
    if !readings.vendor.readings.isEmpty { parts.append(readings.vendor.readings[0].value) }
    if !total.isEmpty {
      let currency = readings.currency.readings.first?.value ?? assumedCurrency?.code ?? ""
      parts.append("total \(total) \(currency)")
    }
    if let date = readings.date.readings.first { parts.append(date.value) }
    return (parts.isEmpty ? "nothing read" : parts.listed()) + " by \(extractor)-\(version)"
  }

  var software: String? { EventActor.extractor(extractor, version: version).text }
}

extension PayloadReader {
  fileprivate mutating func readFields(_ all: inout ReceiptReadings.Parts) throws(JSONError) {
    let outer = try enter()
    if try has("category") { try read(&all.category) }
    if try has("currency") { try read(&all.currency) }
    if try has("date") { try read(&all.date) }
    if try has("payment") { try read(&all.payment) }
    if try has("total") { try read(&all.total) }
    if try has("vendor") { try read(&all.vendor) }
    try leave(outer)
  }

  /// Reads the readings of a field in place, because a fold reads six fields for every receipt.
  private mutating func read(_ field: inout FieldReadings) throws(JSONError) {
    let outer = try enter()
    field.note = try remarkIfPresent("note")
    if try has("readings") {
      try elements { (reader) throws(JSONError) in try reader.readReading(to: &field) }
    }
    try leave(outer)
  }

  /// Reads a reading, for rows without its reason. Of the readings after the first, rows only need the existence.
  @inline(never)
  private mutating func readReading(to field: inout FieldReadings) throws(JSONError) {
    let outer = try enter()
    guard try has("confidence") else { throw missing("confidence") }
    let confidence = Int(try integer())
    guard try has("reason") else { throw missing("reason") }
    let reason = try rareText(nil) ?? ""
    guard try has("value") else { throw missing("value") }
    if field.first == nil {
      field.put(FieldReading(value: try text(), reason: reason, confidence: confidence))
    } else if detail == .rows {
      try skipText()
      field.putUnknown()
    } else {
      field.append(FieldReading(value: try text(), reason: reason, confidence: confidence))
    }
    try leave(outer)
  }

  /// Reads the elements of a member, or nothing for rows.
  fileprivate mutating func listOfRemarks<Value: PayloadValue>(_ key: StaticString) throws(JSONError) -> [Value]
  {
    guard try has(key) else { return [] }
    var all: [Value] = []
    try elements { (reader) throws(JSONError) in
      let value = try Value(from: &reader)
      if reader.detail != .rows { all.append(value) }
    }
    return all
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: StaticString, _ readings: FieldReadings) {
    guard !readings.readings.isEmpty || readings.note != nil else { return }
    self.key(key)
    object { writer in
      writer.member("note", readings.note)
      writer.member("readings", readings.readings)
    }
  }
}

extension FieldReading: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    confidence = try coder.member("confidence", whole?.confidence)
    reason = try coder.member("reason", whole?.reason)
    value = try coder.member("value", whole?.value)
  }
}

extension ReceiptReadings.ConfidencePart: MemberwiseObject {
  @inline(__always)
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    let name = try coder.remark("name", whole?.name)
    let score: Int = try coder.member("score", whole?.score)
    self.init(name: name, weight: try coder.member("weight", whole?.weight), score: score)
  }
}

extension ReceiptReadings.Item: MemberwiseObject {
  @inline(__always)
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    name = try coder.remark("name", whole?.name)
    price = try coder.remark("price", whole?.price)
    quantity = try coder.remarkIfPresent("quantity", whole?.quantity)
  }
}

extension TransactionEvent.ExtractionFailed: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    engine = try coder.member("engine", whole?.engine)
    reason = try coder.member("reason", whole?.reason)
  }

  var summary: String { reason }

  var software: String? { "engine/" + engine }
}

extension TransactionEvent.ExtractionCancelled: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    engine = try coder.member("engine", whole?.engine)
  }

  var summary: String { "\(engine) was cancelled" }
}
