import EventLog
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import LedgerBook
@testable import LedgerProjections

/// The index of words grows step by step, in a file of its own.
@Suite("The index of the search (IE-10)")
struct SearchIndexTests {
  private struct Stop: Error {}

  /// A ledger with five records of one vendor, and so many other streams that no search indexes them all by itself.
  ///
  /// Steps are of two streams.
  private static func ledger() throws -> (ScreenLedger, [TransactionID]) {
    let ledger = try ScreenLedger()
    for number in 0..<510 { try ledger.book.createGroup(name: "G\(number)") }
    let ids = try (1...5).map { try ledger.record("Rewe \($0)") }
    ledger.book.models.searchIndex.chunk = 2
    return (ledger, ids)
  }

  private static func found(_ book: Book) throws -> (ids: [TransactionID], coverage: SearchResults.Coverage) {
    let results = try book.searchIndexed("rewe")
    return (results.hits.map(\.transaction.row.id), results.coverage)
  }

  private static func compared(_ ledger: ScreenLedger) throws -> SearchComparison? {
    let folder = ledger.folder + "/models"
    return try SearchComparison(of: ledger.book.log, folder: folder, scratch: folder + "/compared")
  }

  private static func files(_ ledger: ScreenLedger) throws -> [String: UInt64?] {
    let folder = ledger.folder + "/models/"
    let names = try DurableFile.list(folder).filter { $0.hasPrefix("search-") && $0.hasSuffix(".sqlite") }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, DurableFile.inode(folder + $0)) })
  }

  @Test("The latest records are found first, and a search tells how much it has searched")
  func growing() throws {
    let (ledger, ids) = try Self.ledger()
    var (found, coverage) = try Self.found(ledger.book)
    #expect(found.isEmpty && coverage.done == 0 && !coverage.isComplete && coverage.fraction == 0)
    for count in [2, 4] {
      let stepped = try ledger.book.stepSearch()
      (found, coverage) = try Self.found(ledger.book)
      #expect(found == Array(ids.reversed().prefix(count)))
      #expect(coverage == stepped && coverage.done == Int64(count))
    }
    ledger.book.models.searchIndex.chunk = 100
    _ = try ledger.book.stepSearch()
    #expect(try Self.found(ledger.book).ids == ids.reversed())
    // The rest is little.
    #expect(try Self.found(ledger.book).coverage.isComplete)
    #expect(try Self.found(ledger.book).coverage.isComplete)
    #expect(try Self.compared(ledger)?.differing == [])
  }

  @Test("What is recorded, corrected and deleted meanwhile is found as it is now, in both parts")
  func recordedMeanwhile() throws {
    let (ledger, ids) = try Self.ledger()
    _ = try ledger.book.stepSearch()
    let new = try ledger.record("Rewe new")
    try ledger.book.perform(.correct(.vendor, .text("Edeka")), on: ids[4])
    try ledger.book.perform(.correct(.vendor, .text("Edeka")), on: ids[0])
    try ledger.book.perform(.delete, on: ids[1])
    #expect(try Self.found(ledger.book).ids == [new, ids[3]])
    #expect(try ledger.book.search("rewe").map(\.transaction.row.id) == [new, ids[3], ids[2]])
    #expect(try ledger.book.search("edeka").map(\.transaction.row.id) == [ids[4], ids[0]])
    let compared = try #require(try Self.compared(ledger))
    #expect(compared.differing.isEmpty && compared.damaged.isEmpty && compared.structure.isEmpty)
    #expect(compared.transactions == 5)
  }

  @Test("A step that is stopped keeps nothing, and another program goes on where the last step ended")
  func stopped() throws {
    let (ledger, ids) = try Self.ledger()
    _ = try ledger.book.stepSearch()
    #expect(throws: Stop.self) { try ledger.book.stepSearch { throw Stop() } }
    #expect(try Self.found(ledger.book).ids == [ids[4], ids[3]])
    let other = try Book.open(ledger.book.settings)
    other.models.searchIndex.chunk = 2
    #expect(try Self.found(other).ids == [ids[4], ids[3]])
    #expect(try other.stepSearch().done == 4)
    #expect(try Self.found(ledger.book).ids.count == 4)
    other.models.searchIndex.chunk = 1_000
    #expect(try other.search("rewe").count == 5)
    #expect(try Self.found(ledger.book).coverage.isComplete)
    try other.close()
  }

  @Test("A rebuild of the models leaves the index as it is, and a rebuild of the search makes another")
  func rebuilt() throws {
    let (ledger, _) = try Self.ledger()
    #expect(try ledger.book.searchCoverage() == nil)
    ledger.book.models.searchIndex.chunk = 1_000
    #expect(try ledger.book.search("rewe").count == 5)
    let files = try Self.files(ledger)
    #expect(files.count == 1)
    _ = try ledger.book.rebuild()
    #expect(try Self.found(ledger.book).coverage.isComplete)
    #expect(try Self.files(ledger) == files)
    try ledger.book.rebuildSearch()
    #expect(try ledger.book.search("rewe").count == 5)
    #expect(try Self.files(ledger) != files)
  }

  @Test("A search does not wait for thousands of new events, and tells how many it leaves out")
  func farBehind() throws {
    let (ledger, ids) = try Self.ledger()
    #expect(try ledger.book.search("rewe").count == 5)
    let day = screenDay("2026-06-14")
    let money = Money(minorUnits: 1, currency: .eur)
    let recorded = TransactionEvent.Recorded(
      origin: .manual, on: day, kind: .expense, money: money, date: day, vendor: "Rewe")
    try ledger.append((0..<1_001).map { _ in (.transactionRecorded(recorded), TransactionID(.random())) })
    var (found, coverage) = try Self.found(ledger.book)
    #expect(found == ids.reversed() && coverage.eventsBehind == 1_001 && !coverage.isComplete)
    while try !ledger.book.stepSearch().isComplete {}
    (found, coverage) = try Self.found(ledger.book)
    #expect(found.count == 50 && coverage.isComplete)
  }

  @Test("An index with other texts than it should have is made again")
  func otherTexts() throws {
    let (ledger, ids) = try Self.ledger()
    #expect(try ledger.book.search("rewe").count == 5)
    let files = try Self.files(ledger)
    try ledger.book.models.searchIndex.read { index in
      try index.connection.execute("UPDATE search_text SET digest = 1")
    }
    try ledger.book.perform(.correct(.vendor, .text("Edeka")), on: ids[0])
    #expect(try ledger.book.search("rewe").count == 4)
    #expect(try Self.files(ledger) != files)
    #expect(try Self.compared(ledger)?.differing == [])
  }
}
