public import LedgerBytes

/// What can happen to the ledger as a whole.
public enum LedgerEvent: Hashable, Sendable {
  case ledgerCreated(LedgerCreated)
  case defaultsChanged(DefaultsChanged)
  case deviceJoined(DeviceJoined)
  case eventRedacted(EventRedacted)
  case eventSkipped(EventSkipped)
}

extension LedgerEvent: KindEvent {
  static let streamKind = StreamKind.ledger

  static let types: [EventType] = [
    .ledgerCreated, .defaultsChanged, .deviceJoined, .eventRedacted, .eventSkipped,
  ]

  /// Its type.
  public var type: EventType { declaredType }

  var event: Event { .ledger(self) }

  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .ledgerCreated(let event): visitor.visit(.ledgerCreated, event)
    case .defaultsChanged(let event): visitor.visit(.defaultsChanged, event)
    case .deviceJoined(let event): visitor.visit(.deviceJoined, event)
    case .eventRedacted(let event): visitor.visit(.eventRedacted, event)
    case .eventSkipped(let event): visitor.visit(.eventSkipped, event)
    }
  }
}

/// How a ledger cuts weeks (CHECKLIST 2.2).
public enum WeekSetting: String, CaseIterable, Hashable, Sendable {
  /// ISO 8601: weeks begin on Monday, the first has four days.
  case iso
  /// As the ledger's locale has it.
  case locale
}

/// The ledger began, on its first device.
public struct LedgerCreated: Hashable, Sendable {
  /// The first device's name.
  public let device: String
  /// The currency offered first.
  public let currency: Currency
  /// How dates and amounts are written for people.
  public let locale: LedgerLocale
  /// How weeks are cut.
  public let weeks: WeekSetting
  /// The civil date where it happened.
  public let on: CivilDate

  /// The ledger began.
  public init(device: String, currency: Currency, locale: LedgerLocale, weeks: WeekSetting, on: CivilDate) {
    self.device = device
    self.currency = currency
    self.locale = locale
    self.weeks = weeks
    self.on = on
  }
}

/// What is offered first was changed (CHECKLIST IE-33); what did not change is absent.
public struct DefaultsChanged: Hashable, Sendable {
  /// The change of the currency.
  public let currency: TextChange?
  /// The change of the payment.
  public let payment: TextChange?

  /// What is offered first was changed.
  public init(currency: TextChange?, payment: TextChange?) {
    self.currency = currency
    self.payment = payment
  }
}

/// A device took part in the ledger, or took a new identity because its folder was copied or restored.
public struct DeviceJoined: Hashable, Sendable {
  /// The device's name.
  public let name: String
  /// The device that it continues, and how many of its events it had; nil where it continues none.
  public let continues: EventReference?

  /// A device took part.
  public init(name: String, continues: EventReference?) {
    self.name = name
    self.continues = continues
  }
}

/// An event's payload was taken out of the log for good; header and proof stay.
public struct EventRedacted: Hashable, Sendable {
  /// Which event.
  public let event: EventReference
  /// Why.
  public let why: String

  /// An event was redacted.
  public init(event: EventReference, why: String) {
    self.event = event
    self.why = why
  }
}

/// An event that cannot be read is passed over by every device.
public struct EventSkipped: Hashable, Sendable {
  /// Which event.
  public let event: EventReference
  /// Why.
  public let why: String

  /// An event is passed over.
  public init(event: EventReference, why: String) {
    self.event = event
    self.why = why
  }
}
