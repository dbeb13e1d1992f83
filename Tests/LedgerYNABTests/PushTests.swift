import Foundation
import LedgerBook
import LedgerDomain
import Testing
import YNABTestService

@testable import LedgerYNAB

@Suite("Pushes to YNAB")
struct PushTests {
  @Test("RY-14 Two equal receipts are two transactions, and a retry makes no third")
  func occurrences() throws {
    let scene = try Scene()
    let ids = [try scene.add(500), try scene.add(500)]
    try scene.push(ids)
    try scene.push(ids)
    #expect(scene.amounts == [-5_000, -5_000])
    let there = scene.service.transactions.compactMap(\.importID).sorted()
    #expect(there == ["YNAB:-5000:2026-06-12:1", "YNAB:-5000:2026-06-12:2"])
  }

  @Test("RY-19 A cut connection defers, and the next push sends the same bytes once")
  func cut() throws {
    for fault in [TestService.Fault.cutBefore, .cutAfter] {
      let scene = try Scene()
      let id = try scene.add(700)
      scene.service.fail { _, method, _ in method == "POST" ? fault : nil }
      let first = try scene.push([id])
      guard case .postponed? = first.first?.outcome else { return #expect(Bool(false), "\(first)") }
      #expect(try scene.book.copies().map(\.phase) == [.deferred])
      let pending = try #require(try scene.book.copies().first.map { try scene.book.copy($0.id).pending })
      scene.service.fail(nil)
      try scene.reopen()
      try scene.push([id])
      #expect(scene.amounts == [-7_000])
      #expect(try scene.book.copies().map(\.phase) == [.copied])
      #expect(scene.service.transactions[0].importID == pending?.importID)
    }
  }

  @Test("After a crash between sending and the answer, the import_id is looked up before anything is sent")
  func crash() throws {
    let scene = try Scene()
    let id = try scene.add(900)
    let stopping = StoppingTransport(ServiceTransport(service: scene.service), after: 1)
    #expect(throws: StoppingTransport.Stopped.self) { try scene.push([id], stopping) }
    #expect(scene.amounts == [-9_000])
    try scene.reopen()
    let requests = scene.service.requests.count
    try scene.push([id])
    #expect(scene.amounts == [-9_000])
    #expect(scene.service.requests[requests...].allSatisfy { $0.hasPrefix("GET ") })
    #expect(try scene.book.copies().map(\.phase) == [.copied])
  }

  @Test("A bank’s row with the same import_id is the receipt, and its memo is replaced by the next push")
  func absorbed() throws {
    let scene = try Scene()
    scene.service.addFromBank(date: "2026-06-12", amount: -3_000, importID: "YNAB:-3000:2026-06-12:1")
    let id = try scene.add(300, note: "mine")
    let results = try scene.push([id])
    guard case .copied(_, [], true)? = results.first?.outcome else { return #expect(Bool(false), "\(results)") }
    try scene.push([id])
    #expect(scene.amounts == [-3_000] && scene.service.transactions[0].memo == "mine")
  }

  @Test("With identifiers of our own a bank’s row stays another transaction")
  func ownPrefix() throws {
    let scene = try Scene()
    scene.settings.prefix = .events
    scene.service.addFromBank(date: "2026-06-12", amount: -3_000, importID: "YNAB:-3000:2026-06-12:1")
    try scene.push([try scene.add(300)])
    #expect(scene.amounts == [-3_000, -3_000])
    let id = try #require(scene.service.transactions.last?.importID)
    #expect(id.hasPrefix("EV:") && id.utf8.count <= 36)
  }

  @Test("One receipt that is refused does not hold back the others")
  func refusedAlone() throws {
    let scene = try Scene()
    let ids = [try scene.add(100), try scene.add(200), try scene.add(300)]
    try scene.book.perform(.correct(.category, .text("taxi")), on: ids[1])
    scene.links["taxi"] = "not-a-uuid"
    let results = try scene.push(ids)
    guard case .refused? = results[1].outcome as CopyResult.Outcome? else {
      return #expect(Bool(false), "\(results)")
    }
    #expect(scene.amounts == [-3_000, -1_000])
  }

  @Test("A thousand receipts take at most twenty requests")
  func many() throws {
    let scene = try Scene()
    let ids = try (0..<1_000).map { try scene.add(Int64($0 + 1)) }
    try scene.push(ids)
    #expect(
      scene.amounts.count == 1_000 && scene.service.requests.count <= 20, "\(scene.service.requests.count)")
  }

  @Test(
    "YNAB is waited for up to half a minute, whatever it asks for",
    arguments: zip(
      ["0", "-5", "30", "31", "99999999999999999999", "soon"],
      [[0, 0], [0, 0], [30_000, 30_000], [], [], []] as [[UInt32]]))
  func retryAfter(asked: String, waits: [UInt32]) throws {
    let scene = try Scene()
    scene.service.fail { _, _, _ in .answer(429, ["Retry-After": asked], []) }
    var waited: [UInt32] = []
    let client = try YNABClient(
      base: "https://api.test/v1", token: TestService.token, transport: ServiceTransport(service: scene.service)
    ) { waited.append($0) }
    #expect(throws: YNABError.unavailable(status: 429, reason: "too many requests in this hour")) {
      try client.plans()
    }
    #expect(waited == waits)
  }

