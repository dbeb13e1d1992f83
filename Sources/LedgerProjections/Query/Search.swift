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
  /// - Complexity: `SearchMatcher`'s, and a look-up per hit.
  public func search(_ words: String, filter: TransactionFilter, limit: Int) throws -> [SearchHit] {
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

  /// What was found, with what the transactions say here.
  func hits(_ matches: [SearchMatch]) throws -> [SearchHit] {
    try matches.map { match in
      guard let listed = try transaction(key: match.key) else {
        throw ModelError.damaged("the index of the search")
      }
      return SearchHit(
        transaction: listed, place: match.place.name, snippet: match.snippet, matches: match.matches)
    }
  }
}

extension TransactionFilter {
  /// Whether it asks for nothing but these stages, or for less than that.
  fileprivate func isOfStages(_ wanted: Set<TransactionState.Stage>) -> Bool {
    var rest = self
    rest.stages = []
    return rest == .everything && (stages.isEmpty || stages.isSuperset(of: wanted))
  }

  /// Its part among what is in the index; nil: there is none.
  var searched: TransactionFilter? {
    var filter = self
    filter.stages = stages.isEmpty ? SearchIndex.stages : stages.intersection(SearchIndex.stages)
    return filter.stages.isEmpty ? nil : filter
  }
}
