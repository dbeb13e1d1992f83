import LedgerBytes
import LedgerSQLite
import Testing

@testable import EventLog

/// A log that is shorter than its head has lost events.
@Suite("Loss") struct LossTests {
  /// A folder whose -wal holds the last `inWAL` of `count` events, copied while the log is open.
  static func damaged(count: Int = 6, inWAL: Int = 3, _ damage: (String) throws -> Void) throws -> (
    TestLog, String
  ) {
    let log = try TestLog()
    for _ in 0..<(count - inWAL) { try log.append(draft()) }
    try log.tool().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for _ in 0..<inWAL { try log.append(draft()) }
    let copy = log.temporary.file("moved")
    try EventLogTests.copy(log.folder, to: copy)
    // The same folder as far as the `device` file goes.
    try remove(copy + "/device")
    try damage(copy)
    return (log, copy)
  }

  static func truncate(_ folder: String) throws { try write([], to: folder + "/log.sqlite-wal") }

  static func flip(_ folder: String) throws {
    var wal = try bytes(of: folder + "/log.sqlite-wal")
    wal[32 + 24 + 100] ^= 1  // in the first page of the first transaction
    try write(wal, to: folder + "/log.sqlite-wal")
  }

  @Test(
    "a -wal that is cut off or has one bit flipped: opens, reports the figures, and refuses to append",
    arguments: [true, false])
  func refuses(isCut: Bool) throws {
    let (log, folder) = try Self.damaged { try isCut ? Self.truncate($0) : Self.flip($0) }
    let opened = try LedgerLog.open(folder, mode: .readWrite)
    let lost = [LostEvents(device: log.device, expected: 6, found: 3)]
    #expect(opened.headAtOpening == .ahead(lost))
    #expect(try opened.lastPosition() == 3)
    let error = refusal { try opened.write { _ in _ = Issue.record("the body ran") } }
    #expect(error == .lostEvents(lost))
    let words = try #require(error).description
    #expect(words.contains("3 of 6 events left"))
    let report = try opened.verify()
    #expect(report.findings.map(\.kind) == [.anchor] && report.events == 3)
    #expect(try LedgerLog.open(folder, mode: .readOnly).headAtOpening == .ahead(lost))
  }

  @Test(
    "the -wal is kept as it was: set aside at opening, and not touched by opening, reading or making",
    arguments: [
      "open", "read", "create", "openOrCreate",
    ])
  func setAside(how: String) throws {
    let (log, folder) = try Self.damaged { try Self.flip($0) }
    defer { withExtendedLifetime(log) {} }
    let wal = try bytes(of: folder + "/log.sqlite-wal")
    do {
      switch how {
      case "open": _ = try LedgerLog.open(folder, mode: .readWrite).lastPosition()
      case "read": _ = try LedgerLog.open(folder, mode: .readOnly).lastPosition()
      case "create":
        #expect(throws: EventLogError.self) { try LedgerLog.create(at: folder, ledger: id(5), device: id(6)) }
      default: _ = try LedgerLog.openOrCreate(at: folder, ledger: id(5), device: id(6))
      }
    }
    #expect(try bytes(of: folder + "/log.sqlite-wal") == wal)
    _ = try LedgerLog.open(folder, mode: .readWrite)
    #expect(try bytes(of: folder + "/log.sqlite-wal.before-recovery") == wal)
    // Kept once: a later opening does not write over it.
    try write([1], to: folder + "/log.sqlite-wal")
    _ = try LedgerLog.open(folder, mode: .readWrite)
    #expect(try bytes(of: folder + "/log.sqlite-wal.before-recovery") == wal)
  }

  @Test(
    "going on in a lost device's name is refused, so that no number is given twice",
    arguments: [
      LossPolicy.takeBack, .accept,
    ])
  func neverTwice(policy: LossPolicy) throws {
    let (log, folder) = try Self.damaged { try Self.truncate($0) }
    let files = LedgerFolder(folder)
    try DeviceFile.install(try DeviceFile.prepare(log.device, in: files), in: files)
    let opened = try LedgerLog.open(folder, mode: .readWrite)
    #expect(opened.identity == .own(log.device))
    let error = refusal { try opened.write(losses: policy) { _ = try log.append([draft()], with: $0) } }
    #expect(error == .lostEvents([LostEvents(device: log.device, expected: 6, found: 3)]))
    #expect(try opened.lastPosition() == 3)
  }

  @Test("going on as a new device is possible once, and tells what was lost by the heads of others")
  func accept() throws {
    let (log, folder) = try Self.damaged { try Self.truncate($0) }
    let opened = try LedgerLog.open(folder, mode: .readWrite)
    let stored = try opened.write(losses: .accept) { writer in
      try writer.adopt(device: id(30))
      return try log.append([draft()], with: writer)
    }
    #expect(stored[0].reference == EventReference(device: id(30), sequence: 1))
    #expect(stored[0].seen == [EventReference(device: log.device, sequence: 3)])
    let again = try LedgerLog.open(folder, mode: .readWrite)
    #expect(again.headAtOpening == .current && again.identity == .own(id(30)))
    #expect(try again.verify().isSound)
    // The lost ones are taken back later, as any other device's.
    #expect(try again.takeIn(try log.envelopes(), receivedAtMilliseconds: noon).taken == 3)
    #expect(try again.verify().isSound)
  }

  @Test(
    "what is missing is taken back from another copy, the device's own events too, and it goes on as it was")
  func takeBack() throws {
    let (log, folder) = try Self.damaged { try Self.truncate($0) }
    let opened = try LedgerLog.open(folder, mode: .readWrite)
    let envelopes = try log.envelopes()
    // A part of it is not enough: the head stays, the gate stays shut.
    #expect(
      try opened.takeIn(Array(envelopes.prefix(5)), receivedAtMilliseconds: noon, losses: .takeBack).taken == 2)
    #expect(
      refusal { try opened.write { _ in } }
        == .lostEvents([LostEvents(device: log.device, expected: 6, found: 5)]))
    #expect(try opened.takeIn(envelopes, receivedAtMilliseconds: noon, losses: .takeBack).taken == 1)
    try opened.write { _ in }
    #expect(try LedgerLog.open(folder, mode: .readWrite).headAtOpening == .current)
    var events: [ForeignEvent] = []
    try opened.forEachEvent { events.append($0.envelope) }
    #expect(events == envelopes)
    #expect(try opened.verify().isSound)
  }
}
