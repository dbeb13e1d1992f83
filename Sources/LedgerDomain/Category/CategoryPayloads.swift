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
      { $0 }
    ])
  /// A category is no longer offered.
  public static let categoryDeactivated = EventType(
    "CategoryDeactivated", CategoryEvent.categoryDeactivated, canUndo: true)
  /// A category is offered again.
  public static let categoryReactivated = EventType(
    "CategoryReactivated", CategoryEvent.categoryReactivated, canUndo: true)
}

extension CategoryAdded: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("emoji", emoji)
    writer.member("key", key)
    writer.member("kinds", kinds.map(\.rawValue))
    writer.member("name", name)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var key: String?
    var name: String?
    var emoji: String?
    var kinds: [TransactionKind]?
    try reader.readObject { (reader, member) throws(JSONError) in
      switch member {
      case "emoji": try reader.fill(&emoji, try reader.readPayloadText(), "emoji")
      case "key": try reader.fill(&key, try reader.readPayloadText(), "key")
      case "kinds":
        try reader.fill(&kinds, try reader.readKinds(), "kinds")
      case "name": try reader.fill(&name, try reader.readPayloadText(), "name")
      default: try reader.skipValue()
      }
    }
    self.init(
      key: try reader.need(key, "key"), name: try reader.need(name, "name"), emoji: emoji,
      kinds: kinds ?? [])
  }
}

extension CategoryChanged: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("color", color)
    writer.member("emoji", emoji)
    writer.member("kinds", kinds)
    writer.member("name", name)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var name: TextChange?
    var emoji: TextChange?
    var color: TextChange?
    var kinds: KindsChange?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "color": try reader.fill(&color, try TextChange(from: &reader), "color")
      case "emoji": try reader.fill(&emoji, try TextChange(from: &reader), "emoji")
      case "kinds": try reader.fill(&kinds, try KindsChange(from: &reader), "kinds")
      case "name": try reader.fill(&name, try TextChange(from: &reader), "name")
      default: try reader.skipValue()
      }
    }
    self.init(name: name, emoji: emoji, color: color, kinds: kinds)
  }
}

extension KindsChange {
  init(from reader: inout JSONReader) throws(JSONError) {
    var from: [TransactionKind]?
    var to: [TransactionKind]?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "from": try reader.fill(&from, try reader.readKinds(), "from")
      case "to": try reader.fill(&to, try reader.readKinds(), "to")
      default: try reader.skipValue()
      }
    }
    self.init(from: from ?? [], to: try reader.need(to, "to"))
  }
}

extension JSONReader {
  fileprivate mutating func readKinds() throws(JSONError) -> [TransactionKind] {
    try readList { (reader) throws(JSONError) in try reader.readWord(TransactionKind.self, "kinds") }
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: StaticString, _ change: KindsChange?) {
    guard let change else { return }
    self.key(key)
    object { writer in
      writer.member("from", change.from.map(\.rawValue))
      writer.member("to", change.to.map(\.rawValue))
    }
  }
}
