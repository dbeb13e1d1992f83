internal import EventLog

extension ReadModels {
  /// Searches at the end of the log, and brings the index there first.
  ///
  /// - Parameter progress: Called while the index is built. An error that it throws ends that, and the next search goes
  ///   on from there.
  package func search(
    _ words: String, filter: TransactionFilter, limit: Int,
    progress: (SearchResults.Coverage) throws -> Void = { _ in }
  ) throws -> [SearchHit] {
    if horizon != .now {
      _ = try ready()
      if case .history(let position)? = source {
        return try search(words, filter: filter, limit: limit, at: position)
      }
    }
    return try withIndex { index in
      if let jobs { index.jobs = jobs }
      try index.complete(progress: progress)
      return try search(words, filter: filter, limit: limit, in: index).hits
    }
  }

  /// Searches what is indexed so far, and takes no more time for the rest than a few new events need.
  ///
  /// - Parameter check: Called repeatedly. An error that it throws ends the search.
  package func searchIndexed(
    _ words: String, filter: TransactionFilter, limit: Int, _ check: () throws -> Void = {}
  ) throws -> SearchResults {
    try withIndex { index in
      try index.completeIfClose(check)
      return try search(words, filter: filter, limit: limit, in: index)
    }
  }

  /// Indexes some thousand records more, and returns what is indexed then.
  ///
  /// - Parameter check: Called repeatedly. An error that it throws ends the step, which is then not kept.
  /// - Complexity: About a second.
  package func stepSearch(_ check: () throws -> Void = {}) throws -> SearchResults.Coverage {
    try log.requireNotHeld()
    return try searching {
      _ = try searchIndex.step(check)
      return try searchIndex.coverage()
    }
  }

  /// Returns the part that is indexed, or `nil` if nobody has searched yet.
  package func searchCoverage() throws -> SearchResults.Coverage? {
    try onFiles { models in try models.searching { try models.searchIndex.coverageIfBegun() } }
  }

  /// Removes the search index.
  package func discardSearch() throws {
    try log.requireNotHeld()
    try searching { try searchIndex.discard() }
  }

  /// Rebuilds the search index.
  package func rebuildSearch(progress: (SearchResults.Coverage) throws -> Void = { _ in }) throws {
    try log.requireNotHeld()
    try searching {
      try searchIndex.discard()
      try searchIndex.complete(progress: progress)
    }
  }

  private func search(
    _ words: String, filter: TransactionFilter, limit: Int, in index: SearchIndex
  ) throws -> SearchResults {
    try read { reader in
      try index.read { index in
        SearchResults(
          hits: try reader.search(words, filter: filter, limit: limit, limits: searchLimits, in: index),
          coverage: index.coverage)
      }
    }
  }

  /// Runs `body` again if the files of the index were removed meanwhile, or once if the index is damaged.
  func searching<Value>(_ body: () throws -> Value) throws -> Value {
    try retryingRemovals {
      if folder != nil { try log.requireInPlace() }
      return try body()
    } otherwise: { error in
      guard mendsDamage, try searchIndex.discardDamaged(by: error) else { throw error }
      return try body()
    }
  }
}
