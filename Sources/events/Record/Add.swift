internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

enum EntryOptions {
  static let amount = Option.value(
    "amount", "AMOUNT", "The amount, positive for its kind: 38.00, 3800p, 15.00 + 5.00")
  static let currency = Option.value("currency", "C", "The currency (default: the ledger's)")
  static let date = Option.value("date", "DATE", "The date (default: today)")
  static let category = Option.value("category", "KEY", "The category, by its key")
  static let payment = Option.value(
    "payment", "HOW", "The payment method", choices: PaymentMethod.allCases.map(\.rawValue), takesOthers: true)
  static let kind = Option.value(
    "kind", "KIND", "The kind (default: expense)", choices: TransactionKind.allCases.map(\.rawValue))
  static let vendor = Option.value("vendor", "NAME", "The vendor or the payer")
  static let group = Option.value("group", "G", "The group to file it into")
  static let tags = Option.value("tags", "A,B", "Tags, separated by commas", repeats: true)
  static let note = Option.value("note", "TEXT", "A note")
  static let flags = Option.value(
    "flags", "A,B", "paid or unpaid, reimbursed or unreimbursed", repeats: true)
  static let account = Option.value("account", "NAME", "The account, by its name")
  static let newAccount = Option.flag("new-account", "Open the account if it does not exist")
  static let split = Option.value(
    "split", "PARTS", "The amounts by category: “food 60, household rest”; “rest” takes what is left")
  static let last = Option.flag("last", "Use the last payment and account if you give no other")
  static let again = Option.flag("repeat", "Record many entries, one per line")
}

extension Command {
  static let add = Command(
    path: ["add"], section: .record, summary: "Add an expense or income without paper",
    operands: [Operand("LINE", "The entry as one line of words", isOptional: true, repeats: true)],
    options: [
      EntryOptions.amount, EntryOptions.currency, EntryOptions.date, EntryOptions.category,
      EntryOptions.payment, EntryOptions.kind, EntryOptions.vendor, EntryOptions.group, EntryOptions.tags,
      EntryOptions.note, EntryOptions.flags, EntryOptions.account,
      EntryOptions.split, EntryOptions.newAccount, EntryOptions.last, EntryOptions.again,
      RuleOptions.every, RuleOptions.interval, RuleOptions.end, RuleOptions.monthEnd,
    ],
    shared: Option.destroying,
    run: { invocation in
      guard invocation.arguments.has(EntryOptions.again) else { return try invocation.withLedger(recordOne) }
      if invocation.arguments.operands.isEmpty, !invocation.arguments.has(EntryOptions.amount) {
        return try invocation.withLedger { try EntryLoop(ledger: $0).run() }
      }
      throw Failure.usage("--repeat takes its entries a line each, not on the command line", command: "add")
    })

  private static func recordOne(_ ledger: OpenLedger) throws -> ExitCode {
    let line = ledger.arguments.operands.joined(separator: " ")
    let reader = EntryReader(ledger: ledger)
    let entry = try reader.entry(line)
    if !line.isEmpty || !entry.offers.isEmpty || ledger.arguments.has(.dryRun) {
      let words = try reader.words(entry)
      try ledger.tell([.paragraph("Understood: \(words)")])
      if ledger.arguments.has(.dryRun) { return try reader.showDryRun(entry) }
      if try !reader.dialogue.records() {
        ledger.invocation.remark("Nothing was recorded.")
        return .no
      }
    }
    let group = try entry.request.group.flatMap { try ledger.book.groupRow($0) }
    let outcome = try reader.record(entry)
    if entry.cadence != nil {
      return try ledger.show(.firstOfRule(outcome, "Recorded, and the first of a new rule"))
    }
    guard let id = outcome.transaction else { return .ok }
    return try ledger.show(.entry(outcome, id, in: group, offers: entry.offers))
  }
}
