import Foundation
import LedgerBytes
import LedgerSQLite
import Testing

@testable import EventLog

@Suite struct HeadTests {
  let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  private func head(_ log: LedgerLog) throws -> [UInt8] { [UInt8](try Data(contentsOf: path(log, "log.head"))) }

  private func path(_ log: LedgerLog, _ name: String) -> URL { URL(fileURLWithPath: log.folder + "/" + name) }

  @Test("after each write the head contains every device's size and root")
  func written() throws {
    let one = try log(folder, "one")
    #expect(one.headAtOpening == .current)
    try one.append([draft(1)])
    _ = try one.takeIn(try log(folder, "two", device: deviceB).append([draft(1), draft(2)]))
    let text = String(decoding: try head(one), as: UTF8.self)
    for device in try one.devices() {
      #expect(text.contains("\(device.device) \(device.size) \(device.root)\n"))
    }
    #expect(try LedgerLog.open(one.folder, mode: .readWrite).headAtOpening == .current)
    #expect(one.lastUpkeepFailure == nil)
  }

  @Test("a missing, empty, torn or damaged head, or another ledger's, is ignored, reported, and rewritten")
  func unreadable() throws {
    let log = try log(folder)
    try log.append([draft(1)])
    let good = try head(log)
    var flipped = good
    flipped[60] ^= 1
    let other = try LedgerLog.create(at: folder.file("x"), ledger: deviceC, device: deviceB)
    try other.append([draft(1)])
    let cases: [([UInt8]?, HeadState)] = [
      (nil, .missing), ([], .missing), (Array(good.prefix(100)), .unreadable), (flipped, .unreadable),
      (Array("nonsense".utf8), .unreadable), (try head(other), .unreadable),
      ([UInt8](repeating: 10, count: 50), .unreadable),
    ]
    for (bytes, state) in cases {
      if let bytes {
        try Data(bytes).write(to: path(log, "log.head"))
      } else {
        try FileManager.default.removeItem(at: path(log, "log.head"))
      }
      let opened = try LedgerLog.open(log.folder, mode: .readWrite)
      #expect(opened.headAtOpening == state)
      try opened.append([draft(1)])
      #expect(try LedgerLog.open(log.folder, mode: .readOnly).headAtOpening == .current)
    }
  }

  @Test("an older head is a crash between a commit and its head: reported, and put right by the next write")
  func behind() throws {
    let log = try log(folder)
    try log.append([draft(1)])
    let older = try head(log)
    try log.append([draft(1)])
    try Data(older).write(to: path(log, "log.head"))
    let opened = try LedgerLog.open(log.folder, mode: .readWrite)
    #expect(opened.headAtOpening == .behind)
    #expect(try opened.verify().findings == [])
    try opened.append([draft(1)])
    #expect(try LedgerLog.open(log.folder, mode: .readOnly).headAtOpening == .current)
  }

  /// A ledger whose log is an older copy of itself, with the head of the later one.
  private func shortened() throws -> (LedgerLog, lost: [StoredEvent]) {
    let log = try log(folder)
    try log.append([draft(1)])
    try log.backup(to: folder.file("older"))
    let lost = try log.append([draft(1), draft(2)])
    try log.close()
    let file = URL(fileURLWithPath: log.folder + "/log.sqlite")
    try FileManager.default.removeItem(at: file)
    try FileManager.default.copyItem(at: URL(fileURLWithPath: folder.file("older/log.sqlite")), to: file)
    return (try LedgerLog.open(log.folder, mode: .readWrite), lost)
  }

  @Test("a log shorter than its head is read, and refuses to append with the figures")
  func lost() throws {
    let (log, _) = try shortened()
    let losses = [LostEvents(device: deviceA, expected: 3, found: 1)]
    #expect(log.headAtOpening == .ahead(losses))
    #expect(throws: EventLogError.lostEvents(losses)) { try log.append([draft(1)]) }
    #expect(try log.all().count == 1)
    #expect(try log.verify().findings.map(\.kind) == [.anchor])
    #expect(try LedgerLog.open(log.folder, mode: .readOnly).headAtOpening == .ahead(losses))
  }

