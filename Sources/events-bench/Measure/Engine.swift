internal import Dispatch
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections
internal import Synchronization

/// Measures what an app feels.
///
/// That is screens during long work, and how soon a cancelled or closed ledger is quiet.
/// Every figure is in milliseconds, as the median and the maximum of some rounds. The ledger gets some commands more.
enum Engine {
  private struct Figure {
    let name: String
    let bar: Double
    var times: [Double] = []
  }

  /// Measures, from a thread that may wait.
  static func run(in ledger: String, rounds: Int) throws {
    let done = DispatchSemaphore(value: 0)
    let failure = Mutex<(any Error)?>(nil)
    Task.detached {
      do { try await measure(ledger, rounds) } catch { failure.withLock { $0 = error } }
      done.signal()
    }
    done.wait()
    if let error = failure.withLock(\.self) { throw error }
  }

  private static func measure(_ ledger: String, _ rounds: Int) async throws {
    let settings = Book.Settings(folder: ledger, actor: .person("bench"), deviceName: "bench")
    let book = try await AsyncBook.open(settings)
    for try await _ in book.prepare() {}
    try await book.close()

    var opening = Figure(name: "open", bar: 5)
    for _ in 0..<rounds {
      try await time(&opening) { try await book.reopen() }
      _ = try await book.home()
      try await book.close()
    }
    report(opening)
    try await book.reopen()
    try await screens(of: book, "quiet", rounds)

    try await screens(
      of: book, "while words are indexed", rounds,
      during: { for try await _ in book.indexSearch(again: true) {} })
    let indexing = Stopwatch()
    for try await _ in book.indexSearch(again: true) {}
    let seconds = indexing.seconds
    let status = try await book.read { try $0.status() }
    let papers = Double(max(1, status.search?.all ?? 1))
    print(
      "index of words: \(Decimal.text(seconds, digits: 1)) s, \(Decimal.text(seconds / papers * 1e6, digits: 1)) s a million records"
    )
    try await screens(of: book, "during a rebuild", rounds, during: { for try await _ in book.rebuild() {} })

    var cancelling = Figure(name: "cancel a search of the whole list", bar: 50)
    for _ in 0..<rounds {
      let task = Task { try await book.read { book in while true { _ = try book.filterCounts(.everything) } } }
      try await Task.sleep(for: .milliseconds(30))
      await time(&cancelling) {
        task.cancel()
        _ = await task.result
      }
    }
    report(cancelling)

    for (name, work) in works {
      var closing = Figure(name: "close " + name, bar: 100)
      for _ in 0..<rounds {
        let task = Task { try await work(book) }
        try await Task.sleep(for: .milliseconds(Int.random(in: 5...60)))
        try await time(&closing) { try await book.close() }
        _ = await task.result
        try await book.reopen()
      }
      report(closing)
    }

    var observed = Figure(name: "1,000 commands to the observed value", bar: 100)
    let values = Mutex(0)
    let observer = Task {
      for try await count in book.observe({ try $0.count(.everything) }) { values.withLock { $0 = count } }
    }
    for _ in 0..<min(rounds, 3) {
      for _ in 0..<1_000 { try await book.record(taxi) }
      let last = try await book.read { try $0.count(.everything) }
      try await time(&observed) {
        while values.withLock({ $0 }) < last { try await Task.sleep(for: .milliseconds(1)) }
      }
    }
    report(observed)
    observer.cancel()
    try await book.close()
  }

  private static let taxi = RecordRequest(
    money: Money(minorUnits: 2_390, currency: .eur), date: CivilDate(dayNumber: 20_618), category: "taxi",
    payment: .cash)

  /// The long work that a close has to end.
  private static let works: [(String, @Sendable (AsyncBook) async throws -> Void)] = [
    ("at rest", { _ in }),
    ("during a rebuild", { for try await _ in $0.rebuild() {} }),
    (
      "while words are indexed",
      { for try await _ in $0.indexSearch(again: true) {} }
    ),
    (
      "during a list of everything",
      { try await $0.read { book in while true { _ = try book.sections(.everything) } } }
    ),
    ("during 300 commands", { book in for _ in 0..<300 { try await book.record(taxi) } }),
  ]

  /// Times the screens of an app while other work goes on again and again.
  private static func screens(
    of book: AsyncBook, _ name: String, _ rounds: Int, during work: (@Sendable () async throws -> Void)? = nil
  ) async throws {
    let worker = work.map { work in Task { while !Task.isCancelled { try await work() } } }
    if work != nil { try await Task.sleep(for: .milliseconds(20)) }
    var (home, all) = (
      Figure(name: "home, \(name)", bar: 5), Figure(name: "home with all groups, \(name)", bar: 50)
    )
    var (page, rows) = (Figure(name: "receipts, \(name)", bar: 5), Figure(name: "rows, \(name)", bar: 2))
    var receipt = Figure(name: "receipt, \(name)", bar: 5)
    for _ in 0..<rounds {
      try await time(&home) { _ = try await book.home(latest: 50) }
      try await time(&all) { _ = try await book.home() }
      try await time(&page) { _ = try await book.receiptsScreen() }
      let shown = try await book.read { try $0.rows().rows }
      try await time(&rows) { _ = try await book.read { try $0.rows() } }
      guard let first = shown.randomElement() else { continue }
      try await time(&receipt) { _ = try await book.receiptScreen(first.id) }
    }
    worker?.cancel()
    _ = await worker?.result
    for figure in [home, all, page, rows, receipt] { report(figure) }
  }

  private static func time(_ figure: inout Figure, _ work: () async throws -> Void) async rethrows {
    let watch = Stopwatch()
    try await work()
    figure.times.append(watch.seconds * 1_000)
  }

  private static func report(_ figure: Figure) {
    let times = figure.times.sorted()
    guard let worst = times.last else { return }
    let median = times[times.count / 2]
    func column(_ value: Double) -> String {
      let text = Decimal.text(value, digits: 2)
      return String(repeating: " ", count: max(0, 10 - text.count)) + text
    }
    let name = figure.name + String(repeating: " ", count: max(0, 52 - figure.name.count))
    print(name + column(median) + column(worst) + column(figure.bar) + (median <= figure.bar ? "" : "  over"))
  }
}
