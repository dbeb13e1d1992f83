import LedgerBytes
import LedgerPlatform
import LedgerSQLite
import Testing

@testable import EventLog

/// Large batches go in by one statement for thousands of rows, past the guards of their own connection.
@Suite("Large batches") struct LargeBatchTests {
  /// New streams, known ones, causes, empty and long payloads, actors that come again.
  private static func drafts(_ count: Int) -> [EventDraft] {
    var drafts: [EventDraft] = []
    for number in 0..<count {
      let kind = number % 5 == 0 ? "group" : "transaction"
      let text = String(repeating: "ä", count: number % 97)
      let payload = number % 11 == 0 ? "{}" : "{\"n\":\(number),\"text\":\"\(text)\"}"
      let cause: EventDraft.Cause? = number % 6 == 5 ? .draft(number - 3) : nil
      drafts.append(
        draft(
          stream(UInt64(number % 700), kind), type: "Type\(number % 7)", schema: UInt32(number % 3 + 1),
          payload: payload, actor: number % 4 == 0 ? "rule" : "user/anna", cause: cause))
    }
    return drafts
  }

  @Test("are the log that single events make, byte for byte")
  func same() throws {
    let (large, small) = (try TestLog(), try TestLog())
    let drafts = Self.drafts(5_000)
    for log in [large, small] { try log.append(draft(stream(3)), draft(stream(5, "group"))) }
    try large.append(drafts)
    try small.log.write { writer in
      for start in stride(from: 0, to: drafts.count, by: 100) {
        // A cause is told by its index in its batch.
        let part = drafts[start..<start + 100].map { draft in
          var draft = draft
          if case .draft(let index) = draft.cause {
            draft.cause = .event(EventReference(device: small.device, sequence: UInt64(index) + 3))
          }
          return draft
        }
        _ = try small.append(part, with: writer)
      }
    }
    let (one, other) = (try large.events(), try small.events())
    #expect(one.count == 5_002)
    // Their batches are others, and their times follow; all else is the same.
    for (left, right) in zip(one, other) {
      #expect(Same(left) == Same(right))
    }
    for log in [large, small] { #expect(try log.log.verify().findings == []) }
  }

  @Test("return what is in the log")
  func returned() throws {
    let log = try TestLog()
    let stored = try log.append(Self.drafts(300))
    #expect(try log.events() == stored)
    let positions = try log.log.write {
      try $0.record(Self.drafts(300), correlation: id(7), clock: log.clock)
    }
    #expect(positions == 301..<601)
    #expect(try log.log.lastPosition() == 600)
    #expect(Set(try log.events().map(\.salt)).count == 600, "every event has a salt of its own")
    #expect(try log.log.verify().findings == [])
  }

  @Test("have salts of sixteen bytes that all differ")
  func salts() {
    let all = LedgerLog.randomSalts(101)
    #expect(all.count == 1_616)
    var salts: Set<[UInt8]> = [LedgerLog.randomSalt()]
    for start in stride(from: 0, to: all.count, by: 16) { salts.insert(Array(all[start..<start + 16])) }
    #expect(salts.count == 102)
  }

  @Test("about streams that share a UUID tell them apart by their kind")
  func namesakes() throws {
    let log = try TestLog()
    let kinds = ["transaction", "group", "rule"]
    let drafts = (0..<600).map { draft(stream(UInt64($0 / 3 % 7), kinds[$0 % 3])) }
    for _ in 0..<2 { try log.append(drafts) }
    var versions: [StreamID: StreamVersion] = [:]
    for event in try log.events() {
      versions[event.stream, default: 0] += 1
      #expect(event.version == versions[event.stream])
    }
    #expect(versions.count == 21)
    #expect(try log.log.verify().findings == [])
  }

  @Test("find streams of before, of the same write and of neither while their rows go in")
  func lookedUp() throws {
    let log = try TestLog()
    func drafts(_ count: UInt64, _ make: (UInt64) -> EventDraft) -> [EventDraft] { (0..<count).map(make) }
    try log.append(drafts(600) { draft(stream($0 * 3)) })
    let others = drafts(6_000) { draft(stream($0 / 3 % 1_900, $0 % 5 == 0 ? "group" : "rule")) }
    let known = drafts(6_000) { draft(stream($0 / 3 % 1_900)) }
    try log.log.write { writer in
      _ = try log.append(drafts(100) { draft(stream($0 * 19 + 1)) }, with: writer)
      for batch in [others, known, others] { _ = try log.append(batch, with: writer) }
    }
    try log.append(known)
    var versions: [StreamID: StreamVersion] = [:]
    for event in try log.events() {
      versions[event.stream, default: 0] += 1
      #expect(event.version == versions[event.stream])
    }
    #expect(versions.values.reduce(0) { $0 + $1.rawValue } == 24_700)
    #expect(try log.log.verify().findings == [])
    // What looked them up reads nothing any more: it would keep the -wal from being copied whole.
    try log.log.connection.checkpoint(.truncate)
    #expect(try DurableFile.size(log.database + "-wal") == 0)
    try log.log.close()
    #expect(!DurableFile.exists(log.database + "-wal"))
  }

  @Test("of which several drafts are wrong name the first of them")
  func firstWrong() throws {
    let log = try TestLog()
    var drafts = Self.drafts(3_000)
    for wrong in [2_900, 1_700, 1_699] { drafts[wrong].payload = Array("[1,]".utf8) }
    let error = #expect(throws: EventLogError.self) { try log.append(drafts) }
    guard case .invalidPayload(draft: 1_699, _, _) = error else {
      Issue.record("\(error.map { "\($0)" } ?? "")")
      return
    }
    #expect(try log.log.lastPosition() == 0)
  }

  @Test("leave the guards as they were, to this connection too, also when they fail")
  func guarded() throws {
    let log = try TestLog()
    try log.append(Self.drafts(300))
    var wrong = Self.drafts(300)
    wrong[299] = draft(actor: String(repeating: "x", count: 70_000))
    // Rows before it are going in when it turns out to be wrong.
    var late = Self.drafts(3_000)
    late[2_500] = draft(actor: String(repeating: "x", count: 70_000))
    for drafts in [Self.drafts(300), wrong, late] {
      _ = try? log.append(drafts)
      for sql in ["DELETE FROM event", "UPDATE event SET lag = 1", GuardTests.insert(position: "9")] {
        let error = #expect(throws: (any Error).self) {
          try log.log.write { _ in try log.log.reading { try log.execute(sql) } }
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("event"), "\(sql)")
      }
    }
    #expect(try log.log.lastPosition() == 600)
    #expect(try log.log.verify().findings == [])
  }

