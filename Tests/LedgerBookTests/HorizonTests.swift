import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerProjections
import Testing

/// Everything that screens show, as plain values.
private struct Screens: Equatable {
  var settings: LedgerRow?
  var groups: [GroupSummary]
  var groupRows: [GroupRow]
  var categories: [CategoryRow]
  var rows: [ListedTransaction]
  var journal: [ListedTransaction]
  var drafts: [ListedTransaction]
  var sections: [MonthSection]
  var totals: [Money]
  var page: TransactionPage
  var analyses: [Analysis]
  var hits: [[SearchHit]]
  var details: [TransactionRow]
  var provenance: [[FieldProvenance]]

  init(_ book: Book) throws {
    settings = try? book.ledgerRow()
    groups = try book.groups()
    groupRows = try book.groupRows()
    categories = try book.categories()
    var listed: [ListedTransaction] = []
    try book.forEachTransaction(.everything) { listed.append($0) }
    rows = listed
    var oldestFirst: [ListedTransaction] = []
    try book.journal(.everything) { oldestFirst.append($0) }
    journal = oldestFirst
    drafts = try book.drafts()
    sections = try book.sections()
    totals = try book.totals(TransactionFilter())
    page = try book.transactions(page: PageRequest(limit: 3))
    analyses = try TransactionKind.allCases.flatMap { kind in
      try [AnalysisPeriod.all, .year(2026), .week(year: 2026, week: 24)].map {
        try book.analysis(kind: kind, period: $0)
      }
    }
    hits = try ["re", "berlin", "note", "summe", "x"].map { try book.search($0) }
    let details = try rows.map { try book.transaction($0.row.id) }
    self.details = details.map(\.row)
    provenance = details.map(\.provenance)
    // Hits come in the order in which a device learned of transactions, which is not part of what is known.
    for index in hits.indices { hits[index].sort { $0.transaction.row.id < $1.transaction.row.id } }
  }

  /// The names of the parts that differ.
  func differences(_ other: Screens) -> [String] {
    var names: [String] = []
    func compare<T: Equatable>(_ name: String, _ part: KeyPath<Screens, T>) {
      if self[keyPath: part] != other[keyPath: part] { names.append(name) }
    }
    compare("settings", \.settings)
    compare("groups", \.groups)
    compare("group rows", \.groupRows)
    compare("categories", \.categories)
    compare("rows", \.rows)
    compare("journal", \.journal)
    compare("drafts", \.drafts)
    compare("sections", \.sections)
    compare("totals", \.totals)
    compare("page", \.page)
    compare("analyses", \.analyses)
    compare("search", \.hits)
    compare("details", \.details)
    compare("provenance", \.provenance)
    return names
  }
}

extension Book {
  fileprivate func events() throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    try log.forEachEvent { events.append($0) }
    return events
  }

  fileprivate func takeIn(_ events: [StoredEvent]) throws {
    _ = try log.write { try $0.takeIn(events.map(\.envelope), receivedAtMilliseconds: 1) }
  }
}

/// A ledger of its own that knows some events of another and nothing else.
private final class FreshLedger {
  let book: Book
  private let folder: String

  init(of ledger: UniqueID, _ events: [StoredEvent], clock: ScreenClock = ScreenClock()) throws {
    folder = NSTemporaryDirectory() + "ledger-fresh-" + UUID().uuidString
    let log = try LedgerLog.create(at: folder, ledger: ledger, device: UniqueID.random())
    _ = try log.write { try $0.takeIn(events.map(\.envelope), receivedAtMilliseconds: 1) }
    try log.close()
    book = try Book.open(
      Book.Settings(folder: folder, actor: .person("other"), deviceName: "other", clock: { clock.now() }))
  }

  deinit {
    try? book.close()
    try? FileManager.default.removeItem(atPath: folder)
  }
}

