import Ledger

// The examples of events, undo, the past, checks and errors.
extension TypeExamples {
  static func horizon(_ book: Book, _ instant: Int64) throws -> [Int] {
    let past = book.asOf(.recordedBy(milliseconds: instant))
    let drafts = try past.home().drafts
    try past.close()
    return [drafts, try book.asOf(.position(6)).home().drafts, try book.home().drafts]
  }

  static func decodedEvents(_ book: Book, _ bookmark: EventBookmark) throws -> Set<TransactionID> {
    var touched: Set<TransactionID> = []
    var events = book.events(after: bookmark, of: [.transaction])
    while let event = try events.next() { touched.formUnion(event.transactions) }
    return touched
  }

  static func followedEvents(_ book: AsyncBook) async throws -> EventBookmark {
    var bookmark = EventBookmark.start
    for try await event in try book.events(after: bookmark) {
      bookmark = event.bookmark
      if bookmark == (try await book.read { try $0.endBookmark() }) { break }
    }
    return bookmark
  }

  static func undoPlan(_ book: Book, _ action: EventReference) throws -> [String] {
    let plan = try book.undoPlan(of: action)
    let lines = plan.steps.map(\.event.words.summary)  // what undoing would record
    if !plan.hasDependents { try book.undo(action) }
    return lines + ["\(try book.transactions().matching)"]
  }

  static func pastAction(_ book: Book) throws -> Int {
    if let last = try book.undoableActions(limit: 1).first { try book.undo(last.target) }
    return try book.transactions().matching
  }

  static func storedEvent(_ book: Book, _ recorded: Done) throws -> [String] {
    let events = try recorded.positions.compactMap { try book.event(at: $0) }
    let lines = events.map { "\($0.actor): \($0.words.summary)" }
    return lines
  }

  static func integrityReport(_ book: Book) throws -> [String] {
    let report = try book.verify()
    if !report.isSound { return report.attachments.map(\.words) }
    let problems = report.log.findings.map(\.description)
    let damagedPages = report.attachments.map(\.words)
    return problems + damagedPages + ["\(report.isSound)", "\(report.log.events)"]
  }

  static func bookError(_ book: Book) throws -> [String] {
    var choices: [String] = []
    do {
      _ = try book.resolveGroup("Trip")
    } catch BookError.ambiguous(_, _, let candidates, _) {
      choices = candidates.map(\.words)
    }
    return choices
  }

  static func screenWords(_ book: Book, _ receipt: TransactionID, _ locale: LedgerLocale) -> String? {
    var alert: Refusal?
    do { try book.perform(.save, on: receipt) } catch { alert = Refusal(error, in: locale) }
    return alert?.message
  }

  static func rejection(_ book: Book, _ receipt: TransactionID) throws -> [String] {
    var missing: [TransactionField] = []
    do {
      try book.perform(.save, on: receipt)
    } catch Rejection.missingToSave(let fields, _) {
      missing = fields
    }
    return missing.map(\.rawValue)
  }

  static func answer(_ book: Book, _ first: Position, _ last: Position) throws -> String {
    let changed = try book.answer(.difference(from: first, through: last))
    let lines = try changed.jsonLines(Notation(book))
    return lines
  }

  static func answer(_ book: AsyncBook, _ first: Position, _ last: Position) async throws -> String {
    let difference = try await book.answer(.difference(from: first, through: last)).value
    let rows = difference.jsonLines
    return rows
  }

  static func restore(_ folder: String, _ settings: Book.Settings) throws -> [String] {
    let restored = try Book.restore(folder, settings)
    let book = try Book.open(settings)
    defer { try? book.close() }
    return restored.report.isWhole ? try book.groups().compactMap(\.name) : []
  }

  static func match(_ book: Book, _ receipt: TransactionID, _ row: TransactionID) throws -> [TransactionID] {
    try book.match(receipt, withRow: row)
    let rows = try book.unmatch(receipt).rows
    return rows
  }

  static func profile(_ book: Book, _ changed: ImportProfile, _ shape: String) throws {
    try book.setImportProfile(changed, for: shape)
  }

  static func resolve(_ book: Book) throws -> TransactionID {
    let id = try book.resolveTransaction("zalando")
    return id
  }
}
