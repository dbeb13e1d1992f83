import Foundation
import LedgerDomain
import LedgerTestSupport
import Testing

@testable import LedgerBook

@Suite("Automatic backups of an app") struct AsyncBackupTests {
  private let temporary = TemporaryFolder()
  private var folder: String { temporary.path }

  private var settings: Book.Settings {
    Book.Settings(folder: "\(folder)/ledger", actor: .person("anna"), deviceName: "phone")
  }

  @Test("A command has one made in the background, which status shows; one that fails fails no command")
  func afterCommand() async throws {
    let shelf = "\(folder)/shelf"
    let new = NewLedger(device: "phone", currency: .eur, locale: .default)
    let book = try await AsyncBook.create(settings, new)
    try await book.run { try $0.setAutomaticBackup(to: shelf, every: .events(1), keeping: 3) }
    try await book.createGroup(name: "One")
    await book.waitForBackup()
    let first = try #require(try await book.read { try $0.status() }.automaticBackup)
    #expect(first.success != nil && first.failure == nil)
    // The setting is recorded by an event too, so that there can be a second one.
    #expect((1...2).contains(try FileManager.default.contentsOfDirectory(atPath: shelf).count))
    try await book.close()

    try FileManager.default.removeItem(atPath: shelf)
    let again = try await AsyncBook.open(settings)
    try await again.createGroup(name: "Two")
    await again.waitForBackup()
    let failing = try #require(try await again.read { try $0.status() }.automaticBackup)
    #expect(failing.failure?.words.contains("the drive may not be connected") == true)
    #expect(failing.success == first.success)
    try await again.createGroup(name: "Three")
    try await again.close()
    let copy = try #require(first.success?.folder)
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  @Test("An app makes a backup that is whole, and leaves nothing if its task is cancelled before")
  func plain() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let book = try await AsyncBook.create(
      settings, NewLedger(device: "phone", currency: .eur, locale: .default))
    try await book.createGroup(name: "One")
    let target = "\(folder)/copy"
    let report = try await book.backup(to: target).value
    #expect(report.isWhole && report.events > 0)
    let copy = try Book.open(
      Book.Settings(folder: target, actor: .person("anna"), deviceName: "copy", isReadOnly: true))
    #expect(try copy.verify().isSound && !copy.groups().isEmpty)
    try copy.close()
    let path = folder
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await book.backup(to: "\(path)/none").value
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/none"))
    try await book.close()
  }

  @Test(
    "Days and events as an interval, with a clock that was put back", arguments: [("1d", true), ("100", false)])
  func due(_ text: String, _ isDays: Bool) throws {
    let interval = try #require(AutomaticBackup.Interval(text))
    #expect(
      interval.description == text && AutomaticBackup.Interval("0d") == nil
        && AutomaticBackup.Interval("1w") == nil)
    let ledger = "\(folder)/ledger"
    try AutomaticBackup.save(folder: "\(folder)/shelf", interval: interval, count: 1, ledger: ledger)
    var backup = try #require(AutomaticBackup(ledger: ledger))
    let day: Int64 = 86_400_000
    #expect(backup.isDue(events: 5, atMilliseconds: day))
    backup.success = .init(milliseconds: 10 * day, events: 5, folder: "")
    #expect(!backup.isDue(events: 5, atMilliseconds: 20 * day))
    #expect(backup.isDue(events: 6, atMilliseconds: 11 * day) == isDays)
    #expect(backup.isDue(events: 6, atMilliseconds: 9 * day) == isDays)
    #expect(!backup.isDue(events: 6, atMilliseconds: 11 * day - 1))
    #expect(backup.isDue(events: 105, atMilliseconds: 10 * day) != isDays)
    backup.noteFailure(Refusal(.failed, "why"), at: 30 * day)
    #expect(!backup.isDue(events: 500, atMilliseconds: 30 * day + 1))
    #expect(backup.isDue(events: 500, atMilliseconds: 31 * day))
    try backup.saveState(ledger)
    #expect(AutomaticBackup(ledger: ledger) == backup)
  }
}
