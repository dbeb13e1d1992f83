internal import LedgerBytes

// The parts that several payloads share, and the three ways in which a payload can be wrong.

extension JSONReader {
  /// Fills a slot that must be empty: the same key twice is refused.
  func fill<Value>(_ slot: inout Value?, _ value: Value, _ key: StaticString) throws(JSONError) {
    guard slot == nil else { throw JSONError(offset: offset, reason: "“\(key)” stands twice") }
    slot = value
  }

  /// A value that must be there.
  func need<Value>(_ value: Value?, _ key: StaticString) throws(JSONError) -> Value {
    guard let value else {
      throw JSONError(offset: offset, reason: "“\(key)” is missing or is not of its kind")
    }
    return value
  }

  /// One of an enumeration's words.
  mutating func readWord<Word: RawRepresentable>(
    _: Word.Type, _ key: StaticString
  ) throws(JSONError) -> Word where Word.RawValue == String {
    try need(Word(rawValue: try readString()), key)
  }

  mutating func readDate(_ key: StaticString) throws(JSONError) -> CivilDate {
    try need(CivilDate(iso: try readString()), key)
  }

  mutating func readID(_ key: StaticString) throws(JSONError) -> UniqueID {
    try need(UniqueID(try readString()), key)
  }

  mutating func readCurrency(_ key: StaticString) throws(JSONError) -> Currency {
    try need(Currency(try readString()), key)
  }

  mutating func readStrings() throws(JSONError) -> [String] {
    try readList { (reader) throws(JSONError) in try reader.readPayloadText() }
  }

  /// An array's elements, whole, so that a key that stands twice is noticed.
  mutating func readList<Element>(
    _ element: (inout JSONReader) throws(JSONError) -> Element
  ) throws(JSONError) -> [Element] {
    var elements: [Element] = []
    try readArray { (reader) throws(JSONError) in elements.append(try element(&reader)) }
    return elements
  }

  /// `{"currency":"EUR","minorUnits":8450}`; the number may be absent.
  mutating func readAmount() throws(JSONError) -> Amount {
    var currency: Currency?
    var units: Int64?
    try readObject { (reader, key) throws(JSONError) in
      switch key {
      case "currency": try reader.fill(&currency, try reader.readCurrency("currency"), "currency")
      case "minorUnits": try reader.fill(&units, try reader.readPayloadInteger(), "minorUnits")
      default: try reader.skipValue()
      }
    }
    return Amount(currency: try need(currency, "currency"), minorUnits: units)
  }

  mutating func readMoney() throws(JSONError) -> Money {
    let amount = try readAmount()
    return try need(amount.money, "minorUnits")
  }

  /// `{"device":…,"sequence":12}`.
  mutating func readReference() throws(JSONError) -> EventReference {
    var device: UniqueID?
    var sequence: Int64?
    try readObject { (reader, key) throws(JSONError) in
      switch key {
      case "device": try reader.fill(&device, try reader.readID("device"), "device")
      case "sequence": try reader.fill(&sequence, try reader.readPayloadInteger(), "sequence")
      default: try reader.skipValue()
      }
    }
    let number = try need(sequence, "sequence")
    return EventReference(
      device: try need(device, "device"), sequence: try need(UInt64(exactly: number), "sequence"))
  }

  mutating func readDigest(_ key: StaticString) throws(JSONError) -> SHA256Digest {
    let text = try readString()
    return try need(SHA256Digest(hexadecimal: text), key)
  }

