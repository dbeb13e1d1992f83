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
}
