import LedgerDomain
import LedgerTestSupport
import Testing

@Suite("Amounts as people type them")
struct ValuesAmountTests {
  @Test("Every amount of the table is read exactly, or refused for the reason named")
  func table() throws {
    let rows = try ValuesFixture.rows("amounts.tsv")
    #expect(rows.count >= 250)
    for row in rows {
      let text = unescaped(row[0])
      let currency = try #require(CurrencyCode(row[1]))
      let locale = try #require(LedgerLocale(row[2]))
      let outcome: String
      do throws(AmountError) {
        outcome = String(try AmountParser.minorUnits(text, currency: currency, locale: locale))
      } catch {
        outcome = name(of: error)
      }
      #expect(outcome == unescaped(row[3]), "\(row)")
    }
  }

  @Test("An amount written in a locale is read back in that locale, for every currency of the table")
  func roundTrip() throws {
    var seeded = SeededGenerator()
    let seed = seeded.seed
    for locale in LedgerLocale.all {
      for currency in CurrencyCode.all {
        var amounts: [Int64] = [0, 1, -1, 999, 1000, -1_000_000, .max, .min]
        for _ in 0..<20 {
          let magnitude = Int64.random(in: 1...18, using: &seeded)
          let limit = (0..<magnitude).reduce(Int64(1)) { product, _ in product * 10 }
          amounts.append(Int64.random(in: -limit...limit, using: &seeded))
        }
        for amount in amounts {
          let money = Money(minorUnits: amount, currency: currency)
          let note = "seed \(seed): \(locale) \(locale.money(money))"
          try #require(
            try AmountParser.minorUnits(locale.money(money), currency: currency, locale: locale) == amount,
            "\(note)")
          try #require(
            try AmountParser.minorUnits(locale.decimal(money), currency: currency, locale: locale) == amount,
            "\(note)")
          try #require(
            try AmountParser.minorUnits(decimal: money.decimal, currency: currency) == amount, "\(note)")
          try #require(
            try AmountParser.parse("\(money.decimal) \(currency.code)", defaultCurrency: .eur, locale: locale)
              == money
              || currency.minorUnitDigits == nil, "\(note)")
        }
      }
    }
  }

  @Test("Text that is typed at random is never read as anything but what it contains")
  func randomText() throws {
    var seeded = SeededGenerator()
    let seed = seeded.seed
    let alphabet = Array("0123456789012345678900.,.,' -+€$E\u{2019}\u{a0}".unicodeScalars)
    for _ in 0..<20_000 {
      var view = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...10, using: &seeded) {
        if let scalar = alphabet.randomElement(using: &seeded) { view.append(scalar) }
      }
      let text = String(view)
      guard let amount = try? AmountParser.minorUnits(text, currency: .eur, locale: .default) else { continue }
      // The digits typed are those of the result, up to zeros at either end.
      func significant(_ text: String) -> Substring {
        let digits = text.unicodeScalars.filter { ("0"..."9").contains($0) }.map(String.init).joined()
        let leading = digits.drop { $0 == "0" }
        return leading.prefix(leading.count - leading.reversed().prefix { $0 == "0" }.count)
      }
      try #require(significant(text) == significant(String(amount)), "seed \(seed): \(text)")
      try #require((amount < 0) == (text.contains("-") && amount != 0), "seed \(seed): \(text)")
    }
  }

  @Test(
    "An amount names its own currency, or takes the default one",
    arguments: [
      ("84.50 EUR", "USD", "en_GB", "84.50 EUR"), ("US$62.00", "EUR", "en_GB", "62.00 USD"),
      ("€84,50", "USD", "en_GB", "84.50 EUR"), ("38", "EUR", "en_GB", "38.00 EUR"),
      ("38", "JPY", "en_GB", "38 JPY"),
      ("$62", "USD", "en_GB", "62.00 USD"), ("$62", "EUR", "en_US", "62.00 USD"),
      ("$62", "CAD", "en_GB", "62.00 CAD"),
      ("$62", "EUR", "de_DE", "62.00 USD"), ("£5", "EUR", "en_GB", "5.00 GBP"),
      ("£5", "GBP", "en_GB", "5.00 GBP"),
      ("¥500", "JPY", "en_GB", "500 JPY"), ("￥500", "EUR", "ja_JP", "500 JPY"),
      ("¥500", "CNY", "en_GB", "500.00 CNY"),
      ("kr 5", "NOK", "en_GB", "5.00 NOK"), ("1.234 KWD", "EUR", "en_GB", "1.234 KWD"),
      ("1,234 EUR", "KWD", "en_GB", "1234.00 EUR"), ("-84.50 chf", "EUR", "de_CH", "-84.50 CHF"),
      ("62,00 $US", "EUR", "fr_FR", "62.00 USD"), ("12.00 DEM", "EUR", "de_DE", "12.00 DEM"),
    ])
  func splitting(text: String, currency: String, locale: String, expected: String) throws {
    let money = try AmountParser.parse(
      text, defaultCurrency: #require(CurrencyCode(currency)), locale: #require(LedgerLocale(locale)))
    #expect("\(money)" == expected)
  }

  @Test(
    "A sign of several currencies is refused if nothing decides between them",
    arguments: [
      ("$62", "EUR", "en_GB"), ("$62", "CAD", "en_US"), ("¥500", "EUR", "en_GB"), ("kr 5", "EUR", "en_GB"),
      ("Rs. 500", "EUR", "en_GB"),
    ])
  func ambiguousSigns(text: String, currency: String, locale: String) throws {
    let defaultCurrency = try #require(CurrencyCode(currency))
    let locale = try #require(LedgerLocale(locale))
    do throws(AmountError) {
      let money = try AmountParser.parse(text, defaultCurrency: defaultCurrency, locale: locale)
      Issue.record("read as \(money)")
    } catch {
      guard case .ambiguousSign(_, let candidates) = error else {
        Issue.record(error)
        return
      }
      #expect(candidates.count > 1)
    }
    #expect(throws: AmountError.unknownCurrency(try #require(CurrencyCode("QQQ")))) {
      try AmountParser.parse("5 QQQ", defaultCurrency: .eur, locale: .default)
    }
  }

  @Test("Canonical decimals are exact or refused")
  func canonical() throws {
    let unknown = try #require(CurrencyCode("QQQ"))
    #expect(try AmountParser.minorUnits(decimal: "84.5", currency: .eur) == 8450)
    #expect(try AmountParser.minorUnits(decimal: "84", currency: .eur) == 8400)
    #expect(try AmountParser.minorUnits(decimal: "-0.05", currency: .eur) == -5)
    #expect(try AmountParser.minorUnits(decimal: "8450", currency: unknown) == 8450)
    for text in [
      "84,50", "+84", "84.", ".5", "1,284.50", " 84", "84 ", "--1", "-", "8-4", "1.2.3", "1e3", "€84",
    ] {
      #expect(throws: AmountError.notANumber(text)) {
        try AmountParser.minorUnits(decimal: text, currency: .eur)
      }
    }
    #expect(throws: AmountError.empty) { try AmountParser.minorUnits(decimal: "", currency: .eur) }
    // No digits follow the point, whether the currency has minor units or not.
    for currency in [CurrencyCode.eur, .jpy] {
      #expect(throws: AmountError.notANumber("500.")) {
        try AmountParser.minorUnits(decimal: "500.", currency: currency)
      }
    }
    #expect(try AmountParser.minorUnits(decimal: "500", currency: .jpy) == 500)
    #expect(throws: AmountError.tooManyDigits(.eur, digits: 2)) {
      try AmountParser.minorUnits(decimal: "84.500", currency: .eur)
    }
    #expect(throws: AmountError.tooManyDigits(.jpy, digits: 0)) {
      try AmountParser.minorUnits(decimal: "84.0", currency: .jpy)
    }
    #expect(throws: AmountError.tooManyDigits(unknown, digits: 0)) {
      try AmountParser.minorUnits(decimal: "84.50", currency: unknown)
    }
    #expect(throws: AmountError.overflow) {
      try AmountParser.minorUnits(decimal: "92233720368547758.08", currency: .eur)
    }
  }

  @Test("Every reason is a sentence that names a way out")
  func words() throws {
    let words = [
      AmountError.ambiguous("1.234", readings: ["1.234", "1,234"], instead: "1234.00", digits: 2):
        "“1.234” can be read as 1.234 or as 1,234; write 1234.00, or no more than 2 digits after the decimal separator",
      .ambiguous("1.234", readings: ["1.234", "1,234"], instead: "1234", digits: 0):
        "“1.234” can be read as 1.234 or as 1,234; write 1234",
      .tooManyDigits(.jpy, digits: 0): "JPY has no digits after the decimal separator; write a whole number",
      .tooManyDigits(.eur, digits: 2):
        "EUR has only 2 digits after the decimal separator; write at most 2 of them, because nothing is rounded",
      .notANumber("abc"): "“abc” is not an amount; write one like 84.50 or 1,284.50",
      .otherCurrency("€", expected: .usd):
        "the amount is in “€”, and USD is expected; change the currency first",
      .ambiguousSign("$", candidates: [.usd, .inr, .chf, .jpy]):
        "“$” is the sign of several currencies (USD, INR, CHF …); write the three letters instead",
    ]
    for (error, text) in words { #expect("\(error)" == text) }
    #expect("\(AmountError.notANumber(String(repeating: "x", count: 5000)))".count < 120)
  }

  private func name(of error: AmountError) -> String {
    switch error {
    case .empty: "empty"
    case .notANumber: "notANumber"
    case .ambiguous(_, let readings, let instead, _):
      "ambiguous: \(readings.joined(separator: " | ")) | \(instead)"
    case .tooManyDigits(_, let digits): "tooManyDigits \(digits)"
    case .overflow: "overflow"
    case .unknownCurrency: "unknownCurrency"
    case .unknownSign: "unknownSign"
    case .ambiguousSign: "ambiguousSign"
    case .otherCurrency: "otherCurrency"
    }
  }

  /// `{a0}` is the scalar of that number.
  private func unescaped(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "{"), let close = rest.firstIndex(of: "}") {
      result += rest[..<open]
      if let scalar = UInt32(rest[rest.index(after: open)..<close], radix: 16).flatMap(Unicode.Scalar.init) {
        result.unicodeScalars.append(scalar)
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
