internal import LedgerDomain
internal import LedgerPlatform

/// Instants that people type.
enum Instant {
  /// Returns the first instant that a text means, in milliseconds since 1970, or `nil` if it is no time.
  ///
  /// The text is `2026-06-14T10:31:05Z` in UTC, or `2026-06-14 12:31:05` in the terminal's time zone, as `tail` prints it.
  /// Seconds and their fraction may be left out. A date is its first instant in the terminal's time zone.
  static func milliseconds(_ text: String) -> Int64? { range(text)?.lowerBound }

  /// Returns the last instant that a text means: of a date, of a local minute, or of a local second.
  static func last(_ text: String) -> Int64? { range(text)?.upperBound }

  private static func range(_ text: String) -> ClosedRange<Int64>? {
    if let date = CivilDate(iso: text) {
      let first = SystemClock.firstMillisecond(year: date.year, month: date.month, day: date.day)
      let next = date.adding(days: 1)
      // The last date of the calendar has no next one.
      guard next != date else { return first...(first + 86_399_999) }
      return
        first...max(
          first, SystemClock.firstMillisecond(year: next.year, month: next.month, day: next.day) - 1)
    }
    let isUTC = text.hasSuffix("Z")
    guard text.utf8.count >= 16, let date = CivilDate(iso: String(text.prefix(10))) else { return nil }
    let time = text.dropFirst(10)
    guard time.first == "T" || time.first == "t" || time.first == " " else { return nil }
    guard let (milliseconds, unit) = timeOfDay(time.dropFirst().dropLast(isUTC ? 1 : 0)) else { return nil }
    if isUTC {
      let instant = Int64(date.dayNumber) * 86_400_000 + milliseconds
      return instant...instant
    }
    let start = SystemClock.millisecond(
      year: date.year, month: date.month, day: date.day, secondOfDay: milliseconds / 1_000)
    let first = start + milliseconds % 1_000
    return first...(first + unit - 1)
  }

  /// Returns the milliseconds since midnight of a time, and the length of the smallest unit that it has.
  private static func timeOfDay(_ text: Substring) -> (milliseconds: Int64, unit: Int64)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let hour = number(parts[0], 0...23),
      let minute = number(parts[1], 0...59)
    else { return nil }
    var milliseconds = (hour * 60 + minute) * 60_000
    var unit: Int64 = 60_000
    if parts.count == 3 {
      let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
      guard seconds.count <= 2, let second = number(seconds[0], 0...59) else { return nil }
      milliseconds += second * 1_000
      unit = 1_000
      if seconds.count == 2 {
        let digits = seconds[1].prefix(3)
        guard !digits.isEmpty, seconds[1].allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        milliseconds += Int64(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
        unit = 1
      }
    }
    return (milliseconds, unit)
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int64>) -> Int64? {
    guard text.utf8.count == 2, text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int64(text) else {
      return nil
    }
    return range.contains(number) ? number : nil
  }
}
