import EventLog
import Foundation
import LedgerBytes
import LedgerSQLite
import Testing

@Suite("Opening") struct OpeningTests {
  @Test(
    "a folder without a ledger is reported, and nothing is made",
    arguments: [LedgerLog.Mode.readWrite, .readOnly])
  func none(mode: LedgerLog.Mode) throws {
    let temporary = TemporaryFolder()
    for folder in [temporary.path, temporary.file("missing")] {
      #expect(refusal { _ = try LedgerLog.open(folder, mode: mode) } == .noLedger(folder: folder))
    }
    #expect(try names(in: temporary.path) == [])
    // An empty file is what a creation leaves that a crash interrupted.
    try write([], to: temporary.file("log.sqlite"))
    #expect(refusal { _ = try LedgerLog.open(temporary.path, mode: mode) } == .noLedger(folder: temporary.path))
    #expect(try bytes(of: temporary.file("log.sqlite")) == [])
  }

  @Test("a creation that was interrupted is begun again", arguments: ["empty", "without schema"])
  func interrupted(how: String) throws {
    let temporary = TemporaryFolder()
    if how == "empty" {
      try write([], to: temporary.file("log.sqlite"))
    } else {
      let connection = try Connection(path: temporary.file("log.sqlite"), mode: .create)
      try connection.execute("CREATE TABLE t (x); DROP TABLE t;")
      try connection.close()
      #expect(try bytes(of: temporary.file("log.sqlite")).count > 0)
    }
    #expect(
      refusal { _ = try LedgerLog.open(temporary.path, mode: .readWrite) } == .noLedger(folder: temporary.path))
    let log = try LedgerLog.create(at: temporary.path, ledger: id(1), device: id(2))
    #expect(try log.verify().isSound && log.ledgerID == id(1) && log.identity == .own(id(2)))
  }

  @Test(
    "something else in the place of a log is left as it is",
    arguments: [
      "text", "another application", "no application", "zeros",
    ])
  func notALedger(what: String) throws {
    let temporary = TemporaryFolder()
    let path = temporary.file("log.sqlite")
    switch what {
    case "text": try write(Array(repeating: 65, count: 20_000), to: path)
    case "zeros": try write([UInt8](repeating: 0, count: 20_000), to: path)
    default:
      let connection = try Connection(path: path, mode: .create)
      try connection.execute("CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine');")
      if what == "another application" { try connection.execute("PRAGMA application_id = 7") }
      try connection.close()
    }
    let before = try bytes(of: path)
    for mode in [LedgerLog.Mode.readWrite, .readOnly] {
      #expect(refusal { _ = try LedgerLog.open(temporary.path, mode: mode) } == .notALedger(path: path))
    }
    #expect(throws: (any Error).self) { try LedgerLog.create(at: temporary.path, ledger: id(1), device: id(2)) }
    #expect(try bytes(of: path) == before)
    #expect(!exists(temporary.file("log.head")) && !exists(temporary.file("device")))
  }

  @Test("a file in the place of the folder is no ledger")
  func file() throws {
    let temporary = TemporaryFolder()
    try write([1], to: temporary.file("x"))
    #expect(throws: (any Error).self) { try LedgerLog.open(temporary.file("x"), mode: .readWrite) }
    #expect(throws: (any Error).self) {
      try LedgerLog.create(at: temporary.file("x"), ledger: id(1), device: id(2))
    }
    #expect(try bytes(of: temporary.file("x")) == [1])
  }

  @Test("reading changes no byte in the folder, and makes no file that stays")
  func reading() throws {
    let log = try TestLog()
    try log.append(draft(), draft(stream(2)))
    try log.log.close()
    let files = try names(in: log.folder)
    let before = try files.map { try bytes(of: log.folder + "/" + $0) }
    do {
      let reader = try log.reopened(.readOnly)
      #expect(reader.access == .readOnly && reader.identity == .own(log.device))
      #expect(try reader.lastPosition() == 2 && reader.verify().isSound)
      try reader.close()
    }
    #expect(try names(in: log.folder) == files)
    #expect(try files.map { try bytes(of: log.folder + "/" + $0) } == before)
  }

  @Test("a log that was opened for reading without a writer reads on when a writer opens it")
  func readingBesideAWriter() throws {
    let log = try TestLog()
    try log.append((0..<20).map { draft(stream(UInt64($0))) })
    try log.log.close()
    let files = try names(in: log.folder)
    let reader = try log.reopened(.readOnly)
    #expect(try reader.lastPosition() == 20)
    let writer = try log.reopened()
    for round in 0..<40 {
      _ = try writer.write {
        try $0.append(
          (0..<50).map { draft(stream(UInt64($0 + round))) }, correlation: id(UInt64(round)), clock: log.clock,
          salts: LedgerLog.randomSalt)
      }
      #expect(try reader.lastPosition() == Position(20 + (round + 1) * 50))
    }
    try writer.close()
    #expect(try reader.verify().findings == [] && reader.lastPosition() == 2_020)
    #expect(refusal { try reader.write { _ in } } == .readOnly(folder: log.folder))
    try reader.close()
    #expect(try names(in: log.folder) == files)
  }

  @Test("closing twice is fine, and copies the -wal into the log")
  func closing() throws {
    let log = try TestLog()
    try log.append(draft())
    try log.log.close()
    try log.log.close()
    #expect(!exists(log.database + "-wal"))
    #expect(try log.reopened().lastPosition() == 1)
  }

  /// Root can write everything: then this is skipped with that reason.
  @Test(
    "a folder that cannot be written is read as a medium that nothing changes",
    .enabled(if: getuid() != 0, "root may write to any folder"))
  func readOnlyFolder() throws {
    let log = try TestLog()
    try log.append(draft(), draft())
    try log.log.close()
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: log.folder)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: log.folder) }
    let before = try names(in: log.folder)
    let reader = try log.reopened(.readOnly)
    #expect(reader.access == .readOnlyMedium && reader.headAtOpening == .current)
    #expect(try reader.lastPosition() == 2 && reader.verify().isSound)
    #expect(refusal { try reader.write { _ in } } == .readOnly(folder: log.folder))
    #expect(throws: (any Error).self) { try log.reopened(.readWrite).write { _ in } }
    #expect(try names(in: log.folder) == before)
    // A backup of it can be made, and written.
    let copy = log.temporary.file("copy")
    try reader.backup(to: copy)
    #expect(try LedgerLog.open(copy, mode: .readWrite).lastPosition() == 2)
  }
}
