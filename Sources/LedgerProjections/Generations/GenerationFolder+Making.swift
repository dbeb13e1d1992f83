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

extension GenerationFolder {
  /// Makes the folder of the models if it is not there. The ledger's own folder is never made again.
  ///
  /// - Throws: `EventLogError.displaced` where that was moved, deleted or replaced.
  func makeFolder(for log: LedgerLog) throws {
    try log.requireInPlace()
    try DurableFile.createFolder(path, withParents: false)
  }

  /// Makes the next generation, with the folder's lock held.
  ///
  /// It is filled without a journal and synced once; the transaction that says it is complete is the first that the
  /// file sees with a journal, after all else has reached the disk. What was appended meanwhile is in it.
  ///
  /// - Parameters:
  ///   - fill: writes the tables, and says in the mark how far it is.
  ///   - catchUp: brings what was filled to the end of the log.
  /// - Throws: `ModelError.removed` where somebody removed what was being made; nothing of what others make meanwhile
  ///   under the same name is touched.
  func make(
    for log: LedgerLog, busyTimeoutMilliseconds: Int32, fill: (Generation, BuildMark) throws -> Void,
    catchUp: (Generation) throws -> Void
  ) throws -> Generation {
    let number = (try numbers().first ?? 0) + 1
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
      // What has the name now may be somebody else's, who builds beside this one because the lock was removed, too.
      guard !bare.isGone else { throw ModelError.removed }
      try PageFile.setWriteAhead(file(number))
      try DurableFile.synchronize(file(number))
      guard let made = try Generation.open(file(number), busyTimeoutMilliseconds: busyTimeoutMilliseconds)
      else {
        throw bare.isGone
          ? ModelError.removed : ModelError.damaged("a generation that was just made can't be opened")
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
        // What could not even be made may have the name of somebody else's.
        if own != nil || (error as? SQLiteError)?.kind != .cannotOpen { remove(number) }
        throw error
      }
      // Nothing of its own is left; what went wrong did so because of that, unless it was told to stop.
      throw error is SQLiteError || error is FileError ? ModelError.removed : error
    }
  }

  /// The folder's lock, and whether somebody else had it.
  ///
  /// - Throws: `ModelError.removed` where the lock that stands there by now is another, whose holder may build under the
  ///   same name.
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
      usleep(100_000)
    }
  }
}
