import LedgerDomain
import Testing

/// Lines whose words were once taken for the vendor, so that another kind, sign, day or currency was recorded.
@Suite("Lines are recorded as they are meant, or refused")
struct EntryMeantTests {
  private static let today = CivilDate(year: 2026, month: 11, day: 28)  // a Saturday

  static func read(_ line: String, _ locale: LedgerLocale, today: CivilDate? = today) throws -> QuickEntry {
    let categories = ["food", "household", "other", "eating out"].map {
      CategoryRow(key: $0, name: $0, emoji: nil, color: nil, kinds: [.expense, .income], isActive: true)
    }
    return QuickEntry(
      line,
      QuickEntry.Vocabulary(
        today: try #require(today), categories: categories, currency: .eur, locale: locale))
  }

  static func read(_ line: String, _ locale: String) throws -> QuickEntry {
    try read(line, try #require(LedgerLocale(locale)))
  }

  /// A word as it is, with a capital letter, and in capital letters.
  static func spellings(_ word: String) -> [String] {
    [word, word.prefix(1).uppercased() + word.dropFirst(), word.uppercased()]
  }

  /// The words of a language in all its locales, and the words of English in every locale.
  private static func words(_ table: [String: [String]]) -> [(LedgerLocale, String)] {
    LedgerLocale.all.flatMap { locale in
      table.filter { $0.key == "en" || locale.id.hasPrefix($0.key) }.sorted { $0.key < $1.key }.flatMap(\.value)
        .map { (locale, $0) }
    }
  }

  // MARK: Kinds

  @Test(
    "A transfer has two accounts, so that no line is one",
    arguments: words([
      "en": ["transfer"], "de": ["umbuchung"], "it": ["giroconto"],
      "ja": ["振替"],
    ]))
  func transfers(_ locale: LedgerLocale, _ word: String) throws {
    for word in Self.spellings(word) {
      for line in [
        "\(word) 200 @Giro to Savings", "\(word) 200 from Giro to Savings", "200 @Giro \(word)",
        "\(word) 200 EUR Giro",
      ] {
        let problems = try Self.read(line, locale).problems
        #expect(problems.contains { $0 == .oneSidedTransfer }, "\(line) \(problems)")
      }
    }
    let quoted = try Self.read("airport “\(word)” 20 other card", locale)
    #expect(quoted.problems.isEmpty && quoted.kind == .expense && quoted.vendor == "airport \(word)")
    #expect(!(try Self.read("\(Self.spellings(word)[1]) Wise 20 EUR other", locale).problems.isEmpty))
  }

  @Test(
    "A locale's words for income make it one",
    arguments: words([
      "en": ["income"], "de": ["einnahme", "einnahmen", "einkommen"], "fr": ["revenu", "revenus"],
      "it": ["entrata", "entrate"], "pt": ["receita", "receitas", "rendimento"], "ja": ["収入"],
    ]))
  func incomes(_ locale: LedgerLocale, _ word: String) throws {
    for word in Self.spellings(word) {
      for line in ["acme 32 \(word) other card", "\(word) acme 32 other", "acme \(word) 32 EUR other @Giro"] {
        let entry = try Self.read(line, locale)
        #expect(entry.kind == .income && entry.vendor == "acme" && entry.problems.isEmpty, "\(line) \(entry)")
      }
      let named = try Self.read("\(word) Acme 32 other card", locale)
      #expect(named.kind == .income || !named.problems.isEmpty, "\(locale) \(named)")
    }
  }

  @Test("An amount that begins with a plus is no spending in silence", arguments: LedgerLocale.all)
  func pluses(_ locale: LedgerLocale) throws {
    let point = locale.money(Money(minorUnits: 150, currency: .eur)).contains(",") ? "," : "."
    for amount in ["+32", "+ 32", "+32 EUR", "+€32", "€+32", "+32\(point)50", "EUR +32", "+15 + 5", "＋32"] {
      let entry = try Self.read("acme \(amount) other card", locale)
      let advice = entry.problems.first?.advice ?? ""
      #expect(advice.contains("income"), "\(amount) \(entry)")
    }
    let income = try Self.read("acme +32 income other", locale)
    #expect(income.problems.isEmpty && income.kind == .income && income.money?.minorUnits == 3_200)
    let sum = try Self.read("acme 15 + 5 other card", locale)
    #expect(sum.problems.isEmpty && sum.money?.minorUnits == 2_000, "\(sum)")
    let tip = try Self.read("acme 80 +10% +1d other card", locale)
    #expect(tip.problems.isEmpty && tip.money?.minorUnits == 8_800 && tip.date.iso == "2026-11-29", "\(tip)")
  }

  // MARK: Refunds

  @Test(
    "A locale's words for a refund turn the sign",
    arguments: words([
      "en": ["refund", "refunded", "refunds", "returned", "money back"],
      "de": [
        "erstattung", "erstattungen", "rückerstattung", "gutschrift", "gutschriften", "retoure", "retouren",
        "geld zurück",
      ],
      "fr": ["remboursement", "remboursements", "avoir", "avoirs"],
      "it": ["rimborso", "rimborsi", "reso", "resi", "nota di credito"],
      "pt": ["reembolso", "reembolsos", "devolução", "estorno"], "ja": ["返金", "返品", "払い戻し"],
    ]))
  func refunds(_ locale: LedgerLocale, _ word: String) throws {
    for line in ["zara \(word) 20 food card", "\(word) zara 20 EUR food card", "zara 20 food card \(word)"] {
      for line in [line, line.uppercased()] {
        let entry = try Self.read(line, locale)
        #expect(entry.isRefund && entry.money?.minorUnits == -2_000 && entry.problems.isEmpty, "\(entry)")
        #expect(entry.vendor?.lowercased() == "zara", "\(entry)")
      }
    }
    // Capital letters can be those of a name.
    for line in ["Zara \(Self.spellings(word)[1]) 20 food card", "zara \(word.uppercased()) 20 food card"] {
      let capital = try Self.read(line, locale)
      #expect(capital.isRefund || !capital.problems.isEmpty, "\(capital)")
    }
    let income = try Self.read("tax \(word) 20 income food", locale)
    #expect(income.money?.minorUnits == 2_000 && income.problems.isEmpty, "\(income)")
  }

  @Test("A word for a refund that is also a ticket is refused, and is a name in quotation marks")
  func returns() throws {
    for (locale, word) in [("en_GB", "return"), ("de_DE", "returns"), ("fr_FR", "retour")] {
      #expect(!(try Self.read("zara \(word) 20 food card", locale).problems.isEmpty), "\(word)")
      let quoted = try Self.read("train “\(word)” 20 food card", locale)
      #expect(quoted.problems.isEmpty && quoted.money?.minorUnits == 2_000, "\(quoted)")
    }
  }

  // MARK: Currencies

  @Test(
    "A currency of two words is the one that it names",
    arguments: [
      ("swiss francs", "CHF"), ("Swiss Francs", "CHF"), ("SWISS FRANCS", "CHF"), ("us dollars", "USD"),
      ("US dollars", "USD"), ("pounds sterling", "GBP"), ("schweizer franken", "CHF"),
      ("francs suisses", "CHF"),
      ("franchi svizzeri", "CHF"), ("francos suíços", "CHF"), ("danish kroner", "DKK"),
      ("schwedische kronen", "SEK"), ("turkish lira", "TRY"), ("ägyptische Pfund", "EGP"),
    ])
  func currencies(_ name: String, _ code: String) throws {
    for locale in LedgerLocale.all {
      let money = Money(minorUnits: 18_000, currency: try #require(CurrencyCode(code)))
      for line in ["inn 180 \(name) other card", "\(name) 180 inn other card"] {
        let entry = try Self.read(line, locale)
        #expect(entry.money == money && entry.vendor == "inn" && entry.problems.isEmpty, "\(locale) \(entry)")
      }
    }
  }

  @Test(
    "A currency that is not understood is refused, and so is a second amount in brackets",
    arguments: [
      "180 kronor", "50 us cents", "20 schweizer rappen", "50 british pence", "500 btc", "0.5 BTC",
      "2 bitcoins", "180 namibian dollars",
      "180 old francs",
      "180 old pounds",
      "180 CHF (94.20 EUR)", "180 CHF (€94.20)", "180 CHF (=94.20 EUR)", "180 CHF [94.20 EUR]",
      "94 EUR (180 CHF)",
      "180 CHF (94.20€)", "180 CHF (EUR 94.20)",
    ])
  func otherCurrencies(_ amount: String) throws {
    for line in [
      "inn \(amount) other card", "inn other card \(amount)", "inn \(amount.uppercased()) other card",
    ] {
      let entry = try Self.read(line, "en_GB")
      #expect(!entry.problems.isEmpty, "\(line) \(entry)")
      let isTwice = amount.contains("(") || amount.contains("[")
      if isTwice { #expect(entry.problems.first?.advice?.contains("180 CHF =94.20 EUR") == true, "\(entry)") }
    }
  }

  @Test("A name in brackets, with a comma or with a currency's name stays a name")
  func notCurrencies() throws {
    for vendor in [
      "kiosk (24h)", "(hall 7)", "the real deal", "the hundred club", "pub (2nd floor)", "from us",
      "kiosk, hall 12", "shop 7, floor 2",
    ] {
      let entry = try Self.read("food card 12 EUR \(vendor)", "en_GB")
      #expect(entry.problems.isEmpty && entry.vendor == vendor, "\(entry)")
    }
    let sign = try Self.read("from us £ 5 food card", "en_GB")
    #expect(sign.money?.currency == .gbp && sign.vendor == "from us" && sign.problems.isEmpty, "\(sign)")
  }

  @Test(
    "Three decimals of a currency that has three are an amount",
    arguments: [
      ("de_DE", "5,123 KWD"), ("de_DE", "KWD 5,123"), ("de_DE", "5,123 TND"), ("de_DE", "5,123KWD"),
      ("en_GB", "5.123 KWD"), ("en_GB", "BHD 5.123"), ("fr_FR", "5,123 OMR"), ("ja_JP", "5.123 JOD"),
    ])
  func threeDecimals(_ locale: String, _ amount: String) throws {
    let entry = try Self.read("tea \(amount) food card", locale)
    #expect(entry.problems.isEmpty && entry.money?.minorUnits == 5_123 && entry.vendor == "tea", "\(entry)")
    // Of a currency with two, they are a thousand or not an amount.
    let two = try Self.read("tea \(amount.filter { !$0.isLetter }) USD food card", locale)
    #expect(!two.problems.isEmpty, "\(two)")
  }

  // MARK: Splits

  @Test(
    "Parts of an amount are recorded in every order, or refused",
    arguments: [
      ("rest food, household 30", true), ("household 30, rest food", true), ("REST food, HOUSEHOLD 30", true),
      ("rest eating out, household 30", nil), ("30 household, rest food", nil),
      ("30 household, 70 food", nil), ("household 30, rest", nil), ("food:70, household 30", nil),
      ("30 eating out, 70 food", nil), ("food, household 30", nil),
      ("rest, household 30", nil),
    ] as [(String, Bool?)])
  func splits(_ parts: String, _ isUnderstood: Bool?) throws {
    for line in ["rewe 100 EUR \(parts) card", "rewe \(parts) 100 EUR card", "\(parts) card rewe 100 EUR"] {
      let entry = try Self.read(line, "de_DE")
      let items = try? entry.split?.items(of: try #require(entry.money))
      let isRight =
        items?.map(\.money.minorUnits) == [3_000] && items?.first?.category == "household"
        && ["food", "eating out"].contains(entry.category) && entry.money?.minorUnits == 10_000
      #expect(entry.problems.isEmpty ? isRight : isUnderstood == nil, "\(line) \(entry)")
    }
  }
}
