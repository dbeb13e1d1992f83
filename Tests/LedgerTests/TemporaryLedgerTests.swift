import Foundation
import Ledger
import Testing

/// An app's helpers: ledgers for previews, screens that stay current, errors with sentences and keys.
@Suite("Helpers of an app")
struct TemporaryLedgerTests {
  private static let day = CivilDate(dayNumber: 20_618)

  private static func taxi(_ minorUnits: Int64 = 2390) -> RecordRequest {
    RecordRequest(
      money: Money(minorUnits: minorUnits, currency: .eur), date: day, category: "taxi", payment: .cash)
  }

  @Test("Two ledgers of one seed have the same events, and another seed has others")
  func seeds() async throws {
    func events(_ seed: UInt64) async throws -> [String] {
      let ledger = try await TemporaryLedger(seed: seed) { book in
        try book.createGroup(name: "Berlin")
        try book.record(Self.taxi())
      }
      let events = try await ledger.book.read { book in
        try (1...8).compactMap { try book.event(at: $0) }.map { "\($0.reference) \($0.time) \($0.stream.id)" }
      }
      try await ledger.remove()
      #expect(!FileManager.default.fileExists(atPath: ledger.folder.path))
      return events
    }
    let (first, same, other) = (try await events(1), try await events(1), try await events(2))
    #expect(first.count == 8 && first == same)
    #expect(Set(first).isDisjoint(with: other))
  }

  @Test("A folder goes when nothing refers to the ledger")
  func removal() async throws {
    var folder: URL?
    do {
      let ledger = try await TemporaryLedger(seed: 1)
      folder = ledger.folder
      #expect(FileManager.default.fileExists(atPath: ledger.folder.path))
      try await ledger.book.close()
    }
    #expect(!FileManager.default.fileExists(atPath: try #require(folder).path))
  }

  @Test("A screen shows its value, then each change once, and none of another screen")
  @MainActor
  func observed() async throws {
    let ledger = try await TemporaryLedger(seed: 3)
    let screen = ObservedScreen(ledger.book) { try $0.home() }
    try await wait { screen.value?.groups.isEmpty == true }
    try await ledger.book.createGroup(name: "Berlin")
    try await wait { screen.value?.groups.map(\.name) == ["Berlin"] }
    #expect(screen.failure == nil)
    try await ledger.remove()
  }

