internal import LedgerBytes

// The payloads of a group's events.

extension EventType {
  /// A group was created.
  public static let groupCreated = EventType("GroupCreated", GroupEvent.groupCreated)
  /// A group was renamed.
  public static let groupRenamed = EventType("GroupRenamed", GroupEvent.groupRenamed, canUndo: true)
  /// A group was deleted.
  public static let groupDeleted = EventType("GroupDeleted", GroupEvent.groupDeleted, canUndo: true)
  /// The deletion of a group was undone.
  public static let groupRestored = EventType("GroupRestored", GroupEvent.groupRestored, canUndo: true)
}

extension GroupCreated: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("on", on)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    name = try reader.member("name")
    on = try reader.member("on")
  }
}

extension GroupRenamed: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("from", from)
    writer.member("to", to)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    from = try reader.member("from")
    to = try reader.member("to")
  }
}

extension GroupDeleted: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("disposition", disposition)
    writer.member("receipts", receipts)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    disposition = try reader.member("disposition")
    receipts = try reader.member("receipts")
  }
}
