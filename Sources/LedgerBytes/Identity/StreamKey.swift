/// The number of a stream in the tables of this device.
///
/// Streams are numbered from 1, in the order of their first events here. The number never leaves the device. `StreamID` names a stream on all devices.
@usableFromInline package struct StreamKey: DistinctInteger {
  /// The number as an integer.
  @usableFromInline package let rawValue: Int64

  /// Creates a key from an integer.
  @inlinable
  package init(rawValue: Int64) { self.rawValue = rawValue }
}
