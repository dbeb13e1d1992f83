import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("Search (IE-10)")
struct SearchTests {
  private func found(_ ledger: ScreenLedger, _ words: String, _ filter: TransactionFilter = .everything) throws
    -> [TransactionID]
  {
    try ledger.book.search(words, filter: filter).map(\.transaction.row.id)
  }

  @Test("Vendor, tags, note and the paper are searched, in this order, within each the latest first")
  func places() throws {
    let ledger = try ScreenLedger()
    let paper = try #require(
      try ledger.book.capture(CaptureInput(text: "Gasthof Berlin\nSUMME EUR 3,00")).transaction)
    let note = try ledger.record("a") { $0.note = "on the way to Berlin" }
    let tag = try ledger.record("b") { $0.tags = ["Berlin"] }
    let vendor = try ledger.record("Taxi Berlin")
    let later = try ledger.record("Berlin Taxi")
    try ledger.record("Rome")
    // The vendor on the paper is the draft's vendor too, unless a person sets another.
    try ledger.book.perform(.correct(.vendor, .text("Inn")), on: paper)
    let hits = try ledger.book.search("berlin")
    #expect(hits.map(\.transaction.row.id) == [later, vendor, tag, note, paper])
    #expect(hits.map(\.place) == ["vendor", "vendor", "tags", "note", "paper"])
    for hit in hits {
      let bytes = Array(hit.snippet.utf8)
      #expect(hit.matches.map { String(decoding: bytes[$0], as: UTF8.self).lowercased() } == ["berlin"])
    }
  }

  @Test("A search needs every word, in any place; the last may be a prefix")
  func words() throws {
    let ledger = try ScreenLedger()
    let both = try ledger.record("Café Müller") { $0.note = "breakfast with Anna" }
    let one = try ledger.record("Café Central")
    #expect(try found(ledger, "café") == [one, both])
    #expect(try found(ledger, "caf") == [one, both])
    #expect(try found(ledger, "café mül") == [both])
    #expect(try found(ledger, "müller café") == [both])
    #expect(try found(ledger, "mül café") == [])
    #expect(try found(ledger, "café brea") == [both])
    #expect(try found(ledger, "breakfast anna müller") == [both])
    #expect(try found(ledger, "café rome") == [])
    #expect(try ledger.book.search("café brea").map(\.place) == ["several"])
  }

  @Test(
    "Accents and case don't matter, one way or the other",
    arguments: [
      "muller", "MÜLLER", "Müller", "mu\u{308}ller", "cafe", "CAFÉ", "naive", "ångström", "angstrom", "éclair",
    ])
  func diacritics(words: String) throws {
    let ledger = try ScreenLedger()
    let id = try ledger.record("CAFÉ Müller") { $0.note = "naïve Ångström, E\u{301}clair" }
    try ledger.record("Rome")
    #expect(try found(ledger, words) == [id])
  }

  @Test(
    "What people type is words, whatever signs are in it",
    arguments: [
      ("AND", "a AND b"), ("OR", "a OR b"), ("NOT", "NOT this"), ("NEAR(a b)", "NEAR (a, b)"), ("a*", "a* b"),
      ("\"quoted\"", "\"quoted\" words"), ("o'neil", "O'Neil"), ("vendor:rewe", "vendor: rewe"), ("a-b", "a-b"),
      ("-x", "-x"), ("^first", "^first"), ("100%", "100 %"), ("a+b", "a + b"), ("(x)", "(x)"), ("{x}", "{x y}"),
      ("c++", "C++"), ("x\"y", "x\"y"), ("\"x", "the x"), ("a\\b", "a\\b"), ("café\u{301}", "café\u{301} x"),
      ("x\"\u{301}y", "x\"\u{301}y"), ("a\0b", "a b"), ("a\u{1}b", "a b"), ("1.50", "1.50"), ("食品", "食品 店"),
      ("'; DROP TABLE search; --", "'; DROP TABLE search; --"), ("a , b", "a,b"), ("note", "a note"),
    ])
  func signs(words: String, note: String) throws {
    let ledger = try ScreenLedger()
    try ledger.record("other")
    let id = TransactionID(UniqueID.random())
    try ledger.append([
      (
        .transactionRecorded(
          TransactionEvent.Recorded(
            origin: .manual, on: screenDay("2026-06-14"), kind: .expense,
            money: Money(minorUnits: 1, currency: .eur), date: screenDay("2026-06-14"), note: note)), id
      )
    ])
    #expect(try found(ledger, words) == [id])
  }

  @Test(
    "What holds no word finds nothing, and is no error",
    arguments: ["", " ", "*", "\"", "\"\"", "-", "()", "%", "🍽️", "\u{301}", "\0", ":", "\u{2028}", "…", "'"])
  func nothing(words: String) throws {
    let ledger = try ScreenLedger()
    try ledger.record("🍽️ * \" - () % : '")
    #expect(try found(ledger, words) == [])
  }

  @Test("A query of random signs and words is never an error")
  func random() throws {
    let ledger = try ScreenLedger()
    try ledger.record("AND NEAR") { $0.note = "a b \" * : - ^ ( ) { } +" }
    let pieces = [
      "a", "AND", "OR", "NOT", "NEAR", "\"", "*", ":", "-", "^", "(", ")", "{", "}", "+", ",", " ", " ", "\\",
      "'",
      "vendor", "é", "\u{301}", "\u{200d}", "🍽️", "食", "\0", "\n", "\u{ff}", "1", ".", "\u{1fae9}", "①", "ﬁ",
    ]
    for seed in UInt64(0)..<400 {
      var random = SeededGenerator(seed: seed)
      let words = (0..<Int.random(in: 1...8, using: &random)).map { _ in random.one(of: pieces) }.joined()
      #expect(throws: Never.self, "seed \(seed): \(words.debugDescription)") { try ledger.book.search(words) }
    }
  }

  @Test("A correction is found by the current value and no longer by the one before")
  func corrected() throws {
    let ledger = try ScreenLedger()
    let id = try ledger.record("Rewe") {
      $0.note = "old note"
      $0.tags = ["oldtag"]
    }
    #expect(try found(ledger, "rewe") == [id])
    try ledger.book.perform(.correct(.vendor, .text("Edeka")), on: id)
    try ledger.book.perform(.correct(.note, nil), on: id)
    try ledger.book.perform(.tag(add: ["new tag"], remove: ["oldtag"]), on: id)
    for words in ["rewe", "old", "note", "oldtag"] { #expect(try found(ledger, words) == []) }
    for words in ["edeka", "new tag", "tag"] { #expect(try found(ledger, words) == [id]) }
  }

  @Test("A deleted one is not found, a restored one is again; drafts are found, discarded ones not")
  func deleted() throws {
    let ledger = try ScreenLedger()
    let id = try ledger.record("Rewe")
    #expect(try found(ledger, "rewe") == [id])
    try ledger.book.perform(.delete, on: id)
    #expect(try found(ledger, "rewe") == [])
    try ledger.book.perform(.restore, on: id)
    #expect(try found(ledger, "rewe") == [id])
    let draft = try #require(
      try ledger.book.capture(CaptureInput(text: "Aldi Süd\nSUMME EUR 3,00")).transaction)
    #expect(try found(ledger, "aldi") == [draft])
    #expect(try found(ledger, "aldi", TransactionFilter()) == [])
    try ledger.book.perform(.discard, on: draft)
    #expect(try found(ledger, "aldi") == [])
  }

  @Test("It is the same after a rebuild, and in the past it is what was known then")
  func rebuilt() throws {
    let ledger = try ScreenLedger()
    let id = try ledger.record("Rewe")
    let position = try ledger.book.log.lastPosition()
    try ledger.book.perform(.correct(.vendor, .text("Edeka")), on: id)
    #expect(try found(ledger, "edeka") == [id])
    _ = try ledger.book.rebuild()
    #expect(try found(ledger, "edeka") == [id])
    #expect(try found(ledger, "rewe") == [])
    let past = ledger.book.asOf(.position(position))
    #expect(try past.search("rewe").map(\.transaction.row.id) == [id])
    #expect(try past.search("edeka").isEmpty)
  }

  @Test("It finds all after another process made the models again, and what another process recorded")
  func twoBooks() throws {
    let ledger = try ScreenLedger()
    let id = try ledger.record("Rewe")
    #expect(try found(ledger, "rewe") == [id])
    let other = try Book.open(ledger.book.settings)
    _ = try other.rebuild()
    #expect(try found(ledger, "rewe") == [id])
    try other.perform(.correct(.vendor, .text("Edeka")), on: id)
    #expect(try found(ledger, "rewe") == [])
    #expect(try found(ledger, "edeka") == [id])
    #expect(try other.search("edeka").count == 1)
    try other.close()
  }

  @Test("Filters choose among what is found, every one of them", arguments: [UInt64(5), 6])
  func filters(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ledger = try ScreenLedger()
    let facts = try ledger.fill(200, from: screenDay("2026-01-01"), &random)
    for turn in 0..<50 {
      let filter = try random.filter(groups: ledger.book.groupRows().map(\.id), turn: turn)
      for (words, isIn) in [("rewe", "rewe"), ("caf", "café")] {
        let expected = facts.filter { fact in
          fact.stage != .deleted && fact.matches(filter)
            && [fact.vendor, fact.note].contains { $0?.lowercased().contains(isIn) == true }
        }
        let hits = try ledger.book.search(words, filter: filter, limit: 1_000)
        #expect(
          Set(hits.map(\.transaction.row.id)) == Set(expected.map(\.id)),
          "seed \(seed), turn \(turn), \(filter)")
        #expect(hits.count == expected.count)
      }
    }
  }

  @Test("A limit gives the first of them, each once")
  func limit() throws {
    let ledger = try ScreenLedger()
    for number in 0..<30 {
      try ledger.record(number % 2 == 0 ? "Rewe \(number)" : "Edeka \(number)") { $0.note = "like Rewe" }
    }
    let all = try ledger.book.search("rewe", limit: 1_000).map(\.transaction.row.id)
    #expect(all.count == 30 && Set(all).count == 30)
    for limit in [1, 7, 15, 16, 29, 30, 31] {
      #expect(
        try ledger.book.search("rewe", limit: limit).map(\.transaction.row.id) == Array(all.prefix(limit)))
    }
    #expect(try ledger.book.search("rewe", limit: 0).isEmpty)
  }

  @Test("Text of the paper that looks like a mark of a match is no match")
  func marks() throws {
    let ledger = try ScreenLedger()
    let id = try #require(
      try ledger.book.capture(CaptureInput(text: "a \u{3}\u{2} Aldi \u{2}b\u{3} SUMME EUR 3,00"))
        .transaction)
    try ledger.book.perform(.correct(.vendor, .text("x")), on: id)
    let hit = try #require(try ledger.book.search("aldi").first)
    let bytes = Array(hit.snippet.utf8)
    #expect(hit.matches.map { String(decoding: bytes[$0], as: UTF8.self) } == ["Aldi"])
  }
}
