import EventLog
import Foundation
import LedgerBytes
import LedgerSQLite
import Testing

@Suite("Backup") struct BackupTests {
  @Test("a copy is whole, verifies, and goes on as a new device")
  func copy() throws {
    let log = try TestLog()
    let two = try TestLog(device: 2)
    try two.append(draft())
    try log.takeIn(try two.envelopes())
    try log.append(draft(), draft(stream(2)))
    let folder = log.temporary.file("backup/here")
    try log.log.backup(to: folder)
    #expect(try names(in: folder) == ["log.head", "log.sqlite", "log.sqlite-wal"])
    let backup = try LedgerLog.open(folder, mode: .readWrite)
    #expect(backup.headAtOpening == .current && backup.identity == .foreign(previous: nil))
    #expect(backup.ledgerID == TestLog.ledger)
    var events: [StoredEvent] = []
    try backup.forEachEvent { events.append($0) }
    #expect(try events == log.events() && backup.verify().isSound)
    let stored = try backup.write { writer in
      try writer.adopt(device: id(50))
      return try log.append([draft()], with: writer)
    }
    #expect(stored[0].position == 4 && stored[0].reference.device == id(50))
    #expect(try log.takeIn(stored.map(\.envelope)).taken == 1)
    #expect(try backup.verify().isSound && log.log.verify().isSound)
  }

  @Test("never over a log that is there, and what fails leaves nothing")
  func refusals() throws {
    let log = try TestLog()
    try log.append(draft())
    let folder = log.temporary.file("backup")
    try log.log.backup(to: folder)
    try log.append(draft())
    #expect(refusal { try log.log.backup(to: folder) } == .ledgerExists(folder: folder))
    #expect(refusal { try log.log.backup(to: log.folder) } == .ledgerExists(folder: log.folder))
    #expect(try LedgerLog.open(folder, mode: .readOnly).lastPosition() == 1)
    try write([1], to: log.temporary.file("file"))
    #expect(throws: (any Error).self) { try log.log.backup(to: log.temporary.file("file")) }
    #expect(try names(in: log.temporary.path) == ["backup", "file", "ledger"])
  }

  @Test("a backup that was killed before it had a head is made again, and no other log is replaced")
  func killedBeforeHead() throws {
    let log = try TestLog()
    try log.append(draft())
    let folder = log.temporary.file("backup")
    try log.log.backup(to: folder)
    try remove(folder + "/log.head")
    for name in [".log.sqlite-wal.5f.tmp", ".log.head.6a.tmp", "log.7b.tmp", "log.7b.tmp-journal"] {
      try write([1], to: "\(folder)/\(name)")
    }
    try log.append(draft())
    try log.log.backup(to: folder)
    #expect(try names(in: folder) == ["log.head", "log.sqlite", "log.sqlite-wal"])
    let backup = try LedgerLog.open(folder, mode: .readWrite)
    #expect(try backup.lastPosition() == 2 && backup.verify().isSound)
    // It goes on as a ledger of its own, and then loses its head and its id.
    try backup.write { writer in
      try writer.adopt(device: id(50))
      _ = try log.append([draft()], with: writer)
    }
    try backup.close()
    for name in ["log.head", "device"] { try remove("\(folder)/\(name)") }
    #expect(refusal { try log.log.backup(to: folder) } == .ledgerExists(folder: folder))
    // The same number of events, of the same device, with another content.
    let (other, place) = (try TestLog(), log.temporary.file("other"))
    try other.append(draft(payload: "[]"))
    try other.log.backup(to: place)
    try remove(place + "/log.head")
    #expect(refusal { try log.log.backup(to: place) } == .ledgerExists(folder: place))
    // A copy that is in use has more than a backup.
    let used = log.temporary.file("used")
    try log.log.backup(to: used)
    try remove(used + "/log.head")
    try write([1], to: used + "/device")
    #expect(refusal { try log.log.backup(to: used) } == .ledgerExists(folder: used))
    #expect(try LedgerLog.open(used, mode: .readOnly).lastPosition() == 2)
  }

