import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import LedgerBook
@testable import LedgerProjections

/// A command passes its folds on to posting. The result equals that of folding again.
@Suite("Posting what a command has folded")
struct PostingTests {
  private func expectSound(_ book: Book, _ note: Comment) throws {
    let comparison = try book.checkModels()
    #expect(comparison.isSame, "\(comparison.samples.prefix(3)) \(note)")
    let path = try #require(try book.status().modelsPath)
    #expect(try FacetCheck(path: path).count == 0, note)
  }

  /// Changes some columns of a transaction, by number.
  ///
  /// Returns 1 if events resulted, and 0 if the command was refused or had nothing to do.
  private func change(_ book: Book, _ transaction: TransactionID, _ number: Int) throws -> Int {
    let last = try book.log.lastPosition()
    do { try ask(book, transaction, number) } catch is Rejection { return 0 }
    return try book.log.lastPosition() > last ? 1 : 0
  }

  private func ask(_ book: Book, _ transaction: TransactionID, _ number: Int) throws {
    switch number % 9 {
    case 0: try book.perform(.correct(.note, .text("note \(number)")), on: transaction)
    case 1: try book.perform(.tag(add: ["tag \(number % 5)"], remove: []), on: transaction)
    case 2: try book.perform(.clear(number % 2 == 0), on: transaction)
    case 3:
      let amount = Amount(currency: .eur, minorUnits: Int64(number) << Int64(number % 40))
      try book.perform(.correct(.total, .amount(amount)), on: transaction)
    case 4:
      let date = CivilDate(dayNumber: 20_000 + Int32(number * 37 % 4_000))
      try book.perform(.correct(.date, .date(date)), on: transaction)
    case 5: try book.perform(.correct(.vendor, .text("vendor \(number % 7)")), on: transaction)
    case 6: try book.perform(.correct(.note, nil), on: transaction)
    case 7: try book.perform(.tag(add: [], remove: ["tag \(number % 5)"]), on: transaction)
    default: try book.perform(.flag([.paid]), on: transaction)
    }
  }

  @Test("A row of commands leaves what a rebuild makes: changed columns, blocks, notes, tags and sums")
  func rowOfCommands() throws {
    let ledger = try ScreenLedger()
    var transactions: [TransactionID] = []
    var done = 0
    for number in 0..<120 {
      if number % 4 == 0 { transactions.append(try ledger.record("Kiosk \(number % 6)")) }
      // Not the one that was touched last only: folds are handed on, and read again.
      done += try change(ledger.book, transactions[number * 7 % transactions.count], number)
    }
    #expect(done > 60, "few of them are refused, or have nothing to do")
    try expectSound(ledger.book, "one book")
  }

  @Test("Two programs that write in turns post each other's events, each once")
  func inTurns() throws {
    let ledger = try ScreenLedger()
    let other = try Book.open(ledger.book.settings)
    defer { try? other.close() }
    // Only those events are about them: who leaves one out has it nowhere.
    let untouched = try (0..<6).map { try ledger.record("untouched \($0)") }
    var transactions: [TransactionID] = []
    var done = 0
    for number in 0..<60 {
      if number % 5 == 0 { transactions.append(try ledger.record("Kiosk \(number)")) }
      let book = number % 3 == 0 ? other : ledger.book
      done += try change(book, transactions[number * 3 % transactions.count], number)
      // Events that no models were told of.
      if number % 11 == 0 {
        try other.log.write { writer in
          let draft = EventDraft(
            stream: untouched[number / 11].stream, type: "TransactionCleared", schema: 1,
            payload: Array("{}".utf8), actor: "user/x")
          _ = try writer.append(
            [draft], correlation: UniqueID.random(), clock: .now(), salts: LedgerLog.randomSalt)
        }
      }
    }
    #expect(done > 30, "few of them are refused, or have nothing to do")
    try expectSound(other, "the other's")
    try expectSound(ledger.book, "the first's")
  }

  @Test("Readers wait for work that is posted on another thread")
  func waitedFor() throws {
    let ledger = try ScreenLedger()
    for number in 0..<50 {
      try ledger.record("Kiosk \(number)")
      #expect(try ledger.book.count(.everything) == number + 1)
    }
  }

