package import LedgerBook
internal import LedgerBytes
package import LedgerDomain

/// The exchange of one ledger with YNAB: pushes, pulls and what they leave to a person.
package struct YNABSync {
  let book: Book
  let client: YNABClient
  /// The choices of this device.
  package private(set) var settings: YNABSettings
  let catalog: RemoteCatalog

  /// The number of transactions in one request.
  static let batchTransactionsMax = 100

  /// Creates the exchange.
  package init(_ book: Book, _ client: YNABClient, _ settings: YNABSettings, _ catalog: RemoteCatalog) {
    self.book = book
    self.client = client
    self.settings = settings
    self.catalog = catalog
  }

  /// The currency of a plan, or `nil` if it is not known.
  func currency(of plan: String) -> CurrencyCode? {
    catalog.plans.first { $0.id == plan }?.currency.flatMap { CurrencyCode($0) }
  }

  /// The transaction in the form of YNAB.
  func body(of row: CopyRow) throws -> CopyBody {
    try CopyBody(
      try book.transaction(row.transaction), account: row.account, currency: currency(of: row.plan),
      withItems: row.withItems, links: settings.links, today: book.today)
  }

  mutating func note(knowledge: Int64, of plan: String) throws {
    settings.knowledge[plan] = knowledge
    try settings.save(ledgerFolder: book.settings.folder)
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
    case copied(remote: String, ignored: [CopyKey], wasThere: Bool)
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
