internal import LedgerBytes

// The largest payload that every fold reads: what an extractor made of the text.

extension PlainJSON {
  mutating func extraction(_ detail: EventDetail) -> ExtractionCompleted? {
    var parts = ReceiptReadings.Parts()
    guard let head = extraction(&parts, detail) else { return nil }
    return ExtractionCompleted(
      extractor: head.extractor, version: head.version, method: head.method, readings: ReceiptReadings(parts),
      assumedCurrency: head.assumedCurrency)
  }

  /// What an extraction says besides its readings.
  private struct ExtractionHead {
    let extractor: String
    let version: Int
    let method: ExtractionMethod
    let assumedCurrency: Currency?
  }

  private mutating func extraction(
    _ readings: inout ReceiptReadings.Parts, _ detail: EventDetail
  ) -> ExtractionHead? {
    guard take("{") else { return nil }
    var assumed: Currency?
    if take("\"assumedCurrency\":\"") {
      assumed = bytes().flatMap { Currency(upperCase: $0) }
      guard assumed != nil, take(",") else { return nil }
    }
    if take("\"confidence\":[") {
      guard let read = confidenceParts(detail), take(",") else { return nil }
      readings.confidence = read
    }
    guard take("\"extractor\":\""), let extractor = text(), take(",\"fields\":{"), fields(&readings, detail)
    else { return nil }
    if take(",\"items\":[") {
      guard let items = items(detail) else { return nil }
      readings.items = items
    }
    let method: ExtractionMethod
    if take(",\"method\":\"deterministic\"") {
      method = .deterministic
    } else if take(",\"method\":\"smart\"") {
      method = .smart
    } else {
      return nil
    }
    if take(",\"note\":\"") {
      guard let note = text(detail) else { return nil }
      if detail == .all { readings.note = note }
    }
    guard take(",\"version\":"), let version = integer(), take("}") else { return nil }
    return ExtractionHead(
      extractor: extractor, version: Int(clamping: version), method: method, assumedCurrency: assumed)
  }

  private mutating func fields(_ all: inout ReceiptReadings.Parts, _ detail: EventDetail) -> Bool {
    if take("}") { return true }
    var isOpen = true
    return field("\"category\":{", &all.category, &isOpen, detail)
      && field("\"currency\":{", &all.currency, &isOpen, detail)
      && field("\"date\":{", &all.date, &isOpen, detail)
      && field("\"payment\":{", &all.payment, &isOpen, detail)
      && field("\"total\":{", &all.total, &isOpen, detail)
      && field("\"vendor\":{", &all.vendor, &isOpen, detail)
      && !isOpen && take("}")
  }

  /// Reads a field if it comes next; false where it is not as it should be.
  ///
  /// - Parameter isOpen: whether a comma stands before what comes next.
  @inline(__always)
  private mutating func field(
    _ key: StaticString, _ field: inout FieldReadings, _ isOpen: inout Bool, _ detail: EventDetail
  ) -> Bool {
    guard isOpen, take(key) else { return true }
    guard let more = fieldReadings(&field, detail) else { return false }
    isOpen = more
    return true
  }

  /// Reads the readings of a field, and whether a comma follows.
  private mutating func fieldReadings(_ field: inout FieldReadings, _ detail: EventDetail) -> Bool? {
    if take("\"note\":\"") {
      guard let note = text(detail), take(",") else { return nil }
      if detail == .all { field.note = note }
    }
    guard take("\"readings\":[") else { return nil }
    if !take("]}") {
      guard let first = reading(detail) else { return nil }
      if take("]}") {
        field.put(first, isFollowed: false)
      } else {
        guard take(",") else { return nil }
        switch detail {
        case .all:
          guard let second = reading(detail) else { return nil }
          field = FieldReadings([first, second], note: field.note)
        case .rows:
          guard skipReading() else { return nil }
          field.put(first, isFollowed: true)
        }
        guard take("]}") else { return nil }
      }
    }
    return take(",")
  }

  /// A text that rows have no use for.
  private mutating func text(_ detail: EventDetail) -> String? {
    switch detail {
    case .all: text()
    case .rows: skipPayloadText() ? "" : nil
    }
  }

  private mutating func skipReading() -> Bool {
    guard take("{\"confidence\":"), integer() != nil, take(",\"reason\":\""), skipPayloadText(),
      take(",\"value\":\""), skipPayloadText(), take("}")
    else { return false }
    return true
  }

  private mutating func reading(_ detail: EventDetail) -> Reading? {
    guard take("{\"confidence\":"), let confidence = integer(), take(",\"reason\":\""),
      let reason = text(detail),
      take(",\"value\":\""), let value = text(), take("}")
    else { return nil }
    return Reading(value: value, reason: reason, confidence: Int(clamping: confidence))
  }

  private mutating func confidenceParts(_ detail: EventDetail) -> [ConfidencePart]? {
    if take("]") { return [] }
    var parts: [ConfidencePart] = []
    while true {
      guard take("{\"name\":\""), let name = text(detail), take(",\"score\":"), let score = integer(),
        take(",\"weight\":"), let weight = integer(), take("}")
      else { return nil }
      if detail == .all {
        parts.append(ConfidencePart(name: name, weight: Int(clamping: weight), score: Int(clamping: score)))
      }
      if take("]") { return parts }
      guard take(",") else { return nil }
    }
  }

  private mutating func items(_ detail: EventDetail) -> [ItemReading]? {
    if take("]") { return [] }
    var items: [ItemReading] = []
    while true {
      guard take("{\"name\":\""), let name = text(detail), take(",\"price\":\""), let price = text(detail)
      else {
        return nil
      }
      var quantity: String?
      if take(",\"quantity\":\"") {
        quantity = text(detail)
        if quantity == nil { return nil }
      }
      guard take("}") else { return nil }
      if detail == .all { items.append(ItemReading(name: name, quantity: quantity, price: price)) }
      if take("]") { return items }
      guard take(",") else { return nil }
    }
  }
}
