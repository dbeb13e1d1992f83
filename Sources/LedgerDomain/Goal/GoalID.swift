public import LedgerBytes

/// A goal's identifier.
public struct GoalID: RecordIdentifier {
  /// The identifier of its stream.
  public let id: UniqueID

  /// Creates the goal's identifier from that of its stream.
  public init(_ id: UniqueID) { self.id = id }

  /// Its stream.
  public var stream: StreamID { StreamID(kind: StreamKind.goal.rawValue, id: id) }
}
