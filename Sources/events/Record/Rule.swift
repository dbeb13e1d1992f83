internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

extension Command {
  static let rule = Command(
    path: ["rule"], section: .record, summary: "Create, list, change and generate recurring transactions",
    subcommands: [
      Command(
        path: ["rule", "add"], section: .record,
        summary: "Create a rule, with or without an existing transaction",
        options: RuleOptions.cadence + [RuleOptions.template] + RuleOptions.values,
        run: onLedger(addRule)),
      Command(
        path: ["rule", "list"], section: .look, summary: "List the rules",
        options: [RuleOptions.deleted], shared: Option.looking,
        run: onLedger {
          try $0.show(RulesAnswer($0.book.rules(withDeleted: $0.arguments.has(RuleOptions.deleted))))
        }),
      Command(
        path: ["rule", "show"], section: .look, summary: "Show a rule with its transactions",
        operands: [.rule], shared: Option.looking,
        run: { invocation in
          try invocation.withLedger { try $0.show(RuleAnswer($0.book.rule($0.namedRule()))) }
        }),
      Command(
        path: ["rule", "change"], section: .record,
        summary: "Change a rule, and its transactions that nobody edited",
        operands: [.rule], options: RuleOptions.cadence + RuleOptions.values + RuleOptions.edits,
        shared: Option.destroying,
        run: onLedger(changeRule)),
      Command(
        path: ["rule", "split"], section: .record, summary: "Start a changed rule from a date on",
        operands: [.rule],
        options: [RuleOptions.from] + RuleOptions.cadence + RuleOptions.values + RuleOptions.edits,
        shared: Option.destroying,
        run: onLedger(splitRule)),
      Command(
        path: ["rule", "pause"], section: .record, summary: "Pause a rule from a date on",
        operands: [.rule], options: [RuleOptions.pauseFrom], shared: Option.destroying,
        run: onLedger(pauseRule)),
      Command(
        path: ["rule", "resume"], section: .record, summary: "Resume a paused rule; the pause stays empty",
        operands: [.rule], options: [RuleOptions.pauseFrom], shared: Option.destroying,
        run: onLedger(resumeRule)),
      Command(
        path: ["rule", "delete"], section: .record, summary: "Delete a rule; its transactions are kept",
        operands: [.rule], options: [RuleOptions.withFuture], shared: Option.destroying,
        run: onLedger(deleteRule)),
      Command(
        path: ["rule", "restore"], section: .record, summary: "Restore a deleted rule",
        operands: [.rule], run: onLedger(restoreRule)),
      Command(
        path: ["rule", "generate"], section: .record, summary: "Create the transactions of a year",
        operands: [Operand("R", "The rules (default: all)", isOptional: true, repeats: true)],
        options: [RuleOptions.through], shared: Option.reading + [.dryRun],
        run: onLedger(generateRules)),
      Command(
        path: ["rule", "detach"], section: .record,
        summary: "Detach a transaction from its rule",
        operands: [Operand("T", "The transaction, by its id or the beginning of it")],
        run: { invocation in
          try invocation.withLedger { try $0.perform(.unlink) }
        }),
    ])
}

extension Operand {
  static let rule = Operand("R", "The rule, by its vendor, its id or the beginning of it")
}

/// The options of the commands on rules.
enum RuleOptions {
  static let template = Option.value("from", "T", "The transaction that becomes the first occurrence")
  static let every = Option.value(
    "every", "CADENCE", "day, week, month, year, or a number of them: 2 weeks")
  static let interval = Option.value("interval", "N", "The number of these between two dates (default 1)")
  static let start = Option.value("start", "DATE", "The first date (default: the transaction's, or today)")
  static let end = Option.value("end", "DATE", "The last possible date; “none” for no end")
  static let monthEnd = Option.value(
    "month-end", "HOW", "What to do in short months (default: clamp)",
    choices: Recurrence.MonthEndPolicy.allCases.map(\.rawValue))
  static let cadence = [every, interval, start, end, monthEnd]

  static let amount = Option.value("amount", "AMOUNT", "The amount, positive for its kind")
  static let currency = Option.value("currency", "C", "The currency (default: the ledger's)")
  static let kind = Option.value(
    "kind", "KIND", "The kind (default: expense)", choices: TransactionKind.allCases.map(\.rawValue))
  static let vendor = Option.value("vendor", "NAME", "The vendor or the payer")
  static let category = Option.value("category", "KEY", "The category, by its key")
  static let payment = Option.value(
    "payment", "HOW", "The payment method", choices: PaymentMethod.allCases.map(\.rawValue))
  static let group = Option.value("group", "G", "The group to file them into, or Unfiled")
  static let tags = Option.value("tags", "A,B", "Tags to add, separated by commas", repeats: true)
  static let note = Option.value("note", "TEXT", "A note")
  static let account = Option.value("account", "NAME", "The account, by its name")
  static let toAccount = Option.value("to-account", "NAME", "The account that receives a transfer")
  static let received = Option.value(
    "received", "AMOUNT", "The amount received, if the accounts have different currencies")
  static let flags = Option.value("flags", "A,B", "paid or unpaid, reimbursed or unreimbursed", repeats: true)
  static let values = [
    amount, currency, kind, vendor, category, payment, group, tags, note, account, toAccount, received, flags,
  ]

  static let removeTags = Option.value(
    "remove-tags", "A,B", "Tags to remove, separated by commas", repeats: true)
  static let edits = [removeTags]

  static let from = Option.value("from", "DATE", "The first date of the new rule")
  static let pauseFrom = Option.value("from", "DATE", "The first date of it (default: today)")
  static let withFuture = Option.flag("with-future", "Also delete its transactions of today and later")
  static let through = Option.value(
    "through", "YEAR", "Up to the end of this year (default: the current year)")
  static let deleted = Option.flag("deleted", "List deleted rules, too")
}
