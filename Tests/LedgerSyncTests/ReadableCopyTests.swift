import EventLog
import Foundation
import LedgerBook
import LedgerDomain
import LedgerExchange
import LedgerPlatform
import Testing

@testable import LedgerSync

/// The copy of a ledger for people, in its shared folder.
@Suite("The readable copy (ET-26)")
struct ReadableCopyTests {
  private let scratch = TemporaryFolder(inMemory: true)
  private let shared: String
  private let laptop: SyncDevice

  init() throws {
    shared = try scratch.folder("shared")
    laptop = try SyncDevice.create("laptop", in: scratch)
  }

  @discardableResult
  private func sync(_ device: SyncDevice, repairs: Bool = false) throws -> SyncReport.ReadableCopy {
    var options = SyncOptions()
    options.writesReadableCopy = true
    options.repairs = repairs
    return try #require(try device.sync(shared, options).readable)
  }

  /// A saved receipt with a page, of that vendor.
  private func capture(_ vendor: String, page: String, on device: SyncDevice) throws -> TransactionID {
    let text = "\(vendor)\n14.06.2026\nSUMME 12,50 EUR"
    let id = try #require(
      try device.book.capture(.init(files: [.bytes(Array(page.utf8))], text: text)).transaction)
    try device.correct(id, .vendor, vendor)
    try device.correct(id, .date, .date(#require(CivilDate(iso: "2026-06-14"))))
    try device.correct(id, .total, .amount(Amount(Money(minorUnits: 1_250, currency: .eur))))
    try device.correct(id, .category, "food")
    try device.correct(id, .payment, "card")
    try device.book.perform(.save, on: id)
    return id
  }

  private var scans: [String] { files(below: shared).filter { $0.hasPrefix("Receipts/") } }

  private func exported(_ device: SyncDevice) throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try Exporter.export(device.book, format: .csv) { bytes += $0 }
    return bytes
  }

  @Test("The table of transactions is the one of an export, and scans are named after their receipts")
  func content() throws {
    try laptop.add(700, vendor: "=1+1, \"Käse\"")
    _ = try capture("Rewe", page: "%PDF-1.4 one", on: laptop)
    let report = try sync(laptop)
    #expect(report.tablesWritten == RecordTableName.allCases.count && report.scansWritten == 1)
    #expect(bytes("\(shared)/Data/Transactions.csv") == (try exported(laptop)))
    #expect(scans == ["Receipts/2026-06-14/2026-06-14_Rewe_EUR-12.50.pdf"])
    #expect(bytes("\(shared)/\(scans[0])") == Array("%PDF-1.4 one".utf8))
    let settings = String(decoding: bytes("\(shared)/Data/Settings.csv"), as: UTF8.self)
    #expect(settings.contains("datasetId,\(laptop.book.log.ledgerID)\r\n"))
    let names = files(below: "\(shared)/Data")
    #expect(names == RecordTableName.allCases.map { "\($0.rawValue).csv" }.sorted())
  }

  @Test("What is the same is not written again, also by another device")
  func twice() throws {
    try laptop.add(700)
    _ = try capture("Rewe", page: "%PDF-1.4 one", on: laptop)
    try sync(laptop)
    let nothing = SyncReport.ReadableCopy()
    #expect(try sync(laptop) == nothing)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    try phone.sync(shared)
    #expect(try sync(phone) == nothing)
    try phone.add(900)
    let report = try sync(phone)
    #expect(report.tablesWritten > 0 && report.tablesWritten < RecordTableName.allCases.count)
    #expect(report.scansWritten == 0)
    // No sync reads the copy.
    write(Array("nonsense".utf8), "\(shared)/Data/Transactions.csv")
    #expect(try laptop.sync(shared).isComplete)
    try sync(laptop)
    #expect(bytes("\(shared)/Data/Transactions.csv") == (try exported(phone)))
  }

