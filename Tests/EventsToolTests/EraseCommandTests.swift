import EventLog
import Foundation
import LedgerBook
import LedgerDomain
import LedgerPlatform
import Testing

@testable import events

/// A ledger with a receipt, a scan and a shared folder, of which the tests erase one.
private struct ErasableLedger {
  let ledger: Ledger
  let shared: String

  init() throws {
    ledger = try Ledger()
    shared = ledger.folder + "/shared"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    let scan = try ledger.file("scan.jpg", "\u{ff}\u{d8}\u{ff} a scan")
    #expect(ledger.run("capture", scan, "--text", "-", input: "Summe EUR 5,00").code == .ok)
    _ = try ledger.add("38.00", "--vendor", "Taxi")
    _ = try ledger.add("12.00", "--vendor", "Kiosk")
  }

  /// Every path below a folder, with the bytes of files.
  static func content(_ folder: String) throws -> [String: Data] {
    guard FileManager.default.fileExists(atPath: folder) else { return [:] }
    var content: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      content[path] = FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data()
    }
    return content
  }

  var files: [String] { get throws { try Self.content(ledger.path).keys.sorted() } }

  var events: Int { get throws { try #require(ledger.json("status")["events"] as? Int) } }

  /// Removes what SQLite makes when the ledger is looked at.
  static func lasting(_ files: [String]) -> [String] {
    files.filter { !$0.contains("-wal") && !$0.contains("-shm") }
  }
}

@Suite("The erase command")
struct EraseCommandTests {
  @Test("ET-29 Nothing is erased without the phrase, and a script cannot answer by --yes")
  func refused() throws {
    let world = try ErasableLedger()
    let ledger = world.ledger
    let count = try world.events + 1
    let before = try ErasableLedger.lasting(world.files)
    let inputs = [
      "", "\n", "y\n", "yes\nyes\n", "erase\n\(count)\n", " ERASE\n\(count)\n", "ERASE \n\(count)\n", "ERASE",
      "ERASE\n\(count + 1)\n", "ERASE\n\n\(count)\n", "\(count)\nERASE\n",
    ]
    for input in inputs {
      let outcome = ledger.run("erase", "--local", input: input)
      #expect(outcome.code == .no && outcome.errors.contains("Nothing was erased"), "\(input): \(outcome)")
      #expect(outcome.output.contains("2 receipts · 1 scan"))
      #expect(
        outcome.output.contains("In no shared folder that can be read now: \(count - 1) events and 1 scan"))
    }
    #expect(ledger.run("erase", "--local", "--yes").code == .usage)
    #expect(ledger.run("--yes", "erase", "--local").code == .usage)
    #expect(ledger.run("erase").code == .usage && ledger.run("erase", "--local", "--shared").code == .usage)
    #expect(ledger.run("erase", "--local", "elsewhere").code == .usage)
    #expect(ledger.run("erase", "--local", "--phrase", "ERASE", "--lose", "1").code == .no)
    #expect(ledger.run("erase", "--local", "--lose", "\(count)").code == .no)
    #expect(ledger.run("erase", "--shared").code == .usage)
    let dry = try ledger.json("erase", "--local", "--dry-run")
    #expect(dry["erased"] as? Bool == false && dry["events"] as? Int == count - 1)
    #expect((dry["onlyCopy"] as? [String: Int]) == ["events": count - 1, "scans": 1])
    #expect(ledger.run("erase", "--local", "--dry-run", "--phrase", "ERASE").code == .ok)
    #expect(try ErasableLedger.lasting(world.files) == before)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("ET-29 Erasing takes the ledger's files and no others, and the shared folder brings it back")
  func local() throws {
    let world = try ErasableLedger()
    let (ledger, shared) = (world.ledger, world.shared)
    try #require(ledger.run("sync", shared).code == .ok)
    #expect(ledger.run("tail", "--cursor", "mine").code == .ok)
    let groups = ledger.run("groups").output
    let outside = try ErasableLedger.content(shared)
    let marks = try ErasableLedger.content(ledger.folder + "/state")
    #expect(!marks.isEmpty)
    let outcome = ledger.run("erase", "--local", input: "ERASE\n")
    #expect(
      outcome.code == .ok && outcome.output.contains("Everything is in a shared folder as well"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: ledger.path))
    #expect(try ErasableLedger.content(shared) == outside)
    #expect(try ErasableLedger.content(ledger.folder + "/state") == marks)
    #expect(ledger.run("erase", "--local", input: "ERASE\n").code == .noInput)
    #expect(ledger.run("init", "--from", shared, "--device", "again").code == .ok)
    #expect(ledger.run("groups").output == groups)
    #expect(try ErasableLedger.content(ledger.path + "/attachments").values.contains { $0.count > 5 })
  }

  @Test("ET-29 Links and the files of others stay, in every folder of the ledger")
  func strangers() throws {
    let world = try ErasableLedger()
    let (ledger, files) = (world.ledger, FileManager.default)
    try #require(ledger.run("sync", world.shared).code == .ok)
    let target = try ledger.file("target", "not the ledger's")
    let page = try #require(try world.files.first { $0.hasPrefix("attachments/") && $0.count > 60 })
    let folder = String(page.prefix(14))
    let others = [
      "notes.txt", "log.sqlite.bak", "attachments/list.txt", "\(folder)/scan.jpg", "models/mine.sqlite",
      "sync/todo", "own/file", "attachments/\(String(repeating: "a", count: 64))",
    ]
    for other in others {
      let path = "\(ledger.path)/\(other)"
      try files.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    }
    let links = ["link", "models/link.sqlite", "\(folder)/\(String(repeating: "b", count: 64))", "cursors"]
    for link in links {
      try files.createSymbolicLink(atPath: "\(ledger.path)/\(link)", withDestinationPath: target)
    }
    let dry = try ledger.json("erase", "--local", "--dry-run")
    let left = try #require(dry["left"] as? [String])
    #expect(left.contains("own") && left.contains("link") && left.contains("\(folder)/scan.jpg"), "\(left)")
    let code = ledger.run("erase", "--local", "--phrase", "ERASE", "--lose", "1").code
    #expect(code == .ok)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "not the ledger's")
    let folders = ["attachments", folder, "models", "own", "sync"]
    #expect(try Set(world.files) == Set(others + links + folders))
    #expect(ledger.run("init", "--currency", "EUR").code == .noInput, "the pages' folder is not empty")
  }

  @Test("ET-29 An erasing that was interrupted leaves no ledger, and the next one removes the rest")
  func interrupted() throws {
    let world = try ErasableLedger()
    let ledger = world.ledger
    let path = ledger.path
    try #require(ledger.run("rebuild").code == .ok)
    for name in ["", "attachments", "device", "log.head", "models"] {
      let copy = try Ledger(begun: false)
      try FileManager.default.copyItem(atPath: path, toPath: copy.path)
      try Data("ledger-erasing 1\n".utf8).write(to: URL(fileURLWithPath: "\(copy.path)/erasing"))
      try FileManager.default.removeItem(atPath: "\(copy.path)/log.sqlite")
      if !name.isEmpty { try FileManager.default.removeItem(atPath: "\(copy.path)/\(name)") }
      for command in [["groups"], ["init", "--currency", "EUR"]] {
        let refused = copy.run(command)
        #expect(refused.code == .noInput && refused.errors.contains("erase --local"), "\(name): \(refused)")
      }
      #expect(copy.run("erase", "--local").code == .no)
      let outcome = copy.run("erase", "--local", "--phrase", "ERASE")
      #expect(outcome.code == .ok && outcome.output.contains("interrupted"), "\(outcome)")
      #expect(!FileManager.default.fileExists(atPath: copy.path), "\(name)")
      #expect(copy.run("init", "--currency", "EUR").code == .ok)
    }
    // Before the log is removed nothing has happened: the ledger is whole.
    try Data("ledger-erasing 1\n".utf8).write(to: URL(fileURLWithPath: "\(path)/erasing"))
    #expect(ledger.run("verify").code == .ok)
    #expect(ledger.run("erase", "--local", "--phrase", "ERASE").code == .no)
  }

  @Test("ET-29 A program that has the ledger open records nothing more, and waits while it is counted")
  func openElsewhere() throws {
    let world = try ErasableLedger()
    let ledger = world.ledger
    let count = try world.events + 1
    let settings = Book.Settings(folder: ledger.path, actor: .person("other"), deviceName: "other")
    let other = try Book.open(settings)
    _ = try other.groups()
    // While the question is open, nobody writes: what is counted is what is erased.
    let writer = try LedgerLog.open(ledger.path, mode: .readWrite, busyTimeoutMilliseconds: 50)
    let lock = try writer.lockWriters()
    #expect(ledger.run("erase", "--local", "--phrase", "ERASE", "--lose", "\(count)").code == .tryAgain)
    lock.unlock()
    try writer.close()
    #expect(ledger.run("erase", "--local", "--phrase", "ERASE", "--lose", "\(count)").code == .ok)
    #expect(throws: (any Error).self) { try other.renameDevice("elsewhere") }
    try? other.close()
    #expect(!FileManager.default.fileExists(atPath: ledger.path))
  }

  @Test("ET-29 A person is asked on a terminal, and a file that only claims to be a copy does not count")
  func terminal() throws {
    let world = try ErasableLedger()
    let (ledger, shared) = (world.ledger, world.shared)
    try #require(ledger.run("sync", shared).code == .ok)
    let segment = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: shared).first { $0.hasSuffix(".segment") })
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(shared)/\(segment)"))
    try file.write(contentsOf: Data("damage".utf8))
    try file.close()
    let count = try world.events
    let screen = try #require(PseudoTerminal(columns: 80))
    let refused = screen.run(["erase", "--local"], on: ledger, typing: "ERASE\nERASE\n")
    #expect(
      refused.contains("Type \(count) to lose them") && refused.contains("Nothing was erased"), "\(refused)")
    let done = screen.run(["erase", "--local"], on: ledger, typing: "ERASE\n\(count)\n")
    #expect(done.contains("Erased "), "\(done)")
    #expect(!FileManager.default.fileExists(atPath: ledger.path))
  }
}

