import Foundation
import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Synchronization
import Testing

@testable import ExampleApp
@testable import LedgerBook

@Suite("Events as they come")
struct FollowedEventsTests {
  @Test("What is on record comes first, then what others record, and the end comes with the close")
  func follow() async throws {
    let screens = try ScreenLedger()
    try screens.book.createGroup(name: "First")
    let settings = Book.Settings(folder: screens.folder, actor: .person("other"), deviceName: "other")
    let book = try await AsyncBook.open(settings)
    let seen = Mutex<[String]>([])
    let follower = Task {
      for try await event in try book.events(of: [.group]) {
        if case .known(let values) = event.content { seen.withLock { $0.append(values.summary) } }
      }
    }
    #expect(await Wait.suspended { seen.withLock { $0.count == 1 } })
    try screens.book.createGroup(name: "Second")
    #expect(await Wait.suspended { seen.withLock { $0.count == 2 } })
    try await book.createGroup(name: "Third")
    #expect(await Wait.suspended { seen.withLock { $0.count == 3 } })
    try await book.close()
    try await follower.value
    let names = seen.withLock { $0 }
    #expect(zip(names, ["First", "Second", "Third"]).allSatisfy { $0.contains($1) }, "\(names)")
    #expect(throws: BookError.closed) { try book.events() }
  }

  @Test("An app's own model is shown now, and after each command of another program")
  func ownModel() async throws {
    let screens = try ScreenLedger()
    try screens.record("Taxi")
    let book = try await AsyncBook.open(
      Book.Settings(folder: screens.folder, actor: .person("other"), deviceName: "other"))
    let shown = Mutex<[Int]>([])
    let follower = Task {
      try await VendorTotals.follow(book, from: VendorTotals()) { model in
        shown.withLock { $0.append(model.rows.count) }
      }
    }
    #expect(await Wait.suspended { shown.withLock { $0 == [1] } })
    try screens.record("Zoo")
    #expect(await Wait.suspended { shown.withLock { $0.last == 2 } })
    try await book.close()
    try await follower.value
  }

  @Test("A cancelled task ends without an error, and another log with one")
  func ends() async throws {
    let (screens, other) = (try ScreenLedger(), try ScreenLedger())
    try other.record("Zoo")
    let book = try await AsyncBook.open(
      Book.Settings(folder: screens.folder, actor: .person("other"), deviceName: "other"))
    let end = try screens.book.endBookmark()
    let follower = Task {
      var count = 0
      for try await _ in try book.events(after: end) { count += 1 }
      return count
    }
    follower.cancel()
    #expect(try await follower.value == 0)
    let elsewhere = try other.book.endBookmark()
    await #expect(throws: BookError.self) {
      for try await _ in try book.events(after: elsewhere) {}
    }
    try await book.close()
  }
}
