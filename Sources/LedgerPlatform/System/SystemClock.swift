#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The clocks of the system.
package enum SystemClock {
  /// UTC milliseconds since 1970, and the offset of the system's time zone in minutes east of UTC.
  package static func now() -> (milliseconds: Int64, offsetMinutes: Int16) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var seconds = now.tv_sec
    var local = tm()
    localtime_r(&seconds, &local)
    return (
      Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000,
      Int16(truncatingIfNeeded: local.tm_gmtoff / 60)
    )
  }

  /// Nanoseconds of a clock that never goes back. For progress and waiting only.
  package static func monotonicNanoseconds() -> UInt64 { nanoseconds(CLOCK_MONOTONIC) }

  /// Nanoseconds of processor time that this process has used.
  package static func processorNanoseconds() -> UInt64 { nanoseconds(CLOCK_PROCESS_CPUTIME_ID) }

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Sleeps. An interrupt may end it early.
  package static func sleep(milliseconds: UInt32) { usleep(milliseconds * 1_000) }

  /// Sleeps. An interrupt may end it early.
  package static func sleep(microseconds: UInt32) { usleep(microseconds) }

  /// Returns an instant's parts on the wall clock of the terminal's time zone (`TZ`), or of UTC.
  package static func parts(ofMilliseconds milliseconds: Int64, inUTC: Bool) -> ClockParts {
    var seconds = time_t((milliseconds - floorRemainder(milliseconds, 1_000)) / 1_000)
    var fields = tm()
    if inUTC { gmtime_r(&seconds, &fields) } else { localtime_r(&seconds, &fields) }
    return ClockParts(
      year: Int(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday),
      hour: Int(fields.tm_hour), minute: Int(fields.tm_min), second: Int(fields.tm_sec),
      millisecond: Int(floorRemainder(milliseconds, 1_000)))
  }

  /// Returns the first instant of a date in the terminal's time zone, in UTC milliseconds.
  package static func firstMillisecond(year: Int, month: Int, day: Int) -> Int64 {
    millisecond(year: year, month: month, day: day, secondOfDay: 0)
  }

  /// Returns the instant of a time of day in the terminal's time zone, in UTC milliseconds.
  package static func millisecond(year: Int, month: Int, day: Int, secondOfDay: Int64) -> Int64 {
    var fields = tm()
    fields.tm_year = Int32(year - 1900)
    fields.tm_mon = Int32(month - 1)
    fields.tm_mday = Int32(day)
    fields.tm_hour = Int32(secondOfDay / 3_600)
    fields.tm_min = Int32(secondOfDay / 60 % 60)
    fields.tm_sec = Int32(secondOfDay % 60)
    fields.tm_isdst = -1
    return Int64(mktime(&fields)) * 1_000
  }

  private static func floorRemainder(_ value: Int64, _ divisor: Int64) -> Int64 {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}

/// A date and a time of day, as a wall clock shows them.
package struct ClockParts: Equatable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int
  package var millisecond: Int
}
