internal import LedgerPlatform

/// The time of the author's wall clock.
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

  /// Returns the system's clock, and the offset of its time zone at this moment.
  public static func now() -> WallClock {
    let (milliseconds, offsetMinutes) = SystemClock.now()
    return WallClock(milliseconds: milliseconds, offsetMinutes: offsetMinutes)
  }
}
