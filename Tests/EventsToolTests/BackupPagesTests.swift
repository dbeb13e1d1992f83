import Foundation
import Testing

@testable import events

/// Backups of a ledger from which scans are missing.
@Suite("Backups without a scan") struct BackupPagesTests {
  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func pages(_ folder: String) -> [String] {
    (FileManager.default.subpaths(atPath: folder + "/attachments") ?? []).filter { $0.utf8.count == 67 }
  }

  /// A ledger with one scan, a shelf with a backup that has it, and the receipt.
  private func begin() throws -> (ledger: Ledger, shelf: String, receipt: String) {
    let ledger = try Ledger()
    let scan = try ledger.file("scan.jpg", "not really a picture")
    let captured = ledger.run("capture", scan, "--text", Repository.receipt("hotel-lac-bleu.txt"), "--json")
    let receipt = try #require(try object(captured.output)["transaction"] as? String)
    let shelf = ledger.folder + "/shelf"
    #expect(ledger.run("backup", "--keep", "2", shelf).code == .ok)
    return (ledger, shelf, receipt)
  }

  @Test(
    "A missing page: exit 1, the receipt by name, no older backup is removed, and restoring takes it from one")
  func missing() throws {
    let (ledger, shelf, receipt) = try begin()
    let good = try names(shelf)
    try FileManager.default.removeItem(atPath: ledger.path + "/attachments")
    for _ in 0..<3 {
      let outcome = ledger.run("backup", "--keep", "1", shelf)
      #expect(
        outcome.code == .no && outcome.errors.contains("receipt \(receipt.prefix(8)) ("), "\(outcome.errors)")
      #expect(outcome.errors.contains("is not in the backup: it is not there"), "\(outcome.errors)")
      #expect(outcome.errors.contains("no older one was removed"))
    }
    let json = try object(ledger.run("backup", "--json", ledger.folder + "/plain").output)
    let left = try #require((json["leftOut"] as? [[String: Any]])?.first)
    #expect(left["transactions"] as? [String] == [receipt] && left["words"] as? String == "it is not there")
    #expect(try names(shelf).count == 4 && names(shelf).first == good[0])
    #expect(pages("\(shelf)/\(good[0])").count == 1)

    // The latest has no page, an older one has.
    let restored = ledger.run("--ledger", ledger.folder + "/new", "restore", shelf)
    #expect(restored.code == .ok && restored.output.contains("every byte verified"), "\(restored.errors)")
    #expect(ledger.run("--ledger", ledger.folder + "/new", "verify", "--bytes").code == .ok)
    #expect(try !names(ledger.folder + "/new").contains("incomplete"))

    // A whole backup takes the place of those that lack the page, and they do not count.
    #expect(ledger.run("recover", "\(shelf)/\(good[0])").code == .ok)
    #expect(ledger.run("backup", "--keep", "2", shelf).code == .ok)
    #expect(try names(shelf).count == 2 && names(shelf).first == good[0])
  }

  @Test(
    "An empty page and one with a changed byte are missing too; a page that no event names is not",
    arguments: 0..<3)
  func damaged(_ kind: Int) throws {
    let (ledger, shelf, receipt) = try begin()
    let page = try #require(pages(ledger.path).first)
    let path = "\(ledger.path)/attachments/\(page)"
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    switch kind {
    case 0: try Data().write(to: URL(fileURLWithPath: path))
    case 1: try Data("Not really a picture".utf8).write(to: URL(fileURLWithPath: path))
    default:
      let other = "\(ledger.path)/attachments/ab/ab" + String(repeating: "0", count: 62)
      try FileManager.default.createDirectory(
        atPath: "\(ledger.path)/attachments/ab", withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(fileURLWithPath: other))
      #expect(ledger.run("backup", "--keep", "1", shelf).code == .ok)
      return #expect(try names(shelf).count == 1)
    }
    let outcome = ledger.run("backup", "--keep", "1", shelf)
    #expect(outcome.code == .no && outcome.errors.contains("its bytes have changed"), "\(outcome.errors)")
    #expect(outcome.errors.contains(receipt.prefix(8)))
    #expect(try names(shelf).count == 2)
  }

  @Test("A page of a redacted event is not missing")
  func redacted() throws {
    let (ledger, shelf, receipt) = try begin()
    let events = try objects(ledger.run("show", receipt, "--json").output)
    for event in events where event["type"] as? String == "ReceiptCaptured" {
      let position = try #require(event["position"] as? Int)
      let outcome = ledger.run("redact", "\(position)", "--why", "asked", "--yes")
      #expect(outcome.code == .ok, "\(outcome.errors)")
    }
    #expect(pages(ledger.path).isEmpty)
    #expect(ledger.run("backup", "--keep", "1", shelf).code == .ok)
    #expect(try names(shelf).count == 1)
  }
}
