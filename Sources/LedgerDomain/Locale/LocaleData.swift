/// One locale's formats, as CLDR defines them.
///
/// Lists stay the texts that they are made from, and are searched when a word of them is asked for. A program that
/// shows one date or amount then builds no table of all words.
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
  /// A range begins with the first day's fields. The first field that repeats is the last day's.
  let rangeOfOneDay: String
  let rangeInMonth: String
  let rangeInYear: String
  let rangeOfYears: String
  private let monthNames: String
  private let shortMonthNames: String
  private let weekdayNames: String
  /// 1 = Monday … 7 = Sunday.
  let firstWeekday: Int
  let minimalDays: Int
  let currency: CurrencyCode
  /// The signs as `EUR=€`, only for currencies whose sign is not the code.
  private let symbols: String

  /// Creates a locale's formats.
  ///
  /// Lists are words with spaces between them. An entry of the symbols is `EUR=€`.
  init(
    decimalSeparator: String, groupingSeparator: String, grouping: Grouping, money: String,
    negativeMoney: String,
    mediumDate: String, fullDate: String, month: String, rangeOfOneDay: String, rangeInMonth: String,
    rangeInYear: String, rangeOfYears: String, monthNames: String, shortMonthNames: String,
    weekdayNames: String, firstWeekday: Int, minimalDays: Int, currency: CurrencyCode, symbols: String
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
    self.monthNames = monthNames
    self.shortMonthNames = shortMonthNames
    self.weekdayNames = weekdayNames
    self.firstWeekday = firstWeekday
    self.minimalDays = minimalDays
    self.currency = currency
    self.symbols = symbols
  }

  // MARK: Words of its lists

  /// Returns the name of a month from 1: `June`.
  func monthName(_ month: Int) -> String { Self.word(month, of: monthNames) }

  /// Returns the short name of a month from 1: `Jun`.
  func shortMonthName(_ month: Int) -> String { Self.word(month, of: shortMonthNames) }

  /// Returns the name of a weekday, 1 = Monday … 7 = Sunday.
  func weekdayName(_ weekday: Int) -> String { Self.word(weekday, of: weekdayNames) }

  /// Returns the currency's sign, such as `€`, or `nil` if the sign is the code.
  func symbol(of currency: CurrencyCode) -> String? {
    Self.first(of: symbols) { word in
      Self.currency(of: word) == currency ? String(decoding: word.dropFirst(4), as: UTF8.self) : nil
    }
  }

  /// Every currency whose sign is not its code, with it, in the order of the codes.
  var currencySymbols: [(currency: CurrencyCode, symbol: String)] {
    var found: [(CurrencyCode, String)] = []
    let _: Never? = Self.first(of: symbols) { word in
      if let currency = Self.currency(of: word) {
        found.append((currency, String(decoding: word.dropFirst(4), as: UTF8.self)))
      }
      return nil
    }
    return found
  }

  private static func currency(of word: UnsafeBufferPointer<UInt8>) -> CurrencyCode? {
    CurrencyCode(upperCase: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(word).prefix(3)))
  }

  /// Returns the word of that number, from 1.
  private static func word(_ number: Int, of list: String) -> String {
    var left = number
    return first(of: list) { word in
      left -= 1
      return left == 0 ? String(decoding: word, as: UTF8.self) : nil
    } ?? ""
  }

  /// Returns the first that `body` finds in one of the words of a list.
  private static func first<T>(of list: String, _ body: (UnsafeBufferPointer<UInt8>) -> T?) -> T? {
    var list = list
    return list.withUTF8 { bytes in
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: " ")) ?? bytes.count
        if let found = body(UnsafeBufferPointer(rebasing: bytes[start..<end])) { return found }
        start = end + 1
      }
      return nil
    }
  }
}
