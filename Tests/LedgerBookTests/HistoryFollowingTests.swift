import Dispatch
import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import Synchronization
import Testing

@testable import LedgerBook
@testable import LedgerProjections

/// Commands do not wait for the history: it follows them on another thread.
@Suite("Following with history")
struct HistoryFollowingTests {
  /// A ledger with a history, and the worker that keeps it current.
  private static func ledger(_ seed: UInt64) throws -> (ScreenLedger, HistoryPerson, BackgroundWorker) {
    let ledger = try ScreenLedger()
    var person = HistoryPerson(seed: seed)
    for _ in 0..<20 { try person.act(on: ledger.book) }
    try ledger.book.rebuildHistory()
    return (ledger, person, try #require(ledger.book.models.worker))
  }

  private static func position(_ ledger: ScreenLedger) throws -> Position? {
    let book = try Book.open(ledger.book.settings)
    defer { try? book.close() }
    let history = try #require(book.models.history)
    let generation = try #require(try history.open())
    defer { try? generation.connection.close() }
    return try generation.head()?.position
  }

  /// Where the thread that keeps history was stopped, and whether it was another than the test's.
  private final class Gate: Sendable {
    private let isOpen = DispatchSemaphore(value: 0)
    private let here = pthread_self()
    private let seen = Mutex((stops: 0, isHere: false))

    /// Called where a transaction of history would begin.
    func stop() {
      let isHere = pthread_equal(pthread_self(), here) != 0
      seen.withLock { seen in
        seen.stops += 1
        if isHere { seen.isHere = true }
      }
      // On the thread of the commands nobody would ever open it.
      if !isHere {
        isOpen.wait()
        isOpen.signal()
      }
    }

    func open() { isOpen.signal() }
    var stops: Int { seen.withLock { $0.stops } }
    var wasHere: Bool { seen.withLock { $0.isHere } }
  }

  @Test("Commands neither touch nor wait for the history file on their thread; its readers do")
  func behind() throws {
    var (ledger, person, worker) = try Self.ledger(41)
    let built = try ledger.book.log.lastPosition()
    let gate = Gate()
    worker.history.willStep = { gate.stop() }
    // While the thread is stopped all of them are appended, and screens are read.
    for _ in 0..<40 {
      try person.act(on: ledger.book)
      _ = try ledger.book.groups()
    }
    let last = try ledger.book.log.lastPosition()
    #expect(last > built + 15)
    #expect(try Self.position(ledger) == built)
    #expect(!gate.wasHere)
    gate.open()
    guard case .present(last, 0, _) = try ledger.book.historyState() else {
      Issue.record("\(try ledger.book.historyState()), the log ends at \(last)")
      return
    }
    #expect(!gate.wasHere)
    // Many commands to a transaction.
    #expect(1...8 ~= gate.stops, "\(gate.stops)")
    #expect(try HistoryTables.differences(ledger.book, at: last) == [])
    #expect(try HistoryTables.differences(ledger.book, at: built + 7) == [])
  }

  @Test("History followed command by command has the same bytes as history built at once")
  func sameBytes() throws {
    var (ledger, person, _) = try Self.ledger(42)
    for number in 0..<60 {
      try person.act(on: ledger.book)
      if number % 7 == 0 { _ = try ledger.book.historyState() }
    }
    let last = try ledger.book.log.lastPosition()
    #expect(try Self.position(ledger).map { $0 <= last } == true)
    _ = try ledger.book.historyState()
    #expect(try Self.position(ledger) == last)
    #expect(try ledger.book.checkModels().isSame)
  }

  @Test("A book that is closed has posted what it appended, and leaves no file of history open")
  func closed() throws {
    var (ledger, person, worker) = try Self.ledger(43)
    // The pause makes the thread slow, so that a caller that does not wait for it is noticed.
    worker.history.willStep = { Thread.sleep(forTimeInterval: 0.3) }
    for _ in 0..<12 { try person.act(on: ledger.book) }
    let last = try ledger.book.log.lastPosition()
    try ledger.book.close()
    let left = try FileManager.default.contentsOfDirectory(atPath: ledger.folder + "/models")
    #expect(left.filter { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") } == [])
    #if os(Linux)
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
      }
      #expect(open.filter { $0.hasPrefix(ledger.folder + "/models/") } == [])
    #endif
    #expect(try Self.position(ledger) == last)
  }

  @Test("A history that another process holds lags, which is known, and its next reader makes up for it")
  func held() throws {
    var (ledger, person, worker) = try Self.ledger(44)
    let built = try ledger.book.log.lastPosition()
    let path = try #require(ledger.book.models.history).folder.file(1)
    let holder = try Connection(path: path, mode: .readWrite, synchronous: .normal)
    try holder.begin(.immediate)
    for _ in 0..<6 { try person.act(on: ledger.book) }
    worker.settleHistory()
    #expect((worker.history.failure as? SQLiteError)?.kind == .busy)
    #expect(try Self.position(ledger) == built)
    let last = try ledger.book.log.lastPosition()
    guard case .present(built, built.distance(to: last), _) = try ledger.book.historyState() else {
      Issue.record("\(try ledger.book.historyState())")
      return
    }
    holder.rollback()
    try holder.close()
    #expect(try HistoryTables.differences(ledger.book, at: last) == [])
    #expect(try Self.position(ledger) == last)
  }

  @Test("Another program's rebuild of history is followed from then on")
  func superseded() throws {
    let (ledger, _, _) = try Self.ledger(45)
    try ledger.record("Kiosk")
    _ = try ledger.book.historyState()  // The thread has the first one open.
    let other = try Book.open(ledger.book.settings)
    defer { try? other.close() }
    try other.rebuildHistory()
    // One command: what is not followed at once is looked for again after a second.
    try ledger.record("Kiosk")
    let last = try ledger.book.log.lastPosition()
    guard case .present(last, 0, _) = try ledger.book.historyState() else {
      Issue.record("\(try ledger.book.historyState())")
      return
    }
    #expect(try other.models.history?.folder.finished().first == 2)
  }
}
