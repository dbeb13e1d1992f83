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
  print(try book.transaction(captured.transaction).provenance.map { "\($0.field) \($0.value ?? "-") \($0.status)" })
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
