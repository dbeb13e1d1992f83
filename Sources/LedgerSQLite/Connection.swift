internal import CLedgerSQLite
package import LedgerPlatform

/// An open database with a single owner: it has no locks of its own (NOMUTEX) and is not `Sendable`.
package final class Connection {
  let handle: Handle
  /// The path of the file as it was passed.
  package let path: String
  /// The mode it was opened with.
  package let mode: Mode
  /// The cached statements, grouped by the length of their SQL. Empty before the first one.
  ///
  /// Few texts have the same length, and comparing a literal with itself does not read its bytes. Hashing the SQL would
  /// take as long as running a short statement.
  @exclusivity(unchecked) private var statements: [[Statement]] = []
  /// The files that it has open.
  private var files: OpenFiles?
  /// Whether there was no -shm before this connection, which only reads and does not remove it.
  private let makesIndex: Bool

  /// The way a file is opened.
  package enum Mode: Hashable, Sendable {
    /// Reads and writes. Creates a missing file with mode 0600, never through a symbolic link.
    case create
    /// Reads and writes an existing file.
    case readWrite
    /// Only reads. The folder must be writable, or the -wal and -shm must exist.
    case readOnly
    /// Only reads a file that other connections may write meanwhile. The folder must be writable.
    ///
    /// The connection takes part in their locking, and removes the -wal and -shm at its close as a writer does.
    case readOnlyWithWriters
    /// Reads a file that nothing changes, without locks and without its -wal.
    case immutable
    /// Creates a file that no other connection opens, without a journal on disk and without syncs.
    ///
    /// The caller discards the file if it was not closed properly, and otherwise syncs it before use.
    case createAlone
    /// Keeps everything in memory. The path is ignored.
    case memory
  }

  /// The durability of a commit in WAL mode.
  package enum Synchronous: Hashable, Sendable {
    /// Each commit is on the disk when it returns. Used for the log.
    case full
    /// A power cut may lose the last commits, but leaves the file sound. Used for data that can be computed again.
    case normal
  }

  /// Opens the file.
  ///
  /// With an `applicationID`, a database with content and another application's number is refused as `.notADatabase`.
  /// It is not changed.
  package init(
    path: String, mode: Mode, synchronous: Synchronous = .full, applicationID: Int64? = nil,
    busyTimeoutMilliseconds: Int32 = 5_000
  ) throws(SQLiteError) {
    self.path = path
    self.mode = mode
    makesIndex = mode == .readOnly && FileIdentity(path + "-shm") == nil
    handle = try Self.open(
      path, mode: mode, synchronous: synchronous, applicationID: applicationID,
      busyTimeoutMilliseconds: busyTimeoutMilliseconds)
    files = try OpenFiles(of: handle, mode, path)
  }

  deinit {
    files?.spareOthers(handle)
    files = nil
  }

  /// Whether `path` leads to the file that is open here, and to its -wal where there is one.
  ///
  /// - Complexity: A look at each of the two.
  package func isInPlace(at path: String) -> Bool { files?.areInPlace(at: path) ?? true }

  /// The file that is open here, or `nil` in memory.
  package var file: FileIdentity? { files?.file }

  /// Closes the database. The last connection to a file copies the -wal into it and removes the -wal.
  ///
  /// Statements of this connection throw errors afterwards. Closing twice has no effect.
  package func close() throws(SQLiteError) {
    for group in statements { for statement in group { statement.finalize() } }
    statements = []
    files?.spareOthers(handle)
    let removesIndex = makesIndex && files?.areInPlace(at: path) == true
    // Before the files are closed, as their numbers may be another file's right after that.
    files = nil
    let code = handle.close()
    guard code == SQLITE_OK else { throw handle.error(code, action: "close \(path)") }
    if removesIndex { OpenFiles.removeIndex(of: path) }
  }
}

@available(*, unavailable)
extension Connection: Sendable {}

// MARK: - Statements

