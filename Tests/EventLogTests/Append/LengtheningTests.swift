import Foundation
import LedgerBytes
import LedgerSQLite
import Testing

@testable import EventLog

/// A row of single commits finds room in the -wal, so that each sync waits for its own blocks alone.
@Suite("Room ahead in the -wal") struct LengtheningTests {
  private static func size(_ log: TestLog) throws -> Int {
    try #require(try DurableFile.size(log.database + "-wal"))
  }

  /// What a crash at this moment would leave: the files as they are, without the index of the -wal.
  private static func copy(_ log: TestLog, _ name: String) throws -> LedgerLog {
    let folder = log.temporary.file(name)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for file in ["log.sqlite", "log.sqlite-wal", "log.head", "device"] {
      try FileManager.default.copyItem(atPath: "\(log.folder)/\(file)", toPath: "\(folder)/\(file)")
    }
    return try LedgerLog.open(folder, mode: .readWrite)
  }

  @Test(
    "A dozen commits go in before the -wal is longer again, and what a crash leaves of any of them is whole")
  func room() throws {
    let log = try TestLog()
    var (longer, before) = (0, try Self.size(log))
    for number in 1...80 {
      try log.append(draft(stream(UInt64(number % 7)), payload: "{\"n\":\(number)}"))
      let size = try Self.size(log)
      if size > before { longer += 1 }
      before = size
      guard number % 13 == 0 || number < 8 else { continue }
      let left = try Self.copy(log, "crash-\(number)")
      #expect(try left.lastPosition() == Int64(number))
      #expect(try left.verify().findings == [])
      // It goes on from there.
      try left.write { writer in
        try writer.adopt(device: id(UInt64(number) + 100))
        _ = try log.append([draft(stream(3))], with: writer)
      }
      #expect(try left.lastPosition() == Int64(number) + 1)
      try left.close()
    }
    #expect(longer < 20, "\(longer) of 80 commits made it longer")
  }

  @Test("Who appends once or twice, or a whole batch, makes no room")
  func none() throws {
    let frame = 8_192 + 24
    let log = try TestLog()
    for number in 0..<2 {
      try log.append(draft(stream(UInt64(number))))
      #expect(try (Self.size(log) - 32) % frame == 0)
    }
    let batches = try TestLog()
    for number in 0..<6 {
      try batches.append((0..<40).map { draft(stream(UInt64(number * 40 + $0))) })
      #expect(try (Self.size(batches) - 32) % frame == 0)
    }
  }

  @Test(
    "Room that was made is no longer there once the -wal has been copied into the log and the log was closed")
  func closed() throws {
    let log = try TestLog()
    for number in 0..<40 { try log.append(draft(stream(UInt64(number)))) }
    let other = try log.reopened()
    #expect(try other.lastPosition() == 40)
    // Another process goes on in the same -wal.
    try other.write { _ = try log.append([draft(stream(1))], with: $0) }
    for number in 0..<40 { try log.append(draft(stream(UInt64(number)))) }
    #expect(try other.lastPosition() == 81)
    #expect(try other.verify().findings == [])
    try other.close()
    try log.log.close()
    #expect(!DurableFile.exists(log.database + "-wal"))
    #expect(try log.reopened().lastPosition() == 81)
  }
}
