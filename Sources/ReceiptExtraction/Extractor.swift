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
    let origin = Origin(page)
    var readings = ReceiptReadings()
    readings.currency = CurrencyReader(page: page, origin: origin, hints: hints).read()
    readings.date = DateReader(page: page, origin: origin, hints: hints).read()
    readings.vendor = VendorReader(page: page).read()
    readings.payment = PaymentReader(page: page).read()
    let category = CategoryReader(page: page, vendor: readings.vendor.readings.first?.value).read()
    readings.category = category.readings
    let ledger = Ledger(page, wholeUnits: usesWholeUnits(page, readings.currency))
    let items = ItemReader(page: page, ledger: ledger).read()
    var total = TotalReader(page: page, ledger: ledger, items: items)
    readings.total = total.read()
    readings.items = items.map { ItemReading(name: $0.name, quantity: $0.quantity, price: $0.digits) }
    return readings
  }

  /// Prices without decimals: where the currency has none, or the paper shows none.
  private func usesWholeUnits(_ page: Page, _ currency: FieldReadings) -> Bool {
    if let code = currency.readings.first?.value, Currency(code)?.minorUnitDigits == 0 { return true }
    return !page.numbers.contains { $0.decimals == 2 && $0.isMoney }
  }
}
