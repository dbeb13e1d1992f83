import Foundation
import Testing

@testable import events

@Suite("Vendors of a bank's files")
struct VendorCommandTests {
  private static let printed = "SumUp *CAFE MAUVE 4411 BERLIN DE"

  private static func row(_ date: String, _ vendor: String) -> String { "\(date);\(vendor);;-3,20;EUR\n" }

  @Test("A vendor's new name is used by later imports, listed, undone, and the bank's text stays with the row")
  func rename() throws {
    let ledger = try Ledger()
    #expect(ledger.run("vendor", "list").output.contains("No vendor is renamed"))
    let renamed = ledger.run("vendor", "rename", Self.printed, "Café Mauve")
    #expect(renamed.code == .ok && renamed.output.contains("Later imports name it Café Mauve."))
    #expect(
      ledger.run("vendor", "rename", Self.printed, "Café Mauve").output.contains("It has that name already."))
    // The number of the shop and the town do not matter.
    let header = ImportStatementTests.header
    try ImportStatementTests.take(header + Self.row("2026-06-12", "SumUp *CAFE MAUVE 0815 BERLIN DE"), ledger)
    #expect(try ImportStatementTests.vendors(ledger) == ["Café Mauve"])
    #expect(ledger.run("show", "HEAD~1", "--json").output.contains("SumUp *CAFE MAUVE 0815 BERLIN DE"))
    #expect(
      ledger.run("vendor", "list", "--json").output
        == #"{"name":"Café Mauve","printed":"SumUp *CAFE MAUVE 4411 BERLIN DE"}"# + "\n")
    ledger.run("vendor", "rename", "cafe mauve", "")
    #expect(ledger.run("vendor", "list").output.contains("No vendor is renamed"))
    try ImportStatementTests.take(header + Self.row("2026-06-13", Self.printed), ledger)
    #expect(try ImportStatementTests.vendors(ledger) == ["Cafe Mauve", "Café Mauve"])
    ledger.run("undo")
    ledger.run("undo")
    #expect(ledger.run("vendor", "list").output.contains("Café Mauve"))
    #expect(ledger.run("vendor", "rename", " ", "X").code == .usage)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("A renamed vendor keeps the habits of its old name")
  func habits() throws {
    let ledger = try Ledger()
    for day in 1...4 {
      _ = try ImportStatementTests.add("\(day)", "Cafe Mauve", on: "2026-05-0\(day)", ledger)
    }
    ledger.run("vendor", "rename", Self.printed, "The Mauve One")
    let path = try ledger.file("giro.csv", ImportStatementTests.header + Self.row("2026-06-12", Self.printed))
    let shown = ledger.run("import", path, "--dry-run").output
    #expect(
      shown.contains("The Mauve O") && shown.contains("Cafe Mauve: food, 4 of 4 times, 91%"), "\(shown)")
  }

  @Test("A review suggests the usual category if no other is read, and takes it if it is sure and asked for")
  func review() throws {
    let ledger = try Ledger()
    for day in 1...4 {
      _ = try ImportStatementTests.add("\(day)", "Zimmermann", on: "2026-05-0\(day)", ledger)
    }
    let text = "Zimmermann\nTOTAL EUR 9.99\n2026-06-10\n"
    let id = try ledger.capture(text)
    let shown = ledger.run("review", id).output
    #expect(shown.contains("4 of 4 times at Zimmermann") && shown.contains("91 %"), "\(shown)")
    let json = try ledger.json("review", id)
    let suggestion = try #require(json["suggestion"] as? [String: Any])
    #expect(suggestion["category"] as? String == "food" && suggestion["confidence"] as? Int == 91)
    ledger.run("review", id, "--accept-above", "92")
    #expect(try ledger.json("receipt", id)["category"] is NSNull)
    ledger.run("review", "--all", "--accept-above", "90")
    #expect(try ledger.json("receipt", id)["category"] as? String == "food")
    // A category that is there stays.
    ledger.run("correct", id, "category", "taxi")
    ledger.run("review", id, "--accept-above", "0")
    #expect(try ledger.json("receipt", id)["category"] as? String == "taxi")
    #expect(ledger.run("review", id, "--accept-above", "101").code == .usage)
  }

  @Test("Quick entry tells how often the vendor had the category, and does not guess where there is no habit")
  func entry() throws {
    let ledger = try Ledger()
    for (day, category) in ["food", "food", "food"].enumerated() {
      ledger.run("add", "\(category) 1\(day) card Zimmermann 2026-05-0\(day + 1)")
    }
    let json = try ledger.json("add", "Zimmermann 5.40", "--json")
    let offers = try #require(json["offers"] as? [[String: Any]])
    #expect(offers.first?["reason"] as? String == "as 3 of 3 times at Zimmermann (86%)", "\(offers)")
    #expect(offers.first?["confidence"] as? Int == 86)
    for (day, category) in ["food", "taxi", "other"].enumerated() {
      ledger.run("add", "\(category) 1\(day) card Basar 2026-05-0\(day + 1)")
    }
    #expect(ledger.run("add", "Basar 5.40").errors.contains("the category is missing"))
  }
}
