internal import LedgerBytes

// The largest payload that every fold reads: what an extractor made of the text.

extension PlainJSON {
  mutating func extraction() -> ExtractionCompleted? {
    guard take("{") else { return nil }
    var assumed: Currency?
    if take("\"assumedCurrency\":\"") {
      assumed = bytes().flatMap { Currency(upperCase: $0) }
      guard assumed != nil, take(",") else { return nil }
    }
    var parts: [ConfidencePart] = []
    if take("\"confidence\":[") {
      guard let read = confidenceParts(), take(",") else { return nil }
      parts = read
    }
    guard take("\"extractor\":\""), let extractor = string(), take(",\"fields\":{"), var readings = fields()
    else { return nil }
    readings.confidence = parts
    if take(",\"items\":[") {
      guard let items = items() else { return nil }
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
      readings.note = string()
      if readings.note == nil { return nil }
    }
    guard take(",\"version\":"), let version = integer(), take("}") else { return nil }
    return ExtractionCompleted(
      extractor: extractor, version: Int(clamping: version), method: method, readings: readings,
      assumedCurrency: assumed)
  }

  private mutating func fields() -> ReceiptReadings? {
    var all = ReceiptReadings()
    if take("}") { return all }
    // Whether a comma stands before what comes next.
    var isOpen = true
    if take("\"category\":{") {
      guard let more = fieldReadings(&all.category) else { return nil }
      isOpen = more
    }
    if isOpen, take("\"currency\":{") {
      guard let more = fieldReadings(&all.currency) else { return nil }
      isOpen = more
    }
    if isOpen, take("\"date\":{") {
      guard let more = fieldReadings(&all.date) else { return nil }
      isOpen = more
    }
    if isOpen, take("\"payment\":{") {
      guard let more = fieldReadings(&all.payment) else { return nil }
      isOpen = more
    }
    if isOpen, take("\"total\":{") {
      guard let more = fieldReadings(&all.total) else { return nil }
      isOpen = more
    }
    if isOpen, take("\"vendor\":{") {
      guard let more = fieldReadings(&all.vendor) else { return nil }
      isOpen = more
    }
    return !isOpen && take("}") ? all : nil
  }

  /// Reads the readings of a field, and whether a comma follows.
  private mutating func fieldReadings(_ field: inout FieldReadings) -> Bool? {
    if take("\"note\":\"") {
      field.note = string()
      guard field.note != nil, take(",") else { return nil }
    }
    guard take("\"readings\":[") else { return nil }
    if !take("]}") {
      guard let first = reading() else { return nil }
      if take("]}") {
        field.readings = [first]
      } else {
        guard take(","), let second = reading(), take("]}") else { return nil }
        field.readings = [first, second]
      }
    }
    return take(",")
  }

  private mutating func reading() -> Reading? {
    guard take("{\"confidence\":"), let confidence = integer(), take(",\"reason\":\""), let reason = string(),
      take(",\"value\":\""), let value = string(), take("}")
    else { return nil }
    return Reading(value: value, reason: reason, confidence: Int(clamping: confidence))
  }

  private mutating func confidenceParts() -> [ConfidencePart]? {
    if take("]") { return [] }
    var parts: [ConfidencePart] = []
    while true {
      guard take("{\"name\":\""), let name = string(), take(",\"score\":"), let score = integer(),
        take(",\"weight\":"), let weight = integer(), take("}")
      else { return nil }
      parts.append(ConfidencePart(name: name, weight: Int(clamping: weight), score: Int(clamping: score)))
      if take("]") { return parts }
      guard take(",") else { return nil }
    }
  }

  private mutating func items() -> [ItemReading]? {
    if take("]") { return [] }
    var items: [ItemReading] = []
    while true {
      guard take("{\"name\":\""), let name = string(), take(",\"price\":\""), let price = string() else {
        return nil
      }
      var quantity: String?
      if take(",\"quantity\":\"") {
        quantity = string()
        if quantity == nil { return nil }
      }
      guard take("}") else { return nil }
      items.append(ItemReading(name: name, quantity: quantity, price: price))
      if take("]") { return items }
      guard take(",") else { return nil }
    }
  }
}
