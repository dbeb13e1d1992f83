import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import events_bench

@Test("Folding rows in the order of the log is folding events, late ones too", arguments: [(1, 0), (4, 200)])
func rowsFoldAsEventsDo(devices: Int, late: Int) throws {
  var plan = GeneratorPlan(size: .events(8_000), seed: 31)
  plan.devices = devices
  plan.late = late
  let folder = NSTemporaryDirectory() + "events-bench-\(UUID().uuidString)"
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let generator = try Generator(plan, folder: folder)
  try generator.run()
  let log = generator.log
  let bad = EventDraft(
    stream: TransactionID(UniqueID(high: 1, low: 1)).stream, type: "TextRecognized", schema: 1,
    payload: Array(#"{"engine":"x","text":7}"#.utf8), actor: "engine/x")
  var unknown = bad
  unknown.type = "SomethingNew"
  try log.write { writer in
    _ = try writer.append([bad, unknown], correlation: .zero, clock: .now(), salts: LedgerLog.randomSalt)
  }

  for last in [Position.max, 4_321] {
    var expected: [(KeyedStream, StreamFold, Int)] = []
    try log.forEachStream(through: last) { keyed, events in
      expected.append((keyed, StreamFold(kind: keyed.stream.kind, events: events), events.count))
    }
    var index = 0
    try StreamFold.forEach(in: log, through: last) { keyed, fold, count in
      let (stream, other, events) = try #require(index < expected.count ? expected[index] : nil)
      index += 1
      #expect(keyed == stream && count == events)
      #expect(fold.problems == other.problems)
      guard case .transaction(let state) = fold.state else {
        #expect(fold.state == other.state)
        return
      }
      let id = TransactionID(keyed.stream.id)
      #expect(TransactionRow(id, state) == TransactionRow(id, other.transaction))
      #expect(state.provenance == other.transaction.provenance)
    }
    #expect(index == expected.count)
    #expect(last != .max || expected.last?.1.problems.count == 2)
  }
}
