internal import LedgerBytes
internal import LedgerMigrations
internal import LedgerPlatform
internal import LedgerSQLite

/// The kind of read models in a file.
enum GenerationKind: CaseIterable {
  /// The data that screens show now.
  case models
  /// The data that screens showed at any position.
  case history
  /// The words of a search.
  case search

  /// The SQL that makes the tables: those of rows and sums by their descriptions, then the others.
  var schema: [String] {
    switch self {
    case .models:
      ModelTable.allCases.map(\.table.sql) + Total.all.map(\.sql) + Migrations.models.map(\.sql)
    case .history:
      ModelTable.ofHistory.map(\.table.versionSQL) + Total.ofHistory.map(\.figuresSQL)
        + Migrations.history.map(\.sql)
    case .search: Migrations.search.map(\.sql)
    }
  }

  /// The description of the schema. Its SQL is made when a file is.
  var schemaDescription: String {
    let tables = ModelTable.allCases.map(\.table.description) + Total.all.map(\.description)
    return switch self {
    case .models: (tables + Migrations.models.map(\.sql)).joined(separator: "\n")
    case .history: (["history"] + tables + Migrations.history.map(\.sql)).joined(separator: "\n")
    case .search: Migrations.search.map(\.sql).joined(separator: "\n")
    }
  }

  /// The fingerprint of this program for such a file.
  var fingerprint: Fingerprint {
    switch self {
    case .models: .current
    case .history: .ofHistory
    case .search: .ofSearch
    }
  }

  /// The digits of that.
  var digits: String {
    switch self {
    case .models: Fingerprint.digits
    case .history: Fingerprint.digitsOfHistory
    case .search: Fingerprint.digitsOfSearch
    }
  }

  /// The prefix of the names of such files.
  var prefix: String {
    switch self {
    case .models: ""
    case .history: "history-"
    case .search: "search-"
    }
  }
}

/// A generation of the read models: one file with all tables, as of a position of the log.
///
/// A rebuild fills a new generation, which then replaces the previous one.
final class Generation {
  let connection: Connection
  /// The file's path, or `nil` in memory.
  let path: String?

  /// The facts that a generation stores about itself.
  struct Head: Hashable {
    var ledger: UniqueID
    var fingerprint: String
    var position: Position
    var leaf: [UInt8]
    var isComplete: Bool
    var isSuperseded: Bool
  }

  /// Writes into the generation. Created at first use.
  private lazy var madeWriter = madeRowWriter.map { ModelWriter($0, connection) }

  private lazy var madeRowWriter = Result { try RowWriter(connection) }

  private let inode: UInt64?
  /// The head as of a state of the file that only this connection has changed since.
  private var known: (commitNumber: UInt32, head: Head)?

  private init(_ connection: Connection, path: String?) {
    self.connection = connection
    self.path = path
    inode = path.flatMap { DurableFile.inode($0) }
  }

  /// Returns the writer of its tables.
  func writer() throws -> ModelWriter { try madeWriter.get() }

  /// Returns the writer of rows of any table.
  func rowWriter() throws -> RowWriter { try madeRowWriter.get() }

