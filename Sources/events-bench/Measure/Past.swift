internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections

/// Measures time travel: building the history, and four screens now and at random positions, each warm.
enum Past {
  private static let names = ["figure", "list", "year", "groups"]

  /// Runs the measurements.
  ///
  /// - Parameter positions: The number of random positions.
  static func run(in ledger: String, positions: Int, jobs: Int?) throws {
    let book = try Book.open(Book.Settings(folder: ledger, actor: .person("bench"), deviceName: "bench"))
    defer { try? book.close() }
    try book.prepare()
    let last = try book.log.lastPosition().rawValue
    let watch = Stopwatch()
    guard case .present(_, _, let bytes) = try book.rebuildHistory(jobs: jobs) else {
      throw UsageError(words: "no history can be kept in \(ledger)")
    }
    Measurement.report("buildSeconds", watch.seconds)
    Measurement.report("buildPerSecond", Double(last) / watch.seconds, digits: 1)
    Measurement.report("buildPeakMemoryBytes", Double(SystemMemory.peakBytes()), digits: 0)
    Measurement.report("bytes", Double(bytes), digits: 0)
    let group = try fullestGroup(book)
    var random = Seeded(seed: 1)
    var now = [[Double]](repeating: [], count: names.count)
    var past = now
    var opening: [Double] = []
    for _ in 0..<positions {
      let position = Int64.random(in: max(1, last / 100)...last, using: &random)
      let watch = Stopwatch()
      let view = book.asOf(.position(Position(position)))
      _ = try view.categories()
      opening.append(watch.seconds)
      guard case .history? = view.pastSource else { throw UsageError(words: "the past is folded") }
      let year = try view.transactions(page: PageRequest(limit: 1)).rows.first?.row.date?.year ?? 2026
      for (index, look) in looks(group, year).enumerated() {
        now[index].append(try time(look, book))
        past[index].append(try time(look, view))
      }
    }
    var product = 1.0
    for (index, name) in names.enumerated() {
      let (before, after) = (median(now[index]), median(past[index]))
      Measurement.report("\(name)NowMicroseconds", before * 1e6, digits: 2)
      Measurement.report("\(name)PastMicroseconds", after * 1e6, digits: 2)
      Measurement.report("\(name)PastWorstMicroseconds", (past[index].max() ?? 0) * 1e6, digits: 2)
      product *= before / after
    }
    Measurement.report("openingMicroseconds", median(opening) * 1e6, digits: 1)
    Measurement.report("ratio", product.squareRoot().squareRoot())
  }

  /// Returns the screens: one figure, a list of 50 rows, the analysis of a year, all groups.
  private static func looks(_ group: GroupID, _ year: Int) -> [(Book) throws -> Void] {
    [
      { _ = try $0.value(of: LedgerFigure(.group(group), .eur)) },
      { _ = try $0.transactions(page: PageRequest(limit: 50)) },
      { _ = try $0.analysis(kind: .expense, period: .year(year)) },
      { _ = try $0.groups() },
    ]
  }

  private static func fullestGroup(_ book: Book) throws -> GroupID {
    let counts = try book.filterCounts().filter { $0.facet == .group }
    guard let id = counts.compactMap(\.value).first.flatMap({ UniqueID($0) }) else {
      throw UsageError(words: "the ledger has no groups")
    }
    return GroupID(id)
  }

  /// Returns the time of a screen when it is read for the second time.
  private static func time(_ look: (Book) throws -> Void, _ book: Book) throws -> Double {
    try look(book)
    let watch = Stopwatch()
    try look(book)
    return watch.seconds
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
