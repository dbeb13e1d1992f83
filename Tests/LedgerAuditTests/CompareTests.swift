import EventLog
import Foundation
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import Testing

@Suite("Comparing two folders of one ledger")
struct CompareTests {
  private func compare(
    _ here: AuditLedger, _ there: AuditLedger, readsPayloads: Bool = true
  ) throws -> LedgerComparison {
    try LedgerComparison.of(here.book.log, there.book.log, readsPayloads: readsPayloads)
  }

  /// Two devices that know the same, thirteen events or more.
  private func pair() throws -> (here: AuditLedger, there: AuditLedger, id: TransactionID) {
    let here = try AuditLedger()
    for amount in 1...6 { _ = try here.record(Int64(amount) * 100, "REWE") }
    let id = try here.record(1_000, "ALDI")
    return (here, try AuditLedger(joining: here), id)
  }

  /// Changes an event of a ledger despite its guards.
  private func tamper(_ ledger: AuditLedger, _ sql: String) throws {
    let connection = try Connection(path: ledger.folder + "/log.sqlite", mode: .readWrite)
    var triggers: [String] = []
    try connection.statement("SELECT name FROM sqlite_schema WHERE type = 'trigger'").forEachRow {
      triggers.append($0.string(0))
    }
    for name in triggers { try connection.execute("DROP TRIGGER \"\(name)\"") }
    try connection.execute(sql)
    try connection.close()
  }

  @Test("The same events: a hash for each subtree, and no difference")
  func same() throws {
    let (here, there, _) = try pair()
    let comparison = try compare(here, there)
    #expect(comparison.isSame)
    #expect(comparison.notes.isEmpty)
    let size = try #require(try here.book.log.devices().first?.size)
    #expect(comparison.hashesCompared == size.nonzeroBitCount)
  }

