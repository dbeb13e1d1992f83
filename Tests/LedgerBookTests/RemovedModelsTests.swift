import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import Testing

@testable import LedgerProjections

/// Models may be deleted at any time: no command loses its fact because of that, and no reader fails.
@Suite("Models that are removed under those who use them")
struct RemovedModelsTests {
  /// The models of a ledger with twenty receipts, as another process would open them.
  private func models(_ ledger: ScreenLedger) throws -> ReadModels {
    ReadModels(of: try LedgerLog.open(ledger.folder, mode: .readWrite), folder: ledger.folder + "/models")
  }

  private func ledger() throws -> ScreenLedger {
    let ledger = try ScreenLedger()
    for number in 0..<20 { try ledger.record("Kiosk \(number)") }
    try ledger.book.close()
    try FileManager.default.removeItem(atPath: ledger.folder + "/models")
    return ledger
  }

  @Test("Removed while they are built, they are built again, and kept in the folder")
  func whileBuilding() throws {
    let ledger = try ledger()
    let models = try models(ledger)
    defer { models.close() }
    var removals = 0
    func remove(_ progress: RebuildProgress) throws {
      guard removals < 3, FileManager.default.fileExists(atPath: ledger.folder + "/models") else { return }
      removals += 1
      try FileManager.default.removeItem(atPath: ledger.folder + "/models")
    }
    models.buildingProgress = remove
    #expect(try models.read { try $0.count(.everything) } == 20)
    #expect(try removals == 3 && FileManager.default.fileExists(atPath: #require(models.path)))
    removals = 0
    #expect(try models.rebuild(progress: remove).transactions == 20)
    #expect(try removals == 3 && FileManager.default.fileExists(atPath: #require(models.path)))
  }

  private static let others = Data("another's".utf8)

  /// Removes the folder under a builder and makes it again as another builder's, whose file has the same name: that.
  private static func plant(in folder: String) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let mark = try #require(names.first { $0.hasSuffix(".building") })
    let file = "\(folder)/\(mark.replacingOccurrences(of: ".building", with: ".sqlite"))"
    try FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    for path in [file, "\(folder)/\(mark)"] { try others.write(to: URL(fileURLWithPath: path)) }
    return file
  }

  @Test("A builder that lost its file touches nothing of what others build under the same name")
  func others() throws {
    let ledger = try ledger()
    let folder = ledger.folder + "/models"
    let models = try models(ledger)
    defer { models.close() }
    var builds = 0
    var planted: String?
    var kept: [Bool] = []
    models.buildingProgress = { _ in
      if let planted {
        kept.append((try? Data(contentsOf: URL(fileURLWithPath: planted))) == Self.others)
        return
      }
      builds += 1
      planted = try Self.plant(in: folder)
    }
    #expect(try models.read { try $0.count(.everything) } == 20)
    // All later steps of the first build come after the second build's, which finds the file as it was.
    #expect(builds == 1 && kept.last == true)
  }

  @Test("So is a history; removed time and again, building it reports so and ends")
  func history() throws {
    let ledger = try ledger()
    let models = try models(ledger)
    defer { models.close() }
    #expect(try models.read { try $0.count(.everything) } == 20)
    var (removals, most) = (0, 3)
    func remove(_ progress: RebuildProgress) {
      guard removals < most, (try? FileManager.default.removeItem(atPath: ledger.folder + "/models")) != nil
      else {
        return
      }
      removals += 1
    }
    guard case .present(_, 0, _) = try models.rebuildHistory(progress: remove) else {
      Issue.record("\(try models.historyState())")
      return
    }
    #expect(removals == 3)
    most = .max
    #expect(throws: ModelError.removed) { try models.rebuildHistory(progress: remove) }
    #expect(try models.historyState() == .absent)
  }

  @Test("A builder of a history that lost its file touches nothing of what others build under the same name")
  func otherHistories() throws {
    let ledger = try ledger()
    let folder = ledger.folder + "/models"
    let models = try models(ledger)
    defer { models.close() }
    var planted: String?
    var kept: [Bool] = []
    _ = try models.rebuildHistory { _ in
      if let planted {
        kept.append((try? Data(contentsOf: URL(fileURLWithPath: planted))) == Self.others)
        return
      }
      planted = try Self.plant(in: folder)
    }
    #expect(kept.last == true)
  }

  @Test("Removed time and again, they are made in memory; a rebuild reports so and ends")
  func timeAndAgain() throws {
    let ledger = try ledger()
    let models = try models(ledger)
    defer { models.close() }
    func remove(_ progress: RebuildProgress) {
      try? FileManager.default.removeItem(atPath: ledger.folder + "/models")
    }
    models.buildingProgress = remove
    #expect(try models.read { try $0.count(.everything) } == 20)
    #expect(models.path == nil)
    #expect(throws: ModelError.removed) { try models.rebuild(progress: remove) }
    #expect(try models.read { try $0.count(.everything) } == 20)
  }

  @Test("Commands while another process removes the folder all the time are all on record")
  func commands() async throws {
    let ledger = try ScreenLedger()
    let path = ledger.folder + "/models"
    let remover = Task.detached {
      while !Task.isCancelled {
        try? FileManager.default.removeItem(atPath: path)
        await Task.yield()
      }
    }
    for number in 0..<40 { try ledger.record("Kiosk \(number)") }
    remover.cancel()
    await remover.value
    #expect(try ledger.book.count(.everything) == 40)
  }
}
