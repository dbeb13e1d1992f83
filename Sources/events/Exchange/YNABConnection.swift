internal import LedgerBook
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerYNAB

extension OpenLedger {
  /// Returns the choices of this device about YNAB.
  func ynabSettings() throws -> YNABSettings { try YNABSettings(ledgerFolder: book.settings.folder) }

  /// Returns the exchange of this ledger. Without a client it asks YNAB nothing.
  func ynabSync(_ client: YNABClient?) throws -> YNABSync {
    YNABSync(book, client, try ynabSettings(), ynabCatalog())
  }

  /// Returns the plans, accounts and categories as last seen.
  func ynabCatalog() -> RemoteCatalog { RemoteCatalog(ledgerFolder: book.settings.folder) }

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

  func ynabClient(_ token: String) throws -> YNABClient {
    try YNABClient(
      base: ynabAddress, token: token, transport: CurlTransport(path: invocation.environment["PATH"])
    ) { SystemClock.sleep(milliseconds: $0) }
  }

  /// The address of YNAB's interface.
  var ynabAddress: String { invocation.environment["EVENTS_YNAB_URL"] ?? YNABClient.address }

  /// Returns the plan that is named, the usual one, or the only one. The only one becomes the usual one.
  func remotePlan() throws -> RemotePlan {
    let client = try ynabClient()
    var (settings, catalog) = (try ynabSettings(), ynabCatalog())
    if catalog.plans.isEmpty { try catalog.refreshPlans(client) }
    let text = arguments[YNABOptions.plan]
    if text == nil, let id = settings.plan {
      return RemotePlan(id: id, client: client, settings: settings, catalog: catalog)
    }
    let found = catalog.plans.filter { plan in
      text.map { plan.id == $0 || NFC.foldedKey(plan.name) == NFC.foldedKey($0) } ?? true
    }
    guard found.count == 1 else {
      throw YNABError.unknown(what: "plan", text: text, known: catalog.plans.map(\.name))
    }
    if text == nil {
      settings.plan = found[0].id
      try settings.save(ledgerFolder: book.settings.folder)
    }
    return RemotePlan(id: found[0].id, client: client, settings: settings, catalog: catalog)
  }
}

/// The plan in YNAB that a command is about, with what is known of it.
struct RemotePlan {
  let id: String
  let client: YNABClient
  var settings: YNABSettings
  var catalog: RemoteCatalog

  /// The usual account, or `nil` if this is another plan than the usual one.
  var usualAccount: String? { settings.plan == id ? settings.account : nil }

  /// Returns the account with a name or an identifier.
  mutating func account(_ text: String) throws -> RemoteCatalog.Account {
    for isFresh in [false, true] {
      if isFresh { try catalog.refreshAccounts(id, client) }
      let found = catalog.accounts(id).filter {
        $0.id == text || !$0.isClosed && NFC.foldedKey($0.name) == NFC.foldedKey(text)
      }
      if found.count == 1 { return found[0] }
    }
    throw YNABError.unknown(what: "account", text: text, known: catalog.accounts(id).map(\.name))
  }
}
