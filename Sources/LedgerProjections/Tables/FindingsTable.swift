internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Data that is searched across transactions: pages by digest, dismissed duplicates, open proposals.
enum FindingsTable {
  /// The pages of transactions that are not deleted, by the first eight bytes of their SHA-256.
  static let pages = Table(
    "attachment_digest", versions: "digest_version", owner: .row, keyCount: 2,
    """
    digest INTEGER NOT NULL
    key INTEGER NOT NULL
    """)

  /// A person told this transaction apart from that other one. It holds for both, whichever was named first.
  static let dismissals = Table(
    "duplicate_dismissed", versions: "dismissal_version", keyCount: 2,
    """
    key INTEGER NOT NULL
    other BLOB NOT NULL
    """)

  /// Transactions with proposals that nobody has answered, and how many.
  static let proposals = Table(
    "proposal_waiting", versions: "proposal_version",
    """
    key INTEGER NOT NULL
    fields INTEGER NOT NULL
    """)

  /// Adds the parts of a transaction's state that its row does not contain.
  static func add(_ state: borrowing TransactionState, key: StreamKey, to rows: inout ModelRows) {
    if !state.dismissals.isEmpty {
      for other in state.dismissedDuplicates {
        rows[.dismissals].add(key)
        rows[.dismissals].add(id: other.id)
      }
    }
    if state.proposals.latest.isEmpty { return }
    let waiting = state.openProposals.count
    if waiting > 0 {
      rows[.proposals].add(key)
      rows[.proposals].add(Int64(waiting))
    }
  }

  /// Adds the pages of a row. A deleted transaction has no pages.
  static func add(pagesOf row: TransactionRow, key: StreamKey, to rows: inout ModelRows) {
    if row.attachments.isEmpty { return }
    for digest in digests(row) { add(digest, key: key, to: &rows) }
  }

  /// Replaces the pages of a row.
  static func post(
    pagesOf old: TransactionRow?, _ new: TransactionRow?, key: StreamKey, _ connection: Connection,
    to rows: inout ModelRows
  ) throws {
    let before = digests(old)
    let after = digests(new)
    if before == after { return }
    for digest in before.subtracting(after) {
      let statement = try connection.statement("DELETE FROM attachment_digest WHERE digest = ?1 AND key = ?2")
      try statement.bind(1, digest)
      try statement.bind(2, key)
      try statement.run()
    }
    for digest in after.subtracting(before) { add(digest, key: key, to: &rows) }
  }

  private static func add(_ digest: Int64, key: StreamKey, to rows: inout ModelRows) {
    rows[.pages].add(digest)
    rows[.pages].add(key)
  }

  private static func digests(_ row: TransactionRow?) -> Set<Int64> {
    guard let row, row.stage != .deleted, !row.attachments.isEmpty else { return [] }
    return Set(row.attachments.map { number(of: $0.digest) })
  }

  /// Returns the number that a digest is found by: its first eight bytes.
  static func number(of digest: SHA256Digest) -> Int64 {
    Int64(bitPattern: digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }
}
