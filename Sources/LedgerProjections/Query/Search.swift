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
  /// notes say before what stands on the paper, within each the latest captured first.
  ///
  /// Ranking by place and time costs a step per hit shown; a rank over all matches would read them all.
  ///
  /// - Complexity: O(hits shown) without a filter. With one, first a page of the file per 256 transactions; then a
  ///   look-up per transaction that passes, where they are few, else a step per transaction with the words until
  ///   enough of them pass.
  public func search(_ words: String, filter: TransactionFilter, limit: Int) throws -> [SearchHit] {
    guard let query = Self.query(words), limit > 0 else { return [] }
    var keys: KeySet?
    if !filter.isOfStages([.draft, .saved]) {
      let passing = try KeySet(connection, filter)
      if passing.count == 0 { return [] }
      keys = passing
    }
    var found: [(key: Int64, place: SearchPlace)] = []
    var seen: Set<Int64> = []
    if let keys, keys.count <= Self.few {
      // Which of them hold the words at all; then where.
      let holding = try keys.descending.filter { try holds(query, .several, $0) }
      for place in SearchPlace.allCases where found.count < limit {
        for key in holding where found.count < limit && !seen.contains(key) {
          guard try place == .several || holds(query, place, key) else { continue }
          seen.insert(key)
          found.append((key, place))
        }
      }
    } else {
      for place in SearchPlace.allCases where found.count < limit {
        try forEachKey(query, place, within: keys) { key in
          if keys?.contains(key) ?? true, seen.insert(key).inserted { found.append((key, place)) }
          return found.count < limit
        }
      }
    }
    return try found.map { try hit(query, $0.place, $0.key) }
  }

  /// So many transactions are looked up one by one.
  private static let few = 400

  /// The keys of what holds the words there, the latest captured first, until `body` says that it is enough.
  private func forEachKey(
    _ query: String, _ place: SearchPlace, within keys: KeySet?, _ body: (Int64) throws -> Bool
  ) throws {
    let statement = try connection.statement(Self.keys(place.table))
    defer { statement.reset() }
    try statement.bind(1, text: place.query(query))
    try statement.bind(2, keys?.first ?? .min)
    try statement.bind(3, keys?.last ?? .max)
    while try statement.step() { if try !body(statement.int64(0)) { return } }
  }

  static func keys(_ table: SearchTable) -> String {
    """
    SELECT rowid FROM \(table.rawValue) WHERE \(table.rawValue) MATCH ?1 AND rowid BETWEEN ?2 AND ?3
    ORDER BY rowid DESC
    """
  }

  private func holds(_ query: String, _ place: SearchPlace, _ key: Int64) throws -> Bool {
    let statement = try connection.statement(Self.one(place.table, "1"))
    try statement.bind(1, text: place.query(query))
    try statement.bind(2, key)
    return try statement.firstInt64() == 1
  }

  static func one(_ table: SearchTable, _ result: String) -> String {
    "SELECT \(result) FROM \(table.rawValue) WHERE \(table.rawValue) MATCH ?1 AND rowid = ?2"
  }

  private func hit(_ query: String, _ place: SearchPlace, _ key: Int64) throws -> SearchHit {
    let cut = "snippet(\(place.table.rawValue), \(place.column), char(2), char(3), '…', 12)"
    let statement = try connection.statement(Self.one(place.table, cut))
    defer { statement.reset() }
    try statement.bind(1, text: place.query(query))
    try statement.bind(2, key)
    guard try statement.step(), let listed = try transaction(key: key) else {
      throw ModelError.damaged("the index of the search")
    }
    let (snippet, matches) = Self.matches(statement.string(0))
    return SearchHit(transaction: listed, place: place.name, snippet: snippet, matches: matches)
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

  /// All of them, the greatest first.
  var descending: [Int64] { count == 0 ? [] : (first...last).reversed().filter(contains) }
}

extension TransactionFilter {
  /// Whether it asks for nothing but these stages, or for less than that.
  fileprivate func isOfStages(_ wanted: Set<TransactionState.Stage>) -> Bool {
    var rest = self
    rest.stages = []
    return rest == .everything && (stages.isEmpty || stages.isSuperset(of: wanted))
  }
}
