internal import LedgerBytes
internal import LedgerSQLite

/// The transaction in which words were found, with an excerpt of the text.
struct SearchMatch: Hashable, Sendable {
  let key: StreamKey
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
  private let members: SearchMembers
  private let limit: Int
  /// The greatest number of candidates that are ranked apart.
  private let candidatesMax: Int

  /// Creates a matcher for a query.
  ///
  /// - Parameter members: The transactions of groups, for words that mean many of them.
  init(
    _ index: SearchIndex.Snapshot, _ query: SearchQuery, members: SearchMembers, limit: Int, candidatesMax: Int
  ) {
    self.index = index
    self.query = query
    self.members = members
    self.limit = limit
    self.candidatesMax = candidatesMax
  }

  /// Returns the first matches that have the words, in order, each transaction once.
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
    var latest: SearchSample?
    if try query.isOfSeveralWords || keys.map({ try !promises(within: $0) }) ?? false {
      let found = try sample(within: keys)
      if found.isAll { return try ranked(found.keys) }
      latest = found
    }
    var matches: [SearchMatch] = []
    var seen: Set<StreamKey> = []
    for step in Self.steps(query) where matches.count < limit {
      let wanted = limit - matches.count
      var found: [StreamKey] = []
      if let latest, let early = try self.early(step, in: latest) {
        found = Array(early.lazy.filter { !seen.contains($0) }.prefix(wanted))
      }
      if found.count == wanted {
        seen.formUnion(found)
      } else {
        found = []
        try forEachKey(query, step.place, step.round, within: keys) { key in
          if seen.insert(key).inserted { found.append(key) }
          return found.count < wanted
        }
      }
      matches += try snippets(of: found, step)
    }
    return matches
  }

  /// Returns the latest transactions with the words, or with little more than the words.
  ///
  /// The beginning of a word that many papers have is merged in memory before its first hit. The first letter alone is
  /// in the index, so some that have it are examined before.
  private func sample(within keys: KeySet?) throws -> SearchSample {
    func first(_ query: SearchQuery, rowsMax: Int = .max) throws -> (keys: [StreamKey], isCut: Bool) {
      var found: [StreamKey] = []
      let isCut = try forEachKey(query, .several, .beginnings, within: keys, rowsMax: rowsMax) { key in
        found.append(key)
        return found.count <= candidatesMax
      }
      return (found, isCut)
    }
    if let wider = query.withFirstLetter {
      let (found, isCut) = try first(wider, rowsMax: Self.looked)
      if !isCut, found.count <= candidatesMax { return SearchSample(found, isAll: true) }
      // Those that are found among fewer are not worth a look at each.
      if found.count > candidatesMax {
        let sample = SearchSample(found)
        sample.keys = try self.keys(of: sample, .several, .beginnings)
        if sample.keys.count >= limit { return sample }
      }
    }
    let found = try first(query).keys
    return SearchSample(found, isAll: found.count <= candidatesMax)
  }

  /// Returns the keys of a sample that a step finds, or `nil` if the index is quicker.
  private func early(_ step: Step, in sample: SearchSample) throws -> [StreamKey]? {
    guard step.place.table == .everything else { return nil }
    // A document that matched a single word, and not elsewhere, matched on the paper: no second look is needed.
    // Several words that are not in one place are in several.
    if step.round == .beginnings, query.runs.isEmpty, step.place == (query.isOfSeveralWords ? .several : .paper)
    {
      return sample.keys
    }
    return query.isOfSeveralWords ? try keys(of: sample, step.place, step.round) : nil
  }

  /// Returns the keys of a sample that have the words in a place, the latest captured first.
  private func keys(
    of sample: SearchSample, _ place: SearchPlace, _ round: SearchQuery.Round
  ) throws -> [StreamKey] {
    let (scratch, query) = try sample.scratch(index, query)
    guard let words = query.query(place, round) else { return [] }
    let cursor = try SearchCursor(scratch.connection, (Self.keys(place.table), words), [])
    defer { cursor.close() }
    var keys: [StreamKey] = []
    while let key = cursor.key {
      keys.append(key)
      try cursor.next()
    }
    return keys
  }

  /// Returns the first matches among a few transactions with these texts, in order.
  static func matches(
    in found: [(key: StreamKey, texts: SearchTexts.Texts)], _ query: SearchQuery, limit: Int
  ) throws -> [SearchMatch] {
    if found.isEmpty { return [] }
    let query = query.narrowed(to: found.lazy.map(\.texts))
    let scratch = try SearchScratch(found)
    defer { scratch.close() }
    var matches: [SearchMatch] = []
    var seen: Set<StreamKey> = []
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
  }

  /// Returns every look, in order.
  private static func steps(_ query: SearchQuery) -> [Step] {
    query.places.flatMap { place in SearchQuery.Round.allCases.map { (place, $0) } }.enumerated()
      .compactMap { rank, look in
        query.canBe(in: look.0, look.1) ? Step(rank: rank, place: look.0, round: look.1) : nil
      }
  }

  /// Whether the first transactions with the whole word include enough of those that pass.
  ///
  /// The step through all that have it as a beginning, whose list may have to be merged first, is then unnecessary.
  private func promises(within keys: KeySet) throws -> Bool {
    var found = 0
    try forEachKey(query, .several, .whole, within: keys, rowsMax: Self.looked) { _ in
      found += 1
      return found < limit
    }
    return found >= limit
  }

  /// How many rows are looked at for that, which takes about a millisecond.
  private static let looked = 16_384

  /// Returns all that were found, by place.
  private func ranked(_ found: [StreamKey]) throws -> [SearchMatch] {
    try Self.matches(in: index.texts.of(found), query, limit: limit)
  }

  /// Returns the matches of a place, with snippets that are cut from these alone.
  private func snippets(of found: [StreamKey], _ step: Step) throws -> [SearchMatch] {
    if found.isEmpty { return [] }
    let texts = try index.texts.of(found)
    let query = query.narrowed(to: texts.lazy.map(\.texts))
    let scratch = try SearchScratch(texts)
    defer { scratch.close() }
    var matches: [SearchMatch] = []
    try Self.forEachMatch(scratch, step, query) { _, match in
      matches.append(match())
      return true
    }
    return matches
  }

  /// Calls `body` with the keys of transactions that contain the words in a place, each once.
  ///
  /// The latest captured come first. It ends when `body` returns `false`.
  ///
  /// - Parameters:
  ///   - keys: The transactions to call it with, or `nil` for all.
  ///   - rowsMax: The greatest number of rows to look at.
  /// - Returns: Whether it ended because of that number.
  @discardableResult
  private func forEachKey(
    _ query: SearchQuery, _ place: SearchPlace, _ round: SearchQuery.Round, within keys: KeySet?,
    rowsMax: Int = .max, _ body: (StreamKey) throws -> Bool
  ) throws -> Bool {
    let cursors = try query.alternatives(place, round).map { alternative in
      let sets = try alternative.groups.map { try members.of($0) } + [keys].compactMap { $0 }
      let query = alternative.query.map { (sql: Self.keys(place.table), words: $0) }
      return try SearchCursor(connection, query, sets, rowsMax: rowsMax)
    }
    defer { for cursor in cursors { cursor.close() } }
    while let key = cursors.compactMap(\.key).max() {
      if try !body(key) { return false }
      for cursor in cursors where cursor.key == key { try cursor.next() }
      // The others may go on to keys before some that this one did not come to.
      if cursors.contains(where: \.isCut) { return true }
    }
    return cursors.contains(where: \.isCut)
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
    _ body: (StreamKey, () -> SearchMatch) throws -> Bool
  ) throws {
    guard let words = query.query(step.place, step.round) else { return }
    let statement = try scratch.connection.statement(hits(step.place))
    defer { statement.reset() }
    try statement.bind(1, text: words)
    while try statement.step() {
      let key: StreamKey = statement.number(0)
      let goesOn = try body(key) {
        SearchMatch(key: key, rank: step.rank, excerpt: SearchExcerpt(statement, step.place, query.runs))
      }
      if !goesOn { return }
    }
  }
}
