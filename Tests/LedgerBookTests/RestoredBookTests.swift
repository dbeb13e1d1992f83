import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerProjections
import LedgerTestSupport
import Testing

@testable import EventLog

/// Ledgers that are restored from a copy, and batches that arrive in pieces, as an app sees them.
@Suite("Restored ledgers") struct RestoredBookTests {
  private let temporary = TemporaryFolder()
  private var folder: String { temporary.path }

  private func settings(_ name: String, keepsNotes: Bool = true) -> Book.Settings {
    Book.Settings(
      folder: "\(folder)/\(name)", actor: .person("test"), deviceName: name,
      stateFolder: keepsNotes ? "\(folder)/state" : nil)
  }

  private func envelopes(_ book: Book) throws -> [ForeignEvent] {
    var events: [ForeignEvent] = []
    try book.log.forEachEvent { events.append($0.envelope) }
    return events
  }

  private func overwrite(_ ledger: String, by backup: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(backup)") {
      guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(backup)/\(name)") else { continue }
      let file = "\(folder)/\(ledger)/\(name)"
      if !FileManager.default.fileExists(atPath: file) {
        _ = FileManager.default.createFile(atPath: file, contents: nil)
      }
      let handle = try #require(FileHandle(forWritingAtPath: file))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: bytes)
      try handle.close()
    }
  }

  @Test("A folder restored in place continues as a new device that names the old one; peers import both")
  func restored() throws {
    let book = try Book.create(settings("one"), NewLedger(device: "one", currency: .eur, locale: .default))
    let device = try #require(try book.log.devices().first?.device)
    _ = try book.createGroup(name: "Early")
    _ = try book.backup(to: "\(folder)/backup")
    _ = try book.createGroup(name: "Late")
    let peer = try LedgerLog.create(at: "\(folder)/peer", ledger: book.log.ledgerID, device: UniqueID.random())
    _ = try peer.takeIn(try envelopes(book), receivedAtMilliseconds: 1)
    try book.close()

    try overwrite("one", by: "backup")
    let again = try Book.open(settings("one"))
    let lost = LostEvents(device: device, expected: 8, found: 7)
    #expect(try again.missing() == [lost] && again.status().missing == [lost] && again.continuation == nil)
    _ = try again.createGroup(name: "After")
    let continuation = try #require(again.continuation)
    #expect(
      continuation.continues == EventReference(device: device, sequence: 7) && continuation.missing == [lost])
    #expect(try again.missing().isEmpty && again.status().missing == [lost])
    #expect(again.log.identity == .own(continuation.device) && continuation.device != device)
    let joined = try #require(try again.log.event(EventReference(device: continuation.device, sequence: 1)))
    #expect(joined.type == "DeviceJoined")
    #expect(String(decoding: joined.payload ?? [], as: UTF8.self).contains(#""sequence":7"#))

    // Each imports the events of the other. No event is a fork, and no event is missing any more.
    let exchanged = try peer.takeIn(try envelopes(again), receivedAtMilliseconds: 2)
    #expect(exchanged.taken == 2 && exchanged.leftOut == 0)
    var theirs: [ForeignEvent] = []
    try peer.forEachEvent { theirs.append($0.envelope) }
    #expect(try again.log.takeIn(theirs, receivedAtMilliseconds: 3).taken == 1)
    #expect(try again.groups().map(\.name).sorted() == ["After", "Early", "Late"])
    #expect(try again.status().missing.isEmpty && again.verify().isSound)
    try again.close()
  }

  @Test("A group is restored with the receipts of its deletion that arrived in a second piece")
  func groupInPieces() throws {
    let book = try Book.create(settings("one"), NewLedger(device: "one", currency: .eur, locale: .default))
    let group = try #require(try book.createGroup(name: "Rome").group)
    for number in 1...4 {
      var request = RecordRequest(
        money: Money(minorUnits: Int64(number) * 100, currency: .eur), date: screenDay("2026-06-14"),
        vendor: "Shop \(number)", category: "food", payment: .card)
      request.group = group
      _ = try book.record(request)
    }
    _ = try book.deleteGroup(group, .delete)
    let events = try envelopes(book)
    try LedgerLog.create(at: "\(folder)/two", ledger: book.log.ledgerID, device: UniqueID.random()).close()
    let two = try Book.open(settings("two"))
    _ = try two.log.takeIn(Array(events.dropLast(2)), receivedAtMilliseconds: 1)
    _ = try two.createGroup(name: "Between")
    _ = try two.log.takeIn(events, receivedAtMilliseconds: 2)
    _ = try two.restoreGroup(group)
    #expect(try two.group(group).count == 4)
    let deletion = try #require(events.first { $0.type == "GroupDeleted" }).reference
    #expect(try two.undoPlan(of: deletion).batch.count == 5)
    try two.close()
    try book.close()
  }

  @Test("A page with a flipped bit or one that cannot be read is left out of a backup, and named")
  func damagedPage() throws {
    let book = try Book.create(settings("one"), NewLedger(device: "one", currency: .eur, locale: .default))
    for number in 0..<3 {
      _ = try book.capture(CaptureInput(files: [.bytes([UInt8](repeating: UInt8(number), count: 500))]))
    }
    _ = try book.backup(to: "\(folder)/good")
    let pages = try pages(in: "one")
    var bytes = try #require(FileManager.default.contents(atPath: pages[0]))
    bytes[100] ^= 4
    try bytes.write(to: URL(fileURLWithPath: pages[0]))
    try FileManager.default.removeItem(atPath: pages[1])
    try FileManager.default.createDirectory(atPath: pages[1], withIntermediateDirectories: false)
    let report = try book.backup(to: "\(folder)/backup")
    let names = pages.map { String($0.suffix(64)) }
    #expect(report.leftOut.map(\.sha256) == [names[0], names[1]].sorted() && !report.isWhole)
    #expect(report.attachments.count == 1)
    #expect(try self.pages(in: "backup").map { String($0.suffix(64)) } == [names[2]])
    try FileManager.default.removeItem(atPath: pages[1])

    // The good copy heals both, and so does the same page captured again.
    _ = try book.recover(from: "\(folder)/good")
    #expect(try book.verify().isSound && book.backup(to: "\(folder)/whole").isWhole)
    try bytes.write(to: URL(fileURLWithPath: pages[0]))
    for number in 0..<3 {
      _ = try book.capture(CaptureInput(files: [.bytes([UInt8](repeating: UInt8(number), count: 500))]))
    }
    #expect(try book.verify().isSound)
    try book.close()
  }

  @Test("A backup that fails on the way is no ledger, and a second try completes it")
  func interrupted() throws {
    let book = try Book.create(settings("one"), NewLedger(device: "one", currency: .eur, locale: .default))
    for number in 0..<3 {
      _ = try book.capture(CaptureInput(files: [.bytes([UInt8](repeating: UInt8(number), count: 500))]))
    }
    let last = try #require(try pages(in: "one").last)
    // A file where the folder of the last page has to be.
    let obstacle = "\(folder)/backup/attachments/" + String(last.suffix(67).prefix(2))
    try FileManager.default.createDirectory(
      atPath: "\(folder)/backup/attachments", withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: obstacle, contents: nil)
    #expect(throws: FileError.self) { try book.backup(to: "\(folder)/backup") }
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/backup/log.sqlite"))
    #expect(throws: EventLogError.self) { try Book.open(settings("backup")) }
    // A page that was torn by a power cut in the first try has its size and not its bytes.
    if let torn = try pages(in: "backup").first {
      try Data(count: 500).write(to: URL(fileURLWithPath: torn))
    }
    try FileManager.default.removeItem(atPath: obstacle)
    try Data([1]).write(to: URL(fileURLWithPath: "\(folder)/backup/log.0.tmp"))
    let report = try book.backup(to: "\(folder)/backup")
    #expect(report.isWhole && report.attachments.count == 3)
    let copy = try Book.open(settings("backup"))
    #expect(try copy.verify().isSound && copy.log.lastPosition().rawValue == report.events)
    try copy.close()
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/backup/log.0.tmp"))
    #expect(throws: EventLogError.self) { try book.backup(to: "\(folder)/backup") }
    try book.close()
  }

  private func pages(in ledger: String) throws -> [String] {
    let attachments = "\(folder)/\(ledger)/attachments"
    return try FileManager.default.subpathsOfDirectory(atPath: attachments).filter { $0.utf8.count == 67 }
      .sorted()
      .map { "\(attachments)/\($0)" }
  }
}
