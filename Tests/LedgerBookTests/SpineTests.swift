import EventLog
import LedgerBook
import LedgerDomain
import LedgerProjections
import Testing

@Test("One receipt goes from capture to a group's total")
func spine() throws {
  let folder = "/tmp/t/spine-\(UInt64.random(in: 0...UInt64.max))"
  let settings = LedgerBook.Settings(folder: folder, actor: "user/test", deviceName: "test")
  let book = try LedgerBook.create(
    settings, NewLedger(device: "test", currency: .eur, locale: .default))
  let text = """
    REWE City
    Musterstr. 1
    10115 Berlin
    Brot 3,50
    Milch 1,20
    SUMME EUR 4,70
    Geg. BAR EUR 5,00
    14.06.2026 12:31
    """
  let captured = try book.capture(CaptureInput(files: [.bytes([1, 2, 3])], text: text))
  print(
    try book.transaction(captured.transaction).provenance.map { "\($0.field) \($0.value ?? "-") \($0.status)" })
  let group = try book.createGroup(name: "Berlin")
  try book.perform(.correct(.category, .text("food")), on: captured.transaction)
  try book.perform(.correct(.payment, .text("cash")), on: captured.transaction)
  try book.perform(.file(group.group), on: captured.transaction)
  try book.perform(.save, on: captured.transaction)
  print(try book.groups())
  print(try book.sections())
  print(try book.rebuild())
  print(try book.groups())
}

@Test("search, analysis and the past")
func issue4() throws {
  let folder = "/tmp/t/spine-\(UInt64.random(in: 0...UInt64.max))"
  let settings = LedgerBook.Settings(folder: folder, actor: "user/test", deviceName: "test")
  let book = try LedgerBook.create(
    settings, NewLedger(device: "test", currency: .eur, locale: .default))
  for (vendor, note, day) in [
    ("Café Müller", "breakfast", 3), ("Taxi Berlin", "to Café", 9), ("Hotel", nil, 20),
  ] {
    try book.record(
      RecordRequest(
        money: Money(minorUnits: 1250, currency: .eur), date: CivilDate(year: 2026, month: 6, day: day)!,
        vendor: vendor, category: "food", payment: .card, note: note, tags: ["Trip"]))
  }
  for hit in try book.search("cafe") { print(hit.place, hit.snippet, hit.matches) }
  for hit in try book.search("trip mul") { print(hit.place, hit.snippet, hit.matches) }
  print(try book.search("tr").count)
  let analysis = try book.analysis(kind: .expense, period: .month(CivilMonth(iso: "2026-06")!))
  for bucket in analysis.buckets { print(bucket) }
  print(analysis.categories, analysis.totals)
  let past = book.asOf(.position(7))
  print(try past.groups())
  print(try past.search("cafe").count)
}
