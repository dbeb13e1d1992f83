import CLedgerSQLite
import Foundation
import LedgerBytes
import Testing

@testable import EventLog
@testable import LedgerSQLite

/// A folder, or a file in it, that is moved, deleted or replaced while the log is open.
@Suite("A log that is moved while it is open") struct DisplacedTests {
  enum Change: CaseIterable {
    case moved, deleted, replaced, logDeleted, logReplaced, writeAheadLogDeleted

    func carryOut(on log: TestLog) throws {
      let manager = FileManager.default
      let aside = log.temporary.file("aside")
      switch self {
      case .moved: try manager.moveItem(atPath: log.folder, toPath: aside)
      case .deleted: try remove(log.folder)
      case .replaced:
        try log.log.backup(to: log.temporary.file("backup"))
        try manager.moveItem(atPath: log.folder, toPath: aside)
        try manager.moveItem(atPath: log.temporary.file("backup"), toPath: log.folder)
      case .logDeleted: try remove(log.database)
      case .logReplaced:
        try log.log.backup(to: log.temporary.file("backup"))
        #expect(rename(log.temporary.file("backup/log.sqlite"), log.database) == 0)
      case .writeAheadLogDeleted: try remove(log.database + "-wal")
      }
    }
  }

  /// A log with an event. If `isSettled`, one look at its folder takes the place of a look at every file in it.
  private static func log(isSettled: Bool) throws -> TestLog {
    let log = try TestLog()
    try log.append(draft())
    if isSettled {
      let hasSettled = try Wait.until {
        // Nothing but the look: a test counts the events.
        try log.log.write { _ in }
        return log.log.inPlace != nil
      }
      try #require(hasSettled, "the folder never settles")
    }
    return log
  }

  @Test(
    "Nothing is acknowledged that the folder's path does not lead to", arguments: Change.allCases,
    [false, true])
  func write(_ change: Change, isSettled: Bool) throws {
    let log = try Self.log(isSettled: isSettled)
    try change.carryOut(on: log)
    let before = exists(log.folder) ? try names(in: log.folder) : nil
    for _ in 0..<2 {
      let error = refusal { try log.append(draft()) }
      #expect(error == .displaced(path: log.database, isWritten: false), "\(String(describing: error))")
    }
    // The folder is not made again, nor anything in it.
    #expect((exists(log.folder) ? try names(in: log.folder) : nil) == before)
    if change == .moved {
      try log.log.close()
      #expect(try LedgerLog.open(log.temporary.file("aside"), mode: .readWrite).lastPosition() == 1)
    }
  }

  @Test(
    "A folder that goes between the check and the commit is noticed before the write returns",
    arguments: [false, true])
  func afterTheCommit(isSettled: Bool) throws {
    let log = try Self.log(isSettled: isSettled)
    // The commit itself deletes the folder.
    let path = strdup(log.folder)
    defer { free(path) }
    sqlite3_commit_hook(
      log.log.connection.handle.pointer,
      { path in
        if let path {
          try? FileManager.default.removeItem(atPath: String(cString: path.assumingMemoryBound(to: CChar.self)))
        }
        return 0
      }, path)
    #expect(refusal { try log.append(draft()) } == .displaced(path: log.database, isWritten: true))
    #expect(!exists(log.folder))
  }

  @Test("A folder whose names have just changed is looked at file by file") func justChanged() throws {
    let log = try Self.log(isSettled: true)
    // A busy machine may take longer than the folder needs to settle.
    let isSeen = try (0..<200).contains { number in
      let start = ContinuousClock.now
      try EventLogTests.write([], to: "\(log.folder)/\(number)")
      try log.append(draft())
      let (time, inPlace) = (ContinuousClock.now - start, log.log.inPlace)
      guard time < .milliseconds(20) else { return false }
      #expect(inPlace == nil)
      return true
    }
    #expect(isSeen, "no append was fast enough")
  }

  @Test("A folder that is back in its place can be written again") func comesBack() throws {
    let log = try TestLog()
    try log.append(draft())
    try FileManager.default.moveItem(atPath: log.folder, toPath: log.temporary.file("aside"))
    #expect(refusal { try log.append(draft()) } != nil)
    try FileManager.default.moveItem(atPath: log.temporary.file("aside"), toPath: log.folder)
    try log.append(draft())
    #expect(try log.events().count == 2)
  }

