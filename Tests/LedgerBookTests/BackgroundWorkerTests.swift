import Dispatch
import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import LedgerBook
@testable import LedgerProjections

/// The thread that posts to the models and to the history.
@Suite("The background worker of the models")
struct BackgroundWorkerTests {
  private func appended(_ position: Position) -> AppendedFolds {
    AppendedFolds(after: position - 1, through: position, leaf: SHA256.hash([]), streams: [])
  }

  /// A worker of a ledger without events, with an empty generation at position 0 that it has borrowed.
  private func worker(_ body: (BackgroundWorker, Generation) throws -> Void) throws {
    let ledger = try ScreenLedger()
    let folder = ledger.folder + "/aside"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let generation = try Generation.create(folder + "/one.sqlite", ledger: ledger.book.log.ledgerID)
    try generation.finish()
    let worker = BackgroundWorker(ledger.book.log, history: GenerationFolder(folder, .history))
    worker.lend(generation, at: 0)
    try body(worker, generation)
    worker.close()
    try generation.connection.close()
  }

  @Test("Queued commands are posted in order, and the position after the last is known")
  func inOrder() throws {
    try worker { (worker, generation) throws in
      for position in 1...40 { #expect(worker.post(appended(Position(position)))) }
      #expect(worker.takeBack() == 40)
      #expect(try generation.head()?.position == 40)
      // The models can be lent again.
      worker.lend(generation, at: 40)
      #expect(worker.post(appended(41)))
      #expect(try Wait.until { try generation.head()?.position == 41 }, "the thread posts without being asked")
      #expect(worker.takeBack() == 41)
    }
  }

  @Test("A command that does not follow the models makes the position unknown, and the next is not queued")
  func outOfOrder() throws {
    try worker { (worker, generation) throws in
      #expect(worker.post(appended(2)))
      var next: Position = 3
      let isRefused = Wait.until {
        defer { next += 1 }
        return !worker.post(appended(next))
      }
      #expect(isRefused)
      #expect(worker.takeBack() == nil)
      #expect(try generation.head()?.position == 0)
      worker.lend(generation, at: 0)
      #expect(worker.post(appended(1)) && worker.takeBack() == 1)
    }
  }

  @Test("The queue has a bound while another process holds the models")
  func bound() throws {
    try worker { (worker, generation) throws in
      try generation.connection.execute("PRAGMA busy_timeout = 5000")
      let holder = try Connection(path: try #require(generation.path), mode: .readWrite)
      try holder.begin(.immediate)
      #expect(worker.post(appended(1)))
      // The thread waits for the holder with the first command, which is not in the queue any more.
      #expect(Wait.until { worker.phase == .posting })
      let accepted = (2...200).count { worker.post(appended(Position($0))) }
      #expect(accepted == BackgroundWorker.queuedCommandsMax)
      holder.rollback()
      try holder.close()
      #expect(worker.takeBack() == Position(accepted + 1))
    }
  }

  @Test("Taking the models back waits for no history, and posts what is queued")
  func history() throws {
    let ledger = try ScreenLedger()
    for number in 0..<3 { try ledger.record("Kiosk \(number)") }
    try ledger.book.rebuildHistory()
    let worker = try #require(ledger.book.models.worker)
    let (isFollowing, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    worker.history.willStep = {
      isFollowing.signal()
      mayEnd.wait()
    }
    try ledger.record("Kiosk 3")
    #expect(isFollowing.wait(timeout: .now() + 60) == .success)
    for number in 4..<9 { try ledger.record("Kiosk \(number)") }
    #expect(try ledger.book.count(.everything) == 9, "the thread is still held")
    worker.history.willStep = nil
    mayEnd.signal()
    let last = try ledger.book.log.lastPosition()
    #expect(try ledger.book.historyState() != .absent)
    guard case .present(last, 0, _) = try ledger.book.historyState() else {
      Issue.record("\(try ledger.book.historyState()), the log ends at \(last)")
      return
    }
    #expect(try ledger.book.checkModels().isSame)
  }

  @Test("Batches that are caught up with in the background, and commands in between, are each posted once")
  func mixed() throws {
    let ledger = try ScreenLedger()
    for number in 0..<60 {
      try ledger.record("Kiosk \(number)")
      if number % 3 == 0 { try ledger.book.models.catchUpInBackground() }
      if number % 7 == 0 { #expect(try ledger.book.count(.everything) == number + 1) }
    }
    #expect(try ledger.book.count(.everything) == 60)
    #expect(try ledger.book.checkModels().isSame)
  }

  @Test("Superseded models are removed by the last process that closes them, even if it did not look again")
  func superseded() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Kiosk")
    let old = try #require(try ledger.book.status().modelsPath)
    let other = try Book.open(ledger.book.settings)
    _ = try other.rebuild(progress: nil)
    #expect(FileManager.default.fileExists(atPath: old), "it is open")
    try ledger.book.close()
    #expect(!FileManager.default.fileExists(atPath: old))
    #expect(try other.count(.everything) == 1)
    let new = try #require(try other.status().modelsPath)
    try other.close()
    #expect(FileManager.default.fileExists(atPath: new), "nothing supersedes it")
  }
}
