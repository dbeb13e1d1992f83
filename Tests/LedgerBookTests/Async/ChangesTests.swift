import Dispatch
import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerProjections
import LedgerTestSupport
import Synchronization
import Testing

@testable import LedgerBook

@Suite("Changes as they come")
struct ChangesTests {
  private let screens: ScreenLedger
  private let settings: Book.Settings

  init() throws {
    screens = try ScreenLedger()
    settings = Book.Settings(folder: screens.folder, actor: .person("other"), deviceName: "other")
  }

  @Test("An element names positions, streams and groups: where a receipt was, and where it is")
  func whatChanged() async throws {
    let book = try await AsyncBook.open(settings)
    let berlin = try #require(try screens.book.createGroup(name: "Berlin").group)
    let paris = try #require(try screens.book.createGroup(name: "Paris").group)
    let taxi = try screens.record("Taxi") { $0.group = berlin }
    var changes = try await book.changes().makeAsyncIterator()

    try await book.perform(.file(paris), on: taxi)
    var change = try #require(await changes.next())
    #expect(change.positions == 11...11 && change.transactions == [taxi])
    #expect(change.groups == [berlin, paris] && !change.concernsUnfiled && !change.concernsEverything)
    #expect(change.concerns(taxi) && change.concerns(berlin) && !change.concerns(nil as GroupID?))

    // By another connection this time.
    try screens.book.perform(.file(nil), on: taxi)
    change = try #require(await changes.next())
    #expect(change.positions == 12...12 && change.groups == [paris] && change.concernsUnfiled)
    #expect(!change.concerns(berlin) && !change.concernsCategories)

    try screens.book.renameGroup(paris, to: "Paris, again")
    change = try #require(await changes.next())
    #expect(change.groups == [paris] && change.transactions.isEmpty)
    try screens.book.addCategory(name: "Books")
    change = try #require(await changes.next())
    #expect(change.concernsCategories && change.groups.isEmpty && !change.concernsUnfiled)
    try screens.book.changeDefaults(payment: .cash)
    change = try #require(await changes.next())
    #expect(change.concernsEverything && change.concerns(berlin) && change.concerns(taxi))
    try await book.close()
  }

  @Test("Changes between two reads come as one element, which concerns everything if they are many")
  func coalesced() async throws {
    let book = try await AsyncBook.open(settings)
    var changes = try await book.changes().makeAsyncIterator()
    var ids: Set<TransactionID> = []
    for number in 0..<40 { ids.insert(try screens.record("V\(number)")) }
    var change = try #require(await changes.next())
    var found = change.transactions
    // Whatever was recorded was there before the look.
    #expect(found == ids && change.positions == 7...46 && !change.concernsEverything)
    for number in 0..<201 { try screens.record("W\(number)") }
    change = try #require(await changes.next())
    found = change.transactions
    #expect(change.positions == 47...247 && change.concernsEverything && found.count == 201)
    try await book.close()
  }

  @Test("There are no more elements than ten a second, however often something happens")
  func rate() async throws {
    let book = try await AsyncBook.open(settings)
    let changes = try await book.changes()
    let start = ContinuousClock.now
    let writer = Task { [settings] in
      let other = try Book.open(settings)
      for number in 0..<60 {
        try other.createGroup(name: "Group \(number)")
        // The pause spreads the changes over some tenths of a second.
        try await Task.sleep(for: .milliseconds(5))
      }
      try other.close()
    }
    var count = 0
    for await change in changes {
      count += 1
      if change.positions.upperBound == 66 { break }
    }
    let elapsed = ContinuousClock.now - start
    #expect(count >= 1 && count <= Int(elapsed / .milliseconds(100)) + 1)
    try await writer.value
    try await book.close()
  }

  @Test("A sequence ends when its task is cancelled or the book is closed")
  func ends() async throws {
    let book = try await AsyncBook.open(settings)
    let one = try await book.changes()
    let two = try await book.changes()
    let seen = Seen()
    func count(_ changes: LedgerChanges) -> Task<Int, Never> {
      Task {
        var count = 0
        for await _ in changes {
          count += 1
          seen.add()
        }
        return count
      }
    }
    let first = count(one)
    let second = count(two)
    while one.signal.waitingCount < 2 { await Task.yield() }
    first.cancel()
    #expect(await first.value == 0)
    try screens.record("Taxi")
    #expect(await Wait.suspended { seen.count > 0 })
    try await book.close()
    #expect(await second.value == 1)
    #expect(one.signal.waitingCount == 0)
    var late = two.makeAsyncIterator()
    #expect(await late.next() == nil)
    await #expect(throws: BookError.closed) { _ = try await book.changes() }
  }

  @Test("The system's notice of a file comes when it is written, and when it is put in place")
  func notice() async throws {
    let signal = ChangeSignal()
    let queue = DispatchQueue(label: "notice")
    let notice = try #require(
      FileNotice(folder: screens.folder, file: "noticed", queue: queue) { signal.tick() })
    let path = screens.folder + "/noticed"
    try Data("one".utf8).write(to: URL(fileURLWithPath: path))
    await signal.wait(past: 0)
    let before = try #require(signal.count)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data("two".utf8))
    try handle.close()
    await signal.wait(past: before)
    notice.cancel()
  }

  @Test("A waiting task ends as soon as it is cancelled, without waiting for an event")
  func cancelledWait() async {
    let signal = ChangeSignal()
    let task = Task { await signal.wait(past: 0) }
    while signal.waitingCount == 0 { await Task.yield() }
    task.cancel()
    await task.value
    #expect(signal.waitingCount == 0 && signal.count == 0)
  }

  @Test("A timer polls if the system sends no notices about files")
  func timer() async throws {
    let observation = ChangeObservation(folder: "/nowhere/at/all")
    let before = try #require(observation.signal.count)
    await observation.signal.wait(past: before)
    #expect(observation.signal.count.map { $0 > before } == true)
    observation.finish()
    #expect(observation.signal.count == nil)
  }

  @Test("A log that is another, or shorter, concerns everything")
  func shorter() throws {
    try screens.record("Taxi")
    #expect(try screens.book.change(after: 7) == nil)
    let change = try #require(try screens.book.change(after: 9))
    #expect(change.concernsEverything && change.positions == 1...7)
  }
}

/// Elements that an observer has had.
private final class Seen: Sendable {
  private let value = Mutex(0)

  var count: Int { value.withLock { $0 } }

  func add() { value.withLock { $0 += 1 } }
}
