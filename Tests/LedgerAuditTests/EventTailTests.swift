import EventLog
import Foundation
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import Testing

@Suite("The log is followed")
struct EventTailTests {
  private func read(_ tail: inout EventTail) throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    while let piece = try tail.next() { events += piece }
    return events
  }

  @Test("A tail gives the events that match, and after a refresh those recorded since")
  func follows() throws {
    let ledger = try AuditLedger()
    let receipt = try ledger.record(1_000, "REWE")
    _ = try ledger.record(2_000)
    var filter = EventFilter()
    filter.streams = [receipt.stream]
    var tail = try EventTail(ledger.book, filter, after: 0)
    let first = try read(&tail)
    #expect(!first.isEmpty)
    #expect(try first == ledger.book.events(of: receipt.stream))
    try ledger.book.perform(.correct(.date, .date(day("2026-07-01"))), on: receipt)
    #expect(try tail.next() == nil)
    try tail.refresh()
    #expect(try read(&tail) == Array(ledger.book.events(of: receipt.stream).dropFirst(first.count)))
    #expect(try tail.position == ledger.book.lastPosition())
  }

  @Test("A limit ends at the last event that was given, and the last events are in order")
  func limited() throws {
    let ledger = try AuditLedger()
    for amount in 1...5 as ClosedRange<Int64> { _ = try ledger.record(amount * 100) }
    let all = try ledger.events().filter { $0.stream.kind == StreamKind.transaction.rawValue }
    var filter = EventFilter()
    filter.types = Set(all.map(\.type))
    var tail = try EventTail(ledger.book, filter, after: 0)
    tail.limit = 2
    #expect(try read(&tail) == Array(all.prefix(2)))
    #expect(tail.position == all[1].position)
    #expect(try tail.last(3) == Array(all.suffix(3)))
    #expect(try tail.last(3, after: all[all.count - 2].position) == Array(all.suffix(1)))
  }

  @Test("A receipt that joins the group brings its earlier events, unless hidden", arguments: [false, true])
  func joins(hidesEarlier: Bool) throws {
    let ledger = try AuditLedger()
    let receipt = try ledger.record(1_000)
    let group = try #require(try ledger.book.createGroup(name: "Rome").group)
    let start = try ledger.book.lastPosition()
    try ledger.book.perform(.file(group), on: receipt)
    var filter = EventFilter()
    filter.group = .some(group)
    var tail = try EventTail(ledger.book, filter, after: start, hidesEarlier: hidesEarlier)
    let events = try ledger.book.events(of: receipt.stream)
    #expect(try read(&tail) == events.filter { !hidesEarlier || $0.position > start })
  }

  @Test("A folder that was moved ends a tail, which goes on in the copy that came in its place")
  func moved() throws {
    let ledger = try AuditLedger()
    _ = try ledger.record(1_000)
    var tail = try EventTail(ledger.book, EventFilter(), after: 0)
    _ = try read(&tail)
    let away = ledger.folder + "-away"
    defer { try? FileManager.default.removeItem(atPath: away) }
    try FileManager.default.moveItem(atPath: ledger.folder, toPath: away)
    try FileManager.default.copyItem(atPath: away, toPath: ledger.folder)
    let moved = try #require(throws: MovedLog.self) { try tail.refresh() }
    let copy = try Book.open(
      Book.Settings(folder: ledger.folder, actor: .person("anna"), deviceName: "laptop", isReadOnly: true))
    defer { try? copy.close() }
    #expect(try moved.place(in: copy) == tail.position)
    let other = try AuditLedger()
    #expect(try moved.place(in: other.book) == other.book.lastPosition())
  }

  @Test("A cursor is kept, and moves past what was shown only when that is acknowledged")
  func cursor() throws {
    let ledger = try AuditLedger()
    _ = try ledger.record(1_000)
    let last = try ledger.book.lastPosition()
    let wrong = EventCursor("No", of: ledger.book) {}
    #expect(wrong == nil)
    let cursor = try #require(EventCursor("app-1", of: ledger.book) { Issue.record("another log") })
    #expect(try cursor.position() == 0)
    try cursor.show(to: last)
    #expect(try cursor.position() == 0)
    #expect(try cursor.acknowledge() == last)
    #expect(try cursor.acknowledge() == nil)
    #expect(try cursor.position() == last)
  }
}
