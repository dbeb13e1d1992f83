import LedgerBytes
import LedgerSQLite

@testable import EventLog

/// Half past three on 15 June 2025, UTC.
let noon: Int64 = 1_750_001_400_000

/// An identifier that a person can tell apart in a failure.
func id(_ number: UInt64) -> UniqueID {
  UniqueID(high: 0x1111_0000_0000_4000 | number << 48, low: 0x8000_0000_0000_0000 | number)
}

/// Sixteen bytes that follow from a number.
func salt(_ number: UInt64) -> [UInt8] { UniqueID(high: ~number, low: number).bytes }

func draft(
  _ stream: StreamID = stream(1), type: String = "Noted", schema: UInt32 = 1, payload: String = "{}",
  actor: String = "user/anna", cause: EventDraft.Cause? = nil, basedOn: StreamVersion? = nil,
  expecting: EventDraft.ExpectedVersion = .any
) -> EventDraft {
  EventDraft(
    stream: stream, type: type, schema: schema, payload: Array(payload.utf8), actor: actor, cause: cause,
    basedOnVersion: basedOn, expecting: expecting)
}

/// The event that an event was redacted.
func redaction(of reference: EventReference, _ ledger: UniqueID = TestLog.ledger) -> EventDraft {
  draft(
    StreamID(kind: "ledger", id: ledger), type: "EventRedacted",
    payload: #"{"event":{"device":"\#(reference.device)","sequence":\#(reference.sequence)},"why":"asked for"}"#
  )
}

/// A ledger in a folder of its own, its clock in the test's hand.
final class TestLog {
  let temporary: TemporaryFolder
  let log: LedgerLog
  let device: UniqueID
  /// The wall clock.
  var clock = WallClock(milliseconds: noon, offsetMinutes: 120)
  private var salts: UInt64 = 0
  private var batches: UInt64 = 0

  static let ledger = id(999)

  init(device number: UInt64 = 1, ledger: UniqueID = TestLog.ledger, keepsMarks: Bool = false) throws {
    temporary = TemporaryFolder()
    device = id(number)
    log = try LedgerLog.create(
      at: temporary.file("ledger"), ledger: ledger, device: device,
      stateFolder: keepsMarks ? temporary.file("state/events") : nil, clock: clock)
    salts = number << 32
    batches = number << 32
  }

  var folder: String { temporary.file("ledger") }
  var database: String { folder + "/log.sqlite" }
  var head: String { folder + "/log.head" }

  @discardableResult
  func append(_ drafts: [EventDraft], losses: LossPolicy = .refuse) throws -> [StoredEvent] {
    try log.write(losses: losses) { try append(drafts, with: $0) }
  }

  @discardableResult
  func append(_ drafts: EventDraft...) throws -> [StoredEvent] { try append(drafts) }

  func append(_ drafts: [EventDraft], with writer: LogWriter) throws -> [StoredEvent] {
    batches += 1
    return try writer.append(drafts, correlation: id(batches), clock: clock) {
      salts += 1
      return salt(salts)
    }
  }

  @discardableResult
  func takeIn(_ events: [ForeignEvent], stripped: StrippedPolicy = .refuse) throws -> TakeInResult {
    try log.takeIn(events, receivedAtMilliseconds: clock.milliseconds, stripped: stripped)
  }

  /// Takes the payload out of an event, and records that it was.
  func redact(_ reference: EventReference) throws {
    try log.write { writer in
      try writer.redact(reference)
      _ = try append([redaction(of: reference, log.ledgerID)], with: writer)
    }
  }

  /// Everything of this log, as it travels.
  func envelopes() throws -> [ForeignEvent] {
    var events: [ForeignEvent] = []
    try log.forEachEvent { events.append($0.envelope) }
    return events
  }

  /// All events, by position.
  func events() throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    try log.forEachEvent { events.append($0) }
    return events
  }

  /// A second connection to the log, as a foreign tool would open it.
  func tool(recursiveTriggers: Bool = false) throws -> Connection {
    let connection = try Connection(path: database, mode: .readWrite)
    try connection.execute("PRAGMA recursive_triggers = \(recursiveTriggers ? "ON" : "OFF")")
    return connection
  }

  /// Opens the folder again.
  func reopened(_ mode: LedgerLog.Mode = .readWrite) throws -> LedgerLog {
    try LedgerLog.open(folder, mode: mode, stateFolder: log.state?.path)
  }
}

/// The error of the log that the body throws, or `nil` if it throws no such error.
func refusal(_ body: () throws -> Void) -> EventLogError? {
  do {
    try body()
    return nil
  } catch {
    return error as? EventLogError
  }
}

extension ForeignEvent {
  /// The event with other parts, and the leaf of those unless told otherwise.
  func changed(
    reference: EventReference? = nil, time: HybridTime? = nil, stream: StreamID? = nil,
    seen: [EventReference]? = nil, type: String? = nil, cause: EventReference?? = nil, actor: String? = nil,
    salt: [UInt8]? = nil, payload: [UInt8]?? = nil, keepingLeaf: Bool = false
  ) -> ForeignEvent {
    func event(_ leaf: SHA256Digest) -> ForeignEvent {
      ForeignEvent(
        reference: reference ?? self.reference, time: time ?? self.time,
        recordedAtMilliseconds: recordedAtMilliseconds, offsetMinutes: offsetMinutes,
        stream: stream ?? self.stream, seen: seen ?? self.seen, type: type ?? self.type, schema: schema,
        correlation: correlation, cause: cause ?? self.cause, actor: actor ?? self.actor,
        salt: salt ?? self.salt, payload: payload ?? self.payload, leaf: leaf)
    }
    let other = event(leaf)
    return keepingLeaf ? other : event(other.computedLeaf ?? leaf)
  }
}
