internal import LedgerBytes

/// How much of an event's payload a reader keeps. All of it is checked.
package enum EventDetail: CaseIterable, Hashable, Sendable {
  /// Everything.
  case all
  /// Everything but the text on the paper, which no row contains.
  case withoutText
  /// The parts that rows and figures consist of.
  ///
  /// For each field that an extractor read, that is the first reading without its reason, and an empty reading if there
  /// are more. Notes, lines, the confidence of the whole and the text on the paper are left out.
  case rows
}

/// Reads the payload of an event member by member, in the order of the keys.
///
/// There is one reader per payload, for all bytes. Bytes in the form of `EventCodec.encode` are read in one pass. Other
/// bytes are first put in order by `CanonicalJSON`, and then read by the same reader.
struct PayloadReader {
  private var json: PlainJSON
  /// How much is kept.
  let detail: EventDetail

  /// A reader of `bytes`. `texts` saves making a text twice. Both must stay valid.
  init(_ bytes: UnsafeRawBufferPointer, texts: TextPool?, _ detail: EventDetail, isCanonical: Bool) {
    json = PlainJSON(bytes, texts: texts, isCanonical: isCanonical)
    self.detail = detail
  }

  /// Reads a whole payload.
  static func read<Value>(
    _ bytes: UnsafeRawBufferPointer, texts: TextPool?, _ detail: EventDetail,
    _ body: (inout PayloadReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    do throws(JSONError) {
      var reader = PayloadReader(bytes, texts: texts, detail, isCanonical: false)
      let value = try body(&reader)
      if reader.json.isAtEnd { return value }
    } catch {}
    // An error of the JSON is reported before one of the payload.
    let canonical = try CanonicalJSON.bytes(bytes)
    return try canonical.inPlace { (bytes) throws(JSONError) in
      var reader = PayloadReader(bytes, texts: texts, detail, isCanonical: true)
      return try body(&reader)
    }
  }
}

// MARK: - Members

extension PayloadReader {
  /// Enters an object. Returns the position that `leave` needs.
  @inline(__always)
  mutating func enter() throws(JSONError) -> UnsafeRawPointer {
    guard let outer = json.enterObject() else { throw fault("an object was expected") }
    return outer
  }

  /// Skips the rest of an object, and leaves it.
  @inline(__always)
  mutating func leave(_ outer: UnsafeRawPointer) throws(JSONError) { try json.leaveObject(outer) }

  /// Whether the object has a member with this key next. If so, its value is read next.
  @inline(__always)
  mutating func has(_ key: StaticString) throws(JSONError) -> Bool {
    if json.take(member: key) { return true }
    return json.isBeyond(key) ? false : try json.seek(key)
  }

  /// Whether there is a member with a key that is only known at run time.
  mutating func has(named key: String) throws(JSONError) -> Bool {
    let key = Array(key.utf8)
    return try key.inPlace { (key) throws(JSONError) in try json.seek(key) }
  }

  /// Reads the value of a required member.
  @inline(__always)
  mutating func member<Value: PayloadValue>(_ key: StaticString) throws(JSONError) -> Value {
    guard try has(key) else { throw missing(key) }
    return try Value(from: &self)
  }

  /// Reads the value of a member, or `nil` if it is absent.
  @inline(__always)
  mutating func member<Value: PayloadValue>(_ key: StaticString) throws(JSONError) -> Value? {
    guard try has(key) else { return nil }
    return try Value(from: &self)
  }

  /// Reads an array element by element.
  @inline(__always)
  mutating func elements(_ element: (inout PayloadReader) throws(JSONError) -> Void) throws(JSONError) {
    guard json.take("[") else { throw fault("an array was expected") }
    if json.take("]") { return }
    while true {
      try element(&self)
      if json.take("]") { return }
      guard json.take(",") else { throw fault("a comma or the end of the array was expected") }
    }
  }

  // MARK: Values