  @Test("of a writer that is not alone wait for nothing: what others have in a stream is seen")
  func notAlone() throws {
    let (one, two) = (try TestLog(), try TestLog(device: 2))
    try two.append(draft(stream(1)), draft(stream(2)))
    try one.takeIn(try two.envelopes())
    let stored = try one.append(Self.drafts(400))
    #expect(stored.filter { $0.stream == stream(1) }.allSatisfy { $0.seen.map(\.device) == [two.device] })
    #expect(try one.log.verify().findings == [])
  }

  @Test("in which a stream's version is taken are refused whole")
  func taken() throws {
    let log = try TestLog()
    var drafts = Self.drafts(300)
    drafts[299].expecting = .version(9)
    #expect(throws: EventLogError.self) { try log.append(drafts) }
    #expect(try log.log.lastPosition() == 0)
    try log.append(draft())
    #expect(try log.log.verify().findings == [])
  }
}

/// What two logs have in common whose batches are others.
private struct Same: Equatable {
  let numbers: [Int64]
  let names: [String]
  let parts: [[UInt8]?]
  let references: [EventReference?]

  init(_ event: StoredEvent) {
    numbers = [
      event.position.rawValue, event.version.rawValue, Int64(event.time.rawValue), Int64(event.schema),
    ]
    names = [event.stream.description, event.type, event.actor]
    parts = [event.payload, event.salt]
    references = [event.reference, event.cause] + event.seen
  }
}

extension TestLog {
  /// Raw SQL on the log's own connection.
  fileprivate func execute(_ sql: String) throws { try log.connection.execute(sql) }
}
