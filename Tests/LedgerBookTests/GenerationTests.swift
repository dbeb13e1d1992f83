import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerSQLite
import Testing

@testable import LedgerProjections

/// Generations of read models: the choice of the one in service, the fate of the others, and the status.
@Suite("Generations of read models")
struct GenerationTests {
  /// The models of a ledger, opened again, as another process would.
  private func models(_ ledger: ScreenLedger) throws -> ReadModels {
    ReadModels(
      of: try LedgerLog.open(ledger.folder, mode: .readWrite), folder: ledger.folder + "/models",
      busyTimeoutMilliseconds: 200)
  }

  private func files(_ ledger: ScreenLedger) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: ledger.folder + "/models").sorted()
  }

  private func path(_ ledger: ScreenLedger, _ number: Int) -> String {
    "\(ledger.folder)/models/\(ReadModels.fingerprint)-\(number).sqlite"
  }

  /// Runs SQL on a generation, as no program of ours does.
  private func damage(_ path: String, _ sql: String) throws {
    let connection = try Connection(path: path, mode: .readWrite, synchronous: .normal)
    try connection.execute(sql)
    try connection.close()
  }

  private func count(_ models: ReadModels) throws -> Int {
    try models.read { try $0.count(TransactionFilter()) }
  }

  @Test("Status is absent, current, lagging by how many, stale and why")
  func states() throws {
    let ledger = try ScreenLedger()
    try ledger.book.close()
    let models = try models(ledger)
    try FileManager.default.removeItem(atPath: ledger.folder + "/models")
    #expect(try models.state() == .absent)
    try models.catchUp()
    #expect(try models.state() == .current)
    let other = try Book.open(ledger.book.settings)
    try other.log.write { writer in
      _ = try writer.append(
        [
          EventDraft(
            stream: StreamID(kind: "transaction", id: UniqueID.random()), type: "ReceiptSaved", schema: 1,
            payload: Array("{}".utf8), actor: "user/x")
        ], correlation: UniqueID.random(), clock: .now(), salts: LedgerLog.randomSalt)
    }
    #expect(try models.state() == .behind(1))
    try other.close()
    models.close()
    try damage(path(ledger, 1), "UPDATE model SET complete = 0")
    #expect(try models.state() == .stale(.unfinished))
    try damage(path(ledger, 1), "UPDATE model SET complete = 1, ledger = zeroblob(16)")
    #expect(try models.state() == .stale(.otherLog))
  }

  @Test("Models that lack a third of the log are built again, even if their position was known")
  func farBehind() throws {
    let ledger = try ScreenLedger()
    try ledger.book.close()
    try FileManager.default.removeItem(atPath: ledger.folder + "/models")
    let models = try models(ledger)
    models.rebuildsFrom = 8
    let other = try Book.open(ledger.book.settings)
    func append(_ count: Int) throws {
      _ = try other.log.write { writer in
        _ = try writer.append(
          (0..<count).map { number in
            EventDraft(
              stream: StreamID(kind: "group", id: UniqueID.random()), type: "GroupCreated", schema: 1,
              payload: Array(#"{"name":"Far \#(number)","on":"2026-06-14"}"#.utf8), actor: "user/x")
          }, correlation: UniqueID.random(), clock: .now(), salts: LedgerLog.randomSalt)
      }
    }
    func names() throws -> Int { try models.read { try $0.groupRows().count } }
    let groups = try names()
    let built = try files(ledger).filter { $0.hasSuffix("-1.sqlite") }.count
    #expect(built == 1)
    try append(7)
    #expect(try names() == groups + 7)
    #expect(try !files(ledger).contains { $0.hasSuffix("-2.sqlite") })
    try append(Int(try other.log.lastPosition().rawValue))
    #expect(try names() == groups + 7 + Int(try other.log.lastPosition().rawValue) / 2)
    #expect(try files(ledger).contains { $0.hasSuffix("-2.sqlite") })
    #expect(try models.state() == .current)
    // Less than a third of the log is posted.
    let third = Int(try other.log.lastPosition().rawValue) / 3
    try append(third - 1)
    #expect(try models.state() == .behind(Int64(third - 1)))
    try models.catchUp()
    #expect(try !files(ledger).contains { $0.hasSuffix("-3.sqlite") })
    try other.close()
    models.close()
  }

  @Test("An event on a stream that it cannot belong to is unreadable, also where another came late")
  func misplaced() throws {
    let ledger = try ScreenLedger()
    let log = ledger.book.log
    let stream = StreamID(kind: "budget", id: UniqueID.random())
    func append(_ type: String, to log: LedgerLog, at milliseconds: Int64) throws {
      _ = try log.write { writer in
        try writer.append(
          [EventDraft(stream: stream, type: type, schema: 1, payload: Array("{}".utf8), actor: "user/x")],
          correlation: UniqueID.random(), clock: WallClock(milliseconds: milliseconds, offsetMinutes: 0),
          salts: LedgerLog.randomSalt)
      }
    }
    func reasons() throws -> [String?] { try ledger.book.status().problems.map(\.reason) }
    try append("GroupDeleted", to: log, at: 1_780_000_100_000)
    #expect(try reasons() == ["GroupDeleted does not belong to a budget"])
    let elsewhere = ledger.folder + "-elsewhere"
    defer { try? FileManager.default.removeItem(atPath: elsewhere) }
    let other = try LedgerLog.create(at: elsewhere, ledger: log.ledgerID, device: UniqueID.random())
    try append("BudgetMade", to: other, at: 1_780_000_000_000)
    let late = try #require(try other.event(at: 1)).envelope
    try other.close()
    _ = try log.write { try $0.takeIn([late], receivedAtMilliseconds: 1) }
    #expect(try Set(reasons()) == [nil, "GroupDeleted does not belong to a budget"])
  }

  @Test(
    "Models of another version are told apart by their parts, and are not read",
    arguments: [
      ("shape = 'x'", "their tables have another shape"), ("probe = 'x'", "the same events give other rows"),
      ("projector = 1", "the projector is version"), ("types = types || char(10) || 'GoatSold 1'", "GoatSold"),
    ])
  func otherVersions(change: String, words: String) throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    try ledger.book.close()
    let other = "\(ledger.folder)/models/0123456789abcdef-1.sqlite"
    try damage(path(ledger, 1), "UPDATE model SET fingerprint = '0123456789abcdef', \(change)")
    try FileManager.default.moveItem(atPath: path(ledger, 1), toPath: other)
    let models = try models(ledger)
    guard case .stale(let why) = try models.state() else {
      Issue.record("not stale")
      return
    }
    #expect(why.words.contains(words), "\(why)")
    try damage(other, "DELETE FROM transaction_row")
    #expect(try count(models) == 1)
    #expect(DurableFile.exists(other), "another version's models are its own")
    models.close()
  }

  @Test("A generation is complete only if its last transaction marked it so, and a wrong one is never read")
  func incomplete() throws {
    for sql in [
      "UPDATE model SET complete = 0", "UPDATE model SET fingerprint = 'x'", "DELETE FROM model",
      "DROP TABLE model", "UPDATE model SET leaf = zeroblob(32)",
    ] {
      let ledger = try ScreenLedger()
      try ledger.record("Rewe")
      try ledger.book.close()
      try damage(path(ledger, 1), "DELETE FROM transaction_row; " + sql)
      let models = try models(ledger)
      #expect(try count(models) == 1, "\(sql)")
      models.close()
    }
  }

  @Test(
    "A killed builder leaves a mark: its file is reported, not opened, and goes with the next rebuild")
  func killedBuilder() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    try ledger.book.close()
    let left = path(ledger, 2)
    try Data(count: 20_000).write(to: URL(fileURLWithPath: left))
    let mark = left.replacingOccurrences(of: ".sqlite", with: ".building")
    try Data("5 9\n".utf8).write(to: URL(fileURLWithPath: mark))
    let models = try models(ledger)
    #expect(try models.state() == .current)
    #expect(try count(models) == 1)
    #expect(models.path == path(ledger, 1))
    // While another process holds the lock, it is being built.
    do {
      let lock = try FileLock(ledger.folder + "/models/rebuild.lock", wait: true)
      #expect(try models.state() == .building(done: 5, total: 9))
      withExtendedLifetime(lock) {}
    }
    _ = try models.rebuild()
    #expect(models.path == path(ledger, 3))
    #expect(!DurableFile.exists(left) && !DurableFile.exists(mark))
    models.close()
    // Nothing in service, and a mark without a builder: it starts again by itself.
    try FileManager.default.removeItem(atPath: ledger.folder + "/models")
    try FileManager.default.createDirectory(
      atPath: ledger.folder + "/models", withIntermediateDirectories: false)
    try Data("5 9\n".utf8).write(to: URL(fileURLWithPath: mark))
    #expect(try models.state() == .stale(.interrupted))
    #expect(try count(models) == 1)
    models.close()
  }

  @Test("An event that cannot be read stops a rebuild with its position; skipped, on record, it goes through")
  func unreadable() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    _ = try ledger.book.groups()
    try ledger.book.log.write { writer in
      _ = try writer.append(
        [
          EventDraft(
            stream: StreamID(kind: "group", id: UniqueID.random()), type: "GroupCreated", schema: 1,
            payload: Array("{}".utf8), actor: "user/x")
        ], correlation: UniqueID.random(), clock: .now(), salts: LedgerLog.randomSalt)
    }
    let position = try ledger.book.log.lastPosition()
    let before = try files(ledger)
    let error = #expect(throws: ModelError.self) { try ledger.book.rebuild() }
    guard case .unreadable(position, "GroupCreated", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try files(ledger).filter { $0.hasSuffix(".sqlite") } == before.filter { $0.hasSuffix(".sqlite") })
    guard case .broken(position, "GroupCreated", _) = try ledger.book.status().models else {
      Issue.record("not said to be broken")
      return
    }
    #expect(try ledger.book.transactions(TransactionFilter(), page: PageRequest(limit: 5)).rows.count == 1)
    // Only an event that cannot be read can be skipped, and only once.
    #expect(throws: BookError.self) { try ledger.book.skip(1) }
    #expect(try ledger.book.skip(position).positions == [position + 1])
    #expect(try ledger.book.skip(position).isUnchanged)
    _ = try ledger.book.rebuild()
    #expect(try ledger.book.status().models == .current)
  }

  @Test("A superseded generation goes with the last that has it open, and not before")
  func superseded() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    _ = try ledger.book.groups()
    try ledger.book.rebuildHistory()
    let other = try models(ledger)
    #expect(try count(other) == 1)
    _ = try ledger.book.rebuild()
    #expect(DurableFile.exists(path(ledger, 1)) && DurableFile.exists(path(ledger, 2)))
    // It sees that another is in service, and takes that.
    #expect(try count(other) == 1)
    #expect(!DurableFile.exists(path(ledger, 1)))
    other.close()
    _ = try ledger.book.rebuild()
    #expect(!DurableFile.exists(path(ledger, 2)) && DurableFile.exists(path(ledger, 3)))
    try ledger.book.rebuildHistory()
    #expect(try files(ledger).count { $0.hasPrefix("history-") && $0.hasSuffix(".sqlite") } == 1)
    #expect(try ledger.book.rebuild().transactions == 1)
  }

  @Test("A models folder that is deleted or replaced while it is in use comes back, and so do the screens")
  func deletedInUse() throws {
    let ledger = try ScreenLedger()
    let id = try ledger.record("Rewe")
    #expect(try ledger.book.transactions(TransactionFilter(), page: PageRequest(limit: 5)).rows.count == 1)
    try FileManager.default.removeItem(atPath: ledger.folder + "/models")
    #expect(try ledger.book.transactions(TransactionFilter(), page: PageRequest(limit: 5)).rows.count == 1)
    #expect(DurableFile.exists(path(ledger, 1)))
    try FileManager.default.removeItem(atPath: ledger.folder + "/models")
    try ledger.book.perform(.correct(.vendor, .text("Edeka")), on: id)
    let other = try Book.open(ledger.book.settings)
    #expect(try other.transaction(id).row.vendor == "Edeka")
    try other.close()
  }

  @Test("Screens stay right if the models folder is not writable, and status reports it")
  func unwritable() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    // A folder where nobody makes one, root neither.
    let models = ReadModels(of: ledger.book.log, folder: "/sys/ledger-models")
    #expect(try count(models) == 1)
    #expect(try models.state() == .inMemory)
    try ledger.record("Edeka")
    #expect(try count(models) == 2)
    models.close()
  }

  @Test("Generations of other versions go after thirty days without use, and not before")
  func unused() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    let now = Date()
    for (name, days) in [("00000000000000aa-1", 31.0), ("00000000000000bb-1", 29), ("00000000000000cc-1", 31)] {
      let file = "\(ledger.folder)/models/\(name).sqlite"
      try Data("x".utf8).write(to: URL(fileURLWithPath: file))
      try FileManager.default.setAttributes(
        [.modificationDate: now.addingTimeInterval(-days * 86_400)], ofItemAtPath: file)
    }
    // Someone has this one open.
    try Data("x".utf8).write(to: URL(fileURLWithPath: ledger.folder + "/models/00000000000000cc-1.sqlite-shm"))
    _ = try ledger.book.rebuild()
    let names = try files(ledger)
    #expect(!names.contains("00000000000000aa-1.sqlite"))
    #expect(names.contains("00000000000000bb-1.sqlite") && names.contains("00000000000000cc-1.sqlite"))
  }

  @Test(
    "What SQLite kept next to files that are gone goes with the next rebuild; no new file gets its name")
  func strays() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    let folder = ledger.folder + "/models/"
    let own = ReadModels.fingerprint
    let lost = ["\(own)-7", "00000000000000aa-1", "history-00000000000000aa-1", "history-\(own)-2"]
    for name in lost {
      for side in ["-wal", "-shm", "-journal"] {
        try Data("rows".utf8).write(to: URL(fileURLWithPath: folder + name + ".sqlite" + side))
      }
    }
    // These have their file, and that of another version is not old.
    for side in ["", "-wal", "-shm"] {
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "00000000000000bb-1.sqlite" + side))
    }
    _ = try ledger.book.rebuild()
    let names = try files(ledger)
    #expect(!names.contains { name in lost.contains { name.hasPrefix($0) } }, "\(names)")
    #expect(names.count { $0.hasPrefix("00000000000000bb-1.sqlite") } == 3, "\(names)")
    #expect(try ledger.book.status().modelsPath == path(ledger, 8))
    #expect(try ledger.book.groups().map(\.count) == [1])
  }

  @Test("A sweep that was killed with a file half removed has left a mark: nobody opens what is left of it")
  func killedSweep() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    _ = try ledger.book.groups()
    let folder = GenerationFolder(ledger.folder + "/models")
    // A file that cannot be removed, as for a process that dies before it gets there.
    let stuck = path(ledger, 7)
    try FileManager.default.createDirectory(atPath: stuck, withIntermediateDirectories: false)
    for side in ["-wal", "-shm"] { try Data("x".utf8).write(to: URL(fileURLWithPath: stuck + side)) }
    let marked = path(ledger, 6)
    for side in ["", "-wal", "-shm"] { try Data("x".utf8).write(to: URL(fileURLWithPath: marked + side)) }
    folder.remove(7)
    #expect(
      !DurableFile.exists(stuck + "-wal") && !DurableFile.exists(stuck + "-shm") && DurableFile.exists(stuck))
    folder.remove(6)
    let left = try files(ledger).filter { $0.hasPrefix("\(ReadModels.fingerprint)-6") }
    #expect(left == [], "\(left)")
    #expect(try folder.finished() == [1])
  }

  @Test("The second of two simultaneous rebuilds waits and uses the result of the first")
  func twoAtOnce() async throws {
    let ledger = try ScreenLedger()
    try ledger.record("Rewe")
    _ = try ledger.book.groups()
    let settings = ledger.book.settings
    // The lock of a rebuild that another process is at; it ends by making the next generation.
    var lock = try FileLock(ledger.folder + "/models/rebuild.lock", wait: true)
    let mark = ledger.folder + "/models/\(ReadModels.fingerprint)-2.building"
    try Data("1 2\n".utf8).write(to: URL(fileURLWithPath: mark))
    let (waits, signal) = AsyncStream<Void>.makeStream()
    let second = Task.detached {
      defer { signal.finish() }
      let book = try Book.open(settings)
      defer { try? book.close() }
      var hasWaited = false
      let report = try book.rebuild {
        guard $0.isWaiting else { return }
        hasWaited = true
        signal.yield()
      }
      return (report, hasWaited)
    }
    // However long the second takes to get there.
    for await _ in waits { break }
    try FileManager.default.removeItem(atPath: mark)
    withExtendedLifetime(lock) {}
    lock = nil
    let (report, hasWaited) = try await second.value
    #expect(report.wasMadeByAnother && hasWaited && report.transactions == 1)
    #expect(try files(ledger).filter { $0.hasSuffix(".sqlite") }.count == 1)
  }
}