  @Test("A scan follows its receipt, and files that are not of the ledger stay")
  func follows() throws {
    let id = try capture("Rewe", page: "%PDF-1.4 one", on: laptop)
    try sync(laptop)
    let own = "Receipts/2026-06-14/2026-06-14_my notes.pdf"
    write(Array("my notes".utf8), "\(shared)/\(own)")
    try laptop.correct(id, .vendor, "Edeka")
    let report = try sync(laptop)
    #expect(report.scansWritten == 1 && report.scansRemoved == 1)
    #expect(report.left == ["2026-06-14/2026-06-14_my notes.pdf"])
    #expect(scans == ["Receipts/2026-06-14/2026-06-14_Edeka_EUR-12.50.pdf", own])
    try FileManager.default.removeItem(atPath: "\(shared)/\(own)")
    try laptop.book.perform(.delete, on: id)
    #expect(try sync(laptop).scansRemoved == 1)
    #expect(files(below: "\(shared)/Receipts").isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(shared)/Receipts").isEmpty)
  }

  @Test("A damaged scan of the same size is written again by a repair")
  func damaged() throws {
    _ = try capture("Rewe", page: "%PDF-1.4 one", on: laptop)
    try sync(laptop)
    write(Array("%PDF-1.4 two".utf8), "\(shared)/\(scans[0])")
    #expect(try sync(laptop).scansWritten == 0)
    #expect(try sync(laptop, repairs: true).scansWritten == 1)
    #expect(bytes("\(shared)/\(scans[0])") == Array("%PDF-1.4 one".utf8))
  }

  @Test("A scan that is not here is counted, and written when it has come")
  func missing() throws {
    _ = try capture("Rewe", page: "%PDF-1.4 one", on: laptop)
    try laptop.sync(shared)
    let page = try #require(files(below: shared).first { $0.contains("/pages/") })
    let kept = bytes("\(shared)/\(page)")
    try FileManager.default.removeItem(atPath: "\(shared)/\(page)")
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    #expect(try sync(phone).scansMissing == 1)
    #expect(scans.isEmpty)
    write(kept, "\(shared)/\(page)")
    #expect(try sync(phone).scansWritten == 1)
  }

  @Test("Nothing is written through a link")
  func links() throws {
    try laptop.add(700)
    try laptop.sync(shared)
    let outside = try scratch.folder("outside")
    for name in ["Data", "Receipts"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(shared)/\(name)", withDestinationPath: outside)
      try laptop.add(800)
      let problem = try #require(try sync(laptop).problem)
      #expect(problem.contains("/\(name)"))
      // The events are in the folder all the same.
      #expect(try laptop.sync(shared).sent == 0)
      try FileManager.default.removeItem(atPath: "\(shared)/\(name)")
    }
    #expect(files(below: outside).isEmpty)
    // A table that is a link is replaced, and its target stays.
    try sync(laptop)
    write([1], "\(outside)/target")
    try FileManager.default.removeItem(atPath: "\(shared)/Data/Goals.csv")
    try FileManager.default.createSymbolicLink(
      atPath: "\(shared)/Data/Goals.csv", withDestinationPath: "\(outside)/target")
    #expect(try sync(laptop).tablesWritten == 1)
    #expect(bytes("\(outside)/target") == [1])
    #expect(bytes("\(shared)/Data/Goals.csv").count > 10)
  }

  @Test("ET-30: Erasing the shared folder removes the copy, and leaves files of others")
  func erased() throws {
    _ = try capture("Rewe", page: "%PDF-1.4 one", on: laptop)
    try sync(laptop)
    write([1], "\(shared)/Data/Mine.csv")
    write([1], "\(shared)/Receipts/2026-06-14/mine.pdf")
    let report = try SharedErasure(laptop.book, folder: shared).perform()
    #expect(report.left.sorted() == ["Data/Mine.csv", "Receipts/2026-06-14/mine.pdf"])
    #expect(files(below: shared) == ["Data/Mine.csv", "Receipts/2026-06-14/mine.pdf"])
  }
}
