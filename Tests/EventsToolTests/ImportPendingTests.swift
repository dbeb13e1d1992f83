import Foundation
import LedgerTestSupport
import Testing

@testable import events

@Suite("Rows that a bank books later")
struct ImportPendingTests {
  private typealias Import = ImportStatementTests

  private static let header = "Buchungstag;Status;Empfänger;Verwendungszweck;Betrag;Währung\n"
  private static let pending = header + "12.06.2026;Vorgemerkt;SUMUP  .RADLADEN KOPF;Karte;-23,40;EUR\n"
  private static let booked = header + "15.06.2026;Gebucht;SumUp Radladen Kopf/Kiel/DE;Visa 5432;-23,40;EUR\n"

  private static func take(_ texts: [String], _ ledger: Ledger) throws -> [[String: Any]] {
    let paths = try texts.enumerated().map { try ledger.file("file-\($0).csv", $1) }
    return try objects(ledger.run(["import"] + paths + ["--account", "Giro", "--json"]).output)
  }

  private static func rows(_ ledger: Ledger) throws -> [[String: Any]] {
    try objects(ledger.run("receipts", "--all", "--json").output).filter { $0["state"] as? String == "saved" }
  }

  @Test("A booked row replaces its pending one, clears it, and keeps what a person added")
  func replaced() throws {
    let ledger = try Ledger()
    _ = try Self.take([Self.pending], ledger)
    let before = try #require(try Self.rows(ledger).first)
    #expect(before["cleared"] as? Bool == false)
    let id = try #require(before["transaction"] as? String)
    #expect(ledger.run("correct", id, "note", "bell").code == .ok)
    let done = try Self.take([Self.booked], ledger)
    #expect(done.first?["matched"] as? Int == 1 && done.first?["new"] as? Int == 0)
    let after = try Self.rows(ledger)
    #expect(after.count == 1)
    #expect(after.first?["transaction"] as? String == id && after.first?["note"] as? String == "bell")
    #expect(after.first?["cleared"] as? Bool == true && after.first?["date"] as? String == "2026-06-15")
    for text in [Self.booked, Self.pending] {
      let again = try Self.take([text], ledger)
      #expect(again.first?["known"] as? Int == 1, "\(again)")
    }
    #expect(ledger.run("undo").code == .ok)
    #expect(try Self.rows(ledger).first?["cleared"] as? Bool == false)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("A booking replaces the pending row before it, though a later one is of its vendor")
  func laterVendor() throws {
    let ledger = try Ledger()
    let pending = [("06", "VISA DEBITKARTE"), ("14", "REWE MARKT")].reduce(Self.header) {
      $0 + "\($1.0).06.2026;Vorgemerkt;\($1.1);Karte;-7,45;EUR\n"
    }
    _ = try Self.take([pending], ledger)
    let booked = Self.header + "08.06.2026;Gebucht;REWE MARKT;Karte;-7,45;EUR\n"
    #expect(try Self.take([booked], ledger).first?["matched"] as? Int == 1)
    #expect(try Self.rows(ledger).count == 2)
  }

  @Test("One import may hold both stages, in one file after the other, or the later file first")
  func together() throws {
    for texts in [[Self.pending, Self.booked], [Self.pending, Self.pending, Self.booked]] {
      let ledger = try Ledger()
      _ = try Self.take(texts, ledger)
      let rows = try Self.rows(ledger)
      #expect(rows.count == 1 && rows.first?["cleared"] as? Bool == true)
      #expect(rows.first?["date"] as? String == "2026-06-15")
    }
    let ledger = try Ledger()
    _ = try Self.take([Self.booked], ledger)
    let older = try Self.take([Self.pending], ledger)
    #expect(older.first?["known"] as? Int == 1)
    #expect(try Self.rows(ledger).count == 1)
  }

  @Test("A row that changes nothing but its state is cleared")
  func unchanged() throws {
    let ledger = try Ledger()
    _ = try Self.take([Self.pending], ledger)
    _ = try Self.take([Self.pending.replacingOccurrences(of: "Vorgemerkt", with: "Gebucht")], ledger)
    let rows = try Self.rows(ledger)
    #expect(rows.count == 1 && rows.first?["cleared"] as? Bool == true)
  }

  @Test("A pending row that a bank drops is told")
  func vanished() throws {
    let ledger = try Ledger()
    _ = try Self.take([Self.pending], ledger)
    let id = try #require(try Self.rows(ledger).first?["transaction"] as? String)
    let later =
      Self.header + "10.06.2026;Gebucht;Bakery;Bread;-2,00;EUR\n14.06.2026;Vorgemerkt;Kiosk;Paper;-3,00;EUR\n"
    let done = try Self.take([later], ledger)
    #expect(done.first?["vanished"] as? [String] == [id])
  }

  /// A purchase that the bank shows before its booking, perhaps with other words.
  private struct Purchase {
    let cents: Int
    let day: Int
    let bookedDay: Int
    let name: String

    func line(on day: Int) -> String {
      let amount = "-\(cents / 100),\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
      return day < bookedDay
        ? "\(date(self.day));Pending;\(name.uppercased());;\(amount);EUR\n"
        : "\(date(bookedDay));Booked;\(name) Kiel;card \(self.day);\(amount);EUR\n"
    }

    private func date(_ day: Int) -> String { "2026-06-\(day < 10 ? "0" : "")\(day)" }
  }

  @Test("After every file, the ledger has each purchase of a random history once", arguments: 0..<8)
  func history(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let purchases = (0..<24).map { _ in
      let day = Int.random(in: 1...24, using: &random)
      return Purchase(
        cents: Int.random(in: 100...160, using: &random) * 5, day: day,
        bookedDay: day + Int.random(in: 0...3, using: &random),
        name: ["Bakery", "Kiosk", "Cinema", "Garage"].randomElement(using: &random) ?? "Bakery")
    }
    let ledger = try Ledger()
    var day = 0
    while day < 28 {
      day += Int.random(in: 1...5, using: &random)
      let lines = purchases.filter { $0.day <= day }.map { $0.line(on: day) }
      _ = try Self.take([Self.header + lines.joined()], ledger)
      let sums = try Self.rows(ledger).map { ($0["amount"] as? [String: Any])?["minorUnits"] as? Int ?? 0 }
      let expected = purchases.filter { $0.day <= day }.map(\.cents)
      #expect(sums.sorted() == expected.sorted(), "seed \(seed), day \(day)")
    }
    #expect(try Self.rows(ledger).allSatisfy { $0["cleared"] as? Bool == true }, "seed \(seed)")
  }
}
