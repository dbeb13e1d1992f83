internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// A transaction that a search found, and where.
public struct SearchHit: Hashable, Sendable {
  /// The transaction.
  public let transaction: ListedTransaction
  /// The field whose words matched: `vendor`, `note`, `tags` or `paper`.
  public let place: String
  /// A piece of that text around the words.
  public let snippet: String
  /// The parts of the snippet that matched, as offsets in its UTF-8.
  public let matches: [Range<Int>]
}

/// The full-text index over vendor, note, tags and the text on the paper: built when first asked for, then kept at
/// the end of the log.
struct SearchIndex {
  let connection: Connection

  /// Streams indexed in one transaction.
  private static let chunk = 5_000

  /// Brings the index to where the models are.
  ///
  /// - Complexity: O(events that it has not seen).
  func catchUp(to log: LedgerLog, horizon: Horizon) throws {
    while try step(log, horizon) {}
  }

  /// Forgets all that was indexed.
  func clear() throws {
    try connection.transaction(.immediate) {
      try connection.execute("DELETE FROM search; UPDATE search_position SET position = 0")
    }
  }

  private func step(_ log: LedgerLog, _ horizon: Horizon) throws -> Bool {
    let end = try int64("SELECT position FROM model")
    guard try int64("SELECT position FROM search_position") < end else { return false }
    return try connection.transaction(.immediate) {
      let end = try int64("SELECT position FROM model")
      let position = try int64("SELECT position FROM search_position")
      guard position < end else { return false }
      let through = min(end, position + Int64(Self.chunk) * 4)
      for keyed in try log.streams(touchedAfter: position, through: through)
      where keyed.stream.kind == StreamKind.transaction.rawValue {
        let events = horizon.admitted(try log.events(ofKey: keyed.key, through: end))
        try index(StreamFold(kind: keyed.stream.kind, events: events).transaction, key: keyed.key)
      }
      let statement = try connection.statement("UPDATE search_position SET position = ?1")
      try statement.bind(1, through)
      try statement.run()
      return through < end
    }
  }

  private func index(_ state: TransactionState, key: Int64) throws {
    let delete = try connection.statement("DELETE FROM search WHERE rowid = ?1")
    try delete.bind(1, key)
    try delete.run()
    guard let stage = state.stage, stage != .deleted else { return }
    let insert = try connection.statement(
      "INSERT INTO search (rowid, vendor, note, tags, paper) VALUES (?1, ?2, ?3, ?4, ?5)")
    try insert.bind(1, key)
    try insert.bind(2, optional: state.vendor.value.map(Self.unmarked))
    try insert.bind(3, optional: state.note.value.map(Self.unmarked))
    try insert.bind(4, text: Self.unmarked(state.tagsThatAreOn.joined(separator: ", ")))
    try insert.bind(5, optional: state.text.map(Self.unmarked))
    try insert.run()
  }

  /// The text without the characters that mark a match in a snippet.
  private static func unmarked(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 2 || $0 == 3 }) else { return text }
    return String(decoding: text.utf8.map { $0 == 2 || $0 == 3 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  private func int64(_ sql: String) throws -> Int64 {
    let statement = try connection.statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.int64(0) : 0
  }
}

extension ModelReader {
  /// The places that are searched, best first, with their column.
  private static let searchPlaces: [(name: String, column: Int32)] = [
    ("vendor", 0), ("tags", 2), ("note", 1), ("paper", 3),
  ]

  /// Whether the index is where the models are.
  func isSearchable() throws -> Bool {
    let statement = try connection.statement(
      "SELECT search_position.position = model.position FROM search_position, model")
    defer { statement.reset() }
    return try statement.step() && statement.int64(0) == 1
  }

  private static let searchColumns = TransactionTable.columns.split(separator: ", ")
    .map { "transaction_row.\($0)" }.joined(separator: ", ")

  /// Transactions that hold all the words, the last as a beginning: what the vendor is called before what tags and
  /// notes say before what stands on the paper, within each the latest captured first.
  ///
  /// Ranking by place and time costs a step per hit shown; a rank over all matches would read them all.
  ///
  /// - Complexity: O(hits shown), where few transactions are left out by the filter.
  public func search(_ words: String, filter: TransactionFilter, limit: Int) throws -> [SearchHit] {
    guard let query = Self.query(words) else { return [] }
    var hits: [SearchHit] = []
    var found: Set<TransactionID> = []
    for place in Self.searchPlaces where hits.count < limit {
      for hit in try search(query, in: place, filter, limit: limit)
      where hits.count < limit && found.insert(hit.transaction.row.id).inserted {
        hits.append(hit)
      }
    }
    // Words that stand in different places of one transaction.
    for hit in try search(query, in: nil, filter, limit: hits.count < limit ? limit : 0)
    where hits.count < limit && found.insert(hit.transaction.row.id).inserted {
      hits.append(hit)
    }
    return hits
  }

  private func search(
    _ query: String, in place: (name: String, column: Int32)?, _ filter: TransactionFilter, limit: Int
  ) throws -> [SearchHit] {
    guard limit > 0 else { return [] }
    var condition = FilterSQL(filter)
    condition.and(text: place.map { "\($0.name) : (\(query))" } ?? query) { "search MATCH \($0)" }
    let statement = try connection.statement(
      """
      SELECT \(Self.searchColumns),
        (SELECT name FROM group_row WHERE group_row.id = transaction_row.group_id AND deleted = 0),
        snippet(search, \(place?.column ?? -1), char(2), char(3), '…', 12)
      FROM search CROSS JOIN transaction_row ON transaction_row.key = search.rowid
      \(condition.clause) ORDER BY search.rowid DESC LIMIT \(limit)
      """)
    defer { statement.reset() }
    try condition.bind(to: statement)
    var hits: [SearchHit] = []
    while try statement.step() {
      let columns = statement.columnCount
      let (snippet, matches) = Self.matches(statement.string(columns - 1))
      hits.append(
        SearchHit(
          transaction: ListedTransaction(
            row: try TransactionTable.row(statement, from: 0), groupName: statement.optionalString(columns - 2)),
          place: place?.name ?? "several", snippet: snippet, matches: matches))
    }
    return hits
  }

  /// The words as a query of FTS5: each as a string, the last as a beginning; nil where there is no word.
  static func query(_ words: String) -> String? {
    // By scalars, as SQLite reads it: a quote with an accent on it is a quote, a zero is an end.
    let strings = words.unicodeScalars
      .split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
      .filter { $0.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil } }
      .map { word in
        let parts = word.split(separator: "\"", omittingEmptySubsequences: false).map { String($0) }
        return "\"" + parts.joined(separator: "\"\"") + "\""
      }
    return strings.isEmpty ? nil : strings.joined(separator: " ") + "*"
  }

  /// Takes the marks of a snippet out, and says where they stood.
  private static func matches(_ marked: String) -> (String, [Range<Int>]) {
    var bytes: [UInt8] = []
    var matches: [Range<Int>] = []
    var begin: Int?
    for byte in marked.utf8 {
      switch byte {
      case 2: begin = bytes.count
      case 3:
        if let start = begin { matches.append(start..<bytes.count) }
        begin = nil
      case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return (String(decoding: bytes, as: UTF8.self), matches)
  }
}
