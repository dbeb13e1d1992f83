import LedgerDomain
import Testing

/// Lines and how they are read. Today is Wednesday, 17 June 2026.
@Suite("A line of text is read in one way or refused")
struct QuickEntryTests {
  private static let categories =
    FixedCategories.all.map {
      CategoryRow(key: $0.key, name: $0.name, emoji: nil, color: nil, kinds: [], isActive: true)
    } + [
      CategoryRow(key: "eating", name: "Eating Out", emoji: "🍕", color: nil, kinds: [], isActive: true),
      CategoryRow(key: "bar", name: "Bars", emoji: nil, color: nil, kinds: [], isActive: true),
      CategoryRow(key: "old", name: "Old", emoji: nil, color: nil, kinds: [], isActive: false),
    ]

  private func read(_ line: String, _ locale: String = "en_GB") throws -> QuickEntry {
    QuickEntry(
      line,
      .init(
        today: try #require(CivilDate(iso: "2026-06-17")), categories: Self.categories, currency: .eur,
        locale: try #require(LedgerLocale(locale))))
  }

  /// `amount | date | category | payment | vendor | #tags | in | note | account`, empty ones left out.
  private func shown(_ entry: QuickEntry) -> String {
    var parts: [String] = []
    if let money = entry.money { parts.append(money.description) }
    if entry.date.iso != "2026-06-17" { parts.append(entry.date.iso) }
    parts += [entry.category, entry.payment?.rawValue].compactMap { $0 }
    if entry.kind != .expense { parts.append(entry.kind.rawValue) }
    if let vendor = entry.vendor { parts.append("<\(vendor)>") }
    parts += entry.tags.map { "#\($0)" }
    if let group = entry.group { parts.append("in \(group)") }
    if let note = entry.note { parts.append("note \(note)") }
    if let account = entry.account { parts.append("@\(account)") }
    return parts.joined(separator: " ")
  }

  @Test(
    "A line with one reading",
    arguments: [
      // An amount with a currency wins.
      ("other card Level 42 concert 55 EUR", "55.00 EUR other card <Level 42 concert>"),
      ("other card Level 42 concert €55", "55.00 EUR other card <Level 42 concert>"),
      ("food card 12 Monkeys 9.50€", "9.50 EUR food card <12 Monkeys>"),
      ("food card Route 66 55 eur", "55.00 EUR food card <Route 66>"),
      ("food card 55 USD Studio 54", "55.00 USD food card <Studio 54>"),
      ("food 5 euros card", "5.00 EUR food card"),
      ("food 12.345,50 EUR card", "12345.50 EUR food card"),
      ("food 5 card 7-Eleven", "5.00 EUR food card <7-Eleven>"),
      ("food 5 card Bob", "5.00 EUR food card <Bob>"),
      ("food 5 card S7", "5.00 EUR food card <S7>"),
      ("food 1\u{a0}234,50\u{a0}€ card", "1234.50 EUR food card"),
      ("23.90", "23.90 EUR"), ("2026", "2026.00 EUR"),
      // Dates.
      ("food 12 card 31/05", "12.00 EUR 2026-05-31 food card"),
      ("food 12 card 14 jun", "12.00 EUR 2026-06-14 food card"),
      ("food 12 card 14. June 2025", "12.00 EUR 2025-06-14 food card"),
      ("jun 14 food card 12", "12.00 EUR 2026-06-14 food card"),
      ("food 12 card 14.06.", "12.00 EUR 2026-06-14 food card"),
      ("food 12 card 2026-6-1", "12.00 EUR 2026-06-01 food card"),
      ("food 12 card -3d", "12.00 EUR 2026-06-14 food card"),
      ("food 12 card 20260614", "12.00 EUR 2026-06-14 food card"),
      ("food 12 card Tuesday", "12.00 EUR 2026-06-16 food card"),
      ("food 90/3 card", "30.00 EUR food card"),
      // Names.
      ("food 12 TGI Friday card", "12.00 EUR food card <TGI Friday>"),
      ("food 12 Irish Bar card", "12.00 EUR food card <Irish Bar>"),
      ("taxi 12 cash Card Factory", "12.00 EUR taxi cash <Card Factory>"),
      ("food 12 card \"TGI friday 42\"", "12.00 EUR food card <TGI friday 42>"),
      ("food 12 card “31/05” „yesterday“", "12.00 EUR food card <31/05 yesterday>"),
      ("food 12 card 5\" nails", "12.00 EUR food card <5\" nails>"),
      // Categories by key, name and emoji.
      ("eating out 12 card", "12.00 EUR eating card"), ("🍕 12 card", "12.00 EUR eating card"),
      ("Eating Out 12 card Nonna", "12.00 EUR eating card <Nonna>"), ("old 12 card", "12.00 EUR card <old>"),
      // Markers.
      ("food 12 card note:lunch in:Berlin @Giro #Trip", "12.00 EUR food card #trip in Berlin note lunch @Giro"),
      (
        "food 12 card in:\"Berlin, June\" @\"My bank\" #\"coffee shop\"",
        "12.00 EUR food card #coffee shop in Berlin, June @My bank"
      ),
      (
        "food 12 card in: Berlin note: with 3 clients 2026-01-01",
        "12.00 EUR food card in Berlin note with 3 clients 2026-01-01"
      ),
      ("food 12 card # @ mail@example.org", "12.00 EUR food card <# @ mail@example.org>"),
      // Chinese and Japanese.
      ("food １２００円 card　渋谷", "1200 JPY food card <渋谷>"), ("food 1200円 現金払い card", "1200 JPY food card <現金払い>"),
      ("food １２ card ６月１日", "12.00 EUR 2026-06-01 food card"),
    ])
  func oneReading(_ line: String, _ expected: String) throws {
    let entry = try read(line)
    #expect(entry.problems.isEmpty, "\(entry.problems.map(\.message))")
    #expect(shown(entry) == expected)
  }

  @Test(
    "A line that can be read in several ways, or in no way, is refused with them",
    arguments: [
      ("hotel 3 nights 300 card", "two amounts: €3.00 or €300.00"),
      ("food 12 Route 66 card", "two amounts: €12.00 or €66.00"),
      ("food 5 EUR 6 USD card", "3 amounts: €5.00 or €6.00 or US$6.00"),
      ("food 42 EUR 55 card", "two amounts: €42.00 or €55.00"),
      ("food 1 234,50 € card", "amount €1,234.50; or amount €234.50"), ("hotel 3 300 EUR card", "several ways"),
      ("food 1 234 card", "two amounts"),
      ("taxi 20 TOP card", "amount €20.00; or amount TOP"),
      ("taxi 20 pen card", "amount €20.00; or amount PEN"),
      ("TOP 10 hotel 55 card", "amounts"), ("food 5 kr card", "several currencies"),
      ("food 5$ card", "several currencies"), ("food 12.345 card", "12.345 or as 12,345"),
      ("food 12..50 5 card", "not an amount"),
      ("5 food cash 2026-02-30", "not a day of the calendar"),
      ("5 food cash 31/02", "not a day of the calendar"),
      (
        "5 food cash 05-06-2026", "Friday, 5 June 2026 or Wednesday, 6 May 2026; write 2026-06-05 or 2026-05-06"
      ),
      ("5 food cash 2026-06", "has no day"), ("5 food cash 01-02-03", "can be"),
      ("5 food cash yesterday 2026-06-01", "two dates"),
      ("food 12 May card", "amount €12.00; or date Tuesday, 12 May 2026"),
      ("food 31/05 card", "amount €6.20; or date Sunday, 31 May 2026"),
      ("20260614 card", "or date Sunday, 14 June 2026"),
      ("food 12 may 5 card", "several ways"),
      ("food taxi 12 card", "two categories: food or taxi"),
      ("food 12 card cash", "two payments: card or cash"),
      ("income transfer 12 food", "two kinds"),
      ("food 12 card \"TGI Friday", "quotation mark"),
      ("food 12 card note:a note:b", "two values for the note"),
      ("food 12 card in:a in:b", "two values for the group"), ("food 12 @a @b", "two values for the account"),
    ])
  func refused(_ line: String, _ words: String) throws {
    let problems = try read(line).problems.map(\.message)
    #expect(problems.contains { $0.contains(words) }, "\(problems)")
  }

  @Test(
    "The locale gives the order of dates and the words of its language",
    arguments: [
      ("de_DE", "food 12,50 karte 12.06.2026", "12.50 EUR 2026-06-12 food card"),
      ("de_DE", "food 12,50 bar gestern", "12.50 EUR 2026-06-16 food cash"), ("de_DE", "12,50 bar", nil),
      ("de_DE", "food 12,50 karte gestern", "12.50 EUR 2026-06-16 food card"),
      ("de_DE", "food 12 karte 14. Juni", "12.00 EUR 2026-06-14 food card"),
      ("de_DE", "food 12 karte dienstag", "12.00 EUR 2026-06-16 food card"),
      ("de_DE", "food 12 karte 05/06/2026", nil),
      ("en_US", "food 12 card 6/14/26", "12.00 EUR 2026-06-14 food card"),
      ("en_US", "food 12 card 05/06/2026", "12.00 EUR 2026-05-06 food card"),
      ("en_US", "food 12 card 05.06.2026", nil),
      ("en_US", "food 12 card 31/05", "12.00 EUR 2026-05-31 food card"),
      ("fr_FR", "food 1 234,50 card", nil), ("fr_FR", "food 12 carte hier", "12.00 EUR 2026-06-16 food card"),
      ("ja_JP", "food 1200 現金 昨日", "1200.00 EUR 2026-06-16 food cash"),
      ("ja_JP", "food 1200 現金 2026年6月1日", "1200.00 EUR 2026-06-01 food cash"),
      ("ja_JP", "food 12 現金 6/12", "12.00 EUR 2026-06-12 food cash"),
    ] as [(String, String, String?)])
  func locales(_ locale: String, _ line: String, _ expected: String?) throws {
    let entry = try read(line, locale)
    guard let expected else { return #expect(!entry.problems.isEmpty, "\(shown(entry))") }
    #expect(
      entry.problems.isEmpty && shown(entry) == expected, "\(shown(entry)) \(entry.problems.map(\.message))")
  }

  @Test("A computed amount keeps its computation, and every piece of a line is in one part")
  func parts() throws {
    let entry = try read("food 90 / 3 card 14 jun Kiosk #a")
    #expect(entry.expression == "90 / 3")
    #expect(try read("food 30 card").expression == nil)
    #expect(
      entry.parts.map { "\($0.field.rawValue):\($0.text)" } == [
        "category:food", "amount:90 / 3", "payment:card", "date:14 jun", "vendor:Kiosk", "tag:a",
      ])
    #expect(try read("14 jun").isOnlyDate && !read("14 jun 5").isOnlyDate && !read("").isOnlyDate)
  }

  @Test("Numbers are part of a name where the amount is given otherwise")
  func amountGiven() throws {
    var vocabulary = QuickEntry.Vocabulary(
      today: try #require(CivilDate(iso: "2026-06-17")), categories: Self.categories, currency: .eur,
      locale: .default)
    vocabulary.takesPlainNumbers = false
    let entry = QuickEntry("other card Level 42 12.345", vocabulary)
    #expect(entry.problems.isEmpty && entry.money == nil && entry.vendor == "Level 42 12.345")
  }
}
