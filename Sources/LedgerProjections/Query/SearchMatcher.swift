internal import LedgerSQLite

/// Where words were found: in which transaction, and a piece of the text there.
struct SearchMatch: Hashable, Sendable {
  let key: Int64
  /// Of two matches the one with the lower rank comes first, of the same rank that with the greater key.
  let rank: Int
  let place: SearchPlace
  let snippet: String
  let matches: [Range<Int>]

  func precedes(_ other: SearchMatch) -> Bool { (rank, other.key) < (other.rank, key) }
}

/// Finds words in one index.
///
/// Ranking by place and time costs a step per hit shown; a rank over all matches would read them all. Whole words
/// come first because a beginning of many papers is put together in memory before its first hit.
struct SearchMatcher {
  private let connection: Connection
  private let query: SearchQuery
  private let limit: Int
  /// No more than this are ranked apart.
  private let few: Int

  /// Where no more than this pass, or have the words, they are ranked in an index of their own: it costs some
  /// twenty microseconds for each, and a step through all papers with a common word some twenty milliseconds.
  static let few = 500

  init(_ connection: Connection, _ query: SearchQuery, limit: Int, few: Int = Self.few) {
    self.connection = connection
    self.query = query
    self.limit = limit
    self.few = few
  }

  /// The first that have the words, in order, each transaction once.
  ///
  /// - Parameter keys: no others, and all of them are in the index; nil: whatever is in it.
  /// - Complexity: O(matches wanted) for one word that stands whole somewhere. With keys, a step per transaction that
  ///   has the words until enough of them are among these; with several words, a step per transaction that has the
  ///   rarest of them. Where there are few keys, or few that have the words, these are ranked apart.
  func matches(within keys: KeySet?) throws -> [SearchMatch] {
    if let keys {
      if keys.count == 0 { return [] }
      if keys.count <= few { return try ranked(keys.keys) }
    }
    // The latest that have the words and pass, where all were not ranked.
    var latest: [Int64] = []
    if try query.isOfSeveralWords || keys.map({ try !promises(within: $0) }) ?? false {
      var found: [Int64] = []
      try forEachKey(query.beginnings, .several, within: keys) { key in
        if keys?.contains(key) ?? true { found.append(key) }
        return found.count <= few
      }
      if found.count <= few { return try ranked(found) }
      latest = found
    }
    var matches: [SearchMatch] = []
    var seen: Set<Int64> = []
    for step in steps where matches.count < limit {
      guard let keys else {
        try forEachMatch(connection, step) { key, match in
          if seen.insert(key).inserted { matches.append(match()) }
          return matches.count < limit
        }
        continue
      }
      let wanted = limit - matches.count
      var found: [Int64] = []
      // What holds one word, and in no other place, holds it on the paper: it is not put together once more.
      if step.place == .paper, step.words == query.beginnings, !query.isOfSeveralWords {
        for key in latest where found.count < wanted && seen.insert(key).inserted { found.append(key) }
      }
      if found.count < wanted {
        try forEachKey(step.words, step.place, within: keys) { key in
          if keys.contains(key), seen.insert(key).inserted { found.append(key) }
          return found.count < wanted
        }
      }
      matches += try snippets(of: found, step)
    }
    return matches
  }

  /// The first of all that are in an index, of which there are few.
  func matchesOfFew() throws -> [SearchMatch] { try ranked(in: connection) }

  /// One look: some words in some place.
  private struct Step {
    let rank: Int
    let words: String
    let place: SearchPlace
  }

  /// Every look, in order.
  private var steps: [Step] {
    query.places.flatMap { place in query.rounds.map { (place, $0) } }.enumerated()
      .map { Step(rank: $0, words: $1.1, place: $1.0) }
  }

  /// Whether the first of what holds the word whole are enough of those that pass. Then a step through all that has it
  /// as a beginning, which may have to be put together first, is not needed.
  private func promises(within keys: KeySet) throws -> Bool {
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
  private func ranked(_ found: [Int64]) throws -> [SearchMatch] {
    if found.isEmpty { return [] }
    let scratch = try SearchScratch(found, from: connection)
    defer { scratch.close() }
    return try ranked(in: scratch.connection)
  }

  private func ranked(in index: Connection) throws -> [SearchMatch] {
    var matches: [SearchMatch] = []
    var seen: Set<Int64> = []
    for step in steps where matches.count < limit {
      try forEachMatch(index, step) { key, match in
        if seen.insert(key).inserted { matches.append(match()) }
        return matches.count < limit
      }
    }
    return matches
  }

  /// The matches of a place, with snippets that are cut from these alone.
  private func snippets(of found: [Int64], _ step: Step) throws -> [SearchMatch] {
    if found.isEmpty { return [] }
    let scratch = try SearchScratch(found, from: connection)
    defer { scratch.close() }
    var matches: [SearchMatch] = []
    try forEachMatch(scratch.connection, step) { _, match in
      matches.append(match())
      return true
    }
    return matches
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

  /// The matches of a place, the latest captured first, until `body` says that it is enough.
  private func forEachMatch(
    _ index: Connection, _ step: Step, _ body: (Int64, () -> SearchMatch) throws -> Bool
  ) throws {
    let statement = try index.statement(Self.hits(step.place))
    defer { statement.reset() }
    try statement.bind(1, text: step.place.query(step.words))
    while try statement.step() {
      let key = statement.int64(0)
      let goesOn = try body(key) {
        let (snippet, matches) = Self.matches(statement.string(1))
        return SearchMatch(key: key, rank: step.rank, place: step.place, snippet: snippet, matches: matches)
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
