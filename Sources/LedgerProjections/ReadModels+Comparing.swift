internal import EventLog
internal import LedgerBytes
internal import LedgerSQLite

extension ReadModels {
  /// Builds the models aside, as of where those in service are, and compares the two row by row, and with what the
  /// history shows of that position, where there is one. Nothing is changed, but that history is brought there.
  ///
  /// - Complexity: a rebuild and a step per row, a row of each in memory at a time.
  public func check(progress: Progress? = nil) throws -> ModelsComparison {
    let service = try ready()
    return try service.connection.transaction(.deferred) {
      guard let head = try service.head() else { throw ModelError.damaged("they do not say where they are") }
      return try compare(service.connection, at: head.position, progress, withHistory: true)
    }
  }

  /// What a rebuild would change: what is in service for this program, or the models that another version of it used
  /// last, against models built aside. Nil where there are none to compare with.
  public func preview(progress: Progress? = nil) throws -> ModelsComparison? {
    guard let folder else { return nil }
    if try newest(in: folder) != nil { return try check(progress: progress) }
    for path in try folder.others() {
      guard let other = try Generation.open(path, busyTimeoutMilliseconds: busyTimeoutMilliseconds) else {
        continue
      }
      defer { try? other.connection.close() }
      guard let head = try other.head(), head.isComplete, head.ledger == log.ledgerID,
        try head.position == 0 || log.leaf(at: head.position)?.bytes == head.leaf
      else { continue }
      return try other.connection.transaction(.deferred) {
        try compare(other.connection, at: try other.head()?.position ?? 0, progress)
      }
    }
    return nil
  }

  private func compare(
    _ old: Connection, at position: Int64, _ progress: Progress?, withHistory: Bool = false
  ) throws -> ModelsComparison {
    let aside = try Generation.create(folder?.aside(), ledger: log.ledgerID)
    defer { try? aside.connection.close() }
    // The open file is all that is needed: so it goes whatever happens.
    if let path = aside.path { try DurableFile.remove(path) }
    let horizon: Horizon = horizon == .now ? .position(position) : horizon
    try builder(asOf: horizon, progress: progress, stopsAtUnreadable: false).fill(aside)
    var comparison = try Comparer(old: old, new: aside.connection).compare()
    comparison.position = position
    if withHistory, let history, let past = try history.open() {
      defer { try? past.connection.close() }
      do {
        if try history.catchUp(past, through: position) {
          try PastViews.make(past.connection, at: position)
          try past.connection.transaction(.deferred) {
            comparison.addHistory(try Comparer(old: past.connection, new: aside.connection).compareHistory())
          }
        }
      } catch let error as ModelError {
        comparison.addDamagedHistory(error)
      }
    }
    return comparison
  }
}
