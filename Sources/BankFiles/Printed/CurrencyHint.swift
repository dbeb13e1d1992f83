package import LedgerDomain

/// A text in a file or in its name that a currency could have, although the file does not name its own.
package struct CurrencyHint: Hashable, Sendable {
  /// The currencies that the text fits.
  package let currencies: Set<CurrencyCode>
  package let text: String
  /// The line with the text, from 1, or `nil` if the file's name has it.
  package let line: Int?

  /// The bytes at the beginning of a file that are looked at.
  private static let bytesMax = 1 << 20
  /// The lines among which the names of columns are.
  private static let headLinesMax = 60

  /// Returns the first hint, if the file has hints and no hint fits a currency.
  ///
  /// - Parameter currency: The currency that would be taken for the file.
  /// - Complexity: O(bytes), up to one MiB.
  package static func against(
    _ currency: CurrencyCode, in bytes: [UInt8], named name: String, options: BankFileOptions
  ) -> CurrencyHint? {
    guard let text = try? FileText(bytes, option: options.encoding, declared: nil).bytes else { return nil }
    let format = options.format ?? BankFileReader.format(of: text)
    var hints = inName(name)
    for line in TextLines.of(Array(text.prefix(bytesMax))) {
      // The first letter of a line of QIF is the name of its field, and one of these names is `$`.
      let content = format == .qif ? line.bytes.dropFirst() : line.bytes
      let mayHaveNames = format == .csv && line.number < headLinesMax
      hints += inLine(String(decoding: content, as: UTF8.self), line.number, mayHaveNames)
    }
    return hints.contains { $0.currencies.contains(currency) } ? nil : hints.first
  }

  /// Returns the hint of the country in an account's number, if it is an IBAN.
  package static func ofAccount(_ number: String) -> CurrencyHint? {
    guard AccountNumber.isIBAN(number), let named = countries[String(number.prefix(2)).uppercased()] else {
      return nil
    }
    return CurrencyHint(currencies: Set(currencies(named)), text: number, line: nil)
  }

  // MARK: - Texts

  private static func inName(_ name: String) -> [CurrencyHint] {
    let stem = name.split(separator: ".").dropLast().joined(separator: ".")
    return stem.split { !$0.isLetter && !isSign($0) }.compactMap { word in
      let upper = word.uppercased()
      let isCode = upper == word || everyday.contains(upper)
      let named = isCode && !words.contains(upper) ? currencies(upper) : bank(word)
      return named.isEmpty ? nil : CurrencyHint(currencies: Set(named), text: name, line: nil)
    }
  }

  /// Returns the hints of a line: a sign or a code at a number, alone in a cell, or in a line of names.
  private static func inLine(_ line: String, _ number: Int, _ mayHaveNames: Bool) -> [CurrencyHint] {
    let isOfNames = mayHaveNames && !line.contains(where: \.isNumber)
    var hints: [CurrencyHint] = []
    func add(_ named: [CurrencyCode], _ text: some StringProtocol) {
      guard !named.isEmpty else { return }
      hints.append(CurrencyHint(currencies: Set(named), text: String(text.prefix(40)), line: number))
    }
    for cell in line.split(whereSeparator: { ";\t\",|".contains($0) }) {
      let cell = cell.trimming(\.isWhitespace)
      let parts = cell.split { !$0.isLetter && !isSign($0) }
      for part in parts {
        let word = String(part)
        let isAtNumber = isAtNumber(part, in: cell)
        if word.count == 3, word == word.uppercased(), part == cell || isOfNames || isAtNumber,
          part == cell && !isOfNames || !words.contains(word)
        {
          add(currencies(word), cell)
        } else if word.contains(where: isSign) || (isAtNumber || isOfNames) && shortSigns.contains(word) {
          add(CurrencySigns.meanings(of: word), cell)
        }
      }
      if isOfNames { add(layout(cell), cell) }
    }
    return hints
  }

  private static func isSign(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
  }

  /// Whether a number precedes or follows a part of a cell, perhaps after spaces.
  private static func isAtNumber(_ part: Substring, in cell: Substring) -> Bool {
    let before = cell[..<part.startIndex].last { !$0.isWhitespace }
    let after = cell[part.endIndex...].first { !$0.isWhitespace && $0 != "-" && $0 != "." }
    return before?.isNumber ?? false || after?.isNumber ?? false
  }

  private static func currencies(_ codes: String) -> [CurrencyCode] {
    codes.split(separator: " ").compactMap { CurrencyCode(String($0)) }.filter { $0.minorUnitDigits != nil }
  }

  // MARK: - Countries

  /// The scripts that one country uses: kana, hangul, Hebrew and Thai.
  private static let scripts: [(scalars: ClosedRange<UInt32>, currency: String)] = [
    (0x3040...0x30ff, "JPY"), (0xac00...0xd7a3, "KRW"), (0x0590...0x05ff, "ILS"), (0x0e00...0x0e7f, "THB"),
  ]

  /// Returns the currencies of the country whose banks write such a name of a column.
  private static func layout(_ cell: Substring) -> [CurrencyCode] {
    for scalar in cell.unicodeScalars {
      if let script = scripts.first(where: { $0.scalars.contains(scalar.value) }) {
        return currencies(script.currency)
      }
    }
    let name = HeaderWords.key(String(cell))
    if let named = columns.first(where: { $0.names.contains(name) }) { return currencies(named.currencies) }
    return name.split(separator: " ").lazy.map { bank($0) }.first { !$0.isEmpty } ?? []
  }

  private static func bank(_ word: some StringProtocol) -> [CurrencyCode] {
    banks.first { $0.names.contains(word.lowercased()) }.map { currencies($0.currencies) } ?? []
  }

  private struct Table {
    let currencies: String
    let names: Set<String>

    init(_ currencies: String, _ names: String) {
      self.currencies = currencies
      self.names = Set(names.split(separator: ",").map(String.init))
    }
  }

  /// Names of columns that banks of one country have.
  private static let columns = [
    Table("GBP", "sort code"), Table("AUD", "bsb,bsb number"), Table("INR", "ifsc code"),
    Table("USD", "check number,check or slip,check or slip #,routing number"),
    Table("SEK", "belopp,bokforingsdag,bokforingsdatum"), Table("NOK", "belop,bokfort,utbokfort"),
    Table("DKK", "belob,bogfort"), Table("PLN", "kwota,kwota operacji,data operacji,data ksiegowania"),
    Table("CZK", "castka,datum zauctovani"), Table("HUF", "osszeg,konyveles datuma"), Table("TRY", "tutar"),
    Table("RUB", "сумма,дата операции"), Table("UAH", "сума"), Table("JPY", "取引日,利用日,残高,出金,入金"),
    Table("CNY", "交易时间,金额,余额,交易日期"),
  ]

  /// Banks with customers in one country, by the word of their name that files have.
  private static let banks = [
    Table("USD", "chase,capitalone,wellsfargo,citibank,amexus,venmo,schwab,usbank,pnc,discover,usaa"),
    Table("CAD", "bmo,cibc,tangerine,wealthsimple,rbc,scotiabank,desjardins,pcmastercard,simplii"),
    Table("GBP", "barclays,lloyds,monzo,natwest,halifax,nationwide,starling,santanderuk"),
    Table("GBP EUR", "tsb"),
    Table("CHF", "postfinance,migrosbank,zkb,bcv,bcge,cembra,swisscard,viseca"),
    Table("AUD", "commbank,nab,ingau"), Table("AUD NZD", "westpac,anz"), Table("NZD", "kiwibank,asb"),
    Table("INR", "hdfc,icici,axisbank,kotak"), Table("JPY", "rakuten,shinsei,sumishin,mufg,smbc"),
    Table("SEK", "handelsbanken,lansforsakringar"), Table("SEK EUR", "swedbank,seb"),
    Table("NOK", "dnb,sbanken"),
    Table("DKK", "jyskebank,lunar"), Table("PLN", "pkobp,pekao"), Table("PLN CZK EUR", "mbank"),
    Table("CZK", "airbank"), Table("CZK EUR", "csob"),
    Table("CNY", "alipay,wechat"), Table("BRL", "nubank,itau,bradesco"), Table("RUB", "sberbank,tinkoff"),
    Table("TRY", "akbank,garanti"), Table("SGD", "dbs,ocbc,uob"),
  ]

  /// The currencies of accounts by the country of their IBAN.
  private static let countries: [String: String] = {
    var countries = [
      "BG": "EUR", "CH": "CHF", "CZ": "CZK", "DK": "DKK", "GB": "GBP", "GI": "GIP",
      "HU": "HUF", "IL": "ILS", "IS": "ISK", "LI": "CHF", "NO": "NOK", "PL": "PLN",
      "RO": "RON", "RS": "RSD", "SA": "SAR", "SE": "SEK", "TR": "TRY", "UA": "UAH",
      "AE": "AED", "BR": "BRL",
    ]
    for country in "AD AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM".split(separator: " ")
    {
      countries[String(country)] = "EUR"
    }
    return countries
  }()

  /// Signs of letters that mean nothing else next to a number.
  private static let shortSigns: Set<String> = ["kr", "Kč", "zł", "Ft", "Rs", "SFr", "RM"]
  /// Codes that name a currency in small letters, too.
  private static let everyday: Set<String> = [
    "EUR", "USD", "GBP", "CHF", "JPY", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF",
  ]
  /// Codes that are words of titles.
  private static let words: Set<String> = [
    "ALL", "TRY", "TOP", "CUP", "PEN", "MAD", "SOS", "COP", "LAK", "STD",
  ]
}
