package import EventLog
public import LedgerBook
package import LedgerBytes
public import LedgerDomain

/// An event as one line of JSON, in the form that `tail --json`, `repro` and segments share.
///
/// A line has everything that travels between devices and the ledger's id. Local members (`position`, `version`,
/// `received`, `transaction`) are neither written nor read. A reader skips members that it does not know.
public enum EventLine {
  /// The longest line: an event's limit, and what JSON and base64 add to it.
  public static let bytesMax = 8 << 20

  /// Why a line is not an event.
  public struct Fault: Error, Hashable, Sendable {
    /// The reason, in one sentence without a full stop.
    public let reason: String

    package init(reason: String) { self.reason = reason }
  }

  /// Reads an event and the ledger that the line names.
  ///
  /// The leaf is not recomputed here.
  ///
  /// - Parameter line: The bytes of the line, without its end.
  /// - Complexity: O(bytes).
  package static func read(_ line: UnsafeRawBufferPointer) throws(Fault) -> (ForeignEvent, ledger: UniqueID?) {
    var parts = EventLineParts()
    do throws(JSONError) {
      var reader = JSONReader(line)
      try reader.readObject { (reader, key) throws(JSONError) in try parts.read(&reader, key) }
      try reader.finish()
    } catch {
      throw Fault(reason: "\(error.reason), at byte \(error.offset)")
    }
    return (try parts.event(), parts.ledger)
  }
}

extension EventLine.Fault: Explained {
  /// Returns the explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    Refusal(.invalidValue, "this line is not an event", detail: reason)
  }
}

/// The members of a line while it is read.
private struct EventLineParts {
  var ledger: UniqueID?
  private var device: UniqueID?
  private var sequence: UInt64?
  private var milliseconds: Int64?
  private var counter: UInt16?
  private var recorded: Int64?
  private var offset: Int16?
  private var kind: String?
  private var stream: UniqueID?
  private var seen: [EventReference]?
  private var type: String?
  private var schema: UInt32?
  private var correlation: UniqueID?
  private var cause: EventReference?
  private var actor: String?
  private var salt: [UInt8]?
  private var commitment: [UInt8]?
  private var payload: [UInt8]?
  private var leaf: SHA256Digest?
  /// A bit per member that was read: no member may come twice.
  private var found: UInt32 = 0
  private static let causeBit: UInt32 = 1 << 1

  mutating func read(_ reader: inout JSONReader, _ key: JSONKey) throws(JSONError) {
    switch key {
    case "actor":
      try once(0, reader)
      actor = try reader.readString()
    case "cause":
      try once(1, reader)
      cause = try reader.peek() == .null ? null(&reader) : reference(&reader)
    case "commitment":
      try once(2, reader)
      commitment = try hexadecimal(&reader)
    case "correlation":
      try once(3, reader)
      correlation = try id(&reader)
    case "counter":
      try once(4, reader)
      counter = try integer(&reader)
    case "device":
      try once(5, reader)
      device = try id(&reader)
    case "deviceSequence":
      try once(6, reader)
      sequence = try integer(&reader)
    case "leaf":
      try once(7, reader)
      let offset = reader.offset
      leaf = SHA256Digest(hexadecimal: try reader.readText().rawBytes)
      if leaf == nil { throw JSONError(offset: offset, reason: "a hash of 64 digits was expected") }
    case "ledger":
      try once(8, reader)
      ledger = try id(&reader)
    case "offsetMinutes":
      try once(9, reader)
      offset = try integer(&reader)
    default: try readContent(&reader, key)
    }
  }

  /// Reads the members about times, the content and the record.
  private mutating func readContent(_ reader: inout JSONReader, _ key: JSONKey) throws(JSONError) {
    switch key {
    case "payload":
      try once(10, reader)
      if try reader.peek() == .object {
        let bytes = try reader.rawValue()
        if payload == nil { payload = Array(bytes) }
      } else {
        try reader.skipValue()
      }
    case "payloadBase64":
      try once(11, reader)
      let offset = reader.offset
      payload = Base64.decode(try reader.readString())
      if payload == nil { throw JSONError(offset: offset, reason: "base64 was expected") }
    case "recorded":
      try once(12, reader)
      recorded = try instant(&reader)
    case "recordedMilliseconds":
      try once(13, reader)
      recorded = try reader.readInteger()
    case "salt":
      try once(14, reader)
      salt = try hexadecimal(&reader)
    case "schema":
      try once(15, reader)
      schema = try integer(&reader)
    case "seen":
      try once(16, reader)
      var list: [EventReference] = []
      try reader.readArray { (reader) throws(JSONError) in list.append(try reference(&reader)) }
      seen = list
    case "stream":
      try once(17, reader)
      try reader.readObject { (reader, key) throws(JSONError) in
        switch key {
        case "id": stream = try id(&reader)
        case "kind": kind = try reader.readString()
        default: try reader.skipValue()
        }
      }
    case "time":
      try once(18, reader)
      milliseconds = try instant(&reader)
    case "type":
      try once(19, reader)
      type = try reader.readString()
    default: try reader.skipValue()
    }
  }

