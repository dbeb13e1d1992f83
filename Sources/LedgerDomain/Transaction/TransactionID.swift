public import LedgerBytes

/// A transaction's identifier.
///
///     let receipt = TransactionID(uuid)
///     let same = TransactionID(receipt.description)?.uuid  // `nil` if the text is not a UUID
public struct TransactionID: RecordIdentifier {
  /// The identifier of its stream.
  public let id: UniqueID

  /// Creates the transaction's identifier from that of its stream.
  public init(_ id: UniqueID) { self.id = id }

  /// Its stream.
  public var stream: StreamID { StreamID(kind: StreamKind.transaction.rawValue, id: id) }
}
