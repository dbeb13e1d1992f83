public import LedgerBytes

/// An account's identifier, which every device derives from the account's key.
///
/// An account that only transactions mention has one, too.
public struct AccountID: RecordIdentifier {
  /// The identifier of its stream.
  public let id: UniqueID

  /// Creates the identifier of a known stream.
  public init(_ id: UniqueID) { self.id = id }

  /// Creates the identifier of the account with that key (NFC, lower case).
  public init(key: String) { id = UniqueID.derived(kind: "account", parts: [key]) }

  /// Its stream.
  public var stream: StreamID { StreamID(kind: StreamKind.account.rawValue, id: id) }
}
