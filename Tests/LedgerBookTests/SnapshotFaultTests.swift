import Foundation
import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Testing

@testable import EventLog
@testable import LedgerBook
@testable import LedgerProjections

/// Reads at one position, while the files under them are replaced and grow.
@Suite("Reads at one position, when files change")
struct SnapshotFaultTests {
  private let temporary = TemporaryFolder()
  private let folder: String

  init() throws {
    folder = temporary.file("ledger")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Book.create(settings, NewLedger(device: "test", currency: .eur, locale: .default)).close()
  }

  private var settings: Book.Settings {
    Book.Settings(
      folder: folder, actor: .person("test"), deviceName: "test", stateFolder: temporary.file("state"))
  }

  @Test("After another book has built the models again, reads use the new ones", .timeLimit(.minutes(5)))
  func rebuilt() throws {
    let (book, other) = (try Book.open(settings), try Book.open(settings))
    for round in 1...3 {
      try other.createGroup(name: "Group \(round)")
      #expect(try book.read { try $0.groups().count } == round)
      _ = try other.rebuild()
    }
    #expect(try book.read { try $0.groups().count } == 3)
    try other.close()
    try book.close()
  }

  @Test("A history that belongs to a log that was replaced is not read, in a snapshot either")
  func otherLog() throws {
    let first = try Book.open(settings)
    try first.createGroup(name: "Kept")
    _ = try first.backup(to: temporary.file("backup"))
    for number in 0..<6 { try first.createGroup(name: "Lost \(number)") }
    try first.rebuildHistory()
    let lost = try first.lastPosition()
    try first.close()
    // The older log came back, and continued with other events.
    for name in ["log.sqlite", "log.sqlite-wal", "log.sqlite-shm", "log.head"] {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    try FileManager.default.copyItem(
      atPath: temporary.file("backup") + "/log.sqlite", toPath: folder + "/log.sqlite")
    let book = try Book.open(settings)
    let group = try #require(try book.createGroup(name: "Other").group)
    try book.renameGroup(group, to: "Another")
    #expect(try book.lastPosition() < lost, "the history is beyond the log")
    let wanted = ["Another", "Kept"]
    func past(_ book: Book) throws -> [String] {
      try book.asOf(.position(.max)).groups().map(\.name).sorted()
    }
    #expect(try book.read { try past($0) } == wanted)
    #expect(try past(book) == wanted)
    let (inside, outside) = (
      try book.read { try ($0.historyState(), $0.position(knownBy: .max)) },
      try (book.historyState(), book.position(knownBy: .max))
    )
    #expect(inside.0 == .absent && inside == outside)
    let last = try book.lastPosition()
    #expect(inside.1 == last)
    try book.close()
  }

  @Test("What another book records during a read is neither lost nor restored nor damaged")
  func noAlarm() throws {
    let (book, other) = (try Book.open(settings), try Book.open(settings))
    try book.createGroup(name: "First")
    try book.rebuildHistory()
    _ = try book.search("first")
    try book.read { book in
      for number in 0..<3 { try other.createGroup(name: "Group \(number)") }
      _ = try other.search("group")
      try other.rebuildHistory()
      #expect(try book.missing().isEmpty)
      #expect(try book.log.losses().isEmpty)
      let status = try book.status()
      #expect(status.missing.isEmpty && status.marks == book.log.marks)
      #expect(status.models == .current)
      #expect(status.search?.eventsBehind == 0 && status.search?.isComplete == true)
      guard case .present(_, behind: 0, _) = status.history else {
        Issue.record("\(status.history)")
        return
      }
      // Their subject is the files, which the snapshot is not.
      #expect(throws: EventLogError.inSnapshot) { try book.verify() }
      #expect(throws: EventLogError.inSnapshot) { try book.backup(to: temporary.file("copy")) }
      #expect(try book.groups().map(\.name) == ["First"])
    }
    #expect(!FileManager.default.fileExists(atPath: temporary.file("copy")))
    #expect(try book.verify().isSound && book.missing().isEmpty)
    try other.close()
    try book.close()
  }
}
