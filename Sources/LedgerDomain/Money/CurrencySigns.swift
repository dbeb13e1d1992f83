/// The texts that people write for a currency: its code, or a sign, which several currencies may share.
package enum CurrencySigns {
  /// Returns the currencies that a sign or code can mean, the likeliest first. Empty if it belongs to no currency.
  package static func meanings(of sign: String) -> [CurrencyCode] {
    if let currencies = table[canonical(sign)] { return currencies }
    if let currency = CurrencyCode(sign) { return [currency] }
    return []
  }

  /// Returns the currency that a sign means, if that is certain enough.
  static func currency(
    of sign: String, defaultCurrency: CurrencyCode, locale: LedgerLocale
  ) throws(AmountError) -> CurrencyCode {
    let candidates = meanings(of: sign)
    guard let first = candidates.first else { throw .unknownSign(sign) }
    if candidates.count == 1 { return first }
    let local = candidates.first { canonical(locale.symbol(for: $0)) == canonical(sign) }
    if candidates.contains(defaultCurrency) {
      if local == nil || local == defaultCurrency { return defaultCurrency }
    } else if let local {
      return local
    }
    throw .ambiguousSign(sign, candidates: candidates)
  }

  /// Whether a point after the sign belongs to it: `Fr.`, `Rs.`, `kr.`.
  static func endsWithPoint(_ sign: String) -> Bool { table[sign + "."] != nil }

  /// Returns a sign with the full-width yen sign of Japanese keyboards as the yen sign.
  private static func canonical(_ sign: String) -> String { sign == "\u{ffe5}" ? "¥" : sign }

  /// Signs in use, and those that our locales write.
  private static let table: [String: [CurrencyCode]] = {
    var table: [String: [CurrencyCode]] = [:]
    for line in signs.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let sign = words.first else { continue }
      table[String(sign)] = words.dropFirst().compactMap { CurrencyCode(String($0)) }
    }
    for locale in LedgerLocale.all {
      for (currency, sign) in locale.data.currencySymbols {
        let known = table[canonical(sign), default: []]
        if !known.contains(currency) { table[canonical(sign)] = known + [currency] }
      }
    }
    return table
  }()

  private static let signs = """
    € EUR
    £ GBP EGP FKP GIP LBP SDG SHP SSP SYP
    $ USD AUD CAD NZD SGD HKD MXN ARS CLP COP TWD BBD BMD BND BSD BZD CVE DOP FJD GYD JMD KYD LRD NAD SBD SRD SVC TTD UYU XCD
    US$ USD
    A$ AUD
    AU$ AUD
    C$ CAD NIO
    CA$ CAD
    NZ$ NZD
    S$ SGD
    HK$ HKD
    NT$ TWD
    MX$ MXN
    R$ BRL
    ¥ JPY CNY
    JP¥ JPY
    CN¥ CNY
    RMB CNY
    元 CNY
    円 JPY
    ₹ INR
    Rs INR PKR LKR NPR MUR SCR
    Rs. INR PKR LKR NPR MUR SCR
    ₨ INR PKR LKR NPR MUR SCR
    Fr CHF
    Fr. CHF
    SFr CHF
    SFr. CHF
    kr SEK NOK DKK ISK
    kr. DKK SEK NOK ISK
    Kr SEK NOK DKK ISK
    Kč CZK
    zł PLN
    Ft HUF
    lei RON MDL
    лв BGN
    лв. BGN
    ₽ RUB
    ₴ UAH
    ₺ TRY
    ₩ KRW KPW
    ₪ ILS
    ₫ VND
    ₱ PHP
    ฿ THB
    ₸ KZT
    ₦ NGN
    ₲ PYG
    ₡ CRC
    ₵ GHS
    ₭ LAK
    ₮ MNT
    ₼ AZN
    ₾ GEL
    ৳ BDT
    ₤ ITL
    DM DEM
    R ZAR
    RM MYR
    Rp IDR
    """
}
