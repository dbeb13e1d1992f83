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
    let shown = try review(ledger, id, "b", "b", "REWE am Tor", "", "2", "", "", "", "Berlin", "s")
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
    let shown = try review(ledger, id, "b", "b", "Kiosk", end)
    #expect(shown.contains("Everything answered is on record"), "\(shown)")
    let row = try ledger.json("receipt", id)
    #expect(row["vendor"] as? String == "Kiosk" && row["state"] as? String == "draft")
  }

  @Test("IE-14 A refusal is printed and the question asked again; t shows the paper")
  func refusals() throws {
    let ledger = try Ledger()
    let id = try ledger.capture("nothing to read here\n")
    let shown = try review(
      ledger, id, "b", "t", "s", "=t", "next week", "2026-06-13", "12,5x", "84 JPY", "", "yachts", "food",
      "cash",
      "Atlantis", "", "")
    for words in ["| nothing to read here", "cannot be saved yet", "has no day", "yachts", "Atlantis"] {
      #expect(shown.contains(words), "\(words): \(shown)")
    }
    let row = try ledger.json("receipt", id)
    #expect(row["vendor"] as? String == "t" && row["date"] as? String == "2026-06-13", "\(shown)")
    #expect(row["category"] as? String == "food" && row["payment"] as? String == "cash")
    #expect((row["amount"] as? [String: Any])?["currency"] as? String == "JPY")
    #expect(row["state"] as? String == "draft")
  }

  @Test("IE-23 It names the fields that need a look and starts at the first of them; b goes back")
  func start() throws {
    let ledger = try Ledger()
    let id = try draft(ledger)
    let shown = try review(ledger, id, "2", "q")
    #expect(shown.contains("1 field needs a look: total"), "\(shown)")
    #expect(
      !shown.contains("vendor> ") && shown.contains("total> ") && shown.contains("currency> "), "\(shown)")
    let types = ledger.run("show", id, "--json").lines.compactMap {
      $0.firstMatch(of: /"type":"(\w+)"/)?.output.1
    }
    #expect(types.last == "AlternatePicked", "\(types)")
    // Now that nothing is open, it asks about the whole, and every field can still be reached.
    let again = try review(ledger, id, "b", "b", "b", "b", "b", "b", "b", "b", "q")
    #expect(again.contains("Nothing needs a look.") && again.contains("vendor> "), "\(again)")
    #expect(again.contains("This is the first field."), "\(again)")
    #expect(try ledger.json("receipt", id)["state"] as? String == "draft")
  }

  @Test("--all goes through the drafts with skip, back and quit, and nothing is lost")
  func several() throws {
    let ledger = try Ledger()
    let ids = try (0..<3).map { try ledger.capture("Kiosk \($0)\nTOTAL 5.00\n2026-06-1\($0)\n") }
    let terminal = try #require(PseudoTerminal(columns: 80))
    func review(_ keys: String...) -> String {
      terminal.run(["review", "--all"], on: ledger, typing: keys.map { $0 + "\n" }.joined())
    }
    // The first is answered and saved, the second skipped, the third left by going back, the second answered.
    let shown = review(
      "b", "b", "b", "b", "Corner", "", "", "", "food", "cash", "s", "n", "b", "b", "b", "b", "b", "b", "q")
    for words in ["1 of 3", "2 of 3", "3 of 3", "1 saved, 2 drafts left", "Go on with: events review --all"] {
      #expect(shown.contains(words), "\(words): \(shown)")
    }
    #expect(shown.components(separatedBy: "2 of 3").count == 3, "skipped, then gone back to: \(shown)")
    let first = try ledger.json("receipt", ids[0])
    #expect(first["state"] as? String == "saved" && first["vendor"] as? String == "Corner", "\(shown)")
    // What is answered before a quit stays.
    let second = review("b", "b", "b", "b", "Shop", "q")
    #expect(second.contains("1 of 2") && second.contains("0 saved, 2 drafts left"), "\(second)")
    #expect(try ledger.json("receipt", ids[1])["vendor"] as? String == "Shop")
    let ended = review("\u{4}")
    #expect(ended.contains("0 saved, 2 drafts left"), "\(ended)")
    // Piped, all are shown, a line each in JSON.
    #expect(ledger.run("review", "--all", "--json").lines.count == 2)
    #expect(ledger.run("review", "--all").output.components(separatedBy: "need a look").count == 3)
    #expect(ledger.run("review").code == .usage && ledger.run("review", ids[0], "--all").code == .usage)
    for id in ids[1...] { ledger.run("discard", id, "--yes") }
    #expect(ledger.run("review", "--all").output.contains("There are no drafts."))
  }

  @Test("IE-23 Piped, a review is only shown")
  func piped() throws {
    let ledger = try Ledger()
    let id = try draft(ledger)
    let events = try ledger.json("status")["events"] as? Int
    #expect(ledger.run(["review", id], input: "Kiosk\ns\n").code == .ok)
    #expect(try ledger.json("status")["events"] as? Int == events)
  }

  @Test("The category and the payment used last at the vendor are offered with the reason")
  func memory() throws {
    let ledger = try Ledger()
    #expect(ledger.run("add", "Kiosk Nord 5 other cash", "--yes").code == .ok)
    func draft() throws -> String { try ledger.capture("Kiosk Nord\nTOTAL EUR 12.50\n2026-06-12\n") }
    // The first field without a value is the category: Enter takes what is offered, and so does its number.
    let taken = try draft()
    let shown = try review(ledger, taken, "", "", "", "s")
    #expect(shown.contains("as last time at Kiosk Nord"), "\(shown)")
    var row = try ledger.json("receipt", taken)
    #expect(row["category"] as? String == "other" && row["payment"] as? String == "cash", "\(shown)")
    let typed = try draft()
    _ = try review(ledger, typed, "food", "1", "", "s")
    row = try ledger.json("receipt", typed)
    #expect(row["category"] as? String == "food" && row["payment"] as? String == "cash", "\(row)")
    // A vendor without a history has no offer.
    let other = try ledger.capture("Somewhere\nTOTAL EUR 12.50\n2026-06-12\n")
    #expect(try !review(ledger, other, "q").contains("as last time"))
  }
}
