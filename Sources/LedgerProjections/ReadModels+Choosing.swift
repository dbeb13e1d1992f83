internal import EventLog
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

extension ReadModels {
  /// Returns the generation in service, at the end of the log.
  ///
  /// If the models file was deleted while open (deleting it is allowed), a new one is built. If the folder cannot be
  /// written, its disk is full, or files in it are deleted repeatedly, models are built in memory. Screens are then
  /// still right, and nothing is stored.
  func ready() throws -> Generation {
    if let held { return held.generation }
    return try retryingRemovals {
      // Otherwise, screens of a log that was moved would be kept in the models of the ledger that took its place.
      if folder != nil { try log.requireInPlace() }
      return try readyOnce()
    } otherwise: { error in
      guard folder != nil, inMemory == nil, horizon == .now, error.isAboutTheFolder,
        !mendsDamage || service.generation?.isDamaged(by: error) != true
      else { throw error }
      notes.append("the read models cannot be kept in the folder (\(error)), and are in memory")
      close()
      inMemory = MemorySpell(began: .now, fullAt: error.isFullDisk ? try log.lastPosition() : nil)
      return try readyOnce()
    }
  }

  private func readyOnce() throws -> Generation {
    if service.generation?.isGone == true { close() }
    if try isTimeToLeaveMemory() { leaveMemory() }
    if let past = try servedFromHistory() { return past }
    let found = try current()
    try catchUp(found)
    if horizon == .now, let position = service.expectedPosition { worker?.follow(to: position) }
    return try takeBack() ?? current()
  }

  /// Runs `body` on the folder's files, and again a few times if it fails because they were removed.
  ///
  /// - Parameters:
  ///   - body: The work.
  ///   - otherwise: Handles any other failure, and the last of these.
  func retryingRemovals<Value>(
    _ body: () throws -> Value, otherwise: (any Error) throws -> Value
  ) throws -> Value {
    var tries = 0
    while true {
      do { return try body() } catch {
        guard folder != nil, inMemory == nil, horizon == .now, held == nil, wasRemoved(error) else {
          return try otherwise(error)
        }
        close()
        tries += 1
        if tries == Self.triesMax { return try otherwise(ModelError.removed) }
      }
      // A process that removes files rarely removes only one.
      SystemClock.sleep(microseconds: UInt32(tries) * 2_000)
    }
  }

  private static let triesMax = 6

  /// Whether the error means that the files of the models were removed.
  private func wasRemoved(_ error: any Error) -> Bool {
    switch error {
    case ModelError.removed: true
    case let error as FileError: error.isMissing
    case is SQLiteError, ModelError.damaged:
      service.generation?.isGone == true || folder.map { !DurableFile.exists($0.path) } == true
    default: false
    }
  }

  /// Whether to try the folder again: after a while, or when the log has grown since the disk was full.
  private func isTimeToLeaveMemory() throws -> Bool {
    guard let inMemory else { return false }
    if let fullAt = inMemory.fullAt, try log.lastPosition() > fullAt { return true }
    return ContinuousClock.now - inMemory.began > retry
  }

  /// Tries the folder again.
  func leaveMemory() {
    guard inMemory != nil else { return }
    close()
    inMemory = nil
  }

  /// Returns the generation in service. It is built if there is no such one.
  func current() throws -> Generation {
    if let taken = takeBack() { return taken }
    guard let folder, inMemory == nil else {
      let made = try buildInMemory(progress: buildingProgress, stopsAtUnreadable: false)
      use(made)
      return made
    }
    if let found = try newest(in: folder) {
      use(found)
      return found
    }
    // Another process may be building: wait, then look again.
    try folder.makeFolder(for: log)
    guard let lock = try FileLock(folder.lockPath, wait: true) else { return try current() }
    defer { withExtendedLifetime(lock) {} }
    // Another process may hold a newer lock file, and build under the same name.
    guard lock.isInPlace else { throw ModelError.removed }
    if let found = try newest(in: folder) {
      use(found)
      return found
    }
    let made = try buildNext(in: folder, progress: buildingProgress, stopsAtUnreadable: false)
    use(made)
    return made
  }

  /// Returns the newest generation of this log that is finished and not superseded.
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

  /// Whether the log still has the event at which the models stopped.
  func fits(_ head: Generation.Head) throws -> Bool { try head.fits(log, .models) }
}

extension Generation.Head {
  /// Whether this program made it from a log with the same events up to its position.
  ///
  /// A file that is beyond a snapshot of the log is not known to be of it.
  func fits(_ log: LedgerLog, _ kind: GenerationKind) throws -> Bool {
    guard ledger == log.ledgerID, fingerprint == kind.digits else { return false }
    guard position > 0 else { return true }
    return try log.leaf(at: position)?.bytes == leaf
  }
}

extension Error {
  /// Whether the error means that the folder of the models cannot be used.
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

  var isFullDisk: Bool {
    (self as? SQLiteError)?.kind == .full || (self as? FileError)?.isFull == true
  }
}