  /// How many transactions of the models are in the file that SQLite writes ahead.
  private func commits(_ path: String) throws -> Int {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "-wal")))
    func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.count > 32 else { return 0 }
    let frame = number(8) + 24
    // Of the last frame of a transaction, how large it leaves the file; of the others nothing.
    return stride(from: 32, through: bytes.count - frame, by: frame).count { number($0 + 4) != 0 }
  }

  @Test("Changes by many commands to a few transactions are posted together after models were held")
  func together() throws {
    let ledger = try ScreenLedger()
    let transactions = try (0..<3).map { try ledger.record("Kiosk \($0)") }
    let path = try #require(try ledger.book.status().modelsPath)
    let holder = try Connection(path: path, mode: .readWrite, synchronous: .normal)
    try holder.begin(.immediate)
    let before = try commits(path)
    let done = try (0..<30).reduce(0) { try $0 + change(ledger.book, transactions[$1 % 3], $1 * 5) }
    holder.rollback()
    try holder.close()
    try expectSound(ledger.book, "after they were held")
    #expect(done > 15, "few of them are refused, or have nothing to do")
    #expect(try commits(path) - before < done, "what waits is posted together")
  }

  @Test("Models that others hold are posted to later, and the command does not fail")
  func held() throws {
    let ledger = try ScreenLedger()
    var settings = ledger.book.settings
    settings.waitMilliseconds = 50
    let book = try Book.open(settings)
    defer { try? book.close() }
    let group = try #require(try book.createGroup(name: "0").group)
    try book.renameGroup(group, to: "1")
    let path = try #require(try book.status().modelsPath)
    let holder = try Connection(path: path, mode: .readWrite, synchronous: .normal)
    try holder.begin(.immediate)
    try book.renameGroup(group, to: "2")
    let worker = try #require(book.models.worker)
    #expect(Wait.until { worker.phase == .idle }, "the thread gives up")
    holder.rollback()
    try holder.close()
    #expect(try book.groupRow(group)?.name == "2")
    try book.renameGroup(group, to: "3")
    #expect(try book.groupRow(group)?.name == "3")
    try expectSound(book, "after others held them")
  }
}

/// Blocks whose bytes are not what was written, and commands that change them.
@Suite("Blocks of facets, damaged and posted to")
struct DamagedBlockTests {
  /// Changes the bytes of one block.
  private static func change(_ book: Book, block: Int64, _ change: (inout [UInt8]) -> Void) throws {
    let path = try #require(try book.status().modelsPath)
    let connection = try Connection(path: path, mode: .readWrite)
    let read = try connection.statement("SELECT columns FROM facet_block WHERE number = ?1")
    try read.bind(1, block)
    #expect(try read.step())
    var bytes = read.bytes(0)
    read.reset()
    change(&bytes)
    let update = try connection.statement("UPDATE facet_block SET columns = ?2 WHERE number = ?1")
    try update.bind(1, block)
    try update.bind(2, blob: bytes)
    try update.run()
    try connection.close()
  }

