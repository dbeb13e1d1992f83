package import LedgerBook
package import LedgerDomain

/// The exchange of one ledger with YNAB: pushes, pulls and what they leave to a person.
package struct YNABSync {
  let book: Book
  private let connection: YNABClient?
  /// The choices of this device.
  package private(set) var settings: YNABSettings
  package let catalog: RemoteCatalog
  /// Called after each durable step. A test throws here, where a process can be killed.
  var afterStep: () throws -> Void = {}

  /// The number of transactions in one request.
  static let batchTransactionsMax = 100

  /// Creates the exchange. Without a client it compares what is known, and asks YNAB nothing.
  package init(_ book: Book, _ client: YNABClient?, _ settings: YNABSettings, _ catalog: RemoteCatalog) {
    self.book = book
    connection = client
    self.settings = settings
    self.catalog = catalog
  }

  var client: YNABClient {
    get throws {
      guard let connection else { throw YNABError.notConnected }
      return connection
    }
  }

  /// Returns the transaction in the form of YNAB.
  func body(of row: CopyRow) throws -> CopyBody {
    try body(of: row.transaction, plan: row.plan, account: row.account, withItems: row.withItems)
  }

  func body(of id: TransactionID, plan: String, account: String, withItems: Bool) throws -> CopyBody {
    let detail = try book.transaction(id)
    let currency = catalog.plans.first { $0.id == plan }?.currency.flatMap { CurrencyCode($0) }
    // Both accounts of a transfer have the same names in YNAB.
    let accounts = catalog.accounts(plan)
    let source = accounts.first { $0.id == account }.map { NFC.foldedKey($0.name) }
    let target = source == detail.row.account.map(NFC.foldedKey) ? detail.row.toAccount.map(NFC.foldedKey) : nil
    return try CopyBody(
      detail, account: account, currency: currency, withItems: withItems, links: settings.links[plan] ?? [:],
      target: accounts.first { !$0.isClosed && NFC.foldedKey($0.name) == target },
      today: book.today)
  }

  mutating func note(knowledge: Int64, of plan: String) throws {
    settings.knowledge[plan] = knowledge
    try settings.save(ledgerFolder: book.settings.folder)
    try afterStep()
  }

  /// Carries out commands on copies in one durable step.
  func record(_ commands: [(copy: CopyID, command: CopyCommand)]) throws {
    try book.perform(commands)
    try afterStep()
  }

  /// Carries out commands on a copy and changes of its transaction in one durable step.
  func record(
    _ commands: [CopyCommand], of copy: CopyID, into transaction: TransactionID,
    _ changes: [TransactionCommand],
    isByPerson: Bool = false
  ) throws {
    try book.merge(commands, of: copy, into: transaction, changes, isByPerson: isByPerson)
    try afterStep()
  }
}

/// The result for one copy.
package struct CopyResult: Hashable, Sendable {
  package let transaction: TransactionID
  /// The progress.
  package let outcome: Outcome

  /// The progress of one copy in one command.
  package enum Outcome: Hashable, Sendable {
    /// YNAB holds it. `ignored` are fields that YNAB did not change.
    case copied(remote: String, ignored: [CopyEvent.Key], wasThere: Bool)
    /// Nothing was to be sent.
    case unchanged
    /// YNAB refused it.
    case refused(String)
    /// It is sent later.
    case postponed(String)
    /// It cannot be sent as it is.
    case rejected(Rejection)
    /// The line items do not add up to the total by this many milliunits.
    case remainder(Int64)
  }
}
