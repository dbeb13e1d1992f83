internal import LedgerBytes
internal import LedgerMigrations
internal import LedgerSQLite

/// Which read models a file holds.
enum GenerationKind {
  /// What screens show now.
  case models
  /// What they showed at any position.
  case history

  /// The tables.
  var files: [SQLFile] {
    switch self {
    case .models: Migrations.models
    case .history: Migrations.history
    }
  }

  /// What this program makes such a file of.
  var fingerprint: Fingerprint {
    switch self {
    case .models: .current
    case .history: .ofHistory
    }
  }

  /// The digits of that.
  var digits: String {
    switch self {
    case .models: Fingerprint.digits
    case .history: Fingerprint.digitsOfHistory
    }
  }

  /// What the names of such files begin with.
  var prefix: String {
    switch self {
    case .models: ""
    case .history: "history-"
    }
  }
}

/// One file of read models, open: its tables, and how far they have come.
final class Generation {
  let connection: Connection
  /// The file's path; nil: in memory.
  let path: String?

  /// What a generation says of itself.
  struct Head: Hashable {
    var ledger: UniqueID
    var fingerprint: String
    var position: Int64
    var leaf: [UInt8]
    var isComplete: Bool
    var isSuperseded: Bool
  }

  /// Writes into it; made at first use.
  private lazy var madeWriter = madeRowWriter.map { ModelWriter($0, connection) }

  private lazy var madeRowWriter = Result { try RowWriter(connection) }

  private let inode: UInt64?
  /// What it said of itself, as of a state of the file that this connection alone has changed since.
  private var known: (commitNumber: UInt32, head: Head)?

  private init(_ connection: Connection, path: String?) {
    self.connection = connection
    self.path = path
    inode = path.flatMap { DurableFile.inode($0) }
  }

  /// What writes into its tables.
  func writer() throws -> ModelWriter { try madeWriter.get() }

  /// What writes rows of any table into it.
  func rowWriter() throws -> RowWriter { try madeRowWriter.get() }

  /// Makes a new generation with empty tables, not complete: for its builder alone until it is opened again.
  static func create(_ path: String?, ledger: UniqueID, _ kind: GenerationKind = .models) throws -> Generation {
    let connection = try Connection(path: path ?? ":memory:", mode: path == nil ? .memory : .createAlone)
    try connection.transaction(.immediate) {
      for file in kind.files { try connection.execute(file.sql) }
      let statement = try connection.statement(
        """
        INSERT INTO model (one, ledger, fingerprint, shape, projector, types, probe, position, leaf, complete,
          superseded)
        VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, 0, x'', 0, 0)
        """)
      let fingerprint = kind.fingerprint
      try statement.bind(1, blob: ledger.bytes)
      try statement.bind(2, text: kind.digits)
      try statement.bind(3, text: fingerprint.schema)
      try statement.bind(4, Int64(fingerprint.projector))
      try statement.bind(5, text: fingerprint.types)
      try statement.bind(6, text: fingerprint.probe)
      try statement.run()
    }
    return Generation(connection, path: path)
  }

