internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// What is looked for across transactions: pages by their digest, pairs told apart, proposals that wait.
enum FindingsTable {
  /// Adds what no row holds of a transaction's state.
  static func add(_ state: borrowing TransactionState, key: Int64, to rows: inout ModelRows) {
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

  /// Takes out what was added of a state before.
  static func forget(_ connection: Connection, key: Int64) throws {
    for sql in [
      "DELETE FROM duplicate_dismissed WHERE key = ?1", "DELETE FROM proposal_waiting WHERE key = ?1",
    ] {
      let statement = try connection.statement(sql)
      try statement.bind(1, key)
      try statement.run()
    }
  }

  /// Adds the pages of a row; those of a deleted transaction are none.
  static func add(pagesOf row: TransactionRow, key: Int64, to rows: inout ModelRows) {
    if row.attachments.isEmpty { return }
    for digest in digests(row) { add(digest, key: key, to: &rows) }
  }

  /// Puts the pages of a row in the place of those it had before.
  static func post(
    pagesOf old: TransactionRow?, _ new: TransactionRow?, key: Int64, _ connection: Connection,
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

  private static func add(_ digest: Int64, key: Int64, to rows: inout ModelRows) {
    rows[.pages].add(digest)
    rows[.pages].add(key)
  }

  private static func digests(_ row: TransactionRow?) -> Set<Int64> {
    guard let row, row.stage != .deleted, !row.attachments.isEmpty else { return [] }
    return Set(row.attachments.map { number(of: $0.digest) })
  }

  /// The number that a digest is found by: its first eight bytes.
  static func number(of digest: SHA256Digest) -> Int64 {
    Int64(bitPattern: digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }
}
