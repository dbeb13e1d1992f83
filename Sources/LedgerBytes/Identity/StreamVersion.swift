/// The place of an event in its stream on this device: 1, 2, 3 … without a gap.
///
/// It is also the version of the stream after that event. A stream without events has version 0. Another device may
/// count the same events in another order.
@frozen
public struct StreamVersion: DistinctInteger {
  /// The number as an integer.
  public let rawValue: Int64

  /// Creates a version from an integer.
  @inlinable
  public init(rawValue: Int64) { self.rawValue = rawValue }
}
