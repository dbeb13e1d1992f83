/// One locale's formats, as CLDR has them: read once, when first asked for.
final class LocaleData: Sendable {
  enum Grouping {
    /// 1,234,567
    case thousands
    /// 12,34,567
    case indian
  }

  let decimalSeparator: String
  let groupingSeparator: String
  let grouping: Grouping
  /// `¤` is the currency's sign, `n` the number.
  let money: String
  let negativeMoney: String
  /// Date patterns of CLDR: y, M, MM, MMM, MMMM, d, dd, EEEE, and text in quotes.
  let mediumDate: String
  let fullDate: String
  let month: String
  /// A range begins with the first day's fields; the first field that comes again is the last day's.
  let rangeOfOneDay: String
  let rangeInMonth: String
  let rangeInYear: String
  let rangeOfYears: String
  let monthNames: [String]
  let shortMonthNames: [String]
  /// From Monday on.
  let weekdayNames: [String]
  /// 1 = Monday … 7 = Sunday.
  let firstWeekday: Int
  let minimalDays: Int
  let currency: Currency
  /// Only where the sign is not the code.
  let symbols: [Currency: String]

  /// Lists are words with spaces between them; a symbol is `EUR=€`.
  init(
    decimalSeparator: String, groupingSeparator: String, grouping: Grouping, money: String,
    negativeMoney: String,
    mediumDate: String, fullDate: String, month: String, rangeOfOneDay: String, rangeInMonth: String,
    rangeInYear: String, rangeOfYears: String, monthNames: String, shortMonthNames: String,
    weekdayNames: String,
    firstWeekday: Int, minimalDays: Int, currency: Currency, symbols: String
  ) {
    self.decimalSeparator = decimalSeparator
    self.groupingSeparator = groupingSeparator
    self.grouping = grouping
    self.money = money
    self.negativeMoney = negativeMoney
    self.mediumDate = mediumDate
    self.fullDate = fullDate
    self.month = month
    self.rangeOfOneDay = rangeOfOneDay
    self.rangeInMonth = rangeInMonth
    self.rangeInYear = rangeInYear
    self.rangeOfYears = rangeOfYears
    self.monthNames = monthNames.split(separator: " ").map(String.init)
    self.shortMonthNames = shortMonthNames.split(separator: " ").map(String.init)
    self.weekdayNames = weekdayNames.split(separator: " ").map(String.init)
    self.firstWeekday = firstWeekday
    self.minimalDays = minimalDays
    self.currency = currency
    var table: [Currency: String] = [:]
    for word in symbols.split(separator: " ") {
      if let code = Currency(String(word.prefix(3))) { table[code] = String(word.dropFirst(4)) }
    }
    self.symbols = table
  }
}
