internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

/// Parses values that people type. An error lists the expected values.
enum Values {
  static func field(_ text: String) throws(Failure) -> TransactionField {
    if let field = TransactionField(text) { return field }
    let names = TransactionField.allCases.map(\.rawValue)
    throw Failure(
      .usage, "there is no field “\(text)”",
      advice: suggestion(text, names) + ["Fields: \(names.joined(separator: " "))"])
  }

  static func currency(_ text: String) throws(Failure) -> CurrencyCode {
    if let currency = CurrencyCode(text), currency.minorUnitDigits != nil { return currency }
    throw Failure(
      .usage, "there is no currency “\(text)”",
      advice: suggestion(text.uppercased(), CurrencyCode.all.map(\.code)) + [
        "Currencies are ISO 4217 codes: EUR, USD, JPY"
      ])
  }

  /// Returns a date in the forms that people type and that our screens print.
  ///
  /// - Parameters:
  ///   - text: The text as typed.
  ///   - ledger: The ledger whose locale and today are used.
  ///   - isInFuture: Whether a day without a year is in the future.
  ///   - daysAhead: How many days after today a day without a year may be.
  static func date(
    _ text: String, _ ledger: OpenLedger, isInFuture: Bool = false, daysAhead: Int = 31
  ) throws -> CivilDate {
    let reader = TypedDate(
      today: ledger.book.today, locale: ledger.locale, isInFuture: isInFuture, daysAhead: daysAhead)
    do throws(DateError) {
      return try reader.parse(text)
    } catch {
      throw Failure(error.refusal(in: ledger.locale))
    }
  }

  /// Returns a month that may lie before or after this one. A name without a year is the nearest such month.
  static func nearestMonth(_ text: String, _ ledger: OpenLedger) throws(Failure) -> CivilMonth {
    let last = try month(text, ledger)
    let current = ledger.book.today.civilMonth
    let reader = TypedMonth(current: current.adding(months: 11), locale: ledger.locale)
    guard let next = reader.parse(text), next == last.adding(months: 12) else { return last }
    return next.index - current.index < current.index - last.index ? next : last
  }

  /// Returns a month as people type it: `2026-06`, `oktober`, `next`, or `today` for the current one.
  static func month(_ text: String, _ ledger: OpenLedger) throws(Failure) -> CivilMonth {
    let reader = TypedMonth(current: ledger.book.today.civilMonth, locale: ledger.locale)
    if let month = reader.parse(text) { return month }
    throw Failure(
      .dataError, "“\(text)” is not a month",
      advice: "Write its name, year and month, or its place: october, 2026-06, last, next")
  }

  /// Returns the text if it is a computation of an amount, such as `84 +10%`, to keep with the amount.
  static func computation(_ text: String?) -> String? {
    text.flatMap { AmountExpression.computes($0) ? $0 : nil }
  }

  /// An amount, a sum of amounts, or digits that build from the right: `84 JPY`, `15.00 + 5.00`, `1536p`.
  ///
  /// The currency is the one it names, or `currency`.
  static func amount(
    sum text: String, _ currency: CurrencyCode, _ locale: LedgerLocale
  ) throws(Failure) -> Money {
    do throws(AmountError) {
      return try AmountExpression.parse(text, defaultCurrency: currency, locale: locale)
    } catch {
      throw Failure(error.refusal(in: locale))
    }
  }

  /// Returns a case of an enumeration by its word.
  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String, _ what: String, _ type: Choice.Type
  ) throws(Failure) -> Choice where Choice.RawValue == String {
    if let choice = Choice(rawValue: text) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    throw Failure(
      .usage, "there is no \(what) “\(text)”; there is \(alternatives(names))", advice: suggestion(text, names))
  }

  private static func suggestion(_ text: String, _ names: [String]) -> [String] {
    nearest(to: text, among: names).map { ["Did you mean “\($0)”?"] } ?? []
  }
}