  @Test("Missing there and missing here, per device, with the first event")
  func missing() throws {
    let (here, there, id) = try pair()
    let size = try #require(try here.book.log.devices().first?.size)
    try here.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    try here.book.perform(.correct(.vendor, .text("LIDL")), on: id)
    try there.book.perform(.correct(.note, .text("theirs")), on: id)
    let differences = try compare(here, there).differences
    #expect(differences.count == 2)
    for difference in differences {
      guard case .missing(let side, _, let sequences, let first) = difference else {
        Issue.record("\(difference)")
        continue
      }
      #expect(first.type == (side == .there ? "FieldCorrected" : first.type))
      if side == .there { #expect(sequences == (size + 1)...(size + 2)) }
      if side == .here { #expect(sequences.lowerBound == 1) }
    }
    #expect(!(try compare(here, there, readsPayloads: false).isSame))
  }

  @Test("The same set in another order of arrival is the same ledger, and reported as such")
  func order() throws {
    let (here, there, id) = try pair()
    let before = try here.book.log.lastPosition()
    try here.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    try there.book.perform(.correct(.note, .text("theirs")), on: id)
    try here.takeIn(from: there)
    try there.takeIn(from: here)
    let comparison = try compare(here, there)
    #expect(comparison.isSame)
    guard case .order(let position, let our, let their)? = comparison.notes.first else {
      Issue.record("\(comparison.notes)")
      return
    }
    #expect(position == before + 1)
    #expect(our.device != their.device)
  }

  @Test("Two events of one number: a device's id was used twice")
  func fork() throws {
    let (here, _, id) = try pair()
    let known = try here.envelopes()
    try here.book.perform(.correct(.vendor, .text("EDEKA")), on: id)
    let last = try #require(try here.events().last?.envelope)
    let payload = Array(#"{"field":"vendor","from":"ALDI","to":"NETTO"}"#.utf8)
    func event(_ leaf: SHA256Digest) -> ForeignEvent {
      ForeignEvent(
        reference: last.reference, time: last.time, recordedAtMilliseconds: last.recordedAtMilliseconds,
        offsetMinutes: last.offsetMinutes, stream: last.stream, seen: last.seen, type: last.type,
        schema: last.schema, correlation: last.correlation, cause: last.cause, actor: last.actor,
        salt: last.salt, payload: payload, leaf: leaf)
    }
    let forged = event(try #require(event(last.leaf).computedLeaf))
    let folder = here.folder + "-fork"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let other = try LedgerLog.create(at: folder, ledger: here.book.log.ledgerID, device: .random())
    _ = try other.takeIn(known + [forged], receivedAtMilliseconds: 2_000_000_000_000)
    let comparison = try LedgerComparison.of(here.book.log, other)
    try other.close()
    guard case .fork(let our, _, let parts)? = comparison.differences.first else {
      Issue.record("\(comparison.differences)")
      return
    }
    #expect(comparison.differences.count == 1)
    #expect(our.reference == last.reference)
    #expect(parts == ["payload"])
  }

  @Test("A damaged payload is found where events are read, and not by trees alone")
  func damaged() throws {
    let (here, there, _) = try pair()
    try tamper(
      there, "UPDATE event SET payload = CAST(replace(payload, 'REWE', 'REWF') AS BLOB) WHERE position = 9")
    #expect(try compare(here, there, readsPayloads: false).isSame)
    guard case .damaged(let side, let event)? = try compare(here, there).differences.first else {
      Issue.record("not found")
      return
    }
    #expect(side == .there)
    #expect(event.position == 9)
  }

  @Test("A payload that was taken out on one side only")
  func redacted() throws {
    let (here, there, _) = try pair()
    let event = try #require(try here.events().last)
    _ = try here.book.log.write { try $0.redact(event.reference) }
    guard case .redacted(let side, let found)? = try compare(here, there).differences.first else {
      Issue.record("not found")
      return
    }
    #expect(side == .here)
    #expect(found.reference == event.reference)
  }

  @Test("A clock that is ahead, and one that was set back, by how much")
  func clocks() throws {
    let here = try AuditLedger()
    let id = try here.record(1_000, "REWE")
    let there = try AuditLedger(joining: here)
    there.clock.advance(2 * 3_600_000)
    try there.book.perform(.correct(.note, .text("ahead")), on: id)
    try here.takeIn(from: there)
    try here.book.perform(.correct(.note, .text("behind")), on: id)
    try there.takeIn(from: here)
    func clocks() throws -> (ahead: [Int64], late: [Int64]) {
      let notes = try compare(here, there).notes
      return (
        notes.compactMap { note in
          if case .clockAhead(.here, _, let milliseconds, _) = note { milliseconds } else { nil }
        },
        notes.compactMap { note in
          if case .clockBehind(_, let milliseconds, _) = note { milliseconds } else { nil }
        }
      )
    }
    let one = try clocks()
    #expect(one.ahead.count == 1 && abs((one.ahead.first ?? 0) - 7_200_000) < 60_000)
    // The clock here is right. It seems late only to a device whose own clock is ahead.
    #expect(one.late.isEmpty)
    here.clock.advance(-3 * 3_600_000)
    try here.book.perform(.correct(.note, .text("later")), on: id)
    try there.takeIn(from: here)
    let both = try clocks()
    #expect(both.late.count == 1 && abs((both.late.first ?? 0) - 18_000_000) < 60_000)
  }

  @Test("Read models of two versions are named, and another ledger is refused")
  func versions() throws {
    let (here, there, _) = try pair()
    var comparison = try compare(here, there)
    comparison.compareModels(here.folder, there.folder)
    #expect(comparison.notes.isEmpty)
    _ = try there.book.groups()
    let models = there.folder + "/models"
    for name in try FileManager.default.contentsOfDirectory(atPath: models) where name.contains(".sqlite") {
      try FileManager.default.removeItem(atPath: "\(models)/\(name)")
    }
    _ = FileManager.default.createFile(atPath: models + "/older-1.sqlite", contents: Data())
    _ = try here.book.groups()
    comparison.compareModels(here.folder, there.folder)
    guard case .models(_, ["older"])? = comparison.notes.first else {
      Issue.record("\(comparison.notes)")
      return
    }
    #expect(throws: OtherLedgerError.self) { _ = try compare(here, try AuditLedger()) }
  }

  @Test("A short tail after a long common beginning: only its leaves are read")
  func shortTail() throws {
    let here = try AuditLedger()
    for _ in 0..<60 { _ = try here.record(100, "REWE") }
    let there = try AuditLedger(joining: here)
    for _ in 0..<3 { _ = try here.record(100, "REWE") }
    let comparison = try compare(here, there, readsPayloads: false)
    #expect(comparison.differences.count == 1)
    // 66 and 69 events: the 64 in common are one subtree.
    #expect(comparison.hashesCompared <= 10)
  }
}
