import LedgerBytes
import Testing

@testable import EventLog

/// Files of events that begin after the place where a device's history forked.
@Suite("Events of another branch") struct GraftTests {
  /// A device's events as a sender hands them over, each with the leaf before it.
  private static func sent(_ log: TestLog) throws -> [ForeignEvent] {
    var previous: SHA256Digest?
    return try log.envelopes().map { event in
      var event = event
      event.previousLeaf = previous
      previous = event.leaf
      return event
    }
  }

  /// Two branches of one device: two events in common, and then `count` of each.
  private static func branches(_ count: Int) throws -> (one: [ForeignEvent], other: [ForeignEvent]) {
    let (one, other) = (try TestLog(device: 2), try TestLog(device: 2))
    try one.append(draft(), draft())
    try other.takeInAsOwn(try one.envelopes())
    for number in 0..<count {
      try one.append(draft(payload: #"{"one":\#(number)}"#))
      try other.append(draft(payload: #"{"other":\#(number)}"#))
    }
    return (try sent(one), try sent(other))
  }

  @Test("A file that begins past the fork grafts nothing onto the branch that is here", arguments: 1...4)
  func graft(length: Int) throws {
    let (one, other) = try Self.branches(6)
    let log = try TestLog()
    try log.takeIn(Array(one.prefix(2 + length)))
    let result = try log.takeIn(Array(other.dropFirst(2 + length)))
    #expect(result.taken == 0 && result.leftOut == 6 - length)
    let last = EventReference(device: id(2), sequence: UInt64(2 + length))
    #expect(result.forks == [last])
    #expect(try log.envelopes().map(\.leaf) == one.prefix(2 + length).map(\.leaf))
    // What follows on the branch that is here still comes.
    #expect(try log.takeIn(Array(one.dropFirst(2 + length))).taken == 6 - length)
    #expect(try log.log.verify().isSound)
  }

  @Test("At the fork itself both branches follow the events in common, and the first to arrive stays")
  func atTheFork() throws {
    let (one, other) = try Self.branches(2)
    let log = try TestLog()
    try log.takeIn(Array(one.prefix(2)))
    #expect(try log.takeIn(Array(other.dropFirst(2))).taken == 2)
    #expect(try log.takeIn(one).leftOut == 2)
  }

  @Test("A branch that grew in the same write is compared with its last event")
  func inOneWrite() throws {
    let (one, other) = try Self.branches(3)
    let log = try TestLog()
    let result = try log.takeIn(Array(one.prefix(4)) + other.suffix(1))
    #expect(result.taken == 4 && result.leftOut == 1)
  }

  @Test("Own events of another branch end the device") func own() throws {
    let (one, other) = try Self.branches(3)
    let log = try TestLog(device: 2)
    try log.takeInAsOwn(one.map { $0 })
    let result = try log.takeIn(
      [other[4]].map { event in
        var event = event.changed(reference: EventReference(device: id(2), sequence: 6))
        event.previousLeaf = other[4].leaf
        return event
      })
    #expect(result.leftOut == 1 && log.log.identity == .foreign(previous: id(2)))
  }

  @Test("A copy that went another way gives nothing back") func recovering() throws {
    let (one, other) = try Self.branches(3)
    let log = try TestLog()
    try log.takeIn(Array(one.prefix(4)))
    let error = refusal {
      _ = try log.log.takeIn([other[4]], receivedAtMilliseconds: noon, losses: .takeBack)
    }
    #expect(
      error
        == .fork(
          EventReference(device: id(2), sequence: 4), here: one[3].leaf, other: other[3].leaf))
  }

  @Test("Events whose sender does not tell what came before are taken by their numbers, as before")
  func untold() throws {
    let (one, other) = try Self.branches(3)
    let log = try TestLog()
    try log.takeIn(Array(one.prefix(4)))
    var event = other[4]
    event.previousLeaf = nil
    #expect(try log.takeIn([event]).taken == 1)
  }
}
