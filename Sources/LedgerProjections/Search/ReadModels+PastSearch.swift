internal import EventLog
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

extension ReadModels {
  /// Searches history at a position. If the current index cannot be used for that, the log is folded.
  func search(_ words: String, filter: TransactionFilter, limit: Int, at position: Position) throws
    -> [SearchHit]
  {
    guard SearchQuery(words) != nil, limit > 0, let filter = filter.searched else { return [] }
    if folded == nil {
      let why: String
      do {
        if let hits = try lookedMending(for: words, filter, limit, at: position) { return hits }
        why = "the index of words cannot be used"
      } catch is SearchIndex.Ahead {
        why = "the index of words has later events than the snapshot"
      } catch let error as SQLiteError {
        why = "the index of words cannot be used (\(error.message))"
      } catch let error as FileError {
        why = "the index of words cannot be used (\(error))"
      }
      let models = ReadModels(of: log, asOf: .position(position))
      models.jobs = jobs
      folded = (models, why)
    }
    return try folded?.models.search(words, filter: filter, limit: limit) ?? []
  }

  private func lookedMending(
    for words: String, _ filter: TransactionFilter, _ limit: Int, at position: Position
  ) throws -> [SearchHit]? {
    do { return try looked(for: words, filter, limit, at: position) } catch {
      guard mendsDamage, try currentIndex?.discardDamaged(by: error) == true else { throw error }
      return try looked(for: words, filter, limit, at: position)
    }
  }

  /// Searches the history.
  ///
  /// - Returns: `nil` if models are not kept in the folder or the history is out of service.
  private func looked(
    for words: String, _ filter: TransactionFilter, _ limit: Int, at position: Position
  ) throws -> [SearchHit]? {
    guard let history,
      let query = SearchQuery(
        words, try read { try SearchNames($0) }, groupTokensMax: searchLimits.groupTokensMax)
    else { return nil }
    var passing = try read { try KeySet($0.connection, filter, asOf: position) }
    if passing.count == 0 { return [] }
    if passing.count <= searchLimits.candidatesMax {
      // A few transactions are folded, before the models of now are found and opened.
      let matches = try PastTexts(log, at: position).matches(query, of: passing.keys, limit)
      return try read { try $0.hits(matches) }
    }
    guard let currentIndex else { return nil }
    try currentIndex.complete()
    return try currentIndex.read { index in
      // The index may end before the log, so changes are read only up to its position.
      let end = index.position
      guard let generation = takeBack(), try history.catchUp(generation, through: end) else { return nil }
      let changed = try Self.changed(generation.connection, &passing, after: position, through: end)
      // Transactions whose group changed after the position are not among those that pass any more.
      let members = SearchMembers { groups in try self.read { try $0.searchable(in: groups) } }
      var matches = try SearchMatcher(
        index, query, members: members, limit: limit, candidatesMax: searchLimits.candidatesMax
      ).matches(within: passing)
      matches += try PastTexts(log, at: position).matches(query, of: changed, limit)
      matches.sort { $0.precedes($1) }
      // History at a position is the same in a generation that replaces this one.
      return try generation.connection.transaction(.deferred) {
        try ModelReader(generation.connection, asOf: position).hits(Array(matches.prefix(limit)))
      }
    }
  }

  /// Removes from a set of the keys known at a position those whose texts changed after it.
  private static func changed(
    _ connection: Connection, _ known: inout KeySet, after position: Position, through last: Position
  ) throws -> [StreamKey] {
    var changed: [StreamKey] = []
    try TextChanges.forEach(connection, after: position, through: last) { key in
      guard known.contains(key) else { return }
      known.remove(key)
      changed.append(key)
    }
    return changed.sorted(by: >)
  }
}

/// The texts of a few transactions at a position, folded from their events.
///
/// The search index has only the current texts.
private struct PastTexts {
  private let log: LedgerLog
  private let position: Position

  init(_ log: LedgerLog, at position: Position) {
    self.log = log
    self.position = position
  }

  /// Transactions in memory at a time.
  private static let chunk = 1_000

  /// Returns the first matches among these transactions, in order.
  ///
  /// - Complexity: Some sixty microseconds per transaction.
  func matches(_ query: SearchQuery, of keys: [StreamKey], _ limit: Int) throws -> [SearchMatch] {
    var matches: [SearchMatch] = []
    for first in stride(from: 0, to: keys.count, by: Self.chunk) {
      let chunk = Array(keys[first..<min(first + Self.chunk, keys.count)])
      let texts = try SearchTexts(log, at: position).of(chunk)
      guard texts.count == chunk.count else { throw ModelError.damaged("the history") }
      matches += try SearchMatcher.matches(in: texts, query, limit: limit)
      guard keys.count > Self.chunk else { break }
      matches.sort { $0.precedes($1) }
      if matches.count > limit { matches.removeLast(matches.count - limit) }
    }
    return matches
  }
}
