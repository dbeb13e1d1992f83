import EventLog
import Foundation
import LedgerBytes
import LedgerPlatform
import Testing

@testable import LedgerSync
@testable import events

/// The rows of `events help recovery`, each followed to its end.
@Suite("The advice on damage leads to a sound ledger") struct RecoverRowsTests {
  /// Whether a message of the tool names the command that the row of the help names.
  private func expect(_ damaged: DamagedLedger, _ arguments: [String], shows words: String, _ command: String) {
    let outcome = damaged.ledger.run(arguments)
    let text = outcome.output + outcome.errors
    #expect(text.contains(words) && text.contains(command), "\(arguments): \(text)")
  }

  private func expectWhole(_ damaged: DamagedLedger) throws {
    #expect(try damaged.kept().isSuperset(of: 1...damaged.size))
    #expect(damaged.ledger.run("receipts", "--all", "--json").output == damaged.receipts)
    let verified = damaged.ledger.run("verify")
    #expect(verified.code == .ok, "\(verified.output)\(verified.errors)")
    #expect(damaged.ledger.run("group", "create", "On").code == .ok)
  }

  @Test("a log that is cut short, empty or gone comes back from a backup", arguments: [100_000, 0, -1])
  func short(_ bytes: Int) throws {
    let damaged = try DamagedLedger()
    if bytes < 0 {
      try FileManager.default.removeItem(atPath: damaged.logPath)
    } else {
      try damaged.write(Array(damaged.log.prefix(bytes)))
    }
    expect(
      damaged, ["groups"], shows: bytes > 0 ? "the log is damaged" : "there is no log in", "events recover")
    let restored = damaged.ledger.run("restore", damaged.backup)
    #expect(restored.code != .ok && restored.errors.contains("events recover"), "\(restored.errors)")
    #expect(damaged.ledger.run("recover").code == .no)
    let back = damaged.ledger.run("recover", "--from", damaged.backup)
    #expect(back.code == .ok, "\(back.output)\(back.errors)")
    try expectWhole(damaged)
  }

  @Test("a log without anything that can be read goes on empty, and everything comes back later")
  func nothing() throws {
    let damaged = try DamagedLedger()
    try FileManager.default.removeItem(atPath: damaged.logPath)
    #expect(damaged.ledger.run("recover", "--accept-loss").code == .ok)
    #expect(damaged.ledger.run("verify").code == .ok)
    #expect(try damaged.kept().isEmpty)
    #expect(damaged.ledger.run("recover", "--from", damaged.backup).code == .ok)
    try expectWhole(damaged)
  }

