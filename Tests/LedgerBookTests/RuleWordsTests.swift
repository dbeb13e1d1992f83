import LedgerDomain
import Testing

@testable import LedgerBook

/// Rules in words (ET-13).
struct RuleWordsTests {
  private static func terms(_ frequency: RecurrenceFrequency, _ interval: Int, _ start: String, last: Bool)
    -> RuleTerms
  {
    RuleTerms(
      frequency: frequency, interval: interval, start: screenDay(start), monthEnd: last ? .lastDay : .clamp,
      money: Money(minorUnits: 1, currency: .eur))
  }

  @Test("ET-13 A month's day is an ordinal")
  func ordinals() {
    let said = (1...31).map { day in
      Self.terms(.monthly, 1, "2026-01-\(day < 10 ? "0" : "")\(day)", last: false).cadenceTitle
    }
    let expected = """
      1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th 13th 14th 15th 16th 17th 18th 19th 20th 21st 22nd 23rd 24th \
      25th 26th 27th 28th 29th 30th 31st
      """
    #expect(said == expected.split(separator: " ").map { "Monthly (\($0))" })
  }

  @Test(
    "ET-13 A title tells how often, on which day, and the last day where that is meant",
    arguments: [
      (RecurrenceFrequency.daily, 1, false, "Daily"), (.daily, 3, true, "Every 3 days"),
      (.weekly, 1, false, "Weekly (Saturday)"), (.weekly, 2, true, "Every 2 weeks (Saturday)"),
      (.monthly, 1, true, "Monthly (last day)"), (.monthly, 2, true, "Every 2 months (last day)"),
      (.monthly, 2, false, "Every 2 months (28th)"), (.yearly, 1, false, "Yearly (28 Feb)"),
      (.yearly, 1, true, "Yearly (last day of Feb)"), (.yearly, 4, true, "Every 4 years (last day of Feb)"),
    ])
  func titles(_ frequency: RecurrenceFrequency, _ interval: Int, _ last: Bool, _ expected: String) {
    #expect(Self.terms(frequency, interval, "2026-02-28", last: last).cadenceTitle == expected)
  }
}
