import Foundation
import LedgerBytes
import LedgerDomain
import ReceiptExtraction
import Testing

/// Labelled receipts that are not ours to keep: they are read from the file that `EVENTS_RECEIPTS` names.
private let receiptsPath = ProcessInfo.processInfo.environment["EVENTS_RECEIPTS"]

@Suite("Receipts kept elsewhere")
struct MeasuredTests {
  @Test(
    "reach the bars: total and date 90 %, currency 95 %, one of two 95 %, vendor 70 %",
    .enabled(if: receiptsPath != nil, "EVENTS_RECEIPTS is not set: name an NDJSON file of labelled receipts"))
  func bars() throws {
    let content = try String(contentsOfFile: receiptsPath ?? "", encoding: .utf8)
    var rows = 0
    var right = ["total": 0, "date": 0, "currency": 0, "vendor": 0, "total/2": 0, "date/2": 0]
    var sure = 0
    var sureAndRight = 0
    for line in content.split(separator: "\n") {
      let row = try JSONValue(parsing: Array(line.utf8), as: .exchange)
      guard case .string(let text)? = row["text"], let truth = row["truth"] else { continue }
      let readings = Extractor().read(text)
      rows += 1
      let total = readings.total.readings.map { Decimal(string: $0.value) == decimal(truth["total"]) }
      let date = readings.date.readings.map { .string($0.value) == truth["date"] }
      let currency = readings.currency.readings.map { .string($0.value) == truth["currency"] }
      let vendor = readings.vendor.readings.map { isSame($0.value, truth["vendor"]) }
      for (name, marks) in [("total", total), ("date", date), ("currency", currency), ("vendor", vendor)] {
        if marks.first == true { right[name, default: 0] += 1 }
        if marks.contains(true), name == "total" || name == "date" { right[name + "/2", default: 0] += 1 }
      }
      let fields = [
        (readings.total, total), (readings.date, date), (readings.currency, currency),
        (readings.vendor, vendor),
      ]
      for (field, marks) in fields where field.readings.first.map({ $0.confidence >= 90 }) ?? false {
        sure += 1
        if marks.first == true { sureAndRight += 1 }
      }
    }
    try #require(rows > 0)
    let bars = ["total": 90, "date": 90, "currency": 95, "vendor": 70, "total/2": 95, "date/2": 95]
    for (name, bar) in bars {
      #expect(right[name, default: 0] * 100 >= bar * rows, "\(name): \(right[name, default: 0]) of \(rows)")
    }
    #expect(sureAndRight * 100 >= 95 * sure, "at 90 or more: \(sureAndRight) of \(sure) right")
  }

  private func decimal(_ value: JSONValue?) -> Decimal? {
    switch value {
    case .string(let text)?, .fraction(let text)?: Decimal(string: text)
    case .integer(let number)?: Decimal(number)
    default: nil
    }
  }

  /// Folded, one inside the other.
  private func isSame(_ name: String, _ truth: JSONValue?) -> Bool {
    guard case .string(let truth)? = truth else { return false }
    let left = folded(name)
    let right = folded(truth)
    return !left.isEmpty && !right.isEmpty && (left.contains(right) || right.contains(left))
  }

  private func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).filter {
      $0.isLetter || $0.isNumber
    }
  }
}
