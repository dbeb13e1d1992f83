import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerSQLite
import Testing

@testable import LedgerBook
@testable import LedgerProjections

/// What another process sees of a rebuild, before, while and after the new models take over.
@Suite("From one generation of read models to the next")
struct SwitchOfGenerationTests {
  private func path(_ ledger: ScreenLedger, _ number: Int) -> String {
    "\(ledger.folder)/models/\(ReadModels.fingerprint)-\(number).sqlite"
  }

  /// The models of a ledger, opened again, as another process would.
  private func models(_ ledger: ScreenLedger, folder: String? = nil) throws -> ReadModels {
    ReadModels(
      of: try LedgerLog.open(ledger.folder, mode: .readWrite), folder: folder ?? ledger.folder + "/models",
      busyTimeoutMilliseconds: 200)
  }

  private func count(_ models: ReadModels) throws -> Int {
    try models.read { try $0.count(TransactionFilter()) }
  }

  private func damage(_ path: String, _ sql: String) throws {
    let connection = try Connection(path: path, mode: .readWrite, synchronous: .normal)
    try connection.execute(sql)
    try connection.close()
  }

  @Test(
    "A process with the old models open learns that they were superseded: their errors are no longer shown")
  func superseded() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    let other = try models(ledger)
    defer { other.close() }
    #expect(try count(other) == 1)
    try damage(path(ledger, 1), "DELETE FROM transaction_row; DELETE FROM facet_block")
    #expect(try count(other) == 0, "they are believed until somebody makes them anew")
    _ = try ledger.book.rebuild()
    #expect(try count(other) == 1)
    #expect(other.path == path(ledger, 2))
  }

  @Test("What was half made at a power cut, and lost its mark, is ignored: models are made again")
  func halfMade() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    _ = try ledger.book.home()
    try ledger.book.rebuildHistory()
    try ledger.book.close()
    let folder = ledger.folder + "/models/"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".sqlite") }
    #expect(files.count == 2)
    for file in files {
      // Of what was written only some pages have reached the disk.
      let connection = try Connection(path: folder + file, mode: .readWrite)
      let root = try connection.statement("SELECT rootpage FROM sqlite_schema WHERE name = 'model'")
        .firstInt64()
      try connection.close()
      let handle = try #require(FileHandle(forUpdatingAtPath: folder + file))
      try handle.seek(toOffset: UInt64(8_192 * (try #require(root) - 1)))
      try handle.write(contentsOf: Data(count: 8_192))
      try handle.close()
    }
    let book = try Book.open(ledger.book.settings)
    defer { try? book.close() }
    #expect(try book.historyState() == .absent)
    try book.createGroup(name: "Trip")
    #expect(try book.models.read { try $0.count(TransactionFilter()) } == 1)
    #expect(book.models.path == path(ledger, 2))
    guard case .present(_, 0, _) = try book.rebuildHistory() else {
      Issue.record("\(try book.historyState())")
      return
    }
  }

  @Test("The file before the new one stays until the next rebuild: a process may be reading it")
  func fileBefore() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    let other = try models(ledger)
    defer { other.close() }
    try other.read { reader in
      _ = try ledger.book.rebuild()
      #expect(DurableFile.exists(path(ledger, 1)) && DurableFile.exists(path(ledger, 2)))
      #expect(try reader.count(TransactionFilter()) == 1)
    }
    #expect(try count(other) == 1)
    _ = try ledger.book.rebuild()
    #expect(!DurableFile.exists(path(ledger, 1)) && DurableFile.exists(path(ledger, 3)))
    #expect(try count(other) == 1)
  }

  @Test("While the new ones are built, and when that was stopped, the old ones are in service")
  func stopped() throws {
    struct Stop: Error {}
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    _ = try ledger.book.groups()
    let other = try models(ledger)
    defer { other.close() }
    var looks = 0
    #expect(throws: Stop.self) {
      try ledger.book.rebuild { progress in
        looks += 1
        #expect(try count(other) == 1)
        #expect(other.path == path(ledger, 1))
        if progress.done == progress.all { throw Stop() }
      }
    }
    #expect(looks > 0)
    let later = try models(ledger)
    defer { later.close() }
    #expect(try later.state() == .current)
    #expect(try count(later) == 1)
    #expect(later.path == path(ledger, 1) && !DurableFile.exists(path(ledger, 2)))
  }

  @Test(
    "An event that cannot be read stops a rebuild wherever it is, on one thread and on three",
    arguments: [1, 3], [0, 7, 29])
  func unreadable(jobs: Int, place: Int) throws {
    let ledger = try ScreenLedger()
    var bad: Position = 0
    for number in 0..<30 {
      let id = try ledger.record("Rewe")
      guard number == place else { continue }
      bad = try ledger.book.log.lastPosition() + 1
      _ = try ledger.book.log.write { writer in
        try writer.append(
          [
            EventDraft(
              stream: id.stream, type: "FieldCorrected", schema: 1, payload: Array("{}".utf8), actor: "user/x")
          ], correlation: UniqueID.random(), clock: .now(), salts: LedgerLog.randomSalt)
      }
    }
    for folder in [ledger.folder + "/models", nil] {
      let models = ReadModels(of: ledger.book.log, folder: folder)
      defer { models.close() }
      models.jobs = jobs
      models.sizes.shard = 2
      let error = #expect(throws: ModelError.self) { try models.rebuild() }
      guard case .unreadable(bad, "FieldCorrected", _)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      // Without a rebuild it is passed over, and told of.
      #expect(try models.read { try $0.problems().map(\.type) } == ["FieldCorrected"])
    }
  }

  @Test("Models that went to memory, as their folder could not be written, are on the disk again once it can")
  func backFromMemory() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    // Below /sys nobody makes a folder, root neither; then the link leads elsewhere.
    let link = ledger.folder + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/sys")
    let models = try models(ledger, folder: link + "/models")
    defer { models.close() }
    #expect(try count(models) == 1)
    #expect(try models.state() == .inMemory)
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createDirectory(atPath: link, withIntermediateDirectories: false)
    try ledger.record("Edeka")
    #expect(try count(models) == 2)
    #expect(try models.state() == .inMemory, "not at once: every try costs a fold")
    models.retry = .zero
    #expect(try count(models) == 2)
    #expect(try models.state() == .current)
    #expect(models.path?.hasPrefix(link) == true)
    // A rebuild does not wait.
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/sys")
    models.retry = .seconds(3_600)
    #expect(try count(models) == 2)
    #expect(try models.state() == .inMemory)
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createDirectory(atPath: link, withIntermediateDirectories: false)
    _ = try models.rebuild()
    #expect(try models.state() == .current)
  }
}
