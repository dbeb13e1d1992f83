import Dispatch
import EventLog
import Foundation
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Synchronization
import Testing

@testable import LedgerBook

@Suite("A pool of ledgers")
struct LedgerPoolTests {
  private let temporary = TemporaryFolder()
  private var folder: String { temporary.path }

  @Sendable
  private static func settings(_ folder: String) -> Book.Settings {
    Book.Settings(folder: folder, actor: .person("anna"), deviceName: "server")
  }

  private func makeLedgers(_ count: Int) throws -> [String] {
    try (0..<count).map { number in
      let path = "\(folder)/\(number)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let new = NewLedger(device: "server", currency: .eur, locale: .default)
      try Book.create(Self.settings(path), new).close()
      return path
    }
  }

  @Test("Many threads use more ledgers than stay open, one thread a ledger at a time")
  func threads() throws {
    let folders = try makeLedgers(12)
    let pool = LedgerPool(limit: 4, settings: Self.settings)
    let inUse = Mutex<Set<Int>>([])
    let failures = Mutex<[String]>([])
    let most = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 96) { turn in
      let number = turn * 7 % folders.count
      // The same folder under two spellings is one ledger.
      let folder = turn.isMultiple(of: 2) ? folders[number] : "\(self.folder)/./\(number)/"
      do {
        try pool.withBook(folder) { book in
          if !inUse.withLock({ $0.insert(number).inserted }) { failures.withLock { $0.append("two") } }
          defer { _ = inUse.withLock { $0.remove(number) } }
          try book.createGroup(name: "Group \(turn)")
        }
        most.withLock { $0 = max($0, pool.openCount) }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [] && pool.openCount <= 4)
    #expect(most.withLock { $0 } <= 4 + ProcessInfo.processInfo.activeProcessorCount + 1)
    for folder in folders {
      let groups = try pool.withBook(folder) { try $0.groups().count(where: { $0.id != nil }) }
      #expect(groups == 8)
    }
    pool.close()
    #expect(pool.openCount == 0)
    #expect(try pool.withBook(folders[0]) { try $0.groups().count } >= 8, "it opens again")
    pool.close()
  }

  @Test("A refused command leaves the book open, and an error of the files closes it")
  func errors() throws {
    let folders = try makeLedgers(1)
    let pool = LedgerPool(settings: Self.settings)
    defer { pool.close() }
    #expect(throws: Rejection.self) { try pool.withBook(folders[0]) { _ = try $0.createGroup(name: "") } }
    #expect(pool.openCount == 1)
    #expect(throws: EventLogError.self) {
      try pool.withBook(folders[0]) { _ in throw EventLogError.busy(milliseconds: 1) }
    }
    #expect(pool.openCount == 0)
    #expect(throws: EventLogError.self) { try pool.withBook(folder + "/none") { _ in } }
    #expect(try pool.withBook(folders[0]) { try $0.groups().isEmpty })
  }

  @Test("Tasks that wait for a locked ledger hold no thread of the others")
  func tasks() async throws {
    let folders = try makeLedgers(2)
    let (ledger, elsewhere) = (folders[0], folders[1])
    let pool = LedgerPool { folder in
      var settings = Self.settings(folder)
      settings.waitMilliseconds = 1_500_000
      return settings
    }
    let released = DispatchSemaphore(value: 0)
    let locked = Mutex(false)
    let holder = Task.detached {
      let book = try await AsyncBook.open(Self.settings(ledger))
      try await book.run { book in
        try book.log.write { _ in
          locked.withLock { $0 = true }
          released.wait()
        }
      }
      try await book.close()
    }
    #expect(await Wait.suspended { locked.withLock { $0 } })
    // Another thread gives the lock back even if no task gets on.
    let steps = Steps()
    let isResponsive = Mutex(false)
    DispatchQueue.global().async {
      let isMet = Wait.until(seconds: 900) { steps.count.withLock { $0 } >= 1_000 }
      isResponsive.withLock { $0 = isMet }
      released.signal()
    }
    let count = ProcessInfo.processInfo.activeProcessorCount + 4
    try await withThrowingTaskGroup { group in
      for number in 0..<count {
        group.addTask {
          _ = try await pool.withBook(ledger) { try $0.createGroup(name: "Group \(number)") }
        }
      }
      group.addTask {
        _ = try await pool.withBook(elsewhere) { try $0.createGroup(name: "Elsewhere") }
        for _ in 0..<1_000 {
          await Task.yield()
          steps.count.withLock { $0 += 1 }
        }
      }
      try await group.waitForAll()
    }
    try await holder.value
    #expect(isResponsive.withLock { $0 }, "other tasks waited for the ledger's lock")
    #expect(try await pool.withBook(ledger) { try $0.groups().count } == count)
    await pool.close()
    #expect(pool.openCount == 0)
  }

  @Test("A task that was cancelled before its turn does nothing, and errors are as in a thread")
  func cancelledTasks() async throws {
    let folders = try makeLedgers(1)
    let pool = LedgerPool(settings: Self.settings)
    for isOpen in [false, true] {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await pool.withBook(folders[0]) { try $0.createGroup(name: "Never") }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(pool.openCount == (isOpen ? 1 : 0))
      #expect(try await pool.withBook(folders[0]) { try $0.groups().isEmpty })
    }
    await #expect(throws: Rejection.self) {
      try await pool.withBook(folders[0]) { try $0.createGroup(name: "") }
    }
    await #expect(throws: EventLogError.self) { try await pool.withBook(folder + "/none") { _ in } }
    await pool.close()
  }

  /// The steps that a task has taken.
  private final class Steps: Sendable {
    let count = Mutex(0)
  }

  @Test("Work that asks for its own ledger again is a fault, and does not wait for itself")
  func nested() async throws {
    await #expect(processExitsWith: .failure) {
      let folder = TemporaryFolder().path
      let settings = { @Sendable in Book.Settings(folder: $0, actor: .person("anna"), deviceName: "server") }
      try Book.create(settings(folder), NewLedger(device: "server", currency: .eur, locale: .default)).close()
      let pool = LedgerPool(settings: settings)
      try pool.withBook(folder) { _ in _ = try pool.withBook(folder) { try $0.groups() } }
    }
  }
}
