internal import LedgerBytes
internal import LedgerSQLite

/// The two indexes: one of the names and notes of transactions, and one that also has the paper's text.
///
/// A word that is on every paper and in few names is found in the small one, without a step through all papers.
enum SearchTable: String, CaseIterable {
  case names = "search_names"
  case everything = "search"

  /// The texts that it holds: the first ones of `SearchTexts.Texts`.
  var columns: [String] {
    switch self {
    case .names: ["vendor", "note", "tags", "items", "facts", "runs"]
    case .everything: ["vendor", "note", "tags", "items", "facts", "runs", "paper", "paper_runs"]
    }
  }

  /// Adds a transaction, or removes it with the texts that it was added with.
  func put(
    _ texts: SearchTexts.Texts, key: StreamKey, isRemoved: Bool = false, into connection: Connection
  ) throws {
    let (command, value) = isRemoved ? ("\(rawValue), ", "'delete', ") : ("", "")
    let insert = try connection.statement(
      """
      INSERT INTO \(rawValue) (\(command)rowid, \(columns.joined(separator: ", ")))
      VALUES (\(value)?1, \(columns.indices.map { "?\($0 + 2)" }.joined(separator: ", ")))
      """)
    try insert.bind(1, key)
    for index in columns.indices { try insert.bind(Int32(index + 2), optional: texts[index]) }
    try insert.run()
  }
}

/// Writes texts into an index.
struct SearchWriter {
  private let connection: Connection
  private let insert: Statement
  private let digest: Statement
  private let delete: Statement

  init(_ connection: Connection) throws {
    self.connection = connection
    insert = try connection.statement("INSERT INTO search_text (key, digest) VALUES (?1, ?2)")
    digest = try connection.statement("SELECT digest FROM search_text WHERE key = ?1")
    delete = try connection.statement("DELETE FROM search_text WHERE key = ?1")
  }

  /// Adds a transaction that is not in the index.
  func add(_ texts: SearchTexts.Texts, digest: Int64, key: StreamKey) throws {
    for table in SearchTable.allCases { try table.put(texts, key: key, into: connection) }
    try insert.bind(1, key)
    try insert.bind(2, digest)
    try insert.run()
  }

  /// Removes a transaction. Returns `false` if the index was made with other texts.
  func remove(_ texts: SearchTexts.Texts, key: StreamKey) throws -> Bool {
    try digest.bind(1, key)
    guard try digest.firstInt64() == SearchTexts.digest(texts) else { return false }
    for table in SearchTable.allCases { try table.put(texts, key: key, isRemoved: true, into: connection) }
    try delete.bind(1, key)
    try delete.run()
    return true
  }
}
