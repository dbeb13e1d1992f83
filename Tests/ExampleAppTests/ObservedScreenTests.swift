import Foundation
import Ledger
import LedgerTestSupport
import Synchronization
import Testing

/// A screen that an app keeps on the main actor, while its ledger is closed, opened again and cannot be read for a while.
@MainActor
@Suite("An observed screen")
struct ObservedScreenTests {
  /// A read that fails while a test wants it to.
  private final class Fault: Sendable {
    private let isRaised = Mutex(false)

    func set(_ isRaised: Bool) { self.isRaised.withLock { $0 = isRaised } }

    func check() throws { if isRaised.withLock({ $0 }) { throw BookError.unknown(what: "group", text: "") } }
  }

  private func until(_ isShown: () -> Bool) async throws {
    try #require(await Wait.suspended { isShown() }, "the screen does not show it")
  }

  @Test("It goes on after the ledger was closed and opened again, time and again")
  func reopened() async throws {
    let ledger = try await TemporaryLedger(seed: 21)
    let screen = ObservedScreen(ledger.book) { try $0.groups().count }
    try await until { screen.value == 0 }
    for count in 1...3 {
      try await ledger.book.close()
      try await ledger.book.reopen()
      try await ledger.book.createGroup(name: "Group \(count)")
      try await until { screen.value == count }
      #expect(screen.failure == nil)
    }
    try await ledger.book.close()
    let late = ObservedScreen(ledger.book) { try $0.groups().count }
    try await ledger.book.reopen()
    try await until { late.value == 3 }
    try await ledger.remove()
  }

  @Test("A failure goes with the next good read, also if nothing has changed and the value is the same")
  func recovered() async throws {
    let ledger = try await TemporaryLedger(seed: 22)
    let fault = Fault()
    let screen = ObservedScreen(ledger.book) { book in
      try fault.check()
      return try book.categories().count
    }
    try await until { screen.value == 5 && screen.failure == nil }
    for goesOnWithChange in [true, false] {
      fault.set(true)
      try await ledger.book.createGroup(name: "While it fails")
      try await until { screen.failure != nil }
      #expect(screen.value == 5)
      fault.set(false)
      if goesOnWithChange { try await ledger.book.createGroup(name: "Afterwards") }
      try await until { screen.failure == nil }
      #expect(screen.value == 5)
    }
    try await ledger.remove()
  }

  @Test(
    "Changes and values end in the same way when the ledger is closed, and begin in the same way afterwards")
  nonisolated func ends() async throws {
    let ledger = try await TemporaryLedger(seed: 23)
    let book = ledger.book
    var changes = try await book.changes().makeAsyncIterator()
    var values = book.observe { try $0.groups().count }.makeAsyncIterator()
    #expect(try await values.next() == 0)
    try await book.close()
    #expect(await changes.next() == nil)
    #expect(try await values.next() == nil)
    await #expect(throws: BookError.closed) { try await book.changes() }
    var late = book.observe { try $0.groups().count }.makeAsyncIterator()
    await #expect(throws: BookError.closed) { try await late.next() }
    try await ledger.remove()
  }

  @Test("A read that throws a cancellation is a failure like any other, and is tried again after a while")
  func cancelledRead() async throws {
    let ledger = try await TemporaryLedger(seed: 24)
    let fault = Fault()
    let looks = Mutex(0)
    fault.set(true)
    let screen = ObservedScreen(ledger.book) { book in
      looks.withLock { $0 += 1 }
      do { try fault.check() } catch { throw CancellationError() }
      return try book.categories().count
    }
    try await until { screen.failure != nil || looks.withLock { $0 } > 100 }
    #expect(screen.failure != nil && looks.withLock { $0 } < 100)
    fault.set(false)
    try await until { screen.value == 5 && screen.failure == nil }
    try await ledger.remove()
  }
}
