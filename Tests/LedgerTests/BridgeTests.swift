import Foundation
import Ledger
import Testing

/// The bridges to Foundation's types are exact, or refuse.
@Suite("Bridges to Foundation")
struct BridgeTests {
  @Test("An identifier and a UUID have the same bytes and the same text")
  func identifiers() throws {
    let id = try #require(UniqueID("3f2a1b9c-0102-4304-8506-0708090a0b0c"))
    #expect(UUID(id).uuidString.lowercased() == id.description)
    #expect(UniqueID(UUID(id)) == id)
    #expect(GroupID(GroupID(id).uuid) == GroupID(id))
  }

  @Test(
    "An instant is another date in another time zone",
    arguments: [
      ("2026-06-14T23:30:00Z", "UTC", "2026-06-14"), ("2026-06-14T23:30:00Z", "Europe/Berlin", "2026-06-15"),
      ("2026-06-14T02:30:00Z", "America/New_York", "2026-06-13"),
    ])
  func dates(instant: String, zone: String, day: String) throws {
    guard let timeZone = TimeZone(identifier: zone) else { return }
    let date = try #require(ISO8601DateFormatter().date(from: instant))
    let civil = CivilDate(date, in: timeZone)
    #expect(civil.iso == day)
    #expect(CivilDate(civil.start(in: timeZone), in: timeZone) == civil)
    #expect(civil.start(in: timeZone) <= date)
  }

  @Test("Instants outside the years 1 to 9999 become the first and the last date")
  func outside() throws {
    let utc = try #require(TimeZone(identifier: "UTC"))
    #expect(CivilDate(.distantPast.addingTimeInterval(-1_000_000_000), in: utc) == .first)
    #expect(CivilDate(Date(timeIntervalSince1970: 400_000_000_000), in: utc) == .last)
  }

  @Test(
    "A decimal becomes minor units exactly",
    arguments: [
      ("84.50", CurrencyCode.eur, 8450), ("-0.05", .eur, -5), ("1284", .jpy, 1284),
      ("92233720368547758.07", .eur, .max),
      ("-92233720368547758.08", .eur, .min),
    ] as [(String, CurrencyCode, Int64)])
  func decimals(text: String, currency: CurrencyCode, minorUnits: Int64) throws {
    let decimal = try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
    let money = Money(minorUnits: minorUnits, currency: currency)
    #expect(Money(decimal, currency) == money)
    #expect(money.decimalValue == decimal)
  }

  @Test("A decimal with too many digits, one that is too large, and one of an unknown currency are refused")
  func refused() throws {
    let unknown = try #require(CurrencyCode("XYZ"))
    #expect(Money(Decimal(string: "1.005") ?? 0, .eur) == nil)
    #expect(Money(Decimal(string: "12.5") ?? 0, .jpy) == nil)
    #expect(Money(Decimal(string: "92233720368547758.08") ?? 0, .eur) == nil)
    #expect(Money(Decimal.greatestFiniteMagnitude, .eur) == nil)
    #expect(Money(Decimal.nan, .eur) == nil)
    #expect(Money(1, unknown) == nil && Money(minorUnits: 1, currency: unknown).decimalValue == nil)
  }

  @Test("Values of the ledger go through Codable and come back")
  func coding() throws {
    let day = try #require(CivilDate(iso: "2026-06-14"))
    var filter = TransactionFilter.group(nil)
    filter.categories = ["food"]
    filter.kinds = [.expense]
    filter.rules = [RuleID(UniqueID(high: 1, low: 2))]
    filter.from = day
    filter.hasPhoto = false
    filter.minimum = AmountBound(Money(minorUnits: 5_000, currency: .eur), isOfItsCurrency: true)
    func again<Value: Codable>(_ value: Value) throws -> Value {
      try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
    #expect(try again(filter) == filter)
    #expect(try again(TransactionFilter.everything) == .everything)
    #expect(try again([day.civilMonth]) == [day.civilMonth])
    #expect(try again(GroupID(UniqueID(high: 3, low: 4))) == GroupID(UniqueID(high: 3, low: 4)))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let money = String(decoding: try encoder.encode(Money(minorUnits: 8450, currency: .eur)), as: UTF8.self)
    #expect(money == #"{"currency":"EUR","minorUnits":8450}"#)
  }

  @Test("A filter that an older program encoded is read, and a text that is no value is refused")
  func decoding() throws {
    let old = Data(#"{"categories":["food"]}"#.utf8)
    var food = TransactionFilter()
    food.categories = ["food"]
    #expect(try JSONDecoder().decode(TransactionFilter.self, from: old) == food)
    for (type, text) in [("date", #"["2026-02-30"]"#), ("id", #"["x"]"#)] {
      #expect(throws: DecodingError.self) {
        if type == "date" {
          _ = try JSONDecoder().decode([CivilDate].self, from: Data(text.utf8))
        } else {
          _ = try JSONDecoder().decode([GroupID].self, from: Data(text.utf8))
        }
      }
    }
  }
}
