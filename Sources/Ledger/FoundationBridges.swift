public import Foundation

// Bridges between the ledger's values and Foundation's. Each one is exact, or returns `nil`.

extension UniqueID {
  /// The identifier with the same sixteen bytes.
  public init(_ uuid: UUID) {
    let id = withUnsafeBytes(of: uuid.uuid) { UniqueID($0) }
    // A UUID has sixteen bytes.
    self = id ?? .zero
  }
}

extension UUID {
  /// The UUID with the same sixteen bytes.
  public init(_ id: UniqueID) {
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: id.bytes) }
    self.init(uuid: uuid)
  }
}

extension RecordIdentifier {
  /// The identifier with the same sixteen bytes.
  public init(_ uuid: UUID) { self.init(UniqueID(uuid)) }

  /// The UUID with the same sixteen bytes.
  public var uuid: UUID { UUID(id) }
}

extension CivilDate {
  /// Creates the date that a calendar in the person's time zone shows at an instant.
  ///
  /// - Parameters:
  ///   - date: The instant.
  ///   - timeZone: The time zone of the person, which the ledger never reads by itself.
  public init(_ date: Date, in timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let parts = calendar.dateComponents([.era, .year, .month, .day], from: date)
    let day =
      parts.era == 0 ? nil : CivilDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
    // Only an instant before year 1 or after year 9999 has no civil date.
    self = day ?? (date < .now ? .first : .last)
  }

  /// Returns the instant at which the day begins in a time zone, for a date picker.
  public func start(in timeZone: TimeZone) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let noon = DateComponents(year: year, month: month, day: day, hour: 12)
    // Noon exists on every day of every time zone, unlike midnight.
    return calendar.startOfDay(for: calendar.date(from: noon) ?? .distantPast)
  }
}

extension Money {
  /// Creates an amount from a decimal.
  ///
  /// - Returns: `nil` if the decimal has more digits than the currency, needs more than 64 bits, or is not a number. Also
  ///   `nil` if the currency is unknown.
  public init?(_ decimal: Decimal, _ currency: CurrencyCode) {
    guard let digits = currency.minorUnitDigits, decimal.isFinite else { return nil }
    var (value, scaled, rounded) = (decimal, Decimal(), Decimal())
    guard NSDecimalMultiplyByPowerOf10(&scaled, &value, Int16(digits), .plain) == .noError else { return nil }
    NSDecimalRound(&rounded, &scaled, 0, .plain)
    guard rounded == scaled, rounded >= Decimal(Int64.min), rounded <= Decimal(Int64.max) else { return nil }
    self.init(minorUnits: NSDecimalNumber(decimal: rounded).int64Value, currency: currency)
  }

  /// The amount in units of its currency, or `nil` if the currency is unknown.
  public var decimalValue: Decimal? {
    guard let digits = currency.minorUnitDigits else { return nil }
    let magnitude = Decimal(sign: .plus, exponent: -digits, significand: Decimal(minorUnits.magnitude))
    return minorUnits < 0 ? -magnitude : magnitude
  }
}

extension AttachmentSource {
  /// Returns a page in a file.
  public static func file(_ url: URL) -> AttachmentSource { .file(path: url.path) }

  /// Returns a page in memory, such as a picture from the camera.
  public static func data(_ data: Data) -> AttachmentSource { .bytes([UInt8](data)) }
}

extension Book.Settings {
  /// Creates the settings of a ledger in a folder.
  ///
  /// - Parameters:
  ///   - folder: The ledger's folder, for example in an app group's container.
  ///   - stateFolder: A folder that backups leave out.
  ///   - actor: The author of commands, such as `.person("anna")`.
  ///   - deviceName: The name of this device if it joins the ledger.
  public init(folder: URL, stateFolder: URL?, actor: EventActor, deviceName: String) {
    self.init(folder: folder.path, actor: actor, deviceName: deviceName, stateFolder: stateFolder?.path)
  }
}
