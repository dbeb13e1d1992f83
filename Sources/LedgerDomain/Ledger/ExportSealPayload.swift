internal import LedgerBytes

extension EventType {
  /// A file with the receipts of one group was exported.
  public static let groupExported = EventType("GroupExported", GroupEvent.groupExported)
  /// A file with receipts chosen in another way was exported.
  public static let rangeExported = EventType("RangeExported", LedgerEvent.rangeExported)
}

extension ExportSeal: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("amends", amends)
    writer.member("bytes", byteCount)
    writer.member("filter", filter)
    writer.member("format", format)
    writer.member("heads", heads)
    writer.member("name", name)
    writer.member("on", on)
    writer.member("receipts", receipts)
    writer.member("sha256", digest)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    amends = try reader.member("amends")
    byteCount = try reader.member("bytes")
    filter = try reader.member("filter")
    format = try reader.member("format")
    heads = try reader.member("heads")
    name = try reader.member("name")
    on = try reader.member("on")
    receipts = try reader.member("receipts")
    digest = try reader.member("sha256")
  }
}

extension FilterCondition: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("values", values)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    name = try reader.member("name")
    values = try reader.member("values")
  }
}

extension ExportSeal.Head: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("device", device)
    writer.member("root", root)
    writer.member("size", size)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    device = try reader.member("device")
    root = try reader.member("root")
    size = try reader.member("size")
  }
}
