import Ledger

/// The code of the tutorial on embedding and of the README, in the order in which they show it.
///
/// A test runs it, and compares its lines with the articles. The lines between those that they show take the place of an
/// app's own screens and alerts.
struct EmbeddingTutorial {
  let folder: String
  /// Where this device notes how much it has recorded.
  let stateFolder: String
  /// The folder that a drive copies, and the file for a table.
  let sharedFolder: String
  let table: String
  let jpeg: [UInt8]
  let recognizedText: String
  /// The day and the month that the person chose.
  let day: CivilDate
  let month: CivilMonth
  let screen = Screen()

  /// A screen that remembers what it was shown.
  actor Screen {
    var homes: [HomeScreen] = []
    var alerts: [Refusal] = []
    func show(_ home: HomeScreen) { homes.append(home) }
    func warn(_ words: Refusal) { alerts.append(words) }
  }

  /// The values that the tutorial ends with.
  struct Result {
    let review: ReceiptScreen
    let june: Analysis
    let asOfThen: HomeScreen
    let currencies: [CurrencyCode]
    let food: ListScreen
    let hits: [SearchHit]
    let home: HomeScreen
    let isRepeated: Bool
    let homeAfterUndo: HomeScreen
    let rebuilt: RebuildReport?
    let observed: Int
    let preview: [String]
    let snapshot: [Int]
    let synced: SyncReport
    let exported: ExportReport
    let recorded: Int
  }

  func run() async throws -> Result? {
    let screen = screen
    @Sendable func show(_ home: HomeScreen, _ change: LedgerChange) async { await screen.show(home) }
    @Sendable func warn(_ words: Refusal) async { await screen.warn(words) }

    // Open.
    let settings = Book.Settings(
      folder: folder, actor: .person("anna"), deviceName: "phone", stateFolder: stateFolder)
    let new = NewLedger(device: "phone", currency: .eur, locale: .default)
    let book = try await AsyncBook.openOrCreate(settings, new)
    let changes = try await book.changes()  // made by this app, its extension or the tool
    let observer = Task { for await change in changes { try await show(book.home(), change) } }

    // Capture and review.
    let scan = try await book.capture(CaptureInput(files: [.bytes(jpeg)], text: recognizedText, source: .scan))
    guard let receipt = scan.transaction else { return nil }
    let review = try await book.receiptScreen(receipt)
    do { try await book.perform(.save, on: receipt) } catch { await warn(Refusal(error)) }
    try await book.perform(.set(.payment(.card)), on: receipt)
    try await book.perform(.save, on: receipt, basedOn: review.detail.version)

    // Record without paper, twice with one id.
    let taxi = RecordRequest(
      money: Money(minorUnits: 2390, currency: .eur), date: day,
      category: "taxi", payment: .cash)
    let command = UniqueID.random()  // kept until the answer has arrived
    let first = try await book.record(taxi, id: command)
    let again = try await book.record(taxi, id: command)  // the answer was lost: nothing is recorded twice

    // Correct.
    try await book.perform(.set(.note("with Ben")), on: receipt)

    // Screens.
    let home = try await book.home()
    let june = try await book.analysis(kind: .expense, period: .month(month))
    var filter = TransactionFilter()
    filter.categories = ["food"]
    let food = try await book.receiptsScreen(filter)
    let found = try await book.search("rewe")
    let asOfThen = try await book.home(asOf: .position(8))
    let currencies = try await book.read { try $0.currencies() }  // anything else a `Book` does
    let (position, drafts, count) = try await book.read { [filter] book in
      (try book.lastPosition(), try book.home().drafts, try book.count(filter))
    }

    // A screen that stays current.
    var observed = 0
    for try await home in book.observe({ try $0.home() }) {
      observed = home.groups.count
      break
    }

    // Several commands as one piece of work.
    let trip = try await book.createGroup(name: "Berlin")
    try await book.run { book in
      try book.perform(.file(trip.group), on: receipt)
      try book.perform(.tag(add: ["client"], remove: []), on: receipt)
    }

    // Undo.
    try await book.undo(first)
    let homeAfterUndo = try await book.home()

    // Rebuild.
    var rebuilt: RebuildReport?
    for try await step in book.rebuild() {
      switch step {
      case .progress(let progress): await bar(progress.fraction)
      case .finished(let report): rebuilt = report
      }
    }

    // Other long work.
    let synced = try await book.sync(with: sharedFolder).value
    let exported = try await book.export(.csv, filter, to: table).value
    let requests = [taxi, taxi]
    let recorded = try await book.work { book, tell in
      for (number, request) in requests.enumerated() {
        try book.record(request)
        try tell(number + 1)  // throws once the work is to end
      }
      return requests.count
    }.value

    // Changes reach the observer when they come.
    while await screen.homes.last?.groups.first?.name != "Berlin" {
      try await Task.sleep(for: .milliseconds(5))
    }

    // Previews and tests.
    let ledger = try await TemporaryLedger(seed: 1) { book in
      try book.createGroup(name: "Berlin")
    }
    let preview = ledger.book
    let previewed = try await preview.read { try $0.groupRows() }
    try await ledger.remove()

    // Close.
    try await book.close()  // before the app is suspended: no lock, no open file
    _ = await observer.result  // it may have been about to read

    return Result(
      review: review, june: june, asOfThen: asOfThen, currencies: currencies, food: food, hits: found.hits,
      home: home,
      isRepeated: again.repeated, homeAfterUndo: homeAfterUndo, rebuilt: rebuilt, observed: observed,
      preview: previewed.map(\.name), snapshot: [Int(position.rawValue), drafts, count], synced: synced,
      exported: exported, recorded: recorded)
  }

  /// Shows how far a rebuild is.
  private func bar(_ fraction: Double) async {}
}
