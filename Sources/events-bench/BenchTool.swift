internal import EventLog
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

/// The tool of the measurements: generates ledgers, and measures operations on them.
enum BenchTool {
  static let usage = """
    usage: events-bench generate --ledger DIR (--receipts N | --events N) --seed S [--devices D] [--late PERMILLE]
    Makes a believable ledger in DIR, which must not hold one: the same events for the same arguments.
      --receipts N     stop after N captured receipts, about 5.4 events each
      --events N       stop after exactly N events (at least 100)
      --seed S         a number
      --devices D      devices that record, 1 to 16; the first is the folder's own
      --late PERMILLE  days of a thousand that another device is offline, so that its events arrive late

           events-bench screens --ledger DIR [--count ROUNDS] [--seed S] [--only TEXT] [--json]
    Times every screen with filters of all kinds, warm. Prints rows, median and maximal milliseconds, the minimal
    processor time, and the limit for a million transactions.
    --seed makes other random compositions of filters, 1 by default.

           events-bench engine --ledger DIR [--count ROUNDS]
    Times what an app feels: opening, screens during long work, cancelling, closing and observing. It records some
    transactions in the ledger.

           events-bench many --ledger DIR [--count ROUNDS] [--jobs THREADS]
    Times what a service feels that holds many ledgers, which are folders in DIR: opening one, and threads that use all
    of them. It records some transactions in each of them.

           events-bench sync --ledger DIR --scratch DIR [--count ROUNDS]
    Times a ledger's way through a shared folder: publishing, importing, a sync without news over 10,000 files, and a
    comparison of two folders. DIR is best generated with --devices 10.

           events-bench money --ledger DIR [--receipts TRANSACTIONS] [--count ROUNDS]
    Times budgets, accounts and reports of a household with 60 categories, 12 accounts and 120 months. The ledger is made
    if it is not there, with 100,000 transactions unless told otherwise.

           events-bench measure WHAT --ledger DIR [--scratch DIR] [--count N] [--jobs N]
    Times one operation for tools/bench. WHAT: \(Measurement.allCases.map(\.rawValue).joined(separator: " "))

           events-bench plot FILE… > picture.svg
    Draws rebuild time against log size from outputs of tools/bench --json. tools/plot measures and draws.

           events-bench watch --ledger DIR --scratch DIR --count N
    Reads screens of a ledger of pairs while others write and rebuild, and counts inconsistent ones, for the tests.

    """

  /// Runs the tool, and returns its exit code.
  static func run(_ arguments: [String]) -> Int32 {
    SQLiteProcess.disableMemoryStatistics()
    do {
      switch arguments.first {
      case "generate":
        try generate(try BenchOptions(arguments.dropFirst()))
      case "measure":
        guard arguments.count > 1, let measurement = Measurement(rawValue: arguments[1]) else {
          throw UsageError(words: "measure what?")
        }
        try measurement.run(try BenchOptions(arguments.dropFirst(2)))
      #if canImport(LedgerBook)
        case "screens":
          let options = try BenchOptions(arguments.dropFirst())
          guard let ledger = options.ledger else { throw UsageError(words: "--ledger is missing") }
          try Screens.run(
            in: ledger, rounds: options.count ?? 5, seed: options.seed ?? 1, only: options.only,
            isJSON: options.isJSON)
        case "engine":
          let options = try BenchOptions(arguments.dropFirst())
          guard let ledger = options.ledger else { throw UsageError(words: "--ledger is missing") }
          try Engine.run(in: ledger, rounds: options.count ?? 9)
        case "many":
          let options = try BenchOptions(arguments.dropFirst())
          guard let folder = options.ledger else { throw UsageError(words: "--ledger is missing") }
          try ManyLedgers.run(in: folder, threads: options.jobs ?? 64, rounds: options.count ?? 3)
        case "sync":
          let options = try BenchOptions(arguments.dropFirst())
          guard let ledger = options.ledger, let scratch = options.scratch else {
            throw UsageError(words: "--ledger and --scratch are needed")
          }
          try Syncing.run(in: ledger, scratch: scratch, rounds: options.count ?? 9)
        case "money":
          let options = try BenchOptions(arguments.dropFirst())
          guard let ledger = options.ledger else { throw UsageError(words: "--ledger is missing") }
          try MoneyFigures.run(
            in: ledger, transactions: options.receipts ?? 100_000, rounds: options.count ?? 15)
        case "watch":
          let options = try BenchOptions(arguments.dropFirst())
          guard let ledger = options.ledger, let scratch = options.scratch, let count = options.count else {
            throw UsageError(words: "--ledger, --scratch and --count are needed")
          }
          var reader = try SwitchReader(ledger)
          return try reader.run(count: count, scratch: scratch)
      #endif
      case "plot":
        let files = arguments.dropFirst()
        guard !files.isEmpty else { throw UsageError(words: "which files?") }
        print(
          try Plot.svg(of: files.map { try DurableFile.read($0, limit: 1 << 20, followingLinks: true) }),
          terminator: "")
      case "help", "--help", "-h":
        print(usage, terminator: "")
      case let other:
        throw UsageError(words: other.map { "unknown command “\($0)”" } ?? "a command is missing")
      }
      return 0
    } catch let error as UsageError {
      printError("events-bench: \(error.words)\n\n\(usage)")
      return 64
    } catch EventLogError.ledgerExists(let folder) {
      printError("events-bench: there is a ledger in \(folder) already; give another folder\n")
      return 73
    } catch {
      printError("events-bench: \(error)\n")
      return 74
    }
  }

  private static func generate(_ options: BenchOptions) throws {
    guard let folder = options.ledger else { throw UsageError(words: "--ledger is missing") }
    guard let seed = options.seed else { throw UsageError(words: "--seed is missing") }
    let size: GeneratorPlan.Size
    switch (options.receipts, options.events) {
    case (let receipts?, nil): size = .receipts(receipts)
    case (nil, let events?):
      guard events >= 100 else { throw UsageError(words: "--events takes 100 or more") }
      size = .events(events)
    case (nil, nil), (.some, .some): throw UsageError(words: "one of --receipts and --events is needed")
    }
    var plan = GeneratorPlan(size: size, seed: seed)
    plan.devices = options.devices
    plan.late = options.late
    let watch = Stopwatch()
    let generator = try Generator(plan, folder: folder)
    try generator.run()
    let last = try generator.log.lastPosition().rawValue
    try generator.log.close()
    let seconds = watch.seconds
    print(
      "\(last) events, \(generator.receipts) receipts, \(Decimal.text(seconds, digits: 2)) s, "
        + "\(Int(Double(last) / seconds)) events/s")
  }
}

/// An error in the command line.
struct UsageError: Error {
  let words: String
}
