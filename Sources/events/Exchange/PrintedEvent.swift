internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

/// An event as a line of JSON, in the form that `show`, `tail` and `repro` print.
///
/// A line is text from outside and is checked as such. Keys that only matter where it was printed (`position`,
/// `version`, `received`, `transaction`, `was`) and unknown ones are ignored. The log checks whether the parts result
/// in the leaf hash.
enum PrintedEvent {
  /// The maximal length of a line: the limit of an event, and its JSON around it.
  static let lineBytesMax = 8 << 20

  /// Returns the event of a line.
  static func event(_ bytes: [UInt8]) throws(Failure) -> ForeignEvent { try read(bytes).event }

  /// Returns the event of a line with the ledger that the line names.
  ///
  /// The ledger is `nil` for a line of an older version, which named no ledger.
  static func read(_ bytes: [UInt8]) throws(Failure) -> (event: ForeignEvent, ledger: UniqueID?) {
    try read(try PrintedMembers.object(bytes))
  }

  /// Returns the event of a document with the ledger that it names, as above.
  static func read(_ object: JSONValue) throws(Failure) -> (event: ForeignEvent, ledger: UniqueID?) {
    let line = PrintedMembers(object)
    let time = try line.instant("time")
    let counter = try line.integer("counter", 0...65_535)
    guard time >= 0, let leaf = SHA256Digest(hexadecimal: try line.text("leaf")) else {
      throw Failure(.dataError, "“leaf” or “time” is not as it should be")
    }
    let stream = PrintedMembers(try line.object("stream"))
    let ledger = object["ledger"] == nil ? nil : try line.id("ledger")
    let payload = try self.payload(object)
    let salt = try line.hexadecimal(payload == nil ? "commitment" : "salt")
    var event = ForeignEvent(
      reference: EventReference(
        device: try line.id("device"), sequence: UInt64(try line.integer("deviceSequence", 1...Int64.max))),
      time: HybridTime(milliseconds: UInt64(time), counter: UInt16(counter)),
      recordedAtMilliseconds: try line.instant("recorded"),
      offsetMinutes: Int16(try line.integer("offsetMinutes", Int64(Int16.min)...Int64(Int16.max))),
      stream: StreamID(kind: try stream.text("kind"), id: try stream.id("id")),
      seen: try line.references("seen"), type: try line.text("type"),
      schema: UInt32(try line.integer("schema", 0...Int64(UInt32.max))),
      correlation: try line.id("correlation"), cause: try line.reference("cause"),
      actor: try line.text("actor"),
      salt: salt, payload: payload, leaf: leaf)
    event.previousLeaf = try line.previousLeaf()
    return (event, ledger)
  }

  /// Returns the payload's bytes, or `nil` if it was redacted.
  ///
  /// They are canonical JSON as every program of ours writes it, or base64 if they are not canonical.
  private static func payload(_ object: JSONValue) throws(Failure) -> [UInt8]? {
    if case .string(let text)? = object["payloadBase64"] {
      guard let bytes = Base64.decode(text) else {
        throw Failure(.dataError, "“payloadBase64” is not base64")
      }
      return bytes
    }
    switch object["payload"] {
    case .null: return nil
    case nil: throw Failure(.dataError, "“payload” is missing")
    case .object(let members)?: return JSONValue.object(members).encoded()
    case .array, .string, .integer, .fraction, .boolean:
      throw Failure(.dataError, "“payload” is not an object")
    }
  }
}

/// The members of an object, each of the kind that is expected or refused by its name.
struct PrintedMembers {
  private let object: JSONValue

  init(_ object: JSONValue) { self.object = object }

  /// Returns the object that a line is.
  static func object(_ line: [UInt8]) throws(Failure) -> JSONValue {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: line, as: .exchange) } catch {
      throw Failure(.dataError, "not JSON: \(error.reason), at byte \(error.offset)")
    }
    guard case .object = value else { throw Failure(.dataError, "not a JSON object") }
    return value
  }

  func text(_ key: String) throws(Failure) -> String {
    guard case .string(let text)? = object[key] else { throw wrong(key, "a text") }
    return text
  }

  func integer(_ key: String, _ range: ClosedRange<Int64>) throws(Failure) -> Int64 {
    guard case .integer(let number)? = object[key], range.contains(number) else {
      throw wrong(key, "a whole number in its range")
    }
    return number
  }

  func id(_ key: String) throws(Failure) -> UniqueID {
    guard let id = UniqueID(try text(key)) else { throw wrong(key, "an id") }
    return id
  }

  func instant(_ key: String) throws(Failure) -> Int64 {
    let text = try text(key)
    guard text.utf8.count == 24, let milliseconds = Instant.milliseconds(text) else {
      throw wrong(key, "an instant as 2026-06-14T10:31:05.123Z")
    }
    return milliseconds
  }

  func object(_ key: String) throws(Failure) -> JSONValue {
    guard let value = object[key], case .object = value else { throw wrong(key, "an object") }
    return value
  }

  func reference(_ key: String) throws(Failure) -> EventReference? {
    guard let value = object[key] else { throw wrong(key, "there") }
    if case .null = value { return nil }
    return try Self.reference(value, key)
  }

  func references(_ key: String) throws(Failure) -> [EventReference] {
    guard case .array(let elements)? = object[key] else { throw wrong(key, "a list") }
    var references: [EventReference] = []
    for element in elements { references.append(try Self.reference(element, key)) }
    return references
  }

  /// Returns the leaf of the event before this one on its device.
  ///
  /// It is `nil` for the first event of a device, and for a line of an earlier version.
  func previousLeaf() throws(Failure) -> SHA256Digest? {
    switch object["previous"] {
    case nil, .null: return nil
    case .string(let text)?:
      guard let leaf = SHA256Digest(hexadecimal: text) else { throw wrong("previous", "a leaf hash") }
      return leaf
    case .array, .object, .integer, .fraction, .boolean: throw wrong("previous", "a leaf hash")
    }
  }

  func texts(_ key: String) throws(Failure) -> [String] {
    guard case .array(let elements)? = object[key] else { throw wrong(key, "a list") }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else { throw wrong(key, "a list of texts") }
      texts.append(text)
    }
    return texts
  }

  func hexadecimal(_ key: String) throws(Failure) -> [UInt8] {
    let digits = Array(try text(key).utf8)
    guard digits.count.isMultiple(of: 2), digits.count <= 64 else { throw wrong(key, "a row of bytes") }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.nibble(digits[index]), let low = Self.nibble(digits[index + 1]) else {
        throw wrong(key, "a row of bytes")
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func reference(_ value: JSONValue, _ key: String) throws(Failure) -> EventReference {
    let members = PrintedMembers(value)
    do throws(Failure) {
      return EventReference(
        device: try members.id("device"), sequence: UInt64(try members.integer("sequence", 1...Int64.max)))
    } catch {
      throw Failure(.dataError, "“\(key)” does not name an event")
    }
  }

  private static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  func wrong(_ key: String, _ what: String) -> Failure {
    Failure(.dataError, "“\(key)” is missing or is not \(what)")
  }
}
