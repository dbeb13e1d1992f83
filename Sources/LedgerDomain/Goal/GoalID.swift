public import LedgerBytes

/// A goal's identifier.
public struct GoalID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The identifier of its stream.
  public let id: UniqueID

  /// Creates the goal's identifier from that of its stream.
  public init(_ id: UniqueID) { self.id = id }

  /// Its stream.
  public var stream: StreamID { StreamID(kind: StreamKind.goal.rawValue, id: id) }

  /// Orders by bytes.
  public static func < (left: GoalID, right: GoalID) -> Bool { left.id < right.id }

  /// 36 characters.
  public var description: String { id.description }
}
