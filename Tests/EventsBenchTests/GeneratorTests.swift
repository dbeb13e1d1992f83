import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import events_bench

/// A ledger in a temporary folder, gone with the test.
private struct Generated {
  let folder: String
  let log: LedgerLog

  init(_ plan: GeneratorPlan) throws {
    folder = NSTemporaryDirectory() + "events-bench-\(UUID().uuidString)"
    let generator = try Generator(plan, folder: folder)
    try generator.run()
    log = generator.log
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  func leaves() throws -> SHA256Digest {
    var hasher = SHA256Hasher()
    try log.forEachEvent { event in
      hasher.update(event.leaf.bytes)
      hasher.update(Array("\(event.position) \(event.version) \(event.receivedAtMilliseconds)".utf8))
    }
    return hasher.finalize()
  }
}

private func plan(_ events: Int, seed: UInt64, devices: Int = 1, late: Int = 0) -> GeneratorPlan {
  var plan = GeneratorPlan(size: .events(events), seed: seed)
  plan.devices = devices
  plan.late = late
  return plan
}

@Test("The same seed makes the same events, another seed makes others", arguments: [1, 3])
func sameSeed(devices: Int) throws {
  let first = try Generated(plan(3_000, seed: 7, devices: devices, late: 200))
  let second = try Generated(plan(3_000, seed: 7, devices: devices, late: 200))
  let other = try Generated(plan(3_000, seed: 8, devices: devices, late: 200))
  defer { for ledger in [first, second, other] { ledger.remove() } }
  #expect(try first.leaves() == second.leaves())
  #expect(try first.leaves() != other.leaves())
}

@Test("Exactly as many events as asked for", arguments: [100, 1_234, 20_000])
func exactCount(events: Int) throws {
  let ledger = try Generated(plan(events, seed: 3))
  defer { ledger.remove() }
  #expect(try ledger.log.lastPosition() == Position(events))
}

@Test("As many receipts as asked for, at about 5.4 events each, with 0.8 KB of text")
func receiptCount() throws {
  let ledger = try Generated(GeneratorPlan(size: .receipts(4_000), seed: 5))
  defer { ledger.remove() }
  var captured = 0
  var texts: [Int] = []
  try ledger.log.forEachEvent { event in
    if event.type == "ReceiptCaptured" { captured += 1 }
    if event.type == "TextRecognized" { texts.append(event.payload?.count ?? 0) }
  }
  let perReceipt = Double(try ledger.log.lastPosition().rawValue) / Double(captured)
  #expect(captured == 4_000)
  #expect((5.2...5.7).contains(perReceipt), "\(perReceipt) events per receipt")
  let average = texts.reduce(0, +) / max(1, texts.count)
  #expect((700...900).contains(average), "\(average) bytes of text")
  #expect((4_000...6_500).contains(texts.max() ?? 0), "\(texts.max() ?? 0) bytes at most")
}

@Test(
  "Every stream folds without a problem, and every saved transaction is complete",
  arguments: [(1, 0), (4, 150)])
func folds(devices: Int, late: Int) throws {
  let ledger = try Generated(plan(12_000, seed: 11, devices: devices, late: late))
  defer { ledger.remove() }
  var stages: [TransactionRow.Stage: Int] = [:]
  var conflicts = 0
  try ledger.log.forEachStream(through: .max) { keyed, events in
    let fold = StreamFold(kind: keyed.stream.kind, events: events)
    #expect(fold.problems.isEmpty)
    guard case .transaction(let state) = fold.state else { return }
    let row = try #require(TransactionRow(TransactionID(keyed.stream.id), state))
    stages[row.stage, default: 0] += 1
    conflicts += row.conflictCount
    guard row.stage == .saved else { return }
    #expect(row.date != nil && row.money != nil && row.category != nil)
    #expect(row.payment != nil || row.kind == .income)
  }
  #expect(stages[.saved, default: 0] > 1_500)
  #expect(stages[.draft, default: 0] > 0 && stages[.deleted, default: 0] > 0)
  #expect((conflicts > 0) == (late > 0))
}

@Test("Late events come after newer ones where they are asked for, and only there")
func lateness() throws {
  for (late, expected) in [(0, false), (200, true)] {
    let ledger = try Generated(plan(6_000, seed: 2, devices: 3, late: late))
    defer { ledger.remove() }
    var newest = HybridTime(rawValue: 0)
    var count = 0
    try ledger.log.forEachEvent { event in
      if event.time < newest { count += 1 }
      newest = max(newest, event.time)
    }
    #expect((count > 0) == expected, "\(count) late events for --late \(late)")
  }
}

@Test("Rent follows rules: a transaction for each month, once, the later ones dearer where a rule was split")
func rent() throws {
  let ledger = try Generated(GeneratorPlan(size: .receipts(5_000), seed: 5))
  defer { ledger.remove() }
  var types: [String: Int] = [:]
  var dates: [String: [CivilDate]] = [:]
  var raised = 0
  try ledger.log.forEachStream(through: .max) { keyed, events in
    for event in events where keyed.stream.kind == "rule" { types[event.type, default: 0] += 1 }
    let fold = StreamFold(kind: keyed.stream.kind, events: events)
    guard case .transaction(let state) = fold.state, let link = state.link.value, let date = state.date.value
    else { return }
    dates[link.series.description, default: []].append(date)
    if link.rule != link.series { raised += 1 }
    #expect(state.category.value == "rent" && state.vendor.value == "Hausverwaltung Nord")
  }
  #expect(dates.count == 2)
  for months in dates.values {
    let expected = (0..<months.count).compactMap { months.min()?.adding(months: $0, anchorDay: 1) }
    #expect(months.count > 40 && months.sorted() == expected)
  }
  #expect(raised > 0 && types["RuleSplit", default: 0] > 0 && types["RecurrenceGenerated", default: 0] > 6)
}
