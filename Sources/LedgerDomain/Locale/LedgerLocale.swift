/// How a ledger writes amounts and dates for people: one of nine locales, after CLDR, with no ICU.
///
/// A setting of the ledger, never of the machine. What scripts read does not depend on it.
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

  private init(name: Name) { self.name = name }

  /// The locale of that identifier, `de_DE` or `de-DE`; nil for one that is not in `all`.
  public init?(_ id: String) {
    guard let name = Name(rawValue: String(id.map { $0 == "-" ? "_" : $0 })) else { return nil }
    self.name = name
  }

  /// The identifier: `en_GB`.
  public var id: String { name.rawValue }

  /// Every locale there is, the default first.
  public static var all: [LedgerLocale] { Name.allCases.map { LedgerLocale(name: $0) } }

  /// `en_GB`.
  public static let `default` = LedgerLocale(name: .enGB)

  var data: LocaleData {
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

// MARK: - What a locale says

extension LedgerLocale {
  /// What stands before the decimals: `.` or `,`.
  public var decimalSeparator: String { data.decimalSeparator }

  /// What parts thousands: `,`, `.`, `’` or a no-break space.
  public var groupingSeparator: String { data.groupingSeparator }

  /// Where weeks begin by local custom. Ledgers count ISO weeks unless told otherwise.
  public var weekRule: WeekRule { WeekRule(first: data.firstWeekday, minimal: data.minimalDays) }

  /// The currency of the locale's region.
  public var defaultCurrency: Currency { data.currency }

  /// The sign the locale writes for a currency: `€`, `US$`; its code where there is none.
  public func symbol(for currency: Currency) -> String { data.symbol(of: currency) ?? currency.code }
}