extension Connection {
  /// Returns the cached statement for some SQL, or prepares it.
  ///
  /// A new statement is prepared if the cached one is being stepped through or has failed.
  package func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if statements.isEmpty { statements = [[Statement]](repeating: [], count: 256) }
    let group = sql.utf8.count & 255
    if let place = statements[group].firstIndex(where: { $0.sql == sql }) {
      let cached = statements[group][place]
      if !cached.hasFailed {
        if sqlite3_stmt_busy(cached.pointer) == 0 { return cached }
        return try prepared(sql)
      }
      statements[group].remove(at: place)
    }
    let statement = try prepared(sql)
    statements[group].append(statement)
    return statement
  }

  private func prepared(_ sql: String) throws(SQLiteError) -> Statement {
    do { return try Statement(sql, on: handle) } catch {
      if error.code == SQLITE_ERROR { handle.noteDamagedSchema() }
      throw error
    }
  }

  /// Whether a file whose only writer is this program has turned out to be damaged here.
  ///
  /// Not meaningful for a file with SQL from outside, or with rows that the schema may refuse.
  package var hasFoundDamage: Bool { handle.hasFoundDamage }

  /// The SQL of every cached statement, sorted, to check their query plans.
  package var preparedStatements: [String] { statements.joined().map(\.sql).sorted() }

  /// The number of runs of each cached statement, to count the queries of a screen.
  package var statementRuns: [String: Int64] {
    Dictionary(
      statements.joined().map { ($0.sql, Int64(sqlite3_stmt_status($0.pointer, SQLITE_STMTSTATUS_RUN, 0))) }
    ) { first, _ in first }
  }

  /// Runs one or more statements without parameters, and ignores their rows.
  package func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle.pointer, sql, nil, nil, nil)
    if code == SQLITE_ERROR { handle.noteDamagedSchema() }
    guard code == SQLITE_OK else { throw handle.error(code, action: "execute", sql: sql) }
  }

  // MARK: Transactions

  /// The lock that a transaction begins with.
  public enum TransactionKind: Hashable, Sendable {
    /// Takes its snapshot with the first read. Used for reading.
    case deferred
    /// Takes the writer's lock at once. Used for everything that writes.
    case immediate
    /// Takes the writer's lock and, outside WAL mode, also excludes readers.
    case exclusive
  }

  /// Runs `body` in a transaction, commits when it returns and rolls back when it throws.
  ///
  /// - Precondition: No transaction is open.
  package func transaction<T>(_ kind: TransactionKind, _ body: () throws -> T) throws -> T {
    try begin(kind)
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      rollback()
      throw error
    }
  }

  /// Begins a transaction that `commit` or `rollback` ends. Most callers use `transaction(_:_:)`.
  package func begin(_ kind: TransactionKind) throws(SQLiteError) {
    precondition(!isInTransaction, "a transaction within a transaction")
    switch kind {
    case .deferred: try statement("BEGIN DEFERRED").run()
    case .immediate: try statement("BEGIN IMMEDIATE").run()
    case .exclusive: try statement("BEGIN EXCLUSIVE").run()
    }
  }

  /// Commits the transaction. After a failure it is still open and has to be rolled back.
  package func commit() throws(SQLiteError) { try statement("COMMIT").run() }

  /// Rolls back, unless SQLite has already done so because of a RAISE(ROLLBACK) or a full disk.
  package func rollback() {
    guard isInTransaction else { return }
    // SQLite ends statements that are still being stepped through, and then rolls back.
    sqlite3_exec(handle.pointer, "ROLLBACK", nil, nil, nil)
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool {
    guard let pointer = handle.pointer else { return false }
    return sqlite3_get_autocommit(pointer) == 0
  }

  /// The number of rows that the last statement changed.
  package var changes: Int64 { handle.pointer.map { Int64(sqlite3_changes($0)) } ?? 0 }

  /// The number of rows changed since the connection was opened.
  package var totalChanges: Int64 { handle.pointer.map { Int64(sqlite3_total_changes($0)) } ?? 0 }
}
