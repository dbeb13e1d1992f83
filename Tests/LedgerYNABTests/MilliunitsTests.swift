import LedgerDomain
import Testing

@testable import LedgerYNAB

@Suite("Values for YNAB")
struct MilliunitsTests {
  @Test(
    "Milliunits are exact in both directions",
    arguments: [
      ("EUR", Int64(8_450), Int64(84_500)), ("JPY", 77, 77_000), ("KWD", -1_234, -1_234), ("EUR", -1, -10),
    ])
  func exact(code: String, minorUnits: Int64, milliunits: Int64) throws {
    let money = Money(minorUnits: minorUnits, currency: try #require(CurrencyCode(code)))
    #expect(Milliunits.of(money) == milliunits)
    #expect(Milliunits.money(milliunits, money.currency) == money)
  }

  @Test("Amounts that have no exact milliunits are refused")
  func refused() throws {
    for code in ["CLF", "UYW", "XAU"] {
      #expect(
        Milliunits.of(Money(minorUnits: 10_000, currency: try #require(CurrencyCode(code)))) == nil, "\(code)")
    }
    #expect(Milliunits.of(Money(minorUnits: .max, currency: .eur)) == nil)
    #expect(Milliunits.money(84_501, .eur) == nil && Milliunits.money(500, .jpy) == nil)
  }
}
