internal import LedgerBytes
internal import LedgerSQLite

extension LedgerLog {
  /// Checks that each stream has versions 1, 2, 3 … in the order of positions, and its rows of `turn`.
  ///
  /// It reads the unique index by version, and keeps nothing from one stream to the next. SQLite's own check compares
  /// the index with the table. A log of one device is read from the index alone.
  func verifyStreams(deviceCount: Int, _ report: inout VerificationReport) throws {
    var found = report
    defer { report = found }
    let hasTurns = deviceCount > 1
    let walk = try? connection.statement(
      hasTurns
        ? """
        SELECT stream, version, position, device, sequence FROM event INDEXED BY event_by_stream
        ORDER BY stream, version
        """
        : "SELECT stream, version, position, 0, 0 FROM event ORDER BY stream, version")
    guard let walk else { return }  // The index is missing, which the schema's fingerprint has shown.
    var turns = try TurnCursor(connection)
    defer { turns.close() }
    var streams: Int64 = 0
    var last = (
      stream: StreamKey(0), version: StreamVersion(0), position: Position(0), device: Int64(0),
      sequence: Int64(0)
    )
    try walk.forEachRow { row in
      let (stream, version): (StreamKey, StreamVersion) = (row.number(0), row.number(1))
      let position: Position = row.number(2)
      let (device, sequence) = (row.int64(3), row.int64(4))
      if stream != last.stream {
        last = (stream, 0, 0, device, 0)
        streams += 1
      }
      if version != last.version + 1 || position <= last.position {
        found.add(.version, at: position, "version \(version) of its stream where \(last.version + 1) is due")
      }
      if device != last.device {
        try turns.expect(stream, last.version, last.device, last.sequence, &found)
      }
      last = (stream, version, position, device, sequence)
    }
    try turns.expectEnd(&found)
    let keys = try connection.statement("SELECT count(*) = ?1 AND ifnull(max(key), 0) = ?1 FROM stream")
    try keys.bind(1, streams)
    if try keys.firstInt64() != 1 {
      found.add(.stream, "the list of streams is not that of the \(streams) streams that have events")
    }
  }
}

/// Reads `turn` alongside the streams, in the same order.
private struct TurnCursor {
  private let statement: Statement
  private var isAtRow: Bool

  init(_ connection: Connection) throws {
    statement = try connection.statement(
      "SELECT stream, version, device, sequence FROM turn ORDER BY stream, version")
    isAtRow = try statement.step()
  }

  func close() { statement.reset() }

  /// Checks that the next turn is this one. Rows before it are surplus.
  mutating func expect(
    _ stream: StreamKey, _ version: StreamVersion, _ device: Int64, _ sequence: Int64,
    _ report: inout VerificationReport
  ) throws {
    while isAtRow, (statement.number(0), statement.number(1)) < (stream, version) {
      try surplus(&report)
    }
    guard isAtRow, (statement.number(0), statement.number(1)) == (stream, version) else {
      report.add(.turn, "the turn of another device after version \(version) of stream \(stream) is missing")
      return
    }
    if (statement.int64(2), statement.int64(3)) != (device, sequence) {
      report.add(.turn, "the turn after version \(version) of stream \(stream) names another event")
    }
    isAtRow = try statement.step()
  }

  mutating func expectEnd(_ report: inout VerificationReport) throws {
    while isAtRow { try surplus(&report) }
  }

  private mutating func surplus(_ report: inout VerificationReport) throws {
    report.add(
      .turn,
      "stream \(statement.int64(0)) has a turn after version \(statement.int64(1)), and no other device there")
    isAtRow = try statement.step()
  }
}