  @Test("Closing a log that was moved leaves the -wal of the ledger in its place alone")
  func closing() throws {
    let log = try TestLog()
    try log.append(draft())
    try FileManager.default.moveItem(atPath: log.folder, toPath: log.temporary.file("aside"))
    let other = try LedgerLog.create(at: log.folder, ledger: id(50), device: id(51))
    try other.append([draft(1)])
    try log.log.close()
    #expect(exists(log.database + "-wal") && exists(log.database + "-shm"))
    try other.append([draft(2)])
    try other.close()
    #expect(try log.reopened().lastPosition() == 2)
    #expect(try LedgerLog.open(log.temporary.file("aside"), mode: .readWrite).lastPosition() == 1)
  }

  @Test("Closing a log leaves a -wal alone that took the place of its own") func closingReplaced() throws {
    let log = try TestLog()
    try log.append(draft())
    for name in ["-wal", "-shm"] { try remove(log.database + name) }
    let other: [UInt8] = Array("commits of another process".utf8)
    try EventLogTests.write(other, to: log.database + "-wal")
    try log.log.close()
    #expect(try bytes(of: log.database + "-wal") == other)
  }

  @Test("Another reader is of the same log, or refused") func anotherReader() throws {
    let log = try TestLog()
    try log.append(draft())
    try Change.replaced.carryOut(on: log)
    #expect(
      refusal { _ = try log.log.anotherReader() } == .displaced(path: log.database, isWritten: false))
  }

  @Test(
    "A head that was deleted or replaced is written where others find it", arguments: [true, false],
    [false, true])
  func head(isDeleted: Bool, isSettled: Bool) throws {
    let log = try Self.log(isSettled: isSettled)
    if isDeleted {
      try remove(log.head)
    } else {
      let text = try bytes(of: log.head)
      try EventLogTests.write(text, to: log.head + ".new")
      #expect(rename(log.head + ".new", log.head) == 0)
    }
    try log.append(draft())
    try log.log.close()
    #expect(try log.reopened().headAtOpening == .current)
  }

  @Test("A device file that was replaced is read again", arguments: [false, true])
  func device(isSettled: Bool) throws {
    let log = try Self.log(isSettled: isSettled)
    try EventLogTests.write(Array("ledger-device 1".utf8), to: log.folder + "/device.new")
    #expect(rename(log.folder + "/device.new", log.folder + "/device") == 0)
    #expect(refusal { try log.append(draft()) } == .foreignFolder(previous: nil))
  }

  @Test(
    "A log that has a second name is opened by neither",
    arguments: [LedgerLog.Mode.readWrite, .readOnly])
  func hardLink(mode: LedgerLog.Mode) throws {
    let log = try TestLog()
    try log.append(draft())
    let linked = log.temporary.file("linked")
    try FileManager.default.createDirectory(atPath: linked, withIntermediateDirectories: true)
    try FileManager.default.linkItem(atPath: log.database, toPath: linked + "/log.sqlite")
    #expect(
      refusal { _ = try LedgerLog.open(linked, mode: mode) } == .secondName(path: linked + "/log.sqlite"))
    #expect(refusal { _ = try log.reopened(mode) } == .secondName(path: log.database))
    // A process that has it open by its first name goes on.
    try log.append(draft())
    try remove(linked)
    #expect(try log.reopened(mode).lastPosition() == 2)
  }

  @Test("A -shm that reading made goes with it, and one in use stays") func sharedMemory() throws {
    let log = try TestLog()
    try log.append(draft())
    let copied = log.temporary.file("copied")
    try FileManager.default.createDirectory(atPath: copied, withIntermediateDirectories: true)
    for name in ["log.sqlite", "log.sqlite-wal", "log.head"] {
      try copy(log.folder + "/" + name, to: copied + "/" + name)
    }
    let before = try names(in: copied).map { try bytes(of: copied + "/" + $0) }
    let reader = try LedgerLog.open(copied, mode: .readOnly)
    #expect(try reader.lastPosition() == 1)
    try reader.close()
    #expect(try names(in: copied) == ["log.head", "log.sqlite", "log.sqlite-wal"])
    #expect(try names(in: copied).map { try bytes(of: copied + "/" + $0) } == before)

    let first = try LedgerLog.open(copied, mode: .readOnly)
    let writer = try LedgerLog.open(copied, mode: .readWrite)
    try first.close()
    #expect(exists(copied + "/log.sqlite-shm"))
    try writer.write { try $0.adopt(device: id(70)) }
    try writer.append([draft(1)])
    #expect(try LedgerLog.open(copied, mode: .readOnly).lastPosition() == 2)
  }
}