  mutating func readAttachment() throws(JSONError) -> Attachment {
    var digest: SHA256Digest?
    var bytes: Int64?
    var mediaType: String?
    var page: Int64?
    try readObject { (reader, key) throws(JSONError) in
      switch key {
      case "sha256": try reader.fill(&digest, try reader.readDigest("sha256"), "sha256")
      case "bytes": try reader.fill(&bytes, try reader.readPayloadInteger(), "bytes")
      case "mediaType": try reader.fill(&mediaType, try reader.readPayloadText(), "mediaType")
      case "page": try reader.fill(&page, try reader.readPayloadInteger(), "page")
      default: try reader.skipValue()
      }
    }
    return Attachment(
      digest: try need(digest, "sha256"), byteCount: try need(bytes, "bytes"),
      mediaType: try need(mediaType, "mediaType"), page: Int(clamping: try need(page, "page")))
  }

  /// A value in the shape of a field's place.
  mutating func readValue(of place: Place) throws(JSONError) -> FieldValue {
    switch place {
    case .vendor, .category, .payment, .note, .kind, .account: .text(try readPayloadText())
    case .date: .date(try readDate("date"))
    case .amount: .amount(try readAmount())
    case .group: .group(GroupID(try readID("group")))
    }
  }
}

extension JSONWriter {
  /// What is there is written under its key; what is not is left out.
  @inline(__always)
  private mutating func member<Value>(
    _ key: StaticString, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
  ) {
    guard let value else { return }
    self.key(key)
    write(&self, value)
  }

  mutating func member(_ key: StaticString, _ value: String?) { member(key, value) { $0.string($1) } }

  mutating func member(_ key: StaticString, _ id: UniqueID?) { member(key, id) { $0.string($1) } }

  mutating func member(_ key: StaticString, _ digest: SHA256Digest?) { member(key, digest) { $0.string($1) } }

  mutating func member(_ key: StaticString, _ date: CivilDate?) {
    member(key, date) { writer, date in writer.string(ascii: 10) { date.write(to: $0) } }
  }

  mutating func member(_ key: StaticString, _ value: Int64?) { member(key, value) { $0.integer($1) } }

  mutating func member(_ key: StaticString, _ value: Bool?) { member(key, value) { $0.boolean($1) } }

  mutating func member(_ key: StaticString, _ values: [String]) {
    self.key(key)
    array { writer in for value in values { writer.string(value) } }
  }

  mutating func member(_ key: StaticString, _ amount: Amount?) {
    member(key, amount) { writer, amount in
      writer.object { writer in
        writer.member("currency", amount.currency.code)
        writer.member("minorUnits", amount.minorUnits)
      }
    }
  }

  mutating func member(_ key: StaticString, _ reference: EventReference?) {
    member(key, reference) { writer, reference in
      writer.object { writer in
        writer.member("device", reference.device)
        writer.member("sequence", Int64(clamping: reference.sequence))
      }
    }
  }

  mutating func attachment(_ attachment: Attachment) {
    object { writer in
      writer.member("bytes", attachment.byteCount)
      writer.member("mediaType", attachment.mediaType)
      writer.member("page", Int64(attachment.page))
      writer.member("sha256", attachment.digest)
    }
  }

  mutating func member(_ key: StaticString, _ value: FieldValue?) {
    switch value {
    case .none: break
    case .text(let text): member(key, text)
    case .date(let date): member(key, date)
    case .amount(let amount): member(key, amount)
    case .group(let group): member(key, group.id)
    }
  }

  mutating func member(_ key: StaticString, _ change: TextChange?) {
    member(key, change) { writer, change in
      writer.object { writer in
        writer.member("from", change.from)
        writer.member("to", change.to)
      }
    }
  }

  mutating func member(_ key: StaticString, _ change: FlagChange?) {
    member(key, change) { writer, change in
      writer.object { writer in
        writer.member("from", change.from)
        writer.member("to", change.to)
      }
    }
  }
}

extension TextChange {
  init(from reader: inout JSONReader) throws(JSONError) {
    var from: String?
    var to: String?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "from": try reader.fill(&from, try reader.readPayloadText(), "from")
      case "to": try reader.fill(&to, try reader.readPayloadText(), "to")
      default: try reader.skipValue()
      }
    }
    self.init(from: from, to: to)
  }
}
