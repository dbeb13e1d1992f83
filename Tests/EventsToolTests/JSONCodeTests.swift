import BankFiles
import Foundation
import LedgerAnswers
import LedgerBook
import LedgerSync
import LedgerYNAB
import Testing
import YNABTestService

@testable import events

/// A sentence in a document may be reworded. The code that goes with it does not change.
@Suite("Codes for the sentences of JSON")
struct JSONCodeTests {
  /// The codes in the documents of one situation: `member: code`.
  private func codes(_ document: Any, named names: Set<String>) -> Set<String> {
    var found: Set<String> = []
    if let object = document as? [String: Any] {
      for (name, value) in object {
        if names.contains(name) {
          for code in value as? [Any] ?? [value] {
            if let code = code as? String { found.insert("\(name): \(code)") }
          }
        }
        found.formUnion(codes(value, named: names))
      }
    }
    for part in document as? [Any] ?? [] { found.formUnion(codes(part, named: names)) }
    return found
  }

  /// Expects a code of a closed set, and the sentences that it stands for.
  private func expect(
    _ outcome: Tool.Outcome, _ member: String, of known: Set<String>, beside sentence: String,
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("{") }
    let documents = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
    let found = codes(documents, named: [member])
    #expect(!found.isEmpty, "\(outcome)", sourceLocation: place)
    let all = Set(known.map { "\(member): \($0)" })
    #expect(!known.contains("") && found.isSubset(of: all), "\(found)", sourceLocation: place)
    #expect(!codes(documents, named: [sentence]).isEmpty, "\(outcome)", sourceLocation: place)
  }

  /// The codes that a file of the sources declares: `case .younger: "younger"`.
  private func declared(_ path: String) throws -> Set<String> {
    let text = try String(contentsOf: ErrorCases.sources.appendingPathComponent(path), encoding: .utf8)
    let start = try #require(text.range(of: "var code: String"))
    let body = text[start.upperBound...].prefix(while: { $0 != "}" })
    let codes = body.split(separator: "\n").compactMap { line in line.split(separator: "\"").dropFirst().first }
    return Set(codes.map(String.init))
  }

  @Test("An undo's remarks, an offer and a search have codes of their lists")
  func records() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00", "--vendor", "Rewe")
    ledger.run("correct", id, "vendor", "Aldi", "note", "milk")
    ledger.run("correct", id, "vendor", "Lidl")
    try expect(
      ledger.run("undo", "HEAD~1", "--dry-run", "--json"), "wordsCode",
      of: try declared("LedgerDomain/Kind/UndoRemark+Code.swift"), beside: "words")
    try expect(
      ledger.run("add", "lidl 5", "--dry-run", "--json", "--last"), "reasonCode",
      of: try declared("LedgerAnswers/Record/EntryOffer.swift"), beside: "reason")
    let bisect = try declared("LedgerAnswers/TimeTravel/BisectAnswer.swift")
    try expect(
      ledger.run("bisect", "expense all EUR = 1.00", "--json"), "reasonCode", of: bisect, beside: "reason")
  }

  @Test("A refused row of each format has a code")
  func rows() throws {
    let ledger = try Ledger()
    ledger.run("account", "open", "Giro")
    let known = Set(RefusedRow.Code.allCases.map(\.rawValue))
    let rows = [
      "12.06.2026,Rewe,", ",Rewe,-3.00", "soon,Rewe,-4.00", "12.06.2026,Rewe,x", "13.06.2026,Rewe,1.234",
    ]
    let csv = try ledger.file(
      "a.csv", (["Date,Payee,Amount", "01.06.2026,Lidl,-5.00"] + rows).joined(separator: "\n"))
    let qif = try ledger.file("a.qif", "!Type:Bank\nD2026-06-12\nT-5.00\n^\nD2026-06-12\nTx\n^\nT-1.00\n^\n")
    var found: Set<String> = []
    for file in [csv, qif] {
      let outcome = ledger.run(
        "import", file, "--account", "Giro", "--currency", "EUR", "--dry-run", "--json", "--date-order", "dmy")
      try expect(outcome, "reasonCode", of: known, beside: "reason")
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      found.formUnion(codes(object, named: ["reasonCode"]))
    }
    #expect(
      found.isSuperset(of: ["noAmount", "noDate", "notADate", "notAnAmount"].map { "reasonCode: \($0)" }))
  }

  @Test("The notes of the state, a backup that fails and stale models have codes")
  func state() throws {
    let ledger = try Ledger()
    let shelf = ledger.folder + "/shelf"
    #expect(ledger.run("backup", "--auto", shelf, "--every", "1").code == .ok)
    try FileManager.default.moveItem(atPath: shelf, toPath: shelf + "-away")
    ledger.run("group", "create", "One")
    ledger.run("backup", "--auto", "due")
    let status = ledger.run("status", "--json")
    let notes = Set(LedgerStatus.NoteCode.allCases.map(\.rawValue))
    try expect(status, "noteCodes", of: notes, beside: "notes")
    let sorts = Set(Refusal.Sort.allCases.map(\.rawValue))
    try expect(status, "wordsCode", of: sorts.union(["pagesMissing"]), beside: "words")
    let other = try Ledger()
    _ = try other.add("5")
    _ = try ledger.add("5")
    try FileManager.default.removeItem(atPath: ledger.path + "/models")
    try FileManager.default.copyItem(atPath: other.path + "/models", toPath: ledger.path + "/models")
    try expect(
      ledger.run("status", "--json"), "reasonCode", of: try declared("LedgerProjections/ModelsState.swift"),
      beside: "words")
  }

  @Test("A proof that proves nothing has a code")
  func proof() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00")
    let proof = ledger.run("prove", "7", "--json").output
    let forged = proof.replacing(#""minorUnits":3800"#, with: #""minorUnits":3900"#)
    try #require(forged != proof)
    try expect(
      checkProof(forged, "--json"), "reasonCode", of: try declared("LedgerAudit/Proofs/ProofProblem.swift"),
      beside: "reason")
  }

  @Test("What a sync waits for, and a file that it does not import, have codes")
  func sync() throws {
    let (laptop, phone, shared) = try Ledger.joined()
    try #require(laptop.run("sync", shared).code == .ok)
    _ = try laptop.add("12.50")
    try expect(
      laptop.run("sync", "status", "--json"), "reasonCode", of: Set(SyncWait.Reason.allCases.map(\.rawValue)),
      beside: "reason")
    try #require(laptop.run("sync").code == .ok)
    let names = try FileManager.default.subpathsOfDirectory(atPath: shared).filter { $0.hasSuffix(".segment") }
    for name in names { try Data("x".utf8).write(to: URL(fileURLWithPath: "\(shared)/\(name)")) }
    try expect(
      phone.run("sync", shared, "--json"), "reasonCode",
      of: try declared("LedgerSync/Segments/SegmentFault.swift"), beside: "reason")
  }

  @Test("A change that stays in YNAB has a code")
  func held() throws {
    let budget = try Budget()
    let id = try budget.ledger.add("5.00", "--vendor", "Rewe")
    #expect(budget.ynab("link", "food", "groceries").code == .ok)
    #expect(budget.ynab("push", id, "--account", "checking").code == .ok)
    budget.service.edit(budget.service.transactions[0].id) { $0.category = TestService.dining }
    try expect(
      budget.ynab("pull", "--json"), "reasonCode", of: Set(HeldReason.allCases.map(\.rawValue)),
      beside: "reason")
  }

  @Test("Each member that ends in Code is one of those tested here")
  func members() throws {
    var members: Set<String> = []
    for folder in ["LedgerAnswers", "events", "LedgerExplorer"] {
      let files = FileManager.default.enumerator(
        at: ErrorCases.sources.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        for match in try String(contentsOf: file, encoding: .utf8).matches(of: /"(\w+Codes?)":/) {
          members.insert("\(file.lastPathComponent) \(match.1)")
        }
      }
    }
    #expect(
      members == [
        "Proofs.swift reasonCode", "SyncWaits.swift reasonCode", "Status.swift noteCodes",
        "Status.swift wordsCode", "Status.swift reasonCode", "UndoAnswer.swift wordsCode",
        "EntryOffer.swift reasonCode", "BisectAnswer.swift reasonCode", "CopyAnswers.swift reasonCode",
        "SyncText.swift reasonCode", "ImportPlanAnswer.swift reasonCode",
      ])
  }
}
