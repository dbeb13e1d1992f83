internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Asks every stream that an action touched what undoes it there.
struct UndoPlanner {
  let book: Book
  let batch: [StoredEvent]
  private(set) var steps: [UndoPlan.Step] = []
  private(set) var remarks: [UndoPlan.Remark] = []
  private var said: Set<UndoPlan.Remark> = []
  /// Groups that this undo brings back or takes away.
  private var groups: [GroupID: Bool] = [:]

  init(book: Book, batch: [StoredEvent]) {
    self.book = book
    self.batch = batch
  }

  mutating func plan() throws {
    var streams: [StreamID] = []
    var events: [StreamID: [StoredEvent]] = [:]
    for event in batch {
      if events[event.stream] == nil { streams.append(event.stream) }
      events[event.stream, default: []].append(event)
    }
    for stream in streams { try plan(stream, events[stream] ?? []) }
    try noteRule()
  }

  /// What was generated behind a command is a batch of its own: who takes that back may have meant the command. Where
  /// nothing of it can go back, that is what to say first.
  private mutating func noteRule() throws {
    guard let generated = batch.first(where: { $0.type == EventType.recurrenceGenerated.rawValue }),
      let cause = generated.cause, cause.device == generated.reference.device,
      let last = try book.batch(of: cause).last, last.reference.sequence + 1 == batch[0].reference.sequence
    else { return }
    note(steps.isEmpty ? .generatedBehind(cause) : .followsRule(cause))
    if steps.isEmpty, let last = remarks.popLast() { remarks.insert(last, at: 0) }
  }

  /// The events of the batch on one stream.
  private mutating func plan(_ stream: StreamID, _ events: [StoredEvent]) throws {
    let known = try book.log.events(of: stream).sorted { $0.foldsBefore($1) }
    guard let first = events.first, let start = known.firstIndex(where: { $0.reference == first.reference })
    else { return }
    let before = StreamFold(kind: stream.kind, events: Array(known[..<start]))
    let now = StreamFold(kind: stream.kind, events: known)
    var context = UndoContext(today: book.today)
    context.undoneBy = Self.undoings(in: known)
    context.later = later(than: start, in: known, context.undoneBy)
    switch StreamKind(rawValue: stream.kind) {
    case .transaction:
      let undone = read(events) { if case .transaction(let event) = $0 { event } else { nil } }
      try noteGoneGroups(before.transaction, &context)
      take(now.transaction.undo(undone, before: before.transaction, context), stream, Event.transaction)
    case .group:
      let undone = read(events) { if case .group(let event) = $0 { event } else { nil } }
      try planGroup(GroupID(stream.id), now.group, undone, before.group, context)
    case .category:
      let undone = read(events) { if case .category(let event) = $0 { event } else { nil } }
      let undoing = now.category.undo(undone, before: before.category, context)
      take(undoing, stream, Event.category)
      if let key = now.category.key, undoing.compensations.contains(where: { $0.event == .categoryDeactivated })
      {
        try noteUses(of: key)
      }
    case .rule:
      let undone = read(events) { if case .rule(let event) = $0 { event } else { nil } }
      context.generations = known[start...].filter {
        $0.type == EventType.recurrenceGenerated.rawValue
      }.map(\.reference)
      take(now.rule.undo(undone, before: before.rule, context), stream, Event.rule)
    case .ledger:
      let undone = read(events) { if case .ledger(let event) = $0 { event } else { nil } }
      take(now.ledger.undo(undone, before: before.ledger, context), stream, Event.ledger)
    case nil:
      note(.notUndoable(why: "it is about something that this version does not know"))
    }
  }

