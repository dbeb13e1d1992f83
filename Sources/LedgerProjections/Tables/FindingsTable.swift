internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// What is looked for across transactions: pages by their digest, pairs told apart, proposals that wait.
struct FindingsTable {
  private let connection: Connection
  /// Whether the tables were empty when posting began, so that nothing need be taken out.
  private let isFresh: Bool

  init(_ connection: Connection, isFresh: Bool) {
    self.connection = connection
    self.isFresh = isFresh
  }

  /// Puts the pages of a row in the place of those it had before; those of a deleted transaction are none.
  func post(pagesOf old: TransactionRow?, _ new: TransactionRow?, key: Int64) throws {
    let before = Self.digests(old)
    let after = Self.digests(new)
    guard before != after else { return }
    for digest in before.subtracting(after) {
      try run("DELETE FROM attachment_digest WHERE digest = ?1 AND key = ?2", digest, key)
    }
    for digest in after.subtracting(before) {
      try run("INSERT INTO attachment_digest (digest, key) VALUES (?1, ?2)", digest, key)
    }
  }

  private func run(_ sql: String, _ digest: Int64, _ key: Int64) throws {
    let statement = try connection.statement(sql)
    try statement.bind(1, digest)
    try statement.bind(2, key)
    try statement.run()
  }

  private static func digests(_ row: TransactionRow?) -> Set<Int64> {
    guard let row, row.stage != .deleted, !row.attachments.isEmpty else { return [] }
    return Set(row.attachments.map { number(of: $0.digest) })
  }

  /// The number that a digest is found by: its first eight bytes.
  static func number(of digest: SHA256Digest) -> Int64 {
    Int64(bitPattern: digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Posts what no row holds of a transaction's state.
  func post(_ state: TransactionState, key: Int64) throws {
    if !isFresh {
      for table in ["duplicate_dismissed", "proposal_waiting"] {
        let statement = try connection.statement("DELETE FROM \(table) WHERE key = ?1")
        try statement.bind(1, key)
        try statement.run()
      }
    }
    for other in state.dismissedDuplicates {
      let statement = try connection.statement("INSERT INTO duplicate_dismissed (key, other) VALUES (?1, ?2)")
      try statement.bind(1, key)
      try statement.bind(2, other.id)
      try statement.run()
    }
    let waiting = state.openProposals.count
    guard waiting > 0 else { return }
    let statement = try connection.statement("INSERT INTO proposal_waiting (key, fields) VALUES (?1, ?2)")
    try statement.bind(1, key)
    try statement.bind(2, Int64(waiting))
    try statement.run()
  }
}
