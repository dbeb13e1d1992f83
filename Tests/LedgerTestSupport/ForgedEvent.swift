/// An event as a program writes it that shares no code with the package: its hash is right, its content is anything.
///
/// Identifiers are their 32 hexadecimal digits, with or without hyphens.
public struct ForgedEvent: Sendable {
  /// The device that claims to have recorded it.
  public var device: String
  /// Its number there, from 1.
  public var sequence: UInt64
  /// The hybrid clock's milliseconds since 1970.
  public var milliseconds: UInt64
  /// The hybrid clock's counter.
  public var counter: UInt16 = 0
  /// The author's wall clock, or `nil` if it agrees with the hybrid clock.
  public var recorded: Int64?
  /// Minutes east of UTC.
  public var offset: Int16 = 120
  /// The kind of its stream.
  public var kind: String
  /// The identifier of its stream.
  public var stream: String
  /// Per other device the last event that the author had seen, in device order.
  public var seen: [(device: String, sequence: UInt64)] = []
  /// The event's name.
  public var type: String
  /// The version of the payload's shape.
  public var schema: UInt32 = 1
  /// The batch that it claims to belong to.
  public var correlation = "0c0c0c0c-0000-4000-8000-000000000001"
  /// The event that made it necessary.
  public var cause: (device: String, sequence: UInt64)?
  /// The actor.
  public var actor = "user/mallory"
  /// Sixteen bytes.
  public var salt = [UInt8](repeating: 7, count: 16)
  /// The payload's bytes, whatever they are.
  public var payload: [UInt8]
  /// The ledger that the line claims to belong to, or `nil` if the line names no ledger.
  public var ledger: String?

  /// An event from the parts that matter most.
  public init(
    device: String, _ sequence: UInt64, at milliseconds: UInt64, _ type: String, on kind: String,
    _ stream: String,
    _ payload: String, schema: UInt32 = 1
  ) {
    self.device = device
    self.sequence = sequence
    self.milliseconds = milliseconds
    self.type = type
    self.kind = kind
    self.stream = stream
    self.payload = Array(payload.utf8)
    self.schema = schema
  }
}

// MARK: - Bytes

extension ForgedEvent {
  private var wall: Int64 { recorded ?? Int64(milliseconds) }

  /// SHA-256 of the salt and the payload.
  public var commitment: [UInt8] { PlainSHA256.hash(salt + payload) }

  /// The bytes that are hashed, format 1.
  public var hashedBytes: [UInt8] {
    var bytes: [UInt8] = [1]
    bytes += Self.reference(device, sequence)
    bytes += Self.big(milliseconds << 16 | UInt64(counter))
    bytes += Self.big(UInt64(bitPattern: Int64(milliseconds) &- wall))
    bytes += Self.big(UInt16(bitPattern: offset))
    bytes += Self.text(kind) + Self.bytes(stream)
    bytes += Self.big(UInt16(seen.count)) + seen.flatMap { Self.reference($0.device, $0.sequence) }
    bytes += Self.text(type) + Self.big(schema) + Self.bytes(correlation)
    bytes += cause.map { Self.reference($0.device, $0.sequence) } ?? [UInt8](repeating: 0, count: 24)
    return bytes + Self.text(actor) + commitment
  }

  /// The leaf hash.
  public var leaf: [UInt8] { PlainSHA256.hash([0] + hashedBytes) }

  private static func big(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  private static func text(_ text: String) -> [UInt8] { big(UInt16(text.utf8.count)) + Array(text.utf8) }

  private static func reference(_ device: String, _ sequence: UInt64) -> [UInt8] {
    bytes(device) + big(sequence)
  }

  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.utf8.filter { $0 != UInt8(ascii: "-") }.map { digit in
      digit <= UInt8(ascii: "9") ? digit - UInt8(ascii: "0") : (digit | 0x20) - UInt8(ascii: "a") + 10
    }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

// MARK: - Lines

extension ForgedEvent {
  /// The line that `import` reads.
  public var line: String {
    line(content: "\"payloadBase64\":\"\(Self.base64(payload))\",\"salt\":\"\(Self.hex(salt))\"")
  }

  /// The line of the event without its content, which the commitment replaces.
  public var strippedLine: String {
    line(content: "\"payload\":null,\"commitment\":\"\(Self.hex(commitment))\"")
  }

  private func line(content: String) -> String {
    let seen = seen.map { Self.member($0.device, $0.sequence) }.joined(separator: ",")
    let parts = [
      "\"device\":\"\(device)\"", "\"deviceSequence\":\(sequence)",
      "\"time\":\"\(Self.instant(Int64(milliseconds)))\"",
      "\"counter\":\(counter)", "\"recorded\":\"\(Self.instant(wall))\"", "\"offsetMinutes\":\(offset)",
      "\"stream\":{\"kind\":\"\(kind)\",\"id\":\"\(stream)\"}", "\"seen\":[\(seen)]", "\"type\":\"\(type)\"",
      "\"schema\":\(schema)", "\"correlation\":\"\(correlation)\"",
      "\"cause\":\(cause.map { Self.member($0.device, $0.sequence) } ?? "null")", "\"actor\":\"\(actor)\"",
      "\"leaf\":\"\(Self.hex(leaf))\"", content,
    ]
    let named = ledger.map { ["\"ledger\":\"\($0)\""] } ?? []
    return "{\((named + parts).joined(separator: ","))}\n"
  }

  private static func member(_ device: String, _ sequence: UInt64) -> String {
    "{\"device\":\"\(device)\",\"sequence\":\(sequence)}"
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for index in 0..<4 {
        text.append(index <= part.count ? digits[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `2026-06-14T10:31:05.123Z`, by the civil calendar.
  private static func instant(_ milliseconds: Int64) -> String {
    let days = (milliseconds >= 0 ? milliseconds : milliseconds - 86_399_999) / 86_400_000
    let rest = milliseconds - days * 86_400_000
    // Days from 1 March of the year 0, in eras of 400 years.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let day = shifted - era * 146_097
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let ofYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let (civilMonth, civilDay) = (month < 10 ? month + 3 : month - 9, ofYear - (153 * month + 2) / 5 + 1)
    let civilYear = year + era * 400 + (civilMonth <= 2 ? 1 : 0)
    return "\(digits(civilYear, 4))-\(digits(civilMonth, 2))-\(digits(civilDay, 2))T"
      + "\(digits(rest / 3_600_000, 2)):\(digits(rest / 60_000 % 60, 2)):\(digits(rest / 1_000 % 60, 2))."
      + "\(digits(rest % 1_000, 3))Z"
  }
}

extension ForgedEvent {
  /// An identifier derived from a kind and its parts: version 8 of SHA-256 over them, zero bytes between.
  public static func derivedID(_ kind: String, _ parts: String...) -> String {
    var bytes = Array(PlainSHA256.hash(Array(([kind] + parts).joined(separator: "\0").utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = hex(bytes)
    let ends = [0, 8, 12, 16, 20, 32]
    return zip(ends, ends.dropFirst()).map { start, end in
      String(digits.dropFirst(start).prefix(end - start))
    }.joined(separator: "-")
  }
}
