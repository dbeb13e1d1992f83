internal import CLedgerSQLite
public import LedgerBytes

/// One open database, owned by one place: no locks of its own (NOMUTEX), explicitly not `Sendable`.
public final class Connection {
  let handle: Handle
  /// The file's path, as given.
  public let path: String
  /// How it was opened.
  public let mode: Mode
  /// The statements that are kept, by the length of their texts: few are of the same length, and the same literal is
  /// equal to itself without a look at its bytes. Hashing took as long as many a statement does. Empty before the first.
  private var statements: [[Statement]] = []
  /// The files that it has open.
  private var files: OpenFiles?
  /// Whether there was no -shm before this connection, which only reads and does not remove it.
  private let makesIndex: Bool

  /// What may be done with the file.
  public enum Mode: Hashable, Sendable {
    /// Read and write; made if it is not there (0600, never through a symbolic link).
    case create
    /// Read and write; it must be there.
    case readWrite
    /// Read only. The folder must be writable, or the -wal and -shm be there.
    case readOnly
    /// Read only, on a file that others may begin to write meanwhile: takes part in their locking, and the -wal and
    /// -shm that this needs go with its close, as a writer's do. The folder must be writable.
    case readOnlyBesideWriters
    /// On a medium that nothing changes: no lock, and a -wal is not looked at.
    case immutable
    /// Read and write, made for the first time; nobody else opens it. No journal and no sync: a file that is not
    /// closed properly is thrown away, and whoever closes it properly syncs it before it is used.
    case createAlone
    /// In memory; the path is ignored.
    case memory
  }

  /// What a commit waits for, in WAL mode.
  public enum Synchronous: Hashable, Sendable {
    /// Each commit is on the disk when it returns: the log.
    case full
    /// The file stays sound, but the last commits may be lost with the power: what can be computed again.
    case normal
  }

  /// Opens the file as `open(_:mode:synchronous:busyTimeoutMilliseconds:)` says, step by step.
  ///
  /// With an `applicationID`, a database that has content and another application's number is refused as
  /// `.notADatabase` before anything about it is changed.
  public init(
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
  /// - Complexity: a look at each of the two.
  public func isInPlace(at path: String) -> Bool { files?.areInPlace(at: path) ?? true }

  /// The file that is open here; `nil` in memory.
  public var file: FileIdentity? { files?.file }

  /// Closes now: the last connection to a file copies its -wal into it and removes it.
  ///
  /// Statements of this connection answer with an error from here on. Closing twice is fine.
  public func close() throws(SQLiteError) {
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
  /// The prepared statement for that SQL, reset; prepared once and kept.
  ///
  /// While the kept one is being stepped through, or after it failed, a new one is prepared.
  public func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if statements.isEmpty { statements = [[Statement]](repeating: [], count: 256) }
    let group = sql.utf8.count & 255
    if let place = statements[group].firstIndex(where: { $0.sql == sql }) {
      let cached = statements[group][place]
      if !cached.hasFailed {
        if sqlite3_stmt_busy(cached.pointer) == 0 { return cached }
        return try Statement(sql, on: handle)
      }
      statements[group].remove(at: place)
    }
    let statement = try Statement(sql, on: handle)
    statements[group].append(statement)
    return statement
  }

  /// The SQL of every statement that is kept, sorted: for looking at their plans.
  public var preparedStatements: [String] { statements.joined().map(\.sql).sorted() }

  /// How often each statement that is kept was run: for counting what a screen asks.
  public var statementRuns: [String: Int64] {
    Dictionary(
      statements.joined().map { ($0.sql, Int64(sqlite3_stmt_status($0.pointer, SQLITE_STMTSTATUS_RUN, 0))) }
    ) { first, _ in first }
  }

  /// Runs one or more statements that have no parameters and no rows worth reading.
  public func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle.pointer, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw handle.error(code, action: "execute", sql: sql) }
  }
}

// MARK: - Transactions

extension Connection {
  /// How a transaction begins.
  public enum TransactionKind: Hashable, Sendable {
    /// Takes its snapshot with the first read: for reading.
    case deferred
    /// Takes the writer's lock at once: for everything that writes.
    case immediate
    /// As `immediate`; in WAL mode readers go on.
    case exclusive
  }

  /// Runs `body` in a transaction: commits when it returns, rolls back when it throws. Nesting is a bug.
  public func transaction<T>(_ kind: TransactionKind, _ body: () throws -> T) throws -> T {
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

  /// Begins a transaction that `commit` or `rollback` ends. `transaction(_:_:)` is what most callers want.
  public func begin(_ kind: TransactionKind) throws(SQLiteError) {
    precondition(!isInTransaction, "a transaction within a transaction")
    switch kind {
    case .deferred: try statement("BEGIN DEFERRED").run()
    case .immediate: try statement("BEGIN IMMEDIATE").run()
    case .exclusive: try statement("BEGIN EXCLUSIVE").run()
    }
  }

  /// Commits. A failure leaves the transaction open, to be rolled back.
  public func commit() throws(SQLiteError) { try statement("COMMIT").run() }

  /// Rolls back, where that has not happened already (a guard's RAISE(ROLLBACK), a full disk).
  public func rollback() {
    guard isInTransaction else { return }
    // What stands in the way of a rollback is a statement still being read; SQLite ends it and rolls back.
    sqlite3_exec(handle.pointer, "ROLLBACK", nil, nil, nil)
  }

  /// Whether a transaction is open.
  public var isInTransaction: Bool {
    guard let pointer = handle.pointer else { return false }
    return sqlite3_get_autocommit(pointer) == 0
  }

  /// The rowid of the last insert.
  public var lastInsertRowID: Int64 { handle.pointer.map { sqlite3_last_insert_rowid($0) } ?? 0 }

  /// Rows the last statement changed.
  public var changes: Int64 { handle.pointer.map { Int64(sqlite3_changes($0)) } ?? 0 }

  /// Rows changed since the connection was opened.
  public var totalChanges: Int64 { handle.pointer.map { Int64(sqlite3_total_changes($0)) } ?? 0 }
}
