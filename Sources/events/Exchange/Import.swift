internal import BankFiles
internal import LedgerBook
internal import LedgerBytes
internal import LedgerScreens

extension Command {
  static let importFile = Command(
    path: ["import"], section: .exchange, summary: "Import statements of banks, or events of a ledger",
    operands: [Operand("FILE", "The files to import; - is standard input", repeats: true)],
    options: [ImportAnswers.format] + ImportAnswers.options + [
      StatementImport.acceptAbove, StatementImport.review,
    ],
    shared: [.ledger, .json, .verbose, .dryRun, .yes],
    discussion: [
      "A file is recognized by its content: CSV, OFX and QFX, QIF, CAMT, MT940, registers of YNAB, Actual and Firefly, "
        + "and journals of hledger, ledger and beancount. The columns, the order of dates and the decimal sign are "
        + "decided over the whole file. You are asked what the file does not settle. Without a terminal, the error "
        + "names the option that settles it.",
      "Each row becomes a transaction that keeps its file, its line and the bank's id. A row that you have typed or "
        + "scanned already is linked with that receipt: the same amount within ten days. Both halves of a transfer become one, "
        + "if one of them names your other account. A row that an earlier import "
        + "had is left out, also if you have deleted it since. --dry-run shows what becomes of each row. If two devices "
        + "imported a statement in different formats, the next import of it on either makes one of each two.",
      "Answers are kept for the next file of the same shape (events profile). --dry-run suggests a category for a new "
        + "row if your receipts of the same vendor had one; --accept-above takes those that are sure.",
      "A row that cannot be read is reported with its line. The others are imported, and the exit code is 65. A file "
        + "that is cut off, empty or of another kind changes nothing. One undo takes the whole import back.",
      "A file of events (ndjson) has one event for each line, as repro, show --json and tail --json print them. If there "
        + "is no ledger, one is made of all of them, or none is made. Otherwise the events that the ledger lacks are "
        + "imported up to the first line that is refused, and the exit code is then 65. An event that comes before an "
        + "earlier one of its device is held until that one comes. What still waits at the end is named with the "
        + "events that are missing before it. Every event is checked for its hash, its place after those of its "
        + "device, and its limits. Events of another branch of a device are kept aside.",
    ],
    examples: [
      "events import giro.csv --dry-run", "events import giro.csv --account Giro --currency EUR",
      "events --ledger new import bug.ndjson",
    ],
    run: { invocation in
      let paths = invocation.arguments.operands
      guard try !isOfEvents(invocation) else {
        guard paths.count == 1 else {
          throw Failure.usage("import takes one file of events at a time", command: "import")
        }
        return try importEvents(invocation)
      }
      return try invocation.withLedger { try StatementImport($0).run(paths) }
    })

  /// Whether the first file holds events. An MT940 file may begin with a brace, but not with an object of JSON.
  private static func isOfEvents(_ invocation: Invocation) throws -> Bool {
    if let format = invocation.arguments[ImportAnswers.format] { return format == "ndjson" }
    let path = invocation.arguments.operands[0]
    let input = path == "-" ? invocation.input : try TextInput(path: path)
    return try input.beginsWithObject()
  }
}
