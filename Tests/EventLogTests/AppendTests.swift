import EventLog
import Foundation
import LedgerBytes
import LedgerSQLite
import Testing

@Suite struct AppendTests {
  let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  @Test("what is appended is what is read, by every way of reading")
  func roundTrip() throws {
    let log = try log(folder)
    let stored = try log.append([
      draft(1), draft(2, "GroupCreated", cause: .draft(0)),
      draft(1, "TextRecognized", cause: .event(EventReference(device: deviceC, sequence: 9))),
    ])
    #expect(stored.map(\.position) == [1, 2, 3])
    #expect(stored.map(\.version) == [1, 1, 2])
    #expect(stored.map(\.reference.sequence) == [1, 2, 3])
    #expect(stored[1].cause == stored[0].reference)
    #expect(stored[2].cause?.device == deviceC)
    for event in stored {
      #expect(event.envelope.computedLeaf == event.leaf)
      #expect(event.recordedAtMilliseconds == june.milliseconds && event.offsetMinutes == 120)
      #expect(event.receivedAtMilliseconds == 0 && event.seen.isEmpty)
    }
    #expect(try log.all() == stored)
    #expect(try log.event(at: 2) == stored[1])
    #expect(try log.event(at: 4) == nil)
    #expect(try log.event(stored[2].reference) == stored[2])
    #expect(try log.event(EventReference(device: deviceA, sequence: 4)) == nil)
    #expect(try log.event(EventReference(device: deviceB, sequence: 1)) == nil)
    #expect(try log.events(of: stream(1)) == [stored[0], stored[2]])
    #expect(try log.events(of: stream(1), after: 1) == [stored[2]])
    #expect(try log.backwards(limit: 2) == [stored[2], stored[1]])
    #expect(try log.backwards(from: 2) == [stored[1], stored[0]])
    #expect(try log.events(first: 2, count: 2) == [stored[1], stored[2]])
    #expect(try log.events(of: deviceA, after: 1) == [stored[1], stored[2]])
    #expect(try log.events(of: deviceA, after: 0, limit: 1) == [stored[0]])
    var typed: [StoredEvent] = []
    try log.ofType("TextRecognized") { typed.append($0) }
    #expect(typed == [stored[2]])
    #expect(try log.version(of: stream(1)) == 2 && log.version(of: stream(9)) == 0)
    #expect(try log.streams(kind: "transaction") == [stream(1), stream(2)])
    #expect(try log.streams(kind: "group") == [])
    #expect(try log.lastPosition() == 3)
    let head = try #require(try log.devices().first)
    #expect(head.device == deviceA && head.size == 3 && head.lastTime == stored[2].time)
    #expect(head.root == MerkleTree.root(of: stored.map(\.leaf)))
    #expect(try log.devices().count == 1)
    #expect(try log.leaves(of: deviceA) == stored.map(\.leaf))
  }

