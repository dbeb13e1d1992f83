public import LedgerBytes

/// An event on the ledger's own stream.
public enum LedgerEvent: Hashable, Sendable {
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

extension LedgerEvent: KindEvent {
  static let streamKind = StreamKind.ledger

  static let types: [EventType] = [
    .ledgerCreated, .defaultsChanged, .deviceJoined, .eventRedacted, .eventSkipped, .rangeExported,
    .statementImported, .importProfileChanged, .vendorRenamed,
  ]

  /// Its type.
  public var type: EventType { declaredType }

  var event: RecordEvent { .ledger(self) }

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

/// The setting for how a ledger cuts weeks.
public enum WeekSetting: String, CaseIterable, Hashable, Sendable {
  /// ISO 8601: weeks begin on Monday, the first has four days.
  case iso
  /// The rule of the ledger's locale.
  case locale
}

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
  public init(device: String, currency: CurrencyCode, locale: LedgerLocale, weeks: WeekSetting, on: CivilDate) {
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
  public let group: Change<GroupID>?
  /// The change of the account, by the text that transactions mention it with.
  public let account: TextChange?

  /// Creates a change of the defaults.
  public init(
    currency: TextChange?, payment: TextChange?, group: Change<GroupID>? = nil, account: TextChange? = nil
  ) {
    self.currency = currency
    self.payment = payment
    self.group = group
    self.account = account
  }

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
  public init(name: String, continues: EventReference?) {
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

  /// Creates the record of a redaction.
  public init(event: EventReference, why: String) {
    self.event = event
    self.why = why
  }
}

/// An event that cannot be read is passed over by every device.
public struct EventSkipped: Hashable, Sendable {
  /// The skipped event.
  public let event: EventReference
  /// The reason why it is skipped.
  public let why: String

  /// Creates the record of a skipped event.
  public init(event: EventReference, why: String) {
    self.event = event
    self.why = why
  }
}