  @Test("while another connection writes, every copy is the log as it was at some moment")
  func whileWriting() async throws {
    let log = try TestLog()
    try log.append(draft())
    let (folder, temporary) = (log.folder, log.temporary.path)
    async let written: Position = Task.detached {
      let writer = try LedgerLog.open(folder, mode: .readWrite)
      for number in 0..<60 {
        _ = try writer.write {
          try $0.append(
            [draft(stream(UInt64(number))), draft()], correlation: id(1), clock: .now(),
            salts: LedgerLog.randomSalt)
        }
      }
      return try writer.lastPosition()
    }.value
    var sizes: [Position] = []
    for number in 0..<8 {
      let copy = temporary + "/copy-\(number)"
      try log.log.backup(to: copy)
      let opened = try LedgerLog.open(copy, mode: .readOnly)
      sizes.append(try opened.lastPosition())
      #expect(try opened.verify().isSound)
    }
    #expect(try await written == 121)
    #expect(sizes == sizes.sorted() && sizes.allSatisfy { !$0.isMultiple(of: 2) })
    #expect(try log.reopened().verify().isSound)
  }

  @Test("verifying while another connection writes finds nothing")
  func verifyWhileWriting() async throws {
    let log = try TestLog()
    try log.append((0..<300).map { draft(stream(UInt64($0 % 7))) })
    let folder = log.folder
    async let written: Void = Task.detached {
      let writer = try LedgerLog.open(folder, mode: .readWrite)
      for _ in 0..<100 {
        _ = try writer.write {
          try $0.append([draft()], correlation: id(1), clock: .now(), salts: LedgerLog.randomSalt)
        }
      }
    }.value
    for _ in 0..<5 { #expect(try log.log.verify().findings == []) }
    try await written
  }
}

@Suite("Backup of a damaged log") struct DamagedBackupTests {
  @Test("a changed event is named with its device, number and position, and no copy is left")
  func named() throws {
    let log = try TestLog()
    let two = try TestLog(device: 2)
    try two.append(draft(), draft())
    try log.append(draft())
    try log.takeIn(try two.envelopes())
    try log.log.close()
    let connection = try Connection(path: log.folder + "/log.sqlite", mode: .readWrite)
    try connection.execute("DROP TRIGGER event_only_redacted")
    try connection.execute("UPDATE event SET payload = x'7b7d20' WHERE position = 3")
    try connection.close()
    let opened = try log.reopened(.readOnly)
    let folder = log.temporary.file("backup")
    do {
      try opened.backup(to: folder)
      Issue.record("a damaged log was copied")
    } catch EventLogError.damagedCopy(let report) {
      #expect(report.firstDamaged?.position == 3)
      #expect(report.firstDamaged?.reference == EventReference(device: id(2), sequence: 2))
    }
    #expect(try names(in: folder) == [])
    // A copy to be thrown away is made without a look at its events.
    try opened.backup(to: folder, isVerified: false)
    #expect(try !LedgerLog.open(folder, mode: .readOnly).verify().isSound)
  }

  @Test("a head that is newer than the copy is no reason to refuse it, one of other events is")
  func compared() throws {
    let log = try TestLog()
    try log.append(draft())
    let folder = log.temporary.file("backup")
    // The log grows while the copy is verified.
    try log.log.backup(to: folder, progress: { _, _ in try log.append(draft()) })
    #expect(try LedgerLog.open(folder, mode: .readOnly).lastPosition() == 1)
    let other = try TestLog()
    try other.append(draft(stream(9)))
    try other.append(draft(stream(9)))
    try Data(contentsOf: URL(fileURLWithPath: other.folder + "/log.head"))
      .write(to: URL(fileURLWithPath: log.folder + "/log.head"))
    #expect(throws: EventLogError.self) { try log.log.backup(to: log.temporary.file("later")) }
  }
}
