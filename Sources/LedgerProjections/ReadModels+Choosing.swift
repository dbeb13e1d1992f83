internal import EventLog
internal import LedgerBytes
internal import LedgerSQLite

extension ReadModels {
  /// The generation in service, at the end of the log.
  ///
  /// A file that was removed meanwhile, by somebody who knows that models come back, is left for a new one. Where the
  /// folder can't be written, or its disk is full, models are made in memory: screens stay right, and nothing is kept.
  func ready() throws -> Generation {
    do {
      if let generation, generation.isGone { close() }
      if try isTimeToLeaveMemory() { leaveMemory() }
      if let past = try servedFromHistory() { return past }
      let found = try current()
      try catchUp(found)
      if horizon == .now, let posted { follower?.follow(to: posted) }
      return try generation ?? current()
    } catch {
      guard folder != nil, inMemorySince == nil, horizon == .now, Self.isAboutTheFolder(error) else {
        throw error
      }
      notes.append("the read models can't be kept in the folder (\(error)), and are in memory")
      close()
      inMemorySince = .now
      fullAt = Self.isFull(error) ? try log.lastPosition() : nil
      return try ready()
    }
  }

  /// Whether the folder is worth another try: after a while, and where the disk was full and the log has grown since.
  private func isTimeToLeaveMemory() throws -> Bool {
    guard let inMemorySince else { return false }
    if let fullAt, try log.lastPosition() > fullAt { return true }
    return ContinuousClock.now - inMemorySince > retry
  }

  private static func isFull(_ error: any Error) -> Bool {
    (error as? SQLiteError)?.kind == .full || (error as? FileError)?.isFull == true
  }

  /// Tries the folder again.
  func leaveMemory() {
    guard inMemorySince != nil else { return }
    close()
    inMemorySince = nil
    fullAt = nil
  }

  private static func isAboutTheFolder(_ error: any Error) -> Bool {
    switch error {
    case let error as SQLiteError:
      switch error.kind {
      case .full, .readOnly, .cannotOpen: true
      case .busy, .corrupt, .notADatabase, .io, .constraint, .interrupted, .tooBig, .noMemory, .other: false
      }
    case let error as FileError: error.isFull || error.isForbidden
    default: false
    }
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
    try DurableFile.createFolder(folder.path)
    guard let lock = try FileLock(folder.lockPath, wait: true) else { return try current() }
    defer { withExtendedLifetime(lock) {} }
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
