import LedgerDomain
import Testing

/// The days of lines: with their weekday, in the words of each locale, and as the start of something that recurs.
@Suite("The day of a line is the one that is meant, or the line is refused")
struct EntryDayTests {
  private static let today = CivilDate(year: 2026, month: 11, day: 28)  // a Saturday

  @Test(
    "A day that is not understood is refused",
    arguments: [
      ("en_GB", "5.11"), ("en_GB", "05.11"), ("de_DE", "5.11"), ("fr_FR", "5.11"), ("it_IT", "05.11"),
      ("pt_PT", "5.11"), ("de_CH", "28.2"), ("en_US", "11.28"), ("ja_JP", "11.5"), ("en_IN", "05.11"),
      ("en_GB", "thurs"), ("en_GB", "tues"), ("en_GB", "thur."), ("en_GB", "weds"), ("en_GB", "Thurs"),
      ("en_GB", "3 nights ago"), ("en_GB", "two nights ago"), ("en_GB", "a night ago"),
      ("de_DE", "vor 3 Nächten"), ("fr_FR", "il y a 2 nuits"), ("it_IT", "3 notti fa"),
      ("pt_PT", "há 2 noites"),
      ("de_DE", "am monatsende"), ("de_DE", "am Monatsende"), ("de_DE", "monatsanfang"), ("ja_JP", "月末"),
      ("de_DE", "ende des monats"), ("en_GB", "end of the month"), ("en_GB", "at the end of the month"),
      ("fr_FR", "fin du mois"), ("it_IT", "fine mese"), ("pt_PT", "fim do mês"),
      ("de_DE", "am Wochenende"), ("de_DE", "letztes Wochenende"), ("en_GB", "last weekend"),
      ("de_DE", "letzten Freitag 13."), ("de_DE", "Freitag 12."), ("en_GB", "last friday 13"),
      ("en_GB", "friday the 13th"), ("fr_FR", "vendredi 13"), ("it_IT", "venerdì 13"),
    ])
  func refused(_ locale: String, _ phrase: String) throws {
    let point = ["de_DE", "fr_FR", "it_IT", "pt_PT"].contains(locale) ? "," : "."
    for amount in ["84\(point)50 €", "€84\(point)50"] {
      for line in ["kiosk \(amount) food card \(phrase)", "kiosk \(phrase) \(amount) food card"] {
        #expect(!(try EntryMeantTests.read(line, locale).problems.isEmpty), "\(line)")
      }
    }
    let quoted = try EntryMeantTests.read("kiosk 84 EUR food card “\(phrase)”", locale)
    #expect(quoted.problems.isEmpty && quoted.vendor == "kiosk \(phrase)" && quoted.date == Self.today)
  }

  @Test(
    "Other words for a day are that day",
    arguments: [
      ("de_DE", "Sonnabend", "2026-11-21"), ("de_DE", "letzten Sonnabend", "2026-11-21"),
      ("de_DE", "vorvorgestern", "2026-11-25"), ("en_GB", "on thurs", "2026-11-26"),
      ("en_GB", "last tues", "2026-11-24"), ("en_GB", "last weds", "2026-11-25"),
      ("en_GB", "Thurs 26 nov", "2026-11-26"), ("de_DE", "Sonnabend, 14.11.", "2026-11-14"),
      ("de_DE", "am Freitag, den 13. November", "2026-11-13"), ("de_DE", "Freitag, den 13.", "2026-11-13"),
      ("fr_FR", "le vendredi 13 novembre", "2026-11-13"), ("pt_PT", "na sexta-feira 13/11", "2026-11-13"),
    ])
  func understood(_ locale: String, _ phrase: String, _ iso: String) throws {
    let entry = try EntryMeantTests.read("kiosk 84 food card \(phrase)", locale)
    #expect(entry.problems.isEmpty && entry.date.iso == iso && entry.vendor == "kiosk", "\(entry)")
  }

  /// The short names of weekdays that people write before a date, from Monday on. They are the test's own.
  private static let shortNames = [
    "en": "mon tue wed thu fri sat sun", "de": "mo di mi do fr sa so", "fr": "lun mar mer jeu ven sam dim",
    "it": "lun mar mer gio ven sab dom", "pt": "seg ter qua qui sex sáb dom",
    "ja": "mon tue wed thu fri sat sun",
  ]

