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

extension EventType {
  /// A vendor of a bank's files was renamed.
  public static let vendorRenamed = EventType("VendorRenamed", LedgerEvent.vendorRenamed, canUndo: true)
}

extension RenamedVendor: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("printed", printed)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    name = try reader.member("name")
    printed = try reader.member("printed")
  }
}

extension VendorRenamed: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("from", from)
    writer.member("to", to)
    writer.member("vendor", vendor)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    from = try reader.member("from")
    to = try reader.member("to")
    vendor = try reader.member("vendor")
  }

  var summary: String { "\(to?.printed ?? vendor) → \(to?.name ?? "as printed")" }
}
