import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import Testing

@testable import LedgerBook
@testable import LedgerProjections

/// Two devices run any two commands on one rule concurrently, and end alike.
///
/// `RulePairsTable` has the result of each pair, with the reason. The rule is rent of 2,500 a month from 1 January
/// 2026, made from a transaction and generated for 2026. It is 14 June. A pause reaches a rule that is split off
/// meanwhile.
struct RulePairsTests {
  enum Deed: String, CaseIterable {
    case edit, otherEdit, split, laterSplit, delete, deleteFuture, generate, pause
  }

  /// A pair in both assignments to devices, and in both orders of arrival.
  @Test("ET-14 ET-15 ET-17 FF-14 Two devices at once end alike", arguments: Deed.allCases, Deed.allCases)
  func pair(_ first: Deed, _ second: Deed) throws {
    let ends = try Self.end(first, second)
    #expect(Set(ends).count == 1, "\(first), \(second): \(ends)")
    let cell = try #require(RulePairsTable.cells["\(first) \(second)"])
    #expect(ends.first == cell.end, "\(first), then \(second): \(cell.why)")
  }

  /// The screens of both devices after an exchange, after one has generated again, and in another order of arrival.
  ///
  /// There is one line for each, and all must be the same.
  private static func end(_ first: Deed, _ second: Deed) throws -> [String] {
    let world = try PairWorld()
    defer { world.close() }
    try world.perform(first, on: world.a)
    world.clock.advance()
    try world.perform(second, on: world.b)
    world.clock.advance()
    try world.a.learn(from: world.b)
    try world.b.learn(from: world.a)
    try #require(try world.a.tables() == world.b.tables(), "apart they differ")
    let third = try world.fresh(world.b, before: world.a)
    defer { third.close() }
    try #require(try third.tables() == world.a.tables(), "in another order of arrival")
    _ = try world.a.book.generate()
    world.clock.advance()
    try world.b.learn(from: world.a)
    try #require(try world.a.tables() == world.b.tables(), "after generating")
    let before = try world.b.book.log.lastPosition()
    _ = try world.b.book.generate()
    try #require(try world.b.book.log.lastPosition() == before, "there was more to generate")
    return [try world.summary(world.a), try world.summary(world.b)]
  }
}

/// A clock that two devices share.
final class PairClock: @unchecked Sendable {
  private let lock = NSLock()
  // 14 June 2026, noon.
  private var milliseconds: Int64 = 1_781_438_400_000

  func now() -> WallClock {
    lock.withLock {
      milliseconds += 1
      return WallClock(milliseconds: milliseconds, offsetMinutes: 0)
    }
  }

  func advance() { lock.withLock { milliseconds += 60_000 } }
}

/// One device of a pair.
final class PairDevice {
  let folder: String
  let book: Book

  init(folder: String, book: Book) {
    self.folder = folder
    self.book = book
  }

