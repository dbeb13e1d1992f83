internal import LedgerBytes

// The payloads of the ledger's own events.

extension EventType {
  /// The ledger was created.
  public static let ledgerCreated = EventType("LedgerCreated", LedgerEvent.ledgerCreated)
  /// The defaults for new transactions were changed.
  public static let defaultsChanged = EventType(
    "DefaultsChanged", LedgerEvent.defaultsChanged, canUndo: true,
    lifts: [
      // 2: a group and an account can be defaults, too. The first shape had neither.
      nil
    ])
  /// A device joined the ledger.
  public static let deviceJoined = EventType("DeviceJoined", LedgerEvent.deviceJoined)
  /// An event's payload was erased.
  public static let eventRedacted = EventType("EventRedacted", LedgerEvent.eventRedacted)
  /// All devices skip an unreadable event.
  public static let eventSkipped = EventType("EventSkipped", LedgerEvent.eventSkipped)
}

extension LedgerCreated: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("currency", currency)
    writer.member("device", device)
    writer.member("locale", locale)
    writer.member("on", on)
    writer.member("weeks", weeks)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    currency = try reader.member("currency")
    device = try reader.member("device")
    locale = try reader.member("locale")
    on = try reader.member("on")
    weeks = try reader.member("weeks")
  }
}

extension DefaultsChanged: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("account", account)
    writer.member("currency", currency)
    writer.member("group", group)
    writer.member("payment", payment)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    account = try reader.member("account")
    currency = try reader.member("currency")
    group = try reader.member("group")
    payment = try reader.member("payment")
  }
}

extension DeviceJoined: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("continues", continues)
    writer.member("name", name)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    continues = try reader.member("continues")
    name = try reader.member("name")
  }
}

extension EventRedacted: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("event", event)
    writer.member("why", why)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    event = try reader.member("event")
    why = try reader.member("why")
  }
}

extension EventSkipped: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("event", event)
    writer.member("why", why)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    event = try reader.member("event")
    why = try reader.member("why")
  }
}

extension LedgerLocale: PayloadValue {
  init(from reader: inout PayloadReader) throws(JSONError) {
    guard let locale = LedgerLocale(try reader.text()) else { throw reader.mismatch() }
    self = locale
  }

  func write(to writer: inout JSONWriter) { writer.string(id) }
}
