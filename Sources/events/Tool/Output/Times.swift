internal import LedgerPlatform

/// Returns a time for people in the terminal's time zone: `2026-06-14 12:31:05`.
func localTime(milliseconds: Int64) -> String {
  let parts = SystemClock.parts(ofMilliseconds: milliseconds, inUTC: false)
  return "\(parts.date) \(parts.time)"
}

/// Returns a time for programs, ISO 8601 in UTC with milliseconds: `2026-06-14T10:31:05.123Z`.
func isoTime(milliseconds: Int64) -> String {
  let parts = SystemClock.parts(ofMilliseconds: milliseconds, inUTC: true)
  return "\(parts.date)T\(parts.time).\(padded(parts.millisecond, 3))Z"
}

extension ClockParts {
  /// The date as `2026-06-14`.
  var date: String {
    var text = padded(year, 4)
    append(month, after: "-", to: &text)
    append(day, after: "-", to: &text)
    return text
  }

  /// The time as `12:31:05`.
  var time: String {
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