@Suite("Erasing a shared folder")
struct EraseSharedTests {
  @Test("ET-30 The files of every device go, others stay, and this device forgets the folder")
  func shared() throws {
    let world = try ErasableLedger()
    let (ledger, shared) = (world.ledger, world.shared)
    try #require(ledger.run("sync", shared).code == .ok)
    let phone = try Ledger(begun: false)
    try #require(phone.run("init", "--device", "phone", "--from", shared).code == .ok)
    _ = try phone.add("7.00")
    try #require(phone.run("sync", shared).code == .ok)
    try FileManager.default.createDirectory(atPath: shared + "/holiday", withIntermediateDirectories: true)
    for other in ["readme.txt", "devices/readme.txt", "holiday/dataset.json"] {
      try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(shared)/\(other)"))
    }
    try FileManager.default.createSymbolicLink(
      atPath: shared + "/devices/link", withDestinationPath: phone.path)

    // The phone's two events are not on this device yet.
    let refused = ledger.run("erase", "--shared", input: "ERASE\n")
    #expect(refused.code == .no && refused.output.contains("Not on this device: 2 events"), "\(refused)")
    #expect(try Ledger().run("erase", "--shared", shared, "--phrase", "ERASE").code == .dataError)
    #expect(ledger.run("erase", "--shared", ledger.path).code == .usage)
    #expect(ledger.run("erase", "--shared", "/nowhere").code == .noInput)

    try #require(ledger.run("sync", shared).code == .ok)
    // An interrupted run has removed some files, and dataset.json goes last.
    let page = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: shared).first { $0.contains("/pages/") })
    try FileManager.default.removeItem(atPath: "\(shared)/\(page)")
    let status = try ledger.json("status")
    let outcome = ledger.run("erase", "--shared", input: "ERASE\n")
    #expect(
      outcome.code == .ok && outcome.output.contains("Everything is on this device as well"), "\(outcome)")
    let left = try FileManager.default.subpathsOfDirectory(atPath: shared)
    #expect(
      Set(left) == [
        "readme.txt", "devices", "devices/readme.txt", "devices/link", "holiday", "holiday/dataset.json",
      ], "\(left)")
    #expect(try ledger.json("status")["events"] as? Int == status["events"] as? Int)
    #expect(phone.run("verify").code == .ok, "what a link leads to stays")
    #expect(ledger.run("sync").code == .usage && ledger.run("erase", "--shared").code == .usage)
    #expect(ledger.run("erase", "--shared", shared).code == .noInput)
    // A device that has everything fills the folder again.
    #expect(ledger.run("sync", shared, "--repair").code == .ok)
    let again = try Ledger(begun: false)
    #expect(again.run("init", "--from", shared).code == .ok)
    #expect(again.run("groups").output == ledger.run("groups").output)
  }
}
