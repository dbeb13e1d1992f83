internal import LedgerBytes

// The payloads of the ledger's own events.

extension EventType {
  /// The ledger was created.
  public static let ledgerCreated = EventType("LedgerCreated", LedgerEvent.ledgerCreated)
  /// The defaults for new transactions were changed.
  public static let defaultsChanged = EventType("DefaultsChanged", LedgerEvent.defaultsChanged, canUndo: true)
  /// A device joined the ledger.
  public static let deviceJoined = EventType("DeviceJoined", LedgerEvent.deviceJoined)
  /// An event lost its payload for good.
  public static let eventRedacted = EventType("EventRedacted", LedgerEvent.eventRedacted)
  /// All devices skip an unreadable event.
  public static let eventSkipped = EventType("EventSkipped", LedgerEvent.eventSkipped)
}

extension LedgerCreated: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("currency", currency.code)
    writer.member("device", device)
    writer.member("locale", locale.id)
    writer.member("on", on)
    writer.member("weeks", weeks.rawValue)
  }

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

extension DefaultsChanged: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("currency", currency)
    writer.member("payment", payment)
  }

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

extension DeviceJoined: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("continues", continues)
    writer.member("name", name)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var name: String?
    var continues: EventReference?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "continues": try reader.fill(&continues, try reader.readReference(), "continues")
      case "name": try reader.fill(&name, try reader.readPayloadText(), "name")
      default: try reader.skipValue()
      }
    }
    self.init(name: try reader.need(name, "name"), continues: continues)
  }
}

extension EventRedacted: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("event", event)
    writer.member("why", why)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    let (event, why) = try reader.readRemark()
    self.init(event: event, why: why)
  }
}

extension EventSkipped: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("event", event)
    writer.member("why", why)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    let (event, why) = try reader.readRemark()
    self.init(event: event, why: why)
  }
}

extension JSONReader {
  /// An event, and why something happens to it.
  fileprivate mutating func readRemark() throws(JSONError) -> (EventReference, String) {
    var event: EventReference?
    var why: String?
    try readObject { (reader, key) throws(JSONError) in
      switch key {
      case "event": try reader.fill(&event, try reader.readReference(), "event")
      case "why": try reader.fill(&why, try reader.readPayloadText(), "why")
      default: try reader.skipValue()
      }
    }
    return (try need(event, "event"), try need(why, "why"))
  }
}
