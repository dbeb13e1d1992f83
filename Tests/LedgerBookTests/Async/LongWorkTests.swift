import Dispatch
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerSQLite
import LedgerTestSupport
import Synchronization
import Testing

@testable import LedgerBook

/// Work during which commands go on, and that can be ended at each step.
@Suite("Long work")
struct LongWorkTests {
  private let screens: ScreenLedger
  private let settings: Book.Settings

  init() throws {
    screens = try ScreenLedger()
    settings = Book.Settings(folder: screens.folder, actor: .person("other"), deviceName: "other")
  }

  /// Work that records a group a step, and waits before each for a signal if it is given one.
  private func groups(
    _ book: AsyncBook, _ count: Int, _ name: String = "Work",
    before: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> LongWork<Int, Int> {
    book.work { book, tell in
      for number in 1...count {
        before(number)
        try book.createGroup(name: "\(name) \(number)")
        try tell(number)
      }
      return count
    }
  }

  @Test("Commands and screens go on during it, in any order")
  func beside() async throws {
    let book = try await AsyncBook.open(settings)
    let released = DispatchSemaphore(value: 0)
    let begun = Mutex(false)
    let work = groups(book, 2) { number in
      begun.withLock { $0 = true }
      if number == 2 { released.wait() }
    }
    let result = Task { try await work.value }
    #expect(await Wait.suspended { begun.withLock { $0 } })
    // These would wait for ever if the work had their queue.
    try await book.createGroup(name: "Command")
    #expect(try await book.home().groups.map(\.name).contains("Command"))
    for try await _ in book.verify() {}
    released.signal()
    #expect(try await result.value == 2)
    #expect(try await book.home().groups.count == 3)
    try await book.close()
  }

  @Test("It reports steps and at last its result; nothing is done before it is asked for, and each time once")
  func steps() async throws {
    let book = try await AsyncBook.open(settings)
    let work = groups(book, 3)
    #expect(try await book.home().groups.isEmpty)
    var steps: [LongWork<Int, Int>.Step] = []
    for try await step in work { steps.append(step) }
    #expect(steps.last == .finished(3) && steps.last?.value == 3 && steps.last?.progress == nil)
    #expect(steps.dropLast().allSatisfy { $0.progress != nil && $0.value == nil })
    #expect(try await work.value == 3)
    #expect(try await book.home().groups.count == 6)
    try await book.close()
  }

  @Test("A second work begins after the first, and an error of one is thrown by it alone")
  func second() async throws {
    let book = try await AsyncBook.open(settings)
    let works = (groups(book, 5, "First"), groups(book, 5, "Second"))
    async let first = works.0.value
    async let second = works.1.value
    _ = try await (first, second)
    await #expect(throws: Rejection.self) {
      try await book.work { (book, tell: @escaping (Int) throws -> Void) in _ = try book.createGroup(name: "") }
        .value
    }
    let names = try await book.read { book in
      try book.groups().filter { $0.id != nil }.map(\.name)
    }
    let firsts = names.filter { $0.hasPrefix("First") }
    #expect(names.count == 10 && firsts.count == 5)
    let events = try await book.read { book in
      var texts: [String] = []
      try book.forEachEvent(after: 6) { texts.append($0.words.summary.contains("First") ? "1" : "2") }
      return texts.joined()
    }
    #expect(["1111122222", "2222211111"].contains(events), "\(events)")
    try await book.close()
  }

