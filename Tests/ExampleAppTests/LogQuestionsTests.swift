import Foundation
import Ledger
import Testing

@testable import ExampleApp

/// The guide on questions to the log.
@Suite("Questions to the log")
struct LogQuestionsTests {
  @Test("Each is answered with what happened")
  func run() async throws {
    let ledger = try await TemporaryLedger(seed: 1) { _ in }
    let book = ledger.book
    let receipt = try #require(
      try await book.capture(CaptureInput(text: "REWE\n14.06.2026\nBrot 84,50\nSUMME EUR 84,50")).transaction)
    try await book.perform(.set(.payment(.card)), on: receipt)
    try await book.perform(.save, on: receipt)
    let corrected = try await book.perform(
      .set(.total(Money(minorUnits: 8_000, currency: .eur))), on: receipt)
    let folder = FileManager.default.temporaryDirectory.path + "/questions-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try await book.backup(to: folder).value
    let position = try #require(corrected.positions.first)
    let doubted = try #require(try await book.read { try $0.event(at: position) }).reference

    let result = try await LogQuestions(book: book, receipt: receipt, doubted: doubted, copy: folder).run()

    #expect(result.audit.contains("\"corrected\""))
    #expect(result.blame.contains("8000") && result.blame.contains("8450"), "the value and the earlier one")
    #expect(result.titles.contains { $0.contains("REWE") })
    #expect(result.difference.contains("\"minorUnits\":8000"))
    #expect(result.isSame)
    #expect(result.without.contains("8450"), "the total without the correction")
    #expect(result.patched.contains("\"records\""))
    #expect(result.isProven && result.proof.contains("\"proof\":\"inclusion\""))
    #expect(result.growth.contains("\"proof\":\"consistency\""))
    #expect(!result.reproduced.contains("REWE") && result.reproduced.contains("ReceiptCaptured"))
    #expect(result.rest.count == 5)
  }

  @Test("A question about nothing is refused, and a changed proof proves nothing")
  func wrong() async throws {
    let ledger = try await TemporaryLedger(seed: 1) { _ in }
    let nothing = EventReference(device: .random(), sequence: 1)
    await #expect(throws: BookError.self) { _ = try await ledger.book.answer(.without([nothing])).value }
    await #expect(throws: BookError.self) { _ = try await ledger.book.answer(.proof(of: nothing)).value }
    await #expect(throws: BookError.self) {
      _ = try await ledger.book.answer(.blame(TransactionID(.random()).stream)).value
    }
    await #expect(throws: Refusal.self) { _ = try await ledger.book.answer(.growth(since: [])).value }
    await #expect(throws: Refusal.self) {
      _ = try await ledger.book.answer(.patched(Array("{}".utf8), named: "patch")).value
    }
    #expect(throws: Refusal.self) { try Book.checkProofs(Array("no proof".utf8)) }
    let first = try await ledger.book.read { try $0.event(at: 1) }
    let reference = try #require(first).reference
    let proof = try await ledger.book.answer(.proof(of: reference)).value.jsonLines
    #expect(try Book.checkProofs(Array(proof.utf8)).verdict == .yes)
    let changed = proof.replacingOccurrences(of: "\"currency\":\"EUR\"", with: "\"currency\":\"USD\"")
    #expect(changed != proof)
    #expect(try Book.checkProofs(Array(changed.utf8)).verdict == .no)
  }
}
