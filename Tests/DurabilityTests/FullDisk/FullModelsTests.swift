import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerSQLite
import Testing

/// The folder of the read models is full while they are in use.
@Suite("Full folders of models")
struct FullModelsTests {
  @Test(
    "What cannot be posted is not lost: the log has it, screens are right or name the problem, and all is well again",
    arguments: [0, 40 << 10, 200 << 10])
  func posting(room: Int64) throws {
    let scratch = try Scratch("full-models")
    defer { scratch.remove() }
    let settings = Scenario.settings(scratch.folder("ledger"), wait: 200)
    let watched = WatchedFolder(scratch.folder("ledger") + "/models")
    let book = try Book.create(settings, Scenario.new)
    defer { try? book.close() }
    _ = try book.createGroup(name: "Before")
    var recorded = try book.groups().count
    watched.setQuota(watched.usedBytes + room)
    for number in 0..<40 {
      _ = try book.createGroup(name: "Group \(number)")
      recorded += 1
      do {
        let shown = try book.groups().count
        #expect(shown == recorded, "after \(number)")
      } catch let error as SQLiteError {
        #expect(error.kind == .full || error.kind == .io, "\(error)")
      }
    }
    #expect(try book.log.lastPosition() > 40)
    watched.setQuota(nil)
    #expect(try book.groups().count == recorded)
    #expect(try Soundness.problem(book) == nil)
    // Not in memory any more, once something was recorded.
    _ = try book.createGroup(name: "After")
    #expect(try book.groups().count == recorded + 1)
    #expect(try book.status().models == .current)
  }

  @Test(
    "A rebuild that finds no room reports it, leaves the models in service, and goes through when there is room"
  )
  func rebuild() throws {
    let scratch = try Scratch("full-models")
    defer { scratch.remove() }
    let folder = scratch.folder("ledger")
    let watched = WatchedFolder(folder + "/models")
    let book = try Book.create(Scenario.settings(folder, wait: 200), Scenario.new)
    defer { try? book.close() }
    for number in 0..<5 { _ = try book.createGroup(name: "Group \(number)") }
    let shown = try book.groups().count
    let models = try Soundness.models(book)
    let path = try #require(try book.status().modelsPath)
    for room in [Int64(0), 8 << 10, 100 << 10] {
      watched.setQuota(watched.usedBytes + room)
      #expect(throws: (any Error).self, "\(room)") { try book.rebuild() }
      #expect(try book.groups().count == shown)
      #expect(try book.status().modelsPath == path && book.status().models == .current, "still in service")
      watched.setQuota(nil)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder + "/models")
    #expect(left.filter { $0.hasSuffix(".sqlite") }.count == 1, "\(left)")
    _ = try book.rebuild()
    #expect(try Soundness.models(book) == models)
  }
}
