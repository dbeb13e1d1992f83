internal import LedgerDomain

/// Computes a receipt's confidence in five weighted parts (RY-05).
///
/// The requirement gives the parts and their weights and leaves the formulas open. Each part is scored from 0 to 100:
///
/// * `text`: the caller's confidence of the text recognition. If unknown, the share of legible words among those with
///   three letters or more. A legible word has a vowel and no digit inside, and needed no repair.
/// * `completeness`: the mean over vendor, date, total, currency, category and payment. A field counts 100 with one
///   reading, 50 with two, and 0 without any.
/// * `category`: the first category's share of the points of the first two. It is lower if few words were found, and 0
///   without a category.
/// * `checks`: 100 if the paper's own arithmetic confirms the total and nothing contradicts it, 0 if it gives another
///   total. If parts of it disagree, or nothing could be checked, 50.
/// * `photo`: the photo's quality as the caller knows it. If unknown, the score of `text`.
struct ReceiptConfidence {
  /// Returns the parts, in the order and with the weights of RY-05.
  static func parts(
    page: Page, readings: ReceiptReadings, categoryMatch: Int, checks: TotalReader.Checks,
    hints: ExtractionHints
  ) -> [ReceiptReadings.ConfidencePart] {
    let text = hints.textConfidence.map(percent) ?? legibility(page)
    return [
      ReceiptReadings.ConfidencePart(name: "text", weight: 10, score: text),
      ReceiptReadings.ConfidencePart(name: "completeness", weight: 40, score: completeness(readings)),
      ReceiptReadings.ConfidencePart(name: "category", weight: 30, score: percent(categoryMatch)),
      ReceiptReadings.ConfidencePart(name: "checks", weight: 10, score: score(checks)),
      ReceiptReadings.ConfidencePart(name: "photo", weight: 10, score: hints.photoQuality.map(percent) ?? text),
    ]
  }

  private static func percent(_ value: Int) -> Int { max(0, min(100, value)) }

  private static func completeness(_ readings: ReceiptReadings) -> Int {
    let fields = [
      readings.vendor, readings.date, readings.total, readings.currency, readings.category, readings.payment,
    ]
    var sum = 0
    for field in fields { sum += field.readings.isEmpty ? 0 : field.readings.count == 1 ? 100 : 50 }
    return sum / fields.count
  }

  private static func score(_ checks: TotalReader.Checks) -> Int {
    if checks.failed > 0 { return checks.passed > 0 ? 50 : 0 }
    return checks.passed > 0 ? 100 : 50
  }

  static func legibility(_ page: Page) -> Int {
    var words = 0
    var clean = 0
    for token in page.tokens where token.kind == .word && token.end - token.start >= 3 {
      words += 1
      var hasVowel = false
      var hasDigit = false
      for unit in page.text.units[token.range] {
        if unit.isDigit { hasDigit = true }
        if isVowel(unit) || unit > 0x7F { hasVowel = true }
      }
      if hasVowel, !hasDigit { clean += 1 }
    }
    for token in page.tokens where token.kind == .word && token.end - token.start == 1 {
      // Characters of scripts without spaces are words of their own.
      if page.text.units[Int(token.start)].isIdeograph {
        words += 1
        clean += 1
      }
    }
    for number in page.numbers where number.isRepaired { words += number.isMoney ? 1 : 0 }
    guard words > 0 else { return 0 }
    let repaired = page.hits.reduce(0) { $0 + ($1.isRepaired ? 1 : 0) }
    return percent(100 * max(0, clean - repaired) / words)
  }

  private static func isVowel(_ unit: UInt16) -> Bool {
    switch unit {
    case UInt16(ascii: "a"), UInt16(ascii: "e"), UInt16(ascii: "i"), UInt16(ascii: "o"), UInt16(ascii: "u"),
      UInt16(ascii: "y"):
      true
    default: false
    }
  }
}
