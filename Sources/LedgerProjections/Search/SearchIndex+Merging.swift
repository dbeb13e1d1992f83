internal import LedgerSQLite

extension SearchIndex {
  /// Pages that a step of merging writes, about half a second's work.
  private static let mergedPages = 8_000

  /// Merges a part of the words of a complete index. Returns whether there is more to do.
  ///
  /// A word is looked up in each segment, and an index that was just built has hundreds of them.
  func merge(_ generation: Generation) throws -> Bool {
    let connection = generation.connection
    let unmerged = try connection.statement("SELECT unmerged FROM search_floor").firstInt64() ?? 0
    guard unmerged > 0, unmerged <= SearchTable.allCases.count else { return false }
    let table = SearchTable.allCases[Int(unmerged) - 1].rawValue
    let changes = try connection.statement("SELECT total_changes()")
    let before = try changes.firstInt64() ?? 0
    // A negative number merges all segments, not just those of a level.
    try connection.execute("INSERT INTO \(table) (\(table), rank) VALUES ('merge', -\(Self.mergedPages))")
    // FTS5 tells that nothing was left to merge by changing nothing but its own row.
    if try (changes.firstInt64() ?? 0) - before >= 2 { return true }
    // From now on segments are merged as they come.
    try connection.execute(
      "INSERT INTO \(table) (\(table), rank) VALUES ('automerge', 4), ('hashsize', 1048576)")
    try connection.execute("UPDATE search_floor SET unmerged = unmerged - 1")
    return unmerged > 1
  }
}
