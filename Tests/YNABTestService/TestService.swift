import Foundation

/// YNAB as its description has it, in memory: it checks every body, and enforces what the description only tells.
///
/// Those are required fields, sums, import_ids, ignored changes and the knowledge of the server.
package final class TestService: @unchecked Sendable {
  /// A transaction as the service keeps it.
  package struct Stored {
    package var id: String
    package var account: String
    package var date: String
    package var amount: Int
    package var payee: String?
    package var importPayee: String?
    package var memo: String?
    package var category: String?
    package var cleared: String
    package var importID: String?
    package var isDeleted = false
    package var isApproved = true
    /// The payee on the statement of a bank.
    package var printedPayee: String?
    /// The account on the other side of a transfer.
    package var transferAccount: String?
    package var parts: [Part] = []
    /// The knowledge of the server at its last change.
    var knowledge = 0
  }

  /// A part of a split.
  package struct Part {
    package var id: String
    package var amount: Int
    package var memo: String?
    package var category: String?

    /// Creates a part as a person does in YNAB.
    package init(id: String, amount: Int, memo: String?, category: String?) {
      (self.id, self.amount, self.memo, self.category) = (id, amount, memo, category)
    }
  }

  /// A failure on the way.
  package enum Fault: Sendable {
    /// The service answers with that status.
    case status(Int, retryAfter: Int? = nil)
    /// The connection is cut before the request arrives.
    case cutBefore
    /// The connection is cut after the request was carried out.
    case cutAfter
    /// The service answers with these bytes.
    case answer(Int, [String: String], [UInt8])
  }

  /// An answer, or `nil` if the connection is cut.
  package struct Answer: Sendable {
    package let status: Int
    package let headers: [String: String]
    package let body: [UInt8]
  }

  package static let plan = "11111111-1111-4111-8111-111111111111"
  package static let checking = "22222222-2222-4222-8222-222222222222"
  package static let savings = "33333333-3333-4333-8333-333333333333"
  package static let groceries = "44444444-4444-4444-8444-444444444444"
  package static let dining = "55555555-5555-4555-8555-555555555555"
  /// Another plan, with the same accounts and categories.
  package static let otherPlan = "11111111-1111-4111-8111-222222222222"
  /// The payees of transfers, by account.
  package static let transferPayees = [
    "66666666-6666-4666-8666-666666666666": checking, "77777777-7777-4777-8777-777777777777": savings,
  ]
  package static let token = "secret-token-of-the-test"

  private let lock = NSLock()
  private var stored: [Stored] = []
  private var knowledge = 100
  private var nextID = 1
  private var seen: [String] = []
  private var problems: [String] = []
  private var lists2Plans = false
  /// The consents and tokens of OAuth 2.
  package let grants = TestGrants()
  private let today: String
  private var faultAt: (@Sendable (_ request: Int, _ method: String, _ path: String) -> Fault?)?

  /// Creates a service without transactions.
  package init(today: String = "2026-06-14") { self.today = today }

  /// The failures to come, by the number of the request from 1.
  package func fail(_ fault: (@Sendable (_ request: Int, _ method: String, _ path: String) -> Fault?)?) {
    lock.withLock { faultAt = fault }
  }

  /// Whether there is a second plan, called Trip.
  package var hasSecondPlan: Bool {
    get { lock.withLock { lists2Plans } }
    set { lock.withLock { lists2Plans = newValue } }
  }

  /// The transactions, deleted ones too.
  package var transactions: [Stored] { lock.withLock { stored } }

  /// The requests so far: method and path.
  package var requests: [String] { lock.withLock { seen } }

  /// The requests that broke a rule of the description.
  package var violations: [String] { lock.withLock { problems } }

  /// Changes a transaction as a person does in YNAB.
  package func edit(_ id: String, _ change: (inout Stored) -> Void) {
    lock.withLock {
      guard let place = stored.firstIndex(where: { $0.id == id }) else { return }
      knowledge += 1
      change(&stored[place])
      stored[place].knowledge = knowledge
    }
  }

  /// Adds a transaction as a bank's import does.
  package func addFromBank(
    account: String = checking, date: String, amount: Int, importID: String, memo: String? = "bank"
  ) {
    lock.withLock {
      knowledge += 1
      stored.append(
        Stored(
          id: newID(), account: account, date: date, amount: amount, payee: "CARD PAYMENT",
          importPayee: "CARD PAYMENT", memo: memo, cleared: "cleared", importID: importID, isApproved: false,
          printedPayee: "CARD PAYMENT 4711", knowledge: knowledge))
    }
  }

  private func newID() -> String {
    nextID += 1
    return "99999999-9999-4999-8999-" + String(format: "%012d", nextID)
  }

  // MARK: Answers

  /// Answers a request, or returns `nil` if the connection is cut.
  package func answer(method: String, path: String, token: String?, body: [UInt8]) -> Answer? {
    lock.lock()
    defer { lock.unlock() }
    seen.append("\(method) \(path)")
    let fault = faultAt?(seen.count, method, path)
    switch fault {
    case .cutBefore: return nil
    case .status(let status, let retryAfter):
      return error(status, "try later", retryAfter.map { ["Retry-After": "\($0)"] } ?? [:])
    case .answer(let status, let headers, let body): return Answer(status: status, headers: headers, body: body)
    case .cutAfter, nil: break
    }
    if let granted = grants.answer(method: method, path: path, body: body) { return granted }
    guard token == Self.token || grants.isValid(token) else { return error(401, "Unauthorized") }
    let answer = route(method, path, body)
    if case .cutAfter = fault { return nil }
    return answer
  }

  private func error(_ status: Int, _ detail: String, _ headers: [String: String] = [:]) -> Answer {
    if status == 400 { problems.append(detail) }
    let object: [String: Any] = ["error": ["id": "\(status)", "name": "error", "detail": detail]]
    return Answer(status: status, headers: headers, body: json(object))
  }

  private func json(_ object: [String: Any]) -> [UInt8] {
    (try? JSONSerialization.data(withJSONObject: object)).map { [UInt8]($0) } ?? []
  }

  private func data(_ status: Int = 200, _ object: [String: Any]) -> Answer {
    Answer(status: status, headers: ["Content-Type": "application/json"], body: json(["data": object]))
  }

  private func route(_ method: String, _ path: String, _ body: [UInt8]) -> Answer {
    guard let parts = URLComponents(string: path) else { return error(400, "the path is none") }
    let words = parts.path.split(separator: "/").map(String.init)
    func query(_ name: String) -> String? { parts.queryItems?.first { $0.name == name }?.value }
    if method == "GET", words == ["plans"] {
      let format: [String: Any] = ["iso_code": "EUR", "decimal_digits": 2]
      let plans = [(Self.plan, "Home")] + (lists2Plans ? [(Self.otherPlan, "Trip")] : [])
      return data(
        200, ["plans": plans.map { ["id": $0.0, "name": $0.1, "currency_format": format] as [String: Any] }])
    }
    guard words.count >= 3, words[0] == "plans", [Self.plan, Self.otherPlan].contains(words[1]) else {
      return error(404, "no such plan")
    }
    let since = query("last_knowledge_of_server").flatMap { Int($0) }
    switch (method, Array(words[2...])) {
    case ("GET", ["accounts"]):
      let accounts = [(Self.checking, "Checking"), (Self.savings, "Savings")].map { id, name in
        [
          "id": id, "name": name, "type": "checking", "on_budget": true, "closed": false, "balance": 0,
          "deleted": false,
          "transfer_payee_id": Self.transferPayees.first { $0.value == id }?.key ?? NSNull() as Any,
        ] as [String: Any]
      }
      return data(200, ["accounts": since == nil ? accounts : [], "server_knowledge": knowledge])
    case ("GET", ["categories"]):
      let categories = [(Self.groceries, "Groceries"), (Self.dining, "Dining")].map { id, name in
        ["id": id, "name": name, "hidden": false, "deleted": false] as [String: Any]
      }
      let group: [String: Any] = ["id": "g", "name": "Everyday", "categories": categories]
      return data(200, ["category_groups": since == nil ? [group] : [], "server_knowledge": knowledge])
    case ("GET", ["transactions"]):
      let found = stored.filter { one in
        since.map { one.knowledge > $0 } ?? (!one.isDeleted && one.date >= query("since_date") ?? "")
      }
      return data(200, ["transactions": found.map(object), "server_knowledge": knowledge])
    case ("GET", let rest) where rest.count == 3 && rest[0] == "accounts" && rest[2] == "transactions":
      let found = stored.filter {
        $0.account == rest[1] && !$0.isDeleted && $0.date >= query("since_date") ?? "2025-06-14"
      }
      return data(200, ["transactions": found.map(object), "server_knowledge": knowledge])
    case ("POST", ["transactions"]): return create(body)
    case ("PATCH", ["transactions"]): return change(body)
    default: return error(404, "no such path")
    }
  }

  private func object(_ transaction: Stored) -> [String: Any] {
    func text(_ text: String?) -> Any { text ?? NSNull() }
    return [
      "id": transaction.id, "account_id": transaction.account, "account_name": "Checking",
      "date": transaction.date, "amount": transaction.amount, "memo": text(transaction.memo),
      "cleared": transaction.cleared, "approved": transaction.isApproved, "payee_name": text(transaction.payee),
      "import_payee_name": text(transaction.importPayee),
      "import_payee_name_original": text(transaction.printedPayee),
      "transfer_account_id": text(transaction.transferAccount), "category_id": text(transaction.category),
      "category_name": transaction.parts.isEmpty ? NSNull() : "Split" as Any,
      "import_id": text(transaction.importID), "deleted": transaction.isDeleted,
      "subtransactions": transaction.parts.map { part in
        [
          "id": part.id, "transaction_id": transaction.id, "amount": part.amount, "memo": text(part.memo),
          "category_id": text(part.category), "deleted": false,
        ] as [String: Any]
      },
    ]
  }
}

