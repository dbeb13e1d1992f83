internal import CLedgerSQLite

/// How long a connection has seen its -wal become.
struct WriteAheadLogLength {
  /// As of the last look; nil: not looked at yet.
  var bytes: Int64?
  /// How often a commit has made it longer since.
  var grown = 0
}

extension Connection {
  /// Makes the -wal longer ahead of what small commits append to it: to be called inside a write transaction, before its
  /// commit, by whoever waits for the disk with each.
  ///
  /// A sync of what made the file longer takes about twice as long as one of what lies inside it. So once some commits
  /// have made it longer, one of them makes room for the next dozen. From the first checkpoint on SQLite begins at the
  /// front again, and nothing is left to do.
  ///
  /// What goes wrong here is no failure of the transaction: the -wal is as it was then, and is left so.
  ///
  /// - Complexity: a look at the file's size; every dozen commits half a megabyte of zeros.
  public func lengthenWriteAheadLog() {
    guard let pointer = handle.pointer, writeAheadLog.grown >= 0 else { return }
    let size = ledger_sqlite_wal_size(pointer)
    guard size > 0 else { return }
    let isLonger = writeAheadLog.bytes.map { size > $0 } ?? false
    writeAheadLog.bytes = size
    guard isLonger else { return }
    writeAheadLog.grown += 1
    guard writeAheadLog.grown >= Self.commitsThatMakeItLonger else { return }
    if ledger_sqlite_lengthen_wal(pointer, size, Self.roomAhead) == SQLITE_OK {
      writeAheadLog.bytes = size + Self.roomAhead
    } else {
      writeAheadLog.grown = -1
    }
  }

  /// A process that appends once or twice makes no room.
  private static let commitsThatMakeItLonger = 3
  /// Sixty frames, a dozen commands.
  private static let roomAhead: Int64 = 512 << 10
}