@Suite("As of another moment")
struct HorizonTests {
  @Test("A view that is closed leaves the book that it looks through open")
  func closedView() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    for horizon in [Horizon.now, .position(3), .recordedBy(milliseconds: 0)] {
      let view = ledger.book.asOf(horizon)
      _ = try view.groups()
      try view.close()
      try ledger.record("Rewe")
    }
    #expect(try ledger.book.transactions(page: PageRequest(limit: 9)).rows.count == 4)
  }

  @Test("A log that ends in the middle of a page is damaged when it is opened")
  func truncated() throws {
    let ledger = try ScreenLedger()
    for number in 0..<200 { try ledger.record("Vendor \(number)") }
    try ledger.book.close()
    let path = ledger.folder + "/log.sqlite"
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    let size = try #require(try DurableFile.size(path))
    for length in [size / 2 + 5, 8_192 * 2, 8_192, 4_000] {
      try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: UInt64(length))
      do {
        let book = try Book.open(ledger.book.settings)
        // What is opened may be found damaged later.
        try book.close()
      } catch let error as EventLogError {
        guard case .damaged = error else {
          Issue.record("\(length): \(error)")
          continue
        }
      }
    }
    #expect(throws: EventLogError.self) { _ = try Book.open(ledger.book.settings) }
  }

  @Test(
    "At each position every screen is what a ledger that knows only the events up to there shows",
    arguments: [UInt64(1), 2])
  func positions(seed: UInt64) throws {
    let ledger = try ScreenLedger()
    var person = HistoryPerson(seed: seed)
    for _ in 0..<45 { try person.act(on: ledger.book) }
    let events = try ledger.book.events()
    for position in 0...events.count {
      let past = try Screens(ledger.book.asOf(.position(Position(position))))
      let fresh = try FreshLedger(of: ledger.book.log.ledgerID, Array(events.prefix(position)))
      #expect(past.differences(try Screens(fresh.book)) == [], "seed \(seed), position \(position)")
    }
    let end = try Screens(ledger.book)
    #expect(end.differences(try Screens(ledger.book.asOf(.position(Position(events.count))))) == [])
    #expect(end.differences(try Screens(ledger.book.asOf(.position(.max)))) == [])
    #expect(end.differences(try Screens(ledger.book.asOf(.recordedBy(milliseconds: .max)))) == [])
    #expect(try Screens(ledger.book.asOf(.position(-1))).rows.isEmpty)
  }

  @Test(
    "What was imported late changes no screen before it was, and by its authors' clocks it was there",
    arguments: [UInt64(3), 4])
  func twoDevices(seed: UInt64) throws {
    let ledger = try ScreenLedger()
    let start = ledger.clock.now().milliseconds
    var anna = HistoryPerson(seed: seed)
    for _ in 0..<12 { try anna.act(on: ledger.book) }

    // Another device begins with what is there, and goes on while this one does too.
    let otherClock = ScreenClock()
    let other = try FreshLedger(of: ledger.book.log.ledgerID, ledger.book.events(), clock: otherClock)
    var ben = HistoryPerson(seed: seed &+ 100)
    (ben.known, ben.groups) = (anna.known, anna.groups)
    for turn in 1...40 {
      ledger.clock.set(start + Int64(turn) * 1_000)
      otherClock.set(start + Int64(turn) * 1_000 + 500)
      try anna.act(on: ledger.book)
      try ben.act(on: other.book)
    }
    let before = try ledger.book.log.lastPosition()
    let shown = try Screens(ledger.book)
    let own = Set(try ledger.book.events().map(\.reference))
    let theirs = try other.book.events().filter { !own.contains($0.reference) }
    #expect(theirs.count > 5)
    try ledger.book.takeIn(theirs)
    #expect(shown.differences(try Screens(ledger.book.asOf(.position(before)))) == [])

    let events = try ledger.book.events()
    for position in before...Position(events.count) {
      let past = try Screens(ledger.book.asOf(.position(position)))
      let fresh = try FreshLedger(of: ledger.book.log.ledgerID, Array(events.prefix(Int(position.rawValue))))
      #expect(past.differences(try Screens(fresh.book)) == [], "seed \(seed), position \(position)")
    }
    for turn in 0...16 {
      let instant = start + Int64(turn) * 1_000 + 200
      let past = try Screens(ledger.book.asOf(.recordedBy(milliseconds: instant)))
      let recorded = events.filter { $0.recordedAtMilliseconds <= instant }
      let fresh = try FreshLedger(of: ledger.book.log.ledgerID, recorded)
      #expect(past.differences(try Screens(fresh.book)) == [], "seed \(seed), recorded by turn \(turn)")
    }
  }

  @Test("A look at the past stays as it was while the ledger goes on, and takes no command")
  func steady() throws {
    let ledger = try ScreenLedger()
    let id = try ledger.record("Rewe")
    let past = ledger.book.asOf(.position(try ledger.book.log.lastPosition()))
    let before = try Screens(past)
    try ledger.book.perform(.correct(.vendor, .text("Edeka")), on: id)
    try ledger.record("Aldi")
    #expect(before.differences(try Screens(past)) == [])
    #expect(before.rows.map(\.row.vendor) == ["Rewe"])
    let position = try ledger.book.log.lastPosition()
    #expect(throws: BookError.self) { try past.perform(.delete, on: id) }
    #expect(throws: BookError.self) { try past.createGroup(name: "Berlin") }
    #expect(try ledger.book.log.lastPosition() == position)
  }

  @Test("A clock that went back: by their authors' clocks later events were recorded earlier")
  func clockWentBack() throws {
    let ledger = try ScreenLedger()
    let start = ledger.clock.now().milliseconds
    ledger.clock.set(start + 10_000)
    let late = try ledger.record("late")
    ledger.clock.set(start + 5_000)
    let early = try ledger.record("early")
    func rows(_ horizon: Horizon) throws -> Set<TransactionID> {
      Set(try Screens(ledger.book.asOf(horizon)).rows.map(\.row.id))
    }
    #expect(try rows(.recordedBy(milliseconds: start + 5_000)) == [early])
    #expect(try rows(.recordedBy(milliseconds: start + 9_999)) == [early])
    #expect(try rows(.recordedBy(milliseconds: start + 10_000)) == [early, late])
    #expect(try rows(.recordedBy(milliseconds: start)) == [])
    #expect(try rows(.position(try ledger.book.log.lastPosition() - 1)) == [late])
  }
}
