package import LedgerAudit
package import LedgerDomain

/// The choice of what a page contains.
package struct PageOptions: Sendable {
  /// The first date of transactions to include, or `nil` for all.
  package var from: CivilDate?
  /// The only group to include, or `nil` for all.
  package var group: GroupID?
  /// Whether scans, photos and their texts are included.
  package var hasPaper = true
  /// The replacement of texts and amounts, or `nil` to include them as they are.
  package var standIns: StandIns?
  /// The number of transactions up to which fields, readings and paper are included.
  package var explainedTransactionsMax = 20_000
  /// The number of transactions up to which the words of events are included.
  package var wordedTransactionsMax = 250_000

  /// All of a ledger.
  package init() {}
}

/// The content of a page that was written.
package struct PageReport: Hashable, Sendable {
  package internal(set) var transactions = 0
  package internal(set) var events: Int64 = 0
  package internal(set) var bytes: Int64 = 0
  /// The content that the page leaves out, in a sentence each.
  package internal(set) var leftOut: [String] = []
}
