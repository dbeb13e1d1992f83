internal import LedgerBytes

// The payloads of groups, categories and the ledger itself.

extension GroupEvent {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      switch self {
      case .groupCreated(let event):
        writer.member("name", event.name)
        writer.member("on", event.on)
      case .groupRenamed(let event):
        writer.member("from", event.from)
        writer.member("to", event.to)
      case .groupDeleted(let event):
        writer.member("disposition", event.disposition.rawValue)
        writer.member("receipts", Int64(event.receipts))
      case .groupRestored: break
      }
    }
  }

  static func read(_ type: EventType, from reader: inout JSONReader) throws(JSONError) -> GroupEvent {
    if type == .groupRestored {
      try reader.readEmptyObject()
      return .groupRestored
    }
    var name: String?
    var on: CivilDate?
    var from: String?
    var to: String?
    var disposition: GroupDisposition?
    var receipts: Int64?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "name": try reader.fill(&name, try reader.readPayloadText(), "name")
      case "on": try reader.fill(&on, try reader.readDate("on"), "on")
      case "from": try reader.fill(&from, try reader.readPayloadText(), "from")
      case "to": try reader.fill(&to, try reader.readPayloadText(), "to")
      case "disposition":
        try reader.fill(&disposition, try reader.readWord(GroupDisposition.self, "disposition"), "disposition")
      case "receipts": try reader.fill(&receipts, try reader.readPayloadInteger(), "receipts")
      default: try reader.skipValue()
      }
    }
    if type == .groupCreated {
      return .groupCreated(GroupCreated(name: try reader.need(name, "name"), on: try reader.need(on, "on")))
    }
    if type == .groupRenamed {
      return .groupRenamed(GroupRenamed(from: try reader.need(from, "from"), to: try reader.need(to, "to")))
    }
    return .groupDeleted(
      GroupDeleted(
        disposition: try reader.need(disposition, "disposition"),
        receipts: Int(clamping: try reader.need(receipts, "receipts"))))
  }
}

extension CategoryEvent {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      switch self {
      case .categoryAdded(let event):
        writer.member("emoji", event.emoji)
        writer.member("key", event.key)
        writer.member("kinds", event.kinds.map(\.rawValue))
        writer.member("name", event.name)
      case .categoryChanged(let event):
        writer.member("color", event.color)
        writer.member("emoji", event.emoji)
        writer.member("kinds", event.kinds)
        writer.member("name", event.name)
      case .categoryDeactivated, .categoryReactivated: break
      }
    }
  }

  static func read(_ type: EventType, from reader: inout JSONReader) throws(JSONError) -> CategoryEvent {
    if type == .categoryAdded { return .categoryAdded(try CategoryAdded(from: &reader)) }
    if type == .categoryChanged { return .categoryChanged(try CategoryChanged(from: &reader)) }
    try reader.readEmptyObject()
    return type == .categoryDeactivated ? .categoryDeactivated : .categoryReactivated
  }
}

extension CategoryAdded {
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

extension CategoryChanged {
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

extension TextChange {
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
    self.init(from: from, to: to)
  }
}

extension LedgerEvent {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      switch self {
      case .ledgerCreated(let event):
        writer.member("currency", event.currency.code)
        writer.member("device", event.device)
        writer.member("locale", event.locale.id)
        writer.member("on", event.on)
        writer.member("weeks", event.weeks.rawValue)
      case .defaultsChanged(let event):
        writer.member("currency", event.currency)
        writer.member("payment", event.payment)
      case .deviceJoined(let event):
        writer.member("continues", event.continues)
        writer.member("name", event.name)
      case .eventRedacted(let event):
        writer.member("event", event.event)
        writer.member("why", event.why)
      case .eventSkipped(let event):
        writer.member("event", event.event)
        writer.member("why", event.why)
      }
    }
  }

  static func read(_ type: EventType, from reader: inout JSONReader) throws(JSONError) -> LedgerEvent {
    if type == .ledgerCreated { return .ledgerCreated(try LedgerCreated(from: &reader)) }
    if type == .defaultsChanged { return .defaultsChanged(try DefaultsChanged(from: &reader)) }
    var name: String?
    var why: String?
    var continues: EventReference?
    var event: EventReference?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "continues": try reader.fill(&continues, try reader.readReference(), "continues")
      case "event": try reader.fill(&event, try reader.readReference(), "event")
      case "name": try reader.fill(&name, try reader.readPayloadText(), "name")
      case "why": try reader.fill(&why, try reader.readPayloadText(), "why")
      default: try reader.skipValue()
      }
    }
    if type == .deviceJoined {
      return .deviceJoined(DeviceJoined(name: try reader.need(name, "name"), continues: continues))
    }
    let about = try reader.need(event, "event")
    let reason = try reader.need(why, "why")
    return type == .eventRedacted
      ? .eventRedacted(EventRedacted(event: about, why: reason))
      : .eventSkipped(EventSkipped(event: about, why: reason))
  }
}

extension LedgerCreated {
  init(from reader: inout JSONReader) throws(JSONError) {
    var device: String?
    var currency: Currency?
    var locale: LedgerLocale?
    var weeks: WeekSetting?
    var on: CivilDate?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "currency": try reader.fill(&currency, try reader.readCurrency("currency"), "currency")
      case "device": try reader.fill(&device, try reader.readPayloadText(), "device")
      case "locale":
        let id = try reader.readPayloadText()
        try reader.fill(&locale, try reader.need(LedgerLocale(id), "locale"), "locale")
      case "on": try reader.fill(&on, try reader.readDate("on"), "on")
      case "weeks": try reader.fill(&weeks, try reader.readWord(WeekSetting.self, "weeks"), "weeks")
      default: try reader.skipValue()
      }
    }
    self.init(
      device: try reader.need(device, "device"), currency: try reader.need(currency, "currency"),
      locale: try reader.need(locale, "locale"), weeks: try reader.need(weeks, "weeks"),
      on: try reader.need(on, "on"))
  }
}

extension DefaultsChanged {
  init(from reader: inout JSONReader) throws(JSONError) {
    var currency: TextChange?
    var payment: TextChange?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "currency": try reader.fill(&currency, try TextChange(from: &reader), "currency")
      case "payment": try reader.fill(&payment, try TextChange(from: &reader), "payment")
      default: try reader.skipValue()
      }
    }
    self.init(currency: currency, payment: payment)
  }
}
