/// A locale's formats as plain values, for a page that writes dates and amounts without this package.
package struct LocaleFormats: Hashable, Sendable {
  /// The separator before the decimals.
  package let decimalSeparator: String
  /// The separator between groups of digits.
  package let groupingSeparator: String
  /// Whether digits are grouped as in 12,34,567.
  package let isIndian: Bool
  /// The pattern of a day in CLDR's medium form.
  package let mediumDate: String
  /// The pattern of a day with its weekday.
  package let fullDate: String
  /// The pattern of a month with its year.
  package let month: String
  /// The patterns of a day, of days of one month, and of days of one year, all without the year.
  package let dayRanges: [String]
  /// The names of the months, January first.
  package let monthNames: [String]
  /// The short names of the months, January first.
  package let shortMonthNames: [String]
  /// The names of the weekdays, Monday first.
  package let weekdayNames: [String]
}

extension LedgerLocale {
  /// The formats of this locale.
  package var formats: LocaleFormats {
    let (data, dates) = (data, dateData)
    return LocaleFormats(
      decimalSeparator: data.decimalSeparator, groupingSeparator: data.groupingSeparator,
      isIndian: data.grouping == .indian, mediumDate: dates.mediumDate, fullDate: dates.fullDate,
      month: dates.month,
      dayRanges: [dates.rangeOfOneDay, dates.rangeInMonth, dates.rangeInYear].map(Self.withoutYear),
      monthNames: (1...12).map(dates.monthName), shortMonthNames: (1...12).map(dates.shortMonthName),
      weekdayNames: (1...7).map(dates.weekdayName))
  }
}
