internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// A transaction that a search found, and where.
public struct SearchHit: Hashable, Sendable {
  /// The transaction.
  public let transaction: ListedTransaction
  /// The field whose words matched: `vendor`, `note`, `tags`, `paper`, or `several`.
  public let place: String
  /// A piece of that text around the words.
  public let snippet: String
  /// The parts of the snippet that matched, as offsets in its UTF-8.
  public let matches: [Range<Int>]
}

/// Where words are looked for, best first.
private enum SearchPlace: CaseIterable {
  case vendor, tags, note, paper, several

  var name: String {
    switch self {
    case .vendor: "vendor"
    case .tags: "tags"
    case .note: "note"
    case .paper: "paper"
    case .several: "several"
    }
  }

  var table: SearchTable {
    switch self {
    case .vendor, .tags, .note: .names
    case .paper, .several: .everything
    }
  }

  /// The column that a snippet is cut from; -1: the one with the best match.
  var column: Int {
    switch self {
    case .vendor: 0
    case .note: 1
    case .tags: 2
    case .paper: 3
    case .several: -1
    }
  }

  /// The query for this place.
  func query(_ words: String) -> String {
    switch self {
    case .several: words
    case .vendor, .tags, .note, .paper: "\(name) : (\(words))"
    }
  }
}

extension ModelReader {
  /// Whether the index is where the models are.
  func isSearchable() throws -> Bool {
    let statement = try connection.statement(
      "SELECT search_position.position = model.position FROM search_position, model")
    return try statement.firstInt64() == 1
  }

  /// Transactions that hold all the words, the last as a beginning: what the vendor is called before what tags and
  /// notes say before what stands on the paper; in each place whole words before beginnings, then the latest captured
  /// first.
  ///
  /// Ranking by place and time costs a step per hit shown; a rank over all matches would read them all. Whole words
  /// come first because a beginning of many papers is put together in memory before its first hit.
  ///
  /// - Complexity: O(hits shown) for words that stand whole somewhere. With a filter, a page of the file per 256
  ///   transactions, and a step per transaction that has the words until enough of them pass.
  public func search(_ words: String, filter: TransactionFilter, limit: Int) throws -> [SearchHit] {
    guard let query = Self.query(words), limit > 0 else { return [] }
    var keys: KeySet?
    if !filter.isOfStages([.draft, .saved]) {
      let passing = try KeySet(connection, filter)
      if passing.count == 0 { return [] }
      keys = passing
    }
    // Where few pass, all that have the words are looked at anyway, once.
    let queries = keys.map { $0.count < Self.few } ?? false ? [query] : [String(query.dropLast()), query]
    var hits: [SearchHit] = []
    var seen: Set<Int64> = []
    for place in SearchPlace.allCases {
      for query in queries where hits.count < limit {
        let wanted = limit - hits.count
        if let keys {
          var found: [Int64] = []
          try forEachKey(query, place, within: keys) { key in
            if keys.contains(key), seen.insert(key).inserted { found.append(key) }
            return found.count < wanted
          }
          hits += try self.hits(query, place, found)
        } else {
          try forEachHit(query, place, Self.hits(place), [.min, .max]) { key, hit in
            if seen.insert(key).inserted { hits.append(try hit()) }
            return hits.count < limit
          }
        }
      }
    }
    return hits
  }

  /// Where fewer pass than this, beginnings are looked for at once.
  private static let few = 5_000

  /// The keys of what holds the words there, the latest captured first, until `body` says that it is enough.
  private func forEachKey(
    _ query: String, _ place: SearchPlace, within keys: KeySet, _ body: (Int64) throws -> Bool
  ) throws {
    let statement = try connection.statement(Self.keys(place.table))
    defer { statement.reset() }
    try statement.bind(1, text: place.query(query))
    try statement.bind(2, keys.first)
    try statement.bind(3, keys.last)
    while try statement.step() { if try !body(statement.int64(0)) { return } }
  }

