import EventLog
import Foundation
import LedgerBytes
import Testing

/// `Fixtures/event-vectors.txt`: the parts of events, their hashed bytes and leaves, and roots over those.
struct EventVectors {
  struct Vector: CustomTestStringConvertible {
    let name: String
    let event: ForeignEvent
    let bytes: [UInt8]

    var testDescription: String { name }
  }

  var vectors: [Vector] = []
  /// By how many of the leaves, in the order of the file.
  var roots: [Int: String] = [:]

  static let all: EventVectors = {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Fixtures/event-vectors.txt")
    return EventVectors((try? String(contentsOf: path, encoding: .utf8)) ?? "")
  }()

  private init(_ text: String) {
    for block in text.split(separator: "\n\n") {
      var parts: [(name: String, value: String)] = []
      for line in block.split(separator: "\n") where !line.hasPrefix("#") {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        parts.append((words[0], words.count > 1 ? words[1] : ""))
      }
      if let vector = Self.vector(parts) { vectors.append(vector) }
      for part in parts where part.name == "root" {
        let words = part.value.split(separator: " ").map(String.init)
        roots[Int(words[0]) ?? -1] = words[1]
      }
    }
  }

  private static func vector(_ parts: [(name: String, value: String)]) -> Vector? {
    func value(_ name: String) -> String? { parts.first { $0.name == name }?.value }
    func number(_ name: String) -> Int64 { value(name).flatMap { Int64($0) } ?? 0 }
    func reference(_ text: String) -> EventReference? {
      let words = text.split(separator: " ").map(String.init)
      guard words.count == 2, let device = UniqueID(words[0]), let sequence = UInt64(words[1]) else {
        return nil
      }
      return EventReference(device: device, sequence: sequence)
    }
    guard let name = value("event"), let identity = value("device").flatMap(reference),
      let time = value("time").map({ $0.split(separator: " ").compactMap { UInt64($0) } }), time.count == 2,
      let stream = value("stream").flatMap({ UniqueID($0) }),
      let correlation = value("correlation").flatMap({ UniqueID($0) }),
      let leaf = value("leaf").flatMap({ SHA256Digest(bytes: hex($0)) })
    else { return nil }
    return Vector(
      name: name,
      event: ForeignEvent(
        reference: identity, time: HybridTime(milliseconds: time[0], counter: UInt16(time[1])),
        recordedAtMilliseconds: number("recorded"), offsetMinutes: Int16(number("offset")),
        stream: StreamID(kind: value("kind") ?? "", id: stream),
        seen: parts.filter { $0.name == "seen" }.compactMap { reference($0.value) },
        type: value("type") ?? "", schema: UInt32(number("schema")), correlation: correlation,
        cause: value("cause").flatMap(reference), actor: value("actor") ?? "",
        salt: hex(value("salt") ?? value("commitment") ?? ""), payload: value("payload").map { Array($0.utf8) },
        leaf: leaf),
      bytes: hex(value("bytes") ?? ""))
  }
}

/// The bytes of hexadecimal digits.
func hex(_ text: String) -> [UInt8] {
  let digits = text.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
