public import LedgerBytes

/// A group's identifier.
public struct GroupID: RecordIdentifier {
  /// The identifier of its stream.
  public let id: UniqueID

  /// Creates the group's identifier from that of its stream.
  public init(_ id: UniqueID) { self.id = id }

  /// Its stream.
  public var stream: StreamID { StreamID(kind: StreamKind.group.rawValue, id: id) }
}
