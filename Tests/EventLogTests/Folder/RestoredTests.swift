import Foundation
import LedgerBytes
import LedgerPlatform
import Testing

@testable import EventLog

/// A folder that goes back to an older copy keeps its device file's inode, or gets the same one again.
@Suite("A restored folder") struct RestoredTests {
  /// A ledger of five events whose files are those of a copy with three, each in its own place.
  static func restored(keepsMarks: Bool = true) throws -> TestLog {
    let log = try TestLog(keepsMarks: keepsMarks)
    try log.append(draft(), draft(), draft())
    let backup = log.temporary.file("backup")
    try log.log.backup(to: backup)
    try log.append(draft(), draft())
    try log.log.close()
    try overwrite(log.folder, by: backup)
    return log
  }

  /// `cp -a backup/. ledger`: files that are there keep their inodes.
  static func overwrite(_ folder: String, by backup: String) throws {
    for name in try names(in: backup) {
      let file = open(folder + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      defer { close(file) }
      let content = try bytes(of: backup + "/" + name)
      try #require(Foundation.write(file, content, content.count) == content.count)
    }
  }

  @Test("its device records nothing more: no number is given twice, and it goes on as a new device")
  func inPlace() throws {
    let log = try Self.restored()
    let opened = try log.reopened()
    #expect(opened.identity == .own(log.device))
    let lost = LostEvents(device: log.device, expected: 5, found: 3)
    #expect(try opened.missingByMarks() == [lost])
    #expect(
      refusal { try opened.write { _ = try log.append([draft()], with: $0) } }
        == .foreignFolder(previous: log.device))
    let stored = try opened.write { writer in
      #expect(writer.identity == .foreign(previous: log.device))
      try writer.adopt(device: id(40))
      return try log.append([draft()], with: writer)
    }
    #expect(stored[0].reference == EventReference(device: id(40), sequence: 1))
    let again = try log.reopened()
    #expect(again.identity == .own(id(40)) && again.lastUpkeepFailure == nil)
    #expect(try again.missingByMarks().isEmpty && again.missingByMarks(includingEarlier: true) == [lost])
    try again.write { _ = try log.append([draft()], with: $0) }
    #expect(try again.verify().isSound)
  }

  @Test("without marks it is not noticed: the test notices when marks do nothing")
  func withoutMarks() throws {
    let log = try Self.restored(keepsMarks: false)
    let opened = try log.reopened()
    let stored = try opened.write { try log.append([draft()], with: $0) }
    #expect(stored[0].reference == EventReference(device: log.device, sequence: 4))
    #expect(opened.marks == .notAsked)
  }

  @Test("a log as long as its mark, with another last event, is another history")
  func otherHistory() throws {
    let log = try Self.restored()
    let other = try TestLog(keepsMarks: false)
    try other.append((0..<5).map { _ in draft(payload: "[]") })
    try other.log.close()
    try Self.overwrite(log.folder, by: other.folder)
    // The file `device` has kept its inode, and has its old content again.
    let device = try FileHandle(forUpdating: URL(fileURLWithPath: log.folder + "/device"))
    let text = String(decoding: try bytes(of: log.folder + "/device"), as: UTF8.self)
    let inode = try #require(DurableFile.inode(log.folder + "/device"))
    let lines = text.split(separator: "\n").prefix(3) + ["\(inode)"]
    try device.truncate(atOffset: 0)
    try device.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    let opened = try log.reopened()
    #expect(opened.identity == .own(log.device))
    #expect(try opened.missingByMarks().map(\.expected) == [5])
    #expect(
      refusal { try opened.write { _ = try log.append([draft()], with: $0) } }
        == .foreignFolder(previous: log.device))
  }

  @Test(
    "a mark that lags, is torn or is missing stops nobody",
    arguments: ["old", "torn", "empty", "gone", "other"])
  func harmless(state: String) throws {
    let log = try TestLog(keepsMarks: true)
    let folder = log.temporary.file("state/events")
    try log.append(draft())
    let name = try #require(try names(in: folder).first { $0.hasSuffix(".mark") })
    let path = folder + "/" + name
    let first = try bytes(of: path)
    #expect(first.count == DeviceMark.byteCount)
    try log.append(draft(), draft())
    try log.log.close()
    switch state {
    case "old": try write(first, to: path)
    case "torn":
      try write(Array(try bytes(of: path).dropLast(70)) + [UInt8](repeating: 48, count: 70), to: path)
    case "empty": try write([], to: path)
    case "gone": try remove(folder)
    default:
      try write(
        DeviceMark(ledger: id(5), device: log.device, size: 9, leaf: MerkleTree.emptyRoot).bytes, to: path)
    }
    let opened = try log.reopened()
    #expect(try opened.missingByMarks().isEmpty)
    let next = try opened.write { try log.append([draft()], with: $0) }
    #expect(next[0].reference == EventReference(device: log.device, sequence: 4))
    try opened.close()
    #expect(try DeviceMark(bytes(of: path))?.size == 4)
  }

  @Test("where marks cannot be kept, events are recorded all the same")
  func unwritable() throws {
    let log = try TestLog()
    try log.log.close()
    try write([], to: log.temporary.file("file"))
    let opened = try LedgerLog.open(
      log.folder, mode: .readWrite, stateFolder: log.temporary.file("file/events"))
    try opened.write { _ = try log.append([draft()], with: $0) }
    #expect(opened.marks == .impossible(folder: log.temporary.file("file/events")))
    #expect(opened.lastUpkeepFailure == nil && opened.identity == .own(log.device))
  }

  @Test("a log that takes back what it had lost goes on in its own name")
  func recovered() throws {
    let log = try TestLog(keepsMarks: true)
    try log.append(draft(), draft())
    try log.log.close()
    let early = try bytes(of: log.database)
    let opened = try log.reopened()
    try opened.write { _ = try log.append([draft()], with: $0) }
    let backup = log.temporary.file("backup")
    try opened.backup(to: backup)
    try opened.close()
    try write(early, to: log.database)
    let short = try log.reopened()
    #expect(refusal { try short.write { _ in } } != nil)
    _ = try short.recover(from: LedgerLog.open(backup, mode: .readOnly), receivedAtMilliseconds: noon)
    let next = try short.write { try log.append([draft()], with: $0) }
    #expect(next[0].reference == EventReference(device: log.device, sequence: 4))
    #expect(short.identity == .own(log.device))
  }

  @Test("a backup over the remains of a process that died leaves nothing of those in the log")
  func staleWriteAheadLog() throws {
    let log = try TestLog()
    try log.append(draft())
    let backup = log.temporary.file("backup")
    try log.log.backup(to: backup)
    try log.append((0..<50).map { draft(stream(UInt64($0))) })
    // As kill -9 leaves it: with a -wal that nobody has copied into the log.
    let dead = log.temporary.file("dead")
    try copy(log.folder, to: dead)
    #expect(try !bytes(of: dead + "/log.sqlite-wal").isEmpty)
    try Self.overwrite(dead, by: backup)
    let opened = try LedgerLog.open(dead, mode: .readWrite)
    #expect(try opened.lastPosition() == 1 && opened.verify().isSound)
  }
}

