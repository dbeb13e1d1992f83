import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import Testing

@testable import LedgerProjections

/// What a command folds, it hands on to posting; and what comes of that is what folding anew gives.
@Suite("Posting what a command has folded")
struct PostingTests {
  private func expectSound(_ book: Book, _ note: Comment) throws {
    let comparison = try book.checkModels()
    #expect(comparison.isSame, "\(comparison.samples.prefix(3)) \(note)")
    let path = try #require(try book.status().modelsPath)
    #expect(try FacetCheck(path: path).differing == [], note)
  }

  /// Does something to a transaction that changes some of its columns, by number.
  private func change(_ book: Book, _ transaction: TransactionID, _ number: Int) throws {
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
    for number in 0..<120 {
      if number % 4 == 0 { transactions.append(try ledger.record("Kiosk \(number % 6)")) }
      // Not the one that was touched last only: folds are handed on, and read again.
      try? change(ledger.book, transactions[number * 7 % transactions.count], number)
    }
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
    for number in 0..<60 {
      if number % 5 == 0 { transactions.append(try ledger.record("Kiosk \(number)")) }
      let book = number % 3 == 0 ? other : ledger.book
      try? change(book, transactions[number * 3 % transactions.count], number)
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
    try expectSound(other, "the other's")
    try expectSound(ledger.book, "the first's")
  }

  @Test("What is posted on a thread of its own is waited for by whoever reads")
  func waitedFor() throws {
    let ledger = try ScreenLedger()
    for number in 0..<50 {
      try ledger.record("Kiosk \(number)")
      #expect(try ledger.book.count(.everything) == number + 1)
    }
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
    usleep(300_000)  // Longer than whoever posts waits.
    holder.rollback()
    try holder.close()
    #expect(try book.groupRow(group)?.name == "2")
    try book.renameGroup(group, to: "3")
    #expect(try book.groupRow(group)?.name == "3")
    try expectSound(book, "after others held them")
  }
}

/// Blocks that are changed in place.
@Suite("Blocks of facets, changed")
struct FacetBlockTests {
  private func entry(_ slot: Int, _ random: inout SystemRandomNumberGenerator) -> FacetEntry {
    func number(_ bits: Int64) -> Int64 { Int64.random(in: 0...(1 << bits), using: &random) }
    return FacetEntry(
      slot: UInt8(slot), date: Bool.random() ? FacetEntry.noDate : number(15), created: UInt64(number(50)),
      units: Bool.random() ? .min : number(60), bits: FacetBits(raw: UInt16(number(12))),
      values: FacetEntry.Values((0..<7).map { _ in number([0, 7, 15, 30].randomElement() ?? 0) }))
  }

  private func entries(_ block: FacetBlock) -> [FacetEntry] { (0..<block.count).map { block.entry($0) } }

  @Test("Entries put in, changed and taken out at random stand in order, and the bytes give them back")
  func random() throws {
    var random = SystemRandomNumberGenerator()
    let (block, read) = (FacetBlock(), FacetBlock())
    var wanted: [Int: FacetEntry] = [:]
    for step in 0..<4_000 {
      let slot = Int.random(in: 0..<256, using: &random)
      let (index, isThere) = block.place(ofSlot: UInt8(slot))
      #expect(isThere == (wanted[slot] != nil))
      let entry = Int.random(in: 0..<4) == 0 ? nil : entry(slot, &random)
      switch (isThere, entry) {
      case (true, let entry?): block.set(entry, at: index)
      case (true, nil): block.remove(at: index)
      case (false, let entry?): block.insert(entry, at: index)
      case (false, nil): break
      }
      wanted[slot] = entry
      guard step % 50 == 0, block.count > 0 else { continue }
      let expected = wanted.sorted { $0.key < $1.key }.map(\.value)
      #expect(entries(block) == expected)
      #expect(block.dates == expected.map(\.date).min()!...expected.map(\.date).max()!)
      try block.bytes.withUnsafeBytes { try read.load($0, .ofModels) }
      #expect(entries(read) == expected)
    }
  }
}
