import Foundation
import Ledger
import Testing

@testable import ExampleApp

/// The Swift that the README and the tutorial on embedding show.
@Suite("The tutorial on embedding")
struct EmbeddingTutorialTests {
  @Test("It compiles against the public interface, and does what it shows")
  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/tutorial-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder + "-shared", withIntermediateDirectories: true)
    defer {
      for folder in ["", "-state", "-shared", "-table.csv"].map({ folder + $0 }) {
        try? FileManager.default.removeItem(atPath: folder)
      }
    }
    let tutorial = EmbeddingTutorial(
      folder: folder, stateFolder: folder + "-state", sharedFolder: folder + "-shared",
      table: folder + "-table.csv", jpeg: [0xff, 0xd8, 0xff, 0xe0],
      recognizedText: "REWE\n14.06.2026\nBrot 84,50\nSUMME EUR 84,50",
      day: try #require(CivilDate(iso: "2026-06-15")), month: try #require(CivilMonth(iso: "2026-06")))
    let result = try #require(try await tutorial.run())

    #expect(result.review.detail.row.vendor == "REWE")
    #expect(await tutorial.screen.alerts.map(\.message).count == 1, "saved without a payment at first")
    #expect(result.isRepeated)
    #expect(result.home.groups.map(\.name) == ["Unfiled"])
    #expect(result.home.groups.first?.totals.map(\.description) == ["108.40 EUR"])
    #expect(result.june.totals.map(\.description) == ["108.40 EUR"])
    #expect(result.food.totals.map(\.description) == ["84.50 EUR"])
    #expect(result.hits.count == 1)
    #expect(result.asOfThen.groups.first?.count == 0 && result.asOfThen.drafts == 1)
    #expect(result.homeAfterUndo.groups.flatMap(\.totals).map(\.description) == ["84.50 EUR"])
    #expect(result.rebuilt != nil)
    #expect(result.currencies == [.eur] && result.observed == 1 && result.preview == ["Berlin"])
    #expect(result.snapshot[0] > 8 && result.snapshot[1...] == [0, 1])
    #expect(result.synced.sent > 8 && result.exported.count == 1 && result.recorded == 2)
  }

  @Test(
    "Every line that a document shows in Swift is a line of it",
    arguments: [
      ("README.md", "EmbeddingTutorial"),
      ("Sources/LedgerBook/LedgerBook.docc/Embedding.md", "EmbeddingTutorial"),
      ("Sources/LedgerBook/LedgerBook.docc/OwnReadModel.md", "VendorTotals"),
      ("Sources/LedgerBook/LedgerBook.docc/LogQuestions.md", "LogQuestions"),
      ("Sources/LedgerBook/LedgerBook.docc/Statements.md", "StatementImport"),
    ])
  func lines(_ document: String, _ example: String) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let source = try String(
      contentsOf: tests.appendingPathComponent("ExampleApp/\(example).swift"), encoding: .utf8)
    func trimmed(_ text: some StringProtocol) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
    var known = trimmed(source)[...]
    let text = try String(
      contentsOf: tests.deletingLastPathComponent().appendingPathComponent(document), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    let shown = blocks.flatMap { trimmed($0) }
    #expect(shown.count > 8)
    for line in shown {
      let place = try #require(known.firstIndex(of: line), "“\(line)” is not there, or not in this order")
      known = known[(place + 1)...]
    }
  }
}
