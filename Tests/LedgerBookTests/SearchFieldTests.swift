import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("Search in category, group, items, amounts and texts without blanks (IE-10)")
struct SearchFieldTests {
  private func found(_ ledger: ScreenLedger, _ words: String) throws -> [TransactionID] {
    try ledger.book.search(words).map(\.transaction.row.id)
  }

  @Test("A category is found by its name and its key, and by a new name after it is renamed")
  func category() throws {
    let ledger = try ScreenLedger()
    let hotel = try ledger.record("Adlon") { $0.category = "hotel" }
    try ledger.record("Rewe")
    #expect(try found(ledger, "hotel") == [hotel])
    #expect(try found(ledger, "adlon hot") == [hotel])
    let hit = try #require(try ledger.book.search("hotel").first)
    #expect(hit.place == "category" && hit.snippet == "Hotel" && hit.matches == [0..<5])
    try ledger.book.changeCategory(key: "hotel", name: "Nights away")
    #expect(try found(ledger, "nights") == [hotel] && found(ledger, "hotel") == [hotel])
    try ledger.book.perform(.correct(.category, .text("food")), on: hotel)
    #expect(try found(ledger, "nights") == [])
  }

  @Test("A group is found by its name while it exists")
  func group() throws {
    let ledger = try ScreenLedger()
    let group = try #require(try ledger.book.createGroup(name: "Kyōto 2026").group)
    let id = try ledger.record("Ryokan") { $0.group = group }
    try ledger.record("Rewe")
    #expect(try found(ledger, "kyoto") == [id] && found(ledger, "2026 ryokan") == [id])
    let hit = try #require(try ledger.book.search("kyoto").first)
    #expect(hit.place == "group" && hit.snippet == "Kyōto 2026")
    try ledger.book.renameGroup(group, to: "Spring")
    #expect(try found(ledger, "kyoto") == [] && found(ledger, "spring") == [id])
    let position = try ledger.book.log.lastPosition()
    try ledger.book.deleteGroup(group, .keep)
    #expect(try found(ledger, "spring") == [])
    let past = ledger.book.asOf(.position(position))
    #expect(try past.search("spring").map(\.transaction.row.id) == [id])
  }

  @Test("Line items are found by name, category and amount, and not after they are removed")
  func items() throws {
    let ledger = try ScreenLedger()
    let id = try ledger.record("Rewe")
    #expect(try found(ledger, "sauerkraut") == [])
    let item = LineItem(
      name: "Sauerkraut", quantity: nil, money: Money(minorUnits: 119, currency: .eur), category: "other")
    let added = try ledger.book.addItems([item], to: id)
    let position = try ledger.book.log.lastPosition()
    for words in ["sauerkraut", "sauer", "1.19", "1,19", "other", "rewe sauerk"] {
      #expect(try found(ledger, words) == [id], "\(words)")
    }
    #expect(try ledger.book.search("sauerkraut").map(\.place) == ["items"])
    try ledger.book.perform(.removeItem(added.items[0]), on: id)
    for words in ["sauerkraut", "1.19", "other"] { #expect(try found(ledger, words) == [], "\(words)") }
    let past = ledger.book.asOf(.position(position))
    #expect(try past.search("sauerkraut").map(\.transaction.row.id) == [id])
  }

  @Test(
    "An amount is found by its value, however it is written",
    arguments: ["1234.50", "1234,50", "1.234,50", "1,234.50", "1'234.5", "1234,5", "€1234.50", "-1234.50"])
  func amount(_ typed: String) throws {
    let ledger = try ScreenLedger(locale: try #require(LedgerLocale("de_DE")))
    let id = try ledger.record("Dealer") { $0.money = Money(minorUnits: -123_450, currency: .eur) }
    try ledger.record("Other") { $0.money = Money(minorUnits: 12_345, currency: .eur) }
    #expect(try found(ledger, typed) == [id])
    #expect(try ledger.book.search(typed).map(\.place) == ["amount"])
    #expect(try found(ledger, "dealer \(typed)") == [id])
  }

  @Test("One sign with three digits after it is either; yen and dinars have their own digits")
  func threeDigits() throws {
    let ledger = try ScreenLedger()
    let thousand = try ledger.record("a") { $0.money = Money(minorUnits: 123_400, currency: .eur) }
    let dinar = try ledger.record("b") {
      $0.money = Money(minorUnits: 1_234, currency: CurrencyCode("KWD") ?? .eur)
    }
    let yen = try ledger.record("c") { $0.money = Money(minorUnits: 1_234, currency: .jpy) }
    #expect(try found(ledger, "1.234") == [yen, dinar, thousand])
    #expect(try found(ledger, "1234") == [yen, thousand])
    #expect(try found(ledger, "12.34") == [])
  }

  @Test("A word inside of a Chinese, Japanese or Korean text is found, in every field")
  func runs() throws {
    let ledger = try ScreenLedger()
    let vendor = try ledger.record("新東京駅前ホテル")
    let note = try ledger.record("a") { $0.note = "友達と東京で晩ご飯" }
    let korean = try ledger.record("서울식당")
    let paper = try #require(try ledger.book.capture(CaptureInput(text: "領収書 東京都\n合計 ¥1200")).transaction)
    try ledger.book.perform(.correct(.vendor, .text("b")), on: paper)
    #expect(try found(ledger, "東京") == [note, vendor, paper])
    #expect(try found(ledger, "東京駅") == [vendor] && found(ledger, "駅") == [vendor])
    #expect(try found(ledger, "ホテル") == [vendor] && found(ledger, "식당") == [korean])
    #expect(try found(ledger, "京東") == [] && found(ledger, "東駅") == [])
    let hits = try ledger.book.search("東京")
    #expect(hits.map(\.place) == ["note", "vendor", "paper"])
    for hit in hits {
      let bytes = Array(hit.snippet.utf8)
      #expect(hit.matches.map { String(decoding: bytes[$0], as: UTF8.self).prefix(2) } == ["東京"])
    }
  }

  @Test("A filter by text looks into vendor, note, tags, category, group and amount, now and in the past")
  func filtered() throws {
    let ledger = try ScreenLedger()
    let group = try #require(try ledger.book.createGroup(name: "Trip to Rome").group)
    let id = try ledger.record("Bar") {
      $0.group = group
      $0.tags = ["espresso"]
      $0.money = Money(minorUnits: 8_450, currency: .eur)
      $0.category = "hotel"
    }
    try ledger.record("Rewe")
    func listed(_ text: String, _ book: Book) throws -> [TransactionID] {
      var filter = TransactionFilter()
      filter.text = text
      filter.named = try book.named(by: text)
      let rows = try book.transactions(filter).rows.map(\.row)
      #expect(
        try book.transactions(TransactionFilter()).rows.map(\.row).filter(filter.admitsApartFromGroup) == rows)
      return rows.map(\.id)
    }
    let position = try ledger.book.log.lastPosition()
    for text in ["rome", "espre", "84,50", "84.5", "HOTEL", "bar"] {
      #expect(try listed(text, ledger.book) == [id], "\(text)")
    }
    #expect(try listed("84", ledger.book) == [])
    try ledger.book.perform(.correct(.category, .text("food")), on: id)
    #expect(try listed("hotel", ledger.book) == [])
    let past = ledger.book.asOf(.position(position))
    #expect(try listed("hotel", past) == [id] && listed("84,50", past) == [id])
  }
}
