public import LedgerBytes
internal import LedgerSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// One event as a projector reads it: what stands first in its row, where it stands. Valid inside the step only.
///
/// Integer keys stand for stream and type, as in the log; nothing is copied until it is asked for.
public struct EventRow {
  /// The key of its stream.
  public let stream: Int64
  /// Where it stands here.
  public let position: Int64
  /// The key of its type: `LedgerLog.typeName(key:)`.
  public let type: Int64
  /// The version of its payload's shape.
  public let schema: UInt32
  /// Who recorded it, and its number there.
  public let reference: EventReference
  /// When, by the hybrid clock.
  public let time: HybridTime
  /// Who: kind, and a name where there is one.
  public let actor: String
  /// What its author had seen of this stream from other devices, in device order.
  public let seen: [EventReference]
  /// The event that made it necessary.
  public let cause: EventReference?
  private let statement: Statement

  /// Columns that a row is read from. A condition on `event` follows.
  static let select = """
    SELECT stream, position, type, schema, device, sequence, time, payload, cause_device, cause_sequence, seen, actor
    FROM event
    """

  static let selectOfStream = select + " WHERE stream = ?1 AND position <= ?2 ORDER BY version"

  init(_ row: Statement, _ surrogates: Surrogates, _ actors: inout ActorNames) throws {
    statement = row
    stream = row.int64(0)
    position = row.int64(1)
    type = row.int64(2)
    schema = UInt32(truncatingIfNeeded: row.int64(3))
    reference = EventReference(
      device: try surrogates.device(row.int64(4)), sequence: UInt64(bitPattern: row.int64(5)))
    time = HybridTime(rawValue: UInt64(bitPattern: row.int64(6)))
    cause =
      row.isNull(8)
      ? nil
      : EventReference(device: try surrogates.device(row.int64(8)), sequence: UInt64(bitPattern: row.int64(9)))
    if row.isNull(10) {
      seen = []
    } else {
      guard let references = row.withBytes(10, { LogReader.references($0) }) else {
        throw EventLogError.damaged("what the event at position \(position) had seen has the wrong length")
      }
      seen = references
    }
    actor = row.withBytes(11) { actors.name($0) }
  }

  /// Whether its payload was taken out for good.
  public var isRedacted: Bool { statement.isNull(7) }

  /// Hands over the payload's bytes where they are; none where it was redacted.
  public func withPayload<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result { try statement.withBytes(7, body) }
}

@available(*, unavailable)
extension EventRow: Sendable {}

/// Names that come again and again, so that reading a row makes no text. Kept by who reads many rows.
public struct ActorNames {
  private var known: [(bytes: [UInt8], name: String)] = []
  private var next = 0

  /// None known so far.
  public init() {}

  mutating func name(_ bytes: UnsafeRawBufferPointer) -> String {
    guard let start = bytes.baseAddress else { return "" }
    for entry in known where entry.bytes.count == bytes.count {
      let isSame = entry.bytes.withUnsafeBytes { known in
        known.baseAddress.map { memcmp($0, start, bytes.count) == 0 } ?? true
      }
      if isSame { return entry.name }
    }
    let name = String(decoding: bytes, as: UTF8.self)
    let entry = (bytes: Array(bytes), name: name)
    if known.count < 16 {
      known.append(entry)
    } else {
      known[next] = entry
      next = (next + 1) & 15
    }
    return name
  }
}

extension LedgerLog {
  /// The name of a type's key.
  public func typeName(key: Int64) throws -> String { try reader.surrogates.type(key) }

  /// Hands every event up to a position to `body`, stream by stream in the order of their keys, by version within a
  /// stream. `stream` is called before the first event of each.
  ///
  /// - Complexity: O(events), without an allocation per event.
  public func forEachRowByStream(
    through last: Int64 = .max, stream begin: (KeyedStream) throws -> Void, _ body: (EventRow) throws -> Void
  ) throws {
    var actors = ActorNames()
    try forEachRow(ofKeys: 1 ... .max, through: last, actors: &actors, stream: begin, body)
  }

  /// Hands the events of one stream up to a position to `body`, by version.
  ///
  /// - Complexity: O(events of the stream), without an allocation per event.
  public func forEachRow(
    ofKey key: Int64, through last: Int64, actors: inout ActorNames, _ body: (EventRow) throws -> Void
  ) throws {
    let rows = try connection.statement(EventRow.selectOfStream)
    defer { rows.reset() }
    try rows.bind(1, key)
    try rows.bind(2, last)
    while try rows.step() { try body(try EventRow(rows, reader.surrogates, &actors)) }
  }
}
