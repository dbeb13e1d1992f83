import Foundation
import LedgerDomain
import ReceiptExtraction

/// A receipt of our own writing with the readings it should give: a head of `field: value | second value` lines (`-`
/// for nothing), `---`, and the text.
struct GoldenReceipt: Sendable {
  var name: String
  var expected: [(field: String, values: [String])]
  var text: String

  /// All of `Fixtures/receipts-golden`, by name.
  static let all: [GoldenReceipt] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/receipts-golden")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted().compactMap { name in
      guard let content = try? String(contentsOf: folder.appending(path: name), encoding: .utf8) else {
        return nil
      }
      return GoldenReceipt(name: String(name.dropLast(4)), content: content)
    }
  }()

  init(name: String, content: String) {
    self.name = name
    let parts = content.components(separatedBy: "\n---\n")
    text = parts.dropFirst().joined(separator: "\n---\n")
    expected = parts[0].split(separator: "\n").map { line in
      let pair = line.split(separator: ":", maxSplits: 1)
      let value = pair[1].trimmingCharacters(in: .whitespaces)
      return (String(pair[0]), value == "-" ? [] : value.components(separatedBy: " | "))
    }
  }

  /// What was read for a field, as the head writes it.
  func actual(_ field: String, _ readings: ReceiptReadings) -> [String] {
    switch field {
    case "vendor": readings.vendor.readings.map(\.value)
    case "date": readings.date.readings.map(\.value)
    case "total": readings.total.readings.map(\.value)
    case "currency": readings.currency.readings.map(\.value)
    case "category": readings.category.readings.map(\.value)
    case "payment": readings.payment.readings.map(\.value)
    case "items": ["\(readings.items.count)"]
    default: []
    }
  }
}
