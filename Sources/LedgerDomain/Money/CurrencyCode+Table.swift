/// How many digits follow the decimal point, by ISO 4217: our own table, never the system's.
///
/// CLDR, and so every system's formatter, differs on purpose (it prints no decimals for IQD, AFN or CZK). CLDR records
/// the decimals that people print, and ISO 4217 those that exist. **The table only grows.** A released code keeps its
/// digits for ever, a withdrawn one too, because stored minor units mean nothing without them.
extension CurrencyCode {
  /// The state of ISO 4217 this table was made from.
  package static let tableVersion = "2026-01-01"

  /// Digits after the decimal point, or `nil` if the table does not know the code.
  ///
  /// 2 for EUR, 0 for JPY, 3 for KWD, 4 for CLF. Metals, test codes and "no currency" codes (XAU, XTS) have no minor
  /// unit and are not in the table.
  ///
  /// - Complexity: One look into an array.
  public var minorUnitDigits: Int? {
    let digits = Self.digitsByIndex[tableIndex]
    return digits == Self.absent ? nil : Int(digits)
  }

  /// Every currency of the table, in the order of the codes.
  public static var all: [CurrencyCode] {
    let codes = [
      withoutDigits, withTwoDigits, withThreeDigits, withFourDigits, historicWithoutDigits, historicWithTwo,
    ]
    return codes.flatMap { codes in codes.split(separator: " ").compactMap { CurrencyCode(String($0)) } }
      .sorted()
  }

  private var tableIndex: Int {
    let letters = packed &- 0x41_4141
    return Int((letters >> 16 & 31) * 676 + (letters >> 8 & 31) * 26 + (letters & 31))
  }

  private static let absent: UInt8 = 255

  private static let digitsByIndex: [UInt8] = {
    var table = [UInt8](repeating: absent, count: 26 * 26 * 26)
    // It reads bytes and makes no strings: the tool's first amount waits for this table.
    func enter(_ codes: String, _ digits: UInt8) {
      var codes = codes
      codes.withUTF8 { letters in
        precondition(
          (letters.count + 1).isMultiple(of: 4), "the table has codes of three letters and single spaces")
        for start in stride(from: 0, to: letters.count, by: 4) {
          table[
            CurrencyCode(packed: letters[start..<start + 3].reduce(0) { $0 << 8 | UInt32($1) }).tableIndex] =
            digits
        }
      }
    }
    enter(withoutDigits, 0)
    enter(withTwoDigits, 2)
    enter(withThreeDigits, 3)
    enter(withFourDigits, 4)
    enter(historicWithoutDigits, 0)
    enter(historicWithTwo, 2)
    return table
  }()

  // MARK: The table

  private static let withoutDigits =
    "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"

  private static let withTwoDigits = """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY \
    COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS \
    INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR \
    MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP \
    STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
    """

  private static let withThreeDigits = "BHD IQD JOD KWD LYD OMR TND"

  private static let withFourDigits = "CLF UYW"

  /// Withdrawn currencies, because receipts can be old.
  private static let historicWithoutDigits =
    "ADP BEF BYB BYR ESP GRD ITL LUF MGF PTE TPE TRL"

  private static let historicWithTwo = """
    AFA ANG ATS AZM BGL BGN CSD CSK CUC CYP DDM DEM ECS EEK FIM FRF GHC GWP HRD HRK IEP LTL LVL MRO MTL MXP MZM NLG \
    PEI PLZ ROL RUR SDD SIT SKK SLL SRG STD SUR TJR TMM UAK VEB VEF YUM YUN ZMK ZRN ZWD ZWL ZWN ZWR
    """
}
