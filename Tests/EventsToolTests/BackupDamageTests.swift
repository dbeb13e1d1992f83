import EventLog
import Foundation
import Testing

@testable import events

/// Backups of a ledger whose files have gone bad: the good copies are what a person has left.
@Suite("Backups of a damaged ledger") struct BackupDamageTests {
  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// A ledger with some receipts, and a shelf with one good backup of it.
  private func begin(_ count: Int) throws -> (ledger: Ledger, shelf: String, good: [String]) {
    let ledger = try Ledger()
    let lines = (1...count).map {
      #"{"id":"r\#($0)","text":"SHOP \#($0) END\n14.06.2026\nTOTAL EUR \#($0).50"}"# + "\n"
    }
    let captured = ledger.run("capture", "--batch", "-", input: lines.joined())
    #expect(captured.code == .ok, "\(captured.errors)")
    let shelf = ledger.folder + "/shelf"
    #expect(ledger.run("backup", "--keep", "1", shelf).code == .ok)
    return (ledger, shelf, try names(shelf))
  }

  /// Changes the bytes of the log, which no process has open.
  private func change(_ ledger: Ledger, _ body: (inout Data) throws -> Void) throws {
    let url = URL(fileURLWithPath: ledger.path + "/log.sqlite")
    var bytes = try Data(contentsOf: url)
    try body(&bytes)
    try bytes.write(to: url)
  }

  @Test("A flipped bit: no backup, exit 1, the first bad event, the newest good copy, which stays and restores")
  func flipped() throws {
    let (ledger, shelf, good) = try begin(40)
    let log = try LedgerLog.open(ledger.path, mode: .readOnly)
    var damaged: [StoredEvent] = []
    try log.forEachEvent { event in
      if let payload = event.payload, String(decoding: payload, as: UTF8.self).contains("SHOP 31 END") {
        damaged.append(event)
      }
    }
    try log.close()
    let first = try #require(damaged.first)
    try change(ledger) { bytes in
      let place = try #require(bytes.range(of: Data("SHOP 31 END".utf8)))
      bytes[place.lowerBound] ^= 1
      for _ in damaged.dropFirst() {
        let next = try #require(bytes.range(of: Data("SHOP 31 END".utf8)))
        bytes[next.lowerBound] ^= 1
      }
    }
    for _ in 0..<3 {
      let outcome = ledger.run("backup", "--keep", "1", shelf)
      #expect(outcome.code == .no && outcome.output.isEmpty)
      #expect(
        outcome.errors.contains("event \(first.reference) (position \(first.position))"), "\(outcome.errors)")
      #expect(outcome.errors.contains("The newest good backup: \(shelf)/\(good[0])"), "\(outcome.errors)")
      #expect(try names(shelf) == good)
    }
    let plain = ledger.run("backup", shelf + "/deep/er")
    #expect(plain.code == .no && plain.errors.contains("There is no good backup in \(shelf)/deep"))
    let sibling = ledger.run("backup", shelf + "/another")
    #expect(sibling.code == .no && sibling.errors.contains("The newest good backup: \(shelf)/\(good[0])"))
    #expect(try names(shelf) == good)
    let restored = ledger.run("--ledger", ledger.folder + "/new", "restore", shelf)
    #expect(restored.code == .ok && restored.output.contains("every byte verified"), "\(restored.errors)")
  }

  @Test("With any page of the log zeroed no backup is made, and the good one stays")
  func zeroedPages() throws {
    let (ledger, shelf, good) = try begin(12)
    let url = URL(fileURLWithPath: ledger.path + "/log.sqlite")
    let whole = try Data(contentsOf: url)
    let size = Int(whole[16]) << 8 | Int(whole[17])
    #expect(whole.count / size > 20)
    var named = 0
    for page in 0..<whole.count / size {
      var bytes = whole
      bytes.replaceSubrange(page * size..<(page + 1) * size, with: Data(count: size))
      try bytes.write(to: url)
      let outcome = ledger.run("backup", "--keep", "1", shelf)
      if outcome.errors.contains("(position ") { named += 1 }
      #expect(outcome.code != .ok, "page \(page): \(outcome.output)")
      #expect(outcome.code == .no, "page \(page): \(outcome.errors)")
      let newest = "The newest good backup: \(shelf)/\(good[0])"
      #expect(outcome.errors.contains(newest), "page \(page): \(outcome.errors)")
      #expect(try names(shelf) == good, "page \(page)")
    }
    #expect(named > 0)
    try whole.write(to: url)
    #expect(ledger.run("backup", "--keep", "1", shelf).code == .ok)
    #expect(try names(shelf).count == 1 && names(shelf) != good)
  }

  @Test("A log that is shorter than its head is not backed up")
  func shorter() throws {
    let (ledger, shelf, good) = try begin(3)
    let before = try Data(contentsOf: URL(fileURLWithPath: ledger.path + "/log.sqlite"))
    _ = try ledger.add("38.00")
    try change(ledger) { $0 = before }
    let outcome = ledger.run("backup", "--keep", "1", shelf)
    #expect(outcome.code == .no && outcome.errors.contains("log.head knows"), "\(outcome.errors)")
    #expect(try names(shelf) == good)
  }

  @Test("A damaged backup is not restored, and the newest good one of its folder is named")
  func damagedCopy() throws {
    let (ledger, shelf, good) = try begin(12)
    _ = try ledger.add("38.00")
    #expect(ledger.run("backup", "--keep", "2", shelf).code == .ok)
    let latest = try #require(try names(shelf).last)
    let url = URL(fileURLWithPath: "\(shelf)/\(latest)/log.sqlite")
    var bytes = try Data(contentsOf: url)
    let place = try #require(bytes.range(of: Data("SHOP 7 END".utf8)))
    bytes[place.lowerBound] ^= 1
    try bytes.write(to: url)
    let restored = ledger.run("--ledger", ledger.folder + "/new", "restore", shelf)
    #expect(restored.code == .no && restored.errors.contains("is damaged, so nothing was restored"))
    #expect(restored.errors.contains("restore \(shelf)/\(good[0])"), "\(restored.errors)")
    #expect(!FileManager.default.fileExists(atPath: ledger.folder + "/new"))
  }
}

