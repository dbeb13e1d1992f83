import LedgerDomain
import Testing

@Suite("Money and currencies")
struct ValuesMoneyTests {
  @Test(
    "Decimals are exact, whatever the currency's digits",
    arguments: [
      (8450, "EUR", "84.50"), (5, "EUR", "0.05"), (-5, "EUR", "-0.05"), (0, "EUR", "0.00"),
      (-8450, "USD", "-84.50"),
      (1284, "JPY", "1284"), (-1, "JPY", "-1"), (0, "JPY", "0"), (1234, "KWD", "1.234"), (-1, "KWD", "-0.001"),
      (12345, "CLF", "1.2345"), (1, "UYW", "0.0001"), (8450, "QQQ", "8450"), (-7, "QQQ", "-7"),
      (Int64.min, "EUR", "-92233720368547758.08"), (Int64.max, "EUR", "92233720368547758.07"),
      (Int64.min, "JPY", "-9223372036854775808"), (Int64.min, "KWD", "-9223372036854775.808"),
      (Int64.min, "CLF", "-922337203685477.5808"), (Int64.min, "QQQ", "-9223372036854775808"),
    ] as [(Int64, String, String)])
  func decimals(minorUnits: Int64, code: String, expected: String) throws {
    let currency = try #require(CurrencyCode(code))
    #expect(Money(minorUnits: minorUnits, currency: currency).decimal == expected)
  }

  @Test("A currency is three letters, in either case")
  func codes() throws {
    #expect(CurrencyCode("eur")?.code == "EUR")
    #expect(CurrencyCode("EUR") == .eur)
    #expect(CurrencyCode("GBP") == .gbp)
    #expect(CurrencyCode("USD") == .usd)
    #expect(CurrencyCode("CHF") == .chf)
    #expect(CurrencyCode("INR") == .inr)
    #expect(CurrencyCode("JPY") == .jpy)
    for text in ["", "E", "EU", "EURO", "E1R", "E R", "€", "[\\]", "@@@", "ÉUR", "EU\u{0}", "EUŔ", "EUR "] {
      #expect(CurrencyCode(text) == nil, "\(text)")
    }
    #expect(try #require(CurrencyCode("AUD")) < #require(CurrencyCode("EUR")))
    #expect(try #require(CurrencyCode("EUR")) < #require(CurrencyCode("EUS")))
  }

  @Test("The table has the digits of ISO 4217")
  func digits() throws {
    let zero = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF ITL ESP"
    for code in zero.split(separator: " ") {
      #expect(CurrencyCode(String(code))?.minorUnitDigits == 0, "\(code)")
    }
    for code in "BHD IQD JOD KWD LYD OMR TND".split(separator: " ") {
      #expect(CurrencyCode(String(code))?.minorUnitDigits == 3, "\(code)")
    }
    for code in ["CLF", "UYW"] { #expect(CurrencyCode(code)?.minorUnitDigits == 4, "\(code)") }
    for code in "EUR USD GBP CHF INR CZK DKK AFN DEM FRF ATS XCG ZWG SLE".split(separator: " ") {
      #expect(CurrencyCode(String(code))?.minorUnitDigits == 2, "\(code)")
    }
    for code in ["XTS", "XAU", "QQQ", "AAA", "ZZZ"] {
      #expect(CurrencyCode(code) != nil && CurrencyCode(code)?.minorUnitDigits == nil, "\(code)")
    }
  }

  @Test("Every code is in the table once, and codes survive being packed")
  func table() {
    let all = CurrencyCode.all
    #expect(Set(all).count == all.count)
    #expect(all == all.sorted { $0.code < $1.code })
    #expect(all.count > 225)
    for currency in all {
      #expect(CurrencyCode(currency.code) == currency)
      #expect(currency.minorUnitDigits != nil)
    }
  }

  @Test("Sums stay within one currency and 64 bits")
  func sums() {
    let euro = Money(minorUnits: 8450, currency: .eur)
    #expect(euro.adding(Money(minorUnits: -50, currency: .eur)) == Money(minorUnits: 8400, currency: .eur))
    #expect(euro.adding(Money(minorUnits: 1, currency: .usd)) == nil)
    #expect(euro.adding(Money(minorUnits: .max, currency: .eur)) == nil)
    #expect("\(euro)" == "84.50 EUR")
  }
}
