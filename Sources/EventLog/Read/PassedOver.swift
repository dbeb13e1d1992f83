package import LedgerBytes
internal import LedgerSQLite

/// The request on record that folds ignore an event.
package enum PassedOver: String, Hashable, Sendable {
  /// An `EventRedacted` names it: its content was erased.
  case redacted
  /// An `EventSkipped` names it: programs that cannot read the event ignore it. For others the request has no effect.
  case skipped
}

/// The events that an `EventRedacted` or `EventSkipped` names.
///
/// The request counts from the moment it is on record, for every position and for events that arrive later. What the
/// ledger rests on is exempt: its creation, and these requests themselves.
struct PassedOverEvents {
  private var reasons: [EventReference: PassedOver] = [:]
  /// The version of the ledger's stream up to which requests are known.
  private var version: StreamVersion = 0

  /// The names of the two events.
  private static let redacted = "EventRedacted"
  private static let skipped = "EventSkipped"
  /// The kind of the ledger's own stream.
  static let ledgerKind = "ledger"
  private static let ledgerCreated = "LedgerCreated"

  /// Whether no event is passed over.
  var isEmpty: Bool { reasons.isEmpty }

  /// Forgets everything, for a transaction that was rolled back.
  mutating func forget() { self = PassedOverEvents() }

  /// Reads the requests that were recorded since the last call.
  ///
  /// - Complexity: One look-up in a log without requests, as nearly every log is. Otherwise O(new events of the
  ///   ledger).
  mutating func refresh(_ connection: Connection) throws {
    let types = try connection.statement(
      "SELECT EXISTS (SELECT 1 FROM type WHERE name IN ('EventRedacted', 'EventSkipped'))")
    guard try types.firstInt64() == 1 else {
      if version > 0 { forget() }
      return
    }
    let last: StreamVersion =
      try connection.statement(
        "SELECT ifnull(max(e.version), 0) FROM event e WHERE e.stream = (\(Self.stream))"
      )
      .firstNumber() ?? 0
    if last == version { return }
    if last < version { forget() }
    let statement = try connection.statement(
      """
      SELECT t.name, e.payload FROM event e JOIN type t ON t.key = e.type
      WHERE e.stream = (\(Self.stream)) AND e.version > ?1 AND e.schema = 1 AND e.payload IS NOT NULL
      AND t.name IN ('EventRedacted', 'EventSkipped') ORDER BY e.version
      """)
    try statement.bind(1, version)
    try statement.forEachRow { row in
      let reason = row.string(0).hasSameBytes(as: Self.redacted) ? PassedOver.redacted : .skipped
      guard let reference = row.withBytes(1, { Self.reference($0) }) else { return }
      if reasons[reference] != .redacted { reasons[reference] = reason }
    }
    version = last
  }

  private static let stream = """
    SELECT s.key FROM stream s WHERE s.kind = (SELECT key FROM kind WHERE name = 'ledger')
    AND s.id = (SELECT id FROM ledger)
    """

  /// Returns the request that folds ignore an event of that type, or `nil` if there is no request.
  func reason(_ reference: EventReference, type: @autoclosure () throws -> String) rethrows -> PassedOver? {
    guard !reasons.isEmpty, let reason = reasons[reference] else { return nil }
    let type = try type()
    let isExempt = [Self.redacted, Self.skipped, Self.ledgerCreated].contains { type.hasSameBytes(as: $0) }
    return isExempt ? nil : reason
  }

  /// The events that are redacted, whatever their types, in order.
  var redactions: [EventReference] { reasons.filter { $0.value == .redacted }.keys.sorted() }

  /// The events that an `EventSkipped` names, whatever their types, in order.
  var skips: [EventReference] { reasons.filter { $0.value == .skipped }.keys.sorted() }

  /// Whether an event's redaction is on record, whatever its type.
  func isRedacted(_ reference: EventReference) -> Bool { reasons[reference] == .redacted }

  /// Whether an `EventSkipped` names an event, whatever its type.
  func isSkipped(_ reference: EventReference) -> Bool { reasons[reference] == .skipped }

  /// Returns the event that a request names, or `nil` if the request cannot be read.
  private static func reference(_ payload: UnsafeRawBufferPointer) -> EventReference? {
    var reader = JSONReader(payload)
    var (device, sequence): (UniqueID?, UInt64?)
    var (events, reasons) = (0, 0)
    do throws(JSONError) {
      try reader.readObject { (reader, key) throws(JSONError) in
        switch key {
        case "event":
          events += 1
          try reader.readObject { (reader, key) throws(JSONError) in
            switch key {
            case "device": device = UniqueID(try reader.readString())
            case "sequence":
              let number = try reader.readInteger()
              sequence = number.magnitude < 1 << 53 ? UInt64(exactly: number) : nil
            default: try reader.skipValue()
            }
          }
        case "why":
          // A reason that no fold reads makes the request unreadable here too, or two devices would differ.
          let text = try reader.readText()
          let written = text.rawBytes.count
          let isShort =
            written <= EventLimits.textBytes
            || written <= 2 * EventLimits.textBytes && text.string.utf8.count <= EventLimits.textBytes
          reasons += isShort ? 1 : 2
        default: try reader.skipValue()
        }
      }
      try reader.finish()
    } catch {
      return nil
    }
    guard events == 1, reasons == 1, let device, let sequence else { return nil }
    return EventReference(device: device, sequence: sequence)
  }
}

extension LedgerLog {
  /// Whether an `EventSkipped` names an event, whatever its type.
  package func isSkipped(_ reference: EventReference) throws -> Bool {
    try reader.passedOver.refresh(connection)
    return reader.passedOver.isSkipped(reference)
  }

  /// Returns the events that an `EventSkipped` names, in order. They need not be here.
  package func skips() throws -> [EventReference] {
    try reader.passedOver.refresh(connection)
    return reader.passedOver.skips
  }

  /// Returns the events that an `EventRedacted` on record names, whatever their types, in order.
  package func redactions() throws -> [EventReference] {
    try reader.passedOver.refresh(connection)
    return reader.passedOver.redactions
  }

  /// Whether the content of an event of that type must be erased.
  package func isErased(_ reference: EventReference, type: String) throws -> Bool {
    try reader.passedOver.refresh(connection)
    return reader.passedOver.reason(reference, type: type) == .redacted
  }

  /// Whether an `EventRedacted` names an event, whatever its type.
  package func isRedacted(_ reference: EventReference) throws -> Bool {
    try reader.passedOver.refresh(connection)
    return reader.passedOver.isRedacted(reference)
  }
}
