import Ledger

/// The examples of the doc comments, a function for each main type or for a few that belong together.
///
/// A test runs them, and compares the lines of doc comments with them. Other lines set the scene, or keep a value to
/// check.
enum TypeExamples {
  // MARK: - Opening

  static func book(_ settings: Book.Settings, scan: String, text: String) throws -> [String] {
    _ = try Book.create(settings, NewLedger(device: "desk", currency: .eur, locale: .default)).close()
    let book = try Book.open(settings)
    let captured = try book.capture(CaptureInput(files: [.file(path: scan)], text: text))
    if let draft = captured.transaction {
      try book.perform(.set(.payment(.card)), on: draft)
      try book.perform(.save, on: draft)
    }
    let totals = try book.groups().map(\.totals)
    try book.close()
    return totals.map { "\($0)" }
  }

  static func asyncBook(_ settings: Book.Settings, _ taxi: RecordRequest) async throws -> [Int] {
    let new = NewLedger(device: "phone", currency: .eur, locale: .default)
    let book = try await AsyncBook.openOrCreate(settings, new)
    try await book.record(taxi)
    let home = try await book.home()
    try await book.close()  // before the app is suspended: no lock, no open file is left
    return home.groups.map(\.count)
  }

  static func ledgerPool(_ folder: String) async throws -> [Int] {
    let pool = LedgerPool(limit: 500) { folder in
      Book.Settings(folder: folder, actor: .person("anna"), deviceName: "server")
    }
    let groups = try await pool.withBook(folder) { try $0.groups() }
    let open = pool.openCount
    await pool.close()
    return [groups.count, open, pool.openCount]
  }

  static func temporaryLedger(_ day: CivilDate, _ fare: Money) async throws -> [Int] {
    let preview = try await TemporaryLedger(seed: 1) { book in
      try book.record(RecordRequest(money: fare, date: day, category: "taxi", payment: .cash))
    }
    let home = try await preview.book.home()
    try await preview.remove()
    return home.groups.map(\.count)
  }

  // MARK: - Commands

  static func captureInput(_ book: Book, jpeg: [UInt8], recognizedText: String) throws -> [String?] {
    var input = CaptureInput(files: [.bytes(jpeg)], text: recognizedText, source: .scan)
    input.group = try book.createGroup(name: "Berlin").group
    let draft = try book.capture(input)
    let total = draft.readings?.total.first?.value
    let missing = draft.row?.payment == nil
    return [draft.row?.vendor, total, "\(missing)", try book.home().groups.first?.drafts.description]
  }

  static func recordRequest(_ book: Book) throws -> [String] {
    let fare = Money(minorUnits: 2390, currency: .eur)
    var taxi = RecordRequest(money: fare, date: book.today, category: "taxi", payment: .cash)
    taxi.tags = ["berlin"]
    try book.record(taxi)
    return try book.transactions().rows.flatMap { [$0.row.money?.description ?? "", $0.row.tags.first ?? ""] }
  }

  static func done(_ book: Book, _ taxi: RecordRequest, command: UniqueID) throws -> [String] {
    let first = try book.record(taxi, id: command)
    let again = try book.record(taxi, id: command)  // nothing is recorded twice
    let isRepeated = again.repeated && again.transaction == first.transaction
    let paid = first.row?.money
    try book.undo(first)
    return ["\(isRepeated)", paid?.description ?? "", "\(try book.transactions().matching)"]
  }

  static func bookBatch(_ book: Book, _ request: RecordRequest) throws -> [[String]] {
    try book.batch { batch in
      let lunch = try batch.record(request)
      try batch.perform(.tag(add: ["trip"], remove: []), on: lunch)
    }
    return try book.transactions().rows.map(\.row.tags)
  }

  static func fieldEdit(_ book: Book, _ receipt: TransactionID) throws -> [String?] {
    try book.perform(.set(.payment(.card)), on: receipt)
    try book.perform(.empty(.note), on: receipt)
    try book.perform(.tag(add: ["client"], remove: []), on: receipt)
    try book.perform(.delete, on: receipt)
    let row = try book.transaction(receipt).row
    return [row.payment?.rawValue, row.note, row.tags.first, "\(try book.transactions().matching)"]
  }

  // MARK: - Changes

  static func ledgerChanges(_ book: AsyncBook, _ group: GroupID) async throws -> String? {
    var screen = try await book.groupScreen(group)
    let changes = try await book.changes()
    _ = try await book.run { try $0.renameGroup(group, to: "Bonn") }
    for await change in changes {
      if change.concerns(group) { screen = try await book.groupScreen(group) }
      break
    }
    return screen.summary.name
  }

  static func bookObservation(_ book: AsyncBook) async throws -> [Int] {
    var counts: [Int] = []
    for try await home in book.observe({ try $0.home() }) {
      counts.append(home.drafts)
      break
    }
    return counts
  }

  @MainActor
  static func observedScreen(_ book: AsyncBook) async throws -> Int? {
    let home = ObservedScreen(book) { try $0.home() }
    while home.value == nil { try await Task.sleep(for: .milliseconds(5)) }
    let drafts = home.value?.drafts  // `nil` until the first value is read
    return drafts
  }

  static func longWork(_ book: AsyncBook) async throws -> [Double] {
    var (bar, count) = (0.0, 0)
    for try await step in book.rebuild() {
      if let progress = step.progress { bar = progress.fraction }
      if let report = step.value { count = report.transactions }
    }
    let report = try await book.rebuild().value
    return [bar, Double(count), Double(report.transactions)]
  }

  static func work(_ book: AsyncBook, _ requests: [RecordRequest]) async throws -> Int {
    let work = book.work { book, tell in
      for (number, request) in requests.enumerated() {
        try book.record(request)
        try tell(number + 1)
      }
    }
    try await work.value
    return try await book.read { try $0.count(TransactionFilter()) }
  }

  /// A file of an app.
  final class Output {
    private(set) var bytes: [UInt8] = []
    func write(_ bytes: [UInt8]) throws { self.bytes += bytes }
  }

  static func exporter(_ book: Book) throws -> [Int] {
    let output = Output()
    let report = try Exporter.export(book, format: .hledger) { try output.write($0) }
    return [report.count, output.bytes.count]
  }

  static func exportChanges(_ book: Book, since seal: ExportSeal) throws -> Int? {
    let changes = try ExportChanges(book, since: seal)
    let count = try changes?.count()
    return count
  }

  static func localErasure(_ book: Book) throws -> EraseReport {
    let erasure = try LocalErasure(book)
    let (events, loss) = (erasure.events, erasure.loss)
    let report = try erasure.perform()
    _ = (events, loss)
    return report
  }

  static func ledgerRecovery(_ settings: Book.Settings) throws -> [String] {
    let recovery = try LedgerRecovery(settings, from: ["/backups/ledger"])
    let plan = recovery.report
    let setAside = try recovery.perform()
    return ["\(plan)", setAside.setAside]
  }

  static func snapshot(_ book: Book, _ filter: TransactionFilter) throws -> [Int] {
    let (position, count, drafts) = try book.read { book in
      (try book.lastPosition(), try book.count(filter), try book.home().drafts)
    }
    return [Int(position.rawValue), count, drafts]
  }

  // MARK: - Upkeep

  static func automaticBackup(_ book: Book, to drive: String) throws -> Bool {
    try book.setAutomaticBackup(to: drive, every: .days(1))
    let failing = try book.status().automaticBackup?.failure
    return failing == nil
  }
}
