public import LedgerBytes

/// A transaction's identifier.
public struct TransactionID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The identifier of its stream.
  public let id: UniqueID

  /// The transaction of that identifier.
  public init(_ id: UniqueID) { self.id = id }

  /// Its stream.
  public var stream: StreamID { StreamID(kind: StreamKind.transaction.rawValue, id: id) }

  /// Orders by bytes.
  public static func < (left: TransactionID, right: TransactionID) -> Bool { left.id < right.id }

  /// 36 characters.
  public var description: String { id.description }
}

/// A group's identifier.
public struct GroupID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The identifier of its stream.
  public let id: UniqueID

  /// The group of that identifier.
  public init(_ id: UniqueID) { self.id = id }

  /// Its stream.
  public var stream: StreamID { StreamID(kind: StreamKind.group.rawValue, id: id) }

  /// Orders by bytes.
  public static func < (left: GroupID, right: GroupID) -> Bool { left.id < right.id }

  /// 36 characters.
  public var description: String { id.description }
}

/// A category's stream, which every device derives from its key.
public enum CategoryStream {
  /// The stream of the category with that key (NFC, lower case).
  public static func of(key: String) -> StreamID {
    StreamID(kind: StreamKind.category.rawValue, id: UniqueID.derived(kind: "category", parts: [key]))
  }
}