// MARK: - Changes

extension TestService {
  private func transactions(in body: [UInt8]) -> [[String: Any]]? {
    let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
    guard let object, Set(object.keys) == ["transactions"] else { return nil }
    return object["transactions"] as? [[String: Any]]
  }

  private func create(_ body: [UInt8]) -> Answer {
    guard let given = transactions(in: body) else { return error(400, "the body has no list of transactions") }
    for transaction in given {
      if let problem = BodyRules.problem(with: transaction, isNew: true, today: today) {
        return error(400, problem)
      }
    }
    var (created, duplicates): ([Stored], [String]) = ([], [])
    var others: [Stored] = []
    knowledge += 1
    for transaction in given {
      let account = transaction["account_id"] as? String ?? ""
      guard [Self.checking, Self.savings].contains(account) else {
        return error(400, "the account is not known")
      }
      if let id = transaction["import_id"] as? String,
        (stored + created).contains(where: { $0.account == account && $0.importID == id })
      {
        duplicates.append(id)
        continue
      }
      let payee = transaction["payee_name"] as? String
      let parts = parts(of: transaction)
      let target = (transaction["payee_id"] as? String).flatMap { Self.transferPayees[$0] }
      if let target {
        // The other side is a transaction of its own.
        others.append(
          Stored(
            id: newID(), account: target, date: transaction["date"] as? String ?? "",
            amount: -(transaction["amount"] as? Int ?? 0), payee: "Transfer : \(account)",
            cleared: "uncleared", transferAccount: account, knowledge: knowledge))
      }
      created.append(
        Stored(
          id: newID(), account: account, date: transaction["date"] as? String ?? "",
          amount: transaction["amount"] as? Int ?? 0, payee: target.map { "Transfer : \($0)" } ?? payee,
          importPayee: payee,
          memo: transaction["memo"] as? String,
          category: parts.isEmpty ? transaction["category_id"] as? String : nil,
          cleared: transaction["cleared"] as? String ?? "uncleared",
          importID: transaction["import_id"] as? String, transferAccount: target,
          parts: parts, knowledge: knowledge))
    }
    stored += created + others
    return data(
      201,
      [
        "transaction_ids": created.map(\.id), "transactions": created.map(object),
        "duplicate_import_ids": duplicates, "server_knowledge": knowledge,
      ])
  }

