internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// The options of `defaults set`.
private enum Options {
  static let currency = Option.value("currency", "C", "The currency of amounts that name no other")
  static let payment = Option.value(
    "payment", "HOW", "The payment offered first", choices: PaymentMethod.allCases.map(\.rawValue))
}

extension Command {
  static let defaults = Command(
    path: ["defaults"], section: .record, summary: "Show or set the currency and payment offered first",
    subcommands: [
      Command(
        path: ["defaults", "show"], section: .record, summary: "Show what is offered first",
        run: { try $0.withLedger(showDefaults) }),
      Command(
        path: ["defaults", "set"], section: .record, summary: "Set what is offered first",
        options: [Options.currency, Options.payment], shared: Option.reading,
        discussion: ["What is on record already keeps its currency."],
        examples: ["events defaults set --currency CHF --payment card"],
        run: { try $0.withLedger(setDefaults) }),
    ])

  private static func showDefaults(_ ledger: OpenLedger) throws -> ExitCode {
    let row = try ledger.book.ledgerRow()
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: [
        "currency": .string(row.currency.code), "locale": .string(row.locale.id),
        "payment": .optional(row.payment?.rawValue), "weeks": .string(row.weeks.rawValue),
      ])
      return .ok
    }
    var table = Table([.left(), .left()], indent: 2)
    for (name, value) in [
      ("currency", row.currency.code), ("payment", row.payment?.rawValue ?? "–"), ("locale", row.locale.id),
      ("weeks", row.weeks.rawValue),
    ] {
      table.row([.init(name, .quiet), .init(value)])
    }
    try ledger.invocation.print(table)
    return .ok
  }

  private static func setDefaults(_ ledger: OpenLedger) throws -> ExitCode {
    let currency = try ledger.arguments[Options.currency].map { (text) throws(Failure) in
      try Values.currency(text)
    }
    let payment = ledger.arguments[Options.payment].flatMap { PaymentMethod(rawValue: $0) }
    guard currency != nil || payment != nil else {
      throw Failure.usage("“defaults set” needs --currency or --payment", command: "defaults set")
    }
    let outcome = try ledger.book.changeDefaults(currency: currency, payment: payment)
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: ["events": ledger.events(outcome)])
      return .ok
    }
    if outcome.isUnchanged { try ledger.invocation.print("It is so already") }
    return try showDefaults(ledger)
  }
}
