internal import LedgerBytes
internal import LedgerSQLite

/// The end of the log after this connection's last write.
///
/// The next write need not read it again unless another connection has committed in between. SQLite's commit number
/// shows that. It is read inside the write transaction, where no other connection can write. A write that fails forgets
/// the end.
struct KnownEnd {
  /// `Connection.commitNumber` after that write.
  let commitNumber: UInt32
  var heads: DeviceHeads
  /// The position of the last event, and its device's key.
  let position: Position
  let device: Int64
  /// The key of the last stream.
  let stream: StreamKey
  /// Whether `log.head` was seen to contain the same as `heads`.
  let isInHead: Bool
}

extension LedgerLog {
  /// Returns the known end of the log in the open transaction, or `nil` if it must be read.
  func takeKnownEnd() -> KnownEnd? {
    precondition(connection.isInTransaction, "the end of the log stays the same only inside a write")
    defer { knownEnd = nil }
    guard let knownEnd, knownEnd.commitNumber == connection.commitNumber else { return nil }
    return knownEnd
  }
}

extension LogWriter {
  /// Returns the end of the log after this write.
  func end(commitNumber: UInt32, isInHead: Bool) -> KnownEnd {
    precondition(
      heads.eventCount == UInt64(clamping: lastPosition.rawValue),
      "the sizes of the devices' trees add up to the last position")
    return KnownEnd(
      commitNumber: commitNumber, heads: heads, position: lastPosition, device: lastDevice, stream: lastStream,
      isInHead: isInHead)
  }
}