/// What other devices' events tell about this folder's device.
@Suite("Evidence of a restored folder") struct EvidenceTests {
  enum Evidence: CaseIterable { case seen, cause, own, branch }

  @Test(
    "an event that knows more of this device than is here ends it, and is imported",
    arguments: Evidence.allCases)
  func ends(evidence: Evidence) throws {
    let log = try RestoredTests.restored(keepsMarks: false)
    let opened = try log.reopened()
    let twin = try TestLog(keepsMarks: false)
    let mine = try opened.events(of: log.device, after: 0).map(\.envelope)
    var drafts = [draft(payload: "[]")]
    if evidence == .cause { drafts[0].cause = .event(EventReference(device: log.device, sequence: 4)) }
    let other = try TestLog(device: 2)
    var event = try other.append(drafts)[0].envelope
    switch evidence {
    case .seen: event = event.changed(seen: [EventReference(device: log.device, sequence: 5)])
    case .cause: break
    case .own:
      try twin.takeInAsOwn(mine)
      event = try twin.append(draft())[0].envelope
    case .branch: event = try twin.append(draft(payload: #"{"other":1}"#))[0].envelope
    }
    let result = try opened.takeIn([event], receivedAtMilliseconds: noon)
    #expect(result.taken == (evidence == .branch ? 0 : 1) && result.leftOut == (evidence == .branch ? 1 : 0))
    #expect(opened.identity == .foreign(previous: log.device))
    #expect(try log.reopened().identity == .foreign(previous: log.device))
    #expect(throws: EventLogError.self) { try opened.write { _ = try log.append([draft()], with: $0) } }
    try opened.write { writer in
      try writer.adopt(device: id(40))
      _ = try log.append([draft()], with: writer)
    }
    #expect(try log.reopened().identity == .own(id(40)))
    #expect(try opened.verify().isSound)
  }

  @Test(
    "an event that knows this device as far as it is here changes nothing, nor does a write that is given up")
  func nothing() throws {
    struct Stop: Error {}
    let log = try TestLog()
    try log.append(draft(), draft())
    let other = try TestLog(device: 2)
    try other.takeIn(try log.envelopes())
    let event = try other.append(draft())[0].envelope
    #expect(event.seen == [EventReference(device: log.device, sequence: 2)])
    try log.takeIn([event])
    #expect(log.log.identity == .own(log.device))
    let far = try other.append(draft())[0].envelope.changed(
      seen: [EventReference(device: log.device, sequence: 9)])
    #expect(throws: Stop.self) {
      try log.log.write { writer in
        _ = try writer.takeIn([far], receivedAtMilliseconds: noon)
        throw Stop()
      }
    }
    #expect(try log.reopened().identity == .own(log.device))
  }
}

extension TestLog {
  /// Takes events of its own device back, as `recover` does.
  func takeInAsOwn(_ events: [ForeignEvent]) throws {
    _ = try log.takeIn(events, receivedAtMilliseconds: clock.milliseconds, losses: .takeBack)
  }
}

@Suite("Machine") struct MachineTests {
  private func identity(_ machine: String, on id: String, hasMark: Bool = false) -> DeviceIdentity {
    DeviceFile.identity(
      Array("ledger-device 1\n\(EventLogTests.id(1))\n\(machine)\n7\n".utf8), inode: 7, machine: id
    ) { _ in
      hasMark
    }
  }

  @Test("a machine's id is not its host's name: another name leaves a folder its device")
  func hostName() {
    let (own, foreign) = (DeviceIdentity.own(id(1)), DeviceIdentity.foreign(previous: id(1)))
    #expect(identity("m", on: "m") == own && identity("m", on: "n") == foreign)
    // As earlier versions wrote it where the system had no id.
    #expect(identity("host old-name", on: "m") == foreign)
    #expect(identity("host old-name", on: "m", hasMark: true) == own)
    #expect(identity("host \(Machine.hostName)", on: "m") == own)
    #expect(identity("unknown", on: "m") == own && identity("m", on: MachineID.unknown) == own)
    for machine in ["m", MachineID.unknown] {
      #expect(identity(DeviceFile.retired, on: machine, hasMark: true) == foreign)
    }
  }
}
