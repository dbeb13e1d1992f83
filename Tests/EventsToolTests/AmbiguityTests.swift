import Foundation
import Testing

@testable import events

/// What a review makes of papers that can be read in several ways, through the tool.
@Suite("Ambiguous papers")
struct AmbiguityTests {
  private struct Shown {
    let fields: [String: [String: Any]]
    let document: [String: Any]

    func readings(_ field: String) -> [[String: Any]] { fields[field]?["readings"] as? [[String: Any]] ?? [] }
  }

  private func review(_ ledger: Ledger, _ id: String) throws -> Shown {
    let document = try ledger.json("review", id)
    let fields = try #require(document["fields"] as? [[String: Any]])
    return Shown(
      fields: Dictionary(
        uniqueKeysWithValues: fields.compactMap { field in (field["field"] as? String).map { ($0, field) } }),
      document: document)
  }

  /// Date, total and currency in two ways, and the vendor too where it has two names.
  private static let threeFields = """
    Anker
    05/04/2026
    06/04/2026
    Total 12.00 EUR 12.00 USD
    Total 13.00 USD 13.00 EUR

    """

  @Test("IE-22 Three fields to choose in are offered, each with two readings at the most")
  func three() throws {
    let ledger = try Ledger()
    let shown = try review(ledger, try ledger.capture(Self.threeFields))
    for field in ["date", "total", "currency"] { #expect(shown.readings(field).count == 2, "\(field)") }
    #expect(shown.readings("vendor").count == 1 && shown.document["note"] is NSNull, "\(shown.document)")
  }

  @Test(
    "IE-22 A fourth empties them all, once for the paper and once for each, and all can be typed and saved"
  )
  func four() throws {
    let ledger = try Ledger()
    let id = try ledger.capture("Krone\n" + Self.threeFields + "Hotel Restaurant\nVisa Cash\n")
    let shown = try review(ledger, id)
    for field in ["vendor", "date", "total", "currency", "category", "payment"] {
      #expect(shown.readings(field).isEmpty, "\(field): \(shown.readings(field))")
    }
    let note = try #require(shown.document["note"] as? String)
    let count = try #require(note.first.flatMap { Int(String($0)) })
    #expect(count > 3 && note.hasSuffix("fields could be read in two ways: please fill them in"), "\(note)")
    let notes = ["vendor", "date", "total", "currency", "category", "payment"].compactMap {
      shown.fields[$0]?["note"] as? String
    }
    #expect(notes.filter { $0 == "could be read in two ways" }.count == count, "\(notes)")
    let text = ledger.run("review", id)
    #expect(text.output.contains(note) && text.output.contains("could be read in two ways\n"), "\(text.output)")
    for line in text.lines { #expect(columnWidth(line) <= 80, "\(line)") }
    // Nothing was decided without the person, and nothing prevents a decision.
    let row = try ledger.json("receipt", id)
    #expect(
      row["date"] is NSNull && row["amount"] is NSNull && row["payment"] is NSNull && row["vendor"] is NSNull)
    #expect(ledger.run("save", id).code == .no)
    for (field, value) in [
      ("date", "2026-04-05"), ("total", "12 EUR"), ("category", "hotel"), ("payment", "card"),
    ] {
      #expect(ledger.run("correct", id, field, value).code == .ok, "\(field)")
    }
    #expect(ledger.run("save", id).code == .ok)
  }

  @Test("IE-25 A suggestion quotes the text on the paper that it comes from; nothing else is suggested")
  func evidence() throws {
    let ledger = try Ledger()
    let paper = "Laden\nBROT 4,50\nSUMME EUR 4,50\nBAR 5,00\nRückgeld 0,50\n14.06.2026\n"
    let id = try ledger.capture(paper)
    let shown = try review(ledger, id)
    #expect(shown.fields["payment"]?["value"] as? String == "cash")
    #expect(shown.readings("payment").first?["reason"] as? String == "“BAR” found")
    #expect(shown.readings("payment").first?["value"] as? String == "cash")
    let text = ledger.run("review", id).output
    #expect(text.contains(/payment +cash +read +\d+ % +“BAR” found/), "\(text)")
    #expect(text.contains(/total +€4.50 +read +\d+ % +bottom line “SUMME EUR”/), "\(text)")
    // The paper contains each quoted piece of evidence.
    for (field, value) in shown.fields {
      for reading in value["readings"] as? [[String: Any]] ?? [] {
        let reason = try #require(reading["reason"] as? String)
        for quote in reason.matches(of: /“([^”]+)”/) {
          #expect(paper.contains(quote.output.1), "\(field): \(reason)")
        }
      }
    }
    // The same paper without the word: nothing to go by, so nothing is suggested.
    let silent = try review(ledger, try ledger.capture(paper.replacing("BAR 5,00\nRückgeld 0,50\n", with: "")))
    #expect(silent.readings("payment").isEmpty && silent.fields["payment"]?["value"] is NSNull)
    #expect(silent.fields["payment"]?["note"] as? String == "neither card nor cash found")
  }
}
