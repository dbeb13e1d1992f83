internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

extension Command {
  static let rule = Command(
    path: ["rule"], section: .record, summary: "Recurring transactions: make, list, change, generate",
    subcommands: [
      Command(
        path: ["rule", "add"], section: .record, summary: "Make a rule, from a transaction or by itself",
        options: RuleOptions.cadence + [RuleOptions.template] + RuleOptions.values,
        run: { try $0.withLedger(addRule) }),
      Command(
        path: ["rule", "list"], section: .look, summary: "List the rules",
        options: [RuleOptions.deleted], shared: Option.looking,
        run: { invocation in
          try invocation.withLedger {
            try $0.show(RulesAnswer($0.book.rules(withDeleted: $0.arguments.has(RuleOptions.deleted))))
          }
        }),
      Command(
        path: ["rule", "show"], section: .look, summary: "Show a rule with each of its transactions",
        operands: [.rule], shared: Option.looking,
        run: { invocation in
          try invocation.withLedger { try $0.show(RuleAnswer($0.book.rule($0.namedRule()))) }
        }),
      Command(
        path: ["rule", "change"], section: .record,
        summary: "Change what a rule says; transactions that nobody touched follow",
        operands: [.rule], options: RuleOptions.cadence + RuleOptions.values + RuleOptions.edits,
        shared: Option.destroying,
        run: { try $0.withLedger(changeRule) }),
      Command(
        path: ["rule", "split"], section: .record, summary: "From a date on, follow a rule of its own",
        operands: [.rule],
        options: [RuleOptions.from] + RuleOptions.cadence + RuleOptions.values + RuleOptions.edits,
        shared: Option.destroying,
        run: { try $0.withLedger(splitRule) }),
      Command(
        path: ["rule", "pause"], section: .record, summary: "Generate nothing from a date on",
        operands: [.rule], options: [RuleOptions.pauseFrom], shared: Option.destroying,
        run: { try $0.withLedger(pauseRule) }),
      Command(
        path: ["rule", "resume"], section: .record, summary: "Generate again; the pause stays empty",
        operands: [.rule], options: [RuleOptions.pauseFrom], shared: Option.destroying,
        run: { try $0.withLedger(resumeRule) }),
      Command(
        path: ["rule", "delete"], section: .record, summary: "Delete a rule; what it made stays",
        operands: [.rule], options: [RuleOptions.withFuture], shared: Option.destroying,
        run: { try $0.withLedger(deleteRule) }),
      Command(
        path: ["rule", "restore"], section: .record, summary: "Undo a rule's deletion",
        operands: [.rule], run: { try $0.withLedger(restoreRule) }),
      Command(
        path: ["rule", "generate"], section: .record, summary: "Make the transactions of a year",
        operands: [Operand("R", "The rules; else all of them", isOptional: true, repeats: true)],
        options: [RuleOptions.through], shared: Option.reading + [.dryRun],
        run: { try $0.withLedger(generateRules) }),
      Command(
        path: ["rule", "detach"], section: .record,
        summary: "Make a transaction an instance of its rule no more",
        operands: [Operand("T", "The transaction: its id, or the beginning of it")],
        run: { invocation in
          try invocation.withLedger { try $0.perform(.unlink, sayingNothingNew: "it is so already") }
        }),
    ])
}

extension Operand {
  static let rule = Operand("R", "The rule: its id, or the beginning of it")
}

/// The options of the commands on rules.
enum RuleOptions {
  static let template = Option.value("from", "T", "The transaction that becomes the first occurrence")
  static let every = Option.value(
    "every", "CADENCE", "day, week, month, year; or with a number: \"2 weeks\"")
  static let interval = Option.value("interval", "N", "Every how many of them; else 1")
  static let start = Option.value("start", "DATE", "The first date; else the transaction's, or today")
  static let end = Option.value("end", "DATE", "The last date there may be; none for no end")
  static let monthEnd = Option.value(
    "month-end", "HOW", "In short months: clamp (else), skip, or last-day",
    choices: MonthEndPolicy.allCases.map(\.rawValue))
  static let cadence = [every, interval, start, end, monthEnd]

  static let amount = Option.value("amount", "AMOUNT", "How much, positive in the direction of its kind")
  static let currency = Option.value("currency", "C", "Of what; else the ledger's currency")
  static let kind = Option.value(
    "kind", "KIND", "Its direction; else expense", choices: TransactionKind.allCases.map(\.rawValue))
  static let vendor = Option.value("vendor", "NAME", "Who is paid, or who pays")
  static let category = Option.value("category", "KEY", "What for")
  static let payment = Option.value(
    "payment", "HOW", "How it is paid", choices: PaymentMethod.allCases.map(\.rawValue))
  static let group = Option.value("group", "G", "File them into this group, or Unfiled")
  static let tags = Option.value("tags", "A,B", "Tags to put on, separated by commas", repeats: true)
  static let note = Option.value("note", "TEXT", "A note")
  static let account = Option.value("account", "NAME", "The account, by its name")
  static let toAccount = Option.value("to-account", "NAME", "The account that a transfer arrives in")
  static let received = Option.value(
    "received", "AMOUNT", "The amount that arrives, if the accounts are kept in different currencies")
  static let flags = Option.value("flags", "A,B", "paid or unpaid, reimbursed or unreimbursed", repeats: true)
  static let values = [
    amount, currency, kind, vendor, category, payment, group, tags, note, account, toAccount, received, flags,
  ]

  static let removeTags = Option.value("remove-tags", "A,B", "Tags to take off", repeats: true)
  static let edits = [removeTags]

  static let from = Option.value("from", "DATE", "The first date of the new rule")
  static let pauseFrom = Option.value("from", "DATE", "From which date on; else today")
  static let withFuture = Option.flag(
    "with-future", "Delete its transactions of today and later, too")
  static let through = Option.value(
    "through", "YEAR", "As far as the end of this year; else of the current one")
  static let deleted = Option.flag("deleted", "With those that are deleted")
}
