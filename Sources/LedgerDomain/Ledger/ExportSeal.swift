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
    package init(device: UniqueID, size: Int64, root: SHA256Digest) {
      self.device = device
      self.size = size
      self.root = root
    }
  }

  /// The name of the format.
  public let format: String
  /// The conditions that chose the receipts, ordered by name.
  public let filter: [ExportSeal.Condition]
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
  package init(
    format: String, filter: [ExportSeal.Condition], name: String, digest: SHA256Digest, byteCount: Int64,
    receipts: Int, heads: [Head], amends: SHA256Digest?, on: CivilDate
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

extension ExportSeal: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    amends = try coder.member("amends", whole?.amends)
    byteCount = try coder.member("bytes", whole?.byteCount)
    filter = try coder.member("filter", whole?.filter)
    format = try coder.member("format", whole?.format)
    heads = try coder.member("heads", whole?.heads)
    name = try coder.member("name", whole?.name)
    on = try coder.member("on", whole?.on)
    receipts = try coder.member("receipts", whole?.receipts)
    digest = try coder.member("sha256", whole?.digest)
  }

  var summary: String {
    "\(name), \(receipts) receipt\(receipts == 1 ? "" : "s"), \(digest.description.prefix(8))"
  }
}

extension ExportSeal.Head: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    device = try coder.member("device", whole?.device)
    root = try coder.member("root", whole?.root)
    size = try coder.member("size", whole?.size)
  }
}

extension EventType {
  /// A file with the receipts of one group was exported.
  package static let groupExported = EventType("GroupExported", GroupEvent.groupExported)
  /// A file with receipts chosen in another way was exported.
  package static let rangeExported = EventType("RangeExported", SettingsEvent.rangeExported)
}

extension ExportSeal {
  /// A condition that chose the transactions of an export: a name, and values of which one must match.
  public struct Condition: Hashable, Sendable {
    /// The name, such as `category`.
    public let name: String
    /// The values as text.
    public let values: [String]

    /// Creates a condition.
    package init(name: String, values: [String]) {
      self.name = name
      self.values = values
    }
  }
}

extension ExportSeal.Condition: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    name = try coder.member("name", whole?.name)
    values = try coder.member("values", whole?.values)
  }
}