  @Test("lost events are taken back from elsewhere, one by one, and then it goes on")
  func takeBack() throws {
    let (log, lost) = try shortened()
    #expect(throws: EventLogError.self) { try log.takeIn(lost) }
    let first = try log.takeIn([lost[0].envelope], receivedAtMilliseconds: 5, losses: .takeBack)
    #expect(first.taken == 1)
    #expect(throws: EventLogError.lostEvents([LostEvents(device: deviceA, expected: 3, found: 2)])) {
      try log.append([draft(1)])
    }
    _ = try log.takeIn([lost[1].envelope], receivedAtMilliseconds: 5, losses: .takeBack)
    try log.append([draft(1)])
    #expect(try log.devices()[0].size == 4)
    #expect(try log.verify().findings == [])
    #expect(try LedgerLog.open(log.folder, mode: .readOnly).headAtOpening == .current)
  }

  @Test("or it goes on as a new device with what is left")
  func accept() throws {
    let (log, _) = try shortened()
    try log.write(losses: .accept) { writer in
      try writer.adopt(device: deviceB)
      _ = try writer.append([draft(1, "DeviceJoined")], correlation: correlation, clock: june, salts: salts())
    }
    #expect(log.identity == .own(deviceB))
    try log.append([draft(1)])
    #expect(try log.devices().map(\.size) == [1, 2])
    #expect(try log.verify().findings == [])
    #expect(try LedgerLog.open(log.folder, mode: .readOnly).headAtOpening == .current)
  }

  @Test("nothing is appended in a name that has lost events: its numbers would be given twice")
  func lostName() throws {
    let (log, _) = try shortened()
    for policy in [LossPolicy.takeBack, .accept] {
      #expect(throws: EventLogError.lostEvents([LostEvents(device: deviceA, expected: 3, found: 1)])) {
        try log.write(losses: policy) {
          try $0.append([draft(1)], correlation: correlation, clock: june, salts: salts())
        }
      }
    }
    #expect(try log.lastPosition() == 1)
  }

  @Test("a log of the same length with other events is not the log of its head")
  func replaced() throws {
    let one = try log(folder, "one")
    try one.append([draft(1)])
    try one.close()
    let two = try log(folder, "two")
    try two.append([draft(1)])
    try two.close()
    try FileManager.default.removeItem(atPath: folder.file("one/log.sqlite"))
    try FileManager.default.copyItem(
      atPath: folder.file("two/log.sqlite"), toPath: folder.file("one/log.sqlite"))
    let opened = try LedgerLog.open(one.folder, mode: .readWrite)
    #expect(opened.headAtOpening == .ahead([LostEvents(device: deviceA, expected: 1, found: 1)]))
    #expect(throws: EventLogError.self) { try opened.append([draft(1)]) }
    #expect(try opened.verify().findings.map(\.kind) == [.anchor])
  }

  @Test("a flipped bit in the -wal shortens the log in silence: noticed, refused, and the -wal set aside whole")
  func flippedWriteAheadLog() throws {
    let log = try log(folder)
    for _ in 0..<5 { try log.append([draft(1)]) }
    // As a crash leaves it: a copy of the files while the log is open.
    let crashed = folder.file("crashed")
    try FileManager.default.createDirectory(atPath: crashed, withIntermediateDirectories: false)
    for name in ["log.sqlite", "log.sqlite-wal", "log.head"] {
      try FileManager.default.copyItem(atPath: log.folder + "/" + name, toPath: crashed + "/" + name)
    }
    let wal = URL(fileURLWithPath: crashed + "/log.sqlite-wal")
    var bytes = try Data(contentsOf: wal)
    bytes[bytes.count - 3_000] ^= 1
    try bytes.write(to: wal)

    let opened = try LedgerLog.open(crashed, mode: .readWrite)
    guard case .ahead(let losses) = opened.headAtOpening else {
      Issue.record("\(opened.headAtOpening)")
      return
    }
    #expect(losses.first?.expected == 5)
    #expect(try #require(losses.first).found < 5)
    #expect(throws: EventLogError.self) { try opened.append([draft(1)]) }
    let aside = URL(fileURLWithPath: crashed + "/log.sqlite-wal.before-recovery")
    #expect(try Data(contentsOf: aside) == bytes)
    try opened.close()
    #expect(try Data(contentsOf: wal) == bytes, "closing changes nothing either")
  }

  @Test("after a crash that lost nothing, nothing is set aside") func nothingAside() throws {
    let log = try log(folder)
    try log.append([draft(1)])
    let crashed = folder.file("crashed")
    try FileManager.default.createDirectory(atPath: crashed, withIntermediateDirectories: false)
    for name in ["log.sqlite", "log.sqlite-wal", "log.head"] {
      try FileManager.default.copyItem(atPath: log.folder + "/" + name, toPath: crashed + "/" + name)
    }
    #expect(try LedgerLog.open(crashed, mode: .readWrite).headAtOpening == .current)
    let names = try FileManager.default.contentsOfDirectory(atPath: crashed)
    #expect(!names.contains { $0.contains("before-recovery") })
  }
}
