internal import EventLog
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

extension GenerationFolder {
  /// Makes the folder of the models if it does not exist. The ledger's own folder is never made again.
  ///
  /// - Throws: `EventLogError.displaced` if the ledger's folder was moved, deleted or replaced.
  func makeFolder(for log: LedgerLog) throws {
    try log.requireInPlace()
    try DurableFile.createFolder(path, withParents: false)
  }

  /// Returns the newest generation of this log that is complete and not superseded, or `nil`.
  ///
  /// One of another log, for example after a backup was restored, is superseded.
  func newest(for log: LedgerLog, _ busyTimeoutMilliseconds: Int32) throws -> Generation? {
    for number in try finished() {
      guard
        let candidate = try Generation.open(file(number), busyTimeoutMilliseconds: busyTimeoutMilliseconds),
        let head = try candidate.head(), head.isComplete, !head.isSuperseded
      else { continue }
      guard try head.fits(log, kind) else {
        // If the log ends before the generation, this connection may only see the log as it was a moment ago.
        guard head.fingerprint == kind.digits, head.position <= (try log.lastPosition()) else { continue }
        // The next sweep removes the file. Until then, no new generation gets its number.
        try replaced(candidate)
        continue
      }
      noteUse(of: file(number), now: WallClock.now().milliseconds)
      return candidate
    }
    return nil
  }

  /// Makes the next generation, with the folder's lock held.
  ///
  /// It is filled without a journal and synced once. The transaction that marks it as complete is the first one with a
  /// journal, after all else has reached the disk. It contains what was appended meanwhile.
  ///
  /// - Parameters:
  ///   - log: The log to build it from.
  ///   - busyTimeoutMilliseconds: How long to wait for locks of the file.
  ///   - fill: Writes the tables, and the progress into the mark.
  ///   - catchUp: Brings the filled tables to the end of the log.
  /// - Throws: `ModelError.removed` if another process removed the new file. A file that another process makes
  ///   meanwhile under the same name is not touched.
  func make(
    for log: LedgerLog, busyTimeoutMilliseconds: Int32, fill: (Generation, BuildMark) throws -> Void,
    catchUp: (Generation) throws -> Void
  ) throws -> Generation {
    let number = (try numbers().first ?? 0) + 1
    precondition(number > 0, "the number of a generation is greater than those of all before it")
    var own: Generation?
    do {
      let mark = try BuildMark(mark(number))
      let bare = try Generation.create(file(number), ledger: log.ledgerID, kind)
      own = bare
      do {
        try fill(bare, mark)
      } catch {
        try? bare.connection.close()
        throw error
      }
      try bare.connection.close()
      // If the lock was removed too, another process may build next to this one and own the file with this name.
      guard !bare.isGone else { throw ModelError.removed }
      try PageFile.setWriteAhead(file(number))
      try DurableFile.synchronize(file(number))
      guard let made = try Generation.open(file(number), busyTimeoutMilliseconds: busyTimeoutMilliseconds)
      else {
        throw bare.isGone
          ? ModelError.removed : ModelError.damaged("a generation that was just made cannot be opened")
      }
      guard made.isSameFile(as: bare) else { throw ModelError.removed }
      try catchUp(made)
      try made.finish()
      try mark.remove()
      if kind == .models { RebuildStop.forget(stop) }
      try sweep(newest: number, now: WallClock.now().milliseconds)
      return made
    } catch {
      guard own?.isGone == true else {
        // If the file could not even be created, the name may belong to another process.
        if own != nil || (error as? SQLiteError)?.kind != .cannotOpen { remove(number) }
        throw error
      }
      // Nothing of its own is left, which explains the error, unless the build was told to stop.
      throw error is SQLiteError || error is FileError ? ModelError.removed : error
    }
  }

  /// Takes a generation out of service that a newer one replaces, or that is of another log.
  func replaced(_ generation: Generation) throws {
    do { try generation.supersede() } catch {
      if !generation.isGone, !generation.isDamaged(by: error) { throw error }
      // A damaged file may not be able to take the mark.
      if !generation.isGone { try discard(generation) }
    }
    retire(generation)
  }

  /// Takes the folder's lock, and returns it with whether another process had it.
  ///
  /// - Throws: `ModelError.removed` if the lock file was replaced meanwhile. The holder of the new one may build under
  ///   the same name.
  func lock(_ progress: ReadModels.Progress?) throws -> (FileLock, Bool) {
    var hasWaited = false
    while true {
      if let lock = try FileLock(lockPath, wait: false) {
        guard lock.isInPlace else { throw ModelError.removed }
        return (lock, hasWaited)
      }
      hasWaited = true
      if let number = try numbers().first, let mark = BuildMark.read(mark(number)) {
        try progress?(RebuildProgress(done: mark.done, all: mark.total, isWaiting: true))
      }
      SystemClock.sleep(microseconds: 100_000)
    }
  }
}
