import EventLog
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import Testing

@Suite("Audit")
struct AuditTests {
  private func field(_ field: TransactionField, of id: TransactionID, in ledger: AuditLedger) throws
    -> Audit.AuditedField
  {
    let audit = try Audit.of(id, in: ledger.book)
    return try #require(audit.fields.first { $0.provenance.field == field })
  }

  private func values(_ field: Audit.AuditedField) -> [String] {
    field.steps.map { "\($0.action.word) \($0.value ?? "–") \($0.currency?.code ?? "")" }
  }

  @Test("Every step has the currency that the amount had then, and a new currency is a step of the total too")
  func currency() throws {
    let ledger = try AuditLedger()
    let yen = try #require(CurrencyCode("JPY"))
    let usd = try #require(CurrencyCode("USD"))
    let id = try ledger.record(7_720, currency: yen)
    try ledger.book.perform(.correct(.currency, .amount(Amount(currency: .eur, minorUnits: nil))), on: id)
    try ledger.book.perform(.correct(.total, .amount(Amount(currency: usd, minorUnits: 8_100))), on: id)
    #expect(
      values(try field(.total, of: id, in: ledger))
        == ["recorded 7720 JPY", "typed 7720.00 EUR", "typed 81.00 USD"])
    #expect(
      values(try field(.currency, of: id, in: ledger)) == ["recorded JPY ", "typed EUR ", "typed USD "])
  }

  @Test("Readings have the currency of their extraction, whatever the amount's is now")
  func readings() throws {
    let ledger = try AuditLedger()
    let usd = try #require(CurrencyCode("USD"))
    let id = try ledger.capture(reweText)
    try ledger.book.perform(.correct(.total, .amount(Amount(currency: usd, minorUnits: 8_100))), on: id)
    let steps = try field(.total, of: id, in: ledger).steps
    #expect(steps.first?.currency == .eur)
    #expect(steps.last?.currency == usd)
  }

  @Test(
    "Writes that did not know of each other are marked, until a person chooses, and the sentence counts them")
  func conflicts() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    let other = try AuditLedger(joining: ledger)
    other.clock.advance(60_000)
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    try other.book.perform(.correct(.vendor, .text("ALDI")), on: id)
    try ledger.takeIn(from: other)
    let vendor = try field(.vendor, of: id, in: ledger)
    #expect(vendor.steps.map(\.isInConflict) == [false, true, false])
    #expect(try Audit.of(id, in: ledger.book).sentence.hasSuffix("1 field in conflict"))
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    #expect(try field(.vendor, of: id, in: ledger).steps.allSatisfy { !$0.isInConflict })
    #expect(!(try Audit.of(id, in: ledger.book).sentence.contains("conflict")))
  }

  @Test("A total without a change of currency is in conflict with another currency, too")
  func conflictOfCurrencies() throws {
    let ledger = try AuditLedger()
    let id = try ledger.record(1_000, "REWE")
    let other = try AuditLedger(joining: ledger)
    other.clock.advance(60_000)
    let usd = try #require(CurrencyCode("USD"))
    try ledger.book.perform(.correct(.total, .amount(Amount(currency: .eur, minorUnits: 8_000))), on: id)
    try other.book.perform(.correct(.total, .amount(Amount(currency: usd, minorUnits: 8_100))), on: id)
    try ledger.takeIn(from: other)
    #expect(
      values(try field(.currency, of: id, in: ledger)) == ["recorded EUR ", "typed EUR ", "typed USD "])
    for name in [TransactionField.total, .currency] {
      #expect(try field(name, of: id, in: ledger).steps.map(\.isInConflict) == [false, true, false], "\(name)")
    }
  }

  @Test("The sentence calls only the reader you, and other people by their names")
  func people() throws {
    let ledger = try AuditLedger()
    let id = try ledger.capture(reweText)
    let other = try AuditLedger(joining: ledger)
    try ledger.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    try other.takeIn(from: ledger)
    try other.book.perform(.correct(.category, .text("taxi")), on: id)
    try ledger.takeIn(from: other)
    #expect(
      try Audit.of(id, in: ledger.book).sentence.hasSuffix("you corrected 1 field · ben corrected 1 field"))
    #expect(
      try Audit.of(id, in: other.book).sentence.hasSuffix("you corrected 1 field · anna corrected 1 field"))
  }
}