  @Test("Answers about what was not asked for are refused", arguments: ["GET", "PATCH"])
  func foreign(method: String) throws {
    let scene = try Scene()
    let id = try scene.add(100, note: "lunch")
    try scene.push([id])
    try scene.book.perform(.correct(.note, .text("dinner")), on: id)
    let own = scene.service.transactions[0].id
    let other =
      #"{"data":{"transaction_ids":[],"server_knowledge":1,"transactions":[{"id":"\#(method == "GET" ? own : "foreign")","date":"2026-06-12","amount":-5000,"memo":"theirs","cleared":"cleared","approved":true,"account_id":"33333333-3333-4333-8333-333333333333","deleted":false,"account_name":"c","import_id":"other","subtransactions":[]}]}}"#
    scene.service.fail { _, asked, _ in asked == method ? .answer(200, [:], Array(other.utf8)) : nil }
    #expect(
      throws: YNABError.invalidAnswer(
        "it contains a transaction \(method == "GET" ? "of another account" : "that was not sent")")
    ) {
      try scene.push([id])
    }
    #expect(try scene.book.transaction(id).row.note == "dinner" && scene.book.copies().map(\.remote) == [own])
    scene.service.fail(nil)
    try scene.push([id])
    #expect(scene.service.transactions[0].memo == "dinner" && scene.amounts == [-1_000])
  }

  @Test("Hostile answers record nothing, and are named")
  func hostile() throws {
    let deep = [UInt8]((String(repeating: "[", count: 10_000)).utf8)
    let foreign =
      #"{"data":{"transaction_ids":[],"server_knowledge":1,"transactions":[{"id":"x","date":"2026-06-12","amount":-1000,"memo":null,"cleared":"cleared","approved":true,"account_id":"22222222-2222-4222-8222-222222222222","deleted":false,"account_name":"c","import_id":"other","subtransactions":[]}]}}"#
    let wrong = foreign.replacing("\"amount\":-1000", with: "\"amount\":\"-1000\"")
    let large = [UInt8](repeating: 32, count: HTTPResponse.bodyBytesMax + 1)
    let answers: [(Int, [String: String], [UInt8])] = [
      (201, [:], deep), (201, [:], Array(foreign.utf8)), (201, [:], Array(wrong.utf8)), (201, [:], large),
      (302, ["Location": "http://elsewhere.test/"], []), (201, [:], []),
      (201, [:], Array("{\"data\":[]}".utf8)),
    ]
    for (number, answer) in answers.enumerated() {
      let scene = try Scene()
      let id = try scene.add(100)
      scene.service.fail { _, method, _ in
        method == "POST" ? .answer(answer.0, answer.1, answer.2) : nil
      }
      #expect(throws: YNABError.self, "\(number)") { try scene.push([id]) }
      #expect(try scene.book.copies().map(\.remote) == [nil], "\(number)")
      scene.service.fail(nil)
      try scene.push([id])
      #expect(scene.amounts == [-1_000], "\(number)")
    }
  }
}

/// A transport that stops the program after that many answers to requests that create.
final class StoppingTransport: Transport {
  struct Stopped: Error {}

  private let inner: any Transport
  private var left: Int

  init(_ inner: any Transport, after count: Int) {
    self.inner = inner
    left = count
  }

  func send(_ request: HTTPRequest) throws -> HTTPResponse {
    let response = try inner.send(request)
    left -= 1
    if left <= 0 { throw Stopped() }
    return response
  }
}
