import EventLog
import Foundation
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerSQLite
import Testing

@Suite("Health: what the events mean hangs together")
struct HealthTests {
  private func health(_ ledger: AuditLedger, models: String? = nil) throws -> Health {
    let path = try #require(try models ?? ledger.book.status().modelsPath)
    return try Health.of(ledger.book, modelsPath: path)
  }

  /// The health of a ledger whose read models were changed without its knowledge.
  private func changed(_ ledger: AuditLedger, _ sql: String) throws -> Health {
    let path = try #require(try ledger.book.status().modelsPath)
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute(sql)
    try connection.close()
    // Not every screen can be shown any more.
    return try health(ledger, models: path)
  }

  private func position(_ ledger: AuditLedger, _ type: EventType) throws -> Position {
    try ledger.last(type).position
  }

  @Test("An undamaged ledger is healthy in both checks and leaves no file")
  func healthy() throws {
    let ledger = try AuditLedger()
    _ = try ledger.capture(reweText)
    _ = try ledger.record(1_000, "REWE")
    for _ in 0..<2 {
      let health = try health(ledger)
      #expect(health.isHealthy, "\(health.findings)")
      #expect(health.notes.isEmpty)
      #expect(health.models.contains { $0.name == "transaction_row" && $0.rows == 2 && $0.differences == 0 })
    }
    #expect(!FileManager.default.fileExists(atPath: ledger.folder + "/models/verify"))
  }

