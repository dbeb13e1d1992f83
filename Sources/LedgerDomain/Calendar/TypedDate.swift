/// Reads dates as people type them and as our screens print them.
///
///     let reader = TypedDate(today: today, locale: .default)
///     let day = try reader.parse("yesterday")
///
/// - `2026-06-14`, `2026-6-1`, `2026/6/1`, `2026年6月14日`
/// - `14.06.`, `14.06.2026`, `31/05`, `6/14/26`: in the order of the ledger's locale
/// - `14 jun`, `jun 14`, `14. Juni 2026`, `Sunday, 14 June 2026`: in English or the locale's language
/// - `today`, `yesterday`, `the day before yesterday`, `3 days ago`, `-3d`, `+2w`, `-1m`
/// - a weekday (the last that was), `last friday`, `next friday`, `on the 5th`, `on 14 june`
///
/// A day without a year is the last that was, or one of the next `daysAhead` days, which are 31 unless set otherwise.
public struct TypedDate: Sendable {
  /// The civil date on which it is typed.
  public let today: CivilDate
  /// The locale whose order and names are used.
  public let locale: LedgerLocale
  /// Whether a day without a year is the next that comes.
  public let isInFuture: Bool

  /// The number of days after today in which a day without a year may be.
  let daysAhead: Int

  /// Creates a reader of dates.
  public init(today: CivilDate, locale: LedgerLocale, isInFuture: Bool = false) {
    self.init(today: today, locale: locale, isInFuture: isInFuture, daysAhead: 31)
  }

  /// Creates a reader of dates that may be later than those of receipts.
  package init(today: CivilDate, locale: LedgerLocale, isInFuture: Bool = false, daysAhead: Int) {
    self.daysAhead = daysAhead
    self.today = today
    self.locale = locale
    self.isInFuture = isInFuture
  }

  /// Returns the day that a text means.
  public func parse(_ text: String) throws(DateError) -> CivilDate {
    guard let date = try read(text, isAlone: true) else { throw .notADate(text) }
    return date
  }

  /// Returns the day that a text means, or `nil` if the text does not have the shape of a date.
  ///
  /// - Parameters:
  ///   - text: One word, or several with blanks between them.
  ///   - isAlone: Whether nothing but a date is expected. If not, `14.06` and abbreviated weekdays are no dates.
  func read(_ text: String, isAlone: Bool) throws(DateError) -> CivilDate? {
    guard text.utf8.count <= 60 else { return nil }
    let key = NFC.foldedKey(ASCIIForms.folded(text))
    if let date = word(key, isAlone: isAlone) ?? offset(key) { return date }
    if let date = try numeric(key, text, isAlone: isAlone) { return date }
    if let date = try named(key, text) { return date }
    return isAlone ? try phrase(key.split(separator: " ").map(String.init)) : nil
  }

  // MARK: Words

  private func word(_ key: String, isAlone: Bool) -> CivilDate? {
    for language in locale.typedWords {
      if let days = language.days[key] { return today.adding(days: days) }
    }
    return weekday(key, isAlone: isAlone).map { day(ofWeekday: $0, isNext: isInFuture) }
  }

  /// Returns the number of a weekday, from 1 = Monday. Abbreviations count if nothing but a date is expected.
  func weekday(_ key: String, isAlone: Bool) -> Int? {
    let bare = key.hasSuffix(".") ? String(key.dropLast()) : key
    return (1...7).first { day in
      if locale.weekdayNames(day).contains(key) { return true }
      guard isAlone, bare.utf8.count >= 3 else { return false }
      return LedgerLocale.default.weekdayNames(day)[0].hasPrefix(bare) || bare == "weds" && day == 3
    }
  }

  /// Returns the day of `-3d`, `+2w`, `-1m` or `-1y`.
  private func offset(_ key: String) -> CivilDate? {
    guard let first = key.utf8.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+"),
      let unit = key.utf8.last, let number = Self.number(key.dropFirst().dropLast()), number <= 9_999
    else { return nil }
    let count = first == UInt8(ascii: "-") ? -number : number
    switch unit {
    case UInt8(ascii: "d"): return today.adding(days: count)
    case UInt8(ascii: "w"): return today.adding(days: count * 7)
    case UInt8(ascii: "m"): return today.adding(months: count)
    case UInt8(ascii: "y"): return today.adding(months: count * 12)
    default: return nil
    }
  }

