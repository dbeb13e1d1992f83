import LedgerBytes
import Testing

@testable import LedgerDomain

/// Old shapes are lifted when read. Damaged payloads are unreadable and nothing worse.
struct CodecEvolutionTests {
  /// A group's creation as it might have been: called `title` first, then without a date.
  private static let codec = EventCodec(
    upcasters: [
      Upcaster(type: .groupCreated, from: 1) { old in
        guard case .object(var members) = old else { return old }
        members["name"] = members.removeValue(forKey: "title")
        return .object(members)
      },
      Upcaster(type: .groupCreated, from: 2) { old in
        guard case .object(var members) = old else { return old }
        members["on"] = "2020-01-01"
        return .object(members)
      },
    ], schemas: [.groupCreated: 3])

  private static func decode(
    _ payload: String, schema: UInt32, _ codec: EventCodec = codec
  ) -> Decoded {
    codec.decode(type: "GroupCreated", schema: schema, streamKind: "group", payload: Array(payload.utf8))
  }

  @Test("An old payload is lifted step by step")
  func lifted() throws {
    let date = try #require(CivilDate(iso: "2020-01-01"))
    let expected = Decoded.event(.group(.groupCreated(GroupEvent.Created(name: "Rome", on: date))))
    #expect(Self.decode(#"{"title":"Rome"}"#, schema: 1) == expected)
    #expect(Self.decode(#"{"name":"Rome"}"#, schema: 2) == expected)
    #expect(Self.decode(#"{"name":"Rome","on":"2020-01-01"}"#, schema: 3) == expected)
    #expect(Self.decode(#"{"name":"Rome"}"#, schema: 4) == .unknown)
  }

  @Test("A payload of a newer shape is not taken for an old one, nor an old one for today's")
  func notLifted() {
    for (payload, schema) in [
      (#"{"title":"Rome"}"#, UInt32(2)), (#"{"name":"Rome"}"#, 3), (#"{"name":"Rome"}"#, 1),
    ] {
      guard case .unreadable = Self.decode(payload, schema: schema) else {
        Issue.record("read from schema \(schema): \(payload)")
        continue
      }
    }
  }

  @Test("An event is unreadable if a lifting step is missing or its old payload is not JSON")
  func missingStep() {
    let gap = EventCodec(upcasters: [], schemas: [.groupCreated: 2])
    guard case .unreadable(let error) = Self.decode(#"{"name":"Rome","on":"2020-01-01"}"#, schema: 1, gap)
    else {
      Issue.record("lifted without a step")
      return
    }
    #expect(error.reason.contains("version 1 of GroupCreated"))
    for payload in ["", "{", #"{"title":"Rome","title":"Rome"}"#, #"{"title":1.5}"#, "[]", "\u{feff}{}"] {
      guard case .unreadable = Self.decode(payload, schema: 1) else {
        Issue.record("read: \(payload)")
        continue
      }
    }
  }

  @Test("Every shape that was released is still read: a category's change without kinds")
  func released() {
    for type in EventType.allCases {
      for schema in 1..<EventCodec.current.schema(of: type) {
        #expect(EventCodec.released.contains { $0.type == type && $0.from == schema }, "\(type) \(schema)")
      }
    }
    let first = EventCodec.current.decode(
      type: "CategoryChanged", schema: 1, streamKind: "category",
      payload: Array(#"{"name":{"from":"Coffee","to":"Tea"}}"#.utf8))
    let change = CategoryEvent.Changed(name: TextChange(from: "Coffee", to: "Tea"), emoji: nil, color: nil)
    #expect(first == .event(.category(.categoryChanged(change))))
  }

  @Test("A truncated payload is unreadable", arguments: EventType.allCases)
  func truncated(_ type: EventType) {
    for seed in 1...CodecRoundTripTests.rounds / 4 {
      var events = CodecEvents(seed: seed)
      let bytes = EventCodec.current.encode(events.event(type))
      for count in 0..<bytes.count {
        guard case .unreadable = EventCodec.current.decode(type, Array(bytes.prefix(count))) else {
          Issue.record("seed \(seed): the first \(count) bytes were read")
          return
        }
      }
    }
  }

  @Test(
    "A payload with random bytes changed is unreadable, or an event that is written and read again",
    arguments: EventType.allCases)
  func flipped(_ type: EventType) {
    for seed in 1...CodecRoundTripTests.rounds * 4 {
      var events = CodecEvents(seed: seed)
      var bytes = EventCodec.current.encode(events.event(type))
      for _ in 0...Int.random(in: 0...3, using: &events.generator) where !bytes.isEmpty {
        let index = Int.random(in: bytes.indices, using: &events.generator)
        switch Int.random(in: 0...3, using: &events.generator) {
        case 0: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &events.generator)
        case 1: bytes[index] = UInt8.random(in: 0...255, using: &events.generator)
        case 2: bytes.remove(at: index)
        default: bytes.insert(UInt8.random(in: 0x20...0x7e, using: &events.generator), at: index)
        }
      }
      switch EventCodec.current.decode(type, bytes) {
      case .event(let event):
        let again = EventCodec.current.decode(type, EventCodec.current.encode(event))
        #expect(
          again == .event(event), "seed \(seed): \(String(decoding: bytes, as: UTF8.self).debugDescription)")
      case .unreadable: break
      case .unknown, .redacted: Issue.record("seed \(seed): a type and a shape that are known")
      }
    }
  }
}
