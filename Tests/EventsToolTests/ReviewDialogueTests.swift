import Foundation
import Testing

@testable import events

@Suite("A review on a terminal")
struct ReviewDialogueTests {
  private func draft(_ ledger: Ledger) throws -> String {
    try ledger.capture(try String(contentsOfFile: Repository.receipt("rewe-city-berlin.txt"), encoding: .utf8))
  }

  private func review(_ ledger: Ledger, _ id: String, _ keys: String...) throws -> String {
    let terminal = try #require(PseudoTerminal(columns: 80))
    return terminal.run(["review", id], on: ledger, typing: keys.map { $0 + "\n" }.joined())
  }

  @Test("IE-21, IE-24 Enter accepts, a number picks, text corrects, s saves")
  func whole() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let id = try draft(ledger)
    let shown = try review(ledger, id, "REWE am Tor", "", "2", "", "", "", "Berlin", "s")
    let row = try ledger.json("receipt", id)
    #expect(row["state"] as? String == "saved", "\(shown)")
    #expect(row["vendor"] as? String == "REWE am Tor" && row["groupName"] as? String == "Berlin")
    let types = ledger.run("show", id, "--json").lines.compactMap {
      $0.firstMatch(of: /"type":"(\w+)"/)?.output.1
    }
    #expect(types.contains("AlternatePicked") && types.contains("FieldCorrected"), "\(types)")
    #expect(types.filter { $0 == "FieldConfirmed" }.count >= 2, "\(types)")
    #expect(shown.contains("1") && shown.contains("%") && shown.contains("vendor> "), "\(shown)")
  }

  @Test("IE-23 What was answered stays when the person leaves in between", arguments: ["q", "\u{4}"])
  func leaving(_ end: String) throws {
    let ledger = try Ledger()
    let id = try draft(ledger)
    let shown = try review(ledger, id, "Kiosk", end)
    #expect(shown.contains("Everything answered is on record"), "\(shown)")
    let row = try ledger.json("receipt", id)
    #expect(row["vendor"] as? String == "Kiosk" && row["state"] as? String == "draft")
  }

  @Test("IE-14 A refusal is said and the question asked again; t shows the paper")
  func refusals() throws {
    let ledger = try Ledger()
    let id = try ledger.capture("nothing to read here\n")
    let shown = try review(
      ledger, id, "t", "s", "=t", "next week", "2026-06-13", "12,5x", "84 JPY", "", "yachts", "food", "cash",
      "Atlantis", "", "")
    for words in ["| nothing to read here", "cannot be saved yet", "is not a date", "yachts", "Atlantis"] {
      #expect(shown.contains(words), "\(words): \(shown)")
    }
    let row = try ledger.json("receipt", id)
    #expect(row["vendor"] as? String == "t" && row["date"] as? String == "2026-06-13", "\(shown)")
    #expect(row["category"] as? String == "food" && row["payment"] as? String == "cash")
    #expect((row["amount"] as? [String: Any])?["currency"] as? String == "JPY")
    #expect(row["state"] as? String == "draft")
  }

  @Test("IE-23 Piped, a review is only shown")
  func piped() throws {
    let ledger = try Ledger()
    let id = try draft(ledger)
    let events = try ledger.json("status")["events"] as? Int
    #expect(ledger.run(["review", id], input: "Kiosk\ns\n").code == .ok)
    #expect(try ledger.json("status")["events"] as? Int == events)
  }
}
