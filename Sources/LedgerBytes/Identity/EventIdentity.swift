/// An event's identity everywhere: the device that recorded it, and its number there (1, 2, 3 …, without a gap).
public struct EventReference: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Who recorded it.
  public let device: UniqueID
  /// Its number on that device, from 1.
  public let sequence: UInt64

  /// A reference to event number `sequence` of `device`.
  @inlinable
  public init(device: UniqueID, sequence: UInt64) {
    self.device = device
    self.sequence = sequence
  }

  /// Orders by device, then sequence: the order of `seen` in hashed bytes.
  @inlinable
  public static func < (left: EventReference, right: EventReference) -> Bool {
    left.device == right.device ? left.sequence < right.sequence : left.device < right.device
  }

  /// `DEVICE:SEQUENCE`.
  public var description: String { "\(device):\(sequence)" }
}

/// What an event is about: a kind (`transaction`, `group` …) and an identifier.
public struct StreamID: Hashable, Sendable, CustomStringConvertible {
  /// The stream's kind, in the words of the log.
  public let kind: String
  /// Which one.
  public let id: UniqueID

  /// The stream of that kind and identifier.
  public init(kind: String, id: UniqueID) {
    self.kind = kind
    self.id = id
  }

  /// Kinds are compared by their bytes: one that is composed and one that is decomposed are two.
  @inlinable
  public static func == (left: StreamID, right: StreamID) -> Bool {
    left.id == right.id && left.kind.hasSameBytes(as: right.kind)
  }

  /// By the identifier alone, which is random or derived.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// `kind/id`.
  public var description: String { "\(kind)/\(id)" }
}

/// A hybrid logical clock's reading: 48 bits of UTC milliseconds, then a counter of 16 bits that carries into them.
///
/// Later than everything its author had seen, so that it orders causes before effects on any number of devices
/// (Kulkarni et al., "Logical Physical Clocks", 2014).
public struct HybridTime: Hashable, Comparable, Sendable {
  /// Milliseconds and counter in one number, which orders as time does.
  public let rawValue: UInt64

  /// The reading of that raw value.
  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The reading at `milliseconds` since 1970 UTC, with a counter.
  @inlinable
  public init(milliseconds: UInt64, counter: UInt16 = 0) { rawValue = milliseconds << 16 | UInt64(counter) }

  /// UTC milliseconds since 1970.
  @inlinable
  public var milliseconds: UInt64 { rawValue >> 16 }

  /// The counter within the millisecond.
  @inlinable
  public var counter: UInt16 { UInt16(truncatingIfNeeded: rawValue) }

  /// Orders as time does.
  @inlinable
  public static func < (left: HybridTime, right: HybridTime) -> Bool { left.rawValue < right.rawValue }
}
