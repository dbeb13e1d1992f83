import Foundation
import LedgerDomain
import Testing

@Suite("Civil dates")
struct ValuesCivilDateTests {
  private static var gregorian: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .gmt
    return calendar
  }

  private static var iso: Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .gmt
    return calendar
  }

  @Test("Every day from 1900 to 2200 has the parts that Foundation's calendar gives it")
  func everyDay() throws {
    let calendar = Self.gregorian
    let begin = try #require(CivilDate(year: 1900, month: 1, day: 1))
    let end = try #require(CivilDate(year: 2200, month: 12, day: 31))
    var count = 0
    for number in begin.dayNumber...end.dayNumber {
      let date = CivilDate(dayNumber: number)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday, .yearForWeekOfYear, .weekOfYear],
        from: Date(timeIntervalSince1970: Double(number) * 86_400))
      try #require(date.year == parts.year && date.month == parts.month && date.day == parts.day, "\(date)")
      try #require(date.weekday == ((parts.weekday ?? 0) + 5) % 7 + 1, "\(date)")
      try #require(CivilDate(iso: date.iso) == date, "\(date)")
      try #require(CivilDate(year: date.year, month: date.month, day: date.day) == date, "\(date)")
      count += 1
    }
    #expect(count == 109_938)
  }

  @Test(
    "Weeks by any rule are those of Foundation's calendar",
    arguments: [(1, 4), (7, 1), (7, 4), (6, 1), (1, 1), (3, 7)])
  func weeks(firstWeekday: Int, minimalDays: Int) throws {
    let rule = try #require(WeekRule(firstWeekday: firstWeekday, minimalDays: minimalDays))
    var calendar = Self.gregorian
    calendar.firstWeekday = firstWeekday % 7 + 1
    calendar.minimumDaysInFirstWeek = minimalDays
    let begin = try #require(CivilDate(year: 1999, month: 1, day: 1))
    for number in begin.dayNumber..<begin.dayNumber + 30 * 366 {
      let date = CivilDate(dayNumber: number)
      let parts = calendar.dateComponents(
        [.yearForWeekOfYear, .weekOfYear], from: Date(timeIntervalSince1970: Double(number) * 86_400))
      let week = rule.week(of: date)
      try #require(week.year == parts.yearForWeekOfYear && week.week == parts.weekOfYear, "\(date)")
      try #require(
        rule.firstDay(ofWeek: week.week, year: week.year) == rule.firstDay(ofWeekWith: date), "\(date)")
      try #require(rule.firstDay(ofWeekWith: date).weekday == firstWeekday, "\(date)")
    }
  }

  @Test("Weeks by ISO 8601 are those of Foundation's ISO calendar, every day from 1900 to 2200")
  func isoWeeks() throws {
    let calendar = Self.iso
    let begin = try #require(CivilDate(iso: "1900-01-01"))
    for number in begin.dayNumber..<begin.dayNumber + 109_938 {
      let date = CivilDate(dayNumber: number)
      let parts = calendar.dateComponents(
        [.yearForWeekOfYear, .weekOfYear], from: Date(timeIntervalSince1970: Double(number) * 86_400))
      try #require(
        date.isoWeek.year == parts.yearForWeekOfYear && date.isoWeek.week == parts.weekOfYear, "\(date)")
    }
  }

  @Test(
    "Weeks at the edge of a year belong to the year that has most of them",
    arguments: zip(
      [
        "2027-01-01", "2024-12-30", "2026-01-12", "2026-01-18", "2020-12-31", "2016-01-03", "0001-01-01",
        "9999-12-31",
      ],
      [(2026, 53), (2025, 1), (2026, 3), (2026, 3), (2020, 53), (2015, 53), (1, 1), (9999, 52)]))
  func edges(iso: String, week: (Int, Int)) throws {
    let date = try #require(CivilDate(iso: iso))
    #expect(date.isoWeek == week)
  }

  @Test("A week is found by its year and number, and refused if the year has no such week")
  func weekByNumber() throws {
    #expect(CivilDate(isoYear: 2026, week: 3)?.iso == "2026-01-12")
    #expect(CivilDate(isoYear: 2026, week: 53)?.iso == "2026-12-28")
    #expect(CivilDate(isoYear: 2025, week: 53) == nil)
    #expect(CivilDate(isoYear: 2026, week: 0) == nil)
    #expect(CivilDate(isoYear: 10_000, week: 1) == nil)
    #expect(CivilDate(isoYear: 0, week: 1) == nil)
    #expect(WeekRule.iso.weekCount(year: 2026) == 53)
    #expect(WeekRule(firstWeekday: 0, minimalDays: 4) == nil)
    #expect(WeekRule(firstWeekday: 1, minimalDays: 8) == nil)
  }

  @Test(
    "Months are added from the anchor and kept within the month",
    arguments: [
      ("2026-01-31", 1, nil, "2026-02-28"), ("2024-01-31", 1, nil, "2024-02-29"),
      ("2026-01-31", 2, nil, "2026-03-31"),
      ("2026-01-31", 3, nil, "2026-04-30"), ("2024-02-29", 12, nil, "2025-02-28"),
      ("2024-02-29", 48, nil, "2028-02-29"),
      ("2026-02-28", 1, 31, "2026-03-31"), ("2026-02-28", 2, 30, "2026-04-30"),
      ("2026-03-31", -1, nil, "2026-02-28"),
      ("2026-01-15", -1, nil, "2025-12-15"), ("2026-12-31", 2, nil, "2027-02-28"),
      ("2026-06-14", 0, nil, "2026-06-14"),
      ("1900-01-31", 1, nil, "1900-02-28"), ("2000-01-31", 1, nil, "2000-02-29"),
      ("9999-12-31", 1, nil, "9999-12-31"),
      ("0001-01-31", -1, nil, "0001-01-01"), ("2026-01-31", Int.max, nil, "9999-12-31"),
      ("2026-01-31", Int.min, nil, "0001-01-01"),
    ] as [(String, Int, Int?, String)])
  func addingMonths(from: String, months: Int, anchorDay: Int?, expected: String) throws {
    let date = try #require(CivilDate(iso: from))
    #expect(date.adding(months: months, anchorDay: anchorDay).iso == expected)
  }

  @Test("Adding days is exact and stays within the years there are")
  func addingDays() throws {
    let date = try #require(CivilDate(iso: "2024-02-28"))
    #expect(date.adding(days: 1).iso == "2024-02-29")
    #expect(date.adding(days: 2).iso == "2024-03-01")
    #expect(date.adding(days: -59).iso == "2023-12-31")
    #expect(date.adding(days: .max) == .last)
    #expect(date.adding(days: .min) == .first)
    #expect(CivilDate.first.iso == "0001-01-01")
    #expect(CivilDate.last.iso == "9999-12-31")
    #expect(CivilDate(dayNumber: .min) == .first)
    #expect(CivilDate(dayNumber: .max) == .last)
    #expect(CivilDate(iso: "1970-01-01")?.dayNumber == 0)
    #expect(date.days(to: date.adding(days: 366)) == 366)
    #expect(date.lastDayOfMonth.iso == "2024-02-29")
  }

  @Test(
    "Text that is not exactly a day that exists is refused",
    arguments: [
      "", "2026", "2026-6-14", "2026-06-14 ", " 2026-06-14", "2026-06-31", "2026-02-29", "2026-13-01",
      "2026-00-10",
      "2026-01-00", "0000-01-01", "20260614", "2026/06/14", "2026-06-1４", "-026-06-14", "2026-06-14T",
      "10000-01-01",
      "２026-06-14", "+026-06-14",
    ])
  func badText(text: String) {
    #expect(CivilDate(iso: text) == nil)
  }

  @Test("Months have a first and last day and neighbours")
  func months() throws {
    let month = try #require(CivilMonth(iso: "2024-02"))
    #expect(month.first.iso == "2024-02-01")
    #expect(month.last.iso == "2024-02-29")
    #expect(month.next.iso == "2024-03")
    #expect(month.previous.iso == "2024-01")
    #expect(month.adding(months: 11).iso == "2025-01")
    #expect(month.adding(months: .max).iso == "9999-12")
    #expect(month.adding(months: .min).iso == "0001-01")
    #expect(CivilMonth(iso: "9999-12")?.next.iso == "9999-12")
    #expect(CivilMonth(iso: "0001-01")?.previous.iso == "0001-01")
    #expect(CivilMonth(year: 2026, month: 13) == nil)
    for text in ["2026", "2026-00", "2026-13", "2026-6", "2026-06-", "0000-01", "2026-06-01"] {
      #expect(CivilMonth(iso: text) == nil, "\(text)")
    }
    #expect(month < month.next)
    let date = try #require(CivilDate(iso: "2026-12-31"))
    #expect(date.civilMonth.iso == "2026-12")
  }
}