  /// Creates a new generation with empty tables, not complete.
  ///
  /// Only its builder uses it until it is opened again.
  static func create(_ path: String?, ledger: UniqueID, _ kind: GenerationKind = .models) throws -> Generation {
    let connection = try Connection(path: path ?? ":memory:", mode: path == nil ? .memory : .createAlone)
    try connection.transaction(.immediate) {
      for sql in kind.schema { try connection.execute(sql) }
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

  /// Opens an existing generation, or returns `nil` if the file is damaged, empty or half made.
  static func open(_ path: String, busyTimeoutMilliseconds: Int32) throws -> Generation? {
    do throws(SQLiteError) {
      let connection = try Connection(
        path: path, mode: .readWrite, synchronous: .normal, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
      connection.setAutomaticCheckpoint(pages: 10_000)
      if isCutOff(path) { return nil }
      return Generation(connection, path: path)
    } catch {
      switch error.kind {
      case .notADatabase, .corrupt, .cannotOpen, .constraint, .tooBig, .other: return nil
      // The header of a damaged file may forbid writing, which its folder does not.
      case .readOnly where DurableFile.isWritable(path): return nil
      // Two rebuilds have run since its name was read, and the second removed it while it was being opened.
      case .io where !DurableFile.exists(path): return nil
      default: throw error
      }
    }
  }

  /// Returns the facts that the generation stores about itself, or `nil` if it has no readable ones.
  ///
  /// A file that was being filled at a power cut may be such a file. Its mark may be gone, and only some of its pages
  /// may have reached the disk.
  func head() throws -> Head? {
    guard let statement = try preparedHead() else { return nil }
    defer { statement.reset() }
    do throws(SQLiteError) {
      guard try statement.step() else { return nil }
    } catch {
      guard isUnreadable(error) else { throw error }
      return nil
    }
    let position: Position = statement.number(2)
    guard let ledger = UniqueID(bytes: statement.bytes(0)), position >= 0 else { return nil }
    return Head(
      ledger: ledger, fingerprint: statement.string(1), position: position, leaf: statement.bytes(3),
      isComplete: statement.int64(4) == 1, isSuperseded: statement.int64(5) == 1)
  }

  /// Returns the prepared statement, or `nil` if there is no such table or the file is damaged.
  private func preparedHead() throws -> Statement? {
    do throws(SQLiteError) {
      return try connection.statement(
        "SELECT ledger, fingerprint, position, leaf, complete, superseded FROM model")
    } catch {
      guard isUnreadable(error) else { throw error }
      return nil
    }
  }

  /// Whether an error means that this file cannot be read, and another one in its folder could be.
  private func isUnreadable(_ error: SQLiteError) -> Bool {
    switch error.kind {
    case .notADatabase, .corrupt, .other, .constraint, .tooBig, .cannotOpen: true
    case .readOnly: path.map { DurableFile.isWritable($0) } ?? false
    case .busy, .full, .io, .interrupted, .noMemory: false
    }
  }

  /// Returns the result of `head()`, inside a transaction. It is not read again until another connection writes.
  func headInTransaction() throws -> Head? {
    if let known, connection.commitNumber == known.commitNumber { return known.head }
    known = nil
    return try head()
  }

  /// Keeps the head of the transaction that was just committed.
  func keep(_ head: Head) { known = connection.commitNumber.map { ($0, head) } }

  /// Returns the stored fingerprint.
  ///
  /// The result is `nil` if an earlier program made the file and stored no fingerprint.
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

  /// Whether an error of using it means that its content is not what this program wrote.
  func isDamaged(by error: any Error) -> Bool {
    guard let path else { return false }
    if case ModelError.damaged = error { return true }
    guard let error = error as? SQLiteError else { return false }
    // SQLite refuses to write to a file that may be written if its header is damaged, or a file next to it.
    return connection.hasFoundDamage || error.kind == .readOnly && DurableFile.isWritable(path)
  }

  /// Whether the end of a file was cut off within a page. SQLite would read the rest of that page as zeros.
  private static func isCutOff(_ path: String) -> Bool {
    func isUneven() -> Bool {
      let size = (try? DurableFile.size(path)) ?? nil
      return (size ?? 0) % PageFile.pageSize != 0
    }
    guard isUneven() else { return false }
    // Another process may be writing this page.
    SystemClock.sleep(milliseconds: 20)
    return isUneven()
  }

  /// Whether two are of one file.
  func isSameFile(as other: Generation) -> Bool { path == other.path && inode == other.inode }

  /// Stores the position of the tables, inside the transaction that brought them there.
  func advance(to position: Position, leaf: [UInt8]) throws {
    precondition(
      connection.isInTransaction, "a position is stored in the transaction that brought the tables there")
    precondition(
      position > 0 && leaf.count == 32, "the models know the leaf of the event that they have reached")
    known = nil
    let statement = try connection.statement("UPDATE model SET position = ?1, leaf = ?2")
    try statement.bind(1, position)
    try statement.bind(2, blob: leaf)
    try statement.run()
  }

  /// Drops the indexes while tables are filled, and creates them afterwards.
  ///
  /// Sorting once costs a fraction of finding the place of every row. Call it inside one transaction, or in a
  /// generation that nobody reads yet.
  ///
  /// - Parameters:
  ///   - kept: An index that stays, because it is full already.
  ///   - fill: Writes the rows.
  func withoutIndexes(but kept: String? = nil, _ fill: () throws -> Void) throws {
    var indexes: [(name: String, sql: String)] = []
    try connection.statement("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .forEachRow { indexes.append((name: $0.string(0), sql: $0.string(1))) }
    indexes.removeAll { $0.name == kept }
    for index in indexes { try connection.execute("DROP INDEX \"\(index.name)\"") }
    try fill()
    for index in indexes { try connection.execute(index.sql) }
  }

  /// Returns the page in which a table or an index begins.
  func root(of name: String) throws -> UInt32 {
    let root = try connection.statement("SELECT rootpage FROM sqlite_schema WHERE name = ?1")
    try root.bind(1, text: name)
    guard let number = try root.firstInt64() else { throw ModelError.damaged("there is no \(name)") }
    return UInt32(clamping: number)
  }

  /// Marks it as completely built.
  func finish() throws {
    known = nil
    try connection.execute("UPDATE model SET complete = 1")
  }

  /// Marks it as superseded by another generation.
  func supersede() throws {
    known = nil
    try connection.transaction(.immediate) { try connection.execute("UPDATE model SET superseded = 1") }
  }
}