  /// Reads a text in NFC.
  @inline(__always)
  mutating func text() throws(JSONError) -> String {
    let place = json.place
    if json.take("\""), let text = json.string(limit: PayloadLimits.textBytesMax) {
      return json.isASCII ? text : Self.normalized(text)
    }
    return Self.normalized(try longText(at: place).string)
  }

  /// Returns a text in NFC. It is a call, because the readers of dozens of members contain what is inlined here.
  @inline(never)
  private static func normalized(_ text: String) -> String { NFC.normalized(text) }

  /// Reads a text as it is written.
  mutating func writtenText() throws(JSONError) -> String { try longText(at: json.place).string }

  /// Skips a text.
  @inline(__always)
  mutating func skipText() throws(JSONError) {
    let place = json.place
    if json.take("\""), json.skipText(limit: PayloadLimits.textBytesMax) { return }
    _ = try longText(at: place)
  }

  /// Reads a text of a member that rows leave out. It is empty for rows.
  @inline(__always)
  mutating func remark(_ key: StaticString) throws(JSONError) -> String {
    guard try has(key) else { throw missing(key) }
    if detail != .rows { return try text() }
    try skipText()
    return ""
  }

  /// Reads a text of a member that rows leave out. It is `nil` if it is absent, and for rows.
  @inline(__always)
  mutating func remarkIfPresent(_ key: StaticString) throws(JSONError) -> String? {
    guard try has(key) else { return nil }
    if detail != .rows { return try text() }
    try skipText()
    return nil
  }

  @inline(__always)
  mutating func integer() throws(JSONError) -> Int64 {
    if let integer = json.integer() { return integer }
    var reader = json.ahead
    let integer = try reader.readPayloadInteger()
    json.advance(to: reader)
    return integer
  }

  @inline(__always)
  mutating func boolean() throws(JSONError) -> Bool {
    guard let boolean = json.boolean() else { throw fault("true or false was expected") }
    return boolean
  }

  /// Reads the value that a short text denotes, such as a date or an identifier.
  @inline(__always)
  mutating func value<Value>(_ make: (UnsafeRawBufferPointer) -> Value?) throws(JSONError) -> Value {
    let place = json.place
    if json.take("\""), let bytes = json.bytes() {
      if let value = make(bytes) { return value }
    } else if let value = try escapedText(at: place).withUnsafeBytes(make) {
      return value
    }
    throw mismatch()
  }

  /// Reads a text that is long, has escapes, or is not a text.
  @inline(never)
  private mutating func longText(at place: UnsafeRawPointer) throws(JSONError) -> JSONKey {
    json.goBack(to: place)
    var reader = json.ahead
    let text = try reader.readCheckedText()
    json.advance(to: reader)
    return text
  }

  @inline(never)
  private mutating func escapedText(at place: UnsafeRawPointer) throws(JSONError) -> [UInt8] {
    json.goBack(to: place)
    var reader = json.ahead
    let text = try reader.readText()
    json.advance(to: reader)
    return text.bytes
  }

  // MARK: Faults

  /// Returns the error of a member that is absent.
  @inline(never)
  func missing(_ key: StaticString) -> JSONError { fault("“\(key)” is missing or is not of its kind") }

  /// Returns the error of a value that the member read last cannot have.
  @inline(never)
  func mismatch() -> JSONError { fault("“\(json.lastKeyText)” is missing or is not of its kind") }

  /// Returns the error of a value, at the place that was reached.
  @inline(never)
  func fault(_ reason: String) -> JSONError { JSONError(offset: json.ahead.offset, reason: reason) }
}

extension [UInt8] {
  /// Calls `body` with the bytes in place. Unlike `withUnsafeBytes`, it keeps the type of the error.
  func inPlace<Value>(_ body: (UnsafeRawBufferPointer) throws(JSONError) -> Value) throws(JSONError) -> Value {
    try withUnsafeBufferPointer { (bytes) throws(JSONError) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}
