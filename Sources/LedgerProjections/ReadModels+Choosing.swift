internal import EventLog
internal import LedgerBytes
internal import LedgerSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension ReadModels {
  /// The generation in service, at the end of the log.
  ///
  /// A file that was removed meanwhile, by somebody who knows that models come back, is left for a new one. Where the
  /// folder can't be written, its disk is full, or it is removed time and again, models are made in memory: screens stay
  /// right, and nothing is kept.
  func ready() throws -> Generation {
    try retryingRemovals {
      // Screens of a log that was moved would be kept in the models of the ledger that took its place.
      if folder != nil { try log.requireInPlace() }
      return try readyOnce()
    } otherwise: { error in
      guard folder != nil, inMemorySince == nil, horizon == .now, error.isAboutTheFolder else { throw error }
      notes.append("the read models can't be kept in the folder (\(error)), and are in memory")
      close()
      inMemorySince = .now
      fullAt = error.isFullDisk ? try log.lastPosition() : nil
      return try readyOnce()
    }
  }

  private func readyOnce() throws -> Generation {
    if let generation, generation.isGone { close() }
    if try isTimeToLeaveMemory() { leaveMemory() }
    if let past = try servedFromHistory() { return past }
    let found = try current()
    try catchUp(found)
    if horizon == .now, let posted { follower?.follow(to: posted) }
    return try generation ?? current()
  }

  /// Does something with the folder's files; once more, a few times, where it fails because they were removed under it.
  ///
  /// - Parameter otherwise: what is done about any other failure, and about the last of these.
  func retryingRemovals<Value>(
    _ body: () throws -> Value, otherwise: (any Error) throws -> Value
  ) throws -> Value {
    var tries = 0
    while true {
      do { return try body() } catch {
        guard folder != nil, inMemorySince == nil, horizon == .now, wasRemoved(error) else {
          return try otherwise(error)
        }
        close()
        tries += 1
        if tries == Self.mostTries { return try otherwise(ModelError.removed) }
      }
      // Whoever removes files is rarely done with the first.
      usleep(UInt32(tries) * 2_000)
    }
  }

  private static let mostTries = 6

  /// Whether something failed because the files of the models are not there any more.
  private func wasRemoved(_ error: any Error) -> Bool {
    switch error {
    case ModelError.removed: true
    case let error as FileError: error.isMissing
    case is SQLiteError, ModelError.damaged:
      generation?.isGone == true || folder.map { !DurableFile.exists($0.path) } == true
    default: false
    }
  }

  /// Whether the folder is worth another try: after a while, and where the disk was full and the log has grown since.
  private func isTimeToLeaveMemory() throws -> Bool {
    guard let inMemorySince else { return false }
    if let fullAt, try log.lastPosition() > fullAt { return true }
    return ContinuousClock.now - inMemorySince > retry
  }

  /// Tries the folder again.
  func leaveMemory() {
    guard inMemorySince != nil else { return }
    close()
    inMemorySince = nil
    fullAt = nil
  }

  /// The generation in service; made where there is none.
  func current() throws -> Generation {
    if let generation { return generation }
    guard let folder, inMemorySince == nil else {
      let made = try buildInMemory(progress: buildingProgress, stopsAtUnreadable: false)
      generation = made
      return made
    }
    if let found = try newest(in: folder) {
      generation = found
      return found
    }
    // Somebody else may be building: wait, then look again.
    try folder.makeFolder(for: log)
    guard let lock = try FileLock(folder.lockPath, wait: true) else { return try current() }
    defer { withExtendedLifetime(lock) {} }
    // Somebody else may hold the lock that stands there now, and build under the same name.
    guard lock.isInPlace else { throw ModelError.removed }
    if let found = try newest(in: folder) {
      generation = found
      return found
    }
    let made = try buildNext(in: folder, progress: buildingProgress, stopsAtUnreadable: false)
    generation = made
    return made
  }

  /// The newest generation that is finished, of this log, and not superseded.
  func newest(in folder: GenerationFolder) throws -> Generation? {
    for number in try folder.finished() {
      guard
        let candidate = try Generation.open(
          folder.file(number), busyTimeoutMilliseconds: busyTimeoutMilliseconds),
        let head = try candidate.head(), head.isComplete, !head.isSuperseded, try fits(head)
      else { continue }
      folder.noteUse(of: folder.file(number), now: WallClock.now().milliseconds)
      return candidate
    }
    return nil
  }

  /// Whether the log still has, where the models stopped, the event they stopped at.
  func fits(_ head: Generation.Head) throws -> Bool { try head.fits(log, .models) }
}

extension Generation.Head {
  /// Whether this program made it, from a log that has the same events up to where it stopped.
  func fits(_ log: LedgerLog, _ kind: GenerationKind) throws -> Bool {
    guard ledger == log.ledgerID, fingerprint == kind.digits else { return false }
    guard position > 0 else { return true }
    return try log.leaf(at: position)?.bytes == leaf
  }
}

extension Error {
  /// Whether it says that the folder of the models can't be used.
  fileprivate var isAboutTheFolder: Bool {
    switch self {
    case let error as ModelError: error == .removed
    case let error as SQLiteError:
      switch error.kind {
      case .full, .readOnly, .cannotOpen: true
      case .busy, .corrupt, .notADatabase, .io, .constraint, .interrupted, .tooBig, .noMemory, .other: false
      }
    case let error as FileError: error.isFull || error.isForbidden
    default: false
    }
  }

  fileprivate var isFullDisk: Bool {
    (self as? SQLiteError)?.kind == .full || (self as? FileError)?.isFull == true
  }
}
