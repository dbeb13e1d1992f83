internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerSync

private enum Options {
  static let device = Option.value("device", "NAME", "Name of this device (default: host name)")
  static let currency = Option.value(
    "currency", "C", "The currency of amounts without one (default: the locale's)")
  static let locale = Option.value("locale", "L", "The format of dates and amounts (default en_GB)")
  static let weeks = Option.value(
    "weeks", "RULE", "The rule for weeks (default: iso)", choices: WeekSetting.allCases.map(\.rawValue))
  static let from = Option.value(
    "from", "SHARED", "Join the ledger in a shared folder (events sync) instead of a new one")
}

extension Command {
  static let initialize = Command(
    path: ["init"], section: .record, summary: "Create a ledger",
    options: [Options.device, Options.currency, Options.locale, Options.weeks, Options.from],
    shared: [.ledger, .json, .verbose],
    run: begin)

  private static func begin(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    if let folder = arguments[Options.from] { return try join(folder, invocation) }
    let locale = try ledgerLocale(arguments[Options.locale] ?? "en_GB")
    let currency = try arguments[Options.currency].map { (text) throws(Failure) in try Values.currency(text) }
    let device = arguments[Options.device] ?? Machine.shortName
    let settings = try invocation.bookSettings(deviceName: device)
    let book = try Book.create(
      settings,
      NewLedger(
        device: device, currency: currency ?? locale.defaultCurrency, locale: locale,
        weeks: arguments[Options.weeks].flatMap { WeekSetting(rawValue: $0) } ?? .iso))
    defer { try? book.close() }
    let status = try book.status()
    let positions = try (1...max(1, book.lastPosition())).map { JSONValue.integer($0) }
    let row = try book.ledgerRow()
    return try invocation.show(
      Reply(
        [
          "device": .optional(status.identity.device?.description), "events": .array(positions),
          "folder": .string(settings.folder), "ledger": .string(status.ledger.description),
        ],
        [
          .line("A new ledger in \(settings.folder)"),
          .line("  device \(device), currency \(row.currency.code), locale \(row.locale.id)"),
          .line("Next: events capture SCAN --text FILE, or events help"),
        ]))
  }

  private static func join(_ folder: String, _ invocation: Invocation) throws -> ExitCode {
    for option in [Options.currency, Options.locale, Options.weeks] where invocation.arguments.has(option) {
      throw Failure.usage("--\(option.name) comes with the ledger that is joined", command: "init")
    }
    let device = invocation.arguments[Options.device] ?? Machine.shortName
    let settings = try invocation.bookSettings(deviceName: device)
    let book = try Book.join(settings, from: folder)
    defer { try? book.close() }
    let report: SyncReport
    do { report = try book.sync(with: folder) } catch {
      throw PartlyDone(
        reason: error, advice: "The ledger has joined; go on with: " + printedCommand("sync", folder))
    }
    let events = try book.lastPosition().rawValue
    // Another device may have the name already.
    let name = try book.identity.device.map { try DeviceNames(book).words($0) } ?? device
    return try invocation.show(
      Reply(
        [
          "device": .optional(book.identity.device?.description), "events": .integer(events),
          "folder": .string(settings.folder), "ledger": .string(book.ledgerID.description),
        ],
        [
          .line("Joined the ledger that began on \(report.dataset.name), in \(settings.folder)"),
          .line("  device \(name), \(counted(Int(clamping: events), "event"))"),
        ]))
  }

  private static func ledgerLocale(_ id: String) throws(Failure) -> LedgerLocale {
    if let locale = LedgerLocale(id) { return locale }
    let names = LedgerLocale.all.map(\.id)
    let advice = nearest(to: id, among: names).map { ["Did you mean “\($0)”?"] } ?? []
    throw Failure(
      .usage, "there is no locale “\(id)”", advice: advice + ["Locales: \(names.joined(separator: " "))"])
  }
}
