internal import LedgerBytes
internal import LedgerPlatform

/// The choices of this device about YNAB, in the folder `ynab` of the ledger. No secret is in it.
package struct YNABSettings: Hashable, Sendable {
  /// The remote identifier of the plan, or `nil` until one is chosen.
  package var plan: String?
  /// The remote identifier of the default account, or `nil` if it is named each time.
  package var account: String?
  /// Whether line items are sent unless a command asks for the total alone.
  package var withItems = false
  /// The form of identifiers by which YNAB recognizes repetitions.
  package var prefix = ImportPrefix.ynab
  /// The remote identifier of a category, by plan and by the category of this ledger.
  package var links: [String: [String: String]] = [:]
  /// The state of the server at the last pull, by plan.
  package var knowledge: [String: Int64] = [:]

  private static let bytesMax = 1 << 20

  /// Creates the default settings.
  package init() {}

  /// Reads the settings of a ledger. Without a file they are the defaults.
  package init(ledgerFolder: String) throws(YNABError) {
    let path = Self.path(ledgerFolder)
    guard DurableFile.exists(path) else { return }
    guard let bytes = try? DurableFile.read(path, limit: Self.bytesMax),
      let value = try? JSONValue(parsing: bytes, as: .exchange), let object = try? RemoteObject(value)
    else { throw .unknown(what: "readable file of settings", text: path, known: []) }
    plan = try object.optionalID("plan")
    account = try object.optionalID("account")
    withItems = try object.flag("withItems")
    prefix = ImportPrefix(rawValue: try object.text("prefix")) ?? .ynab
    if case .object(let links)? = value["links"] {
      for (key, value) in links {
        // Settings of an older version have links of the usual plan alone.
        if case .string(let id) = value, let plan { self.links[plan, default: [:]][key] = id }
        guard case .object(let known) = value else { continue }
        for case (let category, .string(let id)) in known { self.links[key, default: [:]][category] = id }
      }
    }
    if case .object(let plans)? = value["knowledge"] {
      for case (let plan, .integer(let number)) in plans { knowledge[plan] = number }
    }
  }

  /// Writes the settings.
  package func save(ledgerFolder: String) throws {
    let value: JSONValue = [
      "account": account.map { .string($0) } ?? .null,
      "knowledge": .object(knowledge.mapValues { .integer($0) }),
      "links": .object(links.mapValues { .object($0.mapValues { .string($0) }) }),
      "plan": plan.map { .string($0) } ?? .null,
      "prefix": .string(prefix.rawValue), "withItems": .boolean(withItems),
    ]
    try DurableFile.createFolder(ledgerFolder + "/ynab")
    try DurableFile.replace(Self.path(ledgerFolder), bytes: value.encoded())
  }

  private static func path(_ ledgerFolder: String) -> String { ledgerFolder + "/ynab/settings.json" }
}
