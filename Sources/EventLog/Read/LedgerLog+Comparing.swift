package import LedgerBytes
internal import LedgerSQLite

// Comparing two logs: their trees first, and leaves only where the trees differ.
extension LedgerLog {
  /// Returns the right edge of every device's tree: the roots of its perfect subtrees.
  ///
  /// Two logs have the same roots as far as they have the same events.
  ///
  /// - Complexity: O(devices).
  package func edges() throws -> [UniqueID: RightEdge] {
    var edges: [UniqueID: RightEdge] = [:]
    for head in try DeviceHeads(connection).list where head.edge.size > 0 { edges[head.id] = head.edge }
    return edges
  }

  /// Hands the leaves of a device's events after `sequence` and through `last` to `body`, in order.
  ///
  /// `body` gets each with its sequence, and returns whether to go on.
  ///
  /// - Complexity: Two look-ups per run, and a step per event between its first and last position.
  package func forEachLeaf(
    of device: UniqueID, after sequence: UInt64, through last: UInt64,
    _ body: (UInt64, SHA256Digest) throws -> Bool
  ) throws {
    var next = EventReference(device: device, sequence: sequence + 1)
    while next.sequence <= last {
      guard let start = try position(of: next), let key = try reader.surrogates.key(ofDevice: device) else {
        throw EventLogError.damaged("event \(next) cannot be found")
      }
      let statement = try connection.statement(
        "SELECT device, sequence, leaf FROM event WHERE position >= ?1 ORDER BY position")
      defer { statement.reset() }
      try statement.bind(1, start)
      let before = next.sequence
      while next.sequence <= last, try statement.step(), statement.int64(0) == key,
        statement.int64(1) == Int64(next.sequence)
      {
        guard let leaf = statement.withBytes(2, { LogReader.digest($0) }) else {
          throw EventLogError.damaged("a leaf")
        }
        guard try body(next.sequence, leaf) else { return }
        next = EventReference(device: device, sequence: next.sequence + 1)
      }
      if next.sequence == before { throw EventLogError.damaged("event \(next) cannot be found") }
    }
  }

  /// Returns the first event of each run, and its position, in order of arrival.
  ///
  /// A run is a sequence of one device's events at consecutive positions.
  package func runs() throws -> [(first: EventReference, position: Position)] {
    let statement = try connection.statement(
      """
      SELECT d.id, r.first_sequence, r.first_position FROM run r JOIN device d ON d.key = r.device
      ORDER BY r.first_position
      """)
    var runs: [(first: EventReference, position: Position)] = []
    try statement.forEachRow { row in
      guard let device = row.withBytes(0, { LogReader.id($0) }) else { throw EventLogError.damaged("a device") }
      runs.append(
        (first: EventReference(device: device, sequence: UInt64(row.int64(1))), position: row.number(2)))
    }
    return runs
  }
}
