import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import LedgerBook
@testable import LedgerProjections

/// Two devices of one ledger, each with its own folder and clock.
final class HistoryPair {
  let mine: ScreenLedger
  let other: Book
  private let folder: String
  let otherClock = ScreenClock()

  init() throws {
    mine = try ScreenLedger()
    folder = NSTemporaryDirectory() + "ledger-history-" + UUID().uuidString
    try LedgerLog.create(at: folder, ledger: mine.book.log.ledgerID, device: UniqueID.random()).close()
    let clock = otherClock
    other = try Book.open(
      Book.Settings(folder: folder, actor: .person("other"), deviceName: "other", clock: { clock.now() }))
    try exchange(from: mine.book, to: other)
  }

  deinit {
    try? other.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Imports into one book the events that only the other has.
  func exchange(from source: Book, to target: Book) throws {
    var known: Set<EventReference> = []
    try target.log.forEachEvent { known.insert($0.reference) }
    var missing: [ForeignEvent] = []
    try source.log.forEachEvent { if !known.contains($0.reference) { missing.append($0.envelope) } }
    _ = try target.log.takeIn(missing, receivedAtMilliseconds: 1)
  }
}

/// History: the contents of screens at any position, looked up (Design, section 6).
@Suite("History")
struct HistoryTests {
  /// Two people who work at the same time and exchange what they did now and then, so that events come late.
  static func lateLedger(
    seed: UInt64, _ after: (HistoryPair) throws -> Void = { _ in }
  ) throws -> HistoryPair {
    let pair = try HistoryPair()
    var random = SeededGenerator(seed: seed &+ 1_000)
    var anna = HistoryPerson(seed: seed)
    var ben = HistoryPerson(seed: seed &+ 100)
    let start = pair.mine.clock.now().milliseconds
    for turn in 1...28 {
      pair.mine.clock.set(start + Int64(turn) * 1_000)
      pair.otherClock.set(start + Int64(turn) * 1_000 + Int64.random(in: -9_000...900, using: &random))
      try anna.act(on: pair.mine.book)
      try ben.act(on: pair.other)
      (ben.known, ben.groups, ben.rules) = (anna.known, anna.groups, anna.rules)
      if random.chance(25) {
        try pair.exchange(from: pair.other, to: pair.mine.book)
        if random.chance(50) { try pair.exchange(from: pair.mine.book, to: pair.other) }
      }
      try after(pair)
    }
    try pair.exchange(from: pair.other, to: pair.mine.book)
    return pair
  }

  private static func check(_ book: Book, _ words: String) throws {
    let last = try book.log.lastPosition()
    for position in 0...last {
      let found = try HistoryTables.differences(book, at: position)
      #expect(found == [], "\(words), position \(position) of \(last)")
      if !found.isEmpty { return }
    }
  }

  @Test(
    "Built at once, it has at every position what a fold of the events up to there has",
    arguments: [UInt64(1), 2])
  func builtAtOnce(seed: UInt64) throws {
    let ledger = try ScreenLedger()
    var person = HistoryPerson(seed: seed)
    for _ in 0..<70 { try person.act(on: ledger.book) }
    try ledger.book.rebuildHistory()
    try Self.check(ledger.book, "seed \(seed)")
  }

  @Test(
    "A late event changes what is shown from its own position on, and nothing before",
    arguments: [UInt64(3), 4, 5])
  func late(seed: UInt64) throws {
    let pair = try Self.lateLedger(seed: seed)
    var late = 0
    var latest = HybridTime(rawValue: 0)
    try pair.mine.book.log.forEachEvent { event in
      if event.time < latest { late += 1 }
      latest = max(latest, event.time)
    }
    #expect(late > 3)
    try pair.mine.book.rebuildHistory()
    try Self.check(pair.mine.book, "seed \(seed)")
  }

