import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@Suite("Several commands as one action")
struct BatchTests {
  private static func request(_ vendor: String, _ units: Int64 = 1_000) -> RecordRequest {
    RecordRequest(
      money: Money(minorUnits: units, currency: .eur), date: screenDay("2026-06-14"), vendor: vendor,
      category: "food", payment: .card)
  }

  @Test("Later commands see what earlier ones did, and one undo takes all of them back")
  func together() throws {
    let ledger = try ScreenLedger()
    let book = ledger.book
    let old = try ledger.record("Old")
    var new: TransactionID?
    let outcome = try book.batch { batch in
      let lunch = try batch.record(Self.request("Lunch"))
      try batch.perform(.correct(.vendor, .text("Dinner")), on: lunch)
      try batch.perform(.tag(add: ["trip"], remove: []), on: lunch)
      try batch.perform(.tag(add: ["trip"], remove: []), on: lunch)
      try batch.perform(.correct(.vendor, .text("Older")), on: old)
      try batch.perform(.correct(.vendor, .text("Oldest")), on: old)
      new = lunch
    }
    let lunch = try #require(new)
    #expect(outcome.positions.count == 5, "the second tag changes nothing")
    #expect(try book.transaction(lunch).row.vendor == "Dinner" && book.transaction(lunch).row.tags == ["trip"])
    #expect(try book.transaction(old).row.vendor == "Oldest")
    #expect(try book.transaction(old).row.conflictCount == 0)
    #expect(try book.checkModels().isSame)
    let events = try outcome.positions.map { try #require(try book.log.event(at: $0)) }
    #expect(Set(events.map(\.correlation)).count == 1)
    try book.undo(events[0].reference)
    #expect(try book.transaction(lunch).row.stage == .deleted)
    #expect(try book.transaction(old).row.vendor == "Old")
  }

  @Test("If one command is refused, or the body throws, nothing is recorded")
  func refused() throws {
    let ledger = try ScreenLedger()
    let book = ledger.book
    let before = try book.log.lastPosition()
    #expect(throws: Rejection.unknownTransaction(TransactionID(.zero))) {
      try book.batch { batch in
        try batch.record(Self.request("Lunch"))
        try batch.perform(.delete, on: TransactionID(.zero))
      }
    }
    #expect(throws: CancellationError.self) {
      try book.batch { batch in
        try batch.record(Self.request("Lunch"))
        throw CancellationError()
      }
    }
    #expect(try book.batch { _ in }.isUnchanged)
    #expect(try book.log.lastPosition() == before)
    #expect(try book.count(.everything) == 0)
  }

  @Test("A batch that is sent twice with one id is recorded once")
  func repeated() throws {
    let ledger = try ScreenLedger()
    let id = UniqueID.random()
    for isRepeated in [false, true] {
      let outcome = try ledger.book.batch(id: id) { try $0.record(Self.request("Lunch")) }
      #expect(outcome.repeated == isRepeated)
    }
    #expect(try ledger.book.count(.everything) == 1)
  }
}
