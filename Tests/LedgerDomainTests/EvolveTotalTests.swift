import LedgerBytes
import LedgerTestSupport
import Testing

@testable import LedgerDomain

/// `evolve` never fails, whatever arrives when, and an all-pairs model agrees on what counts.
@Suite("Any events in any order")
struct EvolveTotalTests {
  static let seeds: [UInt64] = [1, 2, 3, 20_260_614]

  @Test("Every event is accepted on every state, and every command is answered", arguments: seeds)
  func total(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      var state = TransactionState()
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        state.evolve(Self.event(&generator), Self.context(&generator))
        if let row = TransactionRow(Sample.transaction, state) {
          #expect(row.attentionCount <= TransactionField.extracted.count, "seed \(seed)")
          #expect(row.tags == row.tags.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, "seed \(seed)")
          #expect((row.stage == .deleted) == state.deletion.isDeleted, "seed \(seed)")
          #expect(row.correctedCount == state.provenance.filter { $0.status == .corrected }.count)
        } else {
          #expect(state.stage == nil && state.origin == nil, "seed \(seed)")
        }
        #expect(!(state.deletion.isDeleted && state.deletion.pending != nil), "seed \(seed)")
      }
      for command in Self.commands(&generator) {
        let first = Outcome { () throws(Rejection) in
          try state.decide(command, id: Sample.transaction, Sample.context)
        }
        guard case .events(let events) = first else { continue }
        for event in events { #expect(Self.isWritable(event), "seed \(seed): \(event)") }
      }
    }
  }

  @Test("A decision is final: repeating the command records nothing new", arguments: seeds)
  func idempotent(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      var scene = Sample.draft(Self.readings(&generator), assuming: .eur)
      for _ in 0..<6 {
        for command in Self.commands(&generator) {
          let device = SceneDevice.allCases.randomElement(using: &generator) ?? .a
          guard case .events = scene.perform(command, by: device) else { continue }
          switch scene.decide(command) {
          case .events(let again): #expect(again == [], "seed \(seed): \(command)")
          case .rejection(let rejection): #expect(Self.meansDone(rejection), "seed \(seed): \(command)")
          }
        }
      }
      if scene.row?.stage == .saved { #expect(scene.row?.money.map(\.minorUnits) != 0, "seed \(seed)") }
    }
  }

  /// Refusals that mean that it was done already.
  static func meansDone(_ rejection: Rejection) -> Bool {
    switch rejection {
    case .isNotDraft(.deleted), .isNotDeleted, .alreadyExists: true
    default: false
    }
  }

  static func isWritable(_ event: TransactionEvent) -> Bool {
    let codec = EventCodec.current
    let payload = codec.encode(.transaction(event))
    guard (try? JSONText.validate(payload, as: .payload)) != nil else { return false }
    let type = event.type
    return codec.decode(
      type: type.rawValue, schema: type.schema, streamKind: type.streamKind.rawValue, payload: payload)
      == .event(.transaction(event))
  }

  @Test(
    "Of the writes to a field those count that no other had seen: an all-pairs model agrees", arguments: seeds)
  func register(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let contexts = Self.history(&generator)
      let values = contexts.map { _ in
        Bool.random(using: &generator) ? Int.random(in: 0...2, using: &generator) : nil
      }
      var register = FieldRegister<Int>()
      for (context, value) in zip(contexts, values) { register.write(value, origin: .set, context) }
      let heads = contexts.indices.filter { index in
        !contexts.contains {
          $0.saw(contexts[index].reference) && ($0.isByPerson || !contexts[index].isByPerson)
        }
      }
      #expect(register.heads.map(\.reference) == heads.map { contexts[$0].reference }, "seed \(seed)")
      let winner = heads.last { contexts[$0].isByPerson } ?? heads.last
      #expect(register.winner?.reference == winner.map { contexts[$0].reference }, "seed \(seed)")
      let others = heads.filter {
        contexts[$0].isByPerson == winner.map { contexts[$0].isByPerson }
          && values[$0] != winner.flatMap { values[$0] }
      }
      #expect(register.conflicts.map(\.reference) == others.map { contexts[$0].reference }, "seed \(seed)")
    }
  }

  @Test(
    "A deletion takes effect if it knew of every change that did not know of it: a model agrees",
    arguments: seeds)
  func deletion(seed: UInt64) {
    enum Deed: CaseIterable { case change, delete, restore }
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let contexts = Self.history(&generator)
      let deeds = contexts.map { _ in Deed.allCases.randomElement(using: &generator) ?? .change }
      var deletion = Deletion()
      for (context, deed) in zip(contexts, deeds) {
        switch deed {
        case .change: deletion.noteChange(context)
        case .delete: deletion.delete(context)
        case .restore: deletion.restore(context)
        }
      }
      let heads = contexts.indices.filter { index in
        deeds[index] != .change
          && !contexts.indices.contains {
            deeds[$0] != .change && contexts[$0].saw(contexts[index].reference)
              && (contexts[$0].isByPerson || !contexts[index].isByPerson)
          }
      }
      func isContested(_ index: Int) -> Bool {
        contexts.indices.contains {
          deeds[$0] != .delete && contexts[$0].isByPerson && $0 != index
            && !contexts[index].saw(contexts[$0].reference) && !contexts[$0].saw(contexts[index].reference)
        }
      }
      let winner = heads.last { contexts[$0].isByPerson } ?? heads.last
      let deletions = heads.filter { deeds[$0] == .delete }
      let isDeleted =
        winner.map { deeds[$0] == .delete } == true && deletions.contains { !isContested($0) }
      #expect(deletion.isDeleted == isDeleted, "seed \(seed): \(deeds) \(contexts)")
      let pending = isDeleted ? nil : deletions.last.map { contexts[$0].reference }
      #expect(deletion.pending == pending, "seed \(seed)")
    }
  }

  @Test("Groups, categories and the ledger take every event too", arguments: seeds)
  func others(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = TextChange(from: nil, to: "x")
    let nothing = TextChange(from: "x", to: nil)
    let reference = EventReference(device: SceneDevice.a.id, sequence: 1)
    let groups: [GroupEvent] = [
      DecideGroupTests.created, .groupRenamed(GroupEvent.Renamed(from: "", to: "")),
      DecideGroupTests.deletion(),
      .groupRestored,
    ]
    let categories: [CategoryEvent] = [
      DecideCategoryTests.added, .categoryDeactivated, .categoryReactivated,
      .categoryChanged(CategoryEvent.Changed(name: nothing, emoji: text, color: nil)),
    ]
    let ledgers: [SettingsEvent] = [
      .ledgerCreated(DecideCategoryTests.creation),
      .defaultsChanged(SettingsEvent.DefaultsChanged(currency: text, payment: text)),
      .defaultsChanged(SettingsEvent.DefaultsChanged(currency: nothing, payment: nothing)),
      .deviceJoined(SettingsEvent.DeviceJoined(name: "x", continues: reference)),
      .eventRedacted(SettingsEvent.EventRedacted(event: reference, why: "")),
      .eventSkipped(SettingsEvent.EventSkipped(event: reference, why: "")),
    ]
    for _ in 0..<150 {
      var group = GroupState()
      var category = CategoryState()
      var ledger = LedgerState()
      for _ in 0..<8 {
        let context = Self.context(&generator)
        if let event = groups.randomElement(using: &generator) { group.evolve(event, context) }
        if let event = categories.randomElement(using: &generator) { category.evolve(event, context) }
        if let event = ledgers.randomElement(using: &generator) { ledger.evolve(event, context) }
        #expect((GroupRow(Sample.group, group) == nil) == (group.createdOn == nil), "seed \(seed)")
        #expect((CategoryRow(category) == nil) == (category.key == nil), "seed \(seed)")
        #expect((LedgerRow(ledger) == nil) == (ledger.created == nil), "seed \(seed)")
      }
    }
  }
}
