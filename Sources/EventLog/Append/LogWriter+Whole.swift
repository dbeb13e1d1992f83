internal import LedgerBytes
internal import LedgerSQLite

extension LogWriter {
  /// Refuses a log from which rows were deleted: what is appended would follow events that are gone.
  ///
  /// - Complexity: O(devices), and in logs of up to `countedEventsMax` events O(pages of an index).
  static func requireWhole(_ connection: Connection, _ heads: DeviceHeads, _ last: Position) throws {
    let recorded = heads.eventCount
    var found = last.rawValue
    if last.rawValue <= countedEventsMax {
      found = try LogSchema.number("SELECT count(*) FROM event", connection)
    }
    guard UInt64(clamping: found) == recorded, UInt64(clamping: last.rawValue) == recorded else {
      throw EventLogError.damaged(
        "\(found) events are in it, and its devices recorded \(recorded): rows were deleted")
    }
  }

  /// The number of events up to which a writer counts them.
  ///
  /// Counting 100,000 took 1.2 ms, and a command takes some 11 ms. Larger logs are counted by `verify` and `compare`.
  private static let countedEventsMax: Int64 = 20_000
}
