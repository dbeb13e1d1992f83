import LedgerBytes
import LedgerSQLite
import Testing

@testable import EventLog

/// A log that was replaced by a plain copy while the -wal of a process that was killed lay next to it.
@Suite("A -wal of another copy")
struct OtherWriteAheadLogTests {
  /// Copies of one log at three sizes, and the folder of a process that was killed at the second.
  private struct Copies {
    let log: TestLog
    let early: [UInt8]
    let late: [UInt8]
    let dead: String

    var database: String { dead + "/log.sqlite" }
    var writeAheadLog: String { dead + "/log.sqlite-wal" }

    init(killedAfter commits: Int = 3) throws {
      let log = try TestLog()
      self.log = log
      func append(_ count: Int, to opened: LedgerLog) throws {
        try opened.write { writer in
          _ = try log.append((0..<count).map { draft(stream(UInt64($0 % 50))) }, with: writer)
        }
      }
      try append(20, to: log.log)
      try log.log.close()
      early = try bytes(of: log.database)
      let grown = try log.reopened()
      try append(400, to: grown)
      try grown.close()
      let opened = try log.reopened()
      for _ in 0..<commits { try append(40, to: opened) }
      dead = log.temporary.file("dead")
      try copy(log.folder, to: dead)
      try append(400, to: opened)
      try opened.close()
      late = try bytes(of: log.database)
    }
  }

  @Test(
    "An earlier or later copy under it is refused by name, and nothing is changed", arguments: [true, false])
  func refused(isEarly: Bool) throws {
    let copies = try Copies()
    try write(isEarly ? copies.early : copies.late, to: copies.database)
    try remove(copies.database + "-shm")
    let before = try names(in: copies.dead).map { try bytes(of: copies.dead + "/" + $0) }
    for mode in [LedgerLog.Mode.readWrite, .readOnly] {
      let error = refusal { _ = try LedgerLog.open(copies.dead, mode: mode) }
      #expect(error == .otherWriteAheadLog(path: copies.writeAheadLog))
      #expect(error.map { $0.description.contains("another copy of the log") } == true)
    }
    #expect(try names(in: copies.dead).map { try bytes(of: copies.dead + "/" + $0) } == before)
    // Without it the copy is what it was.
    try remove(copies.writeAheadLog)
    try remove(copies.dead + "/log.head")
    let opened = try LedgerLog.open(copies.dead, mode: .readWrite)
    #expect(try opened.lastPosition() == (isEarly ? 20 : 940) && opened.verify().isSound)
  }

  @Test("The test's copy is one that SQLite opens without an error, and that is damaged") func mixes() throws {
    let copies = try Copies()
    try write(copies.early, to: copies.database)
    try remove(copies.database + "-shm")
    let connection = try Connection(path: copies.database, mode: .readWrite)
    #expect(try connection.statement("SELECT max(position) FROM event").firstInt64() == 540)
    #expect((try? connection.integrityCheck())?.isEmpty != true)
  }

  @Test("Its own log under it opens with every event", arguments: [1, 3, 30])
  func own(commits: Int) throws {
    let copies = try Copies(killedAfter: commits)
    let opened = try LedgerLog.open(copies.dead, mode: .readWrite)
    #expect(try opened.lastPosition() == Position(420 + 40 * commits) && opened.verify().isSound)
  }

  @Test("A -wal whose last commits are damaged is as short as SQLite takes it for") func damaged() throws {
    let copies = try Copies()
    var frames = try bytes(of: copies.writeAheadLog)
    // The number of a page in the second half, which names a page far after the end.
    let frame = 24 + 8_192
    let place = 32 + (frames.count - 32) / frame / 2 * frame
    frames[place + 1] ^= 1
    try write(frames, to: copies.writeAheadLog)
    try remove(copies.database + "-shm")
    let opened = try LedgerLog.open(copies.dead, mode: .readOnly)
    guard case .ahead = opened.headAtOpening else {
      Issue.record("\(opened.headAtOpening)")
      return
    }
    #expect(try opened.lastPosition() < 540)
  }

  @Test("Logs open while another connection commits and copies its -wal") func live() throws {
    let log = try TestLog()
    let connection = log.log.connection
    connection.setAutomaticCheckpoint(pages: 4)
    for round in 0..<40 {
      try log.append((0..<(round % 7 + 1)).map { draft(stream(UInt64($0 + round))) })
      if round % 11 == 10 { try connection.checkpoint(.truncate) }
      let reader = try log.reopened(.readOnly)
      #expect(try reader.lastPosition() == log.log.lastPosition())
      try reader.close()
    }
  }
}