  @Test("An observation leaves out equal values, gives the last one, and ends when the ledger is closed")
  func observation() async throws {
    let ledger = try await TemporaryLedger(seed: 4)
    let reader = Task {
      var counts: [Int] = []
      for try await count in ledger.book.observe({ try $0.home().groups.count }) {
        counts.append(count)
        if count == 2 { break }
      }
      return counts
    }
    for _ in 0..<20 { try await ledger.book.record(Self.taxi()) }
    try await ledger.book.createGroup(name: "Berlin")
    let counts = try await reader.value
    // Unfiled is a group once it has something. Nothing else on the way is a new value.
    #expect(counts.last == 2 && counts == Array(Set(counts)).sorted())
    let closing = Task {
      var last: Int?
      for try await count in ledger.book.observe({ try $0.home().groups.count }) { last = count }
      return last
    }
    try await ledger.book.close()
    // If it begins after the close, it throws.
    do { #expect([nil, 2].contains(try await closing.value)) } catch BookError.closed {}
    try await ledger.remove()
  }

  @Test("A failed look is thrown, and the next change is looked at again")
  func failing() async throws {
    let ledger = try await TemporaryLedger(seed: 5)
    let group = GroupID(UniqueID(high: 1, low: 1))
    var values = ledger.book.observe { try $0.group(group).name }.makeAsyncIterator()
    await #expect(throws: BookError.self) { try await values.next() }
    try await ledger.book.createGroup(name: "Berlin")
    await #expect(throws: BookError.self) { try await values.next() }
    try await ledger.remove()
  }

  @Test("Errors have a sentence, a suggestion, and a key that an app can translate")
  func errors() async throws {
    let ledger = try await TemporaryLedger(seed: 6)
    let error = await #expect(throws: Rejection.self) {
      try await ledger.book.perform(.save, on: TransactionID(UniqueID(high: 1, low: 1)))
    }
    #expect(
      error?.errorKey == "rejection.unknownTransaction" && error?.errorDescription?.hasSuffix(".") == true)
    #expect(Rejection.zeroAmount.errorKey == "rejection.zeroAmount")
    #expect(
      BookError.closed.errorKey == "book.closed" && BookError.closed.recoverySuggestion == "Open it again.")
    #expect((BookError.closed as any Error).localizedDescription == "The ledger is closed.")
    try await ledger.remove()
    let settings = Book.Settings(
      folder: ledger.folder, stateFolder: nil, actor: .person("anna"), deviceName: "phone")
    let missing = await #expect(throws: StorageError.self) { try await AsyncBook.open(settings) }
    #expect(missing?.reason == .noLedger && missing?.errorKey == "storage.noLedger")
    #expect(missing?.errorDescription == "There is no ledger in this folder.")
  }

  @Test("A field is set in its own type, and a value of another type is refused as invalid")
  func typed() async throws {
    let ledger = try await TemporaryLedger(seed: 7)
    let book = ledger.book
    let taxi = try #require(try await book.record(Self.taxi()).transaction)
    try await book.run {
      _ = try $0.openAccount(name: "Giro", opening: Money(minorUnits: 0, currency: .usd))
    }
    let edits: [FieldEdit] = [
      .vendor("Taxi Berlin"), .date(Self.day.adding(days: 1)), .total(Money(minorUnits: 100, currency: .eur)),
      .currency(.usd), .category("food"), .payment(.card), .note("late"), .kind(.income), .account("Giro"),
    ]
    for edit in edits { try await book.perform(.set(edit), on: taxi) }
    let row = try await book.receiptScreen(taxi).detail.row
    #expect(row.vendor == "Taxi Berlin" && row.date == Self.day.adding(days: 1) && row.payment == .card)
    #expect(row.category == "food" && row.note == "late" && row.kind == .income && row.account == "Giro")
    #expect(row.amount == Amount(currency: .usd, minorUnits: 100))
    try await book.perform(.empty(.note), on: taxi)
    #expect(try await book.receiptScreen(taxi).detail.row.note == nil)
    let wrong: [(TransactionField, FieldValue, Rejection)] = [
      (.date, .text("tomorrow"), .invalid(field: .date, value: "tomorrow", expected: "a date")),
      (.total, .text("12"), .invalid(field: .total, value: "12", expected: "an amount")),
      (.currency, .date(Self.day), .invalid(field: .currency, value: Self.day.iso, expected: "a currency")),
      (.vendor, .date(Self.day), .invalid(field: .vendor, value: Self.day.iso, expected: "a text")),
      (.payment, .text("cheque"), .invalid(field: .payment, value: "cheque", expected: "card or cash")),
    ]
    for (field, value, rejection) in wrong {
      await #expect(throws: rejection) { try await book.perform(.correct(field, value), on: taxi) }
    }
    try await ledger.remove()
  }

  @Test(
    "A command based on a version is refused if this device changed the field since, or if it has no such version"
  )
  func basedOn() async throws {
    let ledger = try await TemporaryLedger(seed: 8)
    let book = ledger.book
    let taxi = try #require(try await book.record(Self.taxi()).transaction)
    let seen = try await book.receiptScreen(taxi).detail.version
    try await book.perform(.set(.vendor("Taxi Berlin")), on: taxi)
    await #expect(throws: BookError.changedMeanwhile(.vendor)) {
      try await book.perform(.set(.vendor("Cab")), on: taxi, basedOn: seen)
    }
    // Another field, and what is no field, are not in each other's way.
    try await book.perform(.set(.payment(.card)), on: taxi, basedOn: seen)
    try await book.perform(.tag(add: ["trip"], remove: []), on: taxi, basedOn: seen)
    let newest = try await book.receiptScreen(taxi).detail.version
    #expect(newest == seen + 3)
    try await book.perform(.set(.vendor("Cab")), on: taxi, basedOn: newest)
    await #expect(throws: BookError.versionAhead(given: 99, newest: newest + 1)) {
      try await book.perform(.clear(true), on: taxi, basedOn: 99)
    }
    #expect(try await book.receiptScreen(taxi).detail.row.vendor == "Cab")
    try await ledger.remove()
  }

  @Test("An outcome names its action, so that undo needs no look at the log")
  func undo() async throws {
    let ledger = try await TemporaryLedger(seed: 9)
    let outcome = try await ledger.book.record(Self.taxi())
    let event = try await ledger.book.read { try $0.event(at: outcome.positions[0]) }
    #expect(outcome.action == event?.reference)
    let nothing = try await ledger.book.perform(
      .tag(add: [], remove: []), on: try #require(outcome.transaction))
    #expect(nothing.action == nil)
    try await ledger.book.undo(outcome)
    #expect(try await ledger.book.home().groups.isEmpty)
    await #expect(throws: Rejection.nothingToUndo([])) { try await ledger.book.undo(nothing) }
    let many = try await ledger.book.batch { batch in for _ in 0..<100 { try batch.record(Self.taxi()) } }
    #expect(many.action != nil)
    try await ledger.book.undo(many)
    #expect(try await ledger.book.read { try $0.transactions().matching } == 0)
    try await ledger.remove()
  }

  @Test("Screens of the past, rules and categories need no book of their own")
  func parts() async throws {
    let ledger = try await TemporaryLedger(seed: 10)
    let book = ledger.book
    let before = try await book.read { try $0.event(at: 6) }
    let taxi = try await book.record(Self.taxi())
    #expect(before != nil && taxi.positions == [7])
    #expect(try await book.read { try $0.transactions().matching } == 1)
    #expect(try await book.read(asOf: .position(6)) { try $0.transactions().matching } == 0)
    #expect(try await book.home(asOf: .position(6)).groups.isEmpty)
    #expect(
      try await book.receiptScreen(try #require(taxi.transaction), asOf: .position(7)).detail.row.category
        == "taxi")
    _ = try await book.run { try $0.addCategory(name: "Rent", key: "rent") }
    _ = try await book.run { try $0.deactivateCategory(key: "rent") }
    #expect(try await book.read { try $0.categories() }.first { $0.key == "rent" }?.isActive == false)
    let template = try #require(taxi.transaction)
    let rule = try await book.run { try $0.createRule(from: template, Cadence(frequency: .monthly)) }
    let id = try #require(rule.rule)
    #expect(try await book.read { try $0.rules().map(\.id) } == [id])
    #expect(try await book.read { try $0.rule(id).row.id } == rule.rule)
    try await ledger.remove()
  }

  /// Waits until something is true on the main actor.
  @MainActor
  private func wait(until condition: @MainActor () -> Bool) async throws {
    for _ in 0..<12_000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
    try #require(condition(), "it does not become true within a minute")
  }
}
