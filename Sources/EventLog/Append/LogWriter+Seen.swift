internal import LedgerBytes
internal import LedgerSQLite

extension LogWriter {
  /// Returns the last event of each other device in a stream at a version, in device order.
  ///
  /// - Parameters:
  ///   - index: The stream's cursor.
  ///   - own: The key of the device that appends.
  ///   - version: The version. If `nil`, it is the current one.
  /// - Complexity: A row of `turn` per change of device within the stream, and one look-up of the event at that
  ///   version.
  func seen(at index: Int, by own: Int64, basedOn version: StreamVersion?) throws -> [EventReference] {
    let cursor = cursor(index)
    if version == nil, let seen = cursor.seenNow { return seen }
    let version = min(version ?? cursor.version, cursor.version)
    var last: [Int64: UInt64] = [:]
    if version > 0 {
      let turns = try connection.statement(
        "SELECT device, max(version), sequence FROM turn WHERE stream = ?1 AND version <= ?2 GROUP BY device")
      try turns.bind(1, cursor.key)
      try turns.bind(2, version)
      try turns.forEachRow { last[$0.int64(0)] = UInt64(bitPattern: $0.int64(2)) }
      if version == cursor.version {
        last[cursor.device] = cursor.sequence
      } else {
        let event = try connection.statement(
          "SELECT device, sequence FROM event WHERE stream = ?1 AND version = ?2")
        try event.bind(1, cursor.key)
        try event.bind(2, version)
        try event.forEachRow { last[$0.int64(0)] = UInt64(bitPattern: $0.int64(1)) }
      }
    }
    last[own] = nil
    let seen = try last.map { EventReference(device: try heads.device($0.key), sequence: $0.value) }.sorted()
    if version == cursor.version { setSeenNow(seen, at: index) }
    return seen
  }
}
