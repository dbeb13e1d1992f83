import LedgerBytes
import Testing

@testable import LedgerDomain

@Suite("Two transactions that may be one")
struct DuplicateTests {
  private static func row(
    _ number: UInt64, vendor: String? = "REWE City", units: Int64 = 8450, currency: CurrencyCode = .eur,
    day: String = "2026-06-14", kind: TransactionKind = .expense, page: UInt8? = nil, isDeleted: Bool = false
  ) throws -> TransactionRow {
    var scene = Scene<TransactionEvent>()
    scene.add(
      .transactionRecorded(
        TransactionEvent.Recorded(
          origin: .manual, on: Sample.today, kind: kind, money: Money(minorUnits: units, currency: currency),
          date: Sample.date(day), vendor: vendor)))
    if let page {
      scene.add(
        .attachmentAdded(
          TransactionEvent.AttachmentAdded(attachment: Sample.page(1, content: page), on: Sample.today)))
    }
    if isDeleted { scene.add(.transactionDeleted) }
    return try #require(TransactionRow(TransactionID(UniqueID(high: 1, low: number)), scene.state))
  }

  private static func tier(_ other: TransactionRow) throws -> DuplicateTier? {
    let own = try row(1, page: 7)
    #expect(DuplicateTier.between(own, other) == DuplicateTier.between(other, own), "either way")
    return DuplicateTier.between(own, other)
  }

  @Test("IE-26: certain by the same page, exact by vendor, date and amount, likely a day and a unit apart")
  func tiers() throws {
    #expect(try Self.tier(Self.row(2, vendor: nil, units: 1, day: "2020-01-01", page: 7)) == .certain)
    #expect(try Self.tier(Self.row(2)) == .exact)
    #expect(try Self.tier(Self.row(2, vendor: "  rewe   CITY ")) == .exact, "by the folded vendor")
    #expect(try Self.tier(Self.row(2, units: 8451)) == .likely)
    #expect(try Self.tier(Self.row(2, units: 8449, day: "2026-06-15")) == .likely)
    #expect(try Self.tier(Self.row(2, day: "2026-06-13")) == .likely)
    #expect(DuplicateTier.certain < .exact && .exact < DuplicateTier.likely)
  }

  @Test("IE-26: never across currencies or kinds, nor with what is deleted, further apart, or without a vendor")
  func never() throws {
    #expect(try Self.tier(Self.row(2, currency: .usd)) == nil)
    #expect(try Self.tier(Self.row(2, kind: .income)) == nil)
    #expect(try Self.tier(Self.row(2, isDeleted: true)) == nil)
    #expect(try Self.tier(Self.row(2, page: 7, isDeleted: true)) == nil)
    #expect(try Self.tier(Self.row(2, units: 8452)) == nil)
    #expect(try Self.tier(Self.row(2, day: "2026-06-16")) == nil)
    #expect(try Self.tier(Self.row(2, vendor: "REWE")) == nil)
    #expect(try Self.tier(Self.row(2, vendor: nil)) == nil)
    #expect(try Self.tier(Self.row(1)) == nil, "not with itself")
  }

  @Test("IE-26: that two are two is remembered once, and not recorded for one")
  func dismissed() {
    var scene = Sample.saved
    let other = TransactionID(UniqueID(high: 1, low: 2))
    scene.perform(.dismissDuplicate(of: other))
    #expect(scene.state.dismissedDuplicates == [other])
    #expect(scene.decide(.dismissDuplicate(of: other)) == .nothing)
    #expect(scene.decide(.dismissDuplicate(of: Sample.transaction)) == .rejection(.notAlike))
  }

  @Test("IE-26: the reason names what is the same and what is not")
  func reasons() throws {
    let own = try Self.row(1)
    let words = { (other: TransactionRow) in DuplicateTier.likely.reason(own, other) }
    #expect(
      try words(Self.row(2, units: 8451)) == "the same vendor, same date, amount differs by one minor unit")
    #expect(try words(Self.row(2, day: "2026-06-15")) == "the same vendor, a day apart, same amount")
  }
}
