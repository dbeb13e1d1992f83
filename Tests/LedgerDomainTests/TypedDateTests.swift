import LedgerDomain
import Testing

/// Today is Wednesday, 17 June 2026.
@Suite("Dates as people type them and as we print them")
struct TypedDateTests {
  private func reader(_ locale: String = "en_GB", isInFuture: Bool = false) throws -> TypedDate {
    TypedDate(
      today: try #require(CivilDate(iso: "2026-06-17")), locale: try #require(LedgerLocale(locale)),
      isInFuture: isInFuture)
  }

  @Test(
    "Words, offsets, digits and names of months",
    arguments: [
      ("today", "2026-06-17"), ("Yesterday", "2026-06-16"), ("tomorrow", "2026-06-18"),
      ("tuesday", "2026-06-16"),
      ("wed", "2026-06-10"), ("-3d", "2026-06-14"), ("+2w", "2026-07-01"), ("-1m", "2026-05-17"),
      ("-1y", "2025-06-17"), ("14 jun", "2026-06-14"), ("14 June", "2026-06-14"), ("jun 14", "2026-06-14"),
      ("Jun 14, 2026", "2026-06-14"), ("14-Jun-2026", "2026-06-14"), ("14. sept. 2025", "2025-09-14"),
      ("Sunday, 14 June 2026", "2026-06-14"), ("14.06.", "2026-06-14"), ("14.06", "2026-06-14"),
      ("31/05", "2026-05-31"), ("12.06.2026", "2026-06-12"), ("1.2.25", "2025-02-01"),
      ("2026-6-1", "2026-06-01"),
      ("2026/06/01", "2026-06-01"), ("2026年6月1日", "2026-06-01"), ("６月１日", "2026-06-01"),
      ("28 dec", "2025-12-28"),
      ("18 jul", "2026-07-18"), ("19 jul", "2025-07-19"), ("29 feb", "2024-02-29"), ("1/1/47", "1947-01-01"),
      ("2026-06-14", "2026-06-14"), (" 14 jun ", "2026-06-14"),
    ])
  func read(_ text: String, _ expected: String) throws {
    #expect(try reader().parse(text).iso == expected)
  }

  @Test(
    "What is no date, no day, or two days is refused",
    arguments: [
      ("", "is not a date"), ("nonsense", "is not a date"), ("14", "is not a date"), ("99/99", "is not a date"),
      ("2026-02-30", "not a day"), ("31/02", "not a day"), ("30 feb", "not a day"), ("2026-13-01", "not a day"),
      ("2026-06", "has no day"), ("jun 2026", "has no day"), ("05-06-2026", "2026-06-05 or 2026-05-06"),
      ("-3x", "is not a date"), ("14 jun 2026 5", "is not a date"), ("jun jun", "is not a date"),
      ("1.2.3.4", "is not a date"), ("-99999999999999999999d", "is not a date"),
    ])
  func refused(_ text: String, _ words: String) throws {
    let error = #expect(throws: DateError.self) { try reader().parse(text) }
    #expect(error?.message.contains(words) == true, "\(String(describing: error))")
  }

  @Test("Dates with points are in the order of the locale, and no other")
  func points() throws {
    #expect(try reader("de_DE").parse("13.1.2026").iso == "2026-01-13")
    #expect(throws: DateError.noSuchDay("1.13.2026")) { try reader("de_DE").parse("1.13.2026") }
  }

  @Test("A date is read as the same day from the text of every locale", arguments: LedgerLocale.all)
  func printed(_ locale: LedgerLocale) throws {
    let reader = try reader(locale.id)
    for day in stride(from: 0, to: 800, by: 11) {
      let date = reader.today.adding(days: -day)
      #expect(try reader.parse(locale.date(date)) == date, "\(locale.date(date))")
      #expect(try reader.parse(locale.longDate(date)) == date, "\(locale.longDate(date))")
    }
  }

  @Test("A day without a year is the next that comes where the future is meant")
  func future() throws {
    let reader = try reader(isInFuture: true)
    #expect(try reader.parse("14 jun").iso == "2027-06-14")
    #expect(try reader.parse("31 dec").iso == "2026-12-31")
    #expect(try reader.parse("wednesday").iso == "2026-06-24")
    #expect(try reader.parse("-3d").iso == "2026-06-14")
  }
}
