internal import EventLog
public import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

/// The source of screens of the past. Both result in the same bytes.
package enum PastSource: Hashable, Sendable {
  /// From the history, which was built before and is read as of a position.
  case history(Position)
  /// The events are folded into memory, for the given reason.
  case fold(String)

  /// The position at which history is read, or `nil` if it is not used.
  var position: Position? {
    switch self {
    case .history(let position): position
    case .fold: nil
    }
  }
}

/// The state of the history.
public enum HistoryState: Hashable, Sendable {
  /// It was never built, or was built by another program version or from another log.
  ///
  /// It is built at the first request.
  case absent
  /// Another process is building it: events done, and events in all.
  case building(done: Int64, total: Int64)
  /// It exists, and lags the log's end by so many events. It catches up at its next use.
  case present(position: Position, behind: Int64, bytes: Int64)
  /// Nothing may be written next to this log, so no history is used.
  case unavailable
}

// MARK: - Screens of the past

extension ReadModels {
  /// History at this moment's position, or `nil` if the moment is now or the log has to be folded.
  func servedFromHistory() throws -> Generation? {
    if case .fold? = source { return nil }
    if case .history? = source, let taken = takeBack() { return taken }
    switch horizon {
    case .now: return nil
    case .recordedBy:
      source = .fold("authors' clocks are asked")
      return nil
    case .position(let position): return try openHistory(at: position)
    }
  }

  private func openHistory(at wanted: Position) throws -> Generation? {
    guard let history else {
      source = .fold("nothing may be written in this log's folder")
      return nil
    }
    // The position is fixed, although the log may grow meanwhile.
    let position = min(wanted, try log.lastPosition())
    do {
      let found = try history.mending(jobs: jobs ?? Self.cores, sizes: sizes) { found -> Generation? in
        guard try history.catchUp(found, through: position) else { return nil }
        try PastViews.make(found.connection, at: position)
        return found
      }
      guard let found else {
        source = .fold("there is no history")
        return nil
      }
      use(found)
      source = .history(position)
      return found
    } catch {
      // Full, read only: if history cannot be posted or read, the log is folded.
      source = .fold(try Self.reason(error))
      return nil
    }
  }

  /// The source of the screens to report. A search may fold even if history serves the other screens.
  package var toldSource: PastSource? { folded.map { .fold($0.why) } ?? source }

  // MARK: The history itself

  /// Reads history at the end of the log, or returns `nil` if there is no history.
  ///
  /// - Parameters:
  ///   - builds: Whether to build a missing history, which takes seconds per million events. It is built in memory if
  ///     the ledger is not writable.
  ///   - progress: A closure that is called repeatedly while the history is built or updated. An error that it throws
  ///     stops that.
  ///   - body: A closure that reads the history. If the file turns out to be damaged, it is built again, and the closure
  ///     is called a second time.
  package func history<T>(
    builds: Bool = false, progress: Progress? = nil, _ body: (HistoryReader) throws -> T
  ) throws -> T? {
    worker?.settleHistory()
    let jobs = jobs ?? Self.cores
    func read(_ generation: Generation) throws -> T? {
      try generation.connection.transaction(.deferred) {
        let position = try generation.head()?.position ?? 0
        // Another process may have brought the file beyond the snapshot of the log.
        if log.isHeld, position > (try log.lastPosition()) { return nil }
        return try body(HistoryReader(generation.connection, log, position: position))
      }
    }
    func fold() throws -> T? {
      let made = try Generation.create(nil, ledger: log.ledgerID, .history)
      try HistoryBuilder(log: log, jobs: jobs, sizes: sizes) { done, total in
        try progress?(RebuildProgress(done: done, all: total, isWaiting: false))
      }.fill(made)
      return try read(made)
    }
    guard let history else { return builds ? try fold() : nil }
    let found = try history.mending(jobs: jobs, sizes: sizes) { found -> T? in
      defer { try? found.connection.close() }
      return try history.catchUp(found, progress: progress) ? try read(found) : nil
    }
    if let found { return found }
    // In a snapshot nothing is built in the folder, where others may be further.
    if log.isHeld { return try builds || hasHistory() ? fold() : nil }
    guard builds else { return nil }
    worker?.closeHistory()
    let made = try history.build(jobs: jobs, sizes: sizes, takesCurrent: true, progress: progress)
    defer { try? made.connection.close() }
    return try read(made)
  }

  /// Returns the last position whose event this device had by an instant.
  ///
  /// The result is that of `LedgerLog.position(knownBy:)`.
  ///
  /// With a history, not all later events have to be read.
  ///
  /// - Complexity: With a history, a step per thousand later events and per event that it does not have yet.
  package func position(knownBy milliseconds: Int64) throws -> Position? {
    guard let history, let found = try? history.open() else { return try log.position(knownBy: milliseconds) }
    defer { try? found.connection.close() }
    guard let head = try? found.head() else { return try log.position(knownBy: milliseconds) }
    let known = min(head.position, try log.lastPosition())
    if let later = try log.position(knownBy: milliseconds, within: known + 1...Position.max) { return later }
    do {
      return try Moments.position(log, found.connection, knownBy: milliseconds, through: known)
    } catch {
      guard found.isDamaged(by: error) else { throw error }
      return try log.position(knownBy: milliseconds)
    }
  }

  /// Builds the history again, next to the one in service, then puts it into service.
  ///
  /// If another process is building it, this one waits and uses the result.
  ///
  /// - Returns: The new state, which is `.unavailable` if nothing may be written.
  /// - Complexity: O(events) on all cores.
  package func rebuildHistory(progress: Progress? = nil) throws -> HistoryState {
    try log.requireNotHeld()
    guard let history else { return .unavailable }
    worker?.closeHistory()
    let made = try history.build(
      jobs: jobs ?? Self.cores, sizes: sizes, takesCurrent: false, progress: progress)
    try? made.connection.close()
    return try historyState()
  }

  /// Whether this version of the program or another has built a history in the folder.
  package func hasHistory() throws -> Bool {
    guard let history else { return false }
    worker?.settleHistory()
    return try !history.folder.finished().isEmpty || !history.folder.others().isEmpty
  }

  /// Returns the state of the history. Reading it changes nothing.
  package func historyState() throws -> HistoryState {
    worker?.settleHistory()
    return try onFiles { try $0.historyStateNow() }
  }

  private func historyStateNow() throws -> HistoryState {
    guard let history, inMemory == nil else { return .unavailable }
    let folder = history.folder
    if let number = try folder.numbers().first(where: { DurableFile.exists(folder.mark($0)) }),
      try FileLock(folder.lockPath, wait: false) == nil
    {
      let mark = BuildMark.read(folder.mark(number))
      return .building(done: mark?.done ?? 0, total: mark?.total ?? 0)
    }
    for number in try folder.finished() {
      let path = folder.file(number)
      guard let found = try Generation.open(path, busyTimeoutMilliseconds: busyTimeoutMilliseconds) else {
        continue
      }
      defer { try? found.connection.close() }
      guard let head = try found.head(), head.isComplete, !head.isSuperseded, try head.fits(log, .history)
      else {
        continue
      }
      var bytes: Int64 = 0
      for suffix in ["", "-wal"] { bytes += Int64((try? DurableFile.size(path + suffix)).flatMap { $0 } ?? 0) }
      return .present(
        position: head.position, behind: max(0, try head.position.distance(to: log.lastPosition())),
        bytes: bytes)
    }
    return .absent
  }
}
