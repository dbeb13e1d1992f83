internal import LedgerSQLite

/// The transaction in which words were found, with an excerpt of the text.
struct SearchMatch: Hashable, Sendable {
  let key: Int64
  /// Matches are sorted by rank, the lowest first, and by key, the greatest first.
  let rank: Int
  let excerpt: SearchExcerpt

  func precedes(_ other: SearchMatch) -> Bool { (rank, other.key) < (other.rank, key) }
}

/// Finds words in an index.
///
/// Ranking by place and time costs a step per hit shown, while a rank over all matches would read them all. Whole words
/// come first, because the beginning of many words is merged in memory before its first hit.
struct SearchMatcher {
  private let index: SearchIndex.Snapshot
  private var connection: Connection { index.connection }
  private let query: SearchQuery
  private let limit: Int
  /// The greatest number of candidates that are ranked apart.
  private let candidatesMax: Int

  /// Up to so many candidates are ranked in an index of their own.
  ///
  /// That costs about sixty microseconds for each. A step through all papers with a common word costs about twenty
  /// milliseconds.
  static let candidatesMax = 200

  init(_ index: SearchIndex.Snapshot, _ query: SearchQuery, limit: Int, candidatesMax: Int = Self.candidatesMax)
  {
    self.index = index
    self.query = query
    self.limit = limit
    self.candidatesMax = candidatesMax
  }

  /// The first matches that have the words, in order, each transaction once.
  ///
  /// - Parameter keys: The transactions to search, all of them in the index, or `nil` for the whole index.
  /// - Complexity: O(matches wanted) for one word that occurs as a whole. With keys, a step per transaction that has
  ///   the words until enough of them are among these. With several words, a step per transaction that has the rarest
  ///   of them. If there are few keys, or few candidates, these are ranked apart.
  func matches(within keys: KeySet?) throws -> [SearchMatch] {
    if let keys {
      if keys.count == 0 { return [] }
      if keys.count <= candidatesMax { return try ranked(keys.keys) }
    }
    // The latest that have the words and pass, where all were not ranked.
    var latest: [Int64] = []
    if try query.isOfSeveralWords || keys.map({ try !promises(within: $0) }) ?? false {
      var found: [Int64] = []
      try forEachKey(.several, .beginnings, within: keys) { key in
        if keys?.contains(key) ?? true { found.append(key) }
        return found.count <= candidatesMax
      }
      if found.count <= candidatesMax { return try ranked(found) }
      latest = found
    }
    var matches: [SearchMatch] = []
    var seen: Set<Int64> = []
    for step in Self.steps(query) where matches.count < limit {
      let wanted = limit - matches.count
      var found: [Int64] = []
      // A document that matched a single word, and not elsewhere, matched on the paper: no second look is needed.
      if step.place == .paper, step.round == .beginnings, !query.isOfSeveralWords, query.runs.isEmpty {
        for key in latest where found.count < wanted && seen.insert(key).inserted { found.append(key) }
      }
      if found.count < wanted {
        try forEachKey(step.place, step.round, within: keys) { key in
          if keys?.contains(key) ?? true, seen.insert(key).inserted { found.append(key) }
          return found.count < wanted
        }
      }
      matches += try snippets(of: found, step)
    }
    return matches
  }

  /// The first matches among a few transactions with these texts, in order.
  static func matches(
    in found: [(key: Int64, texts: SearchTexts.Texts)], _ query: SearchQuery, limit: Int
  ) throws -> [SearchMatch] {
    if found.isEmpty { return [] }
    let scratch = try SearchScratch(found)
    defer { scratch.close() }
    var matches: [SearchMatch] = []
    var seen: Set<Int64> = []
    for step in steps(query) where matches.count < limit {
      try forEachMatch(scratch, step, query) { key, match in
        if seen.insert(key).inserted { matches.append(match()) }
        return matches.count < limit
      }
    }
    return matches
  }

  /// One step of a search: some words in some place.
  private struct Step {
    let rank: Int
    let place: SearchPlace
    let round: SearchQuery.Round
    let query: String
  }

  /// Every look, in order.
  private static func steps(_ query: SearchQuery) -> [Step] {
    query.places.flatMap { place in SearchQuery.Round.allCases.map { (place, $0) } }.enumerated()
      .compactMap { rank, look in
        query.query(look.0, look.1).map { Step(rank: rank, place: look.0, round: look.1, query: $0) }
      }
  }

  /// Whether the first transactions with the whole word include enough of those that pass.
  ///
  /// The step through all that have it as a beginning, whose list may have to be merged first, is then unnecessary.
  private func promises(within keys: KeySet) throws -> Bool {
    var (looked, found) = (0, 0)
    try forEachKey(.several, .whole, within: keys) { key in
      looked += 1
      if keys.contains(key) { found += 1 }
      return found < limit && looked < Self.sample
    }
    return found >= limit
  }

  /// How many are examined for that, which takes about a millisecond.
  private static let sample = 16_384

  /// All that were found, by place.
  private func ranked(_ found: [Int64]) throws -> [SearchMatch] {
    try Self.matches(in: index.texts.of(found), query, limit: limit)
  }

  /// The matches of a place, with snippets that are cut from these alone.
  private func snippets(of found: [Int64], _ step: Step) throws -> [SearchMatch] {
    if found.isEmpty { return [] }
    let scratch = try SearchScratch(index.texts.of(found))
    defer { scratch.close() }
    var matches: [SearchMatch] = []
    try Self.forEachMatch(scratch, step, query) { _, match in
      matches.append(match())
      return true
    }
    return matches
  }

  /// Calls `body` with the keys of transactions that contain the words in a place.
  ///
  /// It ends when `body` returns `false`.
  ///
  /// The latest captured come first.
  private func forEachKey(
    _ place: SearchPlace, _ round: SearchQuery.Round, within keys: KeySet?, _ body: (Int64) throws -> Bool
  ) throws {
    guard let words = query.query(place, round) else { return }
    let statement = try connection.statement(Self.keys(place.table))
    defer { statement.reset() }
    try statement.bind(1, text: words)
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
    let snippet = "snippet(\(table), \(place.column), char(2), char(3), '…', 12)"
    let columns =
      switch place {
      case .vendor, .tags, .items, .note, .paper: snippet
      case .facts: "highlight(\(table), \(place.column), char(2), char(3))"
      case .runs, .paperRuns, .several: ([snippet] + SearchExcerpt.fields(of: table)).joined(separator: ", ")
      }
    return """
      SELECT rowid, \(columns) FROM \(table)
      WHERE \(table) MATCH ?1 ORDER BY rowid DESC
      """
  }

  /// Calls `body` with the matches in a place, the latest captured first, until it returns `false`.
  private static func forEachMatch(
    _ scratch: SearchScratch, _ step: Step, _ query: SearchQuery,
    _ body: (Int64, () -> SearchMatch) throws -> Bool
  ) throws {
    let statement = try scratch.connection.statement(hits(step.place))
    defer { statement.reset() }
    try statement.bind(1, text: step.query)
    while try statement.step() {
      let key = statement.int64(0)
      let goesOn = try body(key) {
        SearchMatch(key: key, rank: step.rank, excerpt: SearchExcerpt(statement, step.place, query.runs))
      }
      if !goesOn { return }
    }
  }
}
