import LedgerDomain
import ReceiptExtraction

/// Prints everything that is read of one text.
func printReadings(_ text: String) {
  let readings = Extractor().read(text)
  let fields = [
    ("vendor", readings.vendor), ("date", readings.date), ("total", readings.total),
    ("currency", readings.currency), ("category", readings.category), ("payment", readings.payment),
  ]
  for (name, field) in fields {
    for reading in field.readings {
      print("\(name): \(reading.value)  [\(reading.reason), \(reading.confidence)]")
    }
    if let note = field.note { print("\(name): - (\(note))") }
  }
  for item in readings.items { print("item: \(item.quantity ?? "") \(item.name)  \(item.price)") }
  print(readings.confidence.map { "\($0.name) \($0.score)" }.joined(separator: ", "))
  if let note = readings.note { print(note) }
}