  // MARK: Digits

  private func numeric(_ key: String, _ text: String, isAlone: Bool) throws(DateError) -> CivilDate? {
    guard let separator = key.unicodeScalars.first(where: { !("0"..."9").contains($0) }),
      separator == "." || separator == "/" || separator == "-"
    else { return nil }
    var parts = key.split(separator: Character(separator), omittingEmptySubsequences: false)
    let endsWithPoint = separator == "." && parts.last == ""
    if endsWithPoint { parts.removeLast() }
    let numbers = parts.compactMap { Self.number($0) }
    guard numbers.count == parts.count, let first = parts.first, let last = parts.last else { return nil }
    switch parts.count {
    case 2 where first.utf8.count == 4 && last.utf8.count <= 2 && !endsWithPoint:
      guard separator != "." else { return nil }
      guard isAlone || (1...12).contains(numbers[1]) else { return nil }
      throw .noDay(text)
    case 2:
      guard first.utf8.count <= 2, last.utf8.count <= 2, isAlone || separator != "." || endsWithPoint,
        numbers.allSatisfy({ $0 >= 1 && $0 <= 31 }), numbers.contains(where: { $0 <= 12 })
      else { return nil }
    case 3:
      guard !endsWithPoint, parts[1].utf8.count <= 2 else { return nil }
      let isYearFirst = first.utf8.count == 4 && last.utf8.count <= 2
      guard isYearFirst || first.utf8.count <= 2 && (last.utf8.count == 4 || last.utf8.count == 2) else {
        return nil
      }
      if isYearFirst {
        guard let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) else {
          throw .noSuchDay(text)
        }
        return date
      }
    default: return nil
    }
    return try one(of: days(numbers, isShortYear: last.utf8.count <= 2, separator), text)
  }

  /// Returns the days that numbers can mean in the locale's order. If there is no such day, those in the other orders.
  private func days(_ numbers: [Int], isShortYear: Bool, _ separator: Unicode.Scalar) -> [CivilDate] {
    func day(_ order: NumericOrder) -> CivilDate? {
      let (day, month, year): (Int, Int, Int?)
      switch order {
      case .dayFirst: (day, month, year) = (numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : nil)
      case .monthFirst: (day, month, year) = (numbers[1], numbers[0], numbers.count == 3 ? numbers[2] : nil)
      case .yearFirst where numbers.count == 3: (day, month, year) = (numbers[2], numbers[1], numbers[0])
      case .yearFirst: (day, month, year) = (numbers[1], numbers[0], nil)
      }
      guard let year else { return self.day(day, month) }
      return CivilDate(year: isShortYear ? fullYear(year) : year, month: month, day: day)
    }
    let isOwn = locale.writesDates(with: separator)
    if isOwn, numbers.count == 2 || isShortYear || locale.numericOrder != .yearFirst {
      if let date = day(locale.numericOrder) { return [date] }
      // Dates with points are written in one order. With slashes, a country's order may be another's.
      if separator == "." { return [] }
    }
    let others: [NumericOrder] =
      numbers.count == 3 && isShortYear && separator == "-"
      ? [.dayFirst, .monthFirst, .yearFirst] : [.dayFirst, .monthFirst]
    return others.compactMap { day($0) }
  }

  private func one(of days: [CivilDate], _ text: String) throws(DateError) -> CivilDate {
    guard let first = days.first else { throw .noSuchDay(text) }
    var different: [CivilDate] = []
    for day in days where !different.contains(day) { different.append(day) }
    if different.count == 1 { return first }
    throw .ambiguous(text, readings: different.map { locale.longDate($0) }, instead: different.map(\.iso))
  }

  // MARK: Names of months

  /// `14 jun`, `jun 14 2026`, `14-Jun-2026`, `Sunday, 14 June 2026`, `6月14日`.
  func named(_ key: String, _ text: String) throws(DateError) -> CivilDate? {
    var key = key
    var typedWeekday: Int?
    if let comma = key.firstIndex(of: ","), let found = weekday(String(key[..<comma]), isAlone: true) {
      typedWeekday = found
      key = String(key[key.index(after: comma)...])
    }
    var words = key.split { $0.isWhitespace || $0 == "," || $0 == "-" || $0 == "年" || $0 == "日" }.map(
      String.init)
    if words.count == 4, let first = words.first, let found = weekday(first, isAlone: true) {
      typedWeekday = found
      words.removeFirst()
    }
    // Japanese writes the weekday last, and 月 and 日 without blanks.
    words = words.flatMap { Self.apart($0) }.filter { $0 != "de" && $0 != "of" }
    if words.last == "曜", words.count >= 2 {
      let name = words[words.count - 2]
      typedWeekday = weekday((name.isEmpty ? "日" : name) + "曜日", isAlone: true)
      words.removeLast(2)
    }
    guard (2...3).contains(words.count) else { return nil }
    func checked(_ date: CivilDate) throws(DateError) -> CivilDate {
      guard typedWeekday == nil || date.weekday == typedWeekday else { throw .notADate(text) }
      return date
    }
    var month: Int?
    var numbers: [(value: Int, digits: Int)] = []
    for word in words {
      var digits = word[...]
      if digits.hasSuffix("."), digits.utf8.count <= 3 { digits.removeLast() }
      if let number = Self.number(digits), digits.utf8.count <= 4 {
        numbers.append((number, digits.utf8.count))
      } else if let number = Self.ordinal(word) {
        // A year has no ending, so that `27 de dezembro 1st class` is no date of three words.
        if month != nil, !numbers.isEmpty { return nil }
        numbers.append((number, number < 10 ? 1 : 2))
      } else {
        let japanese = word.hasSuffix("月") ? Self.number(word.dropLast()) : nil
        guard month == nil, let found = japanese ?? locale.monthNumber(word) else { return nil }
        month = found
      }
    }
    guard let month, numbers.count == words.count - 1 else { return nil }
    // Nobody writes the year between the month and the day: `marzo 1526 1st class`.
    if numbers.count == 2, numbers[0].digits > 2, locale.monthNumber(words[0]) != nil { return nil }
    if numbers.count == 1 {
      if numbers[0].digits > 2 { throw .noDay(text) }
      guard let date = day(numbers[0].value, month) else { throw .noSuchDay(text) }
      return try checked(date)
    }
    if numbers[0].digits == 4 { numbers.swapAt(0, 1) }
    guard numbers[0].digits <= 2, numbers[1].digits == 4 || numbers[1].digits == 2 else { return nil }
    let year = numbers[1].digits == 2 ? fullYear(numbers[1].value) : numbers[1].value
    guard let date = CivilDate(year: year, month: month, day: numbers[0].value) else { throw .noSuchDay(text) }
    return try checked(date)
  }

  /// `6月14` as the month and its day.
  private static func apart(_ word: String) -> [String] {
    guard let end = word.firstIndex(of: "月") else {
      guard let end = word.firstIndex(of: "曜") else { return [word] }
      return [String(word[..<end]), "曜"]
    }
    let rest = String(word[word.index(after: end)...])
    return [String(word[...end])] + (rest.isEmpty ? [] : [rest])
  }

  // MARK: Years

  /// Returns the day in the last year that has it, up to `daysAhead` from today.
  private func day(_ day: Int, _ month: Int) -> CivilDate? {
    let limit = isInFuture ? today : today.adding(days: daysAhead)
    let years = isInFuture ? Array(0...8) : [1] + (0...8).map { -$0 }
    for offset in years {
      guard let date = CivilDate(year: today.year + offset, month: month, day: day) else { continue }
      if isInFuture ? date >= limit : date <= limit { return date }
    }
    return nil
  }

  /// Returns the year of two digits: up to 20 years from now, otherwise in the century before.
  private func fullYear(_ year: Int) -> Int {
    let century = today.year / 100 * 100
    return century + year <= today.year + 20 ? century + year : century - 100 + year
  }

  static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 8,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }
}

/// The order of day, month and year in a date of digits.
enum NumericOrder {
  case dayFirst
  case monthFirst
  case yearFirst
}
