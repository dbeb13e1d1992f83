import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import events_bench

/// Replays a generated ledger command by command.
///
/// The result of `decide` on the state that the author had seen must be the recorded events.
private struct Replay {
  let log: LedgerLog
  var streams: [StreamID: [StoredEvent]] = [:]
  var categories: [String: CategoryRow] = [:]
  var groups: [GroupID: GroupRow] = [:]
  var decided = 0

  init(_ log: LedgerLog) throws {
    self.log = log
    try log.forEachStream(through: .max) { keyed, events in
      let fold = StreamFold(kind: keyed.stream.kind, events: events)
      if case .category(let state) = fold.state, let row = CategoryRow(state) { categories[row.key] = row }
    }
  }

  mutating func run() throws {
    var batch: [StoredEvent] = []
    try log.forEachEvent { event in
      if let last = batch.last, last.correlation != event.correlation {
        try check(batch)
        batch = []
      }
      batch.append(event)
    }
    try check(batch)
  }

  /// The state of a stream that the author of an event had seen.
  private func state(seenBy event: StoredEvent) -> StreamFold {
    let seen = (streams[event.stream] ?? []).filter { event.context.saw($0.reference) }
    return StreamFold(kind: event.stream.kind, events: seen)
  }

  private mutating func check(_ batch: [StoredEvent]) throws {
    let first = batch[0]
    let local = (first.recordedAtMilliseconds + Int64(first.offsetMinutes) * 60_000) / 86_400_000
    let context = DecisionContext(
      today: CivilDate(dayNumber: Int32(local)), categories: categories, groups: groups)
    let events = try batch.map { try #require($0.decoded) }
    var expected: [LedgerEvent]
    switch events[0] {
    case .transaction:
      let command = try #require(Self.command(events.compactMap(\.transaction)))
      expected = try state(seenBy: first).transaction.decide(
        command, id: TransactionID(first.stream.id), context
      ).map { .transaction($0) }
      if case .rule(.ruleCreated(let created))? = events.dropFirst().first {
        let template = TransactionID(first.stream.id)
        var recorded = TransactionState()
        if case .transaction(let event) = events[0] { recorded.evolve(event, first.context) }
        let decision = try RuleState.create(
          from: template, recorded, Cadence(frequency: created.terms.frequency), [],
          id: RuleID(batch[1].stream.id), context)
        expected += decision.expected
      }
    case .group(let event):
      let id = GroupID(first.stream.id)
      let members = batch.dropFirst().map {
        GroupMember(id: TransactionID($0.stream.id), state: state(seenBy: $0).transaction)
      }
      let decision = try state(seenBy: first).group.decide(
        Self.command(event), id: id, members: members, today: context.today)
      expected = decision.event.map { [.group($0)] } ?? []
      expected += decision.consequences.map { .transaction($0.event) }
      if case .groupDeleted = event { try checkNobodyIsLeft(in: id, members.map(\.id)) }
    case .category(let event):
      guard case .categoryAdded(let added) = event else { throw Unexpected() }
      expected = try CategoryState().decide(
        .add(name: added.name, key: nil, emoji: nil, kinds: []), key: added.key
      ).map { .category($0) }
    case .rule(.ruleSplit(let split)):
      let id = RuleID(first.stream.id)
      guard case .rule(.ruleCreated(let created))? = events.last else { throw Unexpected() }
      expected = try state(seenBy: first).rule.decide(
        .split(on: split.date, [.money(created.terms.money)]), id: id, siblings: series(of: id).rules, context
      ).expected
    case .rule(.recurrenceGenerated(let generated)):
      // What Book.generate does with a year of which nothing was made.
      let series = series(of: RuleID(first.stream.id))
      expected = series.plans(in: generated.from...generated.through) { _ in nil }.filter { !$0.isEmpty }
        .flatMap {
          plan in
          [.rule(.recurrenceGenerated(plan.event(of: series.id, on: context.today)))]
            + series.recorded(plan.made, following: plan, on: context.today).map {
              .transaction(.transactionRecorded($0))
            }
        }
      #expect(!generated.made.isEmpty && first.cause == generated.revision.reference)
    case .rule, .account, .budget, .goal, .copy: throw Unexpected()
    case .ledger(let event):
      if case .deviceJoined = event {
        expected = events
      } else {
        guard case .ledgerCreated(let created) = event else { throw Unexpected() }
        let command = LedgerCommand.create(
          device: created.device, currency: created.currency, locale: created.locale, weeks: created.weeks)
        expected = try LedgerState().decide(command, today: context.today).map { .ledger($0) }
        expected += FixedCategories.all.map { .category(.categoryAdded($0)) }
      }
    }
    #expect(events == expected, "the batch at position \(first.position)")
    for event in batch {
      streams[event.stream, default: []].append(event)
      if event.stream.kind == "group" {
        let id = GroupID(event.stream.id)
        groups[id] = GroupRow(id, StreamFold(kind: "group", events: streams[event.stream] ?? []).group)
      }
    }
    decided += 1
  }

  /// The rules of a series, as far as they are on record.
  private func series(of rule: RuleID) -> RuleSeries {
    let states = streams.filter { $0.key.kind == "rule" }.map { stream, events in
      RuleSeries.Member(id: RuleID(stream.id), state: StreamFold(kind: stream.kind, events: events).rule)
    }
    let series = states.first { $0.id == rule }?.state.series ?? rule
    return RuleSeries(id: series, rules: states.filter { $0.state.series == series })
  }

  /// A group's deletion takes every transaction that it held along.
  private func checkNobodyIsLeft(in group: GroupID, _ members: [TransactionID]) throws {
    let held = streams.filter { stream, events in
      guard stream.kind == "transaction" else { return false }
      let state = StreamFold(kind: stream.kind, events: events).transaction
      return state.group.value == group && state.stage != .deleted
    }
    #expect(Set(held.keys.map { TransactionID($0.id) }) == Set(members))
  }

  /// The command that a person gave, from what came of it.
  private static func command(_ events: [TransactionEvent]) -> TransactionCommand? {
    switch events[0] {
    case .receiptCaptured(let captured):
      var request = CaptureRequest(
        source: captured.source, attachments: captured.attachments, name: captured.name)
      if case .transactionFiled(let filed) = events.last { request.group = filed.to }
      if case .extractionFailed(let failed) = events[1] {
        request.recognition = .failed(engine: failed.engine, reason: failed.reason)
      } else if case .textRecognized(let text) = events[1], case .extractionCompleted(let read) = events[2] {
        request.recognition = .read(text, read)
      }
      return .capture(request)
    case .transactionRecorded(let recorded):
      var request = RecordRequest(
        kind: recorded.kind, money: recorded.money, date: recorded.date, vendor: recorded.vendor,
        category: recorded.category, payment: recorded.payment, account: recorded.account)
      if case .transactionFiled(let filed) = events.last { request.group = filed.to }
      return .record(request)
    case .fieldConfirmed(let confirmed):
      return .confirm(
        events.map { if case .fieldConfirmed(let event) = $0 { event.field } else { confirmed.field } })
    case .alternatePicked(let picked): return .pick(picked.field, number: 2)
    case .fieldCorrected(let corrected): return .correct(corrected.field, corrected.to)
    case .receiptSaved: return .save
    case .receiptDiscarded: return .discard
    case .transactionFiled(let filed): return .file(filed.to)
    case .tagsChanged(let tags): return .tag(add: tags.added, remove: tags.removed)
    case .flagsChanged(let flags):
      return .flag([flags.reimbursed?.to == true ? .reimbursed : .unreimbursed])
    case .transactionCleared: return .clear(true)
    case .transactionUncleared: return .clear(false)
    case .transactionDeleted: return .delete
    case .transactionRestored: return .restore
    case .transactionUnlinkedFromRule: return .unlink
    case .transactionLinkedToRule, .attachmentAdded, .attachmentRemoved, .fieldReverted, .receiptReopened,
      .textRecognized, .extractionCompleted, .extractionFailed, .extractionCancelled, .lineItemAdded,
      .lineItemChanged, .lineItemRemoved, .duplicateDismissed, .duplicateReopened, .extractionProposed,
      .proposalAccepted, .proposalRejected, .bankRowLinked, .bankRowUnlinked, .transactionMerged,
      .transferRecorded, .transferChanged:
      return nil
    }
  }

  private static func command(_ event: GroupEvent) -> GroupCommand {
    switch event {
    case .groupCreated(let created): .create(name: created.name)
    case .groupRenamed(let renamed): .rename(to: renamed.to)
    case .groupDeleted(let deleted): .delete(deleted.disposition)
    case .groupRestored: .restore
    case .groupExported: preconditionFailure("a generated ledger exports nothing")
    }
  }
}

private struct Unexpected: Error {}

extension RuleDecision {
  /// Its events in the form of the log.
  fileprivate var expected: [LedgerEvent] {
    events.map { .rule($0.event) } + consequences.map { .transaction($0.event) }
  }
}

extension StoredEvent {
  fileprivate var decoded: LedgerEvent? {
    let decoded = EventCodec.current.decode(
      type: type, schema: schema, streamKind: stream.kind, payload: payload)
    if case .event(let event) = decoded { return event } else { return nil }
  }
}

extension LedgerEvent {
  fileprivate var transaction: TransactionEvent? {
    if case .transaction(let event) = self { event } else { nil }
  }
}

@Test(
  "Every command of a generated ledger is one that decide carries out just so", arguments: [(1, 0), (4, 200)])
func everyCommandIsLegal(devices: Int, late: Int) throws {
  var plan = GeneratorPlan(size: .events(12_000), seed: 21)
  plan.devices = devices
  plan.late = late
  let folder = NSTemporaryDirectory() + "events-bench-\(UUID().uuidString)"
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let generator = try Generator(plan, folder: folder)
  try generator.run()
  var replay = try Replay(generator.log)
  try replay.run()
  #expect(replay.decided > 5_000)
}
