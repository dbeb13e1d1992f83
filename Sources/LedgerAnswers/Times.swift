package import LedgerPlatform

/// Returns a time for programs, ISO 8601 in UTC with milliseconds: `2026-06-14T10:31:05.123Z`.
package func isoTime(milliseconds: Int64) -> String {
  let parts = SystemClock.parts(ofMilliseconds: milliseconds, inUTC: true)
  return "\(parts.date)T\(parts.time).\(padded(parts.millisecond, 3))Z"
}

extension ClockParts {
  /// The date as `2026-06-14`.
  package var date: String {
    var text = padded(year, 4)
    append(month, after: "-", to: &text)
    append(day, after: "-", to: &text)
    return text
  }

  /// The time as `12:31:05`.
  package var time: String {
    var text = padded(hour, 2)
    append(minute, after: ":", to: &text)
    append(second, after: ":", to: &text)
    return text
  }

  private func append(_ number: Int, after sign: String, to text: inout String) {
    text += sign
    text += padded(number, 2)
  }
}

/// Returns a whole number with leading zeros.
package func padded(_ number: Int, _ digits: Int) -> String {
  let text = String(number)
  let missing = digits - text.utf8.count
  return missing > 0 ? String(repeating: "0", count: missing) + text : text
}

/// Returns a time for people in this machine's time zone: `2026-06-14 12:31:05`.
package func localTime(milliseconds: Int64) -> String {
  let parts = SystemClock.parts(ofMilliseconds: milliseconds, inUTC: false)
  return "\(parts.date) \(parts.time)"
}
