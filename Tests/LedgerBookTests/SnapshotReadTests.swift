import Foundation
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import Testing

@testable import EventLog
@testable import LedgerBook
@testable import LedgerProjections

/// Several reads at one position, while another book of the same ledger records.
@Suite("Reads at one position")
struct SnapshotReadTests {
  private let screens: ScreenLedger
  private let other: Book
  private let drafts: TransactionFilter

  init() throws {
    screens = try ScreenLedger()
    let settings = Book.Settings(
      folder: screens.folder, actor: .person("other"), deviceName: "other",
      clock: { [clock = screens.clock] in clock.now() })
    other = try Book.open(settings)
    drafts = .everything
  }

  @Test("Nothing that is recorded meanwhile is seen by any kind of read, and all of it afterwards")
  func meanwhile() throws {
    try screens.record("Kiosk")
    try screens.book.rebuildHistory()
    _ = try other.search("kiosk")
    let seen = try other.read { book in
      let position = try book.lastPosition()
      try screens.record("Kiosk")
      _ = try screens.book.groups()
      let past = book.asOf(.position(.max))
      let counts = [
        try book.count(drafts), try book.search("kiosk").count, try book.home().groups[0].count,
        try past.count(drafts), try past.search("kiosk").count,
        try book.asOf(.recordedBy(milliseconds: .max)).count(drafts),
      ]
      #expect(try book.lastPosition() == position && past.lastPosition() == position)
      #expect(try book.events(backFrom: .max, limit: 1).map(\.position) == [position])
      return counts
    }
    #expect(seen == [1, 1, 1, 1, 1, 1])
    #expect(try other.count(drafts) == 2 && other.search("kiosk").count == 2)
  }

  @Test("If another process brings the search index and the history further, reads are still of the position")
  func searchAhead() throws {
    try screens.record("Kiosk")
    _ = try other.search("kiosk")
    try other.rebuildHistory()
    for isOpen in [true, false] {
      try other.read { book in
        let (position, counted) = (try book.lastPosition(), 1)
        if isOpen { #expect(try book.search("kiosk").count == counted) }
        for _ in 0..<2 {
          // A record that has another name now, and one that is new.
          let hit = try #require(try screens.book.search("kiosk").first)
          try screens.book.perform(.correct(.vendor, .text("Bakery")), on: hit.transaction.row.id)
          try screens.record("Kiosk")
          _ = try screens.book.search("kiosk")
          try screens.book.rebuildHistory()
          #expect(try book.search("kiosk").count == counted)
          let indexed = try book.searchIndexed("kiosk")
          #expect(indexed.hits.count == counted && indexed.coverage.isComplete)
          #expect((try? book.search("kiosk").count) == counted)
          let past = book.asOf(.position(position))
          #expect(try past.count(drafts) == book.count(drafts) && past.search("kiosk").count == counted)
          #expect(try book.position(knownBy: .max) == position)
        }
      }
      let found = try [other, screens.book].map { try $0.search("kiosk").count + $0.search("bakery").count }
      #expect(try found == [other.count(drafts), other.count(drafts)], "the index is whole")
      other.models.close()
    }
  }

  @Test("What records, builds or closes is refused, the day stays the same, and reads in it are parts of it")
  func refused() throws {
    let day = other.today
    try other.read { book in
      #expect(book.today == day)
      screens.clock.set(screens.clock.now().milliseconds + 86_400_000)
      #expect(book.today == day && book.asOf(.position(1)).today == day)
      #expect(throws: EventLogError.inSnapshot) { try book.createGroup(name: "Never") }
      #expect(throws: EventLogError.inSnapshot) { try book.rebuild() }
      #expect(throws: EventLogError.inSnapshot) { try book.rebuildHistory() }
      #expect(throws: EventLogError.inSnapshot) { try book.checkModels() }
      #expect(throws: EventLogError.inSnapshot) { try book.discardSearch() }
      #expect(throws: EventLogError.inSnapshot) { try book.verify() }
      #expect(throws: EventLogError.inSnapshot) { try book.close() }
      try book.prepare()
      #expect(try book.read { try $0.groups() }.isEmpty)
      #expect(try book.asOf(.position(1)).read { try $0.groups() }.isEmpty)
    }
    #expect(other.today == day.adding(days: 1))
    #expect(throws: ScreenError.self) { try other.read { _ in throw ScreenError() } }
    try other.createGroup(name: "Now")
    #expect(try other.groups().count == 1)
  }

  @Test("A ledger that is only read, and models that are damaged or missing, are read in the same way")
  func withoutModels() throws {
    try screens.record("Kiosk")
    var settings = other.settings
    settings.isReadOnly = true
    let only = try Book.open(settings)
    #expect(try only.read { [try $0.count(drafts), try $0.search("kiosk").count] } == [1, 1])
    try only.close()
    let models = try #require(try other.modelsFile())
    try other.read { _ in
      // Deleting them is allowed at any time.
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: models + suffix) }
    }
    #expect(try other.read { try $0.count(drafts) } == 1)
  }

  @Test("A read costs few statements more than its parts")
  func cost() throws {
    try screens.record("Kiosk")
    _ = try other.home()
    func statements(_ body: () throws -> Void) rethrows -> Int64 {
      let before = runs()
      try body()
      return runs() - before
    }
    let plain = try statements { _ = try other.home() }
    let snapshot = try statements { _ = try other.read { try $0.home() } }
    #expect(snapshot <= plain + 4, "\(snapshot) after \(plain)")
    let ten = try statements { for _ in 0..<10 { _ = try other.home() } }
    let together = try statements { try other.read { book in for _ in 0..<10 { _ = try book.home() } } }
    #expect(together < ten, "\(together) after \(ten)")
  }

  private func runs() -> Int64 {
    let connections = [other.log.connection, other.models.service.generation?.connection].compactMap { $0 }
    return connections.flatMap { $0.statementRuns.values }.reduce(0, +)
  }
}