  func close() {
    try? book.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Imports the events that another device has and this one lacks.
  func learn(from other: PairDevice) throws {
    let known = Dictionary(
      try book.log.devices().map { ($0.device, $0.size) }, uniquingKeysWith: max)
    for head in try other.book.log.devices() where head.size > known[head.device] ?? 0 {
      let events = try other.book.log.events(of: head.device, after: known[head.device] ?? 0)
      _ = try book.log.takeIn(events.map(\.envelope), receivedAtMilliseconds: 1_781_438_400_000)
    }
  }

  func tables() throws -> PropertyTables {
    try book.models.catchUp()
    let connection = try Connection(path: try #require(book.models.path), mode: .readOnly)
    defer { try? connection.close() }
    return try PropertyTables(connection, book.log)
  }
}

/// Two devices with one rule, both up to date.
final class PairWorld {
  let clock = PairClock()
  let a: PairDevice
  let b: PairDevice
  let rule: RuleID
  private let ledger: UniqueID

  init() throws {
    let clock = clock
    func settings(_ name: String) -> Book.Settings {
      Book.Settings(
        folder: NSTemporaryDirectory() + "ledger-pair-" + UUID().uuidString, actor: .person("\(name)"),
        deviceName: name, clock: { clock.now() })
    }
    let first = settings("anna")
    let book = try Book.create(first, NewLedger(device: "a", currency: .eur, locale: .default))
    a = PairDevice(folder: first.folder, book: book)
    ledger = book.log.ledgerID
    let second = settings("ben")
    try LedgerLog.create(at: second.folder, ledger: ledger, device: UniqueID.random()).close()
    b = PairDevice(folder: second.folder, book: try Book.open(second))
    let request = RecordRequest(
      money: Money(minorUnits: 250_000, currency: .eur), date: screenDay("2026-01-01"), vendor: "Landlord",
      category: "other", payment: .card)
    rule = try #require(try book.record(request, every: Cadence(frequency: .monthly)).rule)
    try b.learn(from: a)
    clock.advance()
  }

  func close() {
    a.close()
    b.close()
  }

  /// A third device that learns of one device's events first, then of the other's.
  func fresh(_ first: PairDevice, before second: PairDevice) throws -> PairDevice {
    let clock = clock
    let settings = Book.Settings(
      folder: NSTemporaryDirectory() + "ledger-pair-" + UUID().uuidString, actor: .person("cleo"),
      deviceName: "c", clock: { clock.now() })
    try LedgerLog.create(at: settings.folder, ledger: ledger, device: UniqueID.random()).close()
    let device = PairDevice(folder: settings.folder, book: try Book.open(settings))
    let own = try first.book.log.devices().filter { head in
      if case .own(let id) = first.book.log.identity { return head.device == id }
      return false
    }
    for head in own {
      _ = try device.book.log.takeIn(
        try first.book.log.events(of: head.device, after: 0).map(\.envelope),
        receivedAtMilliseconds: 1_781_438_400_000)
    }
    try device.book.models.catchUp()
    try device.learn(from: second)
    return device
  }

  func perform(_ deed: RulePairsTests.Deed, on device: PairDevice) throws {
    func money(_ euros: Int64) -> RuleEdit { .money(Money(minorUnits: euros * 100, currency: .eur)) }
    let book = device.book
    switch deed {
    case .edit: try book.perform(.change([money(2_600)]), on: rule)
    case .otherEdit: try book.perform(.change([money(2_700), .vendor("Other")]), on: rule)
    case .split: try book.perform(.split(on: screenDay("2026-08-01"), [money(2_800)]), on: rule)
    case .laterSplit: try book.perform(.split(on: screenDay("2026-10-01"), [money(2_900)]), on: rule)
    case .delete: try book.perform(.delete(.rule), on: rule)
    case .deleteFuture: try book.perform(.delete(.future), on: rule)
    case .generate: _ = try book.generate(through: screenDay("2027-12-31"))
    case .pause: try book.perform(.pause(from: screenDay("2026-11-01")), on: rule)
    }
  }

  /// `2026-01-01 alive, 2026-08-01 alive: 2500×7 2800×5 -×12`.
  func summary(_ device: PairDevice) throws -> String {
    let rows = try device.book.rules(withDeleted: true).sorted { $0.firstDate < $1.firstDate }
    let rules = rows.map { row in
      let state = row.isDeleted ? "deleted" : row.hasPendingDeletion ? "waits" : "alive"
      return "\(row.firstDate.iso) \(state)\(row.pausedFrom == nil ? "" : " paused")"
    }
    var runs: [(value: String, count: Int)] = []
    for month in 0..<24 {
      let date = screenDay("2026-01-01").adding(months: month, anchorDay: 1)
      let id = month == 0 ? rows.first?.template ?? rule.instance(on: date) : rule.instance(on: date)
      let state = try device.book.transactionState(id)
      let value =
        switch state?.stage {
        case nil: "-"
        case .deleted: "x"
        case .saved, .draft: String((state?.amount.value?.minorUnits ?? 0) / 100)
        }
      if runs.last?.value == value { runs[runs.count - 1].count += 1 } else { runs.append((value, 1)) }
    }
    return rules.joined(separator: ", ") + ": " + runs.map { "\($0.value)×\($0.count)" }.joined(separator: " ")
  }
}
