import LedgerBytes
import LedgerDomain
import Testing

/// Between events and their payloads, for every type, with random contents (Design, section 4).
struct CodecRoundTripTests {
  static let rounds: UInt64 = 60

  @Test("An event is read back unchanged and encodes to the same bytes", arguments: EventType.allCases)
  func roundTrip(_ type: EventType) throws {
    for seed in 1...Self.rounds {
      var events = CodecEvents(seed: seed)
      let event = events.event(type)
      let bytes = EventCodec.current.encode(event)
      let words: Comment = "seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)"
      #expect(event.type == type)
      guard case .event(let decoded) = EventCodec.current.decode(type, bytes) else {
        Issue.record("\(EventCodec.current.decode(type, bytes)), \(words)")
        return
      }
      #expect(decoded == event, words)
      #expect(EventCodec.current.encode(decoded) == bytes, words)
      #expect(try JSONValue(parsing: bytes, as: .payload).encoded() == bytes, words)
    }
  }

  @Test(
    "An unknown type or schema of event is told apart from an unreadable payload", arguments: EventType.allCases
  )
  func unknown(_ type: EventType) {
    var events = CodecEvents(seed: 7)
    let bytes = EventCodec.current.encode(events.event(type))
    let today = type.schema
    func decode(_ name: String, schema: UInt32? = nil, kind: String? = nil, _ payload: [UInt8]?) -> Decoded {
      EventCodec.current.decode(
        type: name, schema: schema ?? today, streamKind: kind ?? type.streamKind.rawValue, payload: payload)
    }
    #expect(decode(type.rawValue + "Again", bytes) == .unknown)
    #expect(decode(type.rawValue.lowercased(), bytes) == .unknown)
    for schema in [0, today + 1, today + 2, UInt32.max] {
      #expect(decode(type.rawValue, schema: schema, bytes) == .unknown)
    }
    #expect(decode(type.rawValue, schema: today + 1, [0xff]) == .unknown)
    #expect(decode(type.rawValue, nil) == .redacted)
    for kind in StreamKind.allCases.map(\.rawValue) + ["", "account"] where kind != type.streamKind.rawValue {
      guard case .unreadable(let error) = decode(type.rawValue, kind: kind, bytes) else {
        Issue.record("\(type.rawValue) was read from a \(kind)")
        continue
      }
      #expect(error.reason.contains(type.rawValue))
    }
  }

  @Test("Unknown keys are skipped", arguments: EventType.allCases)
  func unknownKeys(_ type: EventType) throws {
    for seed in 1...Self.rounds {
      var events = CodecEvents(seed: seed)
      let event = events.event(type)
      var members = try Self.members(EventCodec.current.encode(event))
      members["AAA"] = ["deep": [1, ["a": true], []]]
      members["zzz"] = "later"
      #expect(
        EventCodec.current.decode(type, JSONValue.object(members).encoded()) == .event(event), "seed \(seed)")
    }
  }

  static func members(_ payload: [UInt8]) throws -> [String: JSONValue] {
    guard case .object(let members) = try JSONValue(parsing: payload, as: .payload) else { return [:] }
    return members
  }
}
