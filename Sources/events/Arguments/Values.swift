internal import LedgerDomain

/// Parses values that people type. An error lists what is expected.
enum Values {
  static func field(_ text: String) throws(Failure) -> Field {
    if let field = Field(text) { return field }
    let names = Field.allCases.map(\.rawValue)
    throw Failure(
      .usage, "there is no field '\(text)'",
      advice: suggestion(text, names) + ["Fields: \(names.joined(separator: " "))"])
  }

  static func currency(_ text: String) throws(Failure) -> Currency {
    if let currency = Currency(text), currency.minorUnitDigits != nil { return currency }
    throw Failure(
      .usage, "there is no currency '\(text)'",
      advice: suggestion(text.uppercased(), Currency.all.map(\.code)) + [
        "Currencies are ISO 4217 codes: EUR, USD, JPY"
      ])
  }

  static func date(_ text: String) throws(Failure) -> CivilDate {
    if let date = CivilDate(iso: text) { return date }
    throw Failure(
      .dataError, "'\(text)' is not a date", advice: "Write it as year, month and day: 2026-06-14")
  }

  /// An amount in the notation of the ledger's locale.
  static func amount(_ text: String, _ currency: Currency, _ locale: LedgerLocale) throws(Failure) -> Money {
    do throws(AmountError) {
      return Money(
        minorUnits: try AmountParser.minorUnits(text, currency: currency, locale: locale), currency: currency)
    } catch {
      throw Failure(error)
    }
  }

  /// An amount, a sum of amounts, or digits that build from the right: `84 JPY`, `15.00 + 5.00`, `1536p`.
  ///
  /// The currency is the one it names, or `currency`.
  static func amount(
    sum text: String, _ currency: Currency, _ locale: LedgerLocale
  ) throws(Failure) -> Money {
    do throws(AmountError) {
      return try AmountExpression.parse(text, defaultCurrency: currency, locale: locale)
    } catch {
      throw Failure(error)
    }
  }

  /// A case of an enumeration by its word.
  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String, _ what: String, _ type: Choice.Type
  ) throws(Failure) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: text) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    throw Failure(
      .usage, "there is no \(what) '\(text)'; there is \(alternatives(names))", advice: suggestion(text, names))
  }

  private static func suggestion(_ text: String, _ names: [String]) -> [String] {
    nearest(to: text, among: names).map { ["Did you mean '\($0)'?"] } ?? []
  }
}

extension Failure {
  /// Creates the failure for a wrong amount. An unknown currency is a usage error, also inside an amount.
  init(_ error: AmountError) {
    let code: ExitCode = if case .unknownCurrency = error { .usage } else { .dataError }
    self.init(code, error.message)
  }
}
