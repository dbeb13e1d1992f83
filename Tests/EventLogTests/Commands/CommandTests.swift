import EventLog
import LedgerBytes
import LedgerSQLite
import Testing

@Suite("Commands") struct CommandTests {
  static let content = Array(#"{"total":845}"#.utf8)

  @discardableResult
  static func run(_ log: TestLog, _ command: UniqueID, _ content: [UInt8] = content, count: Int = 1) throws
    -> RememberedCommand?
  {
    try log.log.write { writer in
      if let known = try writer.command(command, content: content) { return known }
      let stored = try log.append((0..<count).map { _ in draft() }, with: writer)
      try writer.remember(
        command: command, content: content, first: stored.first?.position ?? 0, count: Int64(stored.count))
      return nil
    }
  }

  @Test("the same id with the same content is the same events, nothing is appended")
  func again() throws {
    let log = try TestLog()
    try log.append(draft())
    #expect(try Self.run(log, id(7), count: 3) == nil)
    let known = try #require(try Self.run(log, id(7), count: 3))
    #expect(known.id == id(7) && known.first == 2 && known.count == 3)
    #expect(try log.log.events(first: known.first, count: known.count).map(\.position) == [2, 3, 4])
    #expect(try log.log.lastPosition() == 4)
    #expect(try log.reopened().command(id(7)) == known)
    #expect(try log.log.command(id(8)) == nil && log.log.command(id(8), content: []) == nil)
  }

  @Test(
    "the same id with other content is refused, and leaves nothing",
    arguments: [[], Array("x".utf8), content + [32]])
  func reused(content: [UInt8]) throws {
    let log = try TestLog()
    try Self.run(log, id(7))
    #expect(refusal { try Self.run(log, id(7), content) } == .commandReused(id(7)))
    #expect(
      refusal {
        try log.log.write { writer in
          let stored = try log.append([draft()], with: writer)
          try writer.remember(command: id(7), content: Self.content, first: stored[0].position, count: 1)
        }
      } == .commandReused(id(7)))
    #expect(try log.log.lastPosition() == 1)
  }

  @Test("the digest is salted by the first event: it does not reveal equal contents")
  func salted() throws {
    let log = try TestLog()
    try Self.run(log, id(7))
    try Self.run(log, id(8))
    let digests = try log.tool().statement("SELECT digest FROM command ORDER BY first")
    var found: [[UInt8]] = []
    try digests.forEachRow { found.append($0.bytes(0)) }
    let salts = try log.events().map(\.salt)
    #expect(found == salts.map { SHA256.hash($0 + Self.content).bytes })
    #expect(found[0] != found[1] && !found.contains(SHA256.hash(Self.content).bytes))
  }

  @Test("a command that appended nothing leaves no row, and may come again with other content")
  func nothing() throws {
    let log = try TestLog()
    try Self.run(log, id(7), count: 0)
    #expect(try log.log.command(id(7)) == nil)
    #expect(try contents(of: log.tool()).filter { $0.hasPrefix("command ") }.isEmpty)
    #expect(try Self.run(log, id(7), [1]) == nil)
    #expect(try Self.run(log, id(7), [1]) != nil)
  }

  @Test("a command and its events are on record together or not at all")
  func together() throws {
    struct Stop: Error {}
    let log = try TestLog()
    #expect(throws: Stop.self) {
      try log.log.write { writer in
        let stored = try log.append([draft()], with: writer)
        try writer.remember(command: id(7), content: [], first: stored[0].position, count: 1)
        #expect(try writer.command(id(7)) != nil)
        throw Stop()
      }
    }
    #expect(try log.log.command(id(7)) == nil && log.log.lastPosition() == 0)
  }

  @Test("once its first event is redacted, the id alone decides")
  func redacted() throws {
    let log = try TestLog()
    try Self.run(log, id(7), count: 2)
    try log.redact(EventReference(device: log.device, sequence: 1))
    #expect(try Self.run(log, id(7))?.count == 2)
    #expect(try Self.run(log, id(7), [9])?.count == 2)
    #expect(try log.log.verify().isSound)
  }

  @Test("commands are this folder's alone: they don't travel with the events")
  func local() throws {
    let log = try TestLog()
    try Self.run(log, id(7))
    let two = try TestLog(device: 2)
    try two.takeIn(try log.envelopes())
    #expect(try two.log.command(id(7)) == nil)
  }
}
