/// When something was recorded, for people: `2026-06-14 12:31:05` in the terminal's time zone.
func localTime(milliseconds: Int64) -> String {
  let parts = System.parts(ofMilliseconds: milliseconds, inUTC: false)
  return "\(civilDate(parts)) \(padded(parts.hour, 2)):\(padded(parts.minute, 2)):\(padded(parts.second, 2))"
}

/// When something was recorded, for programs: ISO 8601 in UTC with milliseconds, `2026-06-14T10:31:05.123Z`.
func isoTime(milliseconds: Int64) -> String {
  let parts = System.parts(ofMilliseconds: milliseconds, inUTC: true)
  let time = "\(padded(parts.hour, 2)):\(padded(parts.minute, 2)):\(padded(parts.second, 2))"
  return "\(civilDate(parts))T\(time).\(padded(parts.millisecond, 3))Z"
}

private func civilDate(_ parts: ClockParts) -> String {
  "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
}
