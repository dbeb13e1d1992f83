import Foundation
import Testing

@testable import events

@Suite("Matching receipts with rows of statements by hand")
struct ImportMatchTests {
  private typealias Import = ImportStatementTests

  private static func rows(_ ledger: Ledger) throws -> [[String: Any]] {
    try objects(ledger.run("receipts", "--json").output)
  }

  @Test("unmatch makes the row a transaction of its own, and the next import knows it")
  func unmatched() throws {
    let ledger = try Ledger()
    let typed = try ledger.add("23.90", "--vendor", "Aldi")
    #expect(try Import.take(Import.june, ledger, "--account", "Giro") == [3, 1, 0, 0])
    #expect(ledger.run("unmatch", typed).code == .ok)
    #expect(try Import.vendors(ledger) == ["Aldi", "Aldi Sued", "Cafe Mauve", "Cafe Mauve", "Employer"])
    let row = try #require(try Self.rows(ledger).first { $0["transaction"] as? String == typed })
    #expect(row["cleared"] as? Bool == false)
    #expect(try Import.take(Import.june, ledger, "--account", "Giro") == [0, 0, 4, 0])
    #expect(ledger.run("unmatch", typed).code == .no)
    #expect(ledger.run("verify").code == .ok)
    #expect(ledger.run("undo").code == .ok)
    #expect(try Import.vendors(ledger).count == 4)
    #expect(try Import.take(Import.june, ledger, "--account", "Giro") == [0, 0, 4, 0])
  }

  @Test("A review shows a match of other vendors and distant days side by side, and imports nothing")
  func reviewed() throws {
    let ledger = try Ledger()
    _ = try Import.add("23.90", "Baker", on: "2026-06-04", ledger)
    _ = try Import.add("2.10", "Kiosk", on: "2026-06-12", ledger)
    let events = try Import.events(ledger)
    let path = try ledger.file("giro.csv", Import.june + "2026-06-12;Kiosk;Paper;-2,10;EUR\n")
    let shown = ledger.run("import", path, "--review").output
    #expect(shown.contains("ALDI SUED SAGT DANKE") && shown.contains("2026-06-04  Baker"), "\(shown)")
    #expect(!shown.contains("Kiosk") && shown.contains("Nothing was done."), "\(shown)")
    #expect(try Import.events(ledger) == events)
  }

  @Test("match links a receipt that the import left apart, and the row goes")
  func matched() throws {
    let ledger = try Ledger()
    let typed = try Import.add("23.90", "Aldi", on: "2026-05-12", ledger)
    let other = try Import.add("23.80", "Aldi", on: "2026-05-12", ledger)
    #expect(try Import.take(Import.june, ledger, "--account", "Giro") == [4, 0, 0, 0])
    let row = try #require(
      try Self.rows(ledger).first { $0["vendor"] as? String == "Aldi Sued" }?["transaction"] as? String)
    for (one, two) in [(other, row), (row, typed), (typed, other), (row, row)] {
      #expect(ledger.run("match", one, two).code == .no)
    }
    #expect(ledger.run("match", typed, row).code == .ok)
    #expect(try Import.vendors(ledger) == ["Aldi", "Aldi", "Cafe Mauve", "Cafe Mauve", "Employer"])
    let linked = try #require(try Self.rows(ledger).first { $0["transaction"] as? String == typed })
    #expect(linked["cleared"] as? Bool == true && linked["account"] as? String == "Giro")
    #expect(try Import.take(Import.june, ledger, "--account", "Giro") == [0, 0, 4, 0])
    #expect(ledger.run("undo").code == .ok)
    #expect(try Import.vendors(ledger).contains("Aldi Sued"))
    #expect(ledger.run("verify").code == .ok)
  }
}
