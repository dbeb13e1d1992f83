internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerYNAB

extension OpenLedger {
  /// Returns the choices of this device about YNAB.
  func ynabSettings() throws -> YNABSettings { try YNABSettings(ledgerFolder: book.settings.folder) }

  /// Returns the plans, accounts and categories as last seen.
  func ynabCatalog() -> RemoteCatalog { RemoteCatalog(ledgerFolder: book.settings.folder) }

  /// Returns the file with the token.
  func tokenFile() throws -> TokenFile {
    guard let folder = invocation.stateFolder else {
      throw Failure(.noInput, "there is no place for a token: HOME is not set")
    }
    return TokenFile(stateFolder: folder, ledger: book.ledgerID)
  }

  /// Returns a client with the token that is kept or in the environment.
  func ynabClient() throws -> YNABClient {
    let kept = try invocation.environment["EVENTS_YNAB_TOKEN"] ?? ynabToken()
    guard let token = kept else { throw YNABError.notConnected }
    return try ynabClient(token)
  }

  /// Returns a client with a token.
  func ynabClient(_ token: String) throws -> YNABClient {
    try YNABClient(
      base: ynabAddress, token: token, transport: CurlTransport(path: invocation.environment["PATH"])
    ) { SystemClock.sleep(milliseconds: $0) }
  }

  /// The address of YNAB's interface.
  var ynabAddress: String { invocation.environment["EVENTS_YNAB_URL"] ?? YNABClient.address }

  /// Returns the plan that is named, the default one, or the only one. It becomes the default.
  func ynabPlan(_ settings: inout YNABSettings, _ catalog: inout RemoteCatalog, _ client: YNABClient) throws
    -> String
  {
    if let text = arguments[YNABOptions.plan] {
      if catalog.plans.isEmpty { try catalog.refreshPlans(client) }
      let found = catalog.plans.filter { $0.id == text || NFC.foldedKey($0.name) == NFC.foldedKey(text) }
      guard found.count == 1 else {
        throw YNABError.unknown(what: "plan", text: text, known: catalog.plans.map(\.name))
      }
      settings.plan = found[0].id
      try settings.save(ledgerFolder: book.settings.folder)
      return found[0].id
    }
    if catalog.plans.isEmpty { try catalog.refreshPlans(client) }
    if let plan = settings.plan { return plan }
    guard catalog.plans.count == 1 else {
      throw YNABError.unknown(what: "plan", text: nil, known: catalog.plans.map(\.name))
    }
    settings.plan = catalog.plans[0].id
    try settings.save(ledgerFolder: book.settings.folder)
    return catalog.plans[0].id
  }

  /// Returns the account with a name or an identifier.
  func ynabAccount(_ text: String, _ plan: String, _ catalog: inout RemoteCatalog, _ client: YNABClient) throws
    -> RemoteCatalog.Account
  {
    for isFresh in [false, true] {
      if isFresh { try catalog.refreshAccounts(plan, client) }
      let found = catalog.accounts(plan).filter {
        $0.id == text || !$0.isClosed && NFC.foldedKey($0.name) == NFC.foldedKey(text)
      }
      if found.count == 1 { return found[0] }
    }
    throw YNABError.unknown(what: "account", text: text, known: catalog.accounts(plan).map(\.name))
  }
}
