internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The options of an entry.
enum EntryOptions {
  static let amount = Option.value(
    "amount", "AMOUNT", "How much, positive in the direction of its kind: 38.00, 3800p, \"15.00 + 5.00\"")
  static let currency = Option.value("currency", "C", "Of what; else the ledger's currency")
  static let date = Option.value("date", "DATE", "When; else today")
  static let category = Option.value("category", "KEY", "What for")
  static let payment = Option.value(
    "payment", "HOW", "How it was paid", choices: PaymentMethod.allCases.map(\.rawValue))
  static let kind = Option.value(
    "kind", "KIND", "Its direction; else expense", choices: TransactionKind.allCases.map(\.rawValue))
  static let vendor = Option.value("vendor", "NAME", "Who was paid, or who paid")
  static let group = Option.value("group", "G", "File it into this group")
  static let tags = Option.value("tags", "A,B", "Tags, separated by commas", repeats: true)
  static let note = Option.value("note", "TEXT", "A note")
  static let flags = Option.value(
    "flags", "A,B", "paid or unpaid, reimbursed or unreimbursed", repeats: true)
  static let account = Option.value("account", "NAME", "The account, by its name")
  static let newAccount = Option.flag("new-account", "Open the account if there is none of that name")
  static let last = Option.flag("last", "Where none is given, the payment and the account used last")
  static let again = Option.flag("repeat", "One entry after the other, a line each")
}

extension Command {
  static let add = Command(
    path: ["add"], section: .record, summary: "Record an expense or income without paper",
    operands: [
      Operand("LINE", "All of it in a line of words", isOptional: true, repeats: true)
    ],
    options: [
      EntryOptions.amount, EntryOptions.currency, EntryOptions.date, EntryOptions.category,
      EntryOptions.payment, EntryOptions.kind, EntryOptions.vendor, EntryOptions.group, EntryOptions.tags,
      EntryOptions.note, EntryOptions.flags, EntryOptions.account,
      EntryOptions.newAccount, EntryOptions.last, EntryOptions.again,
      RuleOptions.every, RuleOptions.interval, RuleOptions.end, RuleOptions.monthEnd,
    ],
    shared: Option.destroying,
    discussion: [
      "A LINE may have an amount, with its currency before or after it; cash or card; income or transfer; a date; a "
        + "category by its key or name; #tag, @account, in:GROUP and note:TEXT (note: and a blank take the rest of the "
        + "line). What is left is the vendor. A name with numbers or words of another meaning is quoted: "
        + "\"Level 42\". Options after a LINE win over it.",
      "An amount with its currency wins over other numbers. Where two amounts, dates, categories or payments are "
        + "possible, the line is refused with both. What was understood is shown. On a terminal it is recorded when you "
        + "agree, and --yes agrees. --dry-run only shows it.",
      "Dates are 2026-06-12, 14 jun, 14.06., today, yesterday, a weekday (the last that was) or -3d. A date more than 10 "
        + "years back or 2 years ahead needs --yes.",
      "Amounts may be sums (\"15.00 + 5.00\"), shares (90/3), with a tip (\"84 +10%\"), or built from the right (1536p is "
        + "15.36).",
      "With --every it is the first of a rule, and the rest of this year follows: see events rule add.",
      "Where nothing is given, the category and the payment used last at the vendor are taken, then the ledger's "
        + "defaults (events defaults), and on a terminal or with --last the payment and the account used last. "
        + "What was taken is shown with the reason. in:Unfiled files into no group.",
      "--repeat takes a line for each entry, asked for on a terminal, else read from standard input. The date stays for "
        + "the next entry, everything else begins anew; a line with a date alone sets it. #be? lists the tags that "
        + "begin so. A line from a pipe that can't be recorded is reported with its number, the others are recorded, "
        + "and it ends with 65.",
    ],
    examples: [
      "events add --amount 38.00 --date 2026-06-12 --category taxi --payment cash",
      "events add \"taxi 23.90 cash yesterday #berlin\"",
      "events add '\"Level 42\" other 55 EUR card 14 jun in:Berlin' --dry-run",
      "events add --repeat --group Berlin",
    ],
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
      if !ledger.invocation.isJSON { try ledger.invocation.print(paragraph: "Understood: \(words)") }
      if ledger.arguments.has(.dryRun) { return try reader.printDryRun(entry) }
      if try !ledger.invocation.agrees(to: "Record it?", byDefault: true) { return .no }
    }
    if let cadence = try ledger.cadence() {
      let outcome = try ledger.book.record(entry.request, every: cadence)
      let words = "Recorded, and the first of a new rule"
      if !ledger.invocation.isJSON, let id = outcome.outcome.transaction {
        let row = try ledger.book.transaction(id).row
        try ledger.invocation.print(fitted: "\(try ledger.short(id))  \(ledger.summary(row))")
      }
      return try ledger.report(outcome, words, transaction: outcome.outcome.transaction)
    }
    let outcome = try reader.record(entry)
    guard let id = outcome.transaction else { return .ok }
    let row = try ledger.book.transaction(id)
    let category = row.row.category.map { ledger.categoryName($0) }
    var words = [row.row.kind.rawValue, category, row.row.payment?.rawValue].compactMap { $0 }
    if let name = row.groupName { words.append("in \(name)") }
    let code = try ledger.report(
      outcome, on: id, visible(words.joined(separator: ", ")), withDuplicates: true, offers: entry.offers)
    if !ledger.invocation.isJSON { try ledger.printDuplicates(of: id) }
    return code
  }
}
