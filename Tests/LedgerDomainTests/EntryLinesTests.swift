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

  private static let vendors = ["rewe", "Blue Bottle", "ristorante da mario", "7eleven", "Zoo", "\"Level 42\""]

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
      let isUnpaid = random.chance(20)
      if isUnpaid { pieces.append("unpaid") }
      if random.chance(20) { pieces.append("#trip") }
      pieces.shuffle(using: &random)
      let line = pieces.joined(separator: " ")
      let category = CategoryRow(
        key: "food", name: "Food", emoji: nil, color: nil, kinds: [.expense], isActive: true)
      let entry = QuickEntry(
        line,
        QuickEntry.Vocabulary(today: today, categories: [category], currency: .eur, locale: locale))
      guard entry.problems.isEmpty else { continue }
      understood += 1
      let isRight =
        entry.money == Money(minorUnits: minorUnits, currency: currency) && entry.date == date
        && entry.payment == payment.1 && entry.category == "food" && entry.cadence == nil
        && entry.flags == (isUnpaid ? [.unpaid] : []) && entry.tags.isEmpty == !line.contains("#")
        && entry.vendor == vendor.filter { $0 != "\"" }
      #expect(isRight, "\(locale) \(today) “\(line)”: \(entry)")
    }
    #expect(understood * 100 >= count * 90, "\(understood) of \(count) lines were understood")
  }
}
