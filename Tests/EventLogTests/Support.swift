import EventLog
import LedgerBytes
import LedgerSQLite
@_exported public import LedgerTestSupport
import Testing

let ledgerA = UniqueID(high: 0x1ed9_e200_0000_4000, low: 0x8000_0000_0000_0001)
let deviceA = UniqueID(high: 0xa000_0000_0000_4000, low: 0x8000_0000_0000_000a)
let deviceB = UniqueID(high: 0xb000_0000_0000_4000, low: 0x8000_0000_0000_000b)
let deviceC = UniqueID(high: 0xc000_0000_0000_4000, low: 0x8000_0000_0000_000c)
let june = WallClock(milliseconds: 1_781_430_000_000, offsetMinutes: 120)

func stream(_ number: UInt64, _ kind: String = "transaction") -> StreamID {
  StreamID(kind: kind, id: UniqueID(high: 0x57ea_0000_0000_4000, low: 0x8000_0000_0000_0000 | number))
}

func draft(
  _ number: UInt64, _ type: String = "ReceiptCaptured", payload: String = #"{"on":"2026-06-14"}"#,
  cause: EventDraft.Cause? = nil, basedOn: StreamVersion? = nil, expecting: EventDraft.ExpectedVersion = .any
) -> EventDraft {
  EventDraft(
    stream: stream(number), type: type, schema: 1, payload: Array(payload.utf8), actor: "user/anna",
    cause: cause,
    basedOnVersion: basedOn, expecting: expecting)
}

let correlation = UniqueID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)

func salts(seed: UInt64 = 1) -> () -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  return { (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) } }
}

extension LedgerLog {
  @discardableResult
  func append(_ drafts: [EventDraft], clock: WallClock = june) throws -> [StoredEvent] {
    try write {
      try $0.append(drafts, correlation: UniqueID.random(), clock: clock, salts: LedgerLog.randomSalt)
    }
  }

  func all() throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    try forEachEvent { events.append($0) }
    return events
  }

  func takeIn(_ events: [StoredEvent]) throws -> TakeInResult {
    try takeIn(events.map(\.envelope), receivedAtMilliseconds: june.milliseconds + 1)
  }
}

func log(_ folder: TemporaryFolder, _ name: String = "a", device: UniqueID = deviceA) throws -> LedgerLog {
  try LedgerLog.create(at: folder.file(name), ledger: ledgerA, device: device, clock: june)
}

/// Opens the log's file as anyone could, without our settings.
func raw(_ log: LedgerLog) throws -> Connection {
  try Connection(path: log.folder + "/log.sqlite", mode: .readWrite)
}
