/// The identity of an event on all devices: the device that recorded it, and its number there.
///
/// The events of a device are numbered 1, 2, 3 … without a gap.
public struct EventReference: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The device that recorded the event.
  public let device: UniqueID
  /// Its number on that device, from 1.
  public let sequence: UInt64

  /// Creates a reference to event number `sequence` of `device`.
  @inlinable
  public init(device: UniqueID, sequence: UInt64) {
    self.device = device
    self.sequence = sequence
  }

  /// Orders by device, then sequence, as `seen` is ordered in hashed bytes.
  @inlinable
  public static func < (left: EventReference, right: EventReference) -> Bool {
    left.device == right.device ? left.sequence < right.sequence : left.device < right.device
  }

  /// The reference as `DEVICE:SEQUENCE`.
  public var description: String { "\(device):\(sequence)" }
}

/// The record that an event belongs to, as a kind (`transaction`, `group` …) and an identifier.
public struct StreamID: Hashable, Sendable, CustomStringConvertible {
  /// The stream's kind, such as `transaction`.
  public let kind: String
  /// The identifier of the record.
  public let id: UniqueID

  /// Creates the identity of a stream.
  public init(kind: String, id: UniqueID) {
    self.kind = kind
    self.id = id
  }

  /// Compares kinds by their bytes, so that composed and decomposed characters differ.
  @inlinable
  public static func == (left: StreamID, right: StreamID) -> Bool {
    left.id == right.id && left.kind.hasSameBytes(as: right.kind)
  }

  /// Hashes the identifier alone, which is random or derived and therefore enough.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// The stream as `kind/id`.
  public var description: String { "\(kind)/\(id)" }
}

/// The time of a hybrid logical clock: 48 bits of UTC milliseconds, then a counter of 16 bits.
///
/// The counter carries into the milliseconds. An event's time is later than that of all events its author had seen.
/// So causes come before effects on any number of devices (Kulkarni et al., "Logical Physical Clocks", 2014).
public struct HybridTime: Hashable, Comparable, Sendable {
  /// Milliseconds and counter in one number, which has the order of the times.
  public let rawValue: UInt64

  /// Creates a time from its raw value.
  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates a time from UTC milliseconds since 1970 and a counter.
  @inlinable
  package init(milliseconds: UInt64, counter: UInt16 = 0) { rawValue = milliseconds << 16 | UInt64(counter) }

  /// The UTC milliseconds since 1970.
  @inlinable
  public var milliseconds: UInt64 { rawValue >> 16 }

  /// The counter within the millisecond.
  @inlinable
  package var counter: UInt16 { UInt16(truncatingIfNeeded: rawValue) }

  /// Orders by time.
  @inlinable
  public static func < (left: HybridTime, right: HybridTime) -> Bool { left.rawValue < right.rawValue }
}
