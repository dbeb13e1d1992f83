/// A day of the (proleptic) Gregorian calendar, years 1 to 9999, with no time and no time zone.
///
/// Stored as one number of days, so that comparing and counting cost nothing. Year, month and day are computed from it
/// in a few nanoseconds. The arithmetic is the well-known one over eras of 400 years. Its years begin on 1 March, which
/// puts the leap day at the end of a year.
///
///     let day = CivilDate(iso: "2026-01-31")
///     let february = day?.adding(months: 1).iso  // "2026-02-28"
///     let march = day?.adding(months: 2).iso  // "2026-03-31"
public struct CivilDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01, negative before it.
  public let dayNumber: Int32

  /// Creates a day from its number, kept within the years 1…9999.
  @inlinable
  public init(dayNumber: Int32) {
    self.dayNumber = min(max(dayNumber, Self.firstDayNumber), Self.lastDayNumber)
  }

  /// Creates a day from its parts, or `nil` if it does not exist (29 February 2026, month 13, year 0).
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysIn(month: month, year: year)
    else { return nil }
    self.init(dayNumber: Self.dayNumber(year: year, month: month, day: day))
  }

  /// 0001-01-01.
  @usableFromInline static let firstDayNumber: Int32 = -719_162
  /// 9999-12-31.
  @usableFromInline static let lastDayNumber: Int32 = 2_932_896

  /// The first possible day, 0001-01-01.
  public static var first: CivilDate { CivilDate(dayNumber: firstDayNumber) }
  /// The last possible day, 9999-12-31.
  public static var last: CivilDate { CivilDate(dayNumber: lastDayNumber) }

  /// Orders as time does.
  @inlinable
  public static func < (left: CivilDate, right: CivilDate) -> Bool { left.dayNumber < right.dayNumber }

  // MARK: Year, month, day

  /// The year, 1…9999.
  public var year: Int { parts.year }
  /// The month, 1…12.
  public var month: Int { parts.month }
  /// The day of the month, 1…31.
  public var day: Int { parts.day }

  /// The month that contains it.
  public var civilMonth: CivilMonth {
    let (year, month, _) = parts
    return CivilMonth(index: Int32(year * 12 + month - 1))
  }

  /// Year, month and day in one computation.
  package var parts: (year: Int, month: Int, day: Int) {
    let shifted = Int(dayNumber) + 719_468  // since 0000-03-01
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// Returns the number of days in a month.
  static func daysIn(month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  static func dayNumber(year: Int, month: Int, day: Int) -> Int32 {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
    let yearOfEra = yearFromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int32(era * 146_097 + dayOfEra - 719_468)
  }

  // MARK: Arithmetic

  /// Returns the day that many days later, kept within the years 1…9999.
  public func adding(days: Int) -> CivilDate {
    let (sum, overflow) = Int(dayNumber).addingReportingOverflow(days)
    if overflow { return days < 0 ? .first : .last }
    return CivilDate(dayNumber: Int32(clamping: sum))
  }

  /// Returns the day that many months later, or the last day of that month if it is shorter.
  ///
  /// 31 January plus one month is 28 or 29 February. Never add step by step (31 Jan, 28 Feb, 28 Mar): occurrence k of a
  /// recurrence is the first date plus k months. The result is kept within the years 1…9999.
  ///
  /// - Parameters:
  ///   - months: How many months to add. May be negative.
  ///   - anchorDay: The day of the month to use instead of this date's own, 1…31. A recurrence meant for the 31st keeps
  ///     it this way after a shorter month.
  public func adding(months: Int, anchorDay: Int? = nil) -> CivilDate {
    let (year, month, day) = parts
    let (index, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    if overflow || index < 12 || index > 9999 * 12 + 11 { return months < 0 ? .first : .last }
    let (newYear, newMonth) = (index / 12, index % 12 + 1)
    let wanted = max(1, anchorDay ?? day)
    let last = Self.daysIn(month: newMonth, year: newYear)
    return CivilDate(dayNumber: Self.dayNumber(year: newYear, month: newMonth, day: min(wanted, last)))
  }

  /// Returns the number of days until `other`, which is negative if `other` is earlier.
  public func days(to other: CivilDate) -> Int { Int(other.dayNumber) - Int(dayNumber) }

  /// The last day of its month.
  public var lastDayOfMonth: CivilDate { civilMonth.last }
}

// MARK: - Text

extension CivilDate: CustomStringConvertible {
  /// Creates a day from `YYYY-MM-DD`, or `nil` if the day does not exist.
  ///
  /// Only ASCII digits in exactly this form are accepted.
  public init?(iso: String) {
    var iso = iso
    let date = iso.withUTF8 { CivilDate(iso: UnsafeRawBufferPointer($0)) }
    guard let date else { return nil }
    self = date
  }

  /// Creates a day from the bytes of `YYYY-MM-DD`, or `nil` if the day does not exist.
  ///
  /// Only ASCII digits in exactly this form are accepted.
  public init?(iso: UnsafeRawBufferPointer) {
    guard iso.count == 10, iso[4] == UInt8(ascii: "-"), iso[7] == UInt8(ascii: "-") else { return nil }
    var isDigits = true
    func number(_ range: Range<Int>) -> Int {
      var number = 0
      for index in range {
        let digit = iso[index] &- UInt8(ascii: "0")
        if digit > 9 { isDigits = false }
        number = number &* 10 &+ Int(digit)
      }
      return number
    }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    guard isDigits else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// `YYYY-MM-DD`.
  public var iso: String {
    String(unsafeUninitializedCapacity: 10) { text in
      write(to: UnsafeMutableRawBufferPointer(text))
      return 10
    }
  }

  /// Writes the ten characters `YYYY-MM-DD` into memory, which must have room for them.
  func write(to text: UnsafeMutableRawBufferPointer) {
    let (year, month, day) = parts
    func write(_ value: Int, at index: Int) {
      text[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value % 10)
    }
    write(year / 1000, at: 0)
    write(year / 100, at: 1)
    write(year / 10, at: 2)
    write(year, at: 3)
    text[4] = UInt8(ascii: "-")
    write(month / 10, at: 5)
    write(month, at: 6)
    text[7] = UInt8(ascii: "-")
    write(day / 10, at: 8)
    write(day, at: 9)
  }

  /// `YYYY-MM-DD`.
  public var description: String { iso }
}