  @Test(
    "A number without a place is damage, on every screen that would look it up",
    arguments: [FacetColumn.bits] + Facet.allCases.map { FacetColumn($0) })
  func places(column: FacetColumn) throws {
    let ledger = try ScreenLedger()
    ledger.book.mendsModels = false
    try ledger.record("REWE")
    _ = try ledger.book.home()
    try Self.change(ledger.book, block: 0) { bytes in
      // Of one transaction every column is its base alone.
      for (offset, byte) in [UInt8(0), 0, 1].enumerated() { bytes[2 + column.rawValue * 9 + offset] = byte }
    }
    let damage = ModelError.damaged("a block of transactions")
    if column != .vendor && column != .currency {
      #expect(throws: damage) { try ledger.book.filterCounts() }
    }
    var filter = TransactionFilter()
    filter.text = "rewe"
    if [.bits, .vendor, .category, .currency].contains(column) {
      #expect(throws: damage) { try ledger.book.totals(filter) }
    }
    filter = TransactionFilter()
    filter.minimum = AmountBound(Money(minorUnits: 1, currency: .eur), isOfItsCurrency: false)
    if [.bits, .currency].contains(column) { #expect(throws: damage) { try ledger.book.count(filter) } }
    if [.bits, .group].contains(column) { #expect(throws: damage) { try ledger.book.home(latest: 1) } }
    _ = try ledger.book.rebuild(progress: nil)
    #expect(try ledger.book.filterCounts().contains { $0.facet == .category && $0.count == 1 })
  }

  /// A ledger whose second block is full, and a transaction in that block.
  private static func full() throws -> (ledger: ScreenLedger, transaction: TransactionID) {
    let ledger = try ScreenLedger()
    let ids = (0..<600).map { _ in TransactionID(UniqueID.random()) }
    try ledger.append(
      ids.map { id in
        let recorded = TransactionEvent.Recorded(
          origin: .imported, on: screenDay("2026-06-14"), kind: .expense,
          money: Money(minorUnits: 700, currency: .eur), date: screenDay("2026-06-14"), vendor: "REWE",
          category: "food", payment: .cash)
        return (.transactionRecorded(recorded), id)
      })
    #expect(try ledger.book.count(.everything) == 600)
    return (ledger, try #require(try ledger.book.listedTransaction(key: 300)).row.id)
  }

  /// Bits of a byte of a column's least value.
  struct Flip: Sendable {
    let column: FacetColumn
    let byte: Int
    let bits: UInt8
  }

  /// The first makes 256 of the greatest slot.
  static let flips = [
    Flip(column: .slot, byte: 0, bits: 1), Flip(column: .slot, byte: 7, bits: 0x40),
    Flip(column: .bits, byte: 7, bits: 0x40), Flip(column: .category, byte: 7, bits: 0x40),
    Flip(column: .date, byte: 7, bits: 0x40),
  ]

  @Test(
    "A command on a damaged block is on record, traps nowhere, and writes no damage on",
    arguments: flips)
  func posted(flip: Flip) throws {
    let (ledger, transaction) = try Self.full()
    let book = ledger.book
    book.mendsModels = false
    try Self.change(book, block: 1) { $0[2 + flip.column.rawValue * 9 + flip.byte] ^= flip.bits }
    let last = try book.log.lastPosition()
    try book.perform(.correct(.total, .amount(Amount(currency: .eur, minorUnits: 777))), on: transaction)
    #expect(try book.log.lastPosition() == last + 1, "the event is on record")
    let damage = ModelError.damaged("a block of transactions")
    #expect(throws: damage) { try book.groups() }
    #expect(throws: damage) { try book.status() }
    #expect(throws: damage) { try book.checkModels() }
    _ = try book.rebuild(progress: nil)
    #expect(try book.groups().first?.totals == [Money(minorUnits: 599 * 700 + 777, currency: .eur)])
    #expect(try book.checkModels().isSame)
  }

  @Test("Slots that are repeated or out of order are damage where a block is changed")
  func slots() throws {
    let (ledger, transaction) = try Self.full()
    let book = ledger.book
    book.mendsModels = false
    try Self.change(book, block: 1) { bytes in
      // Of 256 slots in order, a byte each: the first column after the header.
      let start = 1 + FacetColumn.ofModels.count * 9
      #expect(bytes[start + 7] == 7)
      bytes[start + 7] = 6
    }
    try book.perform(.correct(.total, .amount(Amount(currency: .eur, minorUnits: 777))), on: transaction)
    #expect(throws: ModelError.damaged("a block of transactions")) { try book.groups() }
    _ = try book.rebuild(progress: nil)
    #expect(try book.checkModels().isSame)
  }
}

/// Blocks that are changed in place.
@Suite("Blocks of facets, changed")
struct FacetBlockTests {
  private func entry(_ slot: Int, _ random: inout SeededGenerator) -> FacetEntry {
    func number(_ bits: Int64) -> Int64 { random.number(0...(1 << bits)) }
    return FacetEntry(
      slot: UInt8(slot), date: random.chance(50) ? FacetEntry.noDate : number(15), created: UInt64(number(50)),
      units: random.chance(50) ? .min : number(60), bits: FacetBits(raw: UInt16(number(12))),
      values: FacetEntry.Values((0..<7).map { _ in number(random.one(of: [0, 7, 15, 30])) }))
  }

  private func entries(_ block: FacetBlock) -> [FacetEntry] { (0..<block.count).map { block.entry($0) } }

  @Test("Entries inserted, changed and removed at random stay in order and survive encoding")
  func random() throws {
    let seed = SeededGenerator.anySeed()
    let told: Comment = "EVENTS_SEED=\(seed)"
    var random = SeededGenerator(seed: seed)
    let (block, read) = (FacetBlock(), FacetBlock())
    var wanted: [Int: FacetEntry] = [:]
    for step in 0..<4_000 {
      let slot = Int.random(in: 0..<256, using: &random)
      let (index, isThere) = block.place(ofSlot: UInt8(slot))
      #expect(isThere == (wanted[slot] != nil), told)
      let entry = random.chance(25) ? nil : entry(slot, &random)
      switch (isThere, entry) {
      case (true, let entry?): block.set(entry, at: index)
      case (true, nil): block.remove(at: index)
      case (false, let entry?): block.insert(entry, at: index)
      case (false, nil): break
      }
      wanted[slot] = entry
      guard step % 50 == 0, block.count > 0 else { continue }
      let expected = wanted.sorted { $0.key < $1.key }.map(\.value)
      #expect(entries(block) == expected, told)
      #expect(block.dates == expected.map(\.date).min()!...expected.map(\.date).max()!, told)
      try block.bytes.withUnsafeBytes { try read.load($0, .ofModels) }
      #expect(entries(read) == expected, told)
    }
  }
}
