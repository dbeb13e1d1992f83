import EventLog
import Foundation
import LedgerBook
import LedgerDomain
import LedgerSQLite
import Testing

@testable import LedgerProjections

/// A ledger that the program made before what became of each field had columns: `Fixtures/ledgers`.
@Suite("A ledger of an earlier version")
struct OlderLedgerTests {
  private static let older = "d5b59a42be292239-1.sqlite"

  /// A copy to work on, gone when the test is over.
  private func withCopy(_ body: (String) throws -> Void) throws {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/ledgers/before-provenance-columns").standardizedFileURL
    let folder = NSTemporaryDirectory() + "ledger-older-" + UUID().uuidString
    try FileManager.default.copyItem(at: source, to: URL(fileURLWithPath: folder))
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func settings(_ folder: String) -> Book.Settings {
    Book.Settings(folder: folder, actor: .person("test"), deviceName: "test")
  }

  private func generations(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder + "/models")
      .filter { $0.hasSuffix(".sqlite") }.sorted()
  }

  @Test("Opening it rebuilds and serves the new model, while an older reader finishes on the old one")
  func opens() throws {
    try withCopy { folder in
      let older = try Connection(
        path: "\(folder)/models/\(Self.older)", mode: .readWrite, synchronous: .normal)
      let sum = "SELECT sum(minor_units) FROM transaction_row WHERE currency = 'EUR'"
      try older.begin(.deferred)
      #expect(try older.statement(sum).firstInt64() == 1_595)

      let book = try Book.open(settings(folder))
      let state = try book.status().models
      #expect(state == .stale(.earlierVersion))
      #expect(try book.transactions(TransactionFilter(), page: PageRequest(limit: 9)).rows.count == 5)
      let path = try #require(try book.status().modelsPath)
      let newer = try Connection(path: path, mode: .readWrite, synchronous: .normal)
      // What the older one did not have: what became of each field.
      let corrected = "SELECT count(*) FROM provenance WHERE extractor = 'rules' AND vendor = 3 AND payment = 4"
      #expect(try newer.statement(corrected).firstInt64() == 1)
      try newer.close()
      let id = try #require(
        try book.transactions(TransactionFilter(), page: PageRequest(limit: 1)).rows.first?.row.id)
      try book.perform(.correct(.note, .text("new")), on: id)

      // The older reader, in its transaction and in the next.
      #expect(try older.statement(sum).firstInt64() == 1_595)
      try older.commit()
      #expect(try older.statement("SELECT superseded FROM model").firstInt64() == 0)
      #expect(try older.statement(sum).firstInt64() == 1_595)
      try older.close()
      try book.close()
    }
  }

  @Test("Two versions of the program on one folder do not rebuild in turns")
  func inTurns() throws {
    try withCopy { folder in
      for _ in 0..<3 {
        let book = try Book.open(settings(folder))
        _ = try book.groups()
        try book.close()
        // The older version looks at its own, finds it complete and not superseded, and goes on with it.
        let older = try Connection(
          path: "\(folder)/models/\(Self.older)", mode: .readWrite, synchronous: .normal)
        #expect(
          try older.statement("SELECT complete = 1 AND superseded = 0 AND position > 0 FROM model").firstInt64()
            == 1)
        try older.close()
      }
      #expect(Set(try generations(folder)) == [Self.older, "\(ReadModels.fingerprint)-1.sqlite"])
      let book = try Book.open(settings(folder))
      _ = try book.rebuild()
      #expect(try generations(folder).contains(Self.older))
      try book.close()
    }
  }

  @Test("A preview of the rebuild reports that no sum changes")
  func preview() throws {
    try withCopy { folder in
      let book = try Book.open(settings(folder))
      defer { try? book.close() }
      let found = try #require(try book.previewRebuild())
      #expect(found.money.isEmpty && found.transactions == 0)
      #expect(found.shapes.contains("the column fields of provenance"))
    }
  }
}
