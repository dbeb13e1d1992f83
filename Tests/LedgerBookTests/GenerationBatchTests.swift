import EventLog
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerProjections
import Synchronization
import Testing

@testable import LedgerBook

/// A generation of several batches, between which others write, or that is stopped on its way.
@Suite("Generating in batches")
struct GenerationBatchTests {
  /// A daily rule, generated as far as the end of 2026.
  private static func ledger() throws -> (ScreenLedger, RuleID) {
    let ledger = try ScreenLedger()
    ledger.clock.set(1_781_438_400_000)  // 14 June 2026
    let request = RecordRequest(
      money: Money(minorUnits: 1_000, currency: .eur), date: screenDay("2026-06-01"), category: "food",
      payment: .card)
    return (ledger, try #require(try ledger.book.record(request, every: Cadence(frequency: .daily)).rule))
  }

  /// Generates a year a batch. After the first batch, another process does something.
  private static func generate(
    _ ledger: ScreenLedger, through date: String, meanwhile: @escaping (Book) throws -> Void
  ) throws -> GenerationReport {
    let other = try Book.open(ledger.book.settings)
    defer { try? other.close() }
    var batches = 0
    let report = try ledger.book.generate(through: screenDay(date), batch: 300) { _, _ in
      batches += 1
      if batches == 1 { #expect(throws: Never.self) { try meanwhile(other) } }
    }
    try #require(report.batches.count > 1)
    return report
  }

  private static func rows(_ ledger: ScreenLedger, _ rule: RuleID) throws -> [TransactionRow] {
    var filter = TransactionFilter()
    filter.rules = [rule]
    return try ledger.book.transactions(filter, page: PageRequest(limit: 10_000)).rows.map(\.row)
  }

  @Test("ET-15 A rule that is deleted between two batches generates nothing more")
  func deleted() throws {
    let (ledger, rule) = try Self.ledger()
    let settings = ledger.book.settings
    let other = try Book.open(settings)
    defer { try? other.close() }
    var batches = 0
    let report = try ledger.book.generate(through: screenDay("2029-12-31"), batch: 300) { _, _ in
      batches += 1
      if batches == 1 { #expect(throws: Never.self) { try other.perform(.delete(.rule), on: rule) } }
    }
    #expect(report.batches.count == 1 && report.made == 365)
    #expect(try ledger.book.log.events(of: rule.stream).last?.type == "RuleDeleted")
    #expect(try Self.rows(ledger, rule).allSatisfy { $0.date.map { $0 < screenDay("2028-01-01") } ?? false })
  }

  @Test("FF-14 What a rule has changed since the last batch is what the next one makes")
  func changed() throws {
    let (ledger, rule) = try Self.ledger()
    let report = try Self.generate(ledger, through: "2029-12-31") { other in
      try other.perform(.change([.money(Money(minorUnits: 2_000, currency: .eur))]), on: rule)
    }
    #expect(report.made == 365 + 366 + 365)
    let rows = try Self.rows(ledger, rule).filter { $0.date != screenDay("2026-06-01") }
    #expect(rows.count == 213 + 365 + 366 + 365)
    #expect(rows.allSatisfy { $0.money?.minorUnits == 2_000 })
    #expect(try ledger.book.generate(through: screenDay("2029-12-31")).positions.isEmpty)
  }

  @Test("FF-14 A change whose own generation was cut off reaches what comes after, too")
  func changedAlone() throws {
    let (ledger, rule) = try Self.ledger()
    _ = try Self.generate(ledger, through: "2029-12-31") { other in
      let edits: [RuleEdit] = [.money(Money(minorUnits: 2_000, currency: .eur))]
      _ = try other.execute(id: nil, content: ["command": "change"]) { batch in
        batch.append(try other.decide(.change(edits), on: rule, try other.decisionContext(groups: [])))
      }
    }
    let rows = try Self.rows(ledger, rule).filter { $0.date != screenDay("2026-06-01") }
    #expect(rows.count == 213 + 365 + 366 + 365)
    #expect(rows.allSatisfy { $0.money?.minorUnits == 2_000 })
  }

  @Test("ET-14 A pause that begins between two batches holds for the next")
  func paused() throws {
    let (ledger, rule) = try Self.ledger()
    let other = try Book.open(ledger.book.settings)
    defer { try? other.close() }
    var batches = 0
    _ = try ledger.book.generate(through: screenDay("2029-12-31"), batch: 300) { _, _ in
      batches += 1
      guard batches == 1 else { return }
      #expect(throws: Never.self) { try other.perform(.pause(from: screenDay("2028-03-01")), on: rule) }
    }
    let rows = try Self.rows(ledger, rule)
    #expect(rows.count == 214 + 365 + 60)
    #expect(rows.allSatisfy { $0.date.map { $0 < screenDay("2028-03-01") } ?? false })
  }

  @Test("ET-16 Every event is reported, of all batches")
  func positions() throws {
    let (ledger, _) = try Self.ledger()
    let before = try ledger.book.log.lastPosition()
    let report = try ledger.book.generate(through: screenDay("2029-12-31"), batch: 300)
    let last = try ledger.book.log.lastPosition()
    #expect(report.positions == Array(before + 1...last))
    #expect(report.batches == [before + 1, before + 367, before + 734])
  }

  @Test("ET-16 A generation that is stopped reports what is on record, and the next goes on there")
  func stopped() throws {
    let (ledger, _) = try Self.ledger()
    var settings = ledger.book.settings
    settings.waitMilliseconds = 20
    let book = try Book.open(settings)
    defer { try? book.close() }
    var holder: FileLock?
    let stopped = #expect(throws: GenerationStopped.self) {
      _ = try book.generate(through: screenDay("2029-12-31"), batch: 300) { _, _ in
        holder = try? FileLock(ledger.folder + "/log.head", wait: false)
      }
    }
    #expect(holder != nil)
    holder = nil
    #expect(stopped?.report.made == 365 && stopped?.report.positions.count == 366)
    guard case .busy? = stopped?.reason as? EventLogError else {
      Issue.record("\(String(describing: stopped?.reason))")
      return
    }
    let words = try #require(stopped.map { Refusal($0).description })
    #expect(
      words.contains("nother program has been writing") && !words.contains("Nothing was recorded"), "\(words)")
    #expect(try book.generate(through: screenDay("2029-12-31")).made == 366 + 365)
  }

  @Test("ET-16 Around midnight all of a generation is of one day")
  func midnight() throws {
    let (ledger, rule) = try Self.ledger()
    var settings = ledger.book.settings
    let reads = Mutex(0)
    settings.clock = {
      // 31 December 2026, 23:59:59; then the new year.
      let count = reads.withLock { reads in
        reads += 1
        return reads
      }
      return WallClock(milliseconds: count == 1 ? 1_798_761_599_000 : 1_798_761_601_000, offsetMinutes: 0)
    }
    let book = try Book.open(settings)
    defer { try? book.close() }
    reads.withLock { $0 = 0 }
    let report = try book.generate(through: screenDay("2027-12-31"))
    #expect(report.made == 365)
    var generated: [CivilDate] = []
    for event in try book.log.events(of: rule.stream) {
      guard
        case .event(.rule(.recurrenceGenerated(let said))) = EventCodec.current.decode(
          type: event.type, schema: event.schema, streamKind: event.stream.kind, payload: event.payload)
      else { continue }
      generated.append(said.on)
    }
    #expect(generated.last == screenDay("2026-12-31"))
  }
}
