internal import LedgerSQLite

/// Where the log ended after this connection's last write: what the next one need not read again, unless another
/// connection has committed in between.
///
/// SQLite's own number says so: it is read inside the write transaction, where nobody else can write. A write that
/// fails forgets it.
struct KnownEnd {
  /// `Connection.commitNumber` after that write.
  let commitNumber: UInt32
  var heads: DeviceHeads
  /// The position of the last event, and its device's key.
  let position: Int64
  let device: Int64
  /// The key of the last stream.
  let stream: Int64
  /// Whether `log.head` was seen to say the same as `heads`.
  let isInHead: Bool
}

extension LedgerLog {
  /// The number of this log's own last write: `LogWriter.previousWrite` of the next, unless somebody commits before it.
  public var lastWrite: UInt32? { knownEnd?.commitNumber }

  /// What is known of the log's end in the transaction that is open; nil: it must be read.
  func takeKnownEnd() -> KnownEnd? {
    defer { knownEnd = nil }
    guard let knownEnd, knownEnd.commitNumber == connection.commitNumber else { return nil }
    return knownEnd
  }
}
