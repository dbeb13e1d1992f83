import LedgerDomain
import LedgerTestSupport
import Testing

/// Lines that are put together at random from parts whose meaning the test knows.
///
/// A line is understood as it was meant, or refused. It is never recorded with another amount, date or payment.
@Suite("Lines of random parts in every locale")
struct EntryLinesTests {
  /// What a phrase means, as days from today, by tables of the test's own.
  private static let days: [String: [(phrase: String, days: @Sendable (CivilDate) -> Int)]] = [
    "en": [
      ("today", { _ in 0 }), ("yesterday", { _ in -1 }), ("the day before yesterday", { _ in -2 }),
      ("10 days ago", { _ in -10 }), ("2 weeks ago", { _ in -14 }), ("-3d", { _ in -3 }),
      ("on friday", { -back($0, to: 5) }), ("last monday", { -back($0, to: 1) }),
      ("next sunday", { 7 - back($0, to: 7) % 7 }),
    ],
    "de": [
      ("gestern", { _ in -1 }), ("vorgestern", { _ in -2 }), ("vor 10 Tagen", { _ in -10 }),
      ("am Freitag", { -back($0, to: 5) }), ("letzten Montag", { -back($0, to: 1) }),
    ],
    "fr": [("hier", { _ in -1 }), ("il y a 10 jours", { _ in -10 }), ("lundi dernier", { -back($0, to: 1) })],
    "it": [("ieri", { _ in -1 }), ("10 giorni fa", { _ in -10 }), ("lunedì scorso", { -back($0, to: 1) })],
    "pt": [("ontem", { _ in -1 }), ("há 10 dias", { _ in -10 })],
    "ja": [("昨日", { _ in -1 }), ("一昨日", { _ in -2 })],
  ]

  private static let payments: [String: [(String, PaymentMethod)]] = [
    "en": [("card", .card), ("cash", .cash)], "de": [("karte", .card), ("bar", .cash)],
    "fr": [("carte", .card), ("espèces", .cash)], "it": [("carta", .card), ("contanti", .cash)],
    "pt": [("cartão", .card), ("dinheiro", .cash)], "ja": [("カード", .card), ("現金", .cash)],
  ]

  private static let vendors = [
    "rewe", "Blue Bottle", "ristorante da mario", "7eleven", "Zoo", "\"Level 42\"", "weekly shop",
    "the 21st club",
    "1st class", "TGI Friday", "marks and spencer", "\"last friday\"", "sun cream", "next day delivery",
    "5th Avenue",
    "BMW 1er", "Hotel Adler", "passe mensal", "every", "before", "Refund Point", "until",
    "half",
  ]

  /// What a cadence is in words of the ledger.
  private static let cadences: [String: [(phrase: String, word: String)]] = [
    "en": [
      ("every month", "monthly"), ("every 2 weeks", "every 2 weeks"), ("every three months", "every 3 months"),
      ("every 2nd month", "every 2 months"), ("each year", "yearly"),
    ],
    "de": [
      ("jeden Monat", "monthly"), ("alle zwei Wochen", "every 2 weeks"), ("jeden 2. Monat", "every 2 months"),
    ],
    "fr": [("chaque mois", "monthly"), ("toutes les 2 semaines", "every 2 weeks")],
    "it": [("ogni mese", "monthly"), ("ogni 2 settimane", "every 2 weeks")],
    "pt": [("a cada 2 semanas", "every 2 weeks")], "ja": [("毎月", "monthly")],
  ]

  private static let flags: [String: [(phrase: String, flag: FlagSetting)]] = [
    "en": [("unpaid", .unpaid), ("paid", .paid), ("not paid", .unpaid), ("unreimbursed", .unreimbursed)],
    "de": [("bezahlt", .paid), ("nicht bezahlt", .unpaid)], "fr": [("impayé", .unpaid), ("pas payé", .unpaid)],
    "it": [("pagato", .paid), ("non pagato", .unpaid)], "pt": [("pago", .paid)], "ja": [("未払い", .unpaid)],
  ]

  /// The days since the weekday was last, from 1 to 7.
  private static func back(_ today: CivilDate, to weekday: Int) -> Int { (today.weekday - weekday + 6) % 7 + 1 }

  @Test("Every line is understood as it was meant, or refused")
  func lines() throws {
    let count = Extent.of(600, nightly: 20_000)
    var random = SeededGenerator(seed: SeededGenerator.chosenSeed ?? 48)
    var understood = 0
    for _ in 0..<count {
      let locale = random.one(of: LedgerLocale.all)
      let language = random.chance(30) ? "en" : String(locale.id.prefix(2))
      let first = try #require(CivilDate(year: 2020, month: 1, day: 1))
      let today = first.adding(days: random.number(0...4_000))
      let minorUnits = Int64(random.number(1...99_999))
      let digits = String(minorUnits % 100 + 100).dropFirst()
      let currency = random.one(of: [CurrencyCode.eur, .eur, .usd])
      let code = currency == .eur && random.chance(50) ? "" : " \(currency.code)"
      let vendor = random.one(of: Self.vendors)
      let payment = random.one(of: try #require(Self.payments[language]))
      var pieces = ["\(minorUnits / 100)\(locale.decimalSeparator)\(digits)\(code)", "food", payment.0, vendor]
      var date = today
      if random.chance(70) {
        let phrase = random.one(of: try #require(Self.days[language]))
        pieces.append(phrase.phrase)
        date = today.adding(days: phrase.days(today))
      }
      let flag = random.chance(20) ? random.one(of: try #require(Self.flags[language])) : nil
      let cadence = random.chance(20) ? random.one(of: try #require(Self.cadences[language])) : nil
      pieces += [flag?.phrase, cadence?.phrase].compactMap { $0 }
      if random.chance(20) { pieces.append("#trip") }
      pieces.shuffle(using: &random)
      var line = pieces.joined(separator: " ")
      let note =
        random.chance(15) ? random.one(of: ["for Ben", "table #4", "monday, not paid", "at 5 EUR"]) : nil
      if let note { line += " note: \(note)" }
      let category = CategoryRow(
        key: "food", name: "Food", emoji: nil, color: nil, kinds: [.expense], isActive: true)
      let entry = QuickEntry(
        line,
        QuickEntry.Vocabulary(today: today, categories: [category], currency: .eur, locale: locale))
      guard entry.problems.isEmpty else { continue }
      understood += 1
      let isRight =
        entry.money == Money(minorUnits: minorUnits, currency: currency) && entry.date == date
        && entry.payment == payment.1 && entry.category == "food"
        && entry.cadence?.word == cadence?.word && entry.flags == (flag.map { [$0.flag] } ?? [])
        && entry.note == note && entry.tags.isEmpty == !pieces.contains("#trip")
        && entry.vendor == vendor.filter { $0 != "\"" }
      #expect(isRight, "\(locale) \(today) “\(line)”: \(entry)")
    }
    #expect(understood * 100 >= count * 40, "\(understood) of \(count) lines were understood")
  }
}
