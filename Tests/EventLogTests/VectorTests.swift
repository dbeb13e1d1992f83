import EventLog
import Foundation
import LedgerBytes
import Testing

/// The table that `tools/check-event-vectors`, which shares no code with this, computed.
@Suite struct VectorTests {
  struct Vector: CustomTestStringConvertible {
    let fields: [String]

    var testDescription: String { fields[0] }

    func event() throws -> ForeignEvent {
      let time = HybridTime(rawValue: try #require(UInt64(fields[2])))
      let lag = try #require(Int64(fields[3]))
      return ForeignEvent(
        reference: try reference(fields[1]), time: time,
        recordedAtMilliseconds: Int64(time.milliseconds) - lag, offsetMinutes: try #require(Int16(fields[4])),
        stream: StreamID(kind: fields[5], id: try id(fields[6])),
        seen: try fields[7] == "none" ? [] : fields[7].split(separator: ",").map { try reference(String($0)) },
        type: fields[8], schema: try #require(UInt32(fields[9])), correlation: try id(fields[10]),
        cause: fields[11] == "none" ? nil : try reference(fields[11]), actor: fields[12],
        salt: try bytes(fields[13]), payload: fields[14] == "redacted" ? nil : Array(fields[14].utf8),
        leaf: try #require(SHA256Digest(bytes: try bytes(fields[15]))))
    }

    private func bytes(_ hex: String) throws -> [UInt8] {
      let digits = Array(hex)
      return try stride(from: 0, to: digits.count, by: 2).map {
        try #require(UInt8(String(digits[$0...($0 + 1)]), radix: 16))
      }
    }

    private func id(_ hex: String) throws -> UniqueID { try #require(UniqueID(bytes: try bytes(hex))) }

    private func reference(_ text: String) throws -> EventReference {
      let parts = text.split(separator: ":")
      return EventReference(device: try id(String(parts[0])), sequence: try #require(UInt64(parts[1])))
    }
  }

  static var vectors: [Vector] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text =
      (try? String(contentsOf: root.appendingPathComponent("Fixtures/event-vectors.tsv"), encoding: .utf8))
    return (text ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      Vector(fields: $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
    }
  }

  @Test("the leaf is the one computed elsewhere", arguments: vectors)
  func leaf(_ vector: Vector) throws {
    let event = try vector.event()
    #expect(event.computedLeaf == event.leaf)
    #expect(try #require(event.hashedBytes).first == 1)
  }

  @Test("the table is there") func complete() { #expect(Self.vectors.count == 8) }

  @Test("an event of the table survives the log, and its leaf the way through it", arguments: vectors)
  func stored(_ vector: Vector) throws {
    let folder = try TemporaryFolder()
    let event = try vector.event()
    guard event.reference.sequence == 1 else { return }
    let log = try log(folder, device: deviceA)
    #expect(try log.takeIn([event], receivedAtMilliseconds: 1).taken == 1)
    #expect(try log.event(at: 1)?.envelope == event)
  }
}
