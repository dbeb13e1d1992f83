/// A year, a month or a week as a person writes it.
package enum PeriodWords {
  /// Returns the year of four digits, 1 to 9999 (`2026`), or `nil` for any other text.
  package static func year(_ text: some StringProtocol) -> Int? {
    guard text.utf8.count == 4, isNumber(text), let year = Int(text), (1...9_999).contains(year) else {
      return nil
    }
    return year
  }

  /// Returns the week of `2026-W24`, whether that year has it or not, or `nil` for any other text.
  package static func week(_ text: String) -> AnalysisPeriod? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let year = year(parts[0]), parts[1].utf8.count == 3,
      parts[1].first == "W" || parts[1].first == "w", isNumber(parts[1].dropFirst()),
      let week = Int(parts[1].dropFirst())
    else { return nil }
    return .week(year: year, week: week)
  }

  /// Whether the text has only digits, because a number of a calendar has no sign.
  private static func isNumber(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
