package import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

// Snapshots of the log that read models share.
extension LedgerLog {
  /// Runs `body` on one snapshot of the log, and passes the position of its last event.
  ///
  /// While `body` runs, a write, a verification and a backup throw `.inSnapshot`. The -wal grows until it returns.
  ///
  /// - Precondition: The log is not read on another snapshot, and not written.
  package func holding<T>(_ body: (Position) throws -> T) throws -> T {
    precondition(!connection.isInTransaction, "a snapshot is held by itself")
    return try reading {
      // The first read takes the snapshot.
      let last = try lastPosition()
      isHeld = true
      defer { isHeld = false }
      return try body(last)
    }
  }

  /// Whether reads are of one snapshot, or part of a write.
  package var isOnSnapshot: Bool { connection.isInTransaction }

  /// Throws `.inSnapshot` in `holding`.
  package func requireNotHeld() throws(EventLogError) { if isHeld { throw .inSnapshot } }

  /// Runs `body` with the log as it is now, which in `holding` is a reader of its own.
  ///
  /// Other files are compared with that: another process may have written them after the snapshot was taken.
  package func asItIsNow<T>(_ body: (LedgerLog) throws -> T) throws -> T {
    guard isHeld else { return try body(self) }
    let reader = try anotherReader()
    defer { try? reader.close() }
    return try body(reader)
  }

  /// Runs `body` while no process appends, until `body` calls the closure that it gets.
  ///
  /// Keep the time until then short. Without `log.head` nothing was ever appended, and nothing is locked.
  ///
  /// - Throws: `.busy` if other processes append for longer than the log waits.
  package func withoutAppends<T>(_ body: (_ release: () -> Void) throws -> T) throws -> T {
    guard let lock = try appendLock() else { return try body {} }
    defer { if lock.isLocked { lock.unlock() } }
    return try body { if lock.isLocked { lock.unlock() } }
  }

  /// Returns the file that writers lock, locked, or `nil` if it is missing.
  private func appendLock() throws -> OpenFile? {
    if access == .readWrite { return try lockHead() }
    while DurableFile.exists(files.head) {
      let head = try OpenFile(files.head, .read, forLedger: true)
      guard head.lock(waiting: Int64(busyTimeoutMilliseconds)) else {
        throw EventLogError.busy(milliseconds: Int64(busyTimeoutMilliseconds))
      }
      // Another process may have replaced it meanwhile.
      if FileIdentity(files.head) == head.identity { return head }
      head.unlock()
    }
    return nil
  }
}
