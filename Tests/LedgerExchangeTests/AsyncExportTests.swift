import Dispatch
import Foundation
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Synchronization
import Testing

@testable import LedgerBook
@testable import LedgerExchange

/// Files that an app exports during its commands.
@Suite("An export of an app")
struct AsyncExportTests {
  private func ledger() throws -> TestLedger {
    let ledger = try TestLedger()
    for number in 0..<10 {
      try ledger.book.record(request("V\(number)"))
    }
    return ledger
  }

  private func request(_ vendor: String) -> RecordRequest {
    RecordRequest(
      money: Money(minorUnits: 1_000, currency: .eur), date: day("2026-06-14"), vendor: vendor,
      category: "food", payment: .card)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test(
    "The file is what the export writes, and the last step reports it",
    arguments: [Exporter.Format.csv, .hledger, .ndjson])
  func whole(_ format: Exporter.Format) async throws {
    let ledger = try ledger()
    let book = try await AsyncBook.open(ledger.book.settings)
    let before = try names(ledger.folder)
    let path = ledger.folder + "-export"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var report: ExportReport?
    for try await step in book.export(format, to: path) {
      #expect(step.progress.map { $0.done <= $0.all && $0.all == 10 } ?? true)
      report = step.value
    }
    let expected = try ledger.export(format)
    #expect(report == expected.report && report?.count == 10)
    #expect(String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self) == expected.text)
    #expect(try names(ledger.folder) == before)
    try await book.close()
  }

  @Test("Commands that come during it are not in it, and it does not hold them up")
  func snapshot() async throws {
    let ledger = try ledger()
    let book = try await AsyncBook.open(ledger.book.settings)
    let path = ledger.folder + "-export"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let begun = Mutex(false)
    let released = DispatchSemaphore(value: 0)
    let work: LongWork<WorkProgress, ExportReport> = book.exporting { book, tell in
      try AsyncBook.export(book, .csv, to: path) { progress in
        let isFirst = begun.withLock { isBegun in
          defer { isBegun = true }
          return !isBegun
        }
        if isFirst { released.wait() }
        try tell(progress)
      }
    }
    let result = Task { try await work.value }
    #expect(await Wait.suspended { begun.withLock { $0 } })
    // These would wait for ever if the export had their queue.
    try await book.record(request("During"))
    #expect(try await book.rebuild().value.transactions == 11)
    #expect(try await book.read { try $0.count(TransactionFilter()) } == 11)
    released.signal()
    #expect(try await result.value.count == 10)
    #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("During"))
    try await book.close()
  }

  @Test("If it is ended or fails, a file of that name stays as it was, and no other is left")
  func ended() async throws {
    let ledger = try ledger()
    let book = try await AsyncBook.open(ledger.book.settings)
    let folder = ledger.folder + "-exports"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/table.csv"
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await book.export(.csv, to: path).value
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    // The steps of the export itself: the error of one is that of a task that is cancelled then.
    let failing: LongWork<Int, Void> = book.reading { book, tell in
      let file = try NewFile(path)
      _ = try Exporter.export(
        book, format: .csv, progress: { if $0 == 5 { throw CancellationError() } }, to: file.write)
      try file.finish()
    }
    await #expect(throws: CancellationError.self) { try await failing.value }
    await #expect(throws: (any Error).self) {
      try await book.export(.csv, to: folder + "/none/table.csv").value
    }
    await #expect(throws: (any Error).self) {
      try await book.export(.csv, to: ledger.folder + "/log.sqlite").value
    }
    #expect(try names(folder) == ["table.csv"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    try await book.close()
    await #expect(throws: BookError.closed) { try await book.export(.csv, to: path).value }
    #expect(try ledger.book.verify().isSound)
  }

  @Test("The hidden file of a killed export is used again, and a name may be as long as the disk allows")
  func hidden() async throws {
    let ledger = try ledger()
    let book = try await AsyncBook.open(ledger.book.settings)
    let folder = ledger.folder + "-exports"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let left = [UInt8](repeating: 0x61, count: 1 << 20)
    try Data(left).write(to: URL(fileURLWithPath: folder + "/.table.csv.0.tmp"))
    let long = String(repeating: "👨‍👩‍👧‍👦", count: 10) + ".csv"
    for name in ["table.csv", long] {
      #expect(try await book.export(.csv, to: folder + "/" + name).value.count == 10)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
      #expect(try String(decoding: bytes, as: UTF8.self) == ledger.export(.csv).text)
    }
    #expect(try names(folder) == ["table.csv", long].sorted())
    // Two exports at once have a file each.
    let (first, second) = (try NewFile(folder + "/two.csv"), try NewFile(folder + "/two.csv"))
    try first.write([1])
    try second.write([2, 2])
    try second.finish()
    try first.finish()
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/two.csv")) == Data([1]))
    try await book.close()
  }
}
