internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections

#if canImport(LedgerBook)
  internal import LedgerBook
#endif

/// The measurements. Each runs in its own process and prints lines of `name value`.
enum Measurement: String, CaseIterable {
  /// Encoding and appending ready events, all in one transaction.
  case append
  /// Appending and posting to the read models in batches of 10,000, each durable.
  case catchUp
  /// Reading the rows of all events, stream by stream.
  case rows
  /// Folding all streams of the log in memory, on one thread.
  case fold
  /// The same with everything that payloads contain.
  case foldAll
  /// Folding all streams of the log in memory, on several threads.
  case foldParallel
  /// Reading all events, and encoding their payloads again.
  case encode
  /// Reading all events with their values, one after the other, as a read model of an app does.
  case decode
  /// A full rebuild of the read models, on `--jobs` threads.
  case rebuild
  /// Complete commands one after the other, each durable.
  case durable
  /// `--count` rules into a new ledger, then a year of their transactions in one go.
  case recur
  /// Building the history, and reading screens at `--count` random positions.
  case history
  /// Another process that waits for commands and prints when it sees them.
  case follow

  func run(_ options: BenchOptions) throws {
    guard let ledger = options.ledger else { throw UsageError(words: "--ledger is missing") }
    switch self {
    case .append: try Appending.run(from: ledger, to: try Self.scratch(options), posting: false)
    case .catchUp: try Appending.run(from: ledger, to: try Self.scratch(options), posting: true)
    case .rows: try Self.rows(ledger)
    case .fold: try Self.fold(ledger, .rows)
    case .foldAll: try Self.fold(ledger, .all)
    case .foldParallel: try Self.foldParallel(ledger, jobs: options.jobs ?? 4)
    case .encode: try Appending.encode(ledger)
    case .rebuild: try Self.rebuild(ledger, models: try Self.scratch(options), jobs: options.jobs)
    #if canImport(LedgerBook)
      case .decode: try Self.decode(ledger)
      case .durable: try Durable.run(in: ledger, count: options.count ?? 1_000, times: options.scratch)
      case .recur: try Recurring.run(in: ledger, rules: options.count ?? 10_000)
      case .history: try Past.run(in: ledger, positions: options.count ?? 100, jobs: options.jobs)
      case .follow: try Durable.follow(ledger, count: options.count ?? 1_000)
    #else
      case .decode, .durable, .recur, .history, .follow: throw UsageError(words: "not in this build: \(self)")
    #endif
    }
    Self.report("peakMemoryBytes", Double(SystemMemory.peakBytes()), digits: 0)
  }

  private static func scratch(_ options: BenchOptions) throws -> String {
    guard let scratch = options.scratch else { throw UsageError(words: "--scratch is missing") }
    return scratch
  }

  static func report(_ name: String, _ value: Double, digits: Int = 6) {
    print("\(name) \(Decimal.text(value, digits: digits))")
  }

  static func report(_ count: Int64, in seconds: Double) {
    report("rows", Double(count), digits: 0)
    report("seconds", seconds)
    report("perSecond", Double(count) / seconds, digits: 1)
  }

  private static func rows(_ ledger: String) throws {
    let log = try LedgerLog.open(ledger, mode: .readOnly)
    let watch = Stopwatch()
    var bytes = 0
    try log.reading { try log.forEachRowByStream(stream: { _ in }, { bytes += $0.payload?.count ?? 0 }) }
    report(try log.lastPosition().rawValue, in: watch.seconds)
    report("payloadBytes", Double(bytes), digits: 0)
  }

  private static func fold(_ ledger: String, _ detail: EventDetail) throws {
    let log = try LedgerLog.open(ledger, mode: .readOnly)
    let watch = Stopwatch()
    var states: [StreamFold] = []
    try log.reading {
      try StreamFold.forEach(in: log, through: .max, detail: detail) { _, fold, _ in states.append(fold) }
    }
    let seconds = watch.seconds
    report(try log.lastPosition().rawValue, in: seconds)
    report("streams", Double(states.count), digits: 0)
  }

  private static func foldParallel(_ ledger: String, jobs: Int) throws {
    let log = try LedgerLog.open(ledger, mode: .readOnly)
    let watch = Stopwatch()
    var states: [[StreamFold]] = []
    try StreamFold.forEach(in: log, through: .max, jobs: jobs, detail: .rows) { states.append($0) }
    let seconds = watch.seconds
    report(try log.lastPosition().rawValue, in: seconds)
    report("streams", Double(states.reduce(0) { $0 + $1.count }), digits: 0)
  }

  #if canImport(LedgerBook)
    private static func decode(_ ledger: String) throws {
      let book = try Book.open(
        Book.Settings(folder: ledger, actor: .person("bench"), deviceName: "bench", isReadOnly: true))
      let watch = Stopwatch()
      var events = book.events()
      var (count, known) = (Int64(0), 0)
      while let event = try events.next() {
        count += 1
        if case .known = event.content { known += 1 }
      }
      report(count, in: watch.seconds)
      report("known", Double(known), digits: 0)
    }
  #endif

  private static func rebuild(_ ledger: String, models folder: String, jobs: Int?) throws {
    let log = try LedgerLog.open(ledger, mode: .readOnly)
    let models = ReadModels(of: log, folder: folder)
    models.jobs = jobs
    let watch = Stopwatch()
    let rebuilt = try models.rebuild()
    let seconds = watch.seconds
    report(rebuilt.events, in: seconds)
    print("path \(models.path ?? "")")
    models.close()
  }
}
