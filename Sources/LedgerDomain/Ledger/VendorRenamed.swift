internal import LedgerBytes

/// A vendor as a bank prints it, and the name that a person gave it.
public struct RenamedVendor: Hashable, Sendable {
  /// The whole text of the bank that the person renamed.
  public let printed: String
  /// The name for people.
  public let name: String

  /// Creates a renamed vendor.
  public init(printed: String, name: String) {
    self.printed = printed
    self.name = name
  }
}

extension SettingsEvent {
  /// A person gave a vendor of a bank's files another name, or took it back.
  public struct VendorRenamed: Hashable, Sendable {
    /// The short form of the bank's text in lower case, by which later rows find the name.
    public let vendor: String
    /// The name before, or `nil` if there was no name.
    public let from: RenamedVendor?
    /// The new name, or `nil` if the name was removed.
    public let to: RenamedVendor?

    /// A vendor was renamed.
    package init(vendor: String, from: RenamedVendor?, to: RenamedVendor?) {
      self.vendor = vendor
      self.from = from
      self.to = to
    }
  }
}

extension EventType {
  /// A vendor of a bank's files was renamed.
  package static let vendorRenamed = EventType("VendorRenamed", SettingsEvent.vendorRenamed, canUndo: true)
}

extension RenamedVendor: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    name = try coder.member("name", whole?.name)
    printed = try coder.member("printed", whole?.printed)
  }
}

extension SettingsEvent.VendorRenamed: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    from = try coder.member("from", whole?.from)
    to = try coder.member("to", whole?.to)
    vendor = try coder.member("vendor", whole?.vendor)
  }

  var summary: String { "\(to?.printed ?? vendor) → \(to?.name ?? "as printed")" }
}
