public import LedgerBytes

/// An event on the ledger's own stream.
public enum SettingsEvent: Hashable, Sendable {
  case ledgerCreated(LedgerCreated)
  case defaultsChanged(DefaultsChanged)
  case deviceJoined(DeviceJoined)
  case eventRedacted(EventRedacted)
  case eventSkipped(EventSkipped)
  case rangeExported(ExportSeal)
  case statementImported(StatementImported)
  case importProfileChanged(ImportProfileChanged)
  case vendorRenamed(VendorRenamed)
}

extension SettingsEvent: KindEvent {
  static let streamKind = StreamKind.ledger

  static let types: [EventType] = [
    .ledgerCreated, .defaultsChanged, .deviceJoined, .eventRedacted, .eventSkipped, .rangeExported,
    .statementImported, .importProfileChanged, .vendorRenamed,
  ]

  var event: LedgerEvent { .ledger(self) }

  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .ledgerCreated(let event): visitor.visit(.ledgerCreated, event)
    case .defaultsChanged(let event): visitor.visit(.defaultsChanged, event)
    case .deviceJoined(let event): visitor.visit(.deviceJoined, event)
    case .eventRedacted(let event): visitor.visit(.eventRedacted, event)
    case .eventSkipped(let event): visitor.visit(.eventSkipped, event)
    case .rangeExported(let event): visitor.visit(.rangeExported, event)
    case .statementImported(let event): visitor.visit(.statementImported, event)
    case .importProfileChanged(let event): visitor.visit(.importProfileChanged, event)
    case .vendorRenamed(let event): visitor.visit(.vendorRenamed, event)
    }
  }
}

extension EventType {
  /// The ledger was created.
  package static let ledgerCreated = EventType("LedgerCreated", SettingsEvent.ledgerCreated)
  /// The defaults for new transactions were changed.
  package static let defaultsChanged = EventType(
    "DefaultsChanged", SettingsEvent.defaultsChanged, canUndo: true,
    lifts: [
      // 2: a group and an account can be defaults, too. The first shape had neither.
      nil
    ])
  /// A device joined the ledger.
  package static let deviceJoined = EventType("DeviceJoined", SettingsEvent.deviceJoined)
  /// An event's payload was erased.
  package static let eventRedacted = EventType("EventRedacted", SettingsEvent.eventRedacted)
  /// All devices skip an unreadable event.
  package static let eventSkipped = EventType("EventSkipped", SettingsEvent.eventSkipped)
}

/// The setting for how a ledger cuts weeks.
public enum WeekSetting: String, CaseIterable, Hashable, Sendable {
  /// ISO 8601: weeks begin on Monday, the first has four days.
  case iso
  /// The rule of the ledger's locale.
  case locale
}

extension SettingsEvent {
  /// The ledger began, on its first device.
  public struct LedgerCreated: Hashable, Sendable {
    /// The first device's name.
    public let device: String
    /// The currency offered first.
    public let currency: CurrencyCode
    /// How dates and amounts are written for people.
    public let locale: LedgerLocale
    /// How weeks are cut.
    public let weeks: WeekSetting
    /// The civil date on the device that recorded it.
    public let on: CivilDate

    /// Creates the record of a new ledger.
    package init(
      device: String, currency: CurrencyCode, locale: LedgerLocale, weeks: WeekSetting, on: CivilDate
    ) {
      self.device = device
      self.currency = currency
      self.locale = locale
      self.weeks = weeks
      self.on = on
    }
  }

  /// The defaults were changed (IE-33). A default that did not change is absent.
  public struct DefaultsChanged: Hashable, Sendable {
    /// The change of the currency.
    public let currency: TextChange?
    /// The change of the payment.
    public let payment: TextChange?
    /// The change of the group.
    public internal(set) var group: ChangedValue<GroupID>?
    /// The change of the account, by the text that transactions mention it with.
    public internal(set) var account: TextChange?

    /// Whether no default changes.
    var isEmpty: Bool { currency == nil && payment == nil && group == nil && account == nil }
  }

  /// A device took part in the ledger, or took a new identity because its folder was copied or restored.
  public struct DeviceJoined: Hashable, Sendable {
    /// The device's name.
    public let name: String
    /// The device that it continues and its number of events, or `nil` if it continues no other.
    public let continues: EventReference?

    /// Creates the record of a device.
    package init(name: String, continues: EventReference?) {
      self.name = name
      self.continues = continues
    }
  }

  /// An event's payload was erased from the log. Header and proof stay.
  public struct EventRedacted: Hashable, Sendable {
    /// The redacted event.
    public let event: EventReference
    /// The reason that a person gave.
    public let why: String
  }

  /// Every device that cannot read an event ignores it. A device that can read the event is not affected.
  public struct EventSkipped: Hashable, Sendable {
    /// The skipped event.
    public let event: EventReference
    /// The reason why it is skipped.
    public let why: String

    /// Creates the record of a skipped event.
    package init(event: EventReference, why: String) {
      self.event = event
      self.why = why
    }
  }
}

extension SettingsEvent.LedgerCreated: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    currency = try coder.member("currency", whole?.currency)
    device = try coder.member("device", whole?.device)
    locale = try coder.member("locale", whole?.locale)
    on = try coder.member("on", whole?.on)
    weeks = try coder.member("weeks", whole?.weeks)
  }

  var summary: String { "on \(device), \(currency.code), \(locale.id), weeks \(weeks.rawValue)" }
}

extension SettingsEvent.DefaultsChanged: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    account = try coder.member("account", whole?.account)
    currency = try coder.member("currency", whole?.currency)
    group = try coder.member("group", whole?.group)
    payment = try coder.member("payment", whole?.payment)
  }

  var summary: String {
    func short(_ id: GroupID?) -> String? { id.map { String($0.description.prefix(8)) } }
    let changes: [(String, TextChange?)] = [
      ("currency", currency), ("payment", payment),
      ("group", group.map { TextChange(from: short($0.from), to: short($0.to)) }), ("account", account),
    ]
    return changes.compactMap { name, change in
      change.map { "\(name) \($0.from ?? "none") → \($0.to ?? "none")" }
    }.listed()
  }
}

extension SettingsEvent.DeviceJoined: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    continues = try coder.member("continues", whole?.continues)
    name = try coder.member("name", whole?.name)
  }

  var summary: String {
    name + (continues.map { ", continues \($0.device.description.prefix(8)):\($0.sequence)" } ?? "")
  }
}

extension SettingsEvent.EventRedacted: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    event = try coder.member("event", whole?.event)
    why = try coder.member("why", whole?.why)
  }

  var summary: String { "\(event.device.description.prefix(8)):\(event.sequence), \(why)" }
}

extension SettingsEvent.EventSkipped: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    event = try coder.member("event", whole?.event)
    why = try coder.member("why", whole?.why)
  }

  var summary: String { "\(event.device.description.prefix(8)):\(event.sequence), \(why)" }
}

extension LedgerLocale: PayloadValue {
  init(from reader: inout PayloadReader) throws(JSONError) {
    guard let locale = LedgerLocale(try reader.text()) else { throw reader.mismatch() }
    self = locale
  }

  func write(to writer: inout JSONWriter) { writer.string(id) }
}
