import LedgerDomain
import ReceiptExtraction
import Testing

extension GoldenReceipt: CustomTestStringConvertible {
  var testDescription: String { name }
}

@Suite("Receipts of our own writing")
struct GoldenTests {
  @Test("read as their heads tell", arguments: GoldenReceipt.all)
  func goldenReadings(receipt: GoldenReceipt) {
    let readings = Extractor().read(receipt.text)
    for (field, values) in receipt.expected {
      let actual = receipt.actual(field, readings)
      if field == "vendor" {
        // The name in the head's spelling; capitals and accents are the paper's.
        #expect(
          actual.first?.lowercased() == values.first?.lowercased(),
          "\(receipt.name): \(field) \(readings.vendor.readings)")
      } else if values.count <= 1 && field != "items" {
        #expect(actual.first == values.first, "\(receipt.name): \(field) \(readings)")
      } else {
        #expect(actual == values, "\(receipt.name): \(field) \(readings)")
      }
    }
  }

  @Test("are at least forty, in eight languages")
  func goldenCount() {
    #expect(GoldenReceipt.all.count >= 40)
    #expect(Set(GoldenReceipt.all.map { $0.name.prefix(2) }).count >= 9)
  }
}
