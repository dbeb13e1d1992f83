import Foundation
import LedgerBook
import LedgerPlatform
import Testing

@testable import events

/// Backups that the tool makes by itself.
@Suite("Automatic backups") struct AutomaticBackupTests {
  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func state(_ ledger: Ledger) throws -> [String: Any]? {
    try ledger.json("status")["backup"] as? [String: Any]
  }

  @Test(
    "Set once: a backup at once, then one whenever it is due; status, bare events and JSON have it; off ends it"
  )
  func setting() throws {
    let ledger = try Ledger()
    let shelf = ledger.folder + "/shelf"
    #expect(try state(ledger) == nil && ledger.run("status").output.contains("not automatic"))
    #expect(ledger.run("backup", "--auto", "now").code == .no)
    let set = ledger.run("backup", "--auto", shelf, "--every", "3", "--keep", "2")
    #expect(set.code == .ok && set.output.contains("every 3 events to \(shelf)"), "\(set.errors)")
    #expect(try names(shelf).count == 1)
    #expect(ledger.run("backup", "--auto", "due").code == .ok)
    #expect(try names(shelf).count == 1)

    let first = try #require(try state(ledger))
    #expect(first["due"] as? Bool == false && first["every"] as? String == "3" && first["keep"] as? Int == 2)
    for number in 1...4 { ledger.run("group", "create", "G\(number)") }
    #expect(try #require(try state(ledger))["due"] as? Bool == true)
    #expect(ledger.run().output.contains("Backup: every 3 events"))
    #expect(ledger.run("backup", "--auto", "due").code == .ok)
    let second = try #require(try state(ledger)?["last"] as? [String: Any])
    #expect((second["folder"] as? String)?.hasPrefix(shelf) == true)
    #expect(try names(shelf).count == 2)
    #expect(ledger.run("backup", "--auto", "now").code == .ok)
    #expect(try names(shelf).count == 2)
    for name in try names(shelf) {
      #expect(ledger.run("--ledger", "\(shelf)/\(name)", "--read-only", "verify", "--bytes").code == .ok)
    }
    #expect(ledger.run("backup", "--auto", "off").code == .ok)
    #expect(try state(ledger) == nil)
    #expect(ledger.run("backup", "--auto", shelf, "--every", "soon").code == .usage)
    #expect(ledger.run("backup", "--every", "1d", shelf).code == .usage)
    #expect(ledger.run("backup", "--auto", ledger.path + "/inside").code == .cannotCreate)
  }

  @Test("A copy of the folder makes no backups among the original's, and tells so; a moved folder goes on")
  func copied() throws {
    let ledger = try Ledger()
    let (shelf, copy, moved) = (ledger.folder + "/shelf", ledger.folder + "/copy", ledger.folder + "/moved")
    #expect(ledger.run("backup", "--auto", shelf, "--every", "1", "--keep", "9").code == .ok)
    let files = FileManager.default
    try files.copyItem(atPath: ledger.path, toPath: copy)
    let before = try names(shelf)
    for isNewDevice in [false, true] {
      if isNewDevice { #expect(ledger.run("--ledger", copy, "group", "create", "Copied").code == .ok) }
      let outcome = ledger.run("--ledger", copy, "backup", "--auto", "now")
      #expect(outcome.code == .no && outcome.errors.contains("was copied from"), "\(outcome)")
      #expect(try names(shelf) == before)
      #expect(ledger.run("--ledger", copy, "status").output.contains("was copied from"))
    }
    #expect(ledger.run("--ledger", copy, "backup", "--auto", shelf + "-2", "--every", "1").code == .ok)
    #expect(ledger.run("--ledger", copy, "backup", "--auto", "now").code == .ok)
    #expect(try names(shelf) == before && names(shelf + "-2").count == 2)
    // The original goes on, under another name as well.
    try files.moveItem(atPath: ledger.path, toPath: moved)
    #expect(ledger.run("--ledger", moved, "group", "create", "Moved").code == .ok)
    #expect(ledger.run("--ledger", moved, "backup", "--auto", "now").code == .ok)
    #expect(try names(shelf).count > before.count)
  }

  @Test("The files of a backup that was killed are removed by the next one, SQLite's journal too")
  func killed() throws {
    let ledger = try Ledger()
    let shelf = ledger.folder + "/shelf"
    #expect(ledger.run("backup", "--auto", shelf, "--every", "1000").code == .ok)
    let left = shelf + "/2026-01-01T000000Z"
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
    let name = left + "/log.cbc49eb1-f0ed-47bc-9858-e187c5b517b5.tmp"
    for path in [name, name + "-journal"] { try Data([1]).write(to: URL(fileURLWithPath: path)) }
    #expect(ledger.run("group", "create", "One").code == .ok)
    #expect(ledger.run("backup", "--auto", "now").code == .ok)
    #expect(!FileManager.default.fileExists(atPath: left))
  }

  @Test("One that fails is seen with its reason and since when, fails no command, and is over after a success")
  func failing() throws {
    let ledger = try Ledger()
    let shelf = ledger.folder + "/shelf"
    #expect(ledger.run("backup", "--auto", shelf, "--every", "1").code == .ok)
    try FileManager.default.moveItem(atPath: shelf, toPath: shelf + "-away")
    #expect(ledger.run("group", "create", "One").code == .ok)
    ledger.run("backup", "--auto", "due")
    #expect(!FileManager.default.fileExists(atPath: shelf))
    let failing = try #require(try state(ledger)?["failing"] as? [String: Any])
    #expect((failing["words"] as? String)?.contains("the drive may not be connected") == true)
    #expect(
      failing["since"] is String && ledger.run("status").output.contains("The automatic backup fails since"))
    #expect(ledger.run().output.contains("The automatic backup fails since"))
    #expect(ledger.run("group", "create", "Two").code == .ok)
    // It is not tried with every command.
    #expect(try state(ledger)?["due"] as? Bool == false)
    // The folder of a drive that is not connected can be there, and empty.
    try FileManager.default.createDirectory(atPath: shelf, withIntermediateDirectories: true)
    let again = ledger.run("backup", "--auto", "now")
    #expect(again.code == .no && again.errors.contains("fails since"))
    #expect(try state(ledger)?["failing"] as? [String: Any] != nil && names(shelf).isEmpty)
    #expect(
      try (state(ledger)?["failing"] as? [String: Any])?["since"] as? String == failing["since"] as? String)