  @Test("an expected version that has passed is refused, and nothing of its batch is written")
  func expectedVersions() throws {
    let log = try log(folder)
    try log.append([draft(1, expecting: .none), draft(1, expecting: .none), draft(2, expecting: .version(0))])
    try log.append([draft(1, expecting: .version(2)), draft(1, expecting: .version(2))])
    for (expecting, expected) in [
      (EventDraft.ExpectedVersion.none, StreamVersion(0)), (.version(3), 3), (.version(5), 5),
    ] {
      #expect(throws: EventLogError.wrongVersion(stream: stream(1), expected: expected, actual: 4)) {
        try log.append([draft(3), draft(1, expecting: expecting)])
      }
    }
    #expect(try log.lastPosition() == 5)
    #expect(try log.version(of: stream(3)) == 0)
  }

  @Test("a write that throws leaves nothing, and keys given in it are given again")
  func atomic() throws {
    struct Stop: Error {}
    let log = try log(folder)
    #expect(throws: Stop.self) {
      try log.write { writer in
        _ = try writer.append([draft(1, "Lost")], correlation: correlation, clock: june, salts: salts())
        #expect(try writer.log.lastPosition() == 1 && writer.lastPosition == 1)
        throw Stop()
      }
    }
    #expect(try log.lastPosition() == 0)
    let stored = try log.append([draft(2, "Kept")])
    #expect(stored.first?.reference.sequence == 1)
    #expect(try LedgerLog.open(log.folder, mode: .readOnly).all() == stored)
  }

  @Test("a write that goes on after a batch that was half written is not committed")
  func halfWritten() throws {
    let log = try log(folder)
    var long = draft(2)
    long.actor = String(repeating: "a", count: 70_000)
    #expect(throws: EventLogError.self) {
      try log.write { writer in
        _ = try? writer.append([draft(1), long], correlation: correlation, clock: june, salts: salts())
      }
    }
    #expect(try log.lastPosition() == 0)
  }

  @Test("after a guard has ended the transaction, nothing that follows is committed on its own")
  func afterAGuard() throws {
    let log = try log(folder)
    let first = try log.append([draft(1)])[0]
    // Makes every append trip over the guard: as if this program's arithmetic were wrong.
    let connection = try raw(log)
    try connection.execute(
      "CREATE TRIGGER trip BEFORE INSERT ON event BEGIN SELECT RAISE(ROLLBACK, 'tripped'); END")
    #expect(throws: EventLogError.self) {
      try log.write { writer in
        _ = try? writer.append([draft(2)], correlation: correlation, clock: june, salts: salts())
        try? writer.remember(command: correlation, content: [1], first: 1, count: 1)
        try? writer.redact(first.reference)
        _ = try? writer.takeIn([], receivedAtMilliseconds: 1)
        try? writer.adopt(device: deviceB)
      }
    }
    #expect(try log.command(correlation) == nil)
    #expect(try log.event(at: 1) == first)
    #expect(log.identity == .own(deviceA))
  }

  @Test("names are compared by their bytes: composed and decomposed are two")
  func exactNames() throws {
    let log = try log(folder)
    let composed = StreamID(kind: "caf\u{e9}", id: deviceC)
    let decomposed = StreamID(kind: "cafe\u{301}", id: deviceC)
    func draft(_ stream: StreamID, _ type: String) -> EventDraft {
      EventDraft(stream: stream, type: type, schema: 1, payload: Array("{}".utf8), actor: "user")
    }
    let stored = try log.append([
      draft(composed, "N\u{e9}"), draft(decomposed, "Ne\u{301}"), draft(composed, "Ne\u{301}"),
    ])
    #expect(stored.map(\.version) == [1, 1, 2])
    let read = try LedgerLog.open(log.folder, mode: .readOnly).all()
    for (event, original) in zip(read, stored) {
      #expect(Array(event.type.utf8) == Array(original.type.utf8))
      #expect(Array(event.stream.kind.utf8) == Array(original.stream.kind.utf8))
    }
    #expect(try log.verify().findings == [])
  }

  @Test("a stream has one key, given in order of arrival") func keys() throws {
    let log = try log(folder)
    _ = try log.append([draft(1), draft(2, "GroupCreated"), draft(1, "TextRecognized")])
    for (key, number) in [(StreamKey(1), UInt64(1)), (2, 2)] {
      #expect(try log.stream(key: key) == stream(number))
      #expect(try log.key(of: stream(number)) == key)
    }
    #expect(try log.key(of: stream(3)) == nil)
    var streams: [StreamID] = []
    try log.forEachStream { _, stream in streams.append(stream) }
    #expect(streams == [stream(1), stream(2)])
  }

  @Test(
    "a payload that is not the log's JSON is refused with the place",
    arguments: ["", "{", "[1,]", "null", "1.5", #"{"a":1,"a":2}"#, "9007199254740992", "\u{feff}{}"])
  func payloads(_ payload: String) throws {
    let log = try log(folder)
    let error = try #require(throws: EventLogError.self) {
      try log.append([draft(1), draft(2, payload: payload)])
    }
    guard case .invalidPayload(draft: 1, _, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(try log.lastPosition() == 0)
  }

  @Test("a text of 256 KiB is taken, also when escapes make it longer; a byte more is not")
  func longTexts() throws {
    let log = try log(folder)
    let limit = EventLimits.textBytes
    try log.append([draft(1, payload: "{\"t\":\"" + String(repeating: "a", count: limit) + "\"}")])
    try log.append([draft(1, payload: "{\"t\":\"" + String(repeating: "\\n", count: limit) + "\"}")])
    try log.append([
      draft(1, payload: "{\"t\":\"" + String(repeating: "\\ud83e\\uddfe", count: limit / 16) + "\"}")
    ])
    for text in [String(repeating: "a", count: limit + 1), String(repeating: "\\u00e9", count: limit / 2 + 1)] {
      let error = try #require(throws: EventLogError.self) {
        try log.append([draft(1, payload: "{\"t\":\"" + text + "\"}")])
      }
      guard case .tooLarge = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test("an event over 1 MiB is refused") func largeEvents() throws {
    let log = try log(folder)
    let texts = String(repeating: "\"" + String(repeating: "a", count: 200_000) + "\",", count: 5)
    try log.append([draft(1, payload: "[" + texts + "1]")])
    #expect(throws: EventLogError.self) { try log.append([draft(1, payload: "[" + texts + texts + "1]")]) }
  }

  @Test("a draft that no envelope can express is refused") func invalidDrafts() throws {
    let log = try log(folder)
    let wrong = [
      draft(1, ""), draft(1, cause: .draft(0)), draft(1, cause: .draft(-1)), draft(1, cause: .draft(5)),
      EventDraft(
        stream: StreamID(kind: "", id: deviceA), type: "T", schema: 1, payload: Array("{}".utf8), actor: ""),
    ]
    for draft in wrong { #expect(throws: EventLogError.self) { try log.append([draft]) } }
    #expect(try log.lastPosition() == 0)
  }

  @Test("a command is remembered with its content; the same id with other content is refused")
  func commands() throws {
    let log = try log(folder)
    let content = Array("capture".utf8)
    try log.append([draft(1)])
    try log.write { writer in
      #expect(try writer.command(correlation, content: content) == nil)
      let stored = try writer.append(
        [draft(2), draft(3)], correlation: correlation, clock: june, salts: salts())
      try writer.remember(command: correlation, content: content, first: stored[0].position, count: 2)
      try writer.remember(command: deviceC, content: content, first: 0, count: 0)
    }
    let remembered = try #require(try log.command(correlation, content: content))
    #expect(remembered.first == 2 && remembered.count == 2)
    #expect(try log.command(correlation) == remembered)
    #expect(try log.command(deviceC) == nil)
    #expect(throws: EventLogError.commandReused(correlation)) {
      try log.command(correlation, content: Array("other".utf8))
    }
    #expect(throws: EventLogError.commandReused(correlation)) {
      try log.write { try $0.remember(command: correlation, content: content, first: 1, count: 1) }
    }
    let first = try #require(try log.event(at: 2))
    try log.write { try $0.redact(first.reference) }
    #expect(try log.command(correlation, content: content) == remembered)
  }

  @Test("redaction takes payload and salt, and leaves header, leaf and root as they were")
  func redaction() throws {
    let log = try log(folder)
    let stored = try log.append([draft(1), draft(1)])
    let root = try log.devices()[0].root
    try log.write { try $0.redact(stored[0].reference) }
    let redacted = try #require(try log.event(at: 1))
    #expect(redacted.payload == nil && redacted.salt.count == 32)
    #expect(redacted.envelope.computedLeaf == stored[0].leaf && redacted.leaf == stored[0].leaf)
    #expect(try log.devices()[0].root == root)
    #expect(throws: EventLogError.alreadyRedacted(stored[0].reference)) {
      try log.write { try $0.redact(stored[0].reference) }
    }
    let missing = EventReference(device: deviceB, sequence: 1)
    #expect(throws: EventLogError.noSuchEvent(missing)) { try log.write { try $0.redact(missing) } }
  }

  @Test("two logs on one folder see each other's commits, and notice them without reading")
  func following() throws {
    let one = try log(folder)
    let two = try LedgerLog.open(one.folder, mode: .readWrite)
    let counter = try two.changeCounter()
    try one.append([draft(1)])
    #expect(try two.changeCounter() != counter)
    let second = try two.append([draft(1, expecting: .version(1))])
    #expect(second[0].reference.sequence == 2)
    try two.reading {
      #expect(try two.lastPosition() == 2)
      try one.append([draft(2)])
      #expect(try two.lastPosition() == 2)
    }
    #expect(try two.lastPosition() == 3)
  }
}