/// Which older backups a new one replaces.
@Suite("Older backups and a new one") struct BackupRotationTests {
  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test("A backup with events that the ledger lost by a restore is not removed")
  func longerStays() throws {
    let ledger = try Ledger()
    let shelf = ledger.folder + "/shelf"
    #expect(ledger.run("backup", ledger.folder + "/older").code == .ok)
    _ = try ledger.add("38.00")
    #expect(ledger.run("backup", "--keep", "1", shelf).code == .ok)
    let longer = try names(shelf)
    try FileManager.default.removeItem(atPath: ledger.path)
    #expect(ledger.run("restore", ledger.folder + "/older").code == .ok)
    for _ in 0..<2 {
      let outcome = ledger.run("backup", "--keep", "1", shelf)
      #expect(outcome.code == .ok && outcome.errors.contains("\(longer[0]) stays"), "\(outcome.errors)")
    }
    #expect(try names(shelf).count == 2 && names(shelf).contains(longer[0]))
  }

  @Test("The ledger's own folder among the backups stays, and so does one in which something was recorded")
  func ownStays() throws {
    let ledger = try Ledger()
    let shelf = ledger.folder + "/shelf"
    #expect(ledger.run("backup", "--keep", "3", shelf).code == .ok)
    #expect(ledger.run("backup", "--keep", "3", shelf).code == .ok)
    let two = try names(shelf)
    #expect(ledger.run("--ledger", "\(shelf)/\(two[0])", "group", "create", "Worked in").code == .ok)
    #expect(ledger.run("--ledger", "\(shelf)/\(two[1])", "backup", "--keep", "1", shelf).code == .ok)
    #expect(try names(shelf).count == 3 && Set(two).isSubset(of: try names(shelf)))
  }

  @Test("The remains of an interrupted backup go before the next one, which may need their room")
  func interrupted() throws {
    let ledger = try Ledger()
    let shelf = ledger.folder + "/shelf"
    let remains = shelf + "/2019-01-01T000000Z"
    try FileManager.default.createDirectory(
      atPath: remains + "/attachments/ab", withIntermediateDirectories: true)
    try Data(count: 10).write(
      to: URL(fileURLWithPath: remains + "/log.6266702f-77f9-4398-9bb1-a1a92f2e972a.tmp"))
    #expect(ledger.run("backup", "--keep", "1", shelf + "/x/../missing/deep").code == .ok)
    let url = URL(fileURLWithPath: ledger.path + "/log.sqlite")
    var bytes = try Data(contentsOf: url)
    let place = try #require(bytes.range(of: Data("LedgerCreated".utf8)))
    bytes[place.lowerBound] ^= 1
    try bytes.write(to: url)
    #expect(ledger.run("backup", "--keep", "1", shelf).code == .no)
    #expect(!FileManager.default.fileExists(atPath: remains))
  }

  @Test("A folder inside the ledger, around it or inside a shared folder is refused before anything is written")
  func places() throws {
    let ledger = try Ledger()
    let shared = ledger.folder + "/drive"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    #expect(ledger.run("sync", shared).code == .ok)
    let link = ledger.folder + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: ledger.path)
    for (arguments, words) in [
      (["\(ledger.path)/backup"], "inside the ledger's own folder"),
      (["--keep", "2", "\(ledger.path)/attachments"], "inside the ledger's own folder"),
      (["\(link)/deep/backup"], "inside the ledger's own folder"),
      ([ledger.folder], "holds the ledger's own folder"),
      (["\(shared)/backup"], "inside a folder that devices share"),
      (["--keep", "2", shared], "inside a folder that devices share"),
    ] {
      let outcome = ledger.run(["backup"] + arguments)
      #expect(
        outcome.code == .cannotCreate && outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
    }
    #expect(try !names(ledger.path).contains("backup") && !names(shared).contains("backup"))
    // Backups in turn may be next to the ledger.
    #expect(ledger.run("backup", "--keep", "2", ledger.folder).code == .ok)
  }

  @Test("A ledger that is only read is backed up, also with --keep")
  func readOnly() throws {
    let ledger = try Ledger()
    let shelf = ledger.folder + "/shelf"
    #expect(ledger.run("--read-only", "backup", "--keep", "1", shelf).code == .ok)
    #expect(ledger.run("--read-only", "backup", ledger.folder + "/one").code == .ok)
    #expect(ledger.run("--ledger", ledger.folder + "/one", "verify").code == .ok)
  }
}
