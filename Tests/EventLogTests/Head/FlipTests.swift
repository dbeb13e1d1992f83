import Foundation
import LedgerBytes
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import EventLog

/// A flipped bit in the files is detected, or has no effect on anything that is read.
///
/// Each run takes another sample of the bits, and a failure names its bit. LEDGER_FLIPS is the number for each file, or
/// `all` for every single one.
@Suite("Flipped bits") struct FlipTests {
  /// The number of flips, or `nil` for all bits.
  static let count: Int? = {
    let text = ProcessInfo.processInfo.environment["LEDGER_FLIPS"]
    return text == "all" ? nil : text.flatMap { Int($0) } ?? 200
  }()

  /// Values that occur only once in the log, so that no check can notice a change of them.
  static let aloneStanding = ["event.received", "ledger.created", "command.id", "command.digest"]

  @Test("in the -wal: the loss is reported, or every event is there")
  func writeAheadLog() throws {
    let log = try TestLog()
    try log.append(draft(), draft())
    try log.tool().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try log.append(draft())
    let wal = try bytes(of: log.database + "-wal")
    let expected = try contents(of: log.tool())
    let folder = log.temporary.file("flipped")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    for name in ["log.sqlite", "log.head", "device"] {
      try EventLogTests.copy(log.folder + "/" + name, to: folder + "/" + name)
    }
    var generator = SeededGenerator()
    var detected = 0
    let offsets = Self.count.map { Self.sample(of: wal, count: $0, using: &generator) } ?? Array(wal.indices)
    for offset in offsets {
      let bit = UInt8.random(in: 0..<8, using: &generator)
      var flipped = wal
      flipped[offset] ^= 1 << bit
      try write(flipped, to: folder + "/log.sqlite-wal")
      let opened = try LedgerLog.open(folder, mode: .readOnly)
      if case .ahead(let lost) = opened.headAtOpening {
        detected += 1
        #expect(lost == [LostEvents(device: log.device, expected: 3, found: 2)], "byte \(offset), bit \(bit)")
      } else {
        #expect(
          try contents(of: Connection(path: folder + "/log.sqlite", mode: .readOnly)) == expected,
          "byte \(offset), bit \(bit)")
      }
      try opened.close()
    }
    #expect(detected > offsets.count / 2)
  }

  @Test("in log.sqlite: opening or verify finds it, or every value of every table is as it was")
  func database() async throws {
    let log = try GuardTests.sample()
    try log.log.write { try $0.redact(EventReference(device: log.device, sequence: 1)) }
    try log.log.close()
    let original = try bytes(of: log.database)
    let expected = try contents(of: log.tool(), without: Self.aloneStanding)
    try log.reopened().close()
    var generator = SeededGenerator()
    let offsets =
      Self.count.map { Self.sample(of: original, count: $0, using: &generator) } ?? Array(original.indices)
    let flips = offsets.flatMap { offset in
      (Self.count == nil ? Array(0..<8) : [UInt8.random(in: 0..<8, using: &generator)]).map { (offset, $0) }
    }
    let lanes = 4
    let (source, temporary) = (log.folder, log.temporary.path)
    let silent = try await withThrowingTaskGroup(of: Int.self) { group in
      for lane in 0..<lanes {
        group.addTask {
          let folder = "\(temporary)/lane-\(lane)"
          try EventLogTests.copy(source, to: folder)
          var silent = 0
          for index in stride(from: lane, to: flips.count, by: lanes) {
            let (offset, bit) = flips[index]
            if try Self.isSilent(offset, bit, original, folder, expected) { silent += 1 }
          }
          return silent
        }
      }
      return try await group.reduce(0, +)
    }
    print("\(flips.count) bits of log.sqlite flipped: \(flips.count - silent) found, \(silent) irrelevant")
    withExtendedLifetime(log) {}
  }

  /// Flips one bit. Returns whether nothing noticed, which is right only if nothing that is read changed.
  private static func isSilent(
    _ offset: Int, _ bit: UInt8, _ original: [UInt8], _ folder: String, _ expected: [String]
  ) throws -> Bool {
    let path = folder + "/log.sqlite"
    for suffix in ["-wal", "-shm"] where exists(path + suffix) { try remove(path + suffix) }
    var flipped = original
    flipped[offset] ^= 1 << bit
    try write(flipped, to: path)
    do {
      let opened = try LedgerLog.open(folder, mode: .readOnly)
      guard try opened.verify().isSound else { return false }
      guard try opened.events(of: stream(1)).count > 0 else { return false }
      try opened.close()
    } catch {
      return false
    }
    let found = try contents(of: Connection(path: path, mode: .readOnly), without: aloneStanding)
    #expect(found == expected, "byte \(offset) (page \(offset / 8_192 + 1) at \(offset % 8_192)), bit \(bit)")
    return true
  }

  /// Three quarters of them bytes that are not zero: most of a small file is free space.
  private static func sample(
    of bytes: [UInt8], count: Int, using generator: inout some RandomNumberGenerator
  ) -> [Int] {
    let used = bytes.indices.filter { bytes[$0] != 0 }
    return (0..<count).compactMap { number in
      number % 4 == 0 ? bytes.indices.randomElement(using: &generator) : used.randomElement(using: &generator)
    }
  }
}
