import Foundation
import Testing

@testable import events

/// The things that a recovery keeps or loses, other than events.
@Suite("A recovery and what else is in the folder") struct RecoverKeptTests {
  @Test("A ledger whose beginning nobody has is not begun again without --accept-loss, and that is told")
  func beginning() throws {
    let damaged = try DamagedLedger()
    let files = FileManager.default
    var refused = 0
    for page in 1..<damaged.pageCount {
      try damaged.restore()
      for name in ["log.head", "device"] { try files.removeItem(atPath: "\(damaged.ledger.path)/\(name)") }
      try? files.removeItem(atPath: damaged.ledger.folder + "/state")
      // Of the log only one page is left. On one of them is the ledger's id and nothing else.
      var bytes = [UInt8](repeating: 0, count: damaged.log.count)
      let range = page * DamagedLedger.pageSize..<(page + 1) * DamagedLedger.pageSize
      bytes[range] = damaged.log[range]
      try damaged.write(bytes)
      let looked = damaged.ledger.run("recover", "--dry-run", "--json")
      guard looked.code == .ok, looked.output.contains(#""beginsAgain":true"#) else { continue }
      guard looked.output.contains(#""lost":[]"#) else { continue }
      refused += 1
      let asked = damaged.ledger.run("recover")
      #expect(asked.code == .no && asked.errors.contains("--accept-loss"), "page \(page): \(asked)")
      #expect(asked.output.contains("begins again with EUR"), "page \(page): \(asked)")
      #expect(damaged.ledger.run("recover", "--accept-loss").code == .ok, "page \(page)")
      #expect(damaged.ledger.run("recover", "--from", damaged.backup).code == .ok, "page \(page)")
      #expect(damaged.ledger.run("receipts", "--all", "--json").output == damaged.receipts)
    }
    #expect(refused > 0)
    try damaged.restore()
    try damaged.write(damaged.log(damagedAt: damaged.pageCount - 2) { for i in $0.indices { $0[i] = 0 } })
    let whole = damaged.ledger.run("recover", "--from", damaged.backup, "--dry-run")
    #expect(whole.code == .ok && !whole.output.contains("begins again"), "\(whole)")
  }

  @Test("Cursors go on where they were, and automatic backups go on", arguments: [true, false])
  func cursors(hasBackup: Bool) throws {
    let damaged = try DamagedLedger()
    let ledger = damaged.ledger
    var lossy = 0
    for page in stride(from: 1, to: damaged.pageCount, by: hasBackup ? 3 : 1) {
      try damaged.restore()
      #expect(ledger.run("tail", "--cursor", "c", "--json").code == .ok)
      #expect(ledger.run("tail", "--cursor", "other", "-n", "3", "--json").code == .ok)
      #expect(ledger.run("group", "create", "After").code == .ok)
      #expect(ledger.run("backup", "--auto", ledger.folder + "/shelf").code == .ok)
      var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: damaged.logPath)))
      for index in page * DamagedLedger.pageSize..<(page + 1) * DamagedLedger.pageSize { bytes[index] = 0 }
      try damaged.write(bytes)
      guard ledger.run("verify").code != .ok else { continue }
      let recovered =
        hasBackup
        ? ledger.run("recover", "--from", ledger.folder + "/shelf") : ledger.run("recover", "--accept-loss")
      #expect(recovered.code == .ok, "page \(page): \(recovered)")
      if recovered.output.contains("goes on as device") { lossy += 1 }
      let status = try ledger.json("status")
      #expect((status["backup"] as? [String: Any])?["folder"] != nil, "page \(page): \(status)")
      let seen = ledger.run("tail", "--cursor", "c", "--json")
      #expect(!seen.errors.contains("shows events again"), "page \(page): \(seen.errors)")
      let names = seen.lines.filter { $0.contains(#""After""#) }.count
      // An event after a lost one waits, and is not in the ledger.
      let isKept = ledger.run("groups").output.contains("After")
      #expect(names == (isKept ? 1 : 0), "page \(page): \(seen.output)")
      #expect(!seen.output.contains(#""type":"TransactionRecorded""#), "page \(page): \(seen.output)")
      let other = ledger.run("tail", "--cursor", "other", "--json")
      if isKept { #expect(other.output.contains(#""After""#), "page \(page)") }
      if hasBackup { #expect(other.lines.count > seen.lines.count + 10, "page \(page)") }
    }
    #expect(hasBackup || lossy > 0)
  }

  @Test("redact names the folder that a recovery has set aside")
  func redacted() throws {
    let damaged = try DamagedLedger()
    try damaged.write(damaged.log(damagedAt: damaged.pageCount - 2) { for i in $0.indices { $0[i] = 0 } })
    let before = damaged.ledger.run("redact", "--containing", "Shop 3", "--why", "x", "--dry-run")
    #expect(!before.output.contains("set aside"))
    #expect(damaged.ledger.run("recover", "--from", damaged.backup).code == .ok)
    let redacted = damaged.ledger.run("redact", "--containing", "Shop 3", "--why", "x", "--yes")
    let names = try FileManager.default.contentsOfDirectory(atPath: damaged.ledger.folder)
    let aside = try #require(names.first { $0.contains(".damaged-") })
    let line = redacted.output.replacingOccurrences(of: "\n", with: "")
    #expect(redacted.code == .ok && line.contains("set aside") && line.contains(aside), "\(redacted)")
    let other = damaged.ledger.run("redact", "--containing", "Shop 4", "--why", "x", "--yes", "--json")
    #expect(other.output.contains(aside), "\(other)")
  }
}
