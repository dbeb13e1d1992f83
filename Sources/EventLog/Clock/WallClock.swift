#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// What the author's clock on the wall says.
public struct WallClock: Sendable, Hashable {
  /// UTC milliseconds since 1970.
  public var milliseconds: Int64
  /// Minutes east of UTC.
  public var offsetMinutes: Int16

  /// That time at that offset.
  public init(milliseconds: Int64, offsetMinutes: Int16) {
    self.milliseconds = milliseconds
    self.offsetMinutes = offsetMinutes
  }

  /// The system's clock, and the offset of its time zone at this moment.
  public static func now() -> WallClock {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var seconds = now.tv_sec
    var local = tm()
    localtime_r(&seconds, &local)
    return WallClock(
      milliseconds: Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000,
      offsetMinutes: Int16(truncatingIfNeeded: local.tm_gmtoff / 60))
  }
}