  func event() throws(EventLine.Fault) -> ForeignEvent {
    let time = try required(milliseconds, "time")
    guard found & Self.causeBit != 0 else { throw EventLine.Fault(reason: "\"cause\" is missing") }
    guard time >= 0 else { throw EventLine.Fault(reason: "\"time\" is before 1970") }
    return ForeignEvent(
      reference: EventReference(
        device: try required(device, "device"), sequence: try required(sequence, "deviceSequence")),
      time: HybridTime(milliseconds: UInt64(time), counter: try required(counter, "counter")),
      recordedAtMilliseconds: try required(recorded, "recorded"),
      offsetMinutes: try required(offset, "offsetMinutes"),
      stream: StreamID(kind: try required(kind, "stream"), id: try required(stream, "stream")),
      seen: try required(seen, "seen"), type: try required(type, "type"),
      schema: try required(schema, "schema"), correlation: try required(correlation, "correlation"),
      cause: cause, actor: try required(actor, "actor"),
      salt: try required(payload == nil ? commitment : salt, payload == nil ? "commitment" : "salt"),
      payload: payload, leaf: try required(leaf, "leaf"))
  }

  private func required<Value>(_ value: Value?, _ name: String) throws(EventLine.Fault) -> Value {
    guard let value else { throw EventLine.Fault(reason: "\"\(name)\" is missing") }
    return value
  }

  private mutating func once(_ member: UInt32, _ reader: JSONReader) throws(JSONError) {
    guard found & (1 << member) == 0 else {
      throw JSONError(offset: reader.offset, reason: "the same key twice in an object")
    }
    found |= 1 << member
  }

  private func null(_ reader: inout JSONReader) throws(JSONError) -> EventReference? {
    try reader.readNull()
    return nil
  }

  private func id(_ reader: inout JSONReader) throws(JSONError) -> UniqueID {
    let offset = reader.offset
    guard let id = UniqueID(text: try reader.readText().rawBytes) else {
      throw JSONError(offset: offset, reason: "an id was expected")
    }
    return id
  }

  private func integer<Number: FixedWidthInteger>(_ reader: inout JSONReader) throws(JSONError) -> Number {
    let offset = reader.offset
    guard let number = Number(exactly: try reader.readInteger()) else {
      throw JSONError(offset: offset, reason: "the number is out of its range")
    }
    return number
  }

  private func instant(_ reader: inout JSONReader) throws(JSONError) -> Int64 {
    let offset = reader.offset
    guard let instant = InstantText.milliseconds(try reader.readText().rawBytes) else {
      throw JSONError(offset: offset, reason: "an instant as 2026-06-14T10:31:05.123Z was expected")
    }
    return instant
  }

  private func reference(_ reader: inout JSONReader) throws(JSONError) -> EventReference {
    let offset = reader.offset
    var device: UniqueID?
    var sequence: UInt64?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "device": device = try id(&reader)
      case "sequence": sequence = try integer(&reader)
      default: try reader.skipValue()
      }
    }
    guard let device, let sequence else {
      throw JSONError(offset: offset, reason: "an event's device and sequence were expected")
    }
    return EventReference(device: device, sequence: sequence)
  }

  /// Returns the bytes of hexadecimal digits, or `nil` for `null` or a missing member.
  private func hexadecimal(_ reader: inout JSONReader) throws(JSONError) -> [UInt8]? {
    let offset = reader.offset
    if try reader.peek() == .null {
      try reader.readNull()
      return nil
    }
    guard let bytes = EventLine.bytes(ofHexadecimal: Array(try reader.readText().rawBytes)) else {
      throw JSONError(offset: offset, reason: "up to 64 hexadecimal digits were expected")
    }
    return bytes
  }
}

extension EventLine {
  /// Returns the bytes of up to 64 hexadecimal digits in lower case, or `nil` for other texts.
  static func bytes(ofHexadecimal digits: [UInt8]) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2), digits.count <= 64 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = nibble(digits[index]), let low = nibble(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
