package import LedgerBook
package import LedgerDomain

/// The exchange of one ledger with YNAB: pushes, pulls and what they leave to a person.
package struct YNABSync {
  let book: Book
  let client: YNABClient
  /// The choices of this device.
  package private(set) var settings: YNABSettings
  let catalog: RemoteCatalog
  /// Called after each durable step. A test throws here, where a process can be killed.
  var afterStep: () throws -> Void = {}

  /// The number of transactions in one request.
  static let batchTransactionsMax = 100

  /// Creates the exchange.
  package init(_ book: Book, _ client: YNABClient, _ settings: YNABSettings, _ catalog: RemoteCatalog) {
    self.book = book
    self.client = client
    self.settings = settings
    self.catalog = catalog
  }

  /// Returns the currency of a plan, or `nil` if it is not known.
  func currency(of plan: String) -> CurrencyCode? {
    catalog.plans.first { $0.id == plan }?.currency.flatMap { CurrencyCode($0) }
  }

  /// Returns the transaction in the form of YNAB.
  func body(of row: CopyRow) throws -> CopyBody {
    try CopyBody(
      try book.transaction(row.transaction), account: row.account, currency: currency(of: row.plan),
      withItems: row.withItems, links: settings.links, today: book.today)
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
    _ commands: [CopyCommand], of copy: CopyID, into transaction: TransactionID, _ changes: [TransactionCommand]
  ) throws {
    try book.merge(commands, of: copy, into: transaction, changes)
    try afterStep()
  }
}

/// The result for one copy.
package struct CopyResult: Hashable, Sendable {
  /// The transaction.
  package let transaction: TransactionID
  /// The copy, or `nil` if it was not begun.
  package let copy: CopyID?
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
