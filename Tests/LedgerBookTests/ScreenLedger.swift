import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Synchronization

/// A ledger in a folder of its own, with a clock that a test sets. It is removed when the test is over.
final class ScreenLedger {
  let book: Book
  let folder: String
  let clock: ScreenClock

  init(weeks: WeekSetting = .iso, locale: LedgerLocale = .default) throws {
    folder = NSTemporaryDirectory() + "ledger-screens-" + UUID().uuidString
    let clock = ScreenClock()
    let settings = Book.Settings(
      folder: folder, actor: .person("test"), deviceName: "test", clock: { clock.now() })
    book = try Book.create(
      settings, NewLedger(device: "test", currency: .eur, locale: locale, weeks: weeks))
    self.clock = clock
  }

  deinit {
    try? book.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Appends events as they are, in one batch.
  func append(_ events: [(event: TransactionEvent, id: TransactionID)]) throws {
    try append(events.map { (.transaction($0), $1.stream) })
  }

  /// Appends events of any records, without a look at what the ledger has.
  func append(_ events: [(event: LedgerEvent, stream: StreamID)]) throws {
    let codec = EventCodec.current
    let drafts = events.map { event, stream in
      EventDraft(
        stream: stream, type: event.type.rawValue, schema: codec.schema(of: event.type),
        payload: codec.encode(event), actor: "user/test")
    }
    _ = try book.log.write { writer in
      try writer.append(
        drafts, correlation: UniqueID.random(), clock: self.clock.now(), salts: LedgerLog.randomSalt)
    }
  }

  /// Records an expense of ten euros, changed by `change`.
  @discardableResult
  func record(_ vendor: String?, _ change: (inout RecordRequest) -> Void = { _ in }) throws -> TransactionID {
    var request = RecordRequest(
      money: Money(minorUnits: 1_000, currency: .eur), date: screenDay("2026-06-14"), vendor: vendor,
      category: "food", payment: .card)
    change(&request)
    guard let id = try book.record(request, opensAccounts: true).transaction else { throw ScreenError() }
    return id
  }

  /// Records a transfer that has no accounts, as earlier versions did.
  func transfer(_ money: Money) throws {
    let day = screenDay("2026-06-14")
    let recorded = TransactionEvent.Recorded(origin: .manual, on: day, kind: .transfer, money: money, date: day)
    try append([(.transactionRecorded(recorded), TransactionID(UniqueID.random()))])
  }
}

struct ScreenError: Error {}

/// A wall clock that stops until it is set.
final class ScreenClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_831_148_800_000)

  func now() -> WallClock { milliseconds.withLock { WallClock(milliseconds: $0, offsetMinutes: 120) } }

  func set(_ milliseconds: Int64) { self.milliseconds.withLock { $0 = milliseconds } }
}

func screenDay(_ iso: String) -> CivilDate {
  guard let date = CivilDate(iso: iso) else { preconditionFailure("not a date: \(iso)") }
  return date
}
