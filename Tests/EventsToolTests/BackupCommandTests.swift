import Foundation
import Testing

@testable import events

/// Backups one after the other in a folder, and a ledger that comes back from one in a single command.
@Suite("Backups in turn, and restoring one") struct BackupCommandTests {
  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test("The latest backups of this ledger are kept, and nothing else in the folder is touched")
  func rotated() throws {
    let ledger = try Ledger()
    let shelf = ledger.folder + "/shelf"
    let other = try Ledger()
    #expect(other.run("backup", shelf + "/2020-01-01T000000Z").code == .ok)
    for name in ["notes", "2019-01-01T000000Z", "2018-01-01T000000Z"] {
      try FileManager.default.createDirectory(atPath: shelf + "/" + name, withIntermediateDirectories: true)
    }
    // The remains of an interrupted backup, and a folder of the person with such a name.
    try Data().write(to: URL(fileURLWithPath: shelf + "/2019-01-01T000000Z/log.head"))
    try Data().write(to: URL(fileURLWithPath: shelf + "/2018-01-01T000000Z/holiday.jpg"))
    var made: [String] = []
    for _ in 0..<4 {
      let known = Set(try names(shelf))
      #expect(ledger.run("backup", "--keep", "2", shelf).code == .ok)
      made += try names(shelf).filter { !known.contains($0) }
    }
    #expect(made.count == 4)
    #expect(try names(shelf) == ["2018-01-01T000000Z", "2020-01-01T000000Z"] + made.suffix(2) + ["notes"])
    #expect(try names(shelf + "/2018-01-01T000000Z") == ["holiday.jpg"])
  }

  @Test("A folder that is a ledger, and zero backups to keep, are refused")
  func refused() throws {
    let ledger = try Ledger()
    let inside = ledger.run("backup", "--keep", "2", ledger.path)
    #expect(inside.code == .cannotCreate && inside.errors.contains("is a ledger itself"))
    #expect(ledger.run("backup", "--keep", "0", ledger.folder + "/shelf").code == .usage)
    #expect(!FileManager.default.fileExists(atPath: ledger.folder + "/shelf"))
  }

  @Test("The latest backup comes back whole, with its scans, and goes on as a new device")
  func restored() throws {
    let ledger = try Ledger()
    let scan = try ledger.file("scan.jpg", "not really a picture")
    #expect(ledger.run("capture", scan, "--text", Repository.receipt("hotel-lac-bleu.txt")).code == .ok)
    let shelf = ledger.folder + "/shelf"
    #expect(ledger.run("backup", "--keep", "3", shelf).code == .ok)
    #expect(ledger.run("group", "create", "Later").code == .ok)
    #expect(ledger.run("backup", "--keep", "3", shelf).code == .ok)
    #expect(ledger.run("group", "create", "Lost").code == .ok)

    let there = ledger.folder + "/new"
    let preview = ledger.run("--ledger", there, "restore", shelf, "--dry-run")
    #expect(preview.code == .ok && preview.output.hasPrefix("Would restore"))
    #expect(!FileManager.default.fileExists(atPath: there))
    let restored = ledger.run("--ledger", there, "restore", shelf)
    #expect(restored.code == .ok && restored.output.contains("every byte verified"), "\(restored.errors)")
    let groups = ledger.run("--ledger", there, "groups").output
    #expect(!groups.contains("Lost"))
    #expect(ledger.run("--ledger", there, "group", "show", "Later").code == .ok)
    #expect(ledger.run("--ledger", there, "verify").code == .ok)
    #expect(
      ledger.run("--ledger", there, "group", "create", "On").errors.contains("It goes on as a new device"))

    let again = ledger.run("--ledger", there, "restore", shelf)
    #expect(again.code == .cannotCreate && again.errors.contains("already a ledger"))
    let nothing = ledger.run("--ledger", ledger.folder + "/x", "restore", ledger.folder + "/state")
    #expect(nothing.code == .noInput && nothing.errors.contains("there is no backup"))
    #expect(ledger.run("restore", "./missing").code == .noInput)
  }

  @Test("A backup with a damaged scan comes back without it, names it, and ends with 1")
  func damaged() throws {
    let ledger = try Ledger()
    let scan = try ledger.file("scan.jpg", "not really a picture")
    #expect(ledger.run("capture", scan, "--text", Repository.receipt("hotel-lac-bleu.txt")).code == .ok)
    let backup = ledger.folder + "/backup"
    #expect(ledger.run("backup", backup).code == .ok)
    let pages = try #require(FileManager.default.enumerator(atPath: backup + "/attachments"))
    let page = try #require(pages.compactMap { $0 as? String }.first { $0.count > 60 })
    let path = backup + "/attachments/" + page
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try Data("other".utf8).write(to: URL(fileURLWithPath: path))
    let restored = ledger.run("--ledger", ledger.folder + "/new", "restore", backup, "--json")
    #expect(restored.code == .no && restored.output.contains(#""ok":false"#))
    #expect(restored.errors.contains("its bytes have changed"))
    let kept = ledger.folder + "/shelf"
    #expect(ledger.run("--ledger", backup, "backup", "--keep", "1", kept).code == .no)
  }
}
