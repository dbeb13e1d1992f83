public import CLedgerSQLite

/// A prepared statement: bind parameters, step, read columns, reset.
///
/// It belongs to its connection and is used on the same thread. Parameters count from 1, columns from 0. Binding and
/// reading a column take tens of nanoseconds. Text and blobs are copied, except by functions with "in place" in their
/// names.
///
///     let statement = try connection.statement("SELECT name FROM stream WHERE key = ?1")
///     try statement.bind(1, key)
///     try statement.forEachRow { names.append($0.string(0)) }
@usableFromInline package final class Statement {
  /// SQLite's statement. It is read for every column, and never written during a read, so that no check is needed.
  @exclusivity(unchecked) @usableFromInline package var pointer: OpaquePointer?
  package let handle: Handle
  /// The statement's text.
  package let sql: String
  /// Whether a step failed. The connection then prepares a new statement instead of using this one again.
  package var hasFailed = false

  init(_ sql: String, on handle: Handle) throws(SQLiteError) {
    self.sql = sql
    self.handle = handle
    var prepared: OpaquePointer?
    var text = sql
    var isFollowedByMore = false
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v3(
          handle.pointer, characters.baseAddress, Int32(characters.count),
          UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, &tail)
        if code == SQLITE_OK, let start = characters.baseAddress, let tail {
          isFollowedByMore = characters[(tail - start)...].contains { $0 > 32 && $0 != 59 }
        }
        return code
      }
    }
    pointer = prepared
    guard code == SQLITE_OK else { throw handle.error(code, action: "prepare", sql: sql) }
    guard prepared != nil, !isFollowedByMore else {
      throw SQLiteError(
        extendedCode: SQLITE_MISUSE, message: "not exactly one statement", sql: sql, action: "prepare")
    }
  }

  deinit { sqlite3_finalize(pointer) }

  /// Frees its resources now. Every later use is an error.
  func finalize() {
    sqlite3_finalize(pointer)
    pointer = nil
  }

  @usableFromInline package func failure(_ code: Int32, _ action: String) -> SQLiteError {
    hasFailed = true
    return handle.error(code, action: action, sql: sql)
  }

  @inlinable
  func check(_ code: Int32) throws(SQLiteError) {
    if code != SQLITE_OK { throw failure(code, "bind") }
  }
}

@available(*, unavailable)
extension Statement: Sendable {}

// MARK: - Binding

extension Statement {
  /// Binds an integer.
  @inlinable
  package func bind(_ index: Int32, _ value: Int64) throws(SQLiteError) {
    try check(sqlite3_bind_int64(pointer, index, value))
  }

  /// Binds a copy of a text.
  @inlinable
  package func bind(_ index: Int32, text: String) throws(SQLiteError) {
    var text = text
    let code = text.withUTF8 { ledger_sqlite_bind_text(pointer, index, $0.baseAddress, UInt64($0.count)) }
    try check(code)
  }

  /// Binds a copy of some bytes.
  @inlinable
  package func bind(_ index: Int32, blob: [UInt8]) throws(SQLiteError) {
    let code = blob.withUnsafeBytes {
      ledger_sqlite_bind_blob(pointer, index, $0.baseAddress, UInt64($0.count))
    }
    try check(code)
  }

  /// Binds a copy of some bytes.
  @inlinable
  package func bind(_ index: Int32, blob: UnsafeRawBufferPointer) throws(SQLiteError) {
    try check(ledger_sqlite_bind_blob(pointer, index, blob.baseAddress, UInt64(blob.count)))
  }

  /// Binds bytes without copying them. They must stay valid until the parameter is bound again or cleared.
  @inlinable
  package func bind(_ index: Int32, blobInPlace blob: UnsafeRawBufferPointer) throws(SQLiteError) {
    try check(ledger_sqlite_bind_blob_in_place(pointer, index, blob.baseAddress, UInt64(blob.count)))
  }

  /// Binds UTF-8 text without copying it. The bytes must stay valid until the parameter is bound again or cleared.
  @inlinable
  package func bind(_ index: Int32, textInPlace text: UnsafeRawBufferPointer) throws(SQLiteError) {
    try check(ledger_sqlite_bind_text_in_place(pointer, index, text.baseAddress, UInt64(text.count)))
  }

  /// Binds NULL.
  @inlinable
  package func bind(null index: Int32) throws(SQLiteError) {
    try check(sqlite3_bind_null(pointer, index))
  }

  /// The number of its parameters.
  var parameterCount: Int32 { sqlite3_bind_parameter_count(pointer) }

  /// Sets every parameter to NULL, and releases the values that were bound.
  package func clearBindings() { sqlite3_clear_bindings(pointer) }

  // MARK: Running

  /// Goes to the next row, and returns whether there is one.
  @inlinable
  package func step() throws(SQLiteError) -> Bool {
    let code = sqlite3_step(pointer)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let error = failure(code, "step")
    sqlite3_reset(pointer)
    throw error
  }

  /// Steps to the end and resets. Serves statements without rows to read.
  @inlinable
  package func run() throws(SQLiteError) {
    while try step() {}
    sqlite3_reset(pointer)
  }

  /// Makes the statement ready to be stepped again, with the same bound values.
  ///
  /// A statement that was not stepped to its end holds a read lock until it is reset.
  @inlinable
  package func reset() { sqlite3_reset(pointer) }

  /// Steps through all rows and resets, even if `body` throws.
  @inlinable
  package func forEachRow(_ body: (Statement) throws -> Void) throws {
    defer { reset() }
    while try step() { try body(self) }
  }

  /// Returns the integer in the first column of the first row, or `nil` if there is no row. Resets the statement.
  @usableFromInline package func firstInt64() throws(SQLiteError) -> Int64? {
    defer { reset() }
    return try step() ? int64(0) : nil
  }

  // MARK: Columns

  /// Returns the column as an integer. NULL reads as 0.
  @inlinable
  package func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

  /// Returns the column as text. NULL reads as "", and invalid UTF-8 is repaired.
  @inlinable
  package func string(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(pointer, column) else { return "" }
    let count = Int(sqlite3_column_bytes(pointer, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Returns a copy of the column's bytes, empty for NULL.
  @inlinable
  package func bytes(_ column: Int32) -> [UInt8] {
    withBytes(column) { [UInt8]($0) }
  }

  /// Calls `body` with the column's bytes in place, which are empty for NULL.
  @inlinable
  package func withBytes<Result, Failure: Error>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = sqlite3_column_blob(pointer, column)
    let count = Int(sqlite3_column_bytes(pointer, column))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Whether the column is NULL.
  @inlinable
  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  /// The kind of a value. A fraction, which logs and read models do not contain, counts as text.
  @usableFromInline package enum ValueKind: Hashable, Sendable {
    case null
    case integer
    case text
    case blob
  }

  /// Returns the kind of the column's value.
  package func kind(_ column: Int32) -> ValueKind {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer
    case SQLITE_BLOB: .blob
    default: .text
    }
  }

  /// The number of columns in a row.
  package var columnCount: Int32 { sqlite3_column_count(pointer) }
}
