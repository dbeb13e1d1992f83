internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// The options of `defaults set`.
private enum Options {
  static let currency = Option.value("currency", "C", "The default currency of amounts")
  static let payment = Option.value(
    "payment", "HOW", "The default payment",
    choices: PaymentMethod.allCases.map(\.rawValue))
  static let group = Option.value("group", "G", "The default group")
  static let account = Option.value("account", "NAME", "The default account")
  static let noGroup = Option.flag("no-group", "Remove the default group")
  static let noAccount = Option.flag("no-account", "Remove the default account")
  static let engine = Option.value("ocr", "PROGRAM", "The program that reads images on this machine")
  static let noEngine = Option.flag("no-ocr", "Read images with a program that is found")
  static let inLedger = [currency, payment, group, account, noGroup, noAccount]
  static let all = inLedger + [engine, noEngine]
}

extension Command {
  static let defaults = Command(
    path: ["defaults"], section: .record, summary: "Show or set defaults for new entries",
    subcommands: [
      Command(
        path: ["defaults", "show"], section: .record, summary: "Show the defaults",
        run: onLedger(showDefaults)),
      Command(
        path: ["defaults", "set"], section: .record, summary: "Set the defaults",
        options: Options.all, shared: Option.reading,
        run: onLedger(setDefaults)),
    ])

  private static func showDefaults(_ ledger: OpenLedger) throws -> ExitCode {
    try showDefaults(ledger, after: nil)
  }

  private static func showDefaults(_ ledger: OpenLedger, after done: Done?) throws -> ExitCode {
    let row = try ledger.book.ledgerRow()
    let group = try row.group.flatMap { try ledger.book.groupRow($0) }
    let recent = try ledger.book.lastUsedGroup().flatMap { try ledger.book.groupRow($0) }
    return try ledger.show(
      .defaults(row, group: group, mostRecent: recent, engine: ledger.invocation.usualEngine, after: done))
  }

  private static func setDefaults(_ ledger: OpenLedger) throws -> ExitCode {
    guard Options.all.contains(where: { ledger.arguments.has($0) }) else {
      throw Failure.usage(
        "“defaults set” needs --currency, --payment, --group, --account or --ocr", command: "defaults set")
    }
    switch try edit(Options.engine, Options.noEngine, ledger, { $0 }) {
    case .set(let program): try ledger.invocation.setUsualEngine(program)
    case .remove: try ledger.invocation.setUsualEngine(nil)
    case .keep: break
    }
    guard Options.inLedger.contains(where: { ledger.arguments.has($0) }) else {
      return try showDefaults(ledger)
    }
    let currency = try ledger.arguments[Options.currency].map { (text) throws(Failure) in
      try Values.currency(text)
    }
    let payment = ledger.arguments[Options.payment].flatMap { PaymentMethod(rawValue: $0) }
    let group = try edit(Options.group, Options.noGroup, ledger) { try ledger.livingGroup(orUnfiled: $0) }
    let account = try edit(Options.account, Options.noAccount, ledger) { text in
      text.isEmpty ? nil : try ledger.account(text).text
    }
    let outcome = try ledger.book.changeDefaults(
      currency: currency, payment: payment, group: group, account: account)
    return try showDefaults(ledger, after: outcome)
  }

  /// The change of a default by its option and the option that removes it, which exclude each other.
  private static func edit<Value>(
    _ option: Option, _ removal: Option, _ ledger: OpenLedger, _ value: (String) throws -> Value?
  ) throws -> PropertyEdit<Value> {
    guard let text = ledger.arguments[option] else { return ledger.arguments.has(removal) ? .remove : .keep }
    guard !ledger.arguments.has(removal) else {
      throw Failure.usage("--\(option.name) and --\(removal.name) exclude one another", command: "defaults set")
    }
    return try value(text).map { .set($0) } ?? .remove
  }
}
