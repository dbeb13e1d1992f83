internal import LedgerPlatform
internal import LedgerScreens

/// Returns a time for people in the terminal's time zone: `2026-06-14 12:31:05`.
func localTime(milliseconds: Int64) -> String {
  let parts = SystemClock.parts(ofMilliseconds: milliseconds, inUTC: false)
  return "\(parts.date) \(parts.time)"
}