  @Test("a damaged -wal gives back the events after the damage")
  func writeAheadLog() throws {
    let damaged = try DamagedLedger()
    let path = damaged.ledger.path
    // While a second connection is open, the commits stay in the -wal.
    let other = try LedgerLog.open(path, mode: .readWrite)
    for number in 1...6 { #expect(damaged.ledger.run("group", "create", "Late \(number)").code == .ok) }
    let log = try Data(contentsOf: URL(fileURLWithPath: path + "/log.sqlite"))
    var wal = try Data(contentsOf: URL(fileURLWithPath: path + "/log.sqlite-wal"))
    try other.close()
    wal[24 + 32 + 700] ^= 1
    wal[20] ^= 1
    try log.write(to: URL(fileURLWithPath: path + "/log.sqlite"))
    try wal.write(to: URL(fileURLWithPath: path + "/log.sqlite-wal"))
    try? FileManager.default.removeItem(atPath: path + "/log.sqlite-shm")
    expect(damaged, ["group", "create", "Refused"], shows: "lost events", "events recover --accept-loss")
    let recovered = damaged.ledger.run("recover")
    #expect(recovered.code == .ok, "\(recovered.output)\(recovered.errors)")
    let groups = damaged.ledger.run("groups").output
    for number in 1...6 { #expect(groups.contains("Late \(number)"), "\(groups)") }
    #expect(damaged.ledger.run("verify").code == .ok)
    #expect(damaged.ledger.run("group", "create", "On").code == .ok)
    #expect(!damaged.ledger.run("tail", "--json").output.contains(#""continues":{"device""#))
  }

  @Test("a torn or missing head and a missing device file are no damage")
  func smallFiles() throws {
    let damaged = try DamagedLedger()
    for names in [["log.head"], ["device"], ["log.head", "device"]] {
      try damaged.restore()
      for name in names { try FileManager.default.removeItem(atPath: damaged.ledger.path + "/" + name) }
      #expect(damaged.ledger.run("recover").output.contains("Nothing is damaged"))
      try expectWhole(damaged)
    }
    try damaged.restore()
    try Data("ledger-head 1 torn".utf8).write(to: URL(fileURLWithPath: damaged.ledger.path + "/log.head"))
    #expect(damaged.ledger.run("recover").code == .ok)
    try expectWhole(damaged)
  }

  @Test("a first page that is gone with the head and the device file leads to recovery")
  func firstPageAlone() throws {
    let damaged = try DamagedLedger()
    var bytes = damaged.log
    for place in 0..<DamagedLedger.pageSize { bytes[place] = 0 }
    try Data(bytes).write(to: URL(fileURLWithPath: damaged.logPath))
    for name in ["log.head", "device"] {
      try FileManager.default.removeItem(atPath: damaged.ledger.path + "/" + name)
    }
    for command in [["groups"], ["verify"], ["group", "create", "Rome"]] {
      expect(damaged, command, shows: "is not a ledger", "events recover")
    }
    #expect(damaged.ledger.run("recover").code == .ok)
    #expect(damaged.ledger.run("receipts", "--all", "--json").output == damaged.receipts)
  }

  @Test("a sound ledger is not changed at all")
  func sound() throws {
    let damaged = try DamagedLedger()
    #expect(damaged.ledger.run("recover", "--from", damaged.backup).output.contains("Nothing is damaged"))
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: damaged.logPath))) == damaged.log)
    let names = try FileManager.default.contentsOfDirectory(atPath: damaged.ledger.folder)
    #expect(!names.contains { $0.hasPrefix("ledger.") })
  }

  @Test("missing scans come back from a backup, and are named until then")
  func pages() throws {
    let damaged = try DamagedLedger()
    try FileManager.default.removeItem(atPath: damaged.ledger.path + "/attachments")
    expect(damaged, ["verify"], shows: "it is not there", "events recover")
    let looked = damaged.ledger.run("recover")
    #expect(looked.code == .no && looked.output.contains("it is not there"))
    #expect(damaged.ledger.run("recover", "--from", damaged.backup).code == .ok)
    try expectWhole(damaged)
  }

  @Test("a recovery that was interrupted is finished by the next, at whatever point it was")
  func interrupted() throws {
    let damaged = try DamagedLedger()
    let folder = damaged.ledger.path
    let aside = folder + ".damaged-2026-11-27T120000Z"
    func damage() throws -> RecoveryPlace {
      try damaged.restore()
      try damaged.write(damaged.log(damagedAt: damaged.pageCount - 2) { for i in $0.indices { $0[i] = 0 } })
      return RecoveryPlace(folder)
    }
    func mark(_ path: String, _ state: String) throws {
      try Data("ledger-recovery 1\n\(state)\n\(aside)\n".utf8).write(
        to: URL(fileURLWithPath: path + "/recovering"))
    }
    let files = FileManager.default
    func finish(_ point: String) throws {
      let outcome = damaged.ledger.run("recover", "--from", damaged.backup)
      #expect(outcome.code == .ok, "\(point): \(outcome.output)\(outcome.errors)")
      let names = try files.contentsOfDirectory(atPath: damaged.ledger.folder).filter { $0.hasPrefix("ledger") }
      #expect(names.count == 2 && !names.contains("ledger.recovering"), "\(point): \(names)")
      #expect(!files.fileExists(atPath: folder + "/recovering"), "\(point)")
      try expectWhole(damaged)
    }
    // While the new folder was built.
    var place = try damage()
    try place.begin(aside: aside)
    try files.copyItem(atPath: damaged.backup + "/attachments", toPath: place.staging + "/attachments")
    try finish("building")
    // After both had exchanged their names.
    place = try damage()
    try files.moveItem(atPath: folder, toPath: place.staging)
    try files.copyItem(atPath: damaged.backup, toPath: folder)
    try mark(folder, "complete")
    try finish("exchanged")
    // Where the disk cannot exchange names: after the first of two renames.
    place = try damage()
    try files.moveItem(atPath: folder, toPath: aside)
    try files.copyItem(atPath: damaged.backup, toPath: place.staging)
    try mark(place.staging, "complete")
    try finish("without a folder")
  }

  @Test(
    "what is lost of another device waits without making the ledger unhealthy, and comes with the next sync")
  func peers() throws {
    let first = try Ledger()
    let shared = first.folder + "/shared"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    _ = first.run("group", "create", "Berlin")
    let note = String(repeating: "0123456789 ", count: 80)
    let ids = try (1...9).map { try first.add("\($0).50", "--note", note, "--group", "Berlin") }
    #expect(first.run("sync", shared).code == .ok)
    let path = first.folder + "/second"
    func second(_ arguments: String...) -> Tool.Outcome { first.run(["--ledger", path] + arguments) }
    #expect(second("init", "--from", shared, "--device", "second").code == .ok)
    for id in ids { #expect(second("correct", id, "payment", "cash").code == .ok) }
    #expect(second("sync", shared).code == .ok)
    #expect(second("tail", "--cursor", "c", "--json").code == .ok)
    #expect(second("group", "create", "After").code == .ok)
    #expect(second("sync", shared).code == .ok)
    let receipts = second("receipts", "--all", "--json").output
    let log = path + "/log.sqlite"
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: log)))
    // The first page that has the end of an early note.
    let mark = Array("0123456789 0123456789".utf8)
    let page = try #require(
      stride(from: 0, to: bytes.count, by: 8_192).first { start in
        let page = bytes[start..<start + 8_192]
        return page.indices.contains { page[$0...].starts(with: mark) }
      })
    var torn = bytes
    for index in page..<page + 8_192 { torn[index] = 0 }
    try Data(torn).write(to: URL(fileURLWithPath: log))
    try FileManager.default.moveItem(atPath: shared, toPath: shared + "-away")
    let asked = second("recover")
    #expect(asked.code == .no && asked.errors.contains("--accept-loss"), "\(asked.output)\(asked.errors)")
    #expect(second("recover", "--accept-loss").code == .ok)
    // A cursor has a lower position now, and shows what it had not.
    let seen = second("tail", "--cursor", "c", "--json").lines
    #expect(seen.first?.contains(#""After""#) == true, "\(seen)")
    let verified = second("verify")
    #expect(verified.code == .ok && verified.output.contains("wait"), "\(verified.output)")
    try FileManager.default.moveItem(atPath: shared + "-away", toPath: shared)
    #expect(second("sync", shared).code == .ok)
    #expect(second("receipts", "--all", "--json").output == receipts)
    #expect(second("verify").code == .ok)
  }
}