  @Test(
    "Whatever waits for its order in files, it is sound to SQLite, and is what one built in memory is",
    arguments: [1, 30])
  func ordered(sorted: Int) throws {
    let pair = try Self.lateLedger(seed: 11)
    let book = pair.mine.book
    book.models.sizes = BuildSizes(shard: 3, sorted: sorted, sums: 5)
    try book.rebuildHistory()
    #expect(try book.history { try $0.connection.integrityCheck() } == [])
    let built = try Self.allRows(book)
    let log = try LedgerLog.open(book.log.folder, mode: .readOnly)
    defer { try? log.close() }
    let inMemory = ReadModels(of: log, folder: nil)
    let expected = try #require(try inMemory.history(builds: true) { try Self.allRows($0) })
    inMemory.close()
    for table in built.keys.sorted() { #expect(built[table] == expected[table], "\(table)") }
    #expect(built["index"]?.isEmpty == false)
    let names = try DurableFile.list(book.log.folder + "/models")
    #expect(names.allSatisfy { !$0.hasPrefix("aside-") })
  }

  @Test(
    "Kept current, by commands and by batches, it is what one built at once is", arguments: [UInt64(6), 7, 8])
  func keptCurrent(seed: UInt64) throws {
    var turns = 0
    let pair = try Self.lateLedger(seed: seed) { pair in
      turns += 1
      if turns == 4 { try pair.mine.book.rebuildHistory() }
      // Commands have posted to it, or the next use does, whichever comes first.
      if turns % 3 == 0 { _ = try pair.mine.book.groups() }
    }
    let book = pair.mine.book
    _ = try book.groups()
    let last = try book.log.lastPosition()
    guard case .present(let position, let behind, _) = try book.historyState() else {
      Issue.record("there is no history")
      return
    }
    #expect(position == last && behind == 0)
    let followed = try Self.allRows(book)
    try Self.check(book, "seed \(seed), kept current")
    try book.rebuildHistory()
    let built = try Self.allRows(book)
    for table in built.keys.sorted() { #expect(followed[table] == built[table], "seed \(seed), \(table)") }
  }

  /// Every table but the blocks, whose make-up depends on when they were written, and the numbers of sums.
  private static func allRows(_ book: Book) throws -> [String: [String]] {
    try book.history { try allRows($0) } ?? [:]
  }

  private static func allRows(_ reader: HistoryReader) throws -> [String: [String]] {
    var tables: [String: [String]] = [:]
    for name in ModelTable.ofHistory.compactMap(\.table.versions) {
      tables[name] = try rows("SELECT * FROM \(name)", reader)
    }
    for table in [TextChanges.table, Moments.table] {
      tables[table] = try rows("SELECT * FROM \(table)", reader)
    }
    for (table, keys) in [
      ("group_figure", "hex(f.group_id), f.kind, f.currency, f.category"),
      ("day_figure", "f.kind, f.date, f.currency, f.category"), ("tag_figure", "f.tag"),
    ] {
      tables[table] = try rows(
        """
        SELECT \(keys), f.first, f.last, f.count, s.position, s.count, s.total
        FROM \(table) f JOIN figure_step s ON s.figure = f.figure
        """, reader)
    }
    tables["index"] = try rows(
      """
      SELECT currency, minor_units, date, key, ends, stage, begins
      FROM transaction_version INDEXED BY transaction_version_by_amount WHERE stage < 2
      """, reader)
    return tables
  }

  private static func rows(_ sql: String, _ reader: HistoryReader) throws -> [String] {
    var rows: [String] = []
    try reader.connection.statement(sql).forEachRow { row in
      rows.append(
        (0..<row.columnCount).map { row.kind($0) == .blob ? "\(row.bytes($0))" : row.string($0) }.joined(
          separator: "|"))
    }
    return rows.sorted()
  }

  @Test(
    "What was written earlier and comes late does not win over what was written later, from its position on"
  )
  func earlierComesLate() throws {
    let pair = try HistoryPair()
    let id = try pair.mine.record("Rewe")
    try pair.exchange(from: pair.mine.book, to: pair.other)
    let start = pair.mine.clock.now().milliseconds
    pair.mine.clock.set(start + 5_000)
    try pair.mine.book.perform(.correct(.vendor, .text("Edeka")), on: id)
    let before = try pair.mine.book.log.lastPosition()
    pair.otherClock.set(start + 2_000)
    try pair.other.perform(.correct(.vendor, .text("Aldi")), on: id)
    try pair.exchange(from: pair.other, to: pair.mine.book)
    let after = try pair.mine.book.log.lastPosition()
    try pair.mine.book.rebuildHistory()
    let versions = try #require(try pair.mine.book.history { try $0.versions(of: id.stream) })
    let rows: [(from: Position, vendor: String?, conflicts: Int)] = versions.compactMap { version in
      guard case .transaction(let row) = version.row else { return nil }
      return (version.from, row.vendor, row.conflictCount)
    }
    #expect(rows.map(\.vendor) == ["Rewe", "Edeka", "Edeka"])
    #expect(rows.map(\.conflicts) == [0, 0, 1])
    #expect(rows.map(\.from) == [before - 1, before, after])
    try Self.check(pair.mine.book, "an earlier write that came late")
  }

  @Test(
    "What a person files into a group without knowing of its deletion reads as Unfiled, as of each event"
  )
  func filedLate() throws {
    let pair = try HistoryPair()
    let (book, other) = (pair.mine.book, pair.other)
    let group = try #require(try book.createGroup(name: "Berlin").group)
    let first = try pair.mine.record("Rewe") { $0.group = group }
    try pair.exchange(from: book, to: other)
    try book.deleteGroup(group, .keep)
    let deleted = try book.log.lastPosition()
    let late = RecordRequest(
      money: Money(minorUnits: 700, currency: .eur), date: screenDay("2026-06-15"), vendor: "Late",
      category: "food",
      payment: .cash, group: group)
    _ = try other.record(late)
    try pair.exchange(from: other, to: book)
    let last = try book.log.lastPosition()
    try book.restoreGroup(group)
    try book.rebuildHistory()
    let (filed, unfiled) = (LedgerFigure(.group(group), .eur), LedgerFigure(.group(nil), .eur))
    let found = try book.history { (reader: HistoryReader) throws in
      try [deleted - 2, deleted, last, last + 1].map { position in
        try [filed, unfiled].map { try reader.value(of: $0, at: position).minorUnits }
      }
    }
    #expect(found == [[1_000, 0], [0, 1_000], [0, 1_700], [700, 1_000]], "\(first)")
    let changes = try book.history { try $0.changes(of: unfiled) } ?? []
    // Recorded, then filed; deleted; the late one; restored, and filed again.
    #expect(changes.map(\.value.minorUnits) == [1_000, 0, 1_000, 1_700, 1_000, 0])
    for position in (deleted - 2)...(last + 1) {
      let shown = try book.asOf(.position(position)).value(of: unfiled)
      let looked = try book.history { try $0.value(of: unfiled, at: position) }
      #expect(shown == looked)
    }
  }
}