    try FileManager.default.removeItem(atPath: shelf)
    try FileManager.default.moveItem(atPath: shelf + "-away", toPath: shelf)
    #expect(ledger.run("backup", "--auto", "now").code == .ok)
    #expect(try state(ledger)?["failing"] is NSNull && names(shelf).count == 2)
  }

  @Test("A damaged log and a missing scan are failures of it too, and copies without the scan do not pile up")
  func damaged() throws {
    let ledger = try Ledger()
    let scan = try ledger.file("scan.jpg", "not really a picture")
    #expect(ledger.run("capture", scan, "--text", Repository.receipt("hotel-lac-bleu.txt")).code == .ok)
    let shelf = ledger.folder + "/shelf"
    #expect(ledger.run("backup", "--auto", shelf).code == .ok)
    let good = try names(shelf)
    try FileManager.default.removeItem(atPath: ledger.path + "/attachments")
    for _ in 0..<3 { #expect(ledger.run("backup", "--auto", "now").code == .no) }
    let lacking = try #require(try state(ledger)?["failing"] as? [String: Any])
    #expect((lacking["words"] as? String)?.contains("scans are missing or damaged") == true)
    #expect(try names(shelf).count == 2 && names(shelf)[0] == good[0])
    let url = URL(fileURLWithPath: ledger.path + "/log.sqlite")
    var bytes = try Data(contentsOf: url)
    let place = try #require(bytes.range(of: Data("LedgerCreated".utf8)))
    bytes[place.lowerBound] ^= 1
    try bytes.write(to: url)
    #expect(ledger.run("backup", "--auto", "now").code == .no)
    let broken = AutomaticBackup(ledger: ledger.path)?.failure?.words
    #expect(broken?.contains("the log is damaged") == true)
    #expect(try names(shelf).count == 2 && names(shelf)[0] == good[0])
  }

  @Test("While one process makes it, another does nothing")
  func twoAtOnce() throws {
    let ledger = try Ledger()
    let shelf = ledger.folder + "/shelf"
    #expect(ledger.run("backup", "--auto", shelf, "--every", "1").code == .ok)
    ledger.run("group", "create", "One")
    do {
      let lock = try #require(try FileLock(ledger.path + "/backup/lock", wait: false))
      defer { withExtendedLifetime(lock) {} }
      #expect(ledger.run("backup", "--auto", "due").code == .ok)
      #expect(ledger.run("backup", "--auto", "now").code == .tryAgain)
      #expect(try names(shelf).count == 1)
    }
    let script = """
      export EVENTS_LEDGER='\(ledger.path)'
      for i in 1 2 3 4 5; do "$events" backup --auto due & done; wait
      """
    #expect(try BuiltTool.shell(script).code == 0)
    #expect(try names(shelf).count == 2)
    #expect(try state(ledger)?["failing"] is NSNull)
    #expect(ledger.run("--ledger", "\(shelf)/\(try names(shelf)[1])", "verify", "--bytes").code == .ok)
  }

  @Test("A command of the tool starts one and does not wait for it, also with its output closed")
  func started() throws {
    let ledger = try Ledger()
    let shelf = ledger.folder + "/shelf"
    #expect(ledger.run("backup", "--auto", shelf, "--every", "1").code == .ok)
    // The pipe ends with the command, although the backup goes on: it holds no descriptor of it.
    let command = "export EVENTS_LEDGER='\(ledger.path)'; \"$events\" group create"
    do {
      // The command ends although the one that it starts cannot work.
      let lock = try #require(try FileLock(ledger.path + "/backup/lock", wait: false))
      defer { withExtendedLifetime(lock) {} }
      #expect(try BuiltTool.shell("\(command) One | cat").code == 0)
      #expect(try names(shelf).count == 1)
    }
    let wait = """
      for try in $(seq 600); do
        second=$(ls -d '\(shelf)'/* | sed -n 2p)
        [ -n "$second" ] && [ -e "$second/log.head" ] && break
        sleep 0.05
      done
      """
    let outcome = try BuiltTool.shell("\(command) Two | cat\n\(wait)")
    #expect(outcome.code == 0, "\(outcome.errors)")
    // The first one may have waited for its turn until the lock was free. Then there are three.
    #expect(try names(shelf).count >= 2)
    // It has ended when its lock is free.
    _ = try FileLock(ledger.path + "/backup/lock", wait: true)
    #expect(try state(ledger)?["failing"] is NSNull)
    #expect(ledger.run("--ledger", "\(shelf)/\(try names(shelf)[1])", "verify", "--bytes").code == .ok)
  }
}
