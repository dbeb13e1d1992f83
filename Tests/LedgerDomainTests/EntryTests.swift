import LedgerDomain
import Testing

@Suite("Entry in a hurry")
struct EntryTests {
  static let kwd = CurrencyCode("KWD") ?? .eur

  @Test(
    "FF-10, FF-11 digits build from the right, and sums are added up",
    arguments: [
      ("1536p", CurrencyCode.gbp, "15.36 GBP"), ("5p", .gbp, "0.05 GBP"), ("1536p", .jpy, "1536 JPY"),
      ("1536p", kwd, "1.536 KWD"), ("15.00 + 5.00", .gbp, "20.00 GBP"), ("20 - 2.50", .eur, "17.50 EUR"),
      ("15.00 + 5.00 USD", .eur, "20.00 USD"), ("1 + 2 - 4", .eur, "-1.00 EUR"), ("-5.00", .eur, "-5.00 EUR"),
      ("1536p + 4p", .gbp, "15.40 GBP"), ("1536P", .gbp, "15.36 GBP"), ("1536p USD", .eur, "15.36 USD"),
      ("JPY 12p", .eur, "12 JPY"), ("15+5", .eur, "20.00 EUR"), ("15+5 - 2", .eur, "18.00 EUR"),
      ("5p USD + 5.00", .eur, "5.05 USD"), ("£15.00 + £5.00", .gbp, "20.00 GBP"),
      ("20.00 \u{2212} 5", .eur, "15.00 EUR"),
    ])
  func amounts(_ text: String, _ currency: CurrencyCode, _ expected: String) throws {
    let money = try AmountExpression.parse(text, defaultCurrency: currency, locale: .default)
    #expect(money.description == expected)
  }

  @Test(
    "Shares, products and tips are exact, and only the result is rounded, halves away from zero",
    arguments: [
      ("90/3", "30.00 EUR"), ("100/3", "33.33 EUR"), ("200/3", "66.67 EUR"), ("-1.25/2", "-0.63 EUR"),
      ("84 +10%", "92.40 EUR"), ("84+10%", "92.40 EUR"), ("84.55 +10%", "93.01 EUR"), ("100 -20%", "80.00 EUR"),
      ("80 + 4 +10%", "92.40 EUR"), ("3*4.50", "13.50 EUR"), ("3 × 4.50 USD", "13.50 USD"),
      ("90/3 USD", "30.00 USD"),
      ("USD 90 / 3", "30.00 USD"), ("90/3 + 5", "35.00 EUR"), ("1536p/2", "7.68 EUR"), ("10/4*2", "5.00 EUR"),
      ("１００／２", "50.00 EUR"), ("100/3/3*9", "100.00 EUR"), ("10 +7.5%", "10.75 EUR"),
    ])
  func computed(_ text: String, _ expected: String) throws {
    let money = try AmountExpression.parse(text, defaultCurrency: .eur, locale: .default)
    #expect(money.description == expected)
  }

  @Test(
    "What is no amount is refused",
    arguments: [
      "", "p", "15.00 +", "+ 5", "5 5", "1 USD + 1 EUR", "12.345 + 1", "9223372036854775807p + 1p",
      "5p USD + 5p EUR", "5p USD + 1 EUR", "15+", "+", "p5", "5p p", "1 -", "10%", "90/0", "90/", "/3",
      "84 +10% EUR", "1/-2", "1 USD/2 EUR", "5 +-3%", "9223372036854775807*99",
    ])
  func refused(_ text: String) {
    #expect(throws: AmountError.self) {
      try AmountExpression.parse(text, defaultCurrency: .eur, locale: .default)
    }
  }

  private func read(_ line: String, date: String? = nil) throws -> QuickEntry {
    let today = try #require(CivilDate(iso: "2026-06-17"))  // A Wednesday.
    let categories = FixedCategories.all.map {
      CategoryRow(key: $0.key, name: $0.name, emoji: nil, color: nil, kinds: [], isActive: true)
    }
    return QuickEntry(
      line,
      .init(
        today: today, categories: categories, currency: .eur, locale: .default,
        date: date.flatMap { CivilDate(iso: $0) }))
  }

  @Test("A line of text is understood word by word")
  func line() throws {
    let entry = try read("taxi 23.90 cash yesterday #berlin")
    #expect(entry.money?.description == "23.90 EUR")
    #expect(entry.category == "taxi")
    #expect(entry.payment == .cash)
    #expect(entry.date.iso == "2026-06-16")
    #expect(entry.tags == ["berlin"])
    #expect(entry.vendor == nil)
    #expect(entry.kind == .expense)
  }

  @Test(
    "Dates by word: the weekday that was last",
    arguments: [
      ("wednesday", "2026-06-10"), ("tuesday", "2026-06-16"), ("thursday", "2026-06-11"),
      ("today", "2026-06-17"),
      ("2026-01-02", "2026-01-02"),
    ])
  func dates(_ word: String, _ expected: String) throws {
    #expect(try read("4 \(word)").date.iso == expected)
  }

  @Test("A text that is nothing else is the vendor; a currency may be next to the amount")
  func rest() throws {
    let entry = try read("Corner Café 12.50 USD card Food #Trip #trip")
    #expect(entry.vendor == "Corner Café")
    #expect(entry.money?.description == "12.50 USD")
    #expect(entry.category == "food")
    #expect(entry.tags == ["trip"])
    #expect(try read("Bus EUR 3").money?.description == "3.00 EUR")
    #expect(try read("7-Eleven 5").vendor == "7-Eleven")
    #expect(try read("income 100 Refunds Ltd").kind == .income)
  }

  @Test(
    "FF-10, FF-11 sums and digits from the right within a line",
    arguments: [
      ("coffee 15.00 + 5.00 cash", "20.00 EUR", "coffee"),
      ("food 20 - 2.50 USD card Kiosk", "17.50 USD", "Kiosk"),
      ("taxi 1536p GBP cash", "15.36 GBP", nil), ("food 1 + 2 + 3p \"Bar 7\"", "3.03 EUR", "Bar 7"),
      ("4 - Kiosk", "4.00 EUR", "- Kiosk"), ("4 +", "4.00 EUR", "+"), ("food 90/3 card", "30.00 EUR", nil),
      ("food 84 +10% card", "92.40 EUR", nil), ("food 90 EUR / 4 card", "22.50 EUR", nil),
    ] as [(String, String, String?)])
  func sums(_ line: String, _ money: String, _ vendor: String?) throws {
    let entry = try read(line)
    #expect(entry.problems.isEmpty, "\(entry.problems)")
    #expect(entry.money?.description == money && entry.vendor == vendor, "\(entry)")
  }

  @Test(
    "ET-02 the date of the entry before is used if the line names no date; words still mean today's days")
  func stickyDate() throws {
    #expect(try read("taxi 5 cash", date: "2026-01-31").date.iso == "2026-01-31")
    #expect(try read("taxi 5 cash yesterday", date: "2026-01-31").date.iso == "2026-06-16")
    #expect(try read("today", date: "2026-01-31").date.iso == "2026-06-17")
  }

  @Test("A number that is no amount is reported, and an empty line is ignored")
  func problems() throws {
    let entry = try read("lunch 12.345")
    #expect(entry.money == nil)
    #expect(entry.problems.count == 1)
    #expect(try read("").money == nil)
  }
}
