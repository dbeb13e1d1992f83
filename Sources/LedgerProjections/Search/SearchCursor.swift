internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Goes through what a query finds in some sets of transactions, the latest captured first.
final class SearchCursor {
  /// The current key, or `nil` at the end.
  private(set) var key: StreamKey?
  private let statement: Statement?
  /// The keys that are left, if there is no query.
  private var rest: ArraySlice<StreamKey> = []
  private let sets: [KeySet]
  /// The rows that may still be looked at.
  private var rowsLeft: Int
  /// Whether it ended because it had looked at the greatest number of rows.
  var isCut: Bool { rowsLeft < 0 }

  /// Creates a cursor at the first key.
  ///
  /// - Parameters:
  ///   - query: SQL such as `SearchMatcher.keys` with its words, or `nil` for all keys of the sets.
  ///   - sets: The sets. There is at least one without a query.
  ///   - rowsMax: The greatest number of rows to look at.
  init(
    _ connection: Connection, _ query: (sql: String, words: String)?, _ sets: [KeySet], rowsMax: Int = .max
  ) throws {
    precondition(query != nil || !sets.isEmpty, "without a query the keys come from a set")
    rowsLeft = rowsMax
    if let query {
      self.sets = sets
      statement = try connection.statement(query.sql)
      try statement?.bind(1, text: query.words)
      try statement?.bind(2, sets.map(\.first).max() ?? StreamKey(0))
      try statement?.bind(3, sets.map(\.last).min() ?? StreamKey.max)
    } else {
      // The others are asked for the keys of the smallest.
      let sorted = sets.sorted { $0.count < $1.count }
      self.sets = Array(sorted.dropFirst())
      rest = (sorted.first?.keys ?? [])[...]
      statement = nil
    }
    try next()
  }

  /// Moves to the next key.
  func next() throws {
    repeat {
      rowsLeft -= 1
      if isCut {
        key = nil
      } else if let statement {
        key = try statement.step() ? statement.number(0) : nil
      } else {
        key = rest.popLast()
      }
      guard let key else { return close() }
      if sets.allSatisfy({ $0.contains(key) }) { return }
    } while true
  }

  /// Gives the statement back.
  func close() { statement?.reset() }
}

/// The transactions of groups, read once for each list of groups.
final class SearchMembers {
  private let read: (Set<GroupID>) throws -> KeySet
  private var known: [[GroupID]: KeySet] = [:]

  /// Creates an empty cache.
  ///
  /// - Parameter read: Returns the keys of the transactions that can be found in some groups.
  init(_ read: @escaping (Set<GroupID>) throws -> KeySet) { self.read = read }

  /// Returns the transactions in one of some groups.
  ///
  /// - Complexity: That of a filter by groups, once.
  func of(_ groups: [GroupID]) throws -> KeySet {
    if let keys = known[groups] { return keys }
    let keys = try read(Set(groups))
    known[groups] = keys
    return keys
  }
}

/// The numbers that decide how a search is done. They change its cost and not its result.
struct SearchLimits {
  /// Up to so many candidates are ranked in an index of their own.
  ///
  /// That costs about sixty microseconds for each. A step through all papers with a common word costs about twenty
  /// milliseconds.
  var candidatesMax = 200
  /// A word means at most so many groups as words of the query. The transactions of more are read from the models.
  ///
  /// FTS5 goes through all words of an OR for each row.
  var groupTokensMax = 16
}
