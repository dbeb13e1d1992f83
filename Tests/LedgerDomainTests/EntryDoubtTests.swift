import LedgerDomain
import LedgerTestSupport
import Testing

/// Lines that were once read as something else than their writer meant, and names that look like phrases.
@Suite("Lines that are refused rather than guessed, and names that stay names")
struct EntryDoubtTests {
  private static let today = CivilDate(year: 2026, month: 11, day: 28)  // a Saturday

  private static func read(_ line: String, _ locale: String) throws -> QuickEntry {
    let categories = ["food", "miete", "gym", "hotel"].map {
      CategoryRow(key: $0, name: $0, emoji: nil, color: nil, kinds: [.expense, .income], isActive: true)
    }
    return QuickEntry(
      line,
      QuickEntry.Vocabulary(
        today: try #require(today), categories: categories, currency: .eur,
        locale: try #require(LedgerLocale(locale))))
  }

  @Test(
    "A half-understood line is refused, with the words in quotation marks",
    arguments: [
      ("en_GB", "rewe 20 food card not yet paid"), ("en_GB", "rewe 20 food card refund pending"),
      ("en_GB", "rewe 20 food card no refund"), ("fr_FR", "rewe 20 food carte pas de remboursement"),
      ("de_DE", "rewe 20 food karte noch nicht bezahlt"), ("en_GB", "rewe 20 food card few days ago"),
      ("de_DE", "rewe 20 food karte vor ein paar Tagen"), ("en_GB", "paid parking 20 food card"),
      ("en_GB", "club 20 gym card every monday and thursday"),
      ("en_GB", "club 20 gym card every month on the first"),
      ("en_GB", "club 20 gym card every 1st monday"), ("en_GB", "club 20 gym card every month on monday"),
      ("en_GB", "club 20 gym card every week on the 1st"), ("en_GB", "club 20 gym card every last friday"),
      ("en_GB", "club 20 gym card monthly until christmas"), ("en_GB", "club 20 gym card monthly until"),
      ("de_DE", "club 20 gym karte monatlich bis Weihnachten"),
      ("de_DE", "club 20 gym karte alle paar Wochen bis Mai"),
      ("en_GB", "club 20 gym card every month on the 1st 2026-12-05"),
      ("en_GB", "lunch 20 food card before monday"), ("en_GB", "lunch 20 food card monday or so and tuesday"),
      ("en_GB", "cake 20 food card for tomorrow"), ("en_GB", "lunch 20 food card on the 29th"),
      ("en_GB", "fri 14 nov kiosk 20 food card"), ("en_GB", "rewe 20 sat food card"),
      ("de_DE", "Kaffee Montag 20 food karte"), ("de_DE", "Letzten Freitag Bäcker 20 food karte"),
      ("en_GB", "Lunch Friday 20 food card"),
      ("en_GB", "Yesterday Cafe 20 food card"), ("en_GB", "Refund Tesco 20 food card"),
      ("en_GB", "kiosk on the 21st club 20 food card"), ("en_GB", "rent december 20 food card"),
      ("en_GB", "tea 15+5=20 food card"), ("en_GB", "tea 80 * 3 =250 food card"),
      ("en_GB", "tea 5 AMD food card"), ("en_GB", "tea 5 EUR =94 food card"),
      // A day without its month and without its point.
      ("en_GB", "rent 950 EUR on the 5 food card"), ("en_GB", "rent on the 5 food card"),
      ("en_GB", "rent 950 EUR on the 32nd food card"), ("en_GB", "rent 950 on the fifth food card"),
      ("de_DE", "Miete 950 EUR am 5 food karte"), ("de_DE", "Miete 950 EUR am 32. food karte"),
      ("de_DE", "Wohnung 950 am Ersten food karte"), ("fr_FR", "loyer 950 EUR le 5 food carte"),
      // Something that recurs, as an adjective, in another form or with punctuation.
      ("en_GB", "cleaner 40 bimonthly food card"), ("en_GB", "cleaner 40 food card Monthly"),
      ("en_GB", "TGI FRIDAY 950 FOOD CARD"), ("en_GB", "rent (monthly) 950 food card"),
      ("en_GB", "club 20 twice a month food card"), ("en_GB", "club 20 per month food card"),
      ("en_GB", "club 20 every mo food card"),
      ("de_DE", "jährlich Versicherung 120 food karte"),
      ("de_DE", "Monatlich Rate 950 food karte"), ("de_DE", "Rate 950 pro Monat food karte"),
      ("fr_FR", "loyer 950 par mois food carte"), ("ja_JP", "毎月家賃 900 food カード"),
      // Another day, another amount, another payment.
      ("en_GB", "tea 20 friday week food card"), ("de_DE", "Kaffee 20 vorletzten Freitag food karte"),
      ("en_GB", "tea 20 EUR in 3 days food card"), ("en_GB", "tea 20 EUR 3d ago food card"),
      ("en_GB", "tea 20 EUR 5nov food card"), ("ja_JP", "昨日ランチ 900 food カード"),
      ("de_DE", "Kaffee 5 Kronen food karte"), ("en_GB", "tea 5 thousand food card"),
      ("de_DE", "Kaffee 5 food nicht bar"), ("en_GB", "tea 5 food card, yesterday cash"),
      ("en_GB", "tea 5 food un-paid card"),
    ])
  func refused(_ locale: String, _ line: String) throws {
    let entry = try Self.read(line, locale)
    #expect(!entry.problems.isEmpty, "\(entry)")
  }

  @Test("Words next to each other are quoted without a gap, and the advice names the words")
  func quoted() throws {
    let entry = try Self.read("rewe 20 food karte noch nicht bezahlt", "de_DE")
    #expect(entry.problems.map(\.message) == ["“noch nicht bezahlt” is not understood"], "\(entry)")
    let market = try Self.read("Every Day Market 20 food card", "en_GB")
    #expect(market.problems.first?.advice?.contains("“Every Day”") == true, "\(market)")
    let shop = try Self.read("“Every Day Market” 20 food card", "en_GB")
    #expect(shop.problems.isEmpty && shop.vendor == "Every Day Market" && shop.cadence == nil, "\(shop)")
  }

  @Test("A cadence right after the vendor is one")
  func cadences() throws {
    for (line, locale) in [
      ("netflix monthly 12 food card", "en_GB"), ("netflix monatlich 12 food karte", "de_DE"),
    ] {
      let entry = try Self.read(line, locale)
      #expect(entry.problems.isEmpty && entry.vendor == "netflix", "\(entry)")
      #expect(entry.cadence?.frequency == .monthly && entry.money?.minorUnits == 1_200, "\(entry)")
    }
  }

  @Test(
    "A name that has a word of phrases stays a name",
    arguments: [
      ("en_GB", "weekly shop"), ("en_GB", "daily coffee"), ("pt_PT", "passe mensal"),
      ("en_GB", "The Third Man"),
      ("en_GB", "Guardian Weekly"), ("fr_FR", "Le Pain Quotidien"), ("de_DE", "monatliche Rate"),
      ("fr_FR", "Le Premier Jour"), ("en_GB", "cafe on the first floor"), ("de_DE", "Wöchentlicher Einkauf"),
      ("en_GB", "kiosk on 42nd street"), ("en_GB", "Daily Mail"), ("en_GB", "the 21st club"),
      ("en_GB", "1st class"),
      ("en_GB", "3rd party"), ("de_DE", "BMW 1er"), ("en_GB", "next day delivery"),
      ("en_GB", "last year tax"), ("en_GB", "sun cream"), ("it_IT", "set menu"), ("en_GB", "may fair"),
      ("en_GB", "TGI Friday"), ("en_GB", "kiosk Blue Monday"), ("de_DE", "Hotel Adler"),
      ("en_GB", "marks and spencer"), ("en_GB", "5th Avenue Deli"), ("en_GB", "Day Spa"),
    ])
  func names(_ locale: String, _ name: String) throws {
    let entry = try Self.read("\(name) 20 food card", locale)
    #expect(entry.problems.isEmpty && entry.vendor == name && entry.cadence == nil, "\(entry)")
    #expect(entry.date == Self.today && entry.money?.minorUnits == 2_000 && entry.flags.isEmpty)
  }

  @Test("A phrase at the beginning of a line, where the first letter is large, is read")
  func beginnings() throws {
    let lunch = try Self.read("Day before yesterday lunch 20 food card", "en_GB")
    #expect(lunch.problems.isEmpty && lunch.date.iso == "2026-11-26" && lunch.vendor == "lunch", "\(lunch)")
    let capitals = try Self.read("TESCO LAST FRIDAY 20 FOOD CARD", "en_GB")
    #expect(capitals.date.iso == "2026-11-27" && capitals.vendor == "TESCO", "\(capitals)")
    let bakery = try Self.read("Gestern Bäcker 20 food karte", "de_DE")
    #expect(
      bakery.problems.isEmpty && bakery.date.iso == "2026-11-27" && bakery.vendor == "Bäcker", "\(bakery)")
  }

  @Test("The opposite of a flag is set, and a refund changes the sign of an expense only")
  func flags() throws {
    #expect(try Self.read("rewe 20 food card not paid", "en_GB").flags == [.unpaid])
    #expect(try Self.read("rewe 20 food karte nicht bezahlt", "de_DE").flags == [.unpaid])
    #expect(try Self.read("rewe 20 food carte pas payé", "fr_FR").flags == [.unpaid])
    let income = try Self.read("tax refund 20 income food", "en_GB")
    #expect(income.money?.minorUnits == 2_000 && income.vendor == "tax refund" && income.problems.isEmpty)
  }

  @Test("A purchase in another currency has the amount of the account, and its price as the computation")
  func exchange() throws {
    for line in [
      "inn 180 CHF =94.20 EUR food card", "inn CHF 180 = €94.20 food card", "inn 180 CHF=94.20 food card",
    ] {
      let entry = try Self.read(line, "en_GB")
      if line.contains("F=") {
        #expect(!entry.problems.isEmpty, "\(entry)")
      } else {
        #expect(entry.problems.isEmpty && entry.money == Money(minorUnits: 9_420, currency: .eur), "\(entry)")
        #expect(entry.expression == (line.contains("CHF 180") ? "CHF 180" : "180 CHF"), "\(entry)")
      }
    }
    for line in [
      "tea 180 CHF =94.20 CHF food card", "tea 180 CHF =94.20 food card", "tea 180 =94.20 EUR food card",
      "tea 180 CHF =-94.20 EUR food card", "tea 180 CHF =94.20 EUR =20 USD food card",
    ] {
      #expect(!(try Self.read(line, "en_GB").problems.isEmpty), "\(line)")
    }
  }

  @Test("Prices of Swiss shops and computations with a sign of equality are amounts")
  func amounts() throws {
    for (line, units) in [
      ("kaffee 12.- food karte", 1_200), ("kaffee CHF 12.- food karte", 1_200),
      ("kaffee 90/3 = food karte", 3_000),
      ("kaffee 3+4= food karte", 700),
    ] as [(String, Int64)] {
      let entry = try Self.read(line, "de_CH")
      #expect(
        entry.money?.minorUnits == units && entry.vendor == "kaffee" && entry.problems.isEmpty, "\(entry)")
    }
  }
}
