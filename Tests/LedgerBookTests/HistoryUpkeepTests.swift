import EventLog
import Foundation
import LedgerBytes
import LedgerPlatform
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import LedgerBook
@testable import LedgerDomain
@testable import LedgerProjections

/// The upkeep of the file of history: current, and removed if it belongs to another log.
@Suite("Keeping history")
struct HistoryUpkeepTests {
  private struct Stop: Error {}

  private static func ledger(_ seed: UInt64 = 31, commands: Int = 25) throws -> (ScreenLedger, HistoryPerson) {
    let ledger = try ScreenLedger()
    var person = HistoryPerson(seed: seed)
    for _ in 0..<commands { try person.act(on: ledger.book) }
    return (ledger, person)
  }

  private static func files(_ ledger: ScreenLedger) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: ledger.folder + "/models")
      .filter { $0.hasPrefix("history-") && $0.hasSuffix(".sqlite") }.sorted()
  }

  /// Another process's book.
  private static func open(_ ledger: ScreenLedger) throws -> Book { try Book.open(ledger.book.settings) }

  private static func source(_ book: Book, _ position: Position) throws -> PastSource? {
    let past = book.asOf(.position(position))
    _ = try past.groups()
    return past.pastSource
  }

  private static func isWhole(_ book: Book) throws -> Bool {
    let last = try book.log.lastPosition()
    return try isWhole(book, at: Array(stride(from: last, through: 1, by: -3)))
  }

  private static func isWhole(_ book: Book, at positions: [Position]) throws -> Bool {
    for position in positions {
      let found = try HistoryTables.differences(book, at: position)
      if found != [] {
        Issue.record("position \(position): \(found)")
        return false
      }
    }
    return true
  }

  @Test("Every command posts to it, and no command makes a missing one")
  func commands() throws {
    var (ledger, person) = try Self.ledger()
    #expect(try Self.files(ledger) == [])
    #expect(try ledger.book.historyState() == .absent)
    try ledger.book.rebuildHistory()
    for _ in 0..<15 {
      try person.act(on: ledger.book)
      let last = try ledger.book.log.lastPosition()
      guard case .present(last, 0, let bytes) = try ledger.book.historyState() else {
        Issue.record("\(try ledger.book.historyState()), the log ends at \(last)")
        return
      }
      #expect(bytes > 8_192)
    }
    #expect(try Self.isWhole(ledger.book))
    #expect(try Self.files(ledger).count == 1)
  }

  @Test("What a killed program had appended and not posted is posted at the next use, in pieces that each hold")
  func interrupted() throws {
    var (ledger, person) = try Self.ledger()
    try ledger.book.rebuildHistory()
    let built = try ledger.book.log.lastPosition()
    // Another folder's book does not know of the history: as if it had been killed after each commit.
    let away = ledger.folder + "/models-away"
    try FileManager.default.moveItem(atPath: ledger.folder + "/models", toPath: away)
    for _ in 0..<20 { try person.act(on: ledger.book) }
    try ledger.book.close()
    try? FileManager.default.removeItem(atPath: ledger.folder + "/models")
    try FileManager.default.moveItem(atPath: away, toPath: ledger.folder + "/models")

    let book = try Self.open(ledger)
    defer { try? book.close() }
    let last = try book.log.lastPosition()
    #expect(last > built + 10)
    #expect(try book.historyState() != .absent)
    let history = try #require(book.models.history)
    history.chunk = 3
    let generation = try #require(try history.open())
    var steps = 0
    #expect(throws: Stop.self) {
      _ = try history.catchUp(generation) { _ in
        steps += 1
        if steps == 3 { throw Stop() }
      }
    }
    // What was posted stays, and is whole up to there.
    #expect(try generation.head()?.position == built + 6)
    #expect(try HistoryTables.differences(book, at: built + 5) == [])
    #expect(try generation.head()?.position == built + 6)
    #expect(try Self.isWhole(book))
    #expect(try generation.head()?.position == last)
  }

  @Test(
    "Where there is no room for a post nothing of it stays, commands go on, and the next use makes up for it")
  func full() throws {
    var (ledger, person) = try Self.ledger()
    try ledger.book.rebuildHistory()
    let built = try ledger.book.log.lastPosition()
    let history = try #require(ledger.book.models.history)
    let generation = try #require(try history.open())
    // The process goes on without posting to it, as another would that finds the disk full.
    let other = try Self.open(ledger)
    try ledger.book.close()
    defer { try? other.close() }
    _ = try other.log.write { writer in
      try writer.append(
        (0..<1_500).map { number in
          let event = LedgerEvent.group(
            .groupCreated(
              GroupEvent.Created(name: "A group with a long name \(number)", on: screenDay("2026-06-14")))
          )
          return EventDraft(
            stream: StreamID(kind: "group", id: UniqueID.random()), type: event.type.rawValue,
            schema: EventCodec.current.schema(of: event.type), payload: EventCodec.current.encode(event),
            actor: "user/test")
        }, correlation: UniqueID.random(), clock: .now(), salts: LedgerLog.randomSalt)
    }
    let keeping = try #require(other.models.history)
    let narrow = try #require(try keeping.open())
    let pages = try narrow.connection.statement("PRAGMA page_count").firstInt64() ?? 0
    try narrow.connection.execute("PRAGMA max_page_count = \(pages)")
    #expect(throws: SQLiteError.self) { for _ in 0..<200 { try keeping.step(narrow) } }
    #expect(try generation.head()?.position == built)
    try person.act(on: other)
    // A check of a position folds the log: take those around the refused post and a few of the others.
    let last = try other.log.lastPosition()
    let around = Array(max(1, built - 3)...built + 3) + Array(last - 3...last)
    #expect(try Self.isWhole(other, at: around + Array(stride(from: 1, through: last, by: 97))))
  }

  @Test("A time is the same position with history and without, whatever the clocks did")
  func moments() throws {
    let ledger = try ScreenLedger()
    var random = SeededGenerator(seed: 61)
    let start = ledger.clock.now().milliseconds
    func append(_ count: Int, at milliseconds: Int64) throws {
      _ = try ledger.book.log.write { writer in
        try writer.append(
          (0..<count).map { _ in
            let event = LedgerEvent.group(
              .groupCreated(GroupEvent.Created(name: "Berlin", on: screenDay("2026-06-14"))))
            return EventDraft(
              stream: StreamID(kind: "group", id: UniqueID.random()), type: event.type.rawValue,
              schema: EventCodec.current.schema(of: event.type), payload: EventCodec.current.encode(event),
              actor: "user/test")
          }, correlation: UniqueID.random(), clock: WallClock(milliseconds: milliseconds, offsetMinutes: 0),
          salts: LedgerLog.randomSalt)
      }
    }
    var instants = [start - 1, start, Int64.min, Int64.max]
    func check(_ words: String) throws {
      for instant in instants.flatMap({ [$0 &- 1, $0, $0 &+ 1] }) {
        let (looked, stepped) = (
          try ledger.book.position(knownBy: instant), try ledger.book.log.position(knownBy: instant)
        )
        #expect(looked == stepped, "\(words), \(instant)")
      }
    }
    for turn in 0..<40 {
      // Mostly on, now and then far back.
      let instant =
        start + Int64(turn) * 1_000 - (random.chance(20) ? Int64.random(in: 0...60_000, using: &random) : 0)
      instants.append(instant)
      try append(Int.random(in: 1...150, using: &random), at: instant)
      if turn == 25 {
        try ledger.book.rebuildHistory()
        try check("built")
      }
      // Posted in pieces, several to a block of positions.
      if turn > 25, turn < 37 { _ = try ledger.book.history { _ in } }
    }
    try check("behind")
    _ = try ledger.book.history { _ in }
    try check("kept current")
    try ledger.book.rebuildHistory()
    try check("built at once")
    #expect(try ledger.book.log.lastPosition().rawValue > 2 * Moments.block)
  }

  @Test("History of another log is not read, and its number is not given again")
  func otherLog() throws {
    var (ledger, person) = try Self.ledger()
    try ledger.book.close()
    let saved = ledger.folder + "/saved.sqlite"
    try FileManager.default.copyItem(atPath: ledger.folder + "/log.sqlite", toPath: saved)
    var book = try Self.open(ledger)
    for _ in 0..<6 { try person.act(on: book) }
    try book.rebuildHistory()
    try book.close()
    // A backup came back, and went on otherwise.
    for name in ["log.sqlite", "log.sqlite-wal", "log.sqlite-shm", "log.head"] {
      try? FileManager.default.removeItem(atPath: "\(ledger.folder)/\(name)")
    }
    try FileManager.default.copyItem(atPath: saved, toPath: ledger.folder + "/log.sqlite")
    book = try Self.open(ledger)
    defer { try? book.close() }
    for _ in 0..<60 { _ = try book.createGroup(name: "Another \(UniqueID.random())") }
    #expect(try book.historyState() == .absent)
    let last = try book.log.lastPosition()
    #expect(try Self.source(book, last) == .fold("there is no history"))
    let before = try Self.files(ledger)
    #expect(before.count == 1)
    try book.rebuildHistory()
    #expect(try Self.files(ledger).last.map { !before.contains($0) } == true)
    #expect(try Self.source(book, last) == .history(last))
    #expect(try Self.isWhole(book))
  }

  @Test(
    "That of another version of the program is left alone; a rebuild of everything knows that one was wanted")
  func otherVersion() throws {
    let (ledger, _) = try Self.ledger()
    let folder = ledger.folder + "/models/"
    #expect(try !ledger.book.hasHistory())
    try ledger.book.rebuildHistory()
    let name = try #require(try Self.files(ledger).first)
    try ledger.book.close()
    try FileManager.default.moveItem(
      atPath: folder + name, toPath: folder + "history-0123456789abcdef-4.sqlite")
    let book = try Self.open(ledger)
    defer { try? book.close() }
    #expect(try book.historyState() == .absent)
    #expect(try book.hasHistory())
    // It is no file of models either.
    #expect(try book.status().models == .current)
    #expect(try Self.source(book, 5) == .fold("there is no history"))
    try book.rebuildHistory()
    #expect(try Self.files(ledger).count == 2)
    #expect(try Self.source(book, 5) == .history(5))
  }

  @Test("An unfinished history is not read, and building resumes where it stopped")
  func unfinished() throws {
    let (ledger, _) = try Self.ledger()
    try ledger.book.rebuildHistory()
    let first = try #require(try Self.files(ledger).first)
    let history = try #require(ledger.book.models.history)
    // As a builder leaves it that was killed: the mark is there, the last transaction is not.
    #expect(throws: Stop.self) {
      _ = try history.build(jobs: 1, sizes: BuildSizes(shard: 4), takesCurrent: false) { _ in throw Stop() }
    }
    #expect(try Self.files(ledger) == [first])
    try DurableFile.create(history.folder.mark(2), bytes: [])
    try FileManager.default.copyItem(atPath: history.folder.file(1), toPath: history.folder.file(2))
    #expect(try Self.source(ledger.book, 4) == .history(4))
    #expect(try history.folder.finished() == [1])
    try ledger.book.rebuildHistory()
    #expect(try history.folder.finished().first == 3)
    #expect(!DurableFile.exists(history.folder.mark(2)) && !DurableFile.exists(history.folder.file(2)))
    #expect(try Self.isWhole(ledger.book))
  }

  @Test("A history that went while it was in use is folded past, and a damaged one is built again")
  func damaged() throws {
    var (ledger, person) = try Self.ledger()
    try ledger.book.rebuildHistory()
    let path = try #require(ledger.book.models.history).folder.file(1)
    try FileManager.default.removeItem(atPath: ledger.folder + "/models")
    for _ in 0..<5 { try person.act(on: ledger.book) }
    #expect(try ledger.book.historyState() == .absent)
    #expect(try Self.source(ledger.book, 7) == .fold("there is no history"))
    try Data(repeating: 7, count: 40_000).write(to: URL(fileURLWithPath: path))
    let book = try Self.open(ledger)
    defer { try? book.close() }
    for _ in 0..<3 { try person.act(on: book) }
    #expect(try Self.source(book, 7) == .history(7))
    #expect(try Self.isWhole(book))
  }

  @Test("A history with a damaged block that keeps it from advancing is built again")
  func damagedBlock() throws {
    var (ledger, person) = try Self.ledger()
    try ledger.book.rebuildHistory()
    let path = try #require(ledger.book.models.history).folder.file(1)
    try ledger.book.close()
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("UPDATE facet_block SET columns = x'00'")
    try connection.close()
    let book = try Self.open(ledger)
    defer { try? book.close() }
    for _ in 0..<8 { try person.act(on: book) }
    let last = try book.log.lastPosition()
    #expect(try Self.source(book, last) == .history(last))
    #expect(try Self.isWhole(book))
  }

  @Test(
    "What is taken out of the log does not stay in the history, nor in the one before, and no number is given again"
  )
  func redacted() throws {
    var (ledger, person) = try Self.ledger()
    try ledger.book.rebuildHistory()
    // The first one stays while another process has it open.
    let first = try #require(try Self.files(ledger).first)
    let reader = try Connection(path: ledger.folder + "/models/" + first, mode: .readWrite)
    defer { try? reader.close() }
    #expect(try reader.statement("SELECT count(*) FROM model").firstInt64() == 1)
    try ledger.book.rebuildHistory()
    #expect(try Self.files(ledger).count == 2)
    let log = ledger.book.log
    let event = try #require(try log.event(at: try log.lastPosition()))
    let redacted = LedgerEvent.ledger(
      .eventRedacted(SettingsEvent.EventRedacted(event: event.reference, why: "asked")))
    _ = try log.write { writer in
      try writer.append(
        [
          EventDraft(
            stream: StreamID(kind: "ledger", id: log.ledgerID), type: redacted.type.rawValue,
            schema: EventCodec.current.schema(of: redacted.type), payload: EventCodec.current.encode(redacted),
            actor: "user/test")
        ], correlation: UniqueID.random(), clock: .now(), salts: LedgerLog.randomSalt)
    }
    try person.act(on: ledger.book)
    // A question for its state waits for pending work.
    #expect(try ledger.book.historyState() == .absent)
    #expect(try Self.files(ledger) == [])
    func left() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: ledger.folder + "/models")
        .filter { $0.hasPrefix("history") }.sorted()
    }
    // A number, and no content.
    #expect(try left().map { $0.drop { $0 != "." } } == [".gone", ".lock"])
    #expect(try !ledger.book.hasHistory())
    try ledger.book.rebuildHistory()
    #expect(try Self.files(ledger).map { $0.hasSuffix("-3.sqlite") } == [true])
    #expect(try !left().contains { $0.hasSuffix(".gone") })
    #expect(try Self.isWhole(ledger.book))
  }

  @Test("Two who build at once: the second takes what the first has made")
  func twoBuilders() throws {
    let (ledger, _) = try Self.ledger()
    let history = try #require(ledger.book.models.history)
    let folder = ledger.folder
    var second: Thread?
    let isDone = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var state: HistoryState?
    let settings = ledger.book.settings
    _ = try history.build(jobs: 1, sizes: BuildSizes(shard: 8), takesCurrent: false) { _ in
      guard second == nil else { return }
      let isWaiting = DispatchSemaphore(value: 0)
      let thread = Thread {
        if let book = try? Book.open(settings) {
          state = try? book.rebuildHistory { if $0.isWaiting { isWaiting.signal() } }
          try? book.close()
        }
        isDone.signal()
      }
      thread.start()
      second = thread
      #expect(isWaiting.wait(timeout: .now() + 60) == .success, "it waits for the lock")
    }
    isDone.wait()
    guard case .present? = state else {
      Issue.record("\(String(describing: state)) in \(folder)")
      return
    }
    #expect(try Self.files(ledger).count == 1)
  }

  @Test("rebuild --check compares history with a fold, too, and names which of its tables is wrong")
  func checked() throws {
    let (ledger, _) = try Self.ledger(32, commands: 40)
    try ledger.book.rebuildHistory()
    func differing() throws -> [String] {
      try ledger.book.checkModels().tables.map(\.table).filter { $0.hasPrefix("history") }
    }
    #expect(try differing() == [])
    let path = try #require(ledger.book.models.history).folder.file(1)
    let connection = try Connection(path: path, mode: .readWrite, synchronous: .normal)
    try connection.execute(
      """
      UPDATE day_figure SET total = total + 1 WHERE figure = (SELECT min(figure) FROM day_figure WHERE count > 0);
      UPDATE transaction_version SET ends = begins
      WHERE ends IS NULL AND key = (SELECT max(key) FROM transaction_version)
      """)
    try connection.close()
    let found = try ledger.book.checkModels()
    // The blocks still have that version as a current one.
    #expect(try differing() == ["history transaction_row", "history day_total", "history facet_block"])
    #expect(!found.isSame && found.transactions == 0)
    #expect(found.samples.contains { $0.hasPrefix("history day_total") })
  }

  @Test("By the authors' clocks, and where nothing may be written, the past is folded, history or not")
  func folded() throws {
    let (ledger, _) = try Self.ledger()
    try ledger.book.rebuildHistory()
    let past = ledger.book.asOf(.recordedBy(milliseconds: .max))
    _ = try past.groups()
    #expect(past.pastSource == .fold("authors' clocks are asked"))
    var settings = ledger.book.settings
    settings.isReadOnly = true
    let reader = try Book.open(settings)
    defer { try? reader.close() }
    #expect(try Self.source(reader, 4) == .fold("nothing may be written in this log's folder"))
    #expect(try reader.historyState() == .unavailable)
    #expect(try reader.rebuildHistory() == .unavailable)
  }
}