  private func parts(of transaction: [String: Any]) -> [Part] {
    (transaction["subtransactions"] as? [[String: Any]] ?? []).map { part in
      Part(
        id: newID(), amount: part["amount"] as? Int ?? 0, memo: part["memo"] as? String,
        category: part["category_id"] as? String)
    }
  }

  private func change(_ body: [UInt8]) -> Answer {
    guard let given = transactions(in: body) else { return error(400, "the body has no list of transactions") }
    for transaction in given {
      if let problem = BodyRules.problem(with: transaction, isNew: false, today: today) {
        return error(400, problem)
      }
    }
    knowledge += 1
    var changed: [Stored] = []
    for transaction in given {
      guard let place = stored.firstIndex(where: { $0.id == transaction["id"] as? String && !$0.isDeleted })
      else {
        return error(400, "a transaction is not known")
      }
      func set(_ name: String, _ path: WritableKeyPath<Stored, String?>) {
        if let value = transaction[name] { stored[place][keyPath: path] = value as? String }
      }
      set("memo", \.memo)
      set("payee_name", \.payee)
      if let cleared = transaction["cleared"] as? String { stored[place].cleared = cleared }
      // Dates are ignored, and of a split the amount, the category and the parts.
      if stored[place].parts.isEmpty {
        set("category_id", \.category)
        if let amount = transaction["amount"] as? Int { stored[place].amount = amount }
        let parts = parts(of: transaction)
        if !parts.isEmpty, parts.reduce(0, { $0 + $1.amount }) == stored[place].amount {
          (stored[place].parts, stored[place].category) = (parts, nil)
        }
      }
      stored[place].knowledge = knowledge
      changed.append(stored[place])
    }
    return data(
      200,
      [
        "transaction_ids": changed.map(\.id), "transactions": changed.map(object),
        "server_knowledge": knowledge,
      ])
  }
}
