internal import EventLog
internal import LedgerPlatform
internal import LedgerSQLite

// Files of models can be computed from the log. The reader that finds one damaged removes it, builds it again, and then
// reads it. The files have no checksums, so this is about damage that SQLite or a decoder notices.
extension ReadModels {
  /// Runs `body`, and once more with a new file if the one in use turns out to be damaged.
  ///
  /// A second failure is thrown.
  func mending<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch {
      guard try replaceDamaged(error) else { throw error }
    }
    return try body()
  }

  /// Takes a damaged file out of service. Returns `false` if the error does not mean damage.
  private func replaceDamaged(_ error: any Error) throws -> Bool {
    guard mendsDamage, let generation = takeBack(), generation.isDamaged(by: error) else { return false }
    if case .history? = source {
      close()
      do { try history?.replace(generation, jobs: jobs ?? Self.cores, sizes: sizes) } catch {
        source = .fold(try Self.reason(error))
      }
      return true
    }
    let isGone = generation.isGone
    close()
    // Another process may have found the same damage.
    guard !isGone, let folder else { return true }
    notes.append("the read models were damaged and were built again")
    do { try folder.discard(generation) } catch {
      inMemory = MemorySpell(began: .now, fullAt: error.isFullDisk ? try log.lastPosition() : nil)
    }
    return true
  }

  /// Returns why a history is not used after a failure. An interruption is thrown.
  static func reason(_ error: any Error) throws -> String {
    if error is FileError || error is ModelError { return "the history cannot be used (\(error))" }
    guard let error = error as? SQLiteError, error.kind != .interrupted else { throw error }
    return "the history cannot be used (\(error.message))"
  }
}

extension HistoryFile {
  /// Removes a damaged history and builds it again, unless another process already has.
  func replace(_ generation: Generation, jobs: Int, sizes: BuildSizes) throws {
    if !generation.isGone { try folder.discard(generation) }
    let made = try build(jobs: jobs, sizes: sizes, takesCurrent: true, progress: nil)
    try? made.connection.close()
  }

  /// Opens the newest history as `open` does. One that cannot be opened because it is damaged is built again.
  func openMended(jobs: Int, sizes: BuildSizes) throws -> Generation? {
    if let found = try open() { return found }
    guard mendsDamage, try hasDamaged() else { return nil }
    return try build(jobs: jobs, sizes: sizes, takesCurrent: true, progress: nil)
  }

  /// Runs `body` with the history, if there is one. If it turns out to be damaged, it is built again, and `body` runs a
  /// second time.
  func mending<Value>(
    jobs: Int, sizes: BuildSizes, _ body: (Generation) throws -> Value?
  ) throws -> Value? {
    guard let generation = try openMended(jobs: jobs, sizes: sizes) else { return nil }
    do { return try body(generation) } catch {
      guard mendsDamage, generation.isDamaged(by: error) else { throw error }
      try? generation.connection.close()
      try replace(generation, jobs: jobs, sizes: sizes)
    }
    return try open().flatMap(body)
  }
}

extension SearchIndex {
  /// Removes the index if an error of using it means that it is damaged. Returns whether it was removed.
  func discardDamaged(by error: any Error) throws -> Bool {
    guard let generation, generation.isDamaged(by: error) else { return false }
    close()
    if !generation.isGone { try folder?.discard(generation) }
    return true
  }
}
