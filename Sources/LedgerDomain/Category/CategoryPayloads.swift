internal import LedgerBytes

// The payloads of a category's events.

extension EventType {
  /// A category was added.
  public static let categoryAdded = EventType("CategoryAdded", CategoryEvent.categoryAdded)
  /// A category was changed.
  public static let categoryChanged = EventType(
    "CategoryChanged", CategoryEvent.categoryChanged, canUndo: true,
    lifts: [
      // 2: the kinds that a category is offered for can be changed. The first shape never did.
      nil,
      // 3: header groups, and an order that people choose.
      nil,
    ])
  /// A category is no longer offered.
  public static let categoryDeactivated = EventType(
    "CategoryDeactivated", CategoryEvent.categoryDeactivated, canUndo: true)
  /// A category is offered again.
  public static let categoryReactivated = EventType(
    "CategoryReactivated", CategoryEvent.categoryReactivated, canUndo: true)
}

extension CategoryAdded: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("emoji", emoji)
    writer.member("key", key)
    writer.member("kinds", kinds)
    writer.member("name", name)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    emoji = try reader.member("emoji")
    key = try reader.member("key")
    kinds = try reader.list("kinds")
    name = try reader.member("name")
  }
}

extension CategoryChanged: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("color", color)
    writer.member("emoji", emoji)
    writer.member("header", header)
    writer.member("kinds", kinds)
    writer.member("name", name)
    writer.member("rank", rank)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    color = try reader.member("color")
    emoji = try reader.member("emoji")
    header = try reader.member("header")
    kinds = try reader.member("kinds")
    name = try reader.member("name")
    rank = try reader.member("rank")
  }
}

extension KindsChange: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("from", from)
    writer.member("to", to)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    from = try reader.list("from")
    to = try reader.member("to")
  }
}