  /// Opens a generation that is there; nil where the file is none: damaged, empty, half made.
  static func open(_ path: String, busyTimeoutMilliseconds: Int32) throws -> Generation? {
    do throws(SQLiteError) {
      let connection = try Connection(
        path: path, mode: .readWrite, synchronous: .normal, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
      connection.setAutomaticCheckpoint(pages: 10_000)
      return Generation(connection, path: path)
    } catch {
      switch error.kind {
      case .notADatabase, .corrupt, .cannotOpen: return nil
      // Two rebuilds were done since its name was read, and the second removed it while it was being opened.
      case .io where !DurableFile.exists(path): return nil
      default: throw error
      }
    }
  }

  /// What it says of itself; nil where it says nothing.
  ///
  /// That is so of a file that was being filled when the power went, too: its mark may be gone, and of its pages some have
  /// reached the disk, in no order.
  func head() throws -> Head? {
    guard let statement = try preparedHead() else { return nil }
    defer { statement.reset() }
    do throws(SQLiteError) {
      guard try statement.step() else { return nil }
    } catch {
      guard error.kind == .corrupt || error.kind == .notADatabase else { throw error }
      return nil
    }
    guard let ledger = UniqueID(bytes: statement.bytes(0)) else { return nil }
    return Head(
      ledger: ledger, fingerprint: statement.string(1), position: statement.int64(2), leaf: statement.bytes(3),
      isComplete: statement.int64(4) == 1, isSuperseded: statement.int64(5) == 1)
  }

  /// Nil where there is no such table, or where it can't be found out.
  private func preparedHead() throws -> Statement? {
    do throws(SQLiteError) {
      return try connection.statement(
        "SELECT ledger, fingerprint, position, leaf, complete, superseded FROM model")
    } catch {
      switch error.kind {
      case .notADatabase, .corrupt, .other: return nil
      default: throw error
      }
    }
  }

  /// As `head()`, inside a transaction: not read again while no other connection has written.
  func headInTransaction() throws -> Head? {
    if let known, connection.commitNumber == known.commitNumber { return known.head }
    known = nil
    return try head()
  }

  /// Keeps what it said of itself in the transaction that has been committed just now.
  func keep(_ head: Head) { known = connection.commitNumber.map { ($0, head) } }

  /// What it was made of; nil where it does not say: a program before this one made it.
  func fingerprint() -> Fingerprint? {
    guard let statement = try? connection.statement("SELECT shape, projector, types, probe FROM model") else {
      return nil
    }
    defer { statement.reset() }
    guard (try? statement.step()) == true else { return nil }
    return Fingerprint(
      schema: statement.string(0), projector: Int(clamping: statement.int64(1)), types: statement.string(2),
      probe: statement.string(3))
  }

  /// Whether its file was removed, or replaced, since it was opened.
  var isGone: Bool { path.map { DurableFile.inode($0) != inode } ?? false }

  /// Whether two are of one file.
  func isSameFile(as other: Generation) -> Bool { path == other.path && inode == other.inode }

  /// Says how far the tables have come, inside the transaction that brought them there.
  func advance(to position: Int64, leaf: [UInt8]) throws {
    known = nil
    let statement = try connection.statement("UPDATE model SET position = ?1, leaf = ?2")
    try statement.bind(1, position)
    try statement.bind(2, blob: leaf)
    try statement.run()
  }

  /// Takes the indexes away while tables are filled, and makes them when that is done: sorting once costs a fraction
  /// of finding the place of every row. Inside one transaction, or in a generation that nobody reads yet.
  ///
  /// - Parameters:
  ///   - kept: one that stays, for it is full already.
  ///   - left: one that is left to whoever called, who makes it by the SQL that is returned.
  @discardableResult
  func withoutIndexes(
    but kept: String? = nil, leaving left: String? = nil, _ fill: () throws -> Void
  ) throws -> String? {
    var indexes: [(name: String, sql: String)] = []
    try connection.statement("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .forEachRow { indexes.append((name: $0.string(0), sql: $0.string(1))) }
    indexes.removeAll { $0.name == kept }
    for index in indexes { try connection.execute("DROP INDEX \"\(index.name)\"") }
    try fill()
    for index in indexes where index.name != left { try connection.execute(index.sql) }
    return indexes.first { $0.name == left }?.sql
  }

  /// The page in which a table or an index begins.
  func root(of name: String) throws -> UInt32 {
    let root = try connection.statement("SELECT rootpage FROM sqlite_schema WHERE name = ?1")
    try root.bind(1, text: name)
    guard let number = try root.firstInt64() else { throw ModelError.damaged("there is no \(name)") }
    return UInt32(clamping: number)
  }

  /// Says that it was built to its end.
  func finish() throws {
    known = nil
    try connection.execute("UPDATE model SET complete = 1")
  }

  /// Says that another generation has taken over.
  func supersede() throws {
    known = nil
    try connection.transaction(.immediate) { try connection.execute("UPDATE model SET superseded = 1") }
  }
}
