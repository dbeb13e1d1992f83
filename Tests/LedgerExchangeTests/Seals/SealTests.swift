import EventLog
import Foundation
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@testable import LedgerExchange

@Suite("Sealed exports")
struct SealTests {
  private func seal(
    _ ledger: TestLedger, _ filter: TransactionFilter = TransactionFilter(), amends: SHA256Digest? = nil
  ) throws -> ExportSeal {
    let heads = try ledger.book.exportHeads()
    let bytes = Array(try ledger.export(.csv, filter).text.utf8)
    return ExportSeal(
      format: "csv", filter: filter.conditions, name: "a.csv", digest: SHA256.hash(bytes),
      byteCount: Int64(bytes.count), receipts: 1, heads: heads, amends: amends, on: day("2026-06-14"))
  }

  private func record(_ ledger: TestLedger, _ vendor: String, group: GroupID? = nil) throws -> TransactionID {
    try #require(
      try ledger.book.record(
        RecordRequest(
          money: Money(minorUnits: 500, currency: .eur), date: day("2026-06-14"), vendor: vendor,
          category: "food",
          payment: .card, group: group)
      ).transaction)
  }

  private func changed(_ ledger: TestLedger, _ seal: ExportSeal) throws -> [UniqueID] {
    var ids: [UniqueID] = []
    try #require(try ExportChanges(ledger.book, since: seal)).forEachChange { ids.append($0.stream.id) }
    return ids
  }

  @Test("A file of a group is recorded on the group, any other on the ledger, and both are found again")
  func recorded() throws {
    let ledger = try TestLedger()
    let group = try #require(try ledger.book.createGroup(name: "Berlin").group)
    let seal = try seal(ledger)
    try ledger.book.record(seal, of: group)
    try ledger.book.record(seal, of: nil)
    let seals = try ledger.book.exportSeals()
    #expect(seals.map(\.group) == [group, nil])
    #expect(seals.map(\.seal) == [seal, seal])
    let types = try seals.map { try #require(try ledger.book.log.event(at: $0.position)).type }
    #expect(types == ["GroupExported", "RangeExported"])
    try ledger.book.deleteGroup(group, .keep)
    try ledger.book.record(seal, of: group)
    #expect(try ledger.book.exportSeals().last?.group == nil)
  }

  @Test("Changes since are those of receipts that were in the file or would be, and no others")
  func changes() throws {
    let ledger = try TestLedger()
    let group = try #require(try ledger.book.createGroup(name: "Berlin").group)
    let other = try #require(try ledger.book.createGroup(name: "Rome").group)
    let inside = try record(ledger, "inside", group: group)
    let leaving = try record(ledger, "leaving", group: group)
    let outside = try record(ledger, "outside", group: other)
    let seal = try seal(ledger, .group(group))
    try ledger.book.record(seal, of: group)
    #expect(try changed(ledger, seal) == [])
    try ledger.book.perform(.correct(.vendor, .text("outside 2")), on: outside)
    #expect(try changed(ledger, seal) == [])
    try ledger.book.perform(.correct(.vendor, .text("inside 2")), on: inside)
    try ledger.book.perform(.file(other), on: leaving)
    let arriving = try record(ledger, "arriving", group: group)
    #expect(Set(try changed(ledger, seal)) == [inside.id, leaving.id, arriving.id])
    try ledger.book.perform(.correct(.vendor, .text("inside")), on: inside)
    #expect(Set(try changed(ledger, seal)) == [leaving.id, arriving.id])
  }

  @Test(
    "The file without the removed rows and with the added ones is a new export",
    arguments: 1...12 as ClosedRange<UInt64>)
  func amendment(seed: UInt64) throws {
    let ledger = try TestLedger()
    try ledger.fill(60, seed: seed)
    var filter = TransactionFilter()
    if seed % 2 == 0 { filter.kinds = [.expense] }
    let seal = try seal(ledger, filter)
    let old = try rows(ofCSV: String(ledger.export(.csv, filter).text.dropFirst())).dropFirst()
    var random = SeededGenerator(seed: seed)
    var ids: [TransactionID] = []
    try ledger.book.journal { ids.append($0.row.id) }
    for id in ids where Int.random(in: 0..<4, using: &random) == 0 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: try ledger.book.perform(.delete, on: id)
      case 1: _ = try? ledger.book.perform(.correct(.vendor, .text("changed")), on: id)
      case 2: _ = try? ledger.book.perform(.correct(.kind, .text("expense")), on: id)
      default: _ = try? ledger.book.perform(.correct(.date, .date(day("2022-02-02"))), on: id)
      }
    }
    _ = try record(ledger, "new")
    let new = try rows(ofCSV: String(ledger.export(.csv, filter).text.dropFirst())).dropFirst()
    var bytes: [UInt8] = []
    let changes = try #require(try ExportChanges(ledger.book, since: seal))
    let report = try changes.writeSupplement { bytes += $0 }
    #expect(report.bytes == Int64(bytes.count) && report.count > 0)
    var expected = Array(old)
    for row in try rows(ofCSV: String(decoding: bytes.dropFirst(3), as: UTF8.self)).dropFirst() {
      let cells = Array(row.dropFirst())
      if row[0] == "removed" {
        let place = try #require(expected.firstIndex(of: cells))
        expected.remove(at: place)
      } else {
        #expect(row[0] == "added")
        expected.append(cells)
      }
    }
    func sorted(_ rows: some Sequence<[String]>) -> [[String]] { rows.sorted { $0[14] < $1[14] } }
    #expect(sorted(expected) == sorted(new))
  }

  @Test("Every condition of a filter comes back from its names and values, and unknown ones are refused")
  func conditions() throws {
    var filter = TransactionFilter()
    filter.kinds = [.income]
    filter.groups = [nil, GroupID(.random())]
    filter.categories = ["food", "a:b"]
    filter.payments = [.card]
    filter.tags = ["a"]
    filter.anyTags = ["b", "c"]
    filter.otherTags = ["d"]
    filter.flags = [.unpaid]
    filter.rules = [RuleID(.random())]
    filter.accounts = ["Giro"]
    filter.hasPhoto = true
    filter.isCleared = false
    filter.text = "=x"
    filter.from = day("2026-01-01")
    filter.through = day("2026-12-31")
    filter.minimum = AmountBound(Money(minorUnits: 1, currency: .eur), isOfItsCurrency: true)
    filter.maximum = AmountBound(Money(minorUnits: 900, currency: .jpy), isOfItsCurrency: false)
    #expect(filter.conditions.count == 17)
    #expect(filter.conditions.map(\.name) == filter.conditions.map(\.name).sorted())
    #expect(TransactionFilter(filter.conditions) == filter)
    #expect(TransactionFilter([]) == TransactionFilter())
    for bad in [("moon", ["full"]), ("kind", ["gift"]), ("min", ["1"]), ("group", ["x"]), ("from", ["soon"])] {
      #expect(TransactionFilter([ExportSeal.Condition(name: bad.0, values: bad.1)]) == nil)
    }
  }

  @Test("An exported file cannot be undone, and is no change of its group")
  func undo() throws {
    let ledger = try TestLedger()
    let group = try #require(try ledger.book.createGroup(name: "Berlin").group)
    let before = try ledger.book.groups()
    try ledger.book.record(try seal(ledger), of: group)
    #expect(try ledger.book.groups() == before)
  }
}
