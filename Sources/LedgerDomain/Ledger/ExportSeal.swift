public import LedgerBytes

/// The record of an exported file: its contents, its date, and the digest of its bytes.
///
/// With it the ledger can tell later which receipts in the file have changed since.
public struct ExportSeal: Hashable, Sendable {
  /// The end of one device's events when the file was made.
  public struct Head: Hashable, Sendable {
    /// The device.
    public let device: UniqueID
    /// The number of its events that were known.
    public let size: Int64
    /// The root of the tree of these events.
    public let root: SHA256Digest

    /// Creates a head.
    public init(device: UniqueID, size: Int64, root: SHA256Digest) {
      self.device = device
      self.size = size
      self.root = root
    }
  }

  /// The name of the format.
  public let format: String
  /// The conditions that chose the receipts, ordered by name.
  public let filter: [FilterCondition]
  /// The name of the file, without its folder.
  public let name: String
  /// The SHA-256 of the file.
  public let digest: SHA256Digest
  /// The size of the file in bytes.
  public let byteCount: Int64
  /// The number of receipts in the file.
  public let receipts: Int
  /// The events that were known, per device. Their sizes add up to the position on the exporting device.
  public let heads: [Head]
  /// The digest of the exported file that this one supplements, or `nil`.
  public let amends: SHA256Digest?
  /// The civil date on the device that recorded it.
  public let on: CivilDate

  /// Creates the record of a file.
  public init(
    format: String, filter: [FilterCondition], name: String, digest: SHA256Digest, byteCount: Int64,
    receipts: Int,
    heads: [Head], amends: SHA256Digest?, on: CivilDate
  ) {
    self.format = format
    self.filter = filter
    self.name = name
    self.digest = digest
    self.byteCount = byteCount
    self.receipts = receipts
    self.heads = heads
    self.amends = amends
    self.on = on
  }
}
