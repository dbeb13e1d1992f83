import LedgerBook
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("Names of records in commands")
struct NamedRecordTests {
  private let ledger: ScreenLedger
  private var book: Book { ledger.book }

  init() throws { ledger = try ScreenLedger() }

  @Test("Words of a vendor mean its only receipt, and an identifier comes before words")
  func oneFits() throws {
    let receipt = try ledger.record("Zalando SE")
    let other = try ledger.record(String(receipt.description.prefix(8)))
    #expect(
      try book.resolveTransaction("zalando") == receipt && book.resolveTransaction("se ZALANDO") == receipt)
    #expect(throws: BookError.self, "a part of a word may be an error") {
      try book.resolveTransaction("zaland")
    }
    #expect(try book.resolveTransaction(String(receipt.description.prefix(8))) == receipt && other != receipt)
    #expect(throws: BookError.self) { try book.resolveTransaction("lando") }
    #expect(try book.resolveRecord("zalando") == receipt.stream)
  }

  @Test("Several that fit are listed with their keys, each of which means only that one")
  func severalFit() throws {
    let receipts = Set(try [ledger.record("REWE City"), ledger.record("Rewe"), ledger.record("Rewe to go")])
    do {
      _ = try book.resolveTransaction("rewe")
      Issue.record("one of three was taken")
    } catch BookError.ambiguous(_, _, let candidates, let others) {
      #expect(Set(candidates.map { TransactionID($0.id) }) == receipts && others == 0)
      for candidate in candidates {
        #expect(try book.resolveTransaction(candidate.key).id == candidate.id)
        #expect(candidate.date != nil && candidate.money != nil)
      }
    }
    #expect(try book.resolveUsedVendors("rewe").count == 3)
  }

  @Test("A name that fits nothing is refused with the nearest vendor")
  func noneFits() throws {
    _ = try ledger.record("Zalando")
    do {
      _ = try book.resolveTransaction("zalndo")
      Issue.record("a wrong name was taken")
    } catch { #expect(Refusal(error).remedies.contains(.use(name: "Zalando"))) }
  }

  @Test("Words mean a deleted receipt only if no other fits, or if deleted ones are meant")
  func deleted() throws {
    let first = try ledger.record("Kiosk")
    try book.perform(.delete, on: first)
    #expect(try book.resolveTransaction("kiosk") == first)
    let second = try ledger.record("Kiosk")
    #expect(try book.resolveTransaction("kiosk") == second)
    #expect(try book.resolveTransaction("kiosk", preferring: [.deleted]) == first)
  }

  @Test("A rule is meant by its vendor")
  func rule() throws {
    let request = RecordRequest(
      money: Money(minorUnits: 999, currency: .eur), date: screenDay("2026-06-14"), vendor: "Spotify",
      category: "food", payment: .card)
    let done = try book.record(request, every: Cadence(frequency: .monthly, start: screenDay("2026-06-14")))
    let rule = try #require(done.rule)
    #expect(try book.resolveRule("spotify") == rule && book.resolveRule(rule.description) == rule)
  }

  @Test("An expense becomes a transfer in one command with its second account")
  func kindTransfer() throws {
    let zero = Money(minorUnits: 0, currency: .eur)
    for name in ["Giro", "Spar"] { try book.openAccount(name: name, opening: zero) }
    let request = RecordRequest(
      money: Money(minorUnits: 5_000, currency: .eur), date: screenDay("2026-06-14"), category: "food",
      payment: .card, account: "Giro")
    let receipt = try #require(try book.record(request).transaction)
    let changes = [FieldChange(.kind, .text("transfer")), FieldChange(.toAccount, .text("Spar"))]
    let plan = try book.planCorrection(of: receipt, { _ in changes })
    #expect(!plan.needsConfirmation)
    try book.perform(plan)
    let row = try book.transaction(receipt).row
    #expect(row.kind == .transfer && row.account == "Giro" && row.toAccount == "Spar")
    #expect(try book.resolveAccount("Spar").balances[0].balance.minorUnits == 5_000)
  }
}
