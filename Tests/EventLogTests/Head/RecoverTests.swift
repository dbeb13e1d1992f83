import LedgerBytes
import Testing

@testable import EventLog

/// `recover`: what `events recover` does to the log.
@Suite("Recovery") struct RecoverTests {
  @Test("a log reports what it has lost, until it has it back")
  func losses() throws {
    let (log, folder) = try LossTests.damaged { try LossTests.truncate($0) }
    let opened = try LedgerLog.open(folder, mode: .readWrite)
    #expect(try opened.losses() == [LostEvents(device: log.device, expected: 6, found: 3)])
    let backup = log.temporary.file("backup")
    try log.log.backup(to: backup)
    let recovery = try opened.recover(
      from: LedgerLog.open(backup, mode: .readOnly), receivedAtMilliseconds: noon)
    #expect(recovery.taken == 3 && recovery.known == 3 && recovery.positions == 4...6)
    #expect(try opened.losses() == [])
    #expect(try opened.verify().isSound)
    #expect(try opened.recover(from: log.log, receivedAtMilliseconds: noon).taken == 0)
  }

  @Test("a source that has only a part brings that part, and more sources bring the rest")
  func parts() throws {
    let source = try TestLog()
    let two = try TestLog(device: 2)
    try two.append(draft(), draft(), draft())
    try source.append(draft(), draft())
    try source.takeIn(Array(try two.envelopes().prefix(2)))
    let (half, rest) = (source.temporary.file("half"), source.temporary.file("rest"))
    try source.log.backup(to: half)
    try source.takeIn(try two.envelopes())
    try source.append(draft())
    try source.log.backup(to: rest)

    // The folder goes back to nothing, but for its head and device.
    let empty = source.temporary.file("empty")
    let fresh = try LedgerLog.create(at: empty, ledger: TestLog.ledger, device: id(1))
    try write(try bytes(of: source.head), to: empty + "/log.head")
    let expected = try #require(try source.log.devices().first { $0.device == id(1) }?.size)
    #expect(try fresh.losses().map(\.expected) == [expected, 3])
    #expect(
      try fresh.recover(from: LedgerLog.open(half, mode: .readOnly), receivedAtMilliseconds: noon).taken == 4)
    #expect(try fresh.losses().map(\.found) == [2, 2])
    #expect(throws: EventLogError.self) { try fresh.write { _ in } }
    let last = try fresh.recover(from: LedgerLog.open(rest, mode: .readOnly), receivedAtMilliseconds: noon)
    #expect(last.taken == 2)
    #expect(try fresh.losses().isEmpty && fresh.verify().isSound)
    // It goes on in its own name, at the next number.
    let next = try fresh.write {
      try $0.append([draft()], correlation: id(1), clock: source.clock, salts: LedgerLog.randomSalt)
    }
    #expect(next[0].reference == EventReference(device: id(1), sequence: 4))
  }

  @Test("a log of another ledger, and one that has gone another way, are refused, and nothing is taken")
  func refusals() throws {
    let log = try TestLog()
    let other = try TestLog(device: 2, ledger: id(5))
    try log.append(draft())
    try other.append(draft())
    #expect(
      refusal { _ = try log.log.recover(from: other.log, receivedAtMilliseconds: noon) }
        == .otherLedger(expected: TestLog.ledger, found: id(5)))
    let twin = try TestLog()
    try twin.append(draft(payload: "[]"), draft())
    guard case .fork = refusal({ _ = try log.log.recover(from: twin.log, receivedAtMilliseconds: noon) }) else {
      Issue.record("it was taken")
      return
    }
    #expect(try log.log.lastPosition() == 1)
  }

  @Test("a redacted payload comes back from a copy that still has it only where the event itself was lost")
  func redaction() throws {
    let log = try TestLog()
    try log.append(draft(), draft())
    let backup = log.temporary.file("backup")
    try log.log.backup(to: backup)
    try log.redact(EventReference(device: log.device, sequence: 1))
    _ = try log.log.recover(from: LedgerLog.open(backup, mode: .readOnly), receivedAtMilliseconds: noon)
    #expect(try log.events().map { $0.payload == nil } == [true, false, false])
  }

  @Test("many events come over in batches, each of them whole")
  func many() throws {
    let log = try TestLog()
    for _ in 0..<5 { try log.append((0..<700).map { draft(stream(UInt64($0 % 50))) }) }
    let empty = log.temporary.file("empty")
    let fresh = try LedgerLog.create(at: empty, ledger: TestLog.ledger, device: id(1))
    try write(try bytes(of: log.head), to: empty + "/log.head")
    #expect(try fresh.recover(from: log.log, receivedAtMilliseconds: noon).taken == 3_500)
    #expect(try fresh.verify().isSound && fresh.losses().isEmpty)
  }
}