  @Test(
    "A date with its weekday is that day, and one with another weekday is refused", arguments: LedgerLocale.all)
  func weekdays(_ locale: LedgerLocale) throws {
    let today = try #require(Self.today)
    let short = try #require(Self.shortNames[String(locale.id.prefix(2))]).split(separator: " ").map(
      String.init)
    for back in [0, 11, 15, 27] {
      let day = today.adding(days: -back)
      let wrong = day.adding(days: 7 + back % 6 + 1)
      func names(_ date: CivilDate) -> [String] {
        [weekday(date, locale), short[date.weekday - 1], short[date.weekday - 1] + "."]
      }
      // The locale's day and month in digits, and with the name of the month.
      let digits = locale.id == "en_US" ? "\(day.month)/\(day.day)" : "\(day.day)/\(day.month)"
      var dates = [locale.date(day)]
      if locale.id != "ja_JP" { dates.append(locale.date(day).replacing("\(day.year)", with: "")) }
      if !locale.id.hasPrefix("ja"), !locale.id.hasPrefix("de") { dates.append(digits) }
      if locale.id.hasPrefix("de") { dates.append("\(day.day).\(day.month).") }
      dates = dates.map { NFC.trimmed($0).replacing(",", with: "") }.filter {
        !$0.hasSuffix("-") && !$0.hasSuffix("/")
      }
      for (place, date) in dates.enumerated() {
        for (index, name) in names(day).enumerated() {
          let name = EntryMeantTests.spellings(name)[locale.id == "ja_JP" ? 0 : (back + index) % 3]
          let comma = index < 2 && (back + place).isMultiple(of: 2) ? "," : ""
          try check("\(name)\(comma) \(date)", day, locale)
        }
        let name = names(wrong)[(back + place) % 3]
        for line in ["kiosk 84 EUR food card \(name) \(date)", "\(name), \(date) kiosk 84 EUR food card"] {
          let entry = try EntryMeantTests.read(line, locale)
          #expect(!entry.problems.isEmpty, "\(locale) \(line) \(entry)")
        }
      }
      try check(locale.longDate(day), day, locale)
      let other = locale.longDate(day).replacing(weekday(day, locale), with: weekday(wrong, locale))
      #expect(
        !(try EntryMeantTests.read("kiosk 84 EUR food card \(other)", locale).problems.isEmpty), "\(other)")
      #expect(throws: DateError.self) { try TypedDate(today: today, locale: locale).parse(other) }
    }
  }

  /// The name of a date's weekday, from the locale's full form.
  private func weekday(_ date: CivilDate, _ locale: LedgerLocale) -> String {
    let text = locale.longDate(date)
    if locale.id == "ja_JP" { return String(text.suffix(3)) }
    return String(text.prefix { $0 != " " && $0 != "," })
  }

  private func check(_ date: String, _ day: CivilDate, _ locale: LedgerLocale) throws {
    for line in ["kiosk 84 EUR food card \(date)", "kiosk \(date) €84 food card"] {
      let entry = try EntryMeantTests.read(line, locale)
      #expect(
        entry.problems.isEmpty && entry.date == day && entry.vendor == "kiosk", "\(locale) \(line) \(entry)")
    }
    // Capital letters before it can be a name.
    let named = try EntryMeantTests.read("Kiosk \(date) €84 food card", locale)
    #expect(!named.problems.isEmpty || named.date == day, "\(locale) \(date) \(named)")
  }

  @Test(
    "Something that recurs begins on the latest such day, or on one of the next 31 days",
    arguments: [
      ("en_GB", "monthly starting 1 oct", "2026-10-01"),
      ("en_GB", "every month from 1 november", "2026-11-01"),
      ("en_GB", "monthly from 5 december", "2026-12-05"),
      ("en_GB", "every month from 28 november", "2026-11-28"),
      ("en_GB", "every month from 29 dec", "2026-12-29"),
      ("en_GB", "every month from 30 december", "2025-12-30"),
      ("en_GB", "yearly from 1 march 2027", "2027-03-01"),
      ("en_US", "monthly starting 10/1", "2026-10-01"), ("de_DE", "monatlich ab 1.10.", "2026-10-01"),
      ("de_DE", "jeden Monat ab dem 1. Oktober", "2026-10-01"), ("de_DE", "monatlich 1.10.", "2026-10-01"),
      ("fr_FR", "mensuel à partir du 1er octobre", "2026-10-01"),
      ("it_IT", "mensile dal 1 ottobre", "2026-10-01"),
      ("pt_PT", "mensal a partir de 1 de outubro", "2026-10-01"),
    ])
  func starts(_ locale: String, _ phrase: String, _ iso: String) throws {
    let entry = try EntryMeantTests.read("kiosk 84 EUR \(phrase) food card", locale)
    #expect(entry.problems.isEmpty && entry.date.iso == iso && entry.cadence != nil, "\(entry)")
    #expect(entry.vendor == "kiosk")
  }
}
