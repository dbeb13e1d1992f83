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
  /// - Complexity: O(hits shown) for one word that stands whole somewhere. With a filter, a page of the file per 256
  ///   transactions, and a step per transaction that has the words until enough of them pass; with several words, a
  ///   step per transaction that has the rarest of them. Where few pass the filter, or have the words, these are ranked
  ///   apart.
  public func search(_ words: String, filter: TransactionFilter, limit: Int) throws -> [SearchHit] {
    try search(words, filter: filter, limit: limit, few: Self.few)
  }

  /// - Parameter few: no more than this are ranked apart.
  func search(_ words: String, filter: TransactionFilter, limit: Int, few: Int) throws -> [SearchHit] {
    guard let query = SearchQuery(words), limit > 0 else { return [] }
    var keys: KeySet?
    if !filter.isOfStages(Self.searched) {
      var filter = filter
      filter.stages = filter.stages.isEmpty ? Self.searched : filter.stages.intersection(Self.searched)
      let passing = try filter.stages.isEmpty ? KeySet() : KeySet(connection, filter)
      if passing.count == 0 { return [] }
      if passing.count <= few { return try ranked(passing.keys, query, limit) }
      keys = passing
    }
    // The latest that have the words and pass, where all were not ranked.
    var latest: [Int64] = []
    if try query.isOfSeveralWords || keys.map({ try !promises(query, limit, within: $0) }) ?? false {
      var found: [Int64] = []
      try forEachKey(query.beginnings, .several, within: keys) { key in
        if keys?.contains(key) ?? true { found.append(key) }
        return found.count <= few
      }
      if found.count <= few { return try ranked(found, query, limit) }
      latest = found
    }
    var hits: [SearchHit] = []
    var seen: Set<Int64> = []
    for place in query.places {
      for words in query.rounds where hits.count < limit {
        guard let keys else {
          try forEachHit(connection, words, place) { key, hit in
            if seen.insert(key).inserted { hits.append(try hit()) }
            return hits.count < limit
          }
          continue
        }
        let wanted = limit - hits.count
        var found: [Int64] = []
        // What holds one word, and in no other place, holds it on the paper: it is not put together once more.
        if place == .paper, words == query.beginnings, !query.isOfSeveralWords {
          for key in latest where found.count < wanted && seen.insert(key).inserted { found.append(key) }
        }
        if found.count < wanted {
          try forEachKey(words, place, within: keys) { key in
            if keys.contains(key), seen.insert(key).inserted { found.append(key) }
            return found.count < wanted
          }
        }
        hits += try snippets(of: found, words, place)
      }
    }
    return hits
  }

  /// The stages of what is in the index.
  private static let searched: Set<TransactionState.Stage> = [.draft, .saved]

  /// Where no more than this pass, or have the words, they are ranked in an index of their own: it costs some
  /// twenty microseconds for each, and a step through all papers with a common word some twenty milliseconds.
  static let few = 500

  /// Whether the first of what holds the word whole are enough of those that pass. Then a step through all that has it
  /// as a beginning, which may have to be put together first, is not needed.
  private func promises(_ query: SearchQuery, _ limit: Int, within keys: KeySet) throws -> Bool {
    var (looked, found) = (0, 0)
    try forEachKey(query.whole, .several, within: keys) { key in
      looked += 1
      if keys.contains(key) { found += 1 }
      return found < limit && looked < Self.sample
    }
    return found >= limit
  }

  /// How many are looked at for that: about a millisecond's.
  private static let sample = 16_384

  /// All that were found, by place.
  private func ranked(_ found: [Int64], _ query: SearchQuery, _ limit: Int) throws -> [SearchHit] {
    if found.isEmpty { return [] }
    let scratch = try SearchScratch(found, from: connection)
    defer { scratch.close() }
    var hits: [SearchHit] = []
    var seen: Set<Int64> = []
    for place in query.places {
      for words in query.rounds where hits.count < limit {
        try forEachHit(scratch.connection, words, place) { key, hit in
          if seen.insert(key).inserted { hits.append(try hit()) }
          return hits.count < limit
        }
      }
    }
    return hits
  }

  /// The hits of a place, with snippets that are cut from these alone.
  private func snippets(of found: [Int64], _ words: String, _ place: SearchPlace) throws -> [SearchHit] {
    if found.isEmpty { return [] }
    let scratch = try SearchScratch(found, from: connection)
    defer { scratch.close() }
    var hits: [SearchHit] = []
    try forEachHit(scratch.connection, words, place) { _, hit in
      hits.append(try hit())
      return true
    }
    return hits
  }

  /// The keys of what holds the words there, the latest captured first, until `body` says that it is enough.
  private func forEachKey(
    _ words: String, _ place: SearchPlace, within keys: KeySet?, _ body: (Int64) throws -> Bool
  ) throws {
    let statement = try connection.statement(Self.keys(place.table))
    defer { statement.reset() }
    try statement.bind(1, text: place.query(words))
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

  static func hits(_ place: SearchPlace) -> String {
    let table = place.table.rawValue
    return """
      SELECT rowid, snippet(\(table), \(place.column), char(2), char(3), '…', 12) FROM \(table)
      WHERE \(table) MATCH ?1 ORDER BY rowid DESC
      """
  }

  /// The hits of a place, the latest captured first, until `body` says that it is enough.
  ///
  /// - Parameter index: where the index is that is asked: ours, or one of a few.
  private func forEachHit(
    _ index: Connection, _ words: String, _ place: SearchPlace,
    _ body: (Int64, () throws -> SearchHit) throws -> Bool
  ) throws {
    let statement = try index.statement(Self.hits(place))
    defer { statement.reset() }
    try statement.bind(1, text: place.query(words))
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

extension TransactionFilter {
  /// Whether it asks for nothing but these stages, or for less than that.
  fileprivate func isOfStages(_ wanted: Set<TransactionState.Stage>) -> Bool {
    var rest = self
    rest.stages = []
    return rest == .everything && (stages.isEmpty || stages.isSuperset(of: wanted))
  }
}
