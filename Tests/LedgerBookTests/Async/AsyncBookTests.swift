import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Synchronization
import Testing

@testable import LedgerBook

@Suite("A ledger that is used through an actor")
struct AsyncBookTests {
  private let screens: ScreenLedger
  private let settings: Book.Settings

  init() throws {
    screens = try ScreenLedger()
    settings = Book.Settings(folder: screens.folder, actor: .person("other"), deviceName: "other")
  }

  @Test("Each screen is one value, the same as the ledger's own")
  func screensAreTheSame() async throws {
    let group = try #require(try screens.book.createGroup(name: "Berlin").group)
    let taxi = try screens.record("Taxi") { $0.group = group }
    try screens.record("Zoo") { $0.category = "other" }
    let book = try await AsyncBook.open(settings)
    #expect(try await book.home() == screens.book.home())
    let home = try await book.home()
    #expect(home.groups.map(\.name) == ["Berlin", "Unfiled"] && home.drafts == 0)
    #expect(home.settings.currency == .eur && home.categories.count == 5)

    var filter = TransactionFilter()
    filter.categories = ["other"]
    let screen = try await book.groupScreen(group, filter: filter)
    #expect(screen.summary.count == 1 && screen.matching.count == 0)
    #expect(screen.list.page.rows.isEmpty && screen.list.totals.isEmpty)
    let list = try await book.receiptsScreen(filter)
    #expect(list.page.rows.map(\.row.vendor) == ["Zoo"] && list.sections.map(\.count) == [1])
    #expect(list.filters.contains { $0.facet == .category && $0.value == "food" && $0.count == 1 })
    #expect(list.totals.map(\.description) == ["10.00 EUR"])

    let stale = await #expect(throws: CursorError.self) {
      _ = try await book.receiptsScreen(page: PageRequest(after: "?"))
    }
    #expect(
      stale.map { Refusal($0).description }
        == "The cursor is not valid. Use the cursor of the previous page, or start again.")

    let receipt = try await book.receiptScreen(taxi)
    #expect(receipt.detail == (try screens.book.transaction(taxi)))
    #expect(receipt.groups.map(\.name) == ["Berlin"] && receipt.categories.count == 5)
    #expect(try await book.search("tax").hits.count == 1)
    #expect(try await book.read { try $0.drafts() }.isEmpty)
    let month = try #require(CivilMonth(iso: "2026-06"))
    #expect(try await book.analysis(kind: .expense, period: .month(month)).count == 2)
    let report = try await book.read { try $0.report(.spending, over: month...month, by: .group) }
    #expect(try report == screens.book.report(.spending, over: month...month, by: .group))
    #expect(report.rows.map(\.name) == [nil, "Berlin"])
    try screens.book.openAccount(name: "Giro", opening: Money(minorUnits: 5, currency: .eur))
    #expect(try await book.read { try $0.netWorth(over: month...month) }.rows.map(\.key) == ["giro"])
    try await book.close()
  }

  @Test("Accounts, budgets and goals are the ledger's own, now and as of a position")
  func money() async throws {
    let book = screens.book
    let month = try #require(CivilMonth(iso: "2026-06"))
    func euros(_ units: Int64) -> Money { Money(minorUnits: units, currency: .eur) }
    try book.openAccount(name: "Giro", opening: euros(100_000), on: month.first)
    try book.budget("300", for: "food", in: BudgetScope(month, .eur), locale: .default)
    let goal = try #require(try book.createGoal(name: "Bike", target: euros(50_000)).goal)
    try book.contribute(euros(10_000), to: goal)
    let before = try book.log.lastPosition()
    _ = try screens.record("Taxi") { $0.account = "Giro" }
    try book.budget("-50", for: "food", in: BudgetScope(month, .eur), locale: .default)
    try book.contribute(euros(5_000), to: goal)

    // With the same clock, because what a goal's months must bring depends on the day.
    let clock = screens.clock
    let async = try await AsyncBook.open(
      Book.Settings(
        folder: screens.folder, actor: .person("other"), deviceName: "other", clock: { clock.now() }))
    for horizon in [Horizon.now, .position(before), .position(1)] {
      let then = book.asOf(horizon)
      #expect(try await async.read(asOf: horizon) { try $0.accountsScreen() } == then.accountsScreen())
      #expect(
        try await async.read(asOf: horizon) { try $0.budgetScreen(month, in: .eur) }
          == then.budgetScreen(month, in: .eur))
      #expect(try await async.read(asOf: horizon) { try $0.goals() } == then.goals())
      #expect(
        try await async.read(asOf: horizon) { try $0.netWorth(over: month...month) }
          == then.netWorth(over: month...month))
    }
    let (now, then) = (
      try await async.read { try $0.accountScreen(key: "giro") },
      try await async.read(asOf: .position(before)) { try $0.accountScreen(key: "giro") }
    )
    #expect(now.list.page.rows.map(\.row.vendor) == ["Taxi"] && then.list.page.rows.isEmpty)
    #expect(then.summary.balances.map(\.balance) == [euros(100_000)])
    #expect(now.summary.balances.map(\.balance) == [euros(99_000)])
    #expect(try await async.read { try $0.budgetScreen(month, in: .eur) }.month.toBudget == 100_000 - 25_000)
    await #expect(throws: BookError.self) {
      _ = try await async.read(asOf: .position(1)) { try $0.accountScreen(key: "giro") }
    }
    try await async.close()
  }

  @Test("A retired category is still offered for the receipt that has it")
  func choices() async throws {
    try screens.book.addCategory(name: "Books")
    try screens.book.addCategory(name: "Wages", kinds: [.income])
    let novel = try screens.record("Novel") { $0.category = "books" }
    let taxi = try screens.record("Taxi")
    try screens.book.deactivateCategory(key: "books")
    #expect(try screens.book.receiptScreen(novel).categories.map(\.key).contains("books"))
    let keys = try screens.book.receiptScreen(taxi).categories.map(\.key)
    #expect(keys.count == 5 && !keys.contains("books") && !keys.contains("wages"))
  }

  @Test("Closed, every call reports it, and it can be opened again; closing twice is fine")
  func closes() async throws {
    let book = try await AsyncBook.open(settings)
    try await book.close()
    try await book.close()
    #expect(await !book.isOpen)
    await #expect(throws: BookError.closed) { try await book.home() }
    // Nothing was created meanwhile.
    try await book.reopen()
    try await book.reopen()
    #expect(try await book.home().groups.isEmpty)
    try await book.close()
  }

  @Test("A call whose task was cancelled before its turn does nothing")
  func cancelledCall() async throws {
    let book = try await AsyncBook.open(settings)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await book.createGroup(name: "Never")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await book.home().groups.isEmpty)
    try await book.close()
  }

  @Test("Work runs on the book's own queue, in the order of the calls")
  func order() async throws {
    let book = try await AsyncBook.open(settings)
    try await book.run { _ in
      dispatchPrecondition(condition: .notOnQueue(.main))
      book.assumeIsolated { _ in }
    }
    for number in 0..<20 { try await book.createGroup(name: "G\(number)") }
    #expect(try await book.home().groups.count == 20)
    try await book.close()
  }

  @Test("A rebuild tells how far it is and ends with its report; who stops listening stops it")
  func rebuild() async throws {
    for number in 0..<30 { try screens.record("V\(number)") }
    let book = try await AsyncBook.open(settings)
    let home = try await book.home()
    var steps: [LongWork<RebuildProgress, RebuildReport>.Step] = []
    for try await step in book.rebuild() { steps.append(step) }
    guard case .finished(let report) = steps.last else { throw ScreenError() }
    #expect(report.transactions == 30)

    for try await _ in book.rebuild() { break }
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      for try await _ in book.rebuild() {}
    }
    _ = await cancelled.result
    // The call after it comes after it.
    #expect(try await book.home() == home)
    try await book.close()
  }

  @Test("Whatever stops a rebuild leaves the models in service, and no file of the new ones")
  func stoppedRebuild() throws {
    try screens.record("Taxi")
    let home = try screens.book.home()
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: screens.folder + "/models").sorted()
    }
    let before = try files()
    #expect(throws: ScreenError.self) { try screens.book.rebuild { _ in throw ScreenError() } }
    #expect(try files() == before)
    #expect(try screens.book.home() == home)

    // The same while they are missing.
    let other = try Book.open(settings)
    try screens.book.close()
    try FileManager.default.removeItem(atPath: screens.folder + "/models")
    #expect(throws: ScreenError.self) { try other.prepare { _ in throw ScreenError() } }
    let told = Mutex<[Int64]>([])
    try other.prepare { progress in told.withLock { $0.append(progress.done) } }
    #expect(told.withLock { $0.last } == 7)
    try other.prepare { _ in throw ScreenError() }
    #expect(try other.home() == home)
    try other.close()
  }

  @Test("Several apps' processes open or make one ledger at once and all have it")
  func openOrCreate() async throws {
    let folder = screens.folder + "/new"
    let settings = Book.Settings(folder: folder, actor: .person("anna"), deviceName: "phone")
    let new = NewLedger(device: "phone", currency: .chf, locale: .default)
    let ledgers = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let book = try await AsyncBook.openOrCreate(settings, new)
          _ = try await book.home()
          let ledger = try await book.run { $0.log.ledgerID.description }
          try await book.close()
          return ledger
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(ledgers.count == 1)
  }
}
