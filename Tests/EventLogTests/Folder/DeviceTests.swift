import Foundation
import LedgerBytes
import Testing

@testable import EventLog

/// The file `device`: whose ledger folder this is.
@Suite("Device") struct DeviceTests {
  @Test("a copied folder is foreign, names its previous device, refuses to append, and continues as a new one")
  func copied() throws {
    let log = try TestLog()
    try log.append(draft(), draft())
    try log.log.close()
    let folder = log.temporary.file("copy")
    try EventLogTests.copy(log.folder, to: folder)
    let copy = try LedgerLog.open(folder, mode: .readWrite)
    #expect(copy.identity == .foreign(previous: log.device))
    #expect(
      refusal { try copy.write { _ = try log.append([draft()], with: $0) } }
        == .foreignFolder(previous: log.device))
    #expect(refusal { try copy.write { try $0.adopt(device: log.device) } } == .deviceExists(log.device))
    #expect(refusal { try copy.write { try $0.adopt(device: .zero) } } == .deviceExists(.zero))

    let stored = try copy.write { writer in
      try writer.adopt(device: id(40))
      #expect(writer.identity == .own(id(40)))
      return try log.append([draft()], with: writer)
    }
    #expect(stored[0].reference == EventReference(device: id(40), sequence: 1))
    #expect(copy.identity == .own(id(40)))
    #expect(try LedgerLog.open(folder, mode: .readWrite).identity == .own(id(40)))
    // And the first goes on as it was; they take each other in.
    let original = try log.reopened()
    #expect(original.identity == .own(log.device))
    #expect(try original.takeIn(stored.map(\.envelope), receivedAtMilliseconds: noon).taken == 1)
    #expect(try copy.verify().isSound && original.verify().isSound)
  }

  @Test(
    "an empty file, or one with other content, makes the folder foreign",
    arguments: [
      "", "rubbish", "ledger-device 2\n\(id(1))\nx\n1\n", "ledger-device 1\nnot an id\nx\n1\n",
      "ledger-device 1\n\(id(1))\n",
    ])
  func unreadable(text: String) throws {
    let log = try TestLog()
    try write(Array(text.utf8), to: log.folder + "/device")
    let opened = try log.reopened()
    #expect(opened.identity == .foreign(previous: text.hasPrefix("ledger-device 1\n1") ? id(1) : nil))
    #expect(throws: EventLogError.self) { try opened.write { _ = try log.append([draft()], with: $0) } }
  }

  @Test("another machine's file makes the folder foreign, and so does another inode")
  func otherMachine() throws {
    let log = try TestLog()
    var lines = String(decoding: try bytes(of: log.folder + "/device"), as: UTF8.self).split(separator: "\n")
      .map(String.init)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: log.folder + "/device"))
    func rewrite() throws {
      try file.truncate(atOffset: 0)
      try file.seek(toOffset: 0)
      try file.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    }
    try rewrite()  // the same file with the same words: the same folder
    #expect(try log.reopened().identity == .own(log.device))
    let machine = lines[2]
    lines[2] = "another machine"
    try rewrite()
    #expect(try log.reopened().identity == .foreign(previous: log.device))
    (lines[2], lines[3]) = (machine, lines[3] + "1")
    try rewrite()
    #expect(try log.reopened().identity == .foreign(previous: log.device))
  }

  @Test("a folder that another program adopted meanwhile is not adopted twice")
  func adoptedElsewhere() throws {
    let log = try TestLog()
    try remove(log.folder + "/device")
    let (one, two) = (try log.reopened(), try log.reopened())
    #expect(two.identity == .foreign(previous: nil))
    try one.write { try $0.adopt(device: id(40)) }
    try two.write { #expect($0.identity == .own(id(40))) }
  }

  @Test("sixteen that make a ledger at once: one makes it, and all write in the same name", arguments: 0..<3)
  func race(round: Int) async throws {
    let temporary = TemporaryFolder()
    let folder = temporary.file("deep/ledger")
    let made = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<16 {
        group.addTask {
          let log: LedgerLog
          var isMaker = true
          do {
            log = try LedgerLog.create(at: folder, ledger: TestLog.ledger, device: id(UInt64(number)))
          } catch EventLogError.ledgerExists {
            isMaker = false
            log = try LedgerLog.open(folder, mode: .readWrite)
          }
          for _ in 0..<3 {
            _ = try log.write {
              try $0.append(
                [draft()], correlation: id(UInt64(number)), clock: .now(), salts: LedgerLog.randomSalt)
            }
          }
          return isMaker
        }
      }
      var made = 0
      for try await isMaker in group where isMaker { made += 1 }
      return made
    }
    #expect(made == 1)
    let log = try LedgerLog.open(folder, mode: .readWrite)
    #expect(try log.lastPosition() == 48 && log.devices().count == 1)
    #expect(try log.verify().isSound && log.headAtOpening == .current)
    #expect(try names(in: folder).filter { $0.contains("tmp") }.isEmpty)
  }

  @Test("folder and files belong to their owner alone")
  func permissions() throws {
    let log = try TestLog()
    try log.append(draft())
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(log.folder) == 0o700)
    for name in try names(in: log.folder) { #expect(try mode(log.folder + "/" + name) == 0o600, "\(name)") }
  }

  @Test("links in the place of the folder's files are refused", arguments: ["log.sqlite", "log.head"])
  func links(name: String) throws {
    let log = try TestLog()
    try log.log.close()
    let elsewhere = log.temporary.file("elsewhere")
    try FileManager.default.moveItem(atPath: log.folder + "/" + name, toPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: log.folder + "/" + name, withDestinationPath: elsewhere)
    #expect(throws: (any Error).self) { try log.reopened() }
  }
}
