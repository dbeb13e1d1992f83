internal import LedgerBytes
internal import LedgerPlatform

/// A connection to a PostgreSQL server through the program `psql`.
///
/// Releasing the object closes the connection, and the server rolls back uncommitted changes.
final class PostgresSession {
  private let conversation: Conversation
  /// Ends every answer. No data can contain it: it is random.
  private let mark: [UInt8]
  private var isConnected = false

  /// Connects.
  ///
  /// - Parameters:
  ///   - address: The database.
  ///   - environment: The variables that `psql` may read: PATH, HOME, and those that begin with PG.
  /// - Throws: `MirrorError.noProgram`, `.connection`.
  init(_ address: PostgresAddress, environment: [String: String]) throws(MirrorError) {
    guard let program = Program("psql", path: environment["PATH"]) else { throw .noProgram }
    var variables = environment.filter { ["PATH", "HOME"].contains($0.key) || $0.key.hasPrefix("PG") }
    variables.merge([
      "PGAPPNAME": "events", "PGCLIENTENCODING": "UTF8", "PGCONNECT_TIMEOUT": "10",
      "PGOPTIONS": "-c client_min_messages=error -c DateStyle=ISO -c search_path=pg_catalog",
    ]) { $1 }
    variables.merge(address.variables) { $1 }
    mark = Array("end of answer \(UniqueID.random())".utf8)
    do {
      conversation = try Conversation(
        program,
        ["-X", "-q", "-w", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-v", "SHOW_CONTEXT=never"],
        environment: variables)
    } catch { throw .connection(reason: error.reason) }
    // Literals of bytes have backslashes, which an old setting of a database reads as escapes.
    try run("SET standard_conforming_strings = on;")
    isConnected = true
  }

  /// Runs SQL and returns the rows, which have no tab and no line feed in a value.
  ///
  /// - Throws: `MirrorError.server`. The session has ended then.
  @discardableResult
  func run(_ sql: String) throws(MirrorError) -> [[String]] {
    var rows: [[String]] = []
    try ask(sql) {
      rows.append(
        $0.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
          String(decoding: $0, as: UTF8.self)
        })
    }
    return rows
  }

  /// Hands the lines that SQL gives to `body`.
  func forEachLine(of sql: String, _ body: ([UInt8]) throws -> Void) throws {
    var failure: (any Error)?
    try ask(sql) { line in
      guard failure == nil else { return }
      do { try body(line) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Takes back what was not committed, so that the session can go on. A session that has ended stays so.
  func rollBack() { _ = try? run("ROLLBACK;") }

  /// Writes a piece of the input of `psql`.
  ///
  /// A server that has gone is noticed by the next answer.
  func write(_ bytes: [UInt8]) { _ = conversation.write(bytes) }

  private func ask(_ sql: String, _ body: ([UInt8]) -> Void) throws(MirrorError) {
    _ = conversation.write(Array("\(sql)\n\\echo ".utf8) + mark + [UInt8(ascii: "\n")])
    var last: [UInt8] = []
    while let line = conversation.readLine() {
      if line == mark { return }
      // The reason of an end is what `psql` wrote last.
      if line.starts(with: "psql:".utf8) || line.starts(with: "ERROR:".utf8) { last = [] }
      last += line + [UInt8(ascii: " ")]
      if last.count > Self.reasonBytesMax { last = Array(last.suffix(Self.reasonBytesMax)) }
      body(line)
    }
    _ = conversation.end()
    let reason = Self.reason(String(decoding: last, as: UTF8.self))
    throw isConnected ? .server(reason: reason) : .connection(reason: reason)
  }

  private static let reasonBytesMax = 2_000

  /// Returns the reason that `psql` wrote, without the place in its input, which is ours.
  private static func reason(_ text: String) -> String {
    var words = text[...]
    for beginning in ["psql:<stdin>:", "psql: error: "] where words.hasPrefix(beginning) {
      words = words.dropFirst(beginning.count)
      if beginning.hasSuffix(">:") { words = words.drop { $0.isNumber || $0 == ":" || $0 == " " } }
    }
    for level in ["ERROR:", "FATAL:", "error:"] where words.hasPrefix(level) {
      words = words.dropFirst(level.count)
    }
    let trimmed = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return trimmed.isEmpty ? "the connection was lost" : trimmed
  }
}

@available(*, unavailable)
extension PostgresSession: Sendable {}