  static func keys(_ table: SearchTable) -> String {
    """
    SELECT rowid FROM \(table.rawValue) WHERE \(table.rawValue) MATCH ?1 AND rowid BETWEEN ?2 AND ?3
    ORDER BY rowid DESC
    """
  }

  private static func hits(_ place: SearchPlace) -> String {
    hits(place, "snippet(\(place.table.rawValue), \(place.column), char(2), char(3), '…', 12)")
  }

  private static func hits(_ place: SearchPlace, _ snippet: String) -> String {
    let table = place.table.rawValue
    return """
      SELECT rowid, \(snippet) FROM \(table) WHERE \(table) MATCH ?1 AND rowid BETWEEN ?2 AND ?3
      ORDER BY rowid DESC
      """
  }

  /// What was found, with its snippets: cut from these alone, in one more step through what has the words.
  private func hits(_ query: String, _ place: SearchPlace, _ keys: [Int64]) throws -> [SearchHit] {
    guard let first = keys.min(), let last = keys.max() else { return [] }
    let list = "[" + keys.map { String($0) }.joined(separator: ",") + "]"
    let cut = "snippet(\(place.table.rawValue), \(place.column), char(2), char(3), '…', 12)"
    let wanted = Set(keys)
    var hits: [SearchHit] = []
    try forEachHit(
      query, place, Self.hits(place, "CASE WHEN rowid IN (SELECT value FROM json_each(?4)) THEN \(cut) END"),
      [first, last], only: list
    ) { key, hit in
      if wanted.contains(key) { hits.append(try hit()) }
      return hits.count < keys.count
    }
    return hits
  }

  private func forEachHit(
    _ query: String, _ place: SearchPlace, _ sql: String, _ range: [Int64], only list: String? = nil,
    _ body: (Int64, () throws -> SearchHit) throws -> Bool
  ) throws {
    let statement = try connection.statement(sql)
    defer { statement.reset() }
    try statement.bind(1, text: place.query(query))
    try statement.bind(2, range[0])
    try statement.bind(3, range[1])
    if let list { try statement.bind(4, text: list) }
    while try statement.step() {
      let key = statement.int64(0)
      let goesOn = try body(key) {
        guard let listed = try transaction(key: key) else {
          throw ModelError.damaged("the index of the search")
        }
        let (snippet, matches) = Self.matches(statement.string(1))
        return SearchHit(transaction: listed, place: place.name, snippet: snippet, matches: matches)
      }
      if !goesOn { return }
    }
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

/// The keys of what a filter lets pass, a bit each.
private struct KeySet {
  private var words: [UInt64] = []
  private(set) var count = 0
  private(set) var first = Int64.max
  private(set) var last = Int64.min

  init(_ connection: Connection, _ filter: TransactionFilter) throws {
    var (words, count, first, last) = (words, 0, first, last)
    try FacetScan(connection, filter).forEach([]) { block, _ in
      for place in 0..<block.selected {
        let key = block.key(block.selection[place])
        let word = Int(key >> 6)
        if word >= words.count { words += [UInt64](repeating: 0, count: max(1_024, word + 1 - words.count)) }
        words[word] |= 1 << UInt64(key & 63)
        (first, last) = (min(first, key), max(last, key))
      }
      count += block.selected
      return true
    }
    (self.words, self.count, self.first, self.last) = (words, count, first, last)
  }

  func contains(_ key: Int64) -> Bool {
    let word = Int(key >> 6)
    return word < words.count && words[word] >> UInt64(key & 63) & 1 == 1
  }
}

extension TransactionFilter {
  /// Whether it asks for nothing but these stages, or for less than that.
  fileprivate func isOfStages(_ wanted: Set<TransactionState.Stage>) -> Bool {
    var rest = self
    rest.stages = []
    return rest == .everything && (stages.isEmpty || stages.isSuperset(of: wanted))
  }
}
