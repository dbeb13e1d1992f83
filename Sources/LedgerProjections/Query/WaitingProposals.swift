internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// A transaction with proposals that nobody has answered.
public struct WaitingProposals: Hashable, Sendable {
  /// The transaction.
  public let transaction: ListedTransaction
  /// How many fields have such a proposal.
  public let fields: Int
}

extension ModelReader {
  /// Transactions with proposals that nobody has answered, the earliest by the log's clock first.
  package func waitingProposals() throws -> [WaitingProposals] {
    var keys: [(key: StreamKey, fields: Int)] = []
    try connection.statement("SELECT key, fields FROM proposal_waiting").forEachRow {
      keys.append(($0.number(0), Int($0.int64(1))))
    }
    return try keys.compactMap { key, fields in
      try transaction(key: key).map { WaitingProposals(transaction: $0, fields: fields) }
    }.sorted {
      ($0.transaction.row.created, $0.transaction.row.id) < ($1.transaction.row.created, $1.transaction.row.id)
    }
  }
}
