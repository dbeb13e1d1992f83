import EventLog
import LedgerBytes
import Testing

@testable import events

extension Ledger {
  /// What another device records, which knows the ledger as it is and nothing of what comes.
  func recordedElsewhere(_ arguments: [String], _ more: [String]...) throws -> [ForeignEvent] {
    let other = folder + "/other"
    let log = try LedgerLog.open(path, mode: .readOnly)
    var known: [ForeignEvent] = []
    try log.forEachEvent { known.append($0.envelope) }
    let copy = try LedgerLog.create(at: other, ledger: log.ledgerID, device: UniqueID.random())
    _ = try copy.takeIn(known, receivedAtMilliseconds: 1)
    try copy.close()
    try log.close()
    let tool = Tool(
      environment: ["EVENTS_LEDGER": other, "USER": "ben"],
      clock: { WallClock(milliseconds: 1_781_440_000_000, offsetMinutes: 120) })
    for command in [arguments] + more {
      let outcome = tool.run(command)
      try #require(outcome.code == .ok, "\(outcome.errors)")
    }
    let changed = try LedgerLog.open(other, mode: .readOnly)
    defer { try? changed.close() }
    var events: [ForeignEvent] = []
    try changed.forEachEvent(after: Position(known.count)) { events.append($0.envelope) }
    return events
  }
}
