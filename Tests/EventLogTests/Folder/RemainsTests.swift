import EventLog
import Foundation
import LedgerBytes
import Testing

/// A folder without a log, in which something of a ledger is left.
@Suite("The remains of a ledger") struct RemainsTests {
  /// A folder with two events, closed, from which the log is taken away.
  private static func withoutLog(_ change: (TestLog) throws -> Void) throws -> TestLog {
    let log = try TestLog()
    try log.append(draft(), draft(stream(2)))
    try log.log.close()
    try change(log)
    return log
  }

  private static func isRefused(_ log: TestLog, finding name: String) {
    let attempts: [() throws -> Void] = [
      { _ = try LedgerLog.create(at: log.folder, ledger: id(1), device: id(2)) },
      { _ = try LedgerLog.openOrCreate(at: log.folder, ledger: id(1), device: id(2)) },
      { _ = try LedgerLog.open(log.folder, mode: .readWrite) },
      { _ = try LedgerLog.open(log.folder, mode: .readOnly) },
      {
        try LedgerLog.create(at: log.folder, ledger: id(1), device: id(2)) { _ in _ = Issue.record("filled") }
      },
      {
        let other = try TestLog(device: 7)
        try other.log.backup(to: log.folder)
      },
    ]
    for (number, attempt) in attempts.enumerated() {
      // Pages alone are what an interrupted backup leaves, which the next one completes.
      if number == attempts.count - 1, name == "attachments" { continue }
      let error = refusal(attempt)
      guard case .logMissing(let folder, let found)? = error else {
        Issue.record("attempt \(number): \(error.map(\.description) ?? "no error")")
        continue
      }
      #expect(folder == log.folder && found.contains(name), "attempt \(number): \(found)")
    }
  }

  @Test(
    "Nothing is created if a log is missing or empty next to its head, its device or its attachments",
    arguments: ["log.head", "device", "attachments", "log.sqlite-wal", ".log.sqlite.icloud"], [true, false])
  func refused(kept: String, isEmpty: Bool) throws {
    let log = try Self.withoutLog { log in
      for name in try names(in: log.folder) where name != kept { try remove(log.folder + "/" + name) }
      switch kept {
      case "attachments":
        try FileManager.default.createDirectory(
          atPath: log.folder + "/attachments/ab", withIntermediateDirectories: true)
      case "log.sqlite-wal", ".log.sqlite.icloud": try write([1, 2, 3], to: log.folder + "/" + kept)
      default: break
      }
      if isEmpty { try write([], to: log.database) }
    }
    let before = try names(in: log.folder)
    let head = kept == "log.head" ? try bytes(of: log.head) : []
    Self.isRefused(log, finding: kept)
    #expect(try names(in: log.folder) == before)
    if kept == "log.head" { #expect(try bytes(of: log.head) == head) }
  }

  @Test("A log that comes back finds its folder as it was") func comesBack() throws {
    let log = try Self.withoutLog { log in
      try FileManager.default.moveItem(atPath: log.database, toPath: log.temporary.file("kept"))
    }
    Self.isRefused(log, finding: "log.head")
    try FileManager.default.moveItem(atPath: log.temporary.file("kept"), toPath: log.database)
    let reopened = try log.reopened()
    #expect(reopened.headAtOpening == .current && reopened.identity == .own(log.device))
    #expect(try reopened.lastPosition() == 2)
  }

  @Test("A creation that was interrupted anywhere is begun again", arguments: 0..<4)
  func interrupted(at step: Int) throws {
    let temporary = TemporaryFolder()
    let made = temporary.file("made")
    try LedgerLog.create(at: made, ledger: id(8), device: id(9)).close()
    let folder = temporary.file("begun")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let files = ["log.head", "device"].prefix(step)
    for name in files { try copy(made + "/" + name, to: folder + "/" + name) }
    if step == 3 { try write([], to: folder + "/log.sqlite") }
    #expect(
      refusal { _ = try LedgerLog.open(folder, mode: .readWrite) } == .noLedger(folder: folder))
    let log = try LedgerLog.create(at: folder, ledger: id(1), device: id(2))
    #expect(log.ledgerID == id(1) && log.identity == .own(id(2)))
  }

  @Test("A ledger that is made with its first events is there with all of them or not at all")
  func filled() throws {
    struct Stop: Error {}
    let temporary = TemporaryFolder()
    let folder = temporary.file("ledger")
    #expect(throws: Stop.self) {
      try LedgerLog.create(at: folder, ledger: id(1), device: id(2)) { log in
        #expect(!exists(folder))
        // Another process begins to use the folder meanwhile.
        try LedgerLog.create(at: folder, ledger: id(3), device: id(4)).append([draft(1)])
        throw Stop()
      }
    }
    #expect(try LedgerLog.open(folder, mode: .readWrite).lastPosition() == 1)
    #expect(
      refusal { try LedgerLog.create(at: folder, ledger: id(1), device: id(2)) { _ in } }
        == .ledgerExists(folder: folder))
    #expect(try names(in: temporary.path) == ["ledger"])

    // A folder that is there, with something of a person's in it.
    let other = temporary.file("other")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try write([1], to: other + "/notes")
    try LedgerLog.create(at: other, ledger: id(1), device: id(2)) { try $0.append([draft(1), draft(2)]) }
    let log = try LedgerLog.open(other, mode: .readWrite)
    #expect(try log.lastPosition() == 2 && log.headAtOpening == .current && log.identity == .own(id(2)))
    try log.close()
    #expect(try names(in: other) == ["device", "log.head", "log.sqlite", "notes"])
  }

  @Test("A head of more than forty thousand devices still notices what is lost")
  func manyDevices() throws {
    let log = try TestLog()
    try log.log.close()
    var text = "ledger-head 1 \(TestLog.ledger) 45000\n"
    for number in UInt64(0)..<45_000 {
      text += "\(UniqueID(high: 0x4000, low: 0x8000_0000_0000_0000 | number)) 1 \(SHA256.hash([1]))\n"
    }
    text += "\(SHA256.hash(Array(text.utf8)))"
    try write(Array(text.utf8), to: log.head)
    let opened = try log.reopened()
    guard case .ahead(let lost) = opened.headAtOpening else {
      Issue.record("the head counts as \(opened.headAtOpening)")
      return
    }
    #expect(lost.count == 45_000)
    let error = refusal { try opened.write { _ in } }
    #expect(error == .lostEvents(lost))
    #expect(error.map { $0.description.count < 1_000 } == true)
  }
}
