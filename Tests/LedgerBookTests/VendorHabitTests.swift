import LedgerBook
import LedgerDomain
import Testing

@testable import LedgerProjections

@Suite("What is offered for the next purchase at a vendor")
struct VendorHabitTests {
  @Test(
    "The usual category and the last payment are offered, whatever the case and the number of the shop, per kind"
  )
  func vendors() throws {
    let ledger = try ScreenLedger()
    func habit(_ vendor: String, _ kind: TransactionKind = .expense) throws -> String? {
      try ledger.book.vendorHabit(of: vendor, kind).map {
        "\($0.category?.reason ?? "-") \($0.payment?.rawValue ?? "-")"
      }
    }
    #expect(try habit("Café Zoë") == nil)
    try ledger.book.addCategory(name: "Coffee")
    try ledger.record("Café Zoë") { ($0.category, $0.payment) = ("food", .cash) }
    // The date of the purchase decides what is the latest, not the order in which purchases are entered.
    try ledger.record("CAFE ZOE") {
      ($0.category, $0.payment, $0.date) = ("coffee", .card, screenDay("2026-06-20"))
    }
    try ledger.record("Café Zoë 4411 BERLIN DE") {
      ($0.category, $0.payment, $0.date) = ("coffee", .cash, screenDay("2020-01-01"))
    }
    let usual = "CAFE ZOE: coffee, 2 of 3 times card"
    for vendor in ["Café Zoë", "cafe zoe", "SumUp *CAFE ZOE 0815 ROMA IT"] {
      #expect(try habit(vendor) == usual, "\(vendor)")
    }
    #expect(try habit("Café") == "CAFE: coffee, 2 of 3 times -", "only its first word is known")
    #expect(try habit("Kiosk") == nil && habit("") == nil && habit("Café Zoë", .income) == nil)
    try ledger.record("Café Zoë") { ($0.kind, $0.category, $0.payment) = (.income, "hotel", nil) }
    #expect(try habit("Café Zoë", .income) == "Café Zoë: hotel, 1 of 1 times -")
    let deleted = try ledger.record("Café Zoë") { ($0.category, $0.date) = ("taxi", screenDay("2026-06-21")) }
    try ledger.book.perform(.delete, on: deleted)
    _ = try ledger.book.capture(CaptureInput(files: [], text: "Café Zoë\nTaxi\nTOTAL 5.00 EUR CASH"))
    #expect(try habit("Café Zoë") == usual, "neither deleted ones nor drafts count")
    try ledger.book.deactivateCategory(key: "coffee")
    #expect(try habit("Café Zoë") == "- card", "it is no longer offered")
  }

  @Test("A corrected category is learned, instances of rules are not, and all is the same after a rebuild")
  func changes() throws {
    let ledger = try ScreenLedger()
    func habit() throws -> VendorHabit? { try ledger.book.vendorHabit(of: "rewe") }
    let corrected = try ledger.record("Rewe") { ($0.category, $0.payment) = ("taxi", .cash) }
    try ledger.book.perform(.correct(.category, .text("food")), on: corrected)
    _ = try ledger.book.record(
      RecordRequest(
        money: Money(minorUnits: 100, currency: .eur), date: screenDay("2026-06-01"), vendor: "Rewe",
        category: "hotel", payment: .card), every: Cadence(frequency: .monthly, start: screenDay("2026-06-01")))
    let before = try habit()
    #expect(before?.category?.reason == "Rewe: food, 1 of 1 times" && before?.payment == .cash)
    _ = try ledger.book.rebuild(progress: nil)
    #expect(try habit() == before)
    try ledger.book.perform(.correct(.vendor, .text("Penny")), on: corrected)
    #expect(try habit() == nil && ledger.book.vendorHabit(of: "Penny") == before.map { renamed($0, "Penny") })
    try ledger.book.perform(.delete, on: corrected)
    #expect(try ledger.book.vendorHabit(of: "Penny") == nil)
  }

  private func renamed(_ habit: VendorHabit, _ vendor: String) -> VendorHabit {
    VendorHabit(category: CategoryHabit.suggestion(["food"], vendor: vendor), payment: habit.payment)
  }

  @Test("The latest purchases count, however many there are")
  func latest() throws {
    let ledger = try ScreenLedger()
    for index in 0..<40 {
      try ledger.record("Rewe") {
        $0.category = index < 20 ? "hotel" : "food"
        $0.date = screenDay("2026-01-01").adding(days: index)
      }
    }
    let habit = try ledger.book.vendorHabit(of: "Rewe")
    #expect(habit?.category?.reason == "Rewe: food, 20 of the last 32 times")
  }
}
