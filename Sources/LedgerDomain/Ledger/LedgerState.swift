public import LedgerBytes

/// The fold of the ledger's own events.
public struct LedgerState: Hashable, Sendable {
  /// What it was created with; nil until that is known.
  public private(set) var created: LedgerCreated?
  /// The currency offered first.
  public private(set) var currency = Register<String>()
  /// The payment offered first.
  public private(set) var payment = Register<String>()
  /// The devices that take part, in the order of the fold.
  public private(set) var devices: [Participant] = []
  /// Events whose payload was taken out.
  public private(set) var redacted: Set<EventReference> = []
  /// Events that every device passes over.
  public private(set) var skipped: Set<EventReference> = []

  /// A device that takes part.
  public struct Participant: Hashable, Sendable {
    /// Which.
    public let device: UniqueID
    /// Its name.
    public let name: String
    /// The device it continues.
    public let continues: EventReference?
  }

  /// A ledger of which nothing is known.
  public init() {}

  /// Applies one event, the latest so far in the order of the fold. Total.
  public mutating func evolve(_ event: LedgerEvent, _ context: EventContext) {
    switch event {
    case .ledgerCreated(let creation):
      guard created == nil else { return }
      created = creation
      currency.write(creation.currency.code, origin: .set, context)
      join(context.reference.device, creation.device, continues: nil)
    case .defaultsChanged(let changed):
      if let change = changed.currency { currency.write(change.to, origin: .set, context) }
      if let change = changed.payment { payment.write(change.to, origin: .set, context) }
    case .deviceJoined(let joined):
      join(context.reference.device, joined.name, continues: joined.continues)
    case .eventRedacted(let redaction):
      redacted.insert(redaction.event)
    case .eventSkipped(let skip):
      skipped.insert(skip.event)
    }
  }

  private mutating func join(_ device: UniqueID, _ name: String, continues: EventReference?) {
    devices.removeAll { $0.device == device }
    devices.append(Participant(device: device, name: name, continues: continues))
  }
}

/// The ledger's settings as screens know them.
public struct LedgerRow: Hashable, Sendable {
  /// The currency offered first.
  public let currency: Currency
  /// The payment offered first.
  public let payment: PaymentMethod?
  /// How dates and amounts are written.
  public let locale: LedgerLocale
  /// How weeks are cut.
  public let weeks: WeekSetting

  /// The row of a ledger's state; nil until it is known to exist.
  public init?(_ state: LedgerState) {
    guard let created = state.created else { return nil }
    currency = state.currency.value.flatMap { Currency($0) } ?? created.currency
    payment = state.payment.value.flatMap(PaymentMethod.init(rawValue:))
    locale = created.locale
    weeks = created.weeks
  }

  /// A row as a read model keeps it.
  public init(currency: Currency, payment: PaymentMethod?, locale: LedgerLocale, weeks: WeekSetting) {
    self.currency = currency
    self.payment = payment
    self.locale = locale
    self.weeks = weeks
  }
}

extension LedgerRow {
  /// The rule that weeks are cut by.
  public var weekRule: WeekRule {
    switch weeks {
    case .iso: .iso
    case .locale: locale.weekRule
    }
  }
}
