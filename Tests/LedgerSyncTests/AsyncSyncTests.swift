import Dispatch
import Foundation
import LedgerBytes
import LedgerDomain
import Synchronization
import Testing

@testable import LedgerBook
@testable import LedgerSync

/// A sync during an app's commands.
@Suite("A sync of an app")
struct AsyncSyncTests {
  private let scratch = TemporaryFolder(inMemory: true)

  /// A ledger in a shared folder, and one of another device without its events.
  private func devices(_ groups: Int) async throws -> (laptop: AsyncBook, phone: AsyncBook, shared: String) {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    try laptop.sync(shared)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    for number in 0..<groups { try laptop.book.createGroup(name: "G\(number)") }
    let settings = (laptop.book.settings, phone.book.settings)
    try laptop.book.close()
    try phone.book.close()
    return (try await AsyncBook.open(settings.0), try await AsyncBook.open(settings.1), shared)
  }

  @Test("Commands are recorded during it, the ledgers are equal after it, and a second one has nothing to do")
  func beside() async throws {
    let (laptop, phone, shared) = try await devices(50)
    #expect(try await laptop.sync(with: shared).value.sent == 50)
    var steps = 0
    var received = 0
    for try await step in phone.sync(with: shared) {
      try await phone.createGroup(name: "During \(steps)")
      steps += 1
      if let report = step.value { received = report.receivedCount }
    }
    #expect(steps > 0 && received == 50)
    _ = try await phone.sync(with: shared).value
    _ = try await laptop.sync(with: shared).value
    let names = try await laptop.read { try $0.groupRows().map(\.name).sorted() }
    #expect(names.count == 50 + steps)
    #expect(try await phone.read { try $0.groupRows().map(\.name).sorted() } == names)
    let again = try await phone.sync(with: shared).value
    #expect(again.sent == 0 && again.receivedCount == 0)
    try await laptop.close()
    try await phone.close()
  }

  @Test("What came before it was ended is kept, and the next one brings the rest", arguments: [false, true])
  func ended(byClose: Bool) async throws {
    let (laptop, phone, shared) = try await devices(5)
    for round in 0..<3 {
      _ = try await laptop.sync(with: shared).value
      try await laptop.createGroup(name: "Round \(round)")
    }
    _ = try await laptop.sync(with: shared).value
    // The work stops at its first step, as that of a task that is cancelled at this moment does.
    let begun = Mutex(false)
    let released = DispatchSemaphore(value: 0)
    let work: LongWork<SyncReport, SyncReport> = phone.work { book, tell in
      var hooks = SyncHooks()
      hooks.eventsAtOnce = 1
      hooks.progress = { report in
        guard report.receivedCount > 0 else { return }
        begun.withLock { $0 = true }
        released.wait()
        try tell(report)
      }
      return try book.sync(with: shared, hooks: hooks)
    }
    let task = Task { try await work.value }
    #expect(await Wait.suspended { begun.withLock { $0 } })
    if byClose {
      async let closing: Void = phone.close()
      #expect(await Wait.suspended { phone.isClosing })
      released.signal()
      try await closing
      await #expect(throws: BookError.closed) { try await task.value }
      try await phone.reopen()
    } else {
      task.cancel()
      released.signal()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    let came = try await phone.read { try $0.groupRows().count }
    #expect(came > 0 && came < 8)
    _ = try await phone.sync(with: shared).value
    #expect(try await phone.read { try $0.groupRows().count } == 8)
    #expect(try await phone.verify().value.isSound)
    try await laptop.close()
    try await phone.close()
  }

  @Test("A folder that is missing, and a closed ledger, are errors of the work")
  func wrong() async throws {
    let (laptop, phone, shared) = try await devices(1)
    await #expect(throws: SyncError.self) { try await phone.sync(with: shared + "/none").value }
    try await phone.createGroup(name: "Goes on")
    try await phone.close()
    await #expect(throws: BookError.closed) { try await phone.sync(with: shared).value }
    try await laptop.close()
  }

  @Test("A sync that only sends can be stopped before each file, and not once all is done")
  func sending() async throws {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    for number in 0..<3 { try laptop.book.createGroup(name: "G\(number)") }
    let steps = Mutex(0)
    func sync(stoppingAt last: Int, evenAtTheEnd: Bool = false) throws -> SyncReport {
      steps.withLock { $0 = 0 }
      return try laptop.book.sync(with: shared) { report in
        let step = steps.withLock { steps in
          steps += 1
          return steps
        }
        if step == last || evenAtTheEnd && report.sent > 0 { throw CancellationError() }
      }
    }
    for step in 1...3 { #expect(throws: CancellationError.self) { try sync(stoppingAt: step) } }
    let report = try sync(stoppingAt: .max, evenAtTheEnd: true)
    #expect(report.sent > 3 && steps.withLock { $0 } > 3)
    #expect(try sync(stoppingAt: .max).sent == 0)
    try laptop.book.close()
  }
}
