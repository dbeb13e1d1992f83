import LedgerDomain
import Testing

@Suite("Locales")
struct ValuesLocaleTests {
  @Test("Amounts are written as ICU writes them, in every locale")
  func goldenMoney() throws {
    var count = 0
    for row in try ValuesFixture.rows("locale-money.tsv") {
      let locale = try #require(LedgerLocale(row[0]))
      let currency = try #require(CurrencyCode(row[1]))
      let money = Money(minorUnits: try #require(Int64(row[2])), currency: currency)
      #expect(locale.money(money) == row[3], "\(row)")
      count += 1
    }
    #expect(count == 9 * 12 * 13)
  }

  @Test("Dates, months and ranges are written as ICU writes them, in every locale")
  func goldenDates() throws {
    var count = 0
    for row in try ValuesFixture.rows("locale-dates.tsv") {
      let locale = try #require(LedgerLocale(row[0]))
      let first = try #require(CivilDate(iso: row[2]))
      let last = try #require(CivilDate(iso: row[3]))
      let shown =
        switch row[1] {
        case "date": locale.date(first)
        case "longDate": locale.longDate(first)
        case "month": locale.month(first.civilMonth)
        case "dateRange": locale.dateRange(first, last)
        default: "?"
        }
      #expect(shown == row[4], "\(row)")
      if row[1] == "dateRange" { #expect(locale.dateRange(last, first) == row[4]) }
      count += 1
    }
    #expect(count == 9 * (3 * 43 + 12))
  }

  @Test(
    "The default locale writes what was promised",
    arguments: zip(
      [
        (128_450, "EUR"), (6200, "USD"), (1_845_000, "INR"), (94_200, "CHF"), (-8450, "EUR"), (-8450, "CHF"),
        (1284, "JPY"), (1_234_567, "KWD"), (Int64.min, "EUR"), (8450, "QQQ"), (-8450, "QQQ"), (100, "IQD"),
        (12_345, "CLF"), (1250, "CZK"),
      ] as [(Int64, String)],
      [
        "€1,284.50", "US$62.00", "₹18,450.00", "CHF\u{a0}942.00", "-€84.50", "-CHF\u{a0}84.50",
        "JP¥1,284", "KWD\u{a0}1,234.567", "-€92,233,720,368,547,758.08", "QQQ\u{a0}8,450", "-QQQ\u{a0}8,450",
        "IQD\u{a0}0.100", "CLF\u{a0}1.2345", "CZK\u{a0}12.50",
      ]))
  func defaultMoney(amount: (Int64, String), expected: String) throws {
    let money = Money(minorUnits: amount.0, currency: try #require(CurrencyCode(amount.1)))
    #expect(LedgerLocale.default.money(money) == expected)
  }

  @Test("The default locale writes dates as promised")
  func defaultDates() throws {
    let locale = LedgerLocale.default
    let day = try #require(CivilDate(iso: "2026-06-14"))
    #expect(locale.id == "en_GB")
    #expect(locale.date(day) == "14 Jun 2026")
    #expect(locale.longDate(day) == "Sunday, 14 June 2026")
    #expect(locale.month(day.civilMonth) == "June 2026")
    #expect(locale.shortMonth(day.civilMonth) == "Jun 2026")
    let short = LedgerLocale.all.map { "\($0.id) \($0.shortMonth(day.civilMonth))" }
    for expected in ["de_DE Juni 2026", "fr_FR juin 2026", "pt_PT jun. de 2026", "ja_JP 2026年6月"] {
      #expect(short.contains(expected), "\(short)")
    }
    #expect(locale.dateRange(day.adding(days: -2), day.adding(days: 4)) == "12–18 Jun 2026")
    #expect(locale.dateRange(day, day) == "14 Jun 2026")
  }

  @Test("Numbers alone are grouped as the locale groups them")
  func numbers() throws {
    let money = Money(minorUnits: -123_456_789, currency: .eur)
    let expected = [
      "en_GB": "-1,234,567.89", "en_US": "-1,234,567.89", "en_IN": "-12,34,567.89", "de_DE": "-1.234.567,89",
      "de_CH": "-1’234’567.89", "fr_FR": "-1\u{202f}234\u{202f}567,89", "it_IT": "-1.234.567,89",
      "pt_PT": "-1\u{a0}234\u{a0}567,89", "ja_JP": "-1,234,567.89",
    ]
    for locale in LedgerLocale.all { #expect(locale.decimal(money) == expected[locale.id]) }
    #expect(LedgerLocale.default.integer(1284) == "1,284")
    #expect(LedgerLocale.default.integer(-999) == "-999")
    #expect(LedgerLocale.default.integer(.min) == "-9,223,372,036,854,775,808")
    #expect(LedgerLocale("en_IN")?.integer(1_234_567_890) == "1,23,45,67,890")
    #expect(LedgerLocale("en_IN")?.integer(100_000) == "1,00,000")
    #expect(LedgerLocale("en_IN")?.integer(12_345) == "12,345")
  }

  @Test("There are nine locales, and no others")
  func list() {
    #expect(
      LedgerLocale.all.map(\.id) == [
        "en_GB", "en_US", "en_IN", "de_DE", "de_CH", "fr_FR", "it_IT", "pt_PT", "ja_JP",
      ])
    #expect(LedgerLocale("de-CH") == LedgerLocale("de_CH"))
    for id in ["", "en", "de_AT", "EN_GB", "en_GB.UTF-8", "C", "en__GB", " en_GB"] {
      #expect(LedgerLocale(id) == nil)
    }
  }

  @Test("Weeks, separators and currencies are those of the region")
  func regions() throws {
    let rules = [
      "en_GB": (1, 4), "en_US": (7, 1), "en_IN": (7, 1), "de_DE": (1, 4), "de_CH": (1, 4), "fr_FR": (1, 4),
      "it_IT": (1, 4), "pt_PT": (7, 4), "ja_JP": (7, 1),
    ]
    let currencies = [
      "en_GB": "GBP", "en_US": "USD", "en_IN": "INR", "de_DE": "EUR", "de_CH": "CHF", "fr_FR": "EUR",
      "it_IT": "EUR", "pt_PT": "EUR", "ja_JP": "JPY",
    ]
    for locale in LedgerLocale.all {
      let rule = try #require(rules[locale.id])
      #expect(locale.weekRule == WeekRule(firstWeekday: rule.0, minimalDays: rule.1))
      #expect(locale.defaultCurrency.code == currencies[locale.id])
    }
    #expect(LedgerLocale.default.symbol(for: .usd) == "US$")
    #expect(LedgerLocale("en_US")?.symbol(for: .usd) == "$")
    #expect(LedgerLocale.default.symbol(for: .chf) == "CHF")
    #expect(LedgerLocale("de_DE")?.decimalSeparator == ",")
    #expect(LedgerLocale("de_DE")?.groupingSeparator == ".")
  }
}
