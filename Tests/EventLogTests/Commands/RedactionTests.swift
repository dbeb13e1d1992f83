import EventLog
import LedgerBytes
import LedgerSQLite
import Testing

@Suite("Redaction") struct RedactionTests {
  static let secret = "the cash machine at Alexanderplatz"

  @Test("the payload is gone from event and file, header, leaf, tree and head stay and verify")
  func redact() throws {
    let log = try TestLog()
    let before = try log.append(draft(), draft(payload: #"{"note":"\#(Self.secret)"}"#), draft())
    let head = try bytes(of: log.head)
    let tree = try log.log.leaves(of: log.device)
    try log.log.write { try $0.redact(before[1].reference) }
    let event = try #require(try log.log.event(at: 2))
    #expect(event.payload == nil && event.salt == SHA256.hash(before[1].salt + (before[1].payload ?? [])).bytes)
    #expect(event.envelope.computedLeaf == before[1].leaf && event.leaf == before[1].leaf)
    #expect(event.time == before[1].time && event.type == before[1].type && event.actor == before[1].actor)
    #expect(try bytes(of: log.head) == head)
    // Nothing else is wrong with it, and nothing once its redaction is on record.
    #expect(try log.log.verify().findings.map(\.kind) == [.redaction])
    let leaves = try log.log.leaves(of: log.device)
    #expect(leaves == tree)
    try log.append(redaction(of: event.reference))
    #expect(try log.log.verify().isSound)
    #expect(
      MerkleTree.verifyInclusion(
        of: event.leaf, at: 1, size: 3, root: MerkleTree.root(of: leaves),
        proof: MerkleTree.inclusionProof(of: 1, in: leaves[...])))
    // On the disk too, once the -wal is in the log.
    try log.log.close()
    for name in try names(in: log.folder) {
      let text = String(decoding: try bytes(of: log.folder + "/" + name), as: UTF8.self)
      #expect(!text.contains(Self.secret), "\(name)")
    }
  }

  @Test(
    "a request whose reason no fold reads is no request",
    arguments: [EventLimits.textBytes, EventLimits.textBytes + 1])
  func longReason(bytes: Int) throws {
    let other = try TestLog(device: 2)
    let first = try other.append(draft(), draft())
    let reason = String(repeating: "x", count: bytes)
    let request = redaction(of: first[0].reference).payload
    let payload = String(decoding: request, as: UTF8.self).replacing("asked for", with: reason)
    let event = try other.append(redaction(of: first[0].reference))[0].envelope
    let log = try TestLog()
    try log.takeIn(first.map(\.envelope) + [event.changed(payload: Array(payload.utf8))])
    #expect(try log.log.isRedacted(first[0].reference) == (bytes == EventLimits.textBytes))
  }

  @Test("is once, of an event that is there, and in a write that may still fail")
  func refusals() throws {
    struct Stop: Error {}
    let log = try TestLog()
    let reference = try log.append(draft())[0].reference
    #expect(throws: Stop.self) {
      try log.log.write { writer in
        try writer.redact(reference)
        throw Stop()
      }
    }
    #expect(try log.events()[0].payload != nil)
    try log.log.write { try $0.redact(reference) }
    #expect(refusal { try log.log.write { try $0.redact(reference) } } == .alreadyRedacted(reference))
    for missing in [
      EventReference(device: log.device, sequence: 2), EventReference(device: id(9), sequence: 1),
    ] {
      #expect(refusal { try log.log.write { try $0.redact(missing) } } == .noSuchEvent(missing))
    }
  }

  @Test("a redacted event travels, and verifies where it arrives")
  func travels() throws {
    let log = try TestLog()
    let reference = try log.append(draft(), draft())[1].reference
    try log.redact(reference)
    let two = try TestLog(device: 2)
    // Not without the event that requests it.
    #expect(throws: EventLogError.self) { try two.takeIn(Array(try log.envelopes().prefix(2))) }
    try two.takeIn(try log.envelopes())
    #expect(try two.envelopes() == log.envelopes())
    #expect(try two.log.verify().isSound)
    #expect(refusal { try two.log.write { try $0.redact(reference) } } == .alreadyRedacted(reference))
  }
}
