internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Puts what a fold says of a stream into the tables, in place of what they said before.
///
/// The one writer of the read models: catching up and rebuilding differ only in which streams they give it.
struct Poster {
  let connection: Connection
  private let transactions: TransactionTable
  private let insertProvenance: Statement
  private var writer = JSONWriter(capacity: 4_096)
  private let findings: FindingsTable
  private var totals = Totals()
  /// Whether every table was empty when it began, so that no old row need be looked up.
  private let isFresh: Bool

  init(_ connection: Connection, isFresh: Bool) throws {
    self.connection = connection
    self.isFresh = isFresh
    transactions = try TransactionTable(connection)
    findings = FindingsTable(connection, isFresh: isFresh)
    insertProvenance = try connection.statement(
      "INSERT OR REPLACE INTO provenance (key, fields) VALUES (?1, ?2)")
  }

  /// Posts a stream; totals wait for `finish`.
  mutating func post(_ fold: StreamFold, stream: StreamID, key: Int64) throws {
    try forgetProblems(of: key)
    for problem in fold.problems { try note(problem, stream: key) }
    switch fold.state {
    case .transaction(let state): try post(state, id: TransactionID(stream.id), key: key)
    case .group(let state): try post(state, id: GroupID(stream.id))
    case .category(let state): try post(state)
    case .ledger(let state): try post(state)
    case .none: break
    }
  }

  /// Posts the differences to the sums.
  mutating func finish() throws {
    insertProvenance.clearBindings()
    try totals.post(to: connection)
  }

  private mutating func post(_ state: TransactionState, id: TransactionID, key: Int64) throws {
    let old = isFresh ? nil : try transactions.row(key: key)
    let new = TransactionRow(id, state)
    if !Self.isSame(old, new) {
      try totals.count(old, sign: -1)
      try totals.count(new, sign: 1)
      try post(tags: old?.tags ?? [], new?.tags ?? [], key: key)
      try findings.post(pagesOf: old, new, key: key)
      if let new { try transactions.write(new, key: key) } else { try transactions.delete(key: key) }
    }
    try findings.post(state, key: key)
    guard new != nil else { return }
    ModelJSON.provenance(state.provenance, to: &writer)
    try insertProvenance.bind(1, key)
    try writer.bytes.withUnsafeBytes { bytes in
      try insertProvenance.bind(2, textInPlace: bytes)
      try insertProvenance.run()
    }
  }

  private static func isSame(_ old: TransactionRow?, _ new: TransactionRow?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return old.isSame(as: new)
  }

  private func post(tags old: [String], _ new: [String], key: Int64) throws {
    let (before, after) = (Set(old.map { Array($0.utf8) }), Set(new.map { Array($0.utf8) }))
    guard before != after else { return }
    for tag in old where !after.contains(Array(tag.utf8)) {
      let statement = try connection.statement("DELETE FROM transaction_tag WHERE tag = ?1 AND key = ?2")
      try statement.bind(1, text: tag)
      try statement.bind(2, key)
      try statement.run()
    }
    for tag in new where !before.contains(Array(tag.utf8)) {
      let statement = try connection.statement(
        "INSERT OR IGNORE INTO transaction_tag (tag, key) VALUES (?1, ?2)")
      try statement.bind(1, text: tag)
      try statement.bind(2, key)
      try statement.run()
    }
  }

  private func post(_ state: GroupState, id: GroupID) throws {
    guard let row = GroupRow(id, state) else { return }
    let statement = try connection.statement(
      "INSERT OR REPLACE INTO group_row (id, name, created_on, deleted, pending) VALUES (?1, ?2, ?3, ?4, ?5)")
    try statement.bind(1, blob: id.id.bytes)
    try statement.bind(2, text: row.name)
    try statement.bind(3, Int64(row.createdOn.dayNumber))
    try statement.bind(4, row.isDeleted ? 1 : 0)
    try statement.bind(5, row.hasPendingDeletion ? 1 : 0)
    try statement.run()
  }

  private func post(_ state: CategoryState) throws {
    guard let row = CategoryRow(state) else { return }
    let statement = try connection.statement(
      """
      INSERT OR REPLACE INTO category_row (key, name, emoji, color, kinds, active) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """)
    try statement.bind(1, text: row.key)
    try statement.bind(2, text: row.name)
    try statement.bind(3, optional: row.emoji)
    try statement.bind(4, optional: row.color)
    try statement.bind(5, text: row.kinds.map(\.rawValue).joined(separator: " "))
    try statement.bind(6, row.isActive ? 1 : 0)
    try statement.run()
  }

  private func post(_ state: LedgerState) throws {
    if let row = LedgerRow(state) {
      let statement = try connection.statement(
        "INSERT OR REPLACE INTO ledger_row (one, currency, payment, locale, weeks) VALUES (1, ?1, ?2, ?3, ?4)")
      try statement.bind(1, text: row.currency.code)
      try statement.bind(2, optional: row.payment?.rawValue)
      try statement.bind(3, text: row.locale.id)
      try statement.bind(4, text: row.weeks.rawValue)
      try statement.run()
    }
    for participant in state.devices {
      let statement = try connection.statement(
        """
        INSERT OR REPLACE INTO participant (device, name, continues_device, continues_sequence)
        VALUES (?1, ?2, ?3, ?4)
        """)
      try statement.bind(1, blob: participant.device.bytes)
      try statement.bind(2, text: participant.name)
      try statement.bind(3, optional: participant.continues?.device.bytes)
      try statement.bind(4, optional: participant.continues.map { Int64(clamping: $0.sequence) })
      try statement.run()
    }
  }

  private func forgetProblems(of stream: Int64) throws {
    guard !isFresh else { return }
    let statement = try connection.statement("DELETE FROM problem WHERE stream = ?1")
    try statement.bind(1, stream)
    try statement.run()
  }

  private func note(_ problem: StreamFold.Problem, stream: Int64) throws {
    let statement = try connection.statement(
      "INSERT OR REPLACE INTO problem (stream, device, sequence, type, schema, reason) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    )
    try statement.bind(1, stream)
    try statement.bind(2, blob: problem.reference.device.bytes)
    try statement.bind(3, Int64(clamping: problem.reference.sequence))
    try statement.bind(4, text: problem.type)
    try statement.bind(5, Int64(problem.schema))
    try statement.bind(6, optional: problem.reason)
    try statement.run()
  }
}
