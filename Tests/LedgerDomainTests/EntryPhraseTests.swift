import LedgerDomain
import LedgerTestSupport
import Testing

/// Lines with dates of several words, cadences, flags and refunds, in the languages of the locales.
///
/// What a line must mean is put together from parts whose meaning is known, by tables of the tests' own.
@Suite("Phrases in a line of words")
struct EntryPhraseTests {
  private static let today = CivilDate(year: 2026, month: 11, day: 28)  // a Saturday

  private static func categories() -> [CategoryRow] {
    ["food", "miete", "gym"].map {
      CategoryRow(key: $0, name: $0, emoji: nil, color: nil, kinds: [.expense], isActive: true)
    }
  }

  private static func read(_ line: String, _ locale: String, today: CivilDate? = today) throws -> QuickEntry {
    QuickEntry(
      line,
      QuickEntry.Vocabulary(
        today: try #require(today), categories: categories(), currency: .eur,
        locale: try #require(LedgerLocale(locale))))
  }

  @Test(
    "A phrase is the day that it means",
    arguments: [
      ("en_GB", "the day before yesterday", "2026-11-26"), ("en_GB", "day after tomorrow", "2026-11-30"),
      ("en_GB", "3 days ago", "2026-11-25"), ("en_GB", "2 weeks ago", "2026-11-14"),
      ("en_GB", "last friday", "2026-11-27"), ("en_GB", "next saturday", "2026-12-05"),
      ("en_GB", "on monday", "2026-11-23"), ("en_GB", "on the 5th", "2026-11-05"),
      ("en_GB", "on the 3rd", "2026-11-03"), ("en_GB", "two days ago", "2026-11-26"),
      ("en_GB", "last night", "2026-11-27"),
      ("en_GB", "sat 14 nov", "2026-11-14"), ("en_GB", "on fri", "2026-11-27"),
      ("en_GB", "saturday 14 november", "2026-11-14"), ("de_DE", "vor einer Woche", "2026-11-21"),
      ("fr_FR", "5 juin dernier", "2026-06-05"), ("ja_JP", "3日前", "2026-11-25"),
      ("en_GB", "5th november", "2026-11-05"),
      ("en_GB", "november 5th", "2026-11-05"), ("en_GB", "the 5th of november", "2026-11-05"),
      ("en_US", "on 11/5", "2026-11-05"), ("de_DE", "am 5.11.", "2026-11-05"), ("de_DE", "am 5.", "2026-11-05"),
      ("de_DE", "am 5. November", "2026-11-05"), ("de_DE", "vor 3 Tagen", "2026-11-25"),
      ("de_DE", "letzten Freitag", "2026-11-27"), ("de_DE", "vorgestern", "2026-11-26"),
      ("de_CH", "am Montag", "2026-11-23"), ("fr_FR", "il y a 3 jours", "2026-11-25"),
      ("fr_FR", "vendredi dernier", "2026-11-27"), ("fr_FR", "le 5 novembre", "2026-11-05"),
      ("fr_FR", "le 1er", "2026-11-01"), ("fr_FR", "avant-hier", "2026-11-26"),
      ("it_IT", "3 giorni fa", "2026-11-25"), ("it_IT", "venerdì scorso", "2026-11-27"),
      ("it_IT", "l’altro ieri", "2026-11-26"), ("pt_PT", "há 3 dias", "2026-11-25"),
      ("pt_PT", "no dia 5/11", "2026-11-05"), ("pt_PT", "anteontem", "2026-11-26"),
      ("ja_JP", "一昨日", "2026-11-26"),
    ])
  func day(_ locale: String, _ phrase: String, _ iso: String) throws {
    let entry = try Self.read("kiosk 12 \(phrase) food cash", locale)
    #expect(entry.problems.isEmpty && entry.date.iso == iso && entry.vendor == "kiosk", "\(entry)")
    // An option takes what a line takes.
    let reader = TypedDate(today: try #require(Self.today), locale: try #require(LedgerLocale(locale)))
    #expect(try reader.parse(phrase).iso == iso)
  }

  @Test(
    "A word of dates that is not understood is refused, and is a name in quotation marks",
    arguments: [
      ("en_GB", "fri"), ("en_GB", "may"), ("en_GB", "Fri"), ("en_GB", "5th"), ("en_GB", "last week"),
      ("en_GB", "this friday"), ("en_GB", "next month"), ("de_DE", "mai"),
      ("de_DE", "Mai"), ("de_DE", "letzte Woche"), ("de_DE", "nächsten Monat"), ("de_DE", "diesen Freitag"),
      ("fr_FR", "avril"), ("it_IT", "questo venerdì"), ("pt_PT", "outubro"),
    ])
  func refused(_ locale: String, _ phrase: String) throws {
    for line in ["kiosk 12 \(phrase) food cash", "\(phrase) 12 kiosk food cash"] {
      #expect(!(try Self.read(line, locale).problems.isEmpty), "\(line)")
    }
    let quoted = try Self.read("kiosk 12 \"\(phrase)\" food cash", locale)
    #expect(quoted.problems.isEmpty && quoted.vendor == "kiosk \(phrase)" && quoted.date == Self.today)
  }

  @Test(
    "A cadence begins on the next day that it names, and ends with the month that it names",
    arguments: [
      ("en_GB", "monthly", "monthly", "2026-11-28", nil),
      ("en_GB", "every month", "monthly", "2026-11-28", nil),
      ("en_GB", "every month on the 1st", "monthly", "2026-12-01", nil),
      ("en_GB", "every month on the 28th", "monthly", "2026-11-28", nil),
      ("en_GB", "every 2 weeks", "every 2 weeks", "2026-11-28", nil),
      ("en_GB", "fortnightly", "every 2 weeks", "2026-11-28", nil),
      ("en_GB", "every other friday", "every 2 weeks", "2026-12-04", nil),
      ("en_GB", "every saturday", "weekly", "2026-11-28", nil),
      ("en_GB", "every year until 2030-05-01", "yearly", "2026-11-28", "2030-05-01"),
      ("en_GB", "every week until dec", "weekly", "2026-11-28", "2026-12-31"),
      ("en_GB", "monthly until february", "monthly", "2026-11-28", "2027-02-28"),
      ("de_DE", "jeden Monat am 1.", "monthly", "2026-12-01", nil),
      ("de_DE", "jeden 15.", "monthly", "2026-12-15", nil),
      ("de_DE", "alle 2 Wochen bis März", "every 2 weeks", "2026-11-28", "2027-03-31"),
      ("de_DE", "vierteljährlich", "every 3 months", "2026-11-28", nil),
      ("en_GB", "on the 1st of every month", "monthly", "2026-12-01", nil),
      ("en_GB", "every month from the 1st", "monthly", "2026-12-01", nil),
      ("en_GB", "monthly from 5 december", "monthly", "2026-12-05", nil),
      ("en_GB", "every week starting tomorrow", "weekly", "2026-11-29", nil),
      ("en_GB", "every 2nd month", "every 2 months", "2026-11-28", nil),
      ("en_GB", "every 2nd monday", "every 2 weeks", "2026-11-30", nil),
      ("en_GB", "every three months", "every 3 months", "2026-11-28", nil),
      ("en_GB", "monthly until june 2027", "monthly", "2026-11-28", "2027-06-30"),
      ("en_GB", "monthly until the end of june", "monthly", "2026-11-28", "2027-06-30"),
      ("de_DE", "am 1. jeden Monat", "monthly", "2026-12-01", nil),
      ("de_DE", "jeden 2. Monat", "every 2 months", "2026-11-28", nil),
      ("de_DE", "alle zwei Wochen", "every 2 weeks", "2026-11-28", nil),
      ("de_DE", "jeden Monat bis zum 31.12.", "monthly", "2026-11-28", "2026-12-31"),
      ("de_DE", "jeden Monat bis Ende Juni", "monthly", "2026-11-28", "2027-06-30"),
      ("fr_FR", "le 1er de chaque mois", "monthly", "2026-12-01", nil),
      ("fr_FR", "tous les mois", "monthly", "2026-11-28", nil),
      ("fr_FR", "chaque lundi", "weekly", "2026-11-30", nil),
      ("it_IT", "ogni mese il 1°", "monthly", "2026-12-01", nil),
      ("pt_PT", "a cada 2 semanas", "every 2 weeks", "2026-11-28", nil),
      ("ja_JP", "毎月", "monthly", "2026-11-28", nil),
    ] as [(String, String, String, String, String?)])
  func cadence(_ locale: String, _ phrase: String, _ word: String, _ start: String, _ end: String?) throws {
    let entry = try Self.read("club 30 \(phrase) gym card", locale)
    #expect(entry.problems.isEmpty && entry.cadence?.word == word, "\(entry)")
    #expect(entry.date.iso == start && entry.cadence?.end?.iso == end && entry.vendor == "club")
    #expect(entry.money == Money(minorUnits: 3_000, currency: .eur))
  }

  @Test("A date of its own is the first one, and an end without a cadence is refused")
  func dateAndEnd() throws {
    let entry = try Self.read("club 30 monthly 2026-10-05 gym card", "en_GB")
    #expect(entry.date.iso == "2026-10-05" && entry.cadence != nil)
    let end = try #require(CivilDate(iso: "2026-12-31"))
    #expect(try Self.read("club 30 until dec gym card", "en_GB").problems == [.endWithoutCadence(end)])
    #expect(!(try Self.read("club 30 monthly until 2026-01-01 gym card", "en_GB").problems.isEmpty))
    #expect(!(try Self.read("club 30 monthly weekly gym card", "en_GB").problems.isEmpty))
  }

  @Test("Flags are set, money comes back, and a code in capital letters is a currency")
  func others() throws {
    let flags = try Self.read("club 30 paid unreimbursed gym card", "en_GB")
    #expect(flags.flags == [.paid, .unreimbursed] && flags.vendor == "club" && flags.problems.isEmpty)
    #expect(try Self.read("club 30 nicht erstattet gym card", "de_DE").flags == [.unreimbursed])
    #expect(!(try Self.read("club 30 paid unpaid gym card", "en_GB").problems.isEmpty))
    for line in ["refund 4.50 rewe food card", "rewe -4.50 refund food card"] {
      let refund = try Self.read(line, "en_GB")
      #expect(refund.money?.minorUnits == -450 && refund.vendor == "rewe" && refund.kind == .expense)
    }
    for (code, units) in [("KWD", 5_000), ("TRY", 500), ("ISK", 5), ("CLF", 50_000)] as [(String, Int64)] {
      let entry = try Self.read("tea 5 \(code) food cash", "en_GB")
      #expect(entry.money?.currency.code == code && entry.money?.minorUnits == units && entry.vendor == "tea")
    }
    // In a line of capital letters, and for a code that is a word, both readings are possible.
    #expect(!(try Self.read("TEA 5 TRY FOOD CASH", "en_GB").problems.isEmpty))
    #expect(!(try Self.read("tea 5 ALL food cash", "en_GB").problems.isEmpty))
    for line in ["tea 3+4= food cash", "tea 3 + 4 = food cash"] {
      #expect(try Self.read(line, "en_GB").money?.minorUnits == 700)
    }
  }

  @Test("A note ends where the tags and the group at the end of the line begin")
  func note() throws {
    let entry = try Self.read("taxi 5 cash food note: for Ben in:Berlin #x", "en_GB")
    #expect(entry.note == "for Ben" && entry.group == "Berlin" && entry.tags == ["x"])
    for note in [
      "table #4 by the window", "table #4", "ask @Ben", "say \"hi #x\"", "paid in: Berlin", "meet #x at noon",
    ] {
      let whole = try Self.read("taxi 5 cash food note: \(note)", "en_GB")
      #expect(whole.note == note && whole.tags.isEmpty && whole.group == nil && whole.account == nil)
    }
  }

  @Test("German nouns are words, and names stay names")
  func nouns() throws {
    let rent = try Self.read("Hausverwaltung Miete 950 Karte", "de_DE")
    #expect(rent.category == "miete" && rent.payment == .card && rent.vendor == "Hausverwaltung")
    for (line, vendor) in [
      ("Irish Bar 12 food cash", "Irish Bar"), ("Miete Adler 12 food cash", "Miete Adler"),
      ("TGI Friday 12 food cash", "TGI Friday"),
      ("5th Avenue Deli 12 food cash", "5th Avenue Deli"),
    ] {
      for locale in ["en_GB", "de_DE"] {
        let entry = try Self.read(line, locale)
        #expect(
          entry.problems.isEmpty && entry.vendor == vendor && entry.date == Self.today, "\(locale) \(entry)")
      }
    }
  }
}
