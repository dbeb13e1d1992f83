import Foundation
import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Testing

/// Compares the rows and payloads of a thousand random histories with digests in `Fixtures/folds`.
///
/// Ids, clocks and contents come from the seed. A sample runs each time, and `LEDGER_GOLDEN_HISTORIES` sets its size.
/// `EVENTS_UPDATE_GOLDEN=1` writes all digests again: only if a fold is meant to change.
@Suite("Random histories against digests of earlier rows")
struct HistoryGoldenTests {
  private static let count = 1_000
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/folds/random-histories.txt").standardizedFileURL

  @Test("Every seed gives the rows and the payloads that it gave before")
  func digests() throws {
    let environment = ProcessInfo.processInfo.environment
    if environment["EVENTS_UPDATE_GOLDEN"] == "1" {
      let lines = (1...UInt64(Self.count)).map { "\($0) \(GoldenHistory(seed: $0).digest)" }
      try FileManager.default.createDirectory(
        at: Self.file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.file)
    }
    let lines = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n")
    try #require(lines.count == Self.count)
    let asked = environment["LEDGER_GOLDEN_HISTORIES"].flatMap(Int.init) ?? 60
    // Spread over the file, so that a small sample meets seeds of every part.
    let step = max(1, Self.count / max(1, asked))
    var different: [Substring] = []
    for line in stride(from: 0, to: Self.count, by: step).map({ lines[$0] }) {
      let parts = line.split(separator: " ")
      let seed = try #require(UInt64(parts[0]))
      if GoldenHistory(seed: seed).digest != parts[1] { different.append(parts[0]) }
    }
    #expect(different.isEmpty, "\(different.count) seeds give other rows: \(different.prefix(9))")
  }
}

/// One random history: streams of every kind with random events, and a transaction that people work on.
private struct GoldenHistory {
  private var generator: SeededGenerator
  private var events: CodecEvents
  private(set) var lines: [String] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    events = CodecEvents(seed: seed &+ 1_000_000)
    events.drawsLaterMembers = false
    for _ in 0..<3 { foldTransaction() }
    foldRule()
    foldOthers()
    decide()
  }

  /// Sixteen hexadecimal digits over all lines.
  var digest: String {
    String(SHA256.hash(Array(lines.joined(separator: "\n").utf8)).description.prefix(16))
  }

  /// The event after encoding and decoding, or `nil` if the codec cannot read its own output.
  private mutating func logged(_ event: LedgerEvent) -> LedgerEvent? {
    let payload = EventCodec.current.encode(event)
    lines.append("\(event.type.rawValue) \(String(decoding: payload, as: UTF8.self))")
    guard case .event(let read) = EventCodec.current.decode(event.type, payload) else {
      lines.append("unreadable")
      return nil
    }
    return read
  }

  /// The types that came after the digests were written. Drawing one would change every history.
  private static let later: [EventType] = [
    .groupExported, .rangeExported, .bankRowLinked, .bankRowUnlinked, .transactionMerged, .statementImported,
    .importProfileChanged, .vendorRenamed, .transferRecorded, .transferChanged,
  ]

  private mutating func random(of kind: StreamKind) -> LedgerEvent {
    let types = EventType.allCases.filter { $0.streamKind == kind && !Self.later.contains($0) }
    return events.event(types[Int.random(in: types.indices, using: &generator)])
  }

  private mutating func foldTransaction() {
    var state = TransactionState()
    for context in EvolveTotalTests.history(&generator) + EvolveTotalTests.history(&generator) {
      let event =
        generator.chance(25) ? random(of: .transaction) : .transaction(EvolveTotalTests.event(&generator))
      guard case .transaction(let event)? = logged(event) else { continue }
      state.evolve(event, context)
      lines.append(TransactionRow(Sample.transaction, state).map(GoldenRows.line) ?? "-")
    }
    lines += GoldenRows.lines(TransactionRow(Sample.transaction, state), state)
  }

  private mutating func foldRule() {
    let id = RuleID(UniqueID(high: 5, low: 1))
    var state = RuleState()
    for (index, context) in EvolveTotalTests.history(&generator).enumerated() {
      let event = index == 0 ? events.event(.ruleCreated) : random(of: .rule)
      guard case .rule(let event)? = logged(event) else { continue }
      state.evolve(event, context)
      lines.append(RuleRow(id, state).map(GoldenRows.line) ?? "-")
    }
    lines.append("\(state.isSettled) \(state.overlookedByDeletion.map(\.iso))")
  }

  private mutating func foldOthers() {
    var (group, category, ledger) = (GroupState(), CategoryState(), LedgerState())
    for context in EvolveTotalTests.history(&generator) {
      for kind in [StreamKind.group, .category, .ledger] {
        switch logged(random(of: kind)) {
        case .group(let event): group.evolve(event, context)
        case .category(let event): category.evolve(event, context)
        case .ledger(let event): ledger.evolve(event, context)
        case .transaction, .rule, .account, .budget, .goal, .copy, nil: break
        }
      }
      lines.append(GroupRow(Sample.group, group).map(GoldenRows.line) ?? "-")
      lines.append(CategoryRow(category).map(GoldenRows.line) ?? "-")
      lines.append(LedgerRow(ledger).map(GoldenRows.line) ?? "-")
    }
    lines += ledger.devices.map { "\($0.device) \($0.name) \(GoldenRows.text($0.continues))" }
  }

  /// What random commands on a draft decide, and what undoing a part of it would append.
  private mutating func decide() {
    var scene = Sample.draft(EvolveTotalTests.readings(&generator), assuming: .eur)
    for command in EvolveTotalTests.commands(&generator).prefix(9) {
      let device = SceneDevice.allCases[generator.number(0...2)]
      let sight: Scene<TransactionEvent>.Sight =
        generator.chance(70)
        ? .everything : .only(scene.entries.first.map { [$0.context.reference] } ?? [])
      guard case .events(let decided) = scene.perform(command, by: device, seeing: sight) else {
        lines.append("refused")
        continue
      }
      for event in decided { _ = logged(.transaction(event)) }
      lines.append(scene.row.map(GoldenRows.line) ?? "-")
    }
    lines += GoldenRows.lines(scene.row, scene.state)
    undo(scene)
  }

  private mutating func undo(_ scene: Scene<TransactionEvent>) {
    let first = generator.number(0...scene.entries.count - 1)
    var before = TransactionState()
    for entry in scene.entries[..<first] { before.evolve(entry.event, entry.context) }
    let undone = scene.entries[first...].prefix(generator.number(1...3)).map {
      UndoneEvent(reference: $0.context.reference, event: $0.event)
    }
    let undoing = scene.state.undo(undone, before: before, UndoContext(today: Sample.today))
    for compensation in undoing.compensations {
      lines.append("undoes \(GoldenRows.text(compensation.undoes)) \(compensation.isByRule)")
      _ = logged(.transaction(compensation.event))
    }
    lines.append("remarks \(undoing.remarks.count)")
  }
}
