import Dispatch
import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerBook

/// Reads have books of their own, apart from the one that records.
@Suite("Reads during commands")
struct ReadersTests {
  private let screens: ScreenLedger
  private let settings: Book.Settings

  init() throws {
    screens = try ScreenLedger()
    settings = Book.Settings(folder: screens.folder, actor: .person("other"), deviceName: "other")
  }

  /// A question that takes a minute unless it is ended.
  private static let long =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000000) SELECT count(*) > 0 FROM n"

  /// Work that has begun and goes on until it is released.
  private final class Hold: Sendable {
    private let begun = DispatchSemaphore(value: 0)
    private let released = DispatchSemaphore(value: 0)

    func hold() {
      begun.signal()
      released.wait()
    }

    func waitForBegin() async {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          self.begun.wait()
          continuation.resume()
        }
      }
    }

    func release() { released.signal() }
  }

  /// The files of the ledger that this process has open.
  ///
  /// A digest of the program does not count. Another test may just write it, into the folder that was used first.
  private var openFiles: [String] {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }.filter { $0.contains(screens.folder) && !$0.contains("/.probe.") }
  }

  @Test("A screen and a search do not wait for a command, and see every command that was done before")
  func duringCommands() async throws {
    try screens.record("Taxi")
    let book = try await AsyncBook.open(settings)
    let hold = Hold()
    let command = Task { try await book.run { _ in hold.hold() } }
    await hold.waitForBegin()
    #expect(try await book.home().groups.count == 1)
    #expect(try await book.search("taxi").hits.count == 1)
    _ = try await book.changes(after: 0)
    hold.release()
    try await command.value
    for number in 1...30 {
      try await book.createGroup(name: "G\(number)")
      #expect(try await book.home().groups.count == number + 1)
    }
    try await book.close()
  }

  @Test("Commands and screens do not wait for long work on the models")
  func duringUpkeep() async throws {
    let book = try await AsyncBook.open(settings)
    let hold = Hold()
    let upkeep = Task { try await book.upkeep { _ in hold.hold() } }
    await hold.waitForBegin()
    try await book.createGroup(name: "Berlin")
    #expect(try await book.home().groups.map(\.name).contains("Berlin"))
    hold.release()
    try await upkeep.value
    try await book.close()
  }

  @Test("A read can record nothing")
  func readOnly() async throws {
    let book = try await AsyncBook.open(settings)
    await #expect(throws: (any Error).self) { try await book.read { try $0.createGroup(name: "Never") } }
    #expect(try await book.home().groups.isEmpty)
    try await book.close()
  }

  @Test("A cancelled task ends its query, and the next one is answered")
  func cancelled() async throws {
    let book = try await AsyncBook.open(settings)
    let hold = Hold()
    let long = Task {
      try await book.read { book in
        hold.hold()
        return try book.isTrue(Self.long)
      }
    }
    await hold.waitForBegin()
    hold.release()
    long.cancel()
    await #expect(throws: CancellationError.self) { try await long.value }
    #expect(try await book.home().groups.isEmpty)
    try await book.close()
  }

  @Test("Closing ends reads under way, refuses commands that wait, and leaves no file open")
  func closing() async throws {
    try screens.book.close()
    let filesBefore = openFiles
    let book = try await AsyncBook.open(settings)
    _ = try await book.home()
    let (reading, recording) = (Hold(), Hold())
    let read = Task {
      try await book.read { book in
        reading.hold()
        return try book.isTrue(Self.long)
      }
    }
    let command = Task { try await book.run { _ in recording.hold() } }
    await reading.waitForBegin()
    await recording.waitForBegin()
    let waiting = Task { try await book.createGroup(name: "Never") }
    reading.release()
    let close = Task { try await book.close() }
    await #expect(throws: BookError.closed) { try await read.value }
    recording.release()
    try await command.value
    await #expect(throws: BookError.closed) { try await waiting.value }
    try await close.value
    #expect(openFiles == filesBefore)
    await #expect(throws: BookError.closed) { try await book.home() }
    await #expect(throws: BookError.closed) { try await book.changes() }
    try await book.reopen()
    #expect(try await book.home().groups.isEmpty)
    try await book.close()
    #expect(openFiles == filesBefore)
  }

  @Test("A search of a large ledger answers at once, and the index is built in the background")
  func search() async throws {
    for number in 0..<520 { try screens.book.createGroup(name: "G\(number)") }
    try screens.record("Taxi")
    let book = try await AsyncBook.open(settings)
    let first = try await book.search("taxi")
    #expect(first.hits.isEmpty && !first.coverage.isComplete)
    #expect(try await book.indexSearch().value.isComplete)
    let second = try await book.search("taxi")
    #expect(second.hits.count == 1 && second.coverage.isComplete)
    try await book.close()
  }

  @Test("A ledger that is only read has one book, which answers too")
  func readOnlyLedger() async throws {
    try screens.record("Taxi")
    var only = settings
    only.isReadOnly = true
    let book = try await AsyncBook.open(only)
    #expect(try await book.home().groups.count == 1)
    #expect(try await book.search("taxi").hits.count == 1)
    for try await _ in book.rebuild() {}
    try await book.close()
  }
}
