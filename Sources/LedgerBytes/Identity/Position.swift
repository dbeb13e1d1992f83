/// The place of an event in this device's log: 1, 2, 3 … without a gap, or 0 before the first one.
///
/// Another device has the same events at other positions. `EventReference` names an event on all devices.
@frozen
public struct Position: DistinctInteger {
  /// The place as an integer.
  public let rawValue: Int64

  /// Creates a position from an integer.
  @inlinable
  public init(rawValue: Int64) { self.rawValue = rawValue }
}
