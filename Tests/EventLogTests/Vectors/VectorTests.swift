import EventLog
import LedgerBytes
import Testing

/// The format of a log once written can never change: these bytes are what it is.
@Suite("Vectors") struct VectorTests {
  static let file = EventVectors.all

  @Test("the file has the vectors, and between them they use every part")
  func coverage() {
    let events = Self.file.vectors.map(\.event)
    #expect(events.count >= 12)
    #expect(events.contains { $0.seen.isEmpty } && events.contains { $0.seen.count >= 3 })
    #expect(events.contains { $0.cause == nil } && events.contains { $0.cause != nil })
    #expect(events.contains { $0.lagMilliseconds < 0 } && events.contains { $0.lagMilliseconds > 0 })
    #expect(events.contains { $0.offsetMinutes < 0 } && events.contains { $0.recordedAtMilliseconds < 0 })
    #expect(events.contains { $0.payload == nil } && events.contains { $0.payload == Array("{}".utf8) })
    for text in [\ForeignEvent.actor, \.type, \.stream.kind] {
      #expect(events.contains { $0[keyPath: text].utf8.contains { $0 > 127 } })
    }
    for event in events { #expect(event.seen == event.seen.sorted()) }
  }

  @Test("an event's parts give the bytes that are hashed", arguments: Self.file.vectors)
  func bytes(_ vector: EventVectors.Vector) throws {
    #expect(try #require(vector.event.hashedBytes) == vector.bytes)
    #expect(vector.event.computedLeaf == vector.event.leaf)
    #expect(MerkleTree.leaf(vector.bytes) == vector.event.leaf)
  }

  @Test("the leaves give the trees' roots")
  func roots() {
    let leaves = Self.file.vectors.map(\.event.leaf)
    #expect(Self.file.roots.count == leaves.count + 1)
    for (size, root) in Self.file.roots {
      #expect(MerkleTree.root(of: leaves.prefix(size)).description == root, "\(size) leaves")
    }
  }

  @Test("a log takes each of them in, and gives it back as it was", arguments: Self.file.vectors)
  func roundTrip(_ vector: EventVectors.Vector) throws {
    guard vector.event.time.milliseconds < EventLimits.latestForeignMilliseconds else { return }
    let stream = vector.event.stream
    let log = try TestLog(device: 77, ledger: stream.kind == "ledger" ? stream.id : TestLog.ledger)
    let first = vector.event.changed(
      reference: EventReference(device: vector.event.reference.device, sequence: 1))
    #expect(try log.takeIn([first], stripped: .accept).taken == 1)
    #expect(try log.envelopes() == [first])
    #expect(try log.log.verify().findings.allSatisfy { $0.kind == .redaction })
  }

  @Test("a redacted event has the leaf it had", arguments: Self.file.vectors)
  func redaction(_ vector: EventVectors.Vector) throws {
    let commitment = try #require(vector.event.commitment)
    let redacted = vector.event.changed(salt: commitment.bytes, payload: .some(nil), keepingLeaf: true)
    #expect(redacted.computedLeaf == vector.event.leaf)
  }

  @Test("any other part gives another leaf")
  func everyPartCounts() throws {
    let event = try #require(Self.file.vectors.first { $0.event.payload != nil }?.event)
    let reference = EventReference(device: id(50), sequence: 50)
    let others = [
      event.changed(reference: reference), event.changed(time: HybridTime(rawValue: event.time.rawValue + 1)),
      event.changed(stream: StreamID(kind: event.stream.kind + "x", id: event.stream.id)),
      event.changed(stream: StreamID(kind: event.stream.kind, id: id(51))), event.changed(seen: [reference]),
      event.changed(type: event.type + "x"), event.changed(cause: reference), event.changed(actor: "x"),
      event.changed(salt: salt(1)), event.changed(payload: Array("[]".utf8)),
    ]
    #expect(Set(others.map(\.leaf) + [event.leaf]).count == others.count + 1)
  }
}
