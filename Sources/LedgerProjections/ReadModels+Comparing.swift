package import EventLog
package import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerSQLite

extension ReadModels {
  /// Builds the models aside, at the position of those in service, and compares the two row by row.
  ///
  /// It also compares them with the history at that position, if there is a history. Nothing changes, except that
  /// history is updated to that position.
  ///
  /// - Complexity: A rebuild and a step per row, a row of each in memory at a time.
  package func check(progress: Progress? = nil) throws -> ModelsComparison {
    try log.requireNotHeld()
    mendsDamage = false
    defer { mendsDamage = true }
    let service = try ready()
    return try service.connection.transaction(.deferred) {
      guard let head = try service.head() else {
        throw ModelError.damaged("they do not contain their position")
      }
      return try compare(service.connection, at: head.position, progress, withHistory: true)
    }
  }

  /// Returns the changes that a rebuild would make, or `nil` if there are no models to compare with.
  ///
  /// It compares the models that another version of the program used last with models built aside, also if this version
  /// has made its own since. If there are no others, it compares the models in service.
  package func preview(progress: Progress? = nil) throws -> ModelsComparison? {
    guard let folder else { return nil }
    for path in try folder.others() {
      guard let other = try Generation.open(path, busyTimeoutMilliseconds: busyTimeoutMilliseconds) else {
        continue
      }
      defer { try? other.connection.close() }
      guard let head = try other.head(), head.isComplete, head.ledger == log.ledgerID,
        try head.position == 0 || log.leaf(at: head.position)?.bytes == head.leaf, try hasKeysOfLog(other)
      else { continue }
      return try other.connection.transaction(.deferred) {
        try compare(other.connection, at: try other.head()?.position ?? 0, progress)
      }
    }
    return try newest(in: folder) == nil ? nil : check(progress: progress)
  }

  /// Whether transactions have the numbers of this log. In the log of another device they differ.
  private func hasKeysOfLog(_ other: Generation) throws -> Bool {
    try log.reading {
      do {
        let statement = try other.connection.statement("SELECT key, id FROM \(ModelTable.transactions.name)")
        defer { statement.reset() }
        while try statement.step() {
          guard let id = statement.optionalID(1),
            try log.key(of: TransactionID(id).stream) == statement.number(0)
          else { return false }
        }
        return true
      } catch let error as SQLiteError where error.kind == .other {
        // Tables of another version, which cannot be compared.
        return false
      }
    }
  }

  /// Builds the models as of a position in a new file, for a comparison with others.
  package static func build(_ path: String, from log: LedgerLog, at position: Position) throws {
    let made = try Generation.create(path, ledger: log.ledgerID)
    do {
      try ReadModels(of: log, folder: nil)
        .builder(asOf: .position(position), progress: nil, stopsAtUnreadable: false).fill(made)
    } catch {
      try? made.connection.close()
      throw error
    }
    try made.connection.close()
    try PageFile.setWriteAhead(path)
  }

  private func compare(
    _ old: Connection, at position: Position, _ progress: Progress?, withHistory: Bool = false
  ) throws -> ModelsComparison {
    let aside = try Generation.create(folder?.aside(), ledger: log.ledgerID)
    defer { try? aside.connection.close() }
    // The open file is enough, so its name is removed in any case.
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
      } catch is ModelError {
        comparison.addDamagedHistory()
      }
    }
    return comparison
  }
}