  @Test("models-match: a row that differs is found with the event since which it does")
  func wrongRow() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    try ledger.book.perform(.correct(.vendor, .text("ALDI")), on: id)
    let corrections = try ledger.events().filter { $0.type == "FieldCorrected" }.map(\.position)
    // The value before the last correction: that one was not applied.
    var health = try changed(ledger, "UPDATE transaction_row SET vendor = 'EDEKA'")
    #expect(health.findings.map(\.invariant) == [.modelsMatch])
    #expect(health.findings.first?.position == corrections[1])
    #expect(health.findings.first?.words.contains("vendor is EDEKA, by the log ALDI") == true)
    // A value that it never had: the finding names the event with the right one.
    health = try changed(ledger, "UPDATE transaction_row SET vendor = 'Nobody'")
    #expect(health.findings.first?.position == corrections[1])
    health = try changed(ledger, "UPDATE transaction_row SET vendor = 'REWE'")
    #expect(health.findings.first?.position == corrections[0])
  }

  @Test(
    "models-match: blocks that differ from the rows",
    arguments: [
      "DELETE FROM facet_block", "UPDATE facet_value SET value = 'EDEKA' WHERE value = 'REWE'",
      "UPDATE facet_block SET number = number + 7",
    ])
  func wrongBlock(change: String) throws {
    let ledger = try AuditLedger()
    _ = try ledger.record(1_000, "REWE")
    let health = try changed(ledger, change)
    #expect(health.findings.map(\.invariant) == [.modelsMatch])
    #expect(health.findings.first?.words.hasPrefix("facet_block") == true)
  }

  /// The file with the words of the search.
  private func searchPath(_ ledger: AuditLedger) throws -> String {
    let folder = ledger.folder + "/models/"
    let names = try DurableFile.list(folder).filter { $0.hasPrefix("search-") && $0.hasSuffix(".sqlite") }
    #expect(names.count == 1)
    return folder + (try #require(names.first))
  }

  @Test(
    "models-match: a search that finds something else than the log has, or has lost its words",
    arguments: [
      "UPDATE search_text SET digest = digest + 1", "DELETE FROM search_text",
      "INSERT INTO search_text (key, digest) VALUES (999, 1)",
      "INSERT INTO search_names (rowid, vendor) VALUES (999, 'EDEKA')",
      "INSERT INTO search (rowid, paper) VALUES (1, 'EDEKA')",
      "INSERT INTO search (search, rowid, paper) VALUES ('delete', 7, 'REWE')",
      "INSERT INTO search (search) VALUES ('delete-all')",
    ])
  func wrongSearch(change: String) throws {
    let ledger = try AuditLedger()
    _ = try ledger.capture(reweText)
    // Before anybody has searched there is no index, and nothing to compare.
    #expect(try health(ledger).models.contains { $0.name == "search" } == false)
    _ = try ledger.book.search("rewe")
    var health = try health(ledger)
    #expect(health.isHealthy, "\(health.findings)")
    #expect(health.models.contains { $0.name == "search" && $0.rows == 1 && $0.differences == 0 })
    let connection = try Connection(path: searchPath(ledger), mode: .readWrite)
    try connection.execute(change)
    try connection.close()
    health = try self.health(ledger)
    #expect(Set(health.findings.map(\.invariant)) == [.modelsMatch])
    #expect(health.findings.first?.words.hasPrefix("search") == true)
  }

  @Test("models-match: a search that has the texts and lost a word of them", arguments: [0, 1])
  func lostWord(place: Int) throws {
    let ledger = try AuditLedger()
    _ = try ledger.record(1_000, "QUZZLE")
    #expect(try ledger.book.search("quzzle").count == 1)
    let path = try searchPath(ledger)
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try connection.close()
    // As a damaged page would have it: in each of the two indexes a zero precedes the word.
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let word = Data("0quzzle".utf8)
    var places: [Data.Index] = []
    while let found = bytes.range(of: word, in: (places.last.map { $0 + 1 } ?? 0)..<bytes.count) {
      places.append(found.lowerBound)
    }
    try #require(places.count == 2)
    bytes[places[place] + 6] = UInt8(ascii: "f")
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.write(contentsOf: bytes)
    try file.close()
    let health = try health(ledger)
    #expect(health.findings.map(\.invariant) == [.modelsMatch])
    let words = try #require(health.findings.first?.words)
    #expect(
      words.hasSuffix(": its words are not those of the log; `events rebuild --model search` makes right ones"))
    #expect(health.models.first { $0.name == "search" }?.differences == 1)
  }

  @Test("models-match: an index that lost its entries, which no row shows", arguments: [false, true])
  func lostEntries(isOfHistory: Bool) throws {
    let ledger = try AuditLedger()
    for number in 1...5 { _ = try ledger.record(Int64(number) * 100, "REWE") }
    let models = try #require(try ledger.book.status().modelsPath)
    if isOfHistory { try ledger.book.rebuildHistory() }
    let folder = ledger.folder + "/models/"
    let name = try DurableFile.list(folder).first { $0.hasPrefix("history-") && $0.hasSuffix(".sqlite") }
    let path = isOfHistory ? folder + (try #require(name)) : models
    #expect(try health(ledger, models: models).isHealthy)
    let connection = try Connection(path: path, mode: .readWrite)
    let index = isOfHistory ? "transaction_version_by_amount" : "transaction_by_amount"
    let root = try #require(
      try connection.statement("SELECT rootpage FROM sqlite_schema WHERE name = '\(index)'").firstInt64())
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try connection.close()
    // An empty leaf: no cell, and the cells begin at the page's end.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64(root - 1) * 8_192)
    try file.write(contentsOf: Data([10, 0, 0, 0, 0, 0x20, 0, 0]))
    try file.close()
    let found = try health(ledger, models: models)
    #expect(found.findings.map(\.invariant) == [.modelsMatch])
    #expect(found.findings.first?.words.contains(index) == true, "\(found.findings)")
  }

  @Test("A search index that lags is compared with the log at the index's position")
  func lateSearch() throws {
    let ledger = try AuditLedger()
    let id = try ledger.capture(reweText)
    _ = try ledger.book.search("rewe")
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    let health = try health(ledger)
    #expect(health.isHealthy, "\(health.findings)")
  }

  @Test("models-match: a missing row, and one too many")
  func missingRow() throws {
    let ledger = try AuditLedger()
    _ = try ledger.record(1_000, "REWE")
    var health = try changed(ledger, "DELETE FROM transaction_row")
    #expect(health.findings.map(\.position) == [try position(ledger, .transactionRecorded)])
    let other = try AuditLedger()
    _ = try other.record(1_000, "REWE")
    health = try changed(other, "INSERT INTO category_row VALUES ('x', 'X', NULL, NULL, '', 1, NULL, NULL)")
    #expect(health.findings.first?.words.contains("nothing of") == true)
    #expect(health.findings.first?.position == nil)
  }

  @Test("totals-match: an event that counted twice, and one that did not count, are named")
  func wrongTotals() throws {
    let ledger = try AuditLedger()
    _ = try ledger.record(1_000, "REWE")
    let second = try ledger.record(250, "ALDI")
    _ = try ledger.record(77, "LIDL")
    let event = try #require(try ledger.book.log.events(of: second.stream).first).position
    var health = try changed(ledger, "UPDATE group_total SET total = total + 250, count = count + 1")
    #expect(health.findings.map(\.invariant) == [.totalsMatch])
    #expect(health.findings.first?.position == event)
    #expect(health.findings.first?.words.contains("counted twice") == true)
    health = try changed(ledger, "UPDATE group_total SET total = total - 500, count = count - 2")
    #expect(health.findings.first?.words.contains("as if event \(event) had not counted") == true)
    health = try changed(ledger, "UPDATE group_total SET total = 1250, count = 2")
    #expect(health.findings.first?.words.contains("this was right before event \(event + 1)") == true)
  }

  @Test("decodes: an event that should be readable and is not")
  func unreadable() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    let draft = EventDraft(
      stream: id.stream, type: "FieldCorrected", schema: 1, payload: Array(#"{"field":"colour"}"#.utf8),
      actor: "user/anna")
    _ = try ledger.book.log.write {
      try $0.append([draft], correlation: .random(), clock: ledger.clock.now(), salts: LedgerLog.randomSalt)
    }
    let health = try health(ledger)
    #expect(health.findings.map(\.invariant) == [.decodes])
    #expect(health.findings.first?.position == (try position(ledger, .fieldCorrected)))
  }

  @Test("An unknown type is no fault: it is noted")
  func unknown() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    let draft = EventDraft(
      stream: id.stream, type: "BalanceGuessed", schema: 1, payload: Array("{}".utf8), actor: "user/anna")
    _ = try ledger.book.log.write {
      try $0.append([draft], correlation: .random(), clock: ledger.clock.now(), salts: LedgerLog.randomSalt)
    }
    let health = try health(ledger)
    #expect(health.isHealthy)
    #expect(health.notes.contains { $0.contains("BalanceGuessed") })
  }

  @Test("begins, no-orphan and saved-is-whole name the record and the event")
  func records() throws {
    let ledger = try AuditLedger()
    let lost = TransactionID(.random())
    try ledger.append(.transactionCleared, to: lost)
    let cleared = try position(ledger, .transactionCleared)
    let id = try ledger.record(1_000, "REWE")
    try ledger.append(.transactionFiled(TransactionEvent.Filed(from: nil, to: GroupID(.random()))), to: id)
    let filed = try position(ledger, .transactionFiled)
    let empty = try ledger.record(500)
    try ledger.append(
      .fieldCorrected(
        TransactionEvent.FieldCorrected(
          field: .total, from: nil, to: .amount(Amount(currency: .eur, minorUnits: 0)))), to: empty
    )
    let health = try health(ledger)
    #expect(health.findings.map(\.invariant) == [.begins, .savedIsWhole, .noOrphan])
    #expect(health.findings.map(\.position) == [cleared, try position(ledger, .fieldCorrected), filed])
  }

  @Test("one-ledger: a second creation")
  func secondCreation() throws {
    let ledger = try AuditLedger()
    let first = try ledger.last(.ledgerCreated)
    let draft = EventDraft(
      stream: first.stream, type: first.type, schema: first.schema, payload: first.payload ?? [],
      actor: "user/anna")
    _ = try ledger.book.log.write {
      try $0.append([draft], correlation: .random(), clock: ledger.clock.now(), salts: LedgerLog.randomSalt)
    }
    #expect(try health(ledger).findings.map(\.invariant) == [.oneLedger])
  }

  @Test("causes-first, seen-first and time-grows: events of another device that break the order")
  func order() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    let own = try ledger.last(.transactionRecorded)
    let device = UniqueID.random()
    func event(_ sequence: UInt64, _ milliseconds: UInt64, seen: Bool = false, cause: Bool = false) throws
      -> ForeignEvent
    {
      func make(_ leaf: SHA256Digest) -> ForeignEvent {
        ForeignEvent(
          reference: EventReference(device: device, sequence: sequence),
          time: HybridTime(milliseconds: milliseconds), recordedAtMilliseconds: Int64(milliseconds),
          offsetMinutes: 0, stream: id.stream, seen: seen ? [own.reference] : [], type: "TransactionCleared",
          schema: 1, correlation: .random(), cause: cause ? own.reference : nil, actor: "user/ben",
          salt: [UInt8](repeating: 1, count: 16), payload: Array("{}".utf8), leaf: leaf)
      }
      let draft = make(own.leaf)
      // The correlation is random: computed of the same value that is sent.
      let leaf = try #require(draft.computedLeaf)
      return ForeignEvent(
        reference: draft.reference, time: draft.time, recordedAtMilliseconds: draft.recordedAtMilliseconds,
        offsetMinutes: draft.offsetMinutes, stream: draft.stream, seen: draft.seen, type: draft.type,
        schema: draft.schema, correlation: draft.correlation, cause: draft.cause, actor: draft.actor,
        salt: draft.salt, payload: draft.payload, leaf: leaf)
    }
    let events = try [
      event(1, 1_000_000_000, seen: true), event(2, 1_000_000_001, cause: true), event(3, 1_000_000_001),
    ]
    _ = try ledger.book.log.takeIn(events, receivedAtMilliseconds: 1)
    let health = try health(ledger)
    #expect(health.findings.map(\.invariant) == [.timeGrows, .causesFirst, .seenFirst])
    let last = try ledger.book.log.lastPosition()
    #expect(health.findings.map(\.position) == [last, last - 1, last - 2])
  }

  @Test("A clock that was set back ten years is noted with the event, and is no fault of the ledger")
  func clock() throws {
    let ledger = try AuditLedger()
    _ = try ledger.record(1_000, "REWE")
    ledger.clock.advance(-10 * 365 * 86_400_000)
    _ = try ledger.record(2_000, "ALDI")
    let health = try health(ledger)
    #expect(health.isHealthy)
    let last = try ledger.book.log.lastPosition()
    #expect(health.notes == ["the clock of laptop was set back by 9 years before event \(last)"])
  }
}
