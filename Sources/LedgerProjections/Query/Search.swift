internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// A transaction that a search found, and where.
public struct SearchHit: Hashable, Sendable {
  /// The transaction.
  public let transaction: ListedTransaction
  /// The field whose words matched.
  ///
  /// It is `vendor`, `note`, `tags`, `items`, `category`, `amount` or `paper`, or `several` for more than one of them.
  /// `group` is the name of the group that the transaction is in.
  public let place: String
  /// A piece of that text around the words.
  public let snippet: String
  /// The parts of the snippet that matched, as offsets in its UTF-8.
  public let matches: [Range<Int>]
}

extension ModelReader {
  /// Whether the index is at the position of the models.
  func isSearchable() throws -> Bool {
    let statement = try connection.statement(
      "SELECT search_position.position = model.position FROM search_position, model")
    return try statement.firstInt64() == 1
  }

  /// Transactions that contain all the words, of which the last may be the beginning of a word.
  ///
  /// Matches in the vendor come first, then those in tags, notes, line items, categories and amounts, then those on the
  /// paper. Within each place, whole
  /// words come before beginnings, and then the latest captured first.
  ///
  /// - Complexity: `SearchMatcher`'s, and a look-up per hit.
  package func search(_ words: String, filter: TransactionFilter, limit: Int) throws -> [SearchHit] {
    try search(words, filter: filter, limit: limit, few: SearchMatcher.few)
  }

  /// - Parameter few: no more than this are ranked apart.
  func search(_ words: String, filter: TransactionFilter, limit: Int, few: Int) throws -> [SearchHit] {
    guard let query = SearchQuery(words), limit > 0 else { return [] }
    var keys: KeySet?
    if !filter.isOfStages(SearchIndex.stages) {
      guard let filter = filter.searched else { return [] }
      keys = try KeySet(connection, filter)
    }
    return try hits(SearchMatcher(connection, query, limit: limit, few: few).matches(within: keys))
  }

  /// Transactions in groups whose names have all the words, newest date first.
  ///
  /// - Parameter found: The hits that are known already, which are left out.
  func hits(
    inGroupsNamed query: SearchQuery, _ filter: TransactionFilter, limit: Int, besides found: [SearchHit]
  ) throws
    -> [SearchHit]
  {
    guard let filter = filter.searched, limit > 0 else { return [] }
    let known = Set(found.map(\.transaction.row.id))
    var hits: [SearchHit] = []
    for group in try groupRows() where !group.isDeleted && query.isIn(group.name) {
      guard hits.count < limit, filter.groups.isEmpty || filter.groups.contains(group.id) else { continue }
      var part = filter
      part.groups = [group.id]
      let page = try list(part, page: PageRequest(limit: limit + known.count), headers: .none).page
      for transaction in page.rows where hits.count < limit && !known.contains(transaction.row.id) {
        hits.append(SearchHit(transaction: transaction, place: "group", snippet: group.name, matches: []))
      }
    }
    return hits
  }

  /// The hits for matches, with the transactions as they are in this snapshot.
  ///
  /// Hits of one rank are in the order of the transactions' first events by the log's clock, whatever the order of
  /// arrival.
  func hits(_ matches: [SearchMatch]) throws -> [SearchHit] {
    var hits = try matches.map { match in
      guard let listed = try transaction(key: match.key) else {
        throw ModelError.damaged("the index of the search")
      }
      let hit = SearchHit(
        transaction: listed, place: match.place.name, snippet: match.snippet, matches: match.matches)
      return (rank: match.rank, hit: hit)
    }
    hits.sort { left, right in
      guard left.rank == right.rank else { return left.rank < right.rank }
      let (row, other) = (left.hit.transaction.row, right.hit.transaction.row)
      return (row.created, row.id) > (other.created, other.id)
    }
    return hits.map(\.hit)
  }
}

extension TransactionFilter {
  /// Whether it asks for nothing but these stages, or for less than that.
  fileprivate func isOfStages(_ wanted: Set<TransactionState.Stage>) -> Bool {
    var rest = self
    rest.stages = []
    return rest == .everything && (stages.isEmpty || stages.isSuperset(of: wanted))
  }

  /// The part of the filter for transactions in the index, or `nil` if no such transaction passes.
  var searched: TransactionFilter? {
    var filter = self
    filter.stages = stages.isEmpty ? SearchIndex.stages : stages.intersection(SearchIndex.stages)
    return filter.stages.isEmpty ? nil : filter
  }
}
