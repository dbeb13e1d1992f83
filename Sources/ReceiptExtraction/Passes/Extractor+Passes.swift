package import LedgerDomain

/// The readings of one paper from several texts of it.
package struct MergedReadings: Sendable {
  /// The readings that the texts give together.
  package var readings: ReceiptReadings
  /// The index of the text whose own readings are closest to them.
  package var best: Int
  /// Whether the texts agree on vendor, date and total, and the paper's arithmetic confirms the total.
  package var isSettled: Bool
}

extension Extractor {
  /// Reads several texts of one paper, such as those of an engine with different settings.
  ///
  /// The texts are rivals: where they disagree, the reading with the most evidence comes first. The other one follows
  /// with the reason `second pass`, or with its engine if the texts are of several.
  ///
  /// - Complexity: Linear in the bytes of the texts.
  package func read(passes texts: [String], hints: ExtractionHints = ExtractionHints()) -> MergedReadings {
    guard texts.count > 1 else {
      let text = texts.first ?? ""
      return MergedReadings(readings: read(text, hints: hints), best: 0, isSettled: false)
    }
    var pages = texts.map { Page($0) }
    // Words of places, currencies and payments count if any text has them.
    let whole = Page(texts.joined(separator: "\n"))
    let origin = Origin(whole)
    var readings = ReceiptReadings()
    readings.currency = CurrencyReader(
      page: whole, origin: origin, hints: hints, signsMin: texts.count
    ).read()
    readings.payment = PaymentReader(page: whole).read()
    let category = CategoryReader(page: whole).read()
    readings.category = category.readings
    let dates = DateMerger(pages: pages, origin: origin, hints: hints).read()
    readings.date = dates.readings
    let vendors = VendorMerger(pages: pages, hints: hints).read()
    readings.vendor = vendors.readings
    let wholeUnits = usesWholeUnits(whole, readings.currency)
    if wholeUnits { for index in pages.indices { pages[index].joinThousands() } }
    let merger = TotalMerger(passes: pages.map { totals($0, wholeUnits: wholeUnits) }, hints: hints)
    let total = merger.read()
    readings.total = total.readings
    readings.items = merger.items(total.readings.first?.value)
    let best = closest(pages, to: readings)
    limitChoices(&readings)
    readings.confidence = ReceiptConfidence.parts(
      page: pages[best], readings: readings, categoryMatch: category.match, checks: total.checks, hints: hints)
    explain(&readings, pages[best])
    return MergedReadings(
      readings: readings, best: best, isSettled: total.isSettled && dates.isSettled && vendors.isSettled)
  }

  /// Returns the language of the country that the texts show (ISO 639-3), or `nil` if that is not clear.
  package func language(of texts: [String]) -> String? {
    let origin = Origin(Page(texts.joined(separator: "\n")))
    return origin.lead >= 2 ? origin.country?.language : nil
  }

  /// Leaves the second readings of lesser fields out if a person would have to choose too often (IE-22).
  private func limitChoices(_ readings: inout ReceiptReadings) {
    let fields: [WritableKeyPath<ReceiptReadings, FieldReadings>] = [
      \.category, \.payment, \.currency, \.vendor, \.date, \.total,
    ]
    var ambiguous = fields.filter { readings[keyPath: $0].count > 1 }
    while ambiguous.count > Self.ambiguousFieldsMax {
      let field = ambiguous.removeFirst()
      readings[keyPath: field].readings = Array(readings[keyPath: field].readings.prefix(1))
    }
  }

  /// Returns the page with the most of the merged values on it, and the least damage.
  private func closest(_ pages: [Page], to readings: ReceiptReadings) -> Int {
    var best = (index: 0, points: Int.min)
    for (index, page) in pages.enumerated() {
      var points = 0
      if let total = readings.total.first?.value, page.numbers.contains(where: { $0.digits == total }) {
        points += 40
      }
      if let date = readings.date.first?.value, page.dates.contains(where: { $0.first.iso == date }) {
        points += 30
      }
      if let vendor = readings.vendor.first?.value, page.text.contains(vendor) { points += 20 }
      points += ReceiptConfidence.legibility(page) / 5
      if points > best.points { best = (index, points) }
    }
    return best.index
  }
}

extension FoldedText {
  /// Whether a line has the text in it, without regard to case and accents.
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = FoldedText(text).units
    guard !wanted.isEmpty, wanted.count <= units.count else { return false }
    return lines.contains { line in
      guard line.count >= wanted.count else { return false }
      return (line.lowerBound...(line.upperBound - wanted.count)).contains {
        units[$0..<($0 + wanted.count)].elementsEqual(wanted)
      }
    }
  }
}
