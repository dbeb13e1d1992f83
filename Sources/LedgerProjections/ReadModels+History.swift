internal import EventLog
internal import LedgerBytes
internal import LedgerSQLite

/// Where screens of the past come from; the bytes are the same.
public enum PastSource: Hashable, Sendable {
  /// From the history, which was built before: looked up, as of a position.
  case history(Int64)
  /// Folded from the log into memory: why, in words.
  case fold(String)

  /// The position that history is read at; nil: it is not.
  var position: Int64? {
    switch self {
    case .history(let position): position
    case .fold: nil
    }
  }
}

/// How the history stands.
public enum HistoryState: Hashable, Sendable {
  /// None was asked for yet, or the last one was made by another version of the program or from another log: it is built
  /// when somebody asks for it.
  case absent
  /// Somebody is building it: events done, and events in all.
  case building(done: Int64, total: Int64)
  /// There, and so many events behind the log's end; it catches up at its next use.
  case present(position: Int64, behind: Int64, bytes: Int64)
  /// Nothing may be written beside this log, so that it is not looked at.
  case unavailable
}

// MARK: - Screens of the past

extension ReadModels {
  /// History as of this moment's position; nil where it is of now, or is to be folded.
  func servedFromHistory() throws -> Generation? {
    if case .fold? = source { return nil }
    if let generation, case .history? = source { return generation }
    switch horizon {
    case .now: return nil
    case .recordedBy:
      source = .fold("authors' clocks are asked")
      return nil
    case .position(let position): return try openHistory(at: position)
    }
  }

  private func openHistory(at wanted: Int64) throws -> Generation? {
    guard let history else {
      source = .fold("nothing may be written beside this log")
      return nil
    }
    // What is looked at stays as it is while the log goes on.
    let position = min(wanted, try log.lastPosition())
    do {
      guard let found = try history.open(), try history.catchUp(found, through: position) else {
        source = .fold("there is no history")
        return nil
      }
      try PastViews.make(found.connection, at: position)
      generation = found
      source = .history(position)
      return found
    } catch let error as SQLiteError {
      // Full, read only, damaged: what can't be posted or read is folded.
      source = .fold("the history can't be used (\(error.message))")
      return nil
    } catch let error as FileError {
      source = .fold("the history can't be used (\(error))")
      return nil
    } catch let error as ModelError {
      source = .fold("the history can't be used (\(error))")
      return nil
    }
  }

  /// Where what was looked at comes from, as it is told: a search may fold also where history serves the other screens.
  public var toldSource: PastSource? { folded.map { .fold($0.why) } ?? source }
}

// MARK: - The history itself

extension ReadModels {
  /// Reads history at the end of the log; nil where there is none.
  ///
  /// - `builds`: makes it where there is none: seconds per million events, once. Where nothing may be written, in memory.
  /// - `progress`: called now and then while it is built or brought to the end; what it throws stops that.
  public func history<T>(
    builds: Bool = false, progress: Progress? = nil, _ body: (HistoryReader) throws -> T
  ) throws -> T? {
    guard let generation = try historyAtEnd(builds: builds, progress) else { return nil }
    defer { if generation.path != nil { try? generation.connection.close() } }
    return try generation.connection.transaction(.deferred) {
      let position = try generation.head()?.position ?? 0
      return try body(HistoryReader(generation.connection, log, position: position))
    }
  }

  private func historyAtEnd(builds: Bool, _ progress: Progress?) throws -> Generation? {
    follower?.settle()
    guard let history else {
      guard builds else { return nil }
      let made = try Generation.create(nil, ledger: log.ledgerID, .history)
      try HistoryBuilder(log: log, jobs: jobs ?? Self.cores, sizes: sizes) { done, total in
        try progress?(RebuildProgress(done: done, all: total, isWaiting: false))
      }.fill(made)
      return made
    }
    if let found = try history.open(), try history.catchUp(found, progress: progress) { return found }
    guard builds else { return nil }
    follower?.close()  // It is looked for anew.
    return try history.build(jobs: jobs ?? Self.cores, sizes: sizes, takesCurrent: true, progress: progress)
  }

  /// The last position whose event this device had by an instant, as the log says it (`LedgerLog.position(knownBy:)`);
  /// where there is a history, without a step through all that came later.
  ///
  /// - Complexity: with a history, a step per thousand events that came later and per event that it does not know yet.
  public func position(knownBy milliseconds: Int64) throws -> Int64? {
    guard let history, let found = try? history.open() else { return try log.position(knownBy: milliseconds) }
    defer { try? found.connection.close() }
    guard let known = try? found.head()?.position else { return try log.position(knownBy: milliseconds) }
    if let later = try log.position(knownBy: milliseconds, within: known + 1...Int64.max) { return later }
    return try Moments.position(log, found.connection, knownBy: milliseconds, through: known)
  }

  /// Builds the history anew beside the one in service, then takes it into service. Where somebody else is at it, waits
  /// and takes theirs.
  ///
  /// - Returns: how it stands then; `.unavailable` where nothing may be written.
  /// - Complexity: O(events) on all cores.
  public func rebuildHistory(progress: Progress? = nil) throws -> HistoryState {
    guard let history else { return .unavailable }
    follower?.close()  // It is looked for anew.
    let made = try history.build(
      jobs: jobs ?? Self.cores, sizes: sizes, takesCurrent: false, progress: progress)
    try? made.connection.close()
    return try historyState()
  }

  /// Whether a history was asked for before, by this version of the program or by another.
  public func hasHistory() throws -> Bool {
    guard let history else { return false }
    follower?.settle()
    return try !history.folder.finished().isEmpty || !history.folder.others().isEmpty
  }

  /// How the history stands, without changing anything.
  public func historyState() throws -> HistoryState {
    follower?.settle()
    guard let history, inMemorySince == nil else { return .unavailable }
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
        position: head.position, behind: try log.lastPosition() - head.position, bytes: bytes)
    }
    return .absent
  }
}
