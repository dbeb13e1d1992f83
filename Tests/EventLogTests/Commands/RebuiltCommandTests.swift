import LedgerBytes
import Testing

@testable import EventLog

/// Commands whose events were lost and came back, and commands that two devices share.
@Suite("Commands that come back") struct RebuiltCommandTests {
  /// Executes a command whose events bear its id, as the book does.
  @discardableResult
  private func run(_ log: LedgerLog, _ command: UniqueID, _ content: [UInt8] = [1], count: Int = 3) throws
    -> [Position]
  {
    try log.write { writer in
      if let known = try writer.command(command, content: content) { return try log.positions(of: known) }
      let stored = try writer.append(
        (0..<count).map { draft(stream(UInt64($0))) }, correlation: command,
        clock: WallClock(milliseconds: noon, offsetMinutes: 0), salts: LedgerLog.randomSalt)
      try writer.remember(command: command, content: content, first: stored[0].position, count: Int64(count))
      return stored.map(\.position)
    }
  }

  /// A log that has lost its last two commands, and a whole copy.
  private func shortened() throws -> (log: TestLog, short: LedgerLog, backup: LedgerLog) {
    let log = try TestLog()
    try run(log.log, id(7))
    try log.log.close()
    let early = try bytes(of: log.database)
    let opened = try log.reopened()
    try run(opened, id(8))
    try run(opened, id(9))
    let backup = log.temporary.file("backup")
    try opened.backup(to: backup)
    try opened.close()
    try write(early, to: log.database)
    return (log, try log.reopened(), try LedgerLog.open(backup, mode: .readOnly))
  }

  @Test("after a loss, a command given again is known again, whatever it was given with")
  func afterRecovery() throws {
    let (log, short, backup) = try shortened()
    #expect(try short.command(id(8)) == nil)
    _ = try short.recover(from: backup, receivedAtMilliseconds: noon)
    #expect(
      try run(short, id(8)) == [4, 5, 6] && run(short, id(9)) == [7, 8, 9]
        && run(short, id(8), [2]) == [4, 5, 6])
    #expect(try short.lastPosition() == 9 && short.verify().findings == [])
    // One that was never lost is still compared.
    #expect(refusal { try run(short, id(7), [2]) } == .commandReused(id(7)))
    #expect(try run(try log.reopened(), id(8)) == [4, 5, 6])
  }

  @Test("a command whose events come back in two pieces is known as a whole")
  func inPieces() throws {
    let (log, short, backup) = try shortened()
    let events = try backup.events(of: log.device, after: 0).map(\.envelope)
    let other = try TestLog(device: 2)
    try other.append(draft(stream(1)))
    _ = try short.takeIn(Array(events.prefix(4)), receivedAtMilliseconds: noon, losses: .takeBack)
    _ = try short.takeIn(try other.envelopes(), receivedAtMilliseconds: noon, losses: .takeBack)
    _ = try short.takeIn(events, receivedAtMilliseconds: noon, losses: .takeBack)
    #expect(try run(short, id(8)) == [4, 6, 7])
    #expect(try short.verify().findings == [])
    let first = try #require(try short.event(at: 4))
    #expect(try short.batch(of: first).map(\.position) == [4, 6, 7])
    #expect(try short.batch(of: #require(try short.event(at: 7))).map(\.position) == [4, 6, 7])
    #expect(try short.batch(after: first).map(\.position) == [6, 7])
  }

  @Test(
    "what this device recorded before the folder was restored is known again when it comes back as another's")
  func afterRestoring() throws {
    let log = try TestLog(keepsMarks: true)
    try run(log.log, id(7))
    let backup = log.temporary.file("backup")
    try log.log.backup(to: backup)
    try run(log.log, id(8))
    let lost = try log.log.events(of: log.device, after: 3).map(\.envelope)
    try log.log.close()
    try RestoredTests.overwrite(log.folder, by: backup)
    let restored = try log.reopened()
    _ = try restored.takeIn(lost, receivedAtMilliseconds: noon)
    #expect(try run(restored, id(8)) == [4, 5, 6])
    #expect(restored.identity == .foreign(previous: log.device))
  }

  @Test("two devices may execute a command of one id: the events of each are whole, and verify finds nothing")
  func twoDevices() throws {
    let one = try TestLog()
    let two = try TestLog(device: 2)
    try run(one.log, id(7))
    try run(two.log, id(7))
    try one.takeIn(try two.envelopes())
    try two.takeIn(Array(try one.envelopes().prefix(3)))
    for log in [one.log, two.log] {
      #expect(try log.verify().findings == [])
      #expect(try log.batch(of: #require(try log.event(at: 3))).map(\.position) == [1, 2, 3])
      #expect(try log.batch(of: #require(try log.event(at: 4))).map(\.position) == [4, 5, 6])
    }
  }

  @Test("a command that names too few of its events, or another one's, is still found")
  func damaged() throws {
    for count in [2, 4] {
      let log = try TestLog()
      try log.log.write { writer in
        let stored = try writer.append(
          (0..<3).map { _ in draft() }, correlation: id(7), clock: log.clock, salts: LedgerLog.randomSalt)
        _ = try log.append([draft()], with: writer)
        try writer.remember(command: id(7), content: [], first: stored[0].position, count: Int64(count))
      }
      #expect(try log.log.verify().findings.map(\.kind) == [.command], "\(count)")
    }
  }
}
