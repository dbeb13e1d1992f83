package import LedgerBytes
internal import LedgerSQLite

extension LedgerLog {
  /// Returns the position of each stream's last event up to a position, or 0 if it has no such event.
  ///
  /// - Parameters:
  ///   - keys: The keys of the streams, in ascending order.
  ///   - last: The position.
  /// - Complexity: A step in the index per event of the streams. No row is read, and neighbours are read together.
  package func lastPositions(ofKeys keys: [StreamKey], through last: Position = .max) throws -> [Position] {
    precondition(zip(keys, keys.dropFirst()).allSatisfy { $0 <= $1 }, "keys of streams that do not ascend")
    var positions = [Position](repeating: 0, count: keys.count)
    let statement = try connection.statement(
      "SELECT stream, position FROM event WHERE stream BETWEEN ?1 AND ?2 ORDER BY stream, version")
    var start = 0
    while start < keys.count {
      // A key that is not asked for costs fewer steps than finding another place in the index.
      var end = start + 1
      precondition(keys[start] > 0, "the keys of streams count from 1")
      while end < keys.count, keys[end] <= keys[end - 1] + 2 { end += 1 }
      try statement.bind(1, keys[start])
      try statement.bind(2, keys[end - 1])
      var index = start
      try statement.forEachRow { row in
        let key: StreamKey = row.number(0)
        while keys[index] < key, index + 1 < end { index += 1 }
        let position: Position = row.number(1)
        if keys[index] == key, position <= last, position > positions[index] { positions[index] = position }
      }
      start = end
    }
    return positions
  }
}
