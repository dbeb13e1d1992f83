internal import LedgerDomain

/// A transaction that a search found, and where.
public struct SearchHit: Hashable, Sendable {
  /// The transaction.
  public let transaction: ListedTransaction
  /// The field whose words matched, or `several`.
  ///
  /// The fields are `vendor`, `note`, `tags`, `items`, `category`, `group`, `amount` and `paper`.
  public let place: String
  /// A piece of that text around the words.
  public let snippet: String
  /// The parts of the snippet that matched, as offsets in its UTF-8.
  public let matches: [Range<Int>]
}

/// The result of a search in an index that may still grow.
///
///     let results = try await book.search("rewe")
///     let found = results.hits.map { "\($0.place): \($0.snippet)" }
///     let isWhole = results.coverage.isComplete  // while it is `false`, more may be found later
public struct SearchResults: Hashable, Sendable {
  /// The transactions that were found, the best first.
  public let hits: [SearchHit]
  /// The part that was searched. A screen should tell if it is not complete.
  public let coverage: SearchResults.Coverage
}

extension ModelReader {
  /// Transactions that contain all the words, of which the last may be the beginning of a word.
  ///
  /// Matches in the vendor come first, then those in tags, line items and notes, then category, group and amounts, then
  /// the paper. Within each place, whole
  /// words come before beginnings, and then the latest captured first.
  ///
  /// - Complexity: `SearchMatcher`'s, and a look-up per hit.
  func search(
    _ words: String, filter: TransactionFilter, limit: Int, limits: SearchLimits, in index: SearchIndex.Snapshot
  ) throws -> [SearchHit] {
    guard let query = SearchQuery(words, try SearchNames(self), groupTokensMax: limits.groupTokensMax),
      limit > 0
    else { return [] }
    var keys: KeySet?
    if !filter.isOfStages(searchedStages) {
      guard let filter = filter.searched else { return [] }
      keys = try KeySet(connection, filter)
    }
    let members = SearchMembers { try searchable(in: $0) }
    return try hits(
      SearchMatcher(index, query, members: members, limit: limit, candidatesMax: limits.candidatesMax)
        .matches(within: keys))
  }

  /// Returns the transactions of some groups that a search can find.
  func searchable(in groups: Set<GroupID>) throws -> KeySet {
    var filter = TransactionFilter()
    filter.groups = Set(groups.map(Optional.some))
    filter.stages = searchedStages
    return try KeySet(connection, filter, asOf: past)
  }

  /// Returns the hits for matches, with the transactions as they are in this snapshot.
  ///
  /// Hits of one rank are in the order of the transactions' first events by the log's clock, whatever the order of
  /// arrival.
  func hits(_ matches: [SearchMatch]) throws -> [SearchHit] {
    let needsNames = matches.contains { $0.excerpt.place == "category" }
    let categories = needsNames ? try self.categories() : []
    var hits: [(rank: Int, hit: SearchHit)] = try matches.compactMap { match in
      // Another process may have brought the index further than this snapshot of the models.
      guard let listed = try transaction(key: match.key) else { return nil }
      let excerpt = named(match.excerpt, listed, categories)
      let hit = SearchHit(
        transaction: listed, place: excerpt.place, snippet: excerpt.snippet, matches: excerpt.matches)
      return (rank: match.rank, hit: hit)
    }
    hits.sort { left, right in
      guard left.rank == right.rank else { return left.rank < right.rank }
      let (row, other) = (left.hit.transaction.row, right.hit.transaction.row)
      return (row.created, row.id) > (other.created, other.id)
    }
    return hits.map(\.hit)
  }

  /// Returns the excerpt with the name of the category or group, or with the amount in its currency.
  private func named(
    _ excerpt: SearchExcerpt, _ listed: ListedTransaction, _ categories: [CategoryRow]
  ) -> SearchExcerpt {
    let text: String?
    switch excerpt.place {
    case "category": text = categories.first { $0.key == excerpt.snippet }?.name
    case "group": text = listed.groupName
    case "amount":
      text =
        [listed.row.money, listed.row.received?.money].compactMap { $0 }
        .first { PlainDecimal($0).description == excerpt.snippet }?.description
    case _: return excerpt
    }
    return text.map { SearchExcerpt(place: excerpt.place, snippet: $0) } ?? excerpt
  }
}

/// The stages of the transactions in the index.
private let searchedStages: Set<TransactionRow.Stage> = [.draft, .saved]

extension TransactionFilter {
  /// Whether it asks for nothing but these stages, or for less than that.
  fileprivate func isOfStages(_ wanted: Set<TransactionRow.Stage>) -> Bool {
    var rest = self
    rest.stages = []
    return rest == .everything && (stages.isEmpty || stages.isSuperset(of: wanted))
  }

  /// The part of the filter for transactions in the index, or `nil` if no such transaction passes.
  var searched: TransactionFilter? {
    var filter = self
    filter.stages = stages.isEmpty ? searchedStages : stages.intersection(searchedStages)
    return filter.stages.isEmpty ? nil : filter
  }
}
