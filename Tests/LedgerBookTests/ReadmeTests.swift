import EventLog
import Foundation
import LedgerBook
import LedgerDomain
import LedgerProjections
import Testing

@Suite("The README's first lines for an app")
struct ReadmeTests {
  @Test("They compile against the public interface, and do what they say")
  func lines() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/readme-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0]
    let recognizedText = "REWE\n14.06.2026\nBrot 84,50\nSUMME EUR 84,50"

    let settings = Book.Settings(folder: folder, actor: "user/anna", deviceName: "phone")
    let book = try Book.create(settings, NewLedger(device: "phone", currency: .eur, locale: .default))
    let scan = try book.capture(CaptureInput(files: [.bytes(jpeg)], text: recognizedText, source: .scan))
    try book.perform(.correct(.category, .text("food")), on: scan.transaction)
    try book.perform(.correct(.payment, .text("card")), on: scan.transaction)
    try book.perform(.save, on: scan.transaction)
    let groups = try book.groups()
    let month = try #require(CivilMonth(iso: "2026-06"))
    let june = try book.analysis(kind: .expense, period: .month(month))
    let asOfThen = try book.asOf(.position(8)).groups()
    try book.close()

    #expect(groups.map(\.name) == ["Unfiled"])
    #expect(groups.first?.totals.map(\.description) == ["84.50 EUR"])
    #expect(june.totals.map(\.description) == ["84.50 EUR"])
    #expect(asOfThen.first?.count == 0 && asOfThen.first?.drafts == 1)
  }
}