  /// What the events of the batch say; one that can't be read is said.
  private mutating func read<Payload>(
    _ events: [StoredEvent], _ payload: (Event) -> Payload?
  ) -> [UndoneEvent<Payload>] {
    events.compactMap { event in
      switch event.passedOver {
      case .redacted: note(.notUndoable(why: "what it said was redacted"))
      case .skipped: note(.notUndoable(why: "every device passes over it"))
      case nil: break
      }
      if event.passedOver != nil { return nil }
      switch EventCodec.current.decode(
        type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
      {
      case .event(let known): return payload(known).map { UndoneEvent(reference: event.reference, event: $0) }
      case .redacted: note(.notUndoable(why: "what it said was redacted"))
      case .unknown: note(.notUndoable(why: "it is of a type or shape that this version does not know"))
      case .unreadable: note(.notUndoable(why: "it can't be read"))
      }
      return nil
    }
  }

  private mutating func take<Payload>(
    _ undoing: Undoing<Payload>, _ stream: StreamID, _ event: (Payload) -> Event
  ) {
    for compensation in undoing.compensations {
      steps.append(
        UndoPlan.Step(
          stream: stream, undoes: compensation.undoes, event: event(compensation.event), follows: nil,
          isByRule: compensation.isByRule))
    }
    for remark in undoing.remarks { note(remark) }
  }

  private mutating func note(_ remark: UndoRemark) {
    let words = remark.words { reference in
      let position = try? book.log.position(of: reference)
      return "event \(position.map { String($0) } ?? reference.description)"
    }
    let remark = UndoPlan.Remark(words: words, isDependent: remark.isDependent)
    if said.insert(remark).inserted { remarks.append(remark) }
  }
}

// MARK: - What came later

extension UndoPlanner {
  /// Per event of a stream the one that undid it, the last where there are several.
  private static func undoings(in events: [StoredEvent]) -> [EventReference: EventReference] {
    let correlations = Dictionary(events.map { ($0.reference, $0.correlation) }) { first, _ in first }
    var undoings: [EventReference: EventReference] = [:]
    for event in events {
      guard let cause = event.cause, let correlation = correlations[cause], correlation != event.correlation,
        EventType(rawValue: event.type)?.canUndo == true
      else { continue }
      undoings[cause] = event.reference
    }
    return undoings
  }

  /// What people did after the batch, without what they undid.
  private func later(
    than start: Int, in events: [StoredEvent], _ undoings: [EventReference: EventReference]
  ) -> [EventReference] {
    guard let correlation = batch.first?.correlation else { return [] }
    func isUndone(_ reference: EventReference) -> Bool {
      undoings[reference].map { !isUndone($0) } ?? false
    }
    let undoing = Set(undoings.values)
    return events[start...].filter {
      $0.correlation != correlation && Actor.isPerson($0.actor) && !undoing.contains($0.reference)
        && !isUndone($0.reference)
    }.map(\.reference)
  }
}

// MARK: - Groups and categories

extension UndoPlanner {
  private mutating func planGroup(
    _ id: GroupID, _ now: GroupState, _ undone: [UndoneEvent<GroupEvent>], _ before: GroupState,
    _ given: UndoContext
  ) throws {
    let goes = undone.contains { item in
      switch item.event {
      case .groupCreated, .groupRestored: true
      case .groupRenamed, .groupDeleted: false
      }
    }
    let held = goes ? try book.members(heldBy: id) : []
    var context = given
    context.held = held.count
    let undoing = now.undo(undone, before: before, context)
    take(undoing, id.stream, Event.group)
    for compensation in undoing.compensations {
      switch compensation.event {
      case .groupRestored: groups[id] = true
      case .groupDeleted: try empty(id, held, undoing: compensation.undoes)
      case .groupCreated, .groupRenamed: break
      }
    }
  }

  /// A group that goes leaves its receipts; those that this undo files or deletes anyway are not filed twice.
  private mutating func empty(_ id: GroupID, _ held: [TransactionID], undoing reference: EventReference) throws
  {
    groups[id] = false
    let deletion = steps.count - 1
    let inBatch = Set(batch.map(\.stream))
    let others = held.filter { !inBatch.contains($0.stream) }
    if !others.isEmpty { note(.holds(receipts: others.count)) }
    for transaction in others {
      steps.append(
        UndoPlan.Step(
          stream: transaction.stream, undoes: reference,
          event: .transaction(.transactionFiled(TransactionFiled(from: id, to: nil))), follows: deletion,
          isByRule: false))
    }
  }

  /// Says whether the group where a transaction was before is deleted and stays so.
  private mutating func noteGoneGroups(_ before: TransactionState, _ context: inout UndoContext) throws {
    guard let group = before.group.value else { return }
    if groups[group] == nil { groups[group] = try book.groupRow(group)?.isDeleted != true }
    if groups[group] == false { context.goneGroups.insert(group) }
  }

  private mutating func noteUses(of key: String) throws {
    var filter = TransactionFilter.everything
    filter.stages = [.draft, .saved]
    filter.categories = [key]
    let count = try book.transactions(filter, page: PageRequest(limit: 1)).matching
    if count > 0 { note(.inUse(transactions: count)) }
  }
}
