import LedgerBytes
import LedgerDomain
import LedgerTestSupport

// What people type and machines read in a random history: few values, so that they meet.

enum PropertyValues {
  /// Two of them are the same to the eye and differ in bytes.
  static let vendors = ["REWE City", "Caf\u{e9} Zo\u{eb}", "Cafe\u{301} Zoe\u{308}", "O'Brien", "東京駅"]
  static let notes = ["", "lunch", "with \u{c5}se", "with \u{212b}se", "x"]
  static let accounts = ["Giro", "giro", "Cash box", "Purse", "Depot"]
  static let currencies = ["EUR", "USD", "JPY", "KWD", "CLF", "QQQ"]
  static let categories = ["food", "hotel", "taxi", "books", "caf\u{e9}", "nothing"]
  static let categoryNames = ["Books", "Caf\u{e9}", "Cafe\u{301}", "Food", "Toys"]
  static let tags = ["Trip", "trip", "caf\u{e9}", "cafe\u{301}", "work", "a,b", ""]
  static let groupNames = ["Berlin", "Rome", "Caf\u{e9}", "unfiled", " ", "Berlin "]
  static let dates = ["2026-06-14", "2026-06-15", "2026-07-01", "2024-02-29", "1999-12-31"]
  static let texts = [
    "REWE City\nMusterstr. 1\nBrot 3,50\nMilch 1,20\nSUMME EUR 4,70\nGeg. BAR EUR 5,00\n14.06.2026 12:31",
    "Hotel Adler\nTotal 84.50\nSubtotal 8.45\n2026-06-15\nVISA", "no receipt at all", "",
  ]

  static func digest(_ number: Int) -> SHA256Digest { SHA256.hash([UInt8(truncatingIfNeeded: number)]) }

  static func attachment(_ number: Int, page: Int) -> ReceiptPage {
    ReceiptPage(digest: digest(number), byteCount: Int64(number), mediaType: "image/jpeg", page: page)
  }
}

extension SeededGenerator {
  mutating func date() -> CivilDate { CivilDate(iso: one(of: PropertyValues.dates)) ?? .first }

  mutating func currency() -> CurrencyCode {
    // Mostly one currency, so that sums have several parts.
    chance(50) ? .eur : CurrencyCode(one(of: PropertyValues.currencies)) ?? .eur
  }

  mutating func minorUnits() -> Int64 {
    weighted([
      (60, number(1...20_000)), (10, 8_450), (10, -number(1...500)), (4, 0), (1, 9_000_000_000_000),
    ])
  }

  mutating func money() -> Money { Money(minorUnits: minorUnits(), currency: currency()) }

  mutating func flags() -> [FlagSetting] { some(30, of: FlagSetting.allCases) }

  /// At most two readings, some of them with invalid values.
  private mutating func readings(_ values: [String]) -> FieldReadings {
    let count = weighted([(25, 0), (45, 1), (30, 2)])
    var readings: [FieldReading] = []
    for _ in 0..<count {
      readings.append(
        FieldReading(value: one(of: values), reason: "line \(number(1...9))", confidence: number(0...100)))
    }
    return FieldReadings(readings, note: count == 0 ? maybe(50, ["nothing on the paper"]) : nil)
  }

  mutating func readings() -> ReceiptReadings {
    var all = ReceiptReadings()
    all.vendor = readings(PropertyValues.vendors)
    all.date = readings(PropertyValues.dates + ["2026-02-30", "14.06.2026"])
    all.total = readings([
      "84.50", "8.45", "12", "12.5", "0.00", "1284.567", "-3.00", "84,50", "", "99999999999999999999",
    ])
    all.currency = readings(PropertyValues.currencies + ["euro"])
    all.category = readings(["food", "hotel", "taxi", "books"])
    all.payment = readings(["card", "cash", "cheque"])
    if chance(20) {
      all.items = [ReceiptReadings.Item(name: "Brot", quantity: maybe(50, ["2"]), price: "3.50")]
    }
    if chance(20) {
      all.confidence = [ReceiptReadings.ConfidencePart(name: "text", weight: 10, score: number(0...100))]
    }
    if chance(10) { all.note = "blurred" }
    return all
  }

  mutating func recognition() -> RecognitionOutcome {
    switch number(0...9) {
    case 0: return .failed(engine: "tesseract", reason: one(of: ["no text", "too dark"]))
    case 1: return .cancelled(engine: "rules")
    default:
      let readings = readings()
      let assumed = readings.currency.readings.isEmpty ? maybe(80, [CurrencyCode.eur, .jpy]) : nil
      return .read(
        TransactionEvent.TextRecognized(
          engine: "text", text: one(of: PropertyValues.texts), confidence: chance(50) ? number(0...100) : nil),
        TransactionEvent.ExtractionCompleted(
          extractor: "rules", version: number(1...3), method: one(of: ExtractionMethod.allCases),
          readings: readings, assumedCurrency: assumed))
    }
  }

  mutating func record(into groups: [GroupID]) -> RecordRequest {
    var request = RecordRequest(
      kind: weighted([(70, .expense), (20, .income), (10, .transfer)]), money: money(), date: date(),
      vendor: maybe(70, PropertyValues.vendors), category: maybe(90, PropertyValues.categories),
      payment: maybe(90, PaymentMethod.allCases), group: maybe(50, groups),
      note: maybe(30, PropertyValues.notes), account: maybe(30, PropertyValues.accounts),
      tags: some(15, of: PropertyValues.tags), flags: flags(),
      origin: weighted([(70, .manual), (15, .recurring), (15, .imported)]))
    request.expression = maybe(20, ["90/3", "84 +10%"])
    return request
  }

  /// A change of a default, now and then its removal.
  mutating func edit<Value>(_ percent: Int, _ values: [Value]) -> PropertyEdit<Value> {
    guard chance(percent) else { return .keep }
    return values.isEmpty || chance(25) ? .remove : .set(one(of: values))
  }

  /// A value for a field, now and then an invalid one.
  mutating func value(of field: TransactionField) -> FieldValue? {
    if chance(6) { return nil }
    switch field {
    case .vendor: return .text(one(of: PropertyValues.vendors))
    case .date: return .date(date())
    case .total, .currency: return .amount(Amount(money()))
    case .category: return .text(one(of: PropertyValues.categories))
    case .payment: return .text(one(of: ["card", "cash", "cash", "barter"]))
    case .group: return .text("x")
    case .note: return .text(chance(2) ? String(repeating: "n", count: 16_385) : one(of: PropertyValues.notes))
    case .kind: return .text(one(of: ["expense", "income", "transfer", "gift"]))
    case .account, .toAccount: return .text(one(of: PropertyValues.accounts))
    case .received: return .amount(Amount(money()))
    }
  }
}
