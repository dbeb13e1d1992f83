import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerTestSupport
import Testing

@testable import LedgerBook
@testable import LedgerProjections

/// A search of the past uses the current index, and the former texts of what changed since (IE-10 and Design, section 6).
@Suite("Search in history (IE-10)")
struct HistorySearchTests {
  private static let words = [
    "re", "rewe süd", "berlin", "berlin re", "note", "über", "x", "kiosk total", "eur 50", "paper",
  ]

  /// Every search at every position, looked up and folded.
  ///
  /// - Parameter candidatesMax: no more than this are ranked apart: with 0 the index of now is always asked.
  private static func check(_ book: Book, _ name: String, candidatesMax: Int, every step: Int64 = 1) throws {
    let last = try book.log.lastPosition()
    var cash = TransactionFilter.everything
    cash.categories = ["food"]
    for position in stride(from: last, through: 0, by: -step) {
      let past = ReadModels(of: book.log, asOf: .position(position), history: book.settings.folder + "/models")
      let fold = ReadModels(of: book.log, asOf: .position(position))
      past.searchLimits = SearchLimits(
        candidatesMax: candidatesMax, groupTokensMax: position.isMultiple(of: 2) ? 0 : 16)
      defer {
        past.close()
        fold.close()
      }
      for words in words {
        for (filter, limit) in [
          (TransactionFilter.everything, 1_000), (TransactionFilter(), 2), (cash, 1_000),
        ] {
          let looked = try past.search(words, filter: filter, limit: limit)
          let folded = try fold.search(words, filter: filter, limit: limit)
          if "\(looked)".utf8.elementsEqual("\(folded)".utf8) { continue }
          Issue.record("\(name), position \(position) of \(last), “\(words)”:\n\(looked)\n\(folded)")
          return
        }
      }
      #expect(past.toldSource == .history(position))
    }
  }

  @Test(
    "At every position it finds what a fold up to there finds, in the same order and with the same pieces of text",
    arguments: [(UInt64(51), 0), (52, 2), (53, 500)])
  func same(seed: UInt64, candidatesMax: Int) throws {
    let ledger = try ScreenLedger()
    var person = HistoryPerson(seed: seed)
    for turn in 0..<50 {
      try person.act(on: ledger.book)
      // A search now and then keeps the index current.
      if turn % 20 == 5 { _ = try ledger.book.search("rewe") }
      if turn % 9 == 8, let id = person.known.randomElement(using: &person.random) {
        let text = TransactionEvent.TextRecognized(
          engine: "text", text: "paper \(turn) Berlin\nSUMME EUR 3,50", confidence: nil)
        try ledger.append([(.textRecognized(text), id)])
      }
    }
    try ledger.book.rebuildHistory()
    try Self.check(ledger.book, "seed \(seed)", candidatesMax: candidatesMax, every: 3)
  }

  @Test(
    "What was learned of late changes what is found from its own position on, and nothing before",
    arguments: [(UInt64(54), 0), (55, 3)])
  func late(seed: UInt64, candidatesMax: Int) throws {
    var turns = 0
    let pair = try HistoryTests.lateLedger(seed: seed) { pair in
      turns += 1
      // From here on commands and batches post to it.
      if turns == 9 { try pair.mine.book.rebuildHistory() }
    }
    try Self.check(pair.mine.book, "seed \(seed), kept current", candidatesMax: candidatesMax, every: 2)
  }

  @Test("A search finds nothing recorded after it began, and still finds what was deleted after it began")
  func goesOn() throws {
    let ledger = try ScreenLedger()
    let ids = try (0..<6).map { try ledger.record("Rewe \($0)") }
    _ = try ledger.book.search("rewe")
    try ledger.book.rebuildHistory()
    let last = try ledger.book.log.lastPosition()
    let past = ReadModels(of: ledger.book.log, asOf: .position(last), history: ledger.folder + "/models")
    past.searchLimits.candidatesMax = 0
    defer { past.close() }
    let before = try past.search("rewe", filter: .everything, limit: 10)
    #expect(before.map(\.transaction.row.id) == ids.reversed())
    try ledger.book.perform(.delete, on: ids[1])
    try ledger.book.perform(.correct(.vendor, .text("Edeka")), on: ids[2])
    try ledger.record("Rewe 7")
    #expect(try ledger.book.search("rewe").count == 5)
    #expect(try past.search("rewe", filter: .everything, limit: 10) == before)
    #expect(try past.search("edeka", filter: .everything, limit: 10) == [])
    #expect(past.toldSource == .history(last))
  }

