import EventLog
import Foundation
import LedgerBook
import LedgerDomain
import LedgerTestSupport
import Testing
import YNABTestService

@testable import LedgerYNAB

/// Leads requests to a service in memory, without a network.
struct ServiceTransport: Transport {
  let service: TestService

  func send(_ request: HTTPRequest) throws -> HTTPResponse {
    let path = String(request.url.dropFirst("https://api.test/v1".utf8.count))
    guard
      let answer = service.answer(
        method: request.method, path: path, token: request.token, body: request.body ?? [])
    else { throw TransportError.unreachable("the connection was cut") }
    let headers = Dictionary(answer.headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
    return HTTPResponse(status: answer.status, headers: headers, body: answer.body)
  }
}

/// A ledger in a temporary folder with a service.
final class Scene {
  private let temporary = TemporaryFolder()
  var folder: String { temporary.path }
  let service = TestService()
  private(set) var book: Book
  var settings = YNABSettings()
  /// The links of the plan.
  var links: [String: String] {
    get { settings.links[TestService.plan] ?? [:] }
    set { settings.links[TestService.plan] = newValue }
  }

  init() throws {
    book = try Book.create(
      Self.bookSettings(temporary.path), NewLedger(device: "test", currency: .eur, locale: .default))
    settings.plan = TestService.plan
    settings.account = TestService.checking
    links = ["food": TestService.groceries, "taxi": TestService.dining]
  }

  deinit {
    try? book.close()
  }

  /// Opens the ledger again, as the next process does after a crash.
  func reopen() throws {
    try book.close()
    book = try Book.open(Self.bookSettings(folder))
  }

  private static func bookSettings(_ folder: String) -> Book.Settings {
    // 14 June 2026.
    Book.Settings(
      folder: folder + "/ledger", actor: .person("anna"), deviceName: "test",
      clock: { WallClock(milliseconds: 1_781_433_065_000, offsetMinutes: 120) })
  }

  /// The exchange, with another transport if it is given.
  func sync(_ transport: (any Transport)? = nil) throws -> YNABSync {
    let client = try YNABClient(
      base: "https://api.test/v1", token: TestService.token,
      transport: transport ?? ServiceTransport(service: service)
    ) { _ in }
    return YNABSync(book, client, settings, RemoteCatalog(ledgerFolder: folder))
  }

  /// A crash after a durable step.
  struct Killed: Error {}

  /// The exchange of a process that is killed after that many durable steps.
  func sync(killedAfter count: Int) throws -> YNABSync {
    var (sync, left) = (try sync(), count)
    sync.afterStep = {
      left -= 1
      if left <= 0 { throw Killed() }
    }
    return sync
  }

  @discardableResult
  func push(_ ids: [TransactionID], withItems: Bool = false, _ transport: (any Transport)? = nil) throws
    -> [CopyResult]
  {
    try sync(transport).push(ids, plan: TestService.plan, account: TestService.checking, withItems: withItems)
  }

  @discardableResult
  func pull() throws -> PullReport {
    var sync = try sync()
    defer { settings = sync.settings }
    return try sync.pull()
  }

  /// Records an expense and returns its identifier.
  func add(_ cents: Int64, vendor: String = "Rewe", note: String? = nil, day: Int = 12) throws -> TransactionID
  {
    let date = try #require(CivilDate(iso: "2026-06-\(day)"))
    let request = RecordRequest(
      kind: .expense, money: Money(minorUnits: cents, currency: .eur), date: date, vendor: vendor,
      category: "food",
      payment: .card, note: note)
    return try #require(try book.record(request).transaction)
  }

  /// The amounts of the living transactions in the account.
  var amounts: [Int] {
    service.transactions.filter { $0.account == TestService.checking && !$0.isDeleted }.map(\.amount).sorted()
  }
}
