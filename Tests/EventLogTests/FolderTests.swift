import Foundation
import LedgerBytes
import LedgerMigrations
import LedgerSQLite
import Testing

@testable import EventLog

@Suite struct FolderTests {
  let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  @Test("a new ledger names its device, and its files belong to their owner alone")
  func create() throws {
    let log = try log(folder)
    #expect(log.ledgerID == ledgerA && log.createdAtMilliseconds == june.milliseconds)
    #expect(log.identity == .own(deviceA))
    #expect(log.access == .readWrite)
    let reopened = try LedgerLog.open(log.folder + "//", mode: .readWrite)
    #expect(reopened.ledgerID == ledgerA && reopened.identity == .own(deviceA))
    #expect(reopened.folder == log.folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: log.folder).sorted()
    #expect(names == ["device", "log.head", "log.sqlite", "log.sqlite-shm", "log.sqlite-wal"])
    for name in names + ["."] {
      let attributes = try FileManager.default.attributesOfItem(atPath: log.folder + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == (name == "." ? 0o700 : 0o600), "\(name)")
    }
  }

  @Test("a second creation is refused, and changes nothing")
  func createTwice() throws {
    let log = try log(folder)
    #expect(throws: EventLogError.ledgerExists(folder: log.folder)) {
      try LedgerLog.create(at: log.folder, ledger: deviceC, device: deviceB)
    }
    #expect(try LedgerLog.open(log.folder, mode: .readWrite).ledgerID == ledgerA)
    #expect(
      try LedgerLog.openOrCreate(at: log.folder, ledger: deviceC, device: deviceB).identity == .own(deviceA))
  }

  @Test("sixteen who make the same ledger at once end up with one", arguments: 0..<4)
  func race(round: Int) async throws {
    let path = folder.file("race-\(round)")
    let ids = try await withThrowingTaskGroup(of: UniqueID.self) { group in
      for number in UInt64(0)..<16 {
        group.addTask {
          let id = UniqueID(high: number, low: 1)
          let log = try LedgerLog.openOrCreate(at: path, ledger: id, device: id)
          try log.append([draft(number)])
          return log.ledgerID
        }
      }
      return try await group.reduce(into: Set<UniqueID>()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    let log = try LedgerLog.open(path, mode: .readWrite)
    #expect(try log.lastPosition() == 16)
    #expect(try log.verify().findings == [])
  }

  @Test("what is no ledger is reported as such") func noLedger() throws {
    #expect(throws: EventLogError.noLedger(folder: folder.file("none"))) {
      try LedgerLog.open(folder.file("none"), mode: .readWrite)
    }
    #expect(throws: EventLogError.noLedger(folder: folder.path)) {
      try LedgerLog.open(folder.path, mode: .readOnly)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    try Data(repeating: 65, count: 9_000).write(to: URL(fileURLWithPath: folder.file("log.sqlite")))
    for mode in [LedgerLog.Mode.readWrite, .readOnly] {
      #expect(throws: EventLogError.notALedger(path: folder.file("log.sqlite"))) {
        try LedgerLog.open(folder.path, mode: mode)
      }
    }
  }

  @Test("another application's database is refused and left as it is") func otherApplication() throws {
    let path = folder.file("log.sqlite")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let other = try Connection(path: path, mode: .readWrite)
    try other.execute("PRAGMA application_id = 7; CREATE TABLE t (x); PRAGMA journal_mode = DELETE;")
    try other.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    for mode in [LedgerLog.Mode.readWrite, .readOnly] {
      #expect(throws: EventLogError.notALedger(path: path)) { try LedgerLog.open(folder.path, mode: mode) }
    }
    #expect(throws: EventLogError.notALedger(path: path)) {
      try LedgerLog.create(at: folder.path, ledger: ledgerA, device: deviceA)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test("a log with another schema is read through SQLite, which knows the defaults of columns that rows lack")
  func otherSchema() throws {
    let log = try log(folder)
    for number in 1...200 { _ = try log.append([draft(UInt64(number))]) }
    func count() throws -> Int {
      var count = 0
      try log.forEachRowByStream(stream: { _ in }, { _ in count += 1 })
      return count
    }
    #expect(try log.reading { try log.knownRoots() } != nil)
    #expect(try count() == 200)
    try raw(log).execute("ALTER TABLE event ADD COLUMN extra INTEGER NOT NULL DEFAULT 7")
    #expect(try log.reading { try log.knownRoots() } == nil)
    #expect(try count() == 200)
  }

  @Test("a log of a newer program is refused") func newer() throws {
    let log = try log(folder)
    try raw(log).execute("PRAGMA user_version = 99")
    #expect(throws: EventLogError.newerVersion(found: 99, known: 3)) {
      try LedgerLog.open(log.folder, mode: .readWrite)
    }
  }

  @Test("a creation that was interrupted is begun again", arguments: ["empty", "no schema"])
  func interrupted(how: String) throws {
    let path = folder.file("log.sqlite")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    if how == "no schema" { try Connection(path: path, mode: .readWrite).close() }
    #expect(throws: EventLogError.noLedger(folder: folder.path)) {
      try LedgerLog.open(folder.path, mode: .readWrite)
    }
    let log = try LedgerLog.create(at: folder.path, ledger: ledgerA, device: deviceA)
    #expect(try log.append([draft(1)]).count == 1)
  }

  @Test("a folder that was copied is foreign, and takes an id of its own with its next write")
  func copied() throws {
    let log = try log(folder)
    try log.append([draft(1)])
    try log.close()
    try FileManager.default.copyItem(atPath: log.folder, toPath: folder.file("copy"))
    let copy = try LedgerLog.open(folder.file("copy"), mode: .readWrite)
    #expect(copy.identity == .foreign(previous: deviceA))
    let twin = try LedgerLog.open(folder.file("copy"), mode: .readWrite)
    #expect(throws: EventLogError.foreignFolder(previous: deviceA)) { try copy.append([draft(1)]) }
    #expect(throws: EventLogError.deviceExists(deviceA)) { try copy.write { try $0.adopt(device: deviceA) } }
    #expect(copy.identity == .foreign(previous: deviceA))
    try copy.write { writer in
      try writer.adopt(device: deviceB)
      let joined = try writer.append([draft(9)], correlation: correlation, clock: june, salts: salts())
      #expect(joined[0].reference == EventReference(device: deviceB, sequence: 1))
    }
    #expect(copy.identity == .own(deviceB))
    #expect(try LedgerLog.open(copy.folder, mode: .readOnly).identity == .own(deviceB))
    // A process that had it open before learns of it from the file, at its next write.
    #expect(try twin.append([draft(1)])[0].reference == EventReference(device: deviceB, sequence: 2))
    #expect(try twin.verify().findings == [])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: copy.folder).allSatisfy { !$0.hasSuffix(".tmp") })
  }

  @Test("a folder that was moved is still its own") func moved() throws {
    let log = try log(folder)
    try log.close()
    try FileManager.default.moveItem(atPath: log.folder, toPath: folder.file("moved"))
    #expect(try LedgerLog.open(folder.file("moved"), mode: .readWrite).identity == .own(deviceA))
  }

  @Test(
    "another machine's, a torn or no device file is foreign",
    arguments: ["machine", "torn", "gone", "nonsense"])
  func deviceFiles(how: String) throws {
    let log = try log(folder)
    let path = log.folder + "/device"
    let lines = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    func rewrite(_ text: String) throws {
      let handle = try #require(FileHandle(forUpdatingAtPath: path))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data(text.utf8))
    }
    var previous: UniqueID? = deviceA
    switch how {
    case "machine": try rewrite([lines[0], lines[1], "elsewhere", lines[3]].joined(separator: "\n"))
    case "torn": try rewrite([lines[0], lines[1], "el"].joined(separator: "\n"))
    case "gone":
      try FileManager.default.removeItem(atPath: path)
      previous = nil
    default:
      try rewrite("nonsense")
      previous = nil
    }
    #expect(try LedgerLog.open(log.folder, mode: .readWrite).identity == .foreign(previous: previous))
  }

  @Test("an adoption that is rolled back leaves the folder as it was") func adoptionRolledBack() throws {
    struct Stop: Error {}
    let log = try log(folder)
    #expect(throws: Stop.self) {
      try log.write { writer in
        try writer.adopt(device: deviceB)
        throw Stop()
      }
    }
    #expect(log.identity == .own(deviceA))
    #expect(try LedgerLog.open(log.folder, mode: .readOnly).identity == .own(deviceA))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: log.folder).allSatisfy { !$0.hasSuffix(".tmp") })
  }

  @Test("a log opened for reading is not written") func readOnly() throws {
    let log = try log(folder)
    try log.append([draft(1)])
    let reader = try LedgerLog.open(log.folder, mode: .readOnly)
    #expect(throws: EventLogError.readOnly(folder: log.folder)) { try reader.append([draft(1)]) }
    #expect(try reader.all().count == 1)
    #expect(try reader.verify().isSound)
  }

  @Test("a backup is whole, has a head of its own and no device, and goes over nothing") func backup() throws {
    let log = try log(folder)
    try log.append([draft(1), draft(2)])
    try log.backup(to: folder.file("backup"))
    try log.append([draft(1)])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("backup")).sorted()
    #expect(names == ["log.head", "log.sqlite", "log.sqlite-wal"])
    let copy = try LedgerLog.open(folder.file("backup"), mode: .readWrite)
    #expect(copy.headAtOpening == .current && copy.identity == .foreign(previous: nil))
    #expect(try copy.all() == Array(log.all().prefix(2)))
    #expect(try copy.verify().findings == [])
    #expect(throws: EventLogError.ledgerExists(folder: folder.file("backup"))) {
      try log.backup(to: folder.file("backup"))
    }
  }

  @Test("the lists of embedded SQL are the folders'", arguments: ["log", "models"]) func migrations(
    kind: String
  ) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Migrations/" + kind)
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
    let models = Migrations.models + Migrations.history + Migrations.search
    let embedded = kind == "log" ? Migrations.log : models
    #expect(Set(embedded.map { $0.name + ".sql" }).sorted() == names)
    for file in embedded {
      let text = try String(contentsOf: root.appendingPathComponent(file.name + ".sql"), encoding: .utf8)
      #expect(file.sql == text)
    }
    if kind == "log" { #expect(embedded.map(\.number) == embedded.indices.map { Int64($0) + 1 }) }
  }
}
