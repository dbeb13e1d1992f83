import EventLog
import Foundation
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import LedgerProjections

/// A history whose bytes are not what was written.
@Suite("A history that is damaged")
struct DamagedHistoryTests {
  private static func filled() throws -> ScreenLedger {
    let ledger = try ScreenLedger()
    var person = HistoryPerson(seed: 22)
    for _ in 0..<60 { try person.act(on: ledger.book) }
    try ledger.record("REWE")
    try ledger.book.rebuildHistory()
    // Otherwise the first screen that reads the damage would mend it.
    ledger.book.mendsModels = false
    return ledger
  }

  private static func path(_ ledger: ScreenLedger) throws -> String {
    let folder = ledger.folder + "/models"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return folder + "/" + (try #require(names.first { $0.hasPrefix("history-") && $0.hasSuffix(".sqlite") }))
  }

  private static func change(_ ledger: ScreenLedger, _ body: (Connection) throws -> Void) throws {
    let connection = try Connection(path: try path(ledger), mode: .readWrite)
    try body(connection)
    try connection.close()
  }

  private static func blocks(_ connection: Connection, _ change: (Int64, inout [UInt8]) -> Void) throws {
    var blocks: [(number: Int64, bytes: [UInt8])] = []
    try connection.statement("SELECT number, columns FROM facet_block").forEachRow {
      blocks.append(($0.int64(0), $0.bytes(1)))
    }
    for block in blocks {
      var bytes = block.bytes
      change(block.number, &bytes)
      let update = try connection.statement("UPDATE facet_block SET columns = ?2 WHERE number = ?1")
      try update.bind(1, block.number)
      try update.bind(2, blob: bytes)
      try update.run()
    }
  }

  /// Reads screens of a past position. Returns whether one reported that it is damaged. No other error is allowed.
  private static func isDamaged(_ ledger: ScreenLedger) throws -> Bool {
    let past = ledger.book.asOf(.position(try ledger.book.log.lastPosition()))
    var filter = TransactionFilter()
    filter.categories = ["food"]
    filter.text = "re"
    let screens: [() throws -> Void] = [
      { _ = try past.list() }, { _ = try past.groups() }, { _ = try past.filterCounts() },
      { _ = try past.count(filter) }, { _ = try past.search("re", filter: filter) },
      { _ = try past.analysis(kind: .expense, period: .all, filter: filter) },
      { _ = try past.value(of: LedgerFigure(.days(.expense, nil), .eur)) },
      {
        _ = try ledger.book.history { reader in
          try reader.changes(of: LedgerFigure(.days(.expense, nil), .eur)).count
        }
      },
    ]
    var isDamaged = false
    for screen in screens {
      do {
        try screen()
      } catch ModelError.damaged {
        isDamaged = true
      }
    }
    return isDamaged
  }

  /// Expects both checks to report the damage, and a rebuild to mend it.
  private static func expectSeen(_ ledger: ScreenLedger, _ note: Comment) throws {
    let comparison = try ledger.book.checkModels()
    #expect(comparison.tables.contains { $0.table == "history facet_block" }, note)
    let models = try ledger.book.status().modelsPath
    func isFound() throws -> Bool {
      try Health.of(ledger.book, modelsPath: models).counts[.modelsMatch] != nil
    }
    #expect(try isFound(), note)
    try ledger.book.rebuildHistory()
    #expect(try !isDamaged(ledger), note)
    #expect(try ledger.book.checkModels().isSame, note)
    #expect(try !isFound(), note)
  }

  @Test(
    "One bit of a column's least value is damage, and a trap nowhere",
    arguments: [FacetColumn.slot, .date, .bits, .category, .currency, .begins, .ends])
  func bit(column: FacetColumn) throws {
    let ledger = try Self.filled()
    try Self.change(ledger) { connection in
      try Self.blocks(connection) { $1[2 + column.rawValue * 9 + 7] ^= column == .ends ? 0x80 : 0x40 }
    }
    #expect(try Self.isDamaged(ledger))
    try Self.expectSeen(ledger, "\(column)")
  }

  @Test(
    "What blocks contain of any time otherwise than the versions is seen",
    arguments: [FacetColumn.slot, .units, .milliseconds, .tags, .begins])
  func ended(column: FacetColumn) throws {
    let ledger = try Self.filled()
    try Self.change(ledger) { connection in
      // Of versions that have ended: no screen of now would show it.
      try Self.blocks(connection) { if $0 < 0 { $1[2 + column.rawValue * 9] ^= 1 } }
    }
    try Self.expectSeen(ledger, "\(column)")
  }

  @Test(
    "Blocks of zeros, and blocks with other bounds than what they hold, are seen",
    arguments: [
      "columns = zeroblob(200)", "columns = zeroblob(136)", "first = first - 1", "last = last - 1",
      "begins = begins + 1", "ends = 1", "number = number + 5000",
    ])
  func shape(change: String) throws {
    let ledger = try Self.filled()
    try Self.change(ledger) { try $0.execute("UPDATE facet_block SET \(change)") }
    _ = try Self.isDamaged(ledger)
    try Self.expectSeen(ledger, "\(change)")
  }

  @Test(
    "A number of a value that cannot be sizes no memory, and impossible counts trap nowhere",
    arguments: [
      "UPDATE facet_value SET id = id | (1 << 40)", "UPDATE facet_value SET id = id | (1 << 61)",
      "UPDATE group_figure SET count = count | (1 << 62)", "UPDATE day_figure SET count = count | (1 << 62)",
    ])
  func number(sql: String) throws {
    let ledger = try Self.filled()
    try Self.change(ledger) { try $0.execute(sql) }
    _ = try Self.isDamaged(ledger)
    try ledger.record("A new vendor")
    _ = try Self.isDamaged(ledger)
    #expect(try !ledger.book.checkModels().isSame)
    try ledger.book.rebuildHistory()
    #expect(try ledger.book.checkModels().isSame)
  }

  @Test("Damage in a block that is posted to is not written on")
  func posted() throws {
    for (column, byte) in [(FacetColumn.slot, 1), (.begins, 7), (.bits, 7)] {
      let ledger = try Self.filled()
      try Self.change(ledger) { connection in
        try Self.blocks(connection) { if $0 >= 0 { $1[2 + column.rawValue * 9 + byte] ^= 0x40 } }
      }
      try ledger.record("REWE")
      #expect(throws: ModelError.self) { try ledger.book.history { _ in } }
      try Self.expectSeen(ledger, "\(column)")
    }
  }

  @Test(
    "The blocks of a history that was built and then kept current contain what its versions contain",
    arguments: [UInt64(1), 2, 3])
  func sound(seed: UInt64) throws {
    let ledger = try ScreenLedger()
    var person = HistoryPerson(seed: seed)
    for _ in 0..<30 { try person.act(on: ledger.book) }
    try ledger.book.rebuildHistory()
    for _ in 0..<6 {
      for _ in 0..<15 { try person.act(on: ledger.book) }
      _ = try ledger.book.history { _ in }
      let connection = try Connection(path: try Self.path(ledger), mode: .readWrite)
      let check = try VersionCheck(connection)
      #expect(check.count == 0 && check.versions > 0, "\(check.words ?? "")")
      try connection.close()
    }
  }
}
