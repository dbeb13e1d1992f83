package import LedgerDomain

/// Reads a receipt's text by rules, with the same result for the same text on every machine.
///
/// It uses no model and no network. Only the first 256 KiB of a text are read.
///
/// - Complexity: Linear in the bytes of the text.
///
///     let readings = Extractor().read("REWE City\nSUMME EUR 84,50\n14.06.2026")
///     readings.total.readings.first?.value   // "84.50"
package struct Extractor: Sendable {
  /// The extractor's name in an event's actor (`extractor/rules-1`).
  package static let name = "rules"
  /// The extractor's version, raised whenever the same text may be read differently.
  package static let version = 5

  /// Creates an extractor, which has no state.
  package init() {}

  /// Reads vendor, date, total, currency, category, payment and plain line items.
  package func read(_ text: String, hints: ExtractionHints = ExtractionHints()) -> ReceiptReadings {
    var page = Page(text)
    let origin = Origin(page)
    var readings = ReceiptReadings()
    readings.currency = CurrencyReader(page: page, origin: origin, hints: hints).read()
    readings.date = DateReader(page: page, origin: origin, hints: hints).read()
    readings.vendor = VendorReader(page: page).read()
    readings.payment = PaymentReader(page: page).read()
    let category = CategoryReader(page: page).read()
    readings.category = category.readings
    let wholeUnits = usesWholeUnits(page, readings.currency)
    if wholeUnits { page.joinThousands() }
    var checks = TotalReader.Checks()
    if var found = totals(page, wholeUnits: wholeUnits) {
      readings.total = found.reader.read(found.ranked, found.sums)
      readings.items = found.items
      checks = found.reader.checks
    }
    overflow(&readings)
    readings.confidence = ReceiptConfidence.parts(
      page: page, readings: readings, categoryMatch: category.match, checks: checks, hints: hints)
    explain(&readings, page)
    return readings
  }

  /// The candidates for the total, best first, with what they were checked against.
  struct Totals {
    var reader: TotalReader
    var ranked: [TotalReader.Candidate]
    var sums: Sums

    /// Whether the items add up to no sum.
    var itemsContradict: Bool { sums.isContradicted(by: reader.items) }

    /// The plain line items.
    var items: [ReceiptReadings.Item] {
      ItemReader.plain(reader.items, sums: sums.sums, total: ranked.first?.value).map {
        ReceiptReadings.Item(name: $0.name, quantity: $0.quantity, price: $0.digits)
      }
    }
  }

  /// Finds the candidates for the total.
  ///
  /// Labels may be printed before their amounts or after them: both are tried, and the one that adds up better wins.
  func totals(_ page: Page, wholeUnits: Bool) -> Totals? {
    var best: Totals?
    for order in AmountTable.Order.allCases {
      let table = AmountTable(page, wholeUnits: wholeUnits, order: order)
      let items = ItemReader(page: page, table: table).read()
      let reader = TotalReader(page: page, table: table, items: items)
      let (ranked, sums) = reader.candidates()
      if let known = best, TotalReader.merit(ranked) <= TotalReader.merit(known.ranked) { continue }
      best = Totals(reader: reader, ranked: ranked, sums: sums)
      if !table.dependsOnOrder { break }
    }
    return best
  }

  /// The number of fields that may have two readings. With more, typing is less work than choosing (IE-22).
  static let ambiguousFieldsMax = 3

  /// Empties all fields if too many of them have two readings, and notes at each why it is empty.
  private func overflow(_ readings: inout ReceiptReadings) {
    let fields: [WritableKeyPath<ReceiptReadings, FieldReadings>] = [
      \.vendor, \.date, \.total, \.currency, \.category, \.payment,
    ]
    let read = readings
    let ambiguous = fields.filter { read[keyPath: $0].readings.count > 1 }.count
    guard ambiguous > Self.ambiguousFieldsMax else { return }
    readings = ReceiptReadings()
    readings.note = "\(ambiguous) fields could be read in two ways: please fill them in"
    for field in fields {
      switch read[keyPath: field].readings.count {
      case 0: break
      case 1: readings[keyPath: field].note = "left empty with the unclear ones"
      default: readings[keyPath: field].note = "could be read in two ways"
      }
    }
  }

  /// Adds a note to the fields that have no reading.
  func explain(_ readings: inout ReceiptReadings, _ page: Page) {
    if page.text.lines.isEmpty { readings.note = "no text on the paper" }
    if readings.note == nil, page.text.isCut { readings.note = "only the first 256 KiB of the text were read" }
    func note(_ note: String, _ field: inout FieldReadings) {
      if field.readings.isEmpty, field.note == nil { field.note = note }
    }
    note("no name found", &readings.vendor)
    note("no date found", &readings.date)
    note("no total found", &readings.total)
    note("no currency found", &readings.currency)
    note("no word of a trade found", &readings.category)
    note("neither card nor cash found", &readings.payment)
  }

  /// Whether prices have no decimals, because the currency has no minor unit or the paper omits it.
  func usesWholeUnits(_ page: Page, _ currency: FieldReadings) -> Bool {
    if let code = currency.readings.first?.value, CurrencyCode(code)?.minorUnitDigits == 0 { return true }
    return !page.numbers.contains { $0.decimals == 2 && $0.isMoney }
  }
}
