internal import LedgerBytes
internal import LedgerPlatform

/// The plans, accounts and categories of YNAB as last seen: a cache outside the log (RY-17).
///
/// It can be deleted, and is read again when needed. Only changes are asked for.
package struct RemoteCatalog {
  /// A plan.
  package struct Plan: Hashable, Sendable {
    package let id: String
    package let name: String
    /// The currency, or `nil` if YNAB does not tell it.
    package let currency: String?
  }

  /// An account of a plan.
  package struct Account: Hashable, Sendable {
    package let id: String
    package let name: String
    package let type: String
    package let isClosed: Bool
    /// The balance in milliunits.
    package let balance: Int64
    /// The payee that makes a transaction a transfer to this account.
    package let transferPayee: String?
  }

  /// A category of a plan.
  package struct Category: Hashable, Sendable {
    package let id: String
    package let name: String
    package let group: String
    package let isHidden: Bool
  }

  /// The accounts and categories of one plan.
  struct Contents {
    var accounts: [String: Account] = [:]
    var categories: [String: Category] = [:]
    /// The version of YNAB's accounts (`server_knowledge`). A request with it returns only later changes.
    var accountKnowledge: Int64?
    /// The version of YNAB's categories.
    var categoryKnowledge: Int64?
  }

  /// The plans, in the order of YNAB.
  package private(set) var plans: [Plan] = []
  private var contents: [String: Contents] = [:]
  private let path: String

  private static let bytesMax = 1 << 26

  /// Reads the cache. A file that cannot be read counts as absent.
  package init(ledgerFolder: String) {
    path = ledgerFolder + "/ynab/cache.json"
    guard let bytes = try? DurableFile.read(path, limit: Self.bytesMax),
      let value = try? JSONValue(parsing: bytes, as: .exchange)
    else { return }
    do {
      let object = try RemoteObject(value)
      let plans = try object.list("plans").map { plan in
        (
          Plan(
            id: try plan.id("id"), name: try plan.text("name"), currency: try plan.optionalText("currency")),
          Contents(
            accounts: Dictionary(
              try plan.list("accounts").map(Self.account).map { ($0.id, $0) }, uniquingKeysWith: { $1 }),
            categories: Dictionary(
              try plan.list("categories").map { try Self.category($0) }.map { ($0.id, $0) },
              uniquingKeysWith: { $1 }),
            // Accounts that an older version kept have no payee, and are read again.
            accountKnowledge: try plan.list("accounts").allSatisfy { $0.has("transfer_payee_id") }
              ? plan.optionalInteger("account_knowledge") : nil,
            categoryKnowledge: try plan.optionalInteger("category_knowledge"))
        )
      }
      for (plan, contents) in plans { self.contents[plan.id] = contents }
      self.plans = plans.map(\.0)
    } catch {
      self.plans = []
      contents = [:]
    }
  }

  /// Returns the accounts of a plan, open ones first, by name.
  package func accounts(_ plan: String) -> [Account] {
    (contents[plan]?.accounts.values.map { $0 } ?? []).sorted {
      $0.isClosed == $1.isClosed ? ($0.name, $0.id) < ($1.name, $1.id) : $1.isClosed
    }
  }

  /// Returns the categories of a plan, by group and name.
  package func categories(_ plan: String) -> [Category] {
    (contents[plan]?.categories.values.map { $0 } ?? []).sorted {
      ($0.group, $0.name, $0.id) < ($1.group, $1.name, $1.id)
    }
  }

  package func account(_ id: String, in plan: String) -> Account? { contents[plan]?.accounts[id] }

  // MARK: Refreshing

  package mutating func refreshPlans(_ client: YNABClient) throws {
    plans = try client.plans().list("plans").map { plan in
      let format = try? plan.object("currency_format")
      return Plan(
        id: try plan.id("id"), name: try plan.text("name"), currency: try format?.optionalText("iso_code"))
    }
    try save()
  }

  /// Reads the accounts of a plan that changed.
  package mutating func refreshAccounts(_ plan: String, _ client: YNABClient) throws {
    var known = contents[plan] ?? Contents()
    let answer = try client.accounts(plan, since: known.accountKnowledge)
    for object in try answer.list("accounts") {
      let account = try Self.account(object)
      known.accounts[account.id] = try object.flag("deleted") ? nil : account
    }
    known.accountKnowledge = try answer.integer("server_knowledge")
    contents[plan] = known
    try save()
  }

  /// Reads the categories of a plan that changed.
  package mutating func refreshCategories(_ plan: String, _ client: YNABClient) throws {
    var known = contents[plan] ?? Contents()
    let answer = try client.categories(plan, since: known.categoryKnowledge)
    for group in try answer.list("category_groups") {
      let name = try group.text("name")
      for object in try group.list("categories") {
        let category = try Self.category(object, group: name)
        known.categories[category.id] = try object.flag("deleted") ? nil : category
      }
    }
    known.categoryKnowledge = try answer.integer("server_knowledge")
    contents[plan] = known
    try save()
  }

  private static func account(_ object: RemoteObject) throws -> Account {
    Account(
      id: try object.id("id"), name: try object.text("name"), type: try object.text("type"),
      isClosed: try object.flag("closed"), balance: try object.integer("balance"),
      transferPayee: try object.optionalID("transfer_payee_id"))
  }

  private static func category(_ object: RemoteObject, group: String? = nil) throws -> Category {
    Category(
      id: try object.id("id"), name: try object.text("name"), group: try group ?? object.text("group"),
      isHidden: try object.flag("hidden"))
  }

  // MARK: The file

  private func save() throws {
    let value: JSONValue = [
      "plans": .array(
        plans.map { plan in
          let known = contents[plan.id] ?? Contents()
          return [
            "account_knowledge": known.accountKnowledge.map { .integer($0) } ?? .null,
            "accounts": .array(
              known.accounts.values.map {
                [
                  "balance": .integer($0.balance), "closed": .boolean($0.isClosed), "id": .string($0.id),
                  "name": .string($0.name), "transfer_payee_id": $0.transferPayee.map { .string($0) } ?? .null,
                  "type": .string($0.type),
                ]
              }),
            "categories": .array(
              known.categories.values.map {
                [
                  "group": .string($0.group), "hidden": .boolean($0.isHidden), "id": .string($0.id),
                  "name": .string($0.name),
                ]
              }),
            "category_knowledge": known.categoryKnowledge.map { .integer($0) } ?? .null,
            "currency": plan.currency.map { .string($0) } ?? .null, "id": .string(plan.id),
            "name": .string(plan.name),
          ]
        })
    ]
    try DurableFile.createFolder(String(path.dropLast("/cache.json".utf8.count)))
    try DurableFile.replace(path, bytes: value.encoded(), synced: false)
  }
}
