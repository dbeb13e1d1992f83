package import EventLog
package import LedgerBytes

/// An event as a line of JSON, in the form that `show`, `tail` and `repro` print.
///
/// A line is text from outside and is checked as such. Keys that only matter where it was printed (`position`,
/// `version`, `received`, `transaction`, `was`) and unknown ones are ignored. The log checks whether the parts result
/// in the leaf hash.
package enum PrintedEvent {
  /// The maximal length of a line: the limit of an event, and its JSON around it.
  package static let lineBytesMax = EventLine.bytesMax

  /// Returns the event of a line.
  package static func event(_ bytes: [UInt8]) throws(EventLine.Fault) -> ForeignEvent { try read(bytes).event }

  /// Returns the event of a line with the ledger that the line names.
  ///
  /// The ledger is `nil` for a line of an older version, which named no ledger.
  package static func read(_ bytes: [UInt8]) throws(EventLine.Fault) -> (event: ForeignEvent, ledger: UniqueID?)
  {
    try read(try PrintedMembers.object(bytes))
  }

  /// Returns the event of a document with the ledger that it names, as above.
  package static func read(_ object: JSONValue) throws(EventLine.Fault) -> (
    event: ForeignEvent, ledger: UniqueID?
  ) {
    let line = PrintedMembers(object)
    let time = try line.instant("time")
    let counter = try line.integer("counter", 0...65_535)
    guard time >= 0, let leaf = SHA256Digest(hexadecimal: try line.text("leaf")) else {
      throw EventLine.Fault(reason: "“leaf” is not a SHA-256 hash, or “time” is before 1970")
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
      actor: try line.text("actor"), salt: salt, payload: payload, leaf: leaf)
    event.previousLeaf = try line.previousLeaf()
    return (event, ledger)
  }

  /// Returns the payload's bytes, or `nil` if it was redacted.
  ///
  /// They are canonical JSON as every program of ours writes it, or base64 if they are not canonical.
  private static func payload(_ object: JSONValue) throws(EventLine.Fault) -> [UInt8]? {
    if case .string(let text)? = object["payloadBase64"] {
      guard let bytes = Base64.decode(text) else {
        throw EventLine.Fault(reason: "“payloadBase64” is not base64")
      }
      return bytes
    }
    switch object["payload"] {
    case .null: return nil
    case nil: throw EventLine.Fault(reason: "“payload” is missing")
    case .object(let members)?: return JSONValue.object(members).encoded()
    case .array, .string, .integer, .fraction, .boolean:
      throw EventLine.Fault(reason: "“payload” is not an object")
    }
  }
}

/// The members of an object, each of the kind that is expected or refused by its name.
package struct PrintedMembers {
  private let object: JSONValue

  package init(_ object: JSONValue) { self.object = object }

  /// Returns the object that a line is.
  package static func object(_ line: [UInt8]) throws(EventLine.Fault) -> JSONValue {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: line, as: .exchange) } catch {
      throw EventLine.Fault(reason: "not JSON: \(error.reason), at byte \(error.offset)")
    }
    guard case .object = value else { throw EventLine.Fault(reason: "not a JSON object") }
    return value
  }

  package func text(_ key: String) throws(EventLine.Fault) -> String {
    guard case .string(let text)? = object[key] else { throw wrong(key, "a text") }
    return text
  }

  package func integer(_ key: String, _ range: ClosedRange<Int64>) throws(EventLine.Fault) -> Int64 {
    guard case .integer(let number)? = object[key], range.contains(number) else {
      throw wrong(key, "a whole number in its range")
    }
    return number
  }

  package func id(_ key: String) throws(EventLine.Fault) -> UniqueID {
    guard let id = UniqueID(try text(key)) else { throw wrong(key, "an id") }
    return id
  }

  package func instant(_ key: String) throws(EventLine.Fault) -> Int64 {
    let text = Array(try text(key).utf8)
    guard let milliseconds = text.withUnsafeBytes({ InstantText.milliseconds($0) }) else {
      throw wrong(key, "an instant as 2026-06-14T10:31:05.123Z")
    }
    return milliseconds
  }

  package func object(_ key: String) throws(EventLine.Fault) -> JSONValue {
    guard let value = object[key], case .object = value else { throw wrong(key, "an object") }
    return value
  }

  func reference(_ key: String) throws(EventLine.Fault) -> EventReference? {
    guard let value = object[key] else { throw wrong(key, "there") }
    if case .null = value { return nil }
    return try Self.reference(value, key)
  }

  func references(_ key: String) throws(EventLine.Fault) -> [EventReference] {
    guard case .array(let elements)? = object[key] else { throw wrong(key, "a list") }
    var references: [EventReference] = []
    for element in elements { references.append(try Self.reference(element, key)) }
    return references
  }

  /// Returns the leaf of the event before this one on its device.
  ///
  /// It is `nil` for the first event of a device, and for a line of an earlier version.
  func previousLeaf() throws(EventLine.Fault) -> SHA256Digest? {
    switch object["previous"] {
    case nil, .null: return nil
    case .string(let text)?:
      guard let leaf = SHA256Digest(hexadecimal: text) else { throw wrong("previous", "a leaf hash") }
      return leaf
    case .array, .object, .integer, .fraction, .boolean: throw wrong("previous", "a leaf hash")
    }
  }

  package func texts(_ key: String) throws(EventLine.Fault) -> [String] {
    guard case .array(let elements)? = object[key] else { throw wrong(key, "a list") }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else { throw wrong(key, "a list of texts") }
      texts.append(text)
    }
    return texts
  }

  func hexadecimal(_ key: String) throws(EventLine.Fault) -> [UInt8] {
    guard let bytes = EventLine.bytes(ofHexadecimal: Array(try text(key).utf8)) else {
      throw wrong(key, "a row of bytes")
    }
    return bytes
  }

  private static func reference(_ value: JSONValue, _ key: String) throws(EventLine.Fault) -> EventReference {
    let members = PrintedMembers(value)
    do throws(EventLine.Fault) {
      return EventReference(
        device: try members.id("device"), sequence: UInt64(try members.integer("sequence", 1...Int64.max)))
    } catch {
      throw EventLine.Fault(reason: "“\(key)” does not name an event")
    }
  }

  package func wrong(_ key: String, _ what: String) -> EventLine.Fault {
    EventLine.Fault(reason: "“\(key)” is missing or is not \(what)")
  }
}