  @Test("A paper that was read again is found by its new text")
  func retaken() throws {
    let ledger = try ScreenLedger()
    let id = try #require(try ledger.book.capture(CaptureInput(text: "Gasthof\nSUMME EUR 3,00")).transaction)
    for _ in 0..<3 { try ledger.record("Rewe") }
    let first = try ledger.book.log.lastPosition()
    let text = TransactionEvent.TextRecognized(engine: "text", text: "Bahnhof\nSUMME EUR 3,00", confidence: nil)
    try ledger.append([(.textRecognized(text), id)])
    try ledger.book.rebuildHistory()
    for candidatesMax in [0, 500] {
      func found(_ words: String, _ position: Position) throws -> [String] {
        let past = ReadModels(
          of: ledger.book.log, asOf: .position(position), history: ledger.folder + "/models")
        past.searchLimits.candidatesMax = candidatesMax
        defer { past.close() }
        return try past.search(words, filter: .everything, limit: 5).map(\.place)
      }
      #expect(try found("gasthof", first) != [] && found("bahnhof", first) == [])
      #expect(try found("bahnhof", first + 1) == ["paper"])
    }
  }

  @Test("The past is folded, with a notice, if the index of words cannot be kept")
  func without() throws {
    let ledger = try ScreenLedger()
    for number in 0..<5 { try ledger.record("Rewe \(number)") }
    let last = try ledger.book.log.lastPosition()
    let none = ReadModels(of: ledger.book.log, asOf: .position(last - 2), history: ledger.folder + "/models")
    #expect(try none.search("rewe", filter: .everything, limit: 5).count == 3)
    #expect(none.toldSource == .fold("there is no history"))
    none.close()
    try ledger.book.rebuildHistory()
    let past = ReadModels(of: ledger.book.log, asOf: .position(last - 2), history: ledger.folder + "/models")
    past.searchLimits.candidatesMax = 0
    defer { past.close() }
    // The lock cannot be taken.
    try DurableFile.createFolder(ledger.folder + "/models/search.lock")
    #expect(try past.search("rewe", filter: .everything, limit: 5).count == 3)
    guard case .fold(let why)? = past.toldSource else { return #expect(Bool(false), "it was not folded") }
    #expect(why.hasPrefix("the index of words cannot be used ("))
    #expect(past.source == .history(last - 2))
  }

  @Test("What was known at a position and changed after it is found among little else")
  func changed() throws {
    let ledger = try ScreenLedger()
    let first = try ledger.record("Rewe")
    for _ in 0..<300 { try ledger.record("Edeka") }
    try ledger.book.perform(.correct(.vendor, .text("Aldi")), on: first)
    let far = try ledger.book.log.lastPosition()
    let late = try ledger.record("Lidl")
    try ledger.book.perform(.correct(.note, .text("a note")), on: late)
    // No word of it is looked for.
    try ledger.book.perform(.correct(.payment, .text("cash")), on: late)
    try ledger.book.perform(.delete, on: late)
    try ledger.book.rebuildHistory()
    let end = try ledger.book.log.lastPosition()
    let keys = try [first, late].map { try #require(try ledger.book.log.key(of: $0.stream)) }
    func found(_ position: Position) throws -> [StreamKey] {
      try #require(
        try ledger.book.history { reader in
          var found: [StreamKey] = []
          try TextChanges.forEach(reader.connection, after: position, through: end) { found.append($0) }
          // Of others that came soon after some are named too.
          return found.filter { $0 == keys[0] || position > far }.sorted()
        })
    }
    #expect(try found(far - 1) == [keys[0]])
    #expect(try found(far - 280) == [keys[0]])
    #expect(try found(far) == [])
    #expect(try found(far + 1) == [keys[1], keys[1]])
    #expect(try found(end - 1) == [keys[1]])
    #expect(try found(end) == [])
  }
}
