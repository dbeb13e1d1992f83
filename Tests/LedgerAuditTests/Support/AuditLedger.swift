import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Synchronization
import Testing

/// A ledger in a folder of its own, with a clock that the test controls. It is removed when the test is over.
final class AuditLedger {
  let book: Book
  let folder: String
  let clock: AuditClock

  init(device: String = "laptop", clock: AuditClock = AuditClock()) throws {
    folder = NSTemporaryDirectory() + "ledger-audit-" + UUID().uuidString
    self.clock = clock
    let settings = Book.Settings(
      folder: folder, actor: .person("anna"), deviceName: device, clock: { clock.now() })
    book = try Book.create(settings, NewLedger(device: device, currency: .eur, locale: .default))
  }

  /// Another device of the same dataset, which knows all that this one does.
  init(joining other: AuditLedger, clock: AuditClock = AuditClock()) throws {
    folder = NSTemporaryDirectory() + "ledger-audit-" + UUID().uuidString
    self.clock = clock
    let log = try LedgerLog.create(at: folder, ledger: other.book.log.ledgerID, device: UniqueID.random())
    _ = try log.takeIn(try other.envelopes(), receivedAtMilliseconds: clock.now().milliseconds)
    try log.close()
    book = try Book.open(
      Book.Settings(folder: folder, actor: .person("ben"), deviceName: "phone", clock: { clock.now() }))
  }

  deinit {
    try? book.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// All events, by position.
  func events() throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    try book.log.forEachEvent { events.append($0) }
    return events
  }

  func envelopes() throws -> [ForeignEvent] { try events().map(\.envelope) }

  /// Imports the events of another device that this one lacks.
  func takeIn(from other: AuditLedger) throws {
    let known = Set(try events().map(\.reference))
    let missing = try other.envelopes().filter { !known.contains($0.reference) }
    _ = try book.log.takeIn(missing, receivedAtMilliseconds: clock.now().milliseconds)
  }

  /// A receipt that was read by the extractor.
  func capture(_ text: String) throws -> TransactionID {
    try #require(try book.capture(CaptureInput(text: text, group: nil)).transaction)
  }

  /// An expense of food by card on 14 June 2026.
  func record(
    _ minorUnits: Int64, _ vendor: String? = nil, currency: CurrencyCode = .eur, on date: String = "2026-06-14"
  ) throws -> TransactionID {
    let request = RecordRequest(
      money: Money(minorUnits: minorUnits, currency: currency), date: day(date), vendor: vendor,
      category: "food", payment: .card)
    guard let id = try book.record(request, opensAccounts: true).transaction else { throw Missing() }
    return id
  }

  /// Appends an event as it is, in the name of an actor.
  @discardableResult
  func append(
    _ event: TransactionEvent, to id: TransactionID, actor: String = "user/anna"
  ) throws -> StoredEvent {
    let codec = EventCodec.current
    let event = LedgerEvent.transaction(event)
    let draft = EventDraft(
      stream: id.stream, type: event.type.rawValue, schema: codec.schema(of: event.type),
      payload: codec.encode(event), actor: actor)
    let stored = try book.log.write { writer in
      try writer.append(
        [draft], correlation: UniqueID.random(), clock: clock.now(), salts: LedgerLog.randomSalt)
    }
    guard let first = stored.first else { throw Missing() }
    return first
  }

  /// The last event of a type.
  func last(_ type: EventType) throws -> StoredEvent {
    guard let event = try events().last(where: { $0.type == type.rawValue }) else { throw Missing() }
    return event
  }
}

/// A test's own mistake.
struct Missing: Error {}

/// 14 June 2026, 10:31:05 UTC, and a second later at each reading, unless the test sets it.
final class AuditClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_781_433_065_000)

  func now() -> WallClock {
    milliseconds.withLock { value in
      value += 1_000
      return WallClock(milliseconds: value, offsetMinutes: 120)
    }
  }

  func set(_ value: Int64) { milliseconds.withLock { $0 = value } }
  func advance(_ by: Int64) { milliseconds.withLock { $0 += by } }
}

func day(_ text: String) -> CivilDate { CivilDate(iso: text) ?? .last }

/// A paper whose total, vendor and date are plain.
let reweText = "REWE City\nBerlin\nMilch 1,19\nBrot 2,49\nSUMME EUR 3,68\n14.06.2026\nKartenzahlung"
