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

extension GroupCreated: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("on", on)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var name: String?
    var on: CivilDate?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "name": try reader.fill(&name, try reader.readPayloadText(), "name")
      case "on": try reader.fill(&on, try reader.readDate("on"), "on")
      default: try reader.skipValue()
      }
    }
    self.init(name: try reader.need(name, "name"), on: try reader.need(on, "on"))
  }
}

extension GroupRenamed: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("from", from)
    writer.member("to", to)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var from: String?
    var to: String?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "from": try reader.fill(&from, try reader.readPayloadText(), "from")
      case "to": try reader.fill(&to, try reader.readPayloadText(), "to")
      default: try reader.skipValue()
      }
    }
    self.init(from: try reader.need(from, "from"), to: try reader.need(to, "to"))
  }
}

extension GroupDeleted: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("disposition", disposition.rawValue)
    writer.member("receipts", Int64(receipts))
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var disposition: GroupDisposition?
    var receipts: Int64?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "disposition":
        try reader.fill(&disposition, try reader.readWord(GroupDisposition.self, "disposition"), "disposition")
      case "receipts": try reader.fill(&receipts, try reader.readPayloadInteger(), "receipts")
      default: try reader.skipValue()
      }
    }
    self.init(
      disposition: try reader.need(disposition, "disposition"),
      receipts: Int(clamping: try reader.need(receipts, "receipts")))
  }
}