  @Test("A cancelled work ends at its next step, and what it has recorded is kept", arguments: [false, true])
  func cancelled(byBreak: Bool) async throws {
    let book = try await AsyncBook.open(settings)
    let ended = Mutex(false)
    let work = book.work { book, tell in
      defer { ended.withLock { $0 = true } }
      for number in 1...100_000 {
        try book.createGroup(name: "G\(number)")
        try tell(number)
      }
    }
    if byBreak {
      for try await step in work where step.progress ?? 0 >= 2 { break }
    } else {
      let told = Mutex(0)
      let task = Task {
        for try await step in work { told.withLock { $0 = step.progress ?? $0 } }
      }
      #expect(await Wait.suspended { told.withLock { $0 } >= 2 })
      task.cancel()
      _ = await task.result
    }
    #expect(await Wait.suspended { ended.withLock { $0 } })
    let count = try await book.home().groups.count
    #expect((2..<100_000).contains(count))
    let never = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await work.value
    }
    await #expect(throws: CancellationError.self) { try await never.value }
    #expect(try await book.home().groups.count == count)
    try await book.close()
  }

  @Test("Closing ends it at its next step, and leaves what it has recorded; no work begins on a closed ledger")
  func closed() async throws {
    let book = try await AsyncBook.open(settings)
    let told = Mutex(0)
    let work = groups(book, 100_000) { number in told.withLock { $0 = number } }
    let result = Task { try await work.value }
    #expect(await Wait.suspended { told.withLock { $0 } >= 3 })
    try await book.close()
    await #expect(throws: BookError.closed) { try await result.value }
    await #expect(throws: BookError.closed) { try await work.value }
    try await book.reopen()
    #expect(try await book.home().groups.count == told.withLock { $0 })
    try await book.close()
  }

  @Test("A verification can be ended, and a backup that is ended leaves nothing")
  func upkeep() async throws {
    for number in 0..<20 { try screens.record("V\(number)") }
    let book = try await AsyncBook.open(settings)
    #expect(try await book.verify().value.isSound)
    let folder = screens.folder + "/../" + UniqueID.random().description
    for try await step in book.backup(to: folder) {
      #expect(step.progress.map { $0.fraction <= 1 } ?? true)
      break
    }
    let report = try await book.backup(to: folder + "-whole").value
    #expect(report.isWhole && report.events > 20)
    #expect(access(folder, F_OK) != 0 || access(folder + "/log.sqlite", F_OK) == 0, "whole or not there")
    for name in [folder, folder + "-whole"] { try? FileManager.default.removeItem(atPath: name) }
    try await book.close()
  }

  @Test("A ledger that is only read does it too, and records nothing")
  func readOnly() async throws {
    var only = settings
    only.isReadOnly = true
    let book = try await AsyncBook.open(only)
    #expect(try await book.verify().value.isSound)
    await #expect(throws: (any Error).self) { try await groups(book, 1).value }
    try await book.close()
  }

  @Test(
    "Closing ends work on a ledger that is only read, at a step and in a loop", .timeLimit(.minutes(5)))
  func readOnlyClosed() async throws {
    var only = settings
    only.isReadOnly = true
    let book = try await AsyncBook.open(only)
    let begun = Mutex(0)
    let works: [LongWork<Int, Void>] = [
      book.work { book, tell in
        begun.withLock { $0 += 1 }
        while true { try tell(0) }
      },
      book.work { book, tell in
        begun.withLock { $0 += 1 }
        while true { try Interruption.check() }
      },
    ]
    for (index, work) in works.enumerated() {
      let result = Task { try await work.value }
      #expect(await Wait.suspended { begun.withLock { $0 } > index })
      try await book.close()
      await #expect(throws: BookError.closed) { try await result.value }
      try await book.reopen()
    }
    try await book.close()
  }

  @Test("A ledger that is opened again during its closing is open afterwards")
  func reopenedDuringClosing() async throws {
    let book = try await AsyncBook.open(settings)
    let begun = Mutex(false)
    let released = DispatchSemaphore(value: 0)
    let work: LongWork<Int, Void> = book.work { _, tell in
      begun.withLock { $0 = true }
      released.wait()
      try tell(1)
    }
    let result = Task { try await work.value }
    #expect(await Wait.suspended { begun.withLock { $0 } })
    let closing = Task { try await book.close() }
    #expect(await Wait.suspended { book.isClosing })
    let asked = Mutex(false)
    let reopening = Task {
      asked.withLock { $0 = true }
      try await book.reopen()
    }
    #expect(await Wait.suspended { asked.withLock { $0 } })
    // The ledger's queue has time to begin with it.
    for _ in 0..<1_000 { _ = await book.isOpen }
    released.signal()
    try await closing.value
    try await reopening.value
    await #expect(throws: BookError.closed) { try await result.value }
    #expect(await book.isOpen)
    try await book.createGroup(name: "Open")
    #expect(try await book.home().groups.count == 1)
    try await book.close()
    #expect(await !book.isOpen)
  }
}
