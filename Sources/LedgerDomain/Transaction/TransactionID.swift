public import LedgerBytes

/// A transaction's identifier.
///
///     let receipt = TransactionID(uuid)
///     let same = TransactionID(receipt.description)?.uuid  // `nil` if the text is not a UUID
public struct TransactionID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The identifier of its stream.
  public let id: UniqueID

  /// Creates the transaction's identifier from that of its stream.
  public init(_ id: UniqueID) { self.id = id }

  /// Its stream.
  public var stream: StreamID { StreamID(kind: StreamKind.transaction.rawValue, id: id) }

  /// Orders by bytes.
  public static func < (left: TransactionID, right: TransactionID) -> Bool { left.id < right.id }

  /// 36 characters.
  public var description: String { id.description }
}
