internal import LedgerDomain

/// The requests to YNAB that are used, with retries and a strict reading of the answers.
package struct YNABClient {
  private let base: String
  private let token: String
  private let transport: any Transport
  /// Waits that many milliseconds before a retry.
  private let wait: (UInt32) -> Void

  /// The address of YNAB's interface.
  package static let address = "https://api.ynab.com/v1"

  /// The number of tries of one request.
  package static let triesMax = 3
  /// The longest time that a request is held back, in seconds. If YNAB asks for more, the copy is deferred.
  package static let waitSecondsMax = 30

  /// Creates a client.
  ///
  /// - Parameter base: The address: https, or http to this machine for tests.
  package init(
    base: String = address, token: String, transport: any Transport, wait: @escaping (UInt32) -> Void
  ) throws(YNABError) {
    guard Self.isAllowed(base) else { throw .invalidAddress(base) }
    guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else { throw .notConnected }
    self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
    self.token = token
    self.transport = transport
    self.wait = wait
  }

  static func isAllowed(_ base: String) -> Bool {
    guard base.utf8.allSatisfy({ $0 > 32 && $0 < 127 }), !base.contains("@"), !base.contains("?") else {
      return false
    }
    if base.hasPrefix("https://") { return base.utf8.count > 8 }
    return ["http://127.0.0.1", "http://localhost"].contains { host in
      guard base.hasPrefix(host) else { return false }
      let next = base.dropFirst(host.count).first
      return next == nil || next == ":" || next == "/"
    }
  }

  // MARK: Requests

  func plans() throws -> RemoteObject { try data(send("GET", "/plans")) }

  func accounts(_ plan: String, since knowledge: Int64?) throws -> RemoteObject {
    try data(send("GET", "/plans/\(plan)/accounts" + Self.query(since: knowledge)))
  }

  func categories(_ plan: String, since knowledge: Int64?) throws -> RemoteObject {
    try data(send("GET", "/plans/\(plan)/categories" + Self.query(since: knowledge)))
  }

  /// Returns the transactions of an account from a date on, without deleted ones.
  func transactions(_ plan: String, account: String, from date: CivilDate) throws -> [RemoteTransaction] {
    let answer = try data(
      send("GET", "/plans/\(plan)/accounts/\(account)/transactions?since_date=\(date.iso)"))
    return try answer.list("transactions").map { try RemoteTransaction($0) }
  }

  /// Returns the transactions of a plan that changed since a state of the server, deleted ones included.
  func changes(
    _ plan: String, since knowledge: Int64
  ) throws -> (transactions: [RemoteTransaction], knowledge: Int64) {
    let answer = try data(send("GET", "/plans/\(plan)/transactions" + Self.query(since: knowledge)))
    return (
      try answer.list("transactions").map { try RemoteTransaction($0) }, try answer.integer("server_knowledge")
    )
  }

  /// Creates transactions, each of which is JSON already.
  ///
  /// - Returns: The transactions that were created, and the import_ids that were there before.
  func create(_ bodies: [String], in plan: String) throws -> (
    created: [RemoteTransaction], duplicates: [String]
  ) {
    let body = "{\"transactions\":[" + bodies.joined(separator: ",") + "]}"
    let answer = try data(send("POST", "/plans/\(plan)/transactions", body: Array(body.utf8)))
    return (
      try answer.optionalList("transactions").map { try RemoteTransaction($0) },
      try answer.texts("duplicate_import_ids")
    )
  }

  /// Changes transactions, each of which is JSON already.
  func change(_ bodies: [String], in plan: String) throws -> [RemoteTransaction] {
    let body = "{\"transactions\":[" + bodies.joined(separator: ",") + "]}"
    let answer = try data(send("PATCH", "/plans/\(plan)/transactions", body: Array(body.utf8)))
    return try answer.optionalList("transactions").map { try RemoteTransaction($0) }
  }

  private static func query(since knowledge: Int64?) -> String {
    knowledge.map { "?last_knowledge_of_server=\($0)" } ?? ""
  }

  private func data(_ response: HTTPResponse) throws -> RemoteObject {
    try RemoteObject(parsing: response.body).object("data")
  }

  // MARK: One request

  /// Sends a request, and again if that may help. A retry sends the same bytes.
  private func send(_ method: String, _ path: String, body: [UInt8]? = nil) throws -> HTTPResponse {
    let request = HTTPRequest(method: method, url: base + path, body: body, token: token)
    var tries = 1
    while true {
      let problem: YNABError
      var seconds = 1 << (tries - 1)
      do {
        let response = try transport.send(request)
        guard let error = Self.error(in: response, path) else { return response }
        guard case .unavailable = error else { throw error }
        problem = error
        if let asked = response.headers["retry-after"] { seconds = Int(asked) ?? Self.waitSecondsMax + 1 }
      } catch let error as TransportError {
        problem = YNABError(error)
        guard case .unavailable = problem else { throw problem }
      }
      guard tries < Self.triesMax, seconds <= Self.waitSecondsMax else { throw problem }
      wait(UInt32(max(seconds, 0)) * 1_000)
      tries += 1
    }
  }

  private static func error(in response: HTTPResponse, _ path: String) -> YNABError? {
    let detail = (try? RemoteObject(parsing: response.body).object("error").optionalText("detail")) ?? nil
    let reason = String((detail ?? "no reason is given").prefix(300))
    switch response.status {
    case 200, 201: return nil
    case 300..<400: return .redirected(status: response.status)
    case 401: return .notConnected
    case 403: return .forbidden(reason)
    case 404: return .notFound(String(path.prefix { $0 != "?" }))
    case 409: return .duplicate
    case 429: return .unavailable(status: 429, reason: "too many requests in this hour")
    case 500...: return .unavailable(status: response.status, reason: reason)
    case let status: return .refused(status: status, reason: reason)
    }
  }
}
