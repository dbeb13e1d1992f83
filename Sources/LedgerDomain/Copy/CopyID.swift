public import LedgerBytes

/// The identifier of a copy, which every device derives from its transaction and its remote account.
public struct CopyID: RecordIdentifier {
  /// The identifier of its stream.
  public let id: UniqueID

  /// Creates the identifier of a known stream.
  public init(_ id: UniqueID) { self.id = id }

  /// Creates the identifier of the copy of a transaction in an account of a remote plan.
  package init(_ transaction: TransactionID, plan: String, account: String) {
    id = UniqueID.derived(kind: "copy", parts: [transaction.description, plan, account])
  }

  /// Its stream.
  public var stream: StreamID { StreamID(kind: StreamKind.copy.rawValue, id: id) }
}
