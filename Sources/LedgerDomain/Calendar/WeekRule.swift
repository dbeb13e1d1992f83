/// The day on which weeks begin, and the rule for a year's first week.
///
/// It is a setting of the ledger, never of the machine.
///
///     let newYear = CivilDate(iso: "2027-01-01")
///     let week = newYear.map(WeekRule.iso.week)  // (year: 2026, week: 53)
public struct WeekRule: Hashable, Sendable {
  /// 1 = Monday … 7 = Sunday.
  public let firstWeekday: Int
  /// How many days a year's first week must have in that year, 1…7.
  public let minimalDays: Int

  /// Creates a rule, or `nil` if a number is not within 1…7.
  public init?(firstWeekday: Int, minimalDays: Int) {
    guard (1...7).contains(firstWeekday), (1...7).contains(minimalDays) else { return nil }
    self.init(first: firstWeekday, minimal: minimalDays)
  }

  init(first: Int, minimal: Int) {
    firstWeekday = first
    minimalDays = minimal
  }

  /// ISO 8601: weeks begin on Monday, and week 1 has at least four days of its year.
  public static let iso = WeekRule(first: 1, minimal: 4)

  /// Returns the first day of the week that contains `date`.
  public func firstDay(ofWeekWith date: CivilDate) -> CivilDate {
    date.adding(days: -((date.weekday - firstWeekday + 7) % 7))
  }

  /// Returns the number of the week that contains `date`, and the year that this week belongs to.
  ///
  /// Around New Year that is not always the year of the date: by ISO 8601, 2027-01-01 is in week 53 of 2026.
  public func week(of date: CivilDate) -> (year: Int, week: Int) {
    let begin = dayNumberOfWeek(with: Int(date.dayNumber))
    var year = date.year
    if begin >= beginOfYear(year + 1) {
      year += 1
    } else if begin < beginOfYear(year) {
      year -= 1
    }
    let week = (begin - beginOfYear(year)) / 7 + 1
    precondition((1...53).contains(week), "a year has at most 53 weeks")
    return (year, week)
  }

  /// Returns the first day of a week, or `nil` if the year has no such week.
  ///
  /// It is also `nil` if the week begins outside the years 1…9999.
  public func firstDay(ofWeek week: Int, year: Int) -> CivilDate? {
    guard (1...9999).contains(year), (1...weekCount(year: year)).contains(week) else { return nil }
    let day = beginOfYear(year) + (week - 1) * 7
    guard day >= Int(CivilDate.firstDayNumber), day <= Int(CivilDate.lastDayNumber) else { return nil }
    return CivilDate(dayNumber: Int32(day))
  }

  /// Returns the number of weeks in a year: 52 or 53.
  public func weekCount(year: Int) -> Int { (beginOfYear(year + 1) - beginOfYear(year)) / 7 }

  /// Returns the day number on which week 1 of a year begins.
  ///
  /// Computed with plain numbers, because the day may be in year 0 or 10000.
  private func beginOfYear(_ year: Int) -> Int {
    let newYear = Int(CivilDate.dayNumber(year: year, month: 1, day: 1))
    let begin = dayNumberOfWeek(with: newYear)
    precondition(
      (newYear - 6...newYear).contains(begin), "the week of a day begins on it or up to six days before")
    return begin + 7 - newYear >= minimalDays ? begin : begin + 7
  }

  private func dayNumberOfWeek(with day: Int) -> Int {
    let weekday = CivilDate.weekday(ofDayNumber: day)
    return day - (weekday - firstWeekday + 7) % 7
  }
}

extension CivilDate {
  /// 1 = Monday … 7 = Sunday.
  public var weekday: Int { Self.weekday(ofDayNumber: Int(dayNumber)) }

  static func weekday(ofDayNumber day: Int) -> Int {
    let sinceMonday = (day + 3) % 7  // 1970-01-01 was a Thursday
    return (sinceMonday < 0 ? sinceMonday + 7 : sinceMonday) + 1
  }

  /// Year and number of its week by ISO 8601: 2024-12-30 is in week 1 of 2025.
  public var isoWeek: (year: Int, week: Int) { WeekRule.iso.week(of: self) }

  /// Creates the Monday of an ISO week, or `nil` if the year has no such week.
  package init?(isoYear: Int, week: Int) {
    guard let day = WeekRule.iso.firstDay(ofWeek: week, year: isoYear) else { return nil }
    self = day
  }
}
