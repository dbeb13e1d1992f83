import Foundation
import Ledger
import Synchronization
import Testing

@testable import ExampleApp

/// The guide on statements of banks, and the restoring of a backup.
@Suite("Statements of banks in an app")
struct StatementImportTests {
  /// A statement that names neither its currency nor the order of day and month.
  private static let file = Array(
    """
    Date;Payee;Amount
    03/02/2026;Bakery;-4.50
    05/02/2026;Grocer;-84.50
    """.utf8)

  private static func answer(_ question: ImportQuestion) -> String {
    question.topic == .currency ? "EUR" : question.choices.first?.value ?? "dmy"
  }

  @Test("Open questions are asked as values, and nothing is recorded before the person agrees")
  func questions() async throws {
    let ledger = try await TemporaryLedger(seed: 1) { _ in }
    let book = ledger.book
    let asked = Mutex<[ImportQuestion.Topic]>([])
    let statement = StatementImport(book: book) { question in
      asked.withLock { $0.append(question.topic) }
      return Self.answer(question)
    }
    let end = try await book.read { try $0.lastPosition() }
    #expect(try await statement.run([("bank.csv", Self.file)], agrees: { _ in false }) == nil)
    #expect(try await book.read { try $0.lastPosition() } == end, "a plan records nothing")
    let first = asked.withLock { $0 }
    #expect(first.contains(.dateOrder))

    let result = try #require(
      try await statement.run([("bank.csv", Self.file)]) { plans in plans.map(\.newCount) == [2] })
    #expect(result.plans.map(\.newCount) == [2])
    let count = asked.withLock { $0.count }
    let again = try #require(try await statement.run([("again.csv", Self.file)]) { _ in true })
    #expect(again.plans.map(\.newCount) == [0] && again.plans.map(\.knownCount) == [2])
    #expect(asked.withLock { $0.count } == count, "the answers were kept")
  }

  @Test("A receipt is linked with the bank's row, and separated again")
  func link() async throws {
    let ledger = try await TemporaryLedger(seed: 1) { _ in }
    let book = ledger.book
    let statement = StatementImport(book: book) { Self.answer($0) }
    _ = try await statement.run([("bank.csv", Self.file)]) { _ in true }
    let rows = try await book.read { try $0.rows().rows.map(\.row) }
    let row = try #require(rows.first { $0.money?.minorUnits == 8450 })
    let day = try #require(CivilDate(iso: "2025-06-01"))
    let request = RecordRequest(
      money: try #require(row.money), date: day, vendor: "Corner shop", category: "food", payment: .card)
    let receipt = try #require(try await book.record(request).transaction)
    let separated = try await statement.link(receipt, row.id)
    #expect(separated == [row.id])
    await #expect(throws: MatchRefusal.notARow) {
      try await book.run { try $0.match(row.id, withRow: receipt) }
    }

    let profiles = try await statement.change(.encoding, to: "utf-8")
    #expect(profiles.count == 1)
    #expect(profiles.first?.answers.contains { $0.option == "encoding" && $0.value == "utf-8" } == true)
  }

  @Test("A backup becomes a ledger, and one without a backup or over a ledger is refused")
  func restore() async throws {
    let ledger = try await TemporaryLedger(seed: 1) { try $0.createGroup(name: "Berlin") }
    let root = FileManager.default.temporaryDirectory.path + "/restore-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    _ = try await ledger.book.backup(to: root + "/backup").value
    let settings = Book.Settings(folder: root + "/new", actor: .person("anna"), deviceName: "phone")
    let restored = try TypeExamples.restore(root + "/backup", settings)
    #expect(restored.contains("Berlin"))
    #expect(throws: RestoreError.ledgerExists(settings.folder)) { try Book.restore(root + "/backup", settings) }
    var other = settings
    other.folder = root + "/other"
    #expect(throws: RestoreError.noFolder(root + "/nowhere")) { try Book.restore(root + "/nowhere", other) }
    #expect(throws: (any Error).self) { try Book.restore(root, other) }
    #expect(!FileManager.default.fileExists(atPath: other.folder))
  }
}
