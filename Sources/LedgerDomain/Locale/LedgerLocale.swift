/// The formats for amounts and dates that people see: one of nine locales, after CLDR, with no ICU.
///
/// It is a setting of the ledger, never of the machine. Output for scripts does not depend on it.
///
///     let locale = LedgerLocale.default
///     let amount = locale.money(Money(minorUnits: 128_450, currency: .eur))  // "€1,284.50"
///     let day = CivilDate(iso: "2026-06-14").map { locale.longDate($0) }  // "Sunday, 14 June 2026"
public struct LedgerLocale: Hashable, Sendable {
  private enum Name: String, CaseIterable {
    case enGB = "en_GB"
    case enUS = "en_US"
    case enIN = "en_IN"
    case deDE = "de_DE"
    case deCH = "de_CH"
    case frFR = "fr_FR"
    case itIT = "it_IT"
    case ptPT = "pt_PT"
    case jaJP = "ja_JP"
  }

  private let name: Name
  /// The locale whose words and order dates have.
  private let dates: Name

  private init(name: Name, dates: Name? = nil) {
    self.name = name
    self.dates = dates ?? name
  }

  /// Creates the locale of an identifier, `de_DE` or `de-DE`, or `nil` if `all` has no such locale.
  public init?(_ id: String) {
    guard let name = Name(rawValue: String(id.map { $0 == "-" ? "_" : $0 })) else { return nil }
    self.init(name: name)
  }

  /// The identifier: `en_GB`.
  public var id: String { name.rawValue }

  /// Every known locale, the default first.
  public static var all: [LedgerLocale] { Name.allCases.map { LedgerLocale(name: $0) } }

  /// `en_GB`.
  public static let `default` = LedgerLocale(name: .enGB)

  /// This locale with dates in English, for text whose other words are English: `12,50 €`, `14 Jun 2026`.
  ///
  /// Typed dates are still read in the language of the locale.
  package var inEnglish: LedgerLocale { LedgerLocale(name: name, dates: id.hasPrefix("en") ? name : .enGB) }

  var data: LocaleData { Self.data(name) }

  /// The names and patterns of dates.
  var dateData: LocaleData { Self.data(dates) }

  private static func data(_ name: Name) -> LocaleData {
    switch name {
    case .enGB: .enGB
    case .enUS: .enUS
    case .enIN: .enIN
    case .deDE: .deDE
    case .deCH: .deCH
    case .frFR: .frFR
    case .itIT: .itIT
    case .ptPT: .ptPT
    case .jaJP: .jaJP
    }
  }
}

extension LedgerLocale: CustomStringConvertible {
  /// The identifier.
  public var description: String { id }
}

// MARK: - The properties of a locale

extension LedgerLocale {
  /// The separator before the decimals: `.` or `,`.
  public var decimalSeparator: String { data.decimalSeparator }

  /// The separator between thousands: `,`, `.`, `’` or a no-break space.
  public var groupingSeparator: String { data.groupingSeparator }

  /// The local rule for weeks. Ledgers count ISO weeks unless set otherwise.
  public var weekRule: WeekRule { WeekRule(first: data.firstWeekday, minimal: data.minimalDays) }

  /// The currency of the locale's region.
  public var defaultCurrency: CurrencyCode { data.currency }

  /// Returns the sign that the locale writes for a currency, such as `€` or `US$`. The code if there is no sign.
  public func symbol(for currency: CurrencyCode) -> String { data.symbol(of: currency) ?? currency.code }
}
