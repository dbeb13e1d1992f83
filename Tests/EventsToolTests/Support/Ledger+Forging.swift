import EventLog
import LedgerBytes
import LedgerTestSupport
import Testing

@testable import LedgerDomain
@testable import events

/// A device that forges events, one after the other.
struct Forger {
  static let device = "0badc0de-0000-4000-8000-000000000001"
  let ledger: String
  let device: String
  private(set) var events: [ForgedEvent] = []
  /// 14 June 2026, noon UTC: after all that a test's ledger recorded by then.
  private var clock: UInt64 = 1_781_438_400_000

  init(_ ledger: String, device: String = Self.device) {
    self.ledger = ledger
    self.device = device
  }

  /// Forges the next event of the device.
  @discardableResult
  mutating func add(
    _ type: String, on kind: String, _ stream: String, _ payload: String, schema: UInt32 = 1,
    at milliseconds: UInt64? = nil, actor: String = "user/mallory"
  ) -> ForgedEvent {
    clock += 1_000
    var event = ForgedEvent(
      device: device, UInt64(events.count + 1), at: milliseconds ?? clock, type, on: kind, stream, payload,
      schema: schema)
    event.ledger = ledger
    event.actor = actor
    events.append(event)
    return event
  }

  /// A recorded expense of 10.00 EUR on 12 June 2026, with other members in addition.
  @discardableResult
  mutating func record(_ stream: String, _ members: String = "", units: String = "1000") -> ForgedEvent {
    let parts = [
      #""amount":{"currency":"EUR","minorUnits":\#(units)}"#, members, #""date":"2026-06-12""#,
      #""kind":"expense""#, #""on":"2026-06-12""#, #""origin":"manual""#, #""tags":[]"#,
    ]
    return add(
      "TransactionRecorded", on: "transaction", stream,
      "{\(parts.filter { !$0.isEmpty }.joined(separator: ","))}",
      schema: 3)
  }

  /// The lines of all of them.
  var lines: String { events.map(\.line).joined() }
}

extension Ledger {
  /// The identifier of the ledger itself.
  func ledgerID() throws -> String {
    let log = try LedgerLog.open(path, mode: .readOnly)
    defer { try? log.close() }
    return log.ledgerID.description
  }

  /// Imports lines of events.
  @discardableResult
  func take(_ lines: String) -> Tool.Outcome { run(["import", "--format", "ndjson", "-"], input: lines) }

  /// A forger of events of this ledger.
  func forger(_ device: String = Forger.device) throws -> Forger { Forger(try ledgerID(), device: device) }

  /// Every screen that shows what the models hold, from one ledger, without what is local.
  func screens() throws -> [String] {
    try [
      ["receipts"], ["groups"], ["category", "list"], ["rule", "list"],
      ["analysis", "--kind", "expense", "--all"],
      ["drafts"],
      ["receipts", "--counts"],
    ].map { command in
      let outcome = run(command + ["--json"])
      try #require(outcome.code == .ok, "\(command): \(outcome.errors)")
      return outcome.output
    }
  }

  /// Fails where the models differ from what building them again gives.
  func expectSoundModels(_ place: SourceLocation = #_sourceLocation) {
    let check = run("rebuild", "--check")
    #expect(check.code == .ok, "\(check.output)\(check.errors)", sourceLocation: place)
  }
}

extension ForgedEvent {
  /// A stream's identifier that a test can tell apart.
  static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "f0f0f0f0-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.utf8.count) + digits
  }
}

/// Removes the content of an event, and records it.
func redact(_ event: EventReference, in log: LedgerLog) throws {
  let redaction = LedgerEvent.ledger(.eventRedacted(SettingsEvent.EventRedacted(event: event, why: "asked")))
  let draft = EventDraft(
    stream: StreamID(kind: "ledger", id: log.ledgerID), type: redaction.type.rawValue,
    schema: EventCodec.current.schema(of: redaction.type), payload: EventCodec.current.encode(redaction),
    actor: "user/anna")
  _ = try log.write { writer in
    _ = try writer.append([draft], correlation: .random(), clock: .now(), salts: LedgerLog.randomSalt)
    try writer.redact(event)
  }
}
