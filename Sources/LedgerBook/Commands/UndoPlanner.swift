internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Plans the undo of an action: collects the compensating events of each stream it touched.
struct UndoPlanner {
  let book: Book
  let batch: [StoredEvent]
  private(set) var steps: [UndoPlan.Step] = []
  private(set) var remarks: [PlacedRemark] = []
  private var noted: Set<PlacedRemark> = []
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
    try moveOpenings(events)
    try noteRule()
  }

  /// Notes that the action was generated after a command of a person.
  ///
  /// A person who undoes it may have meant the command. If nothing of it can go back, this is the first remark.
  private mutating func noteRule() throws {
    guard let generated = batch.first(where: { $0.type == EventType.recurrenceGenerated.rawValue }),
      let cause = generated.cause, cause.device == generated.reference.device,
      let last = try book.batch(of: cause).last, last.reference.sequence + 1 == batch[0].reference.sequence
    else { return }
    note(steps.isEmpty ? .generatedAfter(cause) : .followsRule(cause))
    if steps.isEmpty, let last = remarks.popLast() { remarks.insert(last, at: 0) }
  }

  /// Plans how to undo the batch's events on one stream.
  private mutating func plan(_ stream: StreamID, _ events: [StoredEvent]) throws {
    let known = try book.log.events(of: stream).sorted { $0.foldsBefore($1) }
    guard let first = events.first, let start = known.firstIndex(where: { $0.reference == first.reference })
    else { return }
    guard let before = StreamFold(kind: stream.kind, events: Array(known[..<start])).state,
      let now = StreamFold(kind: stream.kind, events: inEffect(known)).state
    else { return note(.notUndoable(.unknownRecord)) }
    let undone = read(events)
    let held = try held(by: stream, undone)
    var context = UndoContext(today: book.today, held: held.count)
    context.undoneBy = Self.undoings(in: known)
    context.later = later(than: start, in: known, context.undoneBy)
    context.generations = known[start...].filter { $0.type == EventType.recurrenceGenerated.rawValue }
      .map(\.reference)
    if case .transaction(let state) = before { try noteGoneGroups(state, &context) }
    let undoing = now.undo(undone, before: before, context)
    take(undoing, stream)
    for compensation in undoing.compensations {
      try follow(compensation, on: stream, now, held, context.generations)
    }
  }

  /// Returns the events without those that were undone, and without the events that undid them.
  ///
  /// The value before an undone one then counts as the latest again, and undo continues with the action that gave it.
  /// Undo chains that contain an event of this batch are kept, and so is the first event of the record.
  private func inEffect(_ known: [StoredEvent]) -> [StoredEvent] {
    let undoings = Self.undoings(in: known)
    if undoings.isEmpty { return known }
    let undoing = Set(undoings.values)
    let own = Set(batch.map(\.reference))
    var dropped: Set<EventReference> = []
    for (place, event) in known.enumerated()
    where undoings[event.reference] != nil && !undoing.contains(event.reference) && !event.isPausing {
      var chain = [event.reference]
      while let next = undoings[chain[chain.count - 1]] { chain.append(next) }
      guard own.isDisjoint(with: chain) else { continue }
      if !chain.count.isMultiple(of: 2) {
        // A redo brought the first one back.
        dropped.formUnion(chain.dropFirst())
      } else if place > 0 {
        dropped.formUnion(chain)
      }
    }
    return known.filter { !dropped.contains($0.reference) }
  }

  /// Reads the events of the batch, and notes those that cannot be read.
  private mutating func read(_ events: [StoredEvent]) -> [UndoneEvent<LedgerEvent>] {
    events.compactMap { event in
      switch event.ignored {
      case .redacted: note(.notUndoable(.redacted))
      case .skipped: note(.notUndoable(.skipped))
      case nil: break
      }
      if event.ignored != nil { return nil }
      switch EventCodec.current.decode(
        type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
      {
      case .event(let known): return UndoneEvent(reference: event.reference, event: known)
      case .redacted: note(.notUndoable(.redacted))
      case .unknown: note(.notUndoable(.unknownShape))
      case .unreadable: note(.notUndoable(.unreadable))
      }
      return nil
    }
  }

  private mutating func take(_ undoing: Undoing<LedgerEvent>, _ stream: StreamID) {
    for compensation in undoing.compensations {
      steps.append(
        UndoPlan.Step(
          stream: stream, undoes: compensation.undoes, event: compensation.event, follows: nil,
          isByRule: compensation.isByRule))
    }
    for remark in undoing.remarks { note(remark) }
  }

  private mutating func note(_ remark: UndoRemark) {
    let position = remark.reference.flatMap { try? book.log.position(of: $0) }
    let placed = PlacedRemark(remark, position: position)
    if noted.insert(placed).inserted { remarks.append(placed) }
  }
}

extension StoredEvent {
  /// Whether it begins or ends a pause of a rule, whose undoing names the pause itself.
  fileprivate var isPausing: Bool {
    let decoded = EventCodec.current.decode(type: type, schema: schema, stream: stream, payload: payload)
    guard case .event(.rule(.ruleChanged(let changed))) = decoded else { return false }
    return changed.enabled != nil
  }
}

// MARK: - What came later

extension UndoPlanner {
  /// Maps each undone event of a stream to the last event that undid it.
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

  /// Returns the changes by people after the batch, without those that they undid.
  private func later(
    than start: Int, in events: [StoredEvent], _ undoings: [EventReference: EventReference]
  ) -> [EventReference] {
    guard let correlation = batch.first?.correlation else { return [] }
    func isUndone(_ reference: EventReference) -> Bool {
      undoings[reference].map { !isUndone($0) } ?? false
    }
    let undoing = Set(undoings.values)
    return events[start...].filter {
      $0.correlation != correlation && $0.type != EventType.recurrenceGenerated.rawValue
        && EventActor.isDecision($0.actor) && !undoing.contains($0.reference) && !isUndone($0.reference)
    }.map(\.reference)
  }

  // MARK: Groups and categories

  /// Returns the receipts of a group that may be deleted because its creation or restoration is undone.
  private func held(by stream: StreamID, _ undone: [UndoneEvent<LedgerEvent>]) throws -> [TransactionID] {
    let goes = undone.contains { item in
      if case .group(.groupCreated) = item.event { return true }
      if case .group(.groupRestored) = item.event { return true }
      return false
    }
    return goes ? try book.members(heldBy: GroupID(stream.id)) : []
  }

  /// Plans what follows from an event on other streams.
  private mutating func follow(
    _ compensation: Undoing<LedgerEvent>.Compensation, on stream: StreamID, _ now: RecordState,
    _ held: [TransactionID], _ generations: [EventReference]
  ) throws {
    if case .group(.groupRestored) = compensation.event { groups[GroupID(stream.id)] = true }
    if case .group(.groupDeleted) = compensation.event {
      try empty(GroupID(stream.id), held, undoing: compensation.undoes)
    }
    if case .rule(.ruleDeleted) = compensation.event, case .rule(let state) = now, state.since == nil {
      try deleteGenerated(of: RuleID(stream.id), state, undoing: compensation.undoes)
    }
    if case .category(.categoryDeactivated) = compensation.event, case .category(let state) = now,
      let key = state.key
    {
      try noteUses(of: key)
    }
  }

  /// Files the receipts of a group that goes to Unfiled, unless this undo files or deletes them anyway.
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
          event: .transaction(.transactionFiled(TransactionEvent.Filed(from: id, to: nil))), follows: deletion,
          isByRule: false))
    }
  }

  /// Deletes what a rule generated if the undo takes back its creation.
  ///
  /// A transaction that a person touched, or that the bank confirmed, stays.
  private mutating func deleteGenerated(
    of rule: RuleID, _ state: RuleState, undoing reference: EventReference
  ) throws {
    guard batch.contains(where: { $0.reference == reference && $0.type == EventType.ruleCreated.rawValue })
    else {
      return
    }
    let deletion = steps.count - 1
    var seen = Set(batch.map(\.stream))
    for generation in state.generations {
      for instance in generation.generated.made where seen.insert(instance.transaction.stream).inserted {
        let generated = try book.fold(instance.transaction.stream).transaction
        guard generated.stage == .saved, generated.following?.rule == rule else { continue }
        if generated.isSettled {
          let last = try book.log.events(of: instance.transaction.stream).last
          if let last { note(.touched(by: last.reference)) }
          continue
        }
        steps.append(
          UndoPlan.Step(
            stream: instance.transaction.stream, undoes: reference, event: .transaction(.transactionDeleted),
            follows: deletion, isByRule: true))
      }
    }
  }

  /// Notes whether the group that a transaction was in before is deleted and stays so.
  private mutating func noteGoneGroups(_ before: TransactionState, _ context: inout UndoContext) throws {
    guard let group = before.group.value else { return }
    if groups[group] == nil { groups[group] = try book.groupRow(group)?.isDeleted != true }
    if groups[group] == false { context.goneGroups.insert(group) }
  }

  /// Plans the openings of accounts that this batch moved.
  ///
  /// Rows of other imports are older than the opening that a person gave, too, and stay. If the person gave another
  /// opening since, it stays.
  private mutating func moveOpenings(_ events: [StreamID: [StoredEvent]]) throws {
    for (stream, events) in events {
      guard stream.kind == StreamKind.account.rawValue,
        let last = events.last(where: { $0.type == EventType.accountOpened.rawValue }),
        try book.openings(of: AccountID(stream.id)).moves.contains(last.reference),
        case let account = try book.fold(stream).account, let key = account.key
      else { continue }
      let place = steps.firstIndex { $0.stream == stream }
      var before: AccountTerms?
      if let place, case .account(.accountOpened(let opened)) = steps[place].event { before = opened.terms }
      let (deleted, restored) = (transactions(.transactionDeleted), transactions(.transactionRestored))
      let moved = try book.models.read { reader in
        try OpeningMover(book: book, reader: reader).settled(
          key, before: before, without: deleted, with: restored)
      }
      guard let moved, place != nil || moved.terms != moved.account.terms else { continue }
      let step = UndoPlan.Step(
        stream: stream, undoes: last.reference, event: .account(.accountOpened(moved.opened)), follows: nil,
        isByRule: false)
      if let place { steps[place] = step } else { steps.append(step) }
      // The opening was changed again since, but it does not stay as it is.
      remarks.removeAll { remark in
        if case .overwritten(_, let by) = remark.remark { by == account.terms.winner?.reference } else { false }
      }
    }
  }

  /// Returns the transactions to which a step gives an event.
  private func transactions(_ event: TransactionEvent) -> Set<TransactionID> {
    Set(steps.filter { $0.event == .transaction(event) }.map { TransactionID($0.stream.id) })
  }

  private mutating func noteUses(of key: String) throws {
    var filter = TransactionFilter.everything
    filter.stages = [.draft, .saved]
    filter.categories = [key]
    let count = try book.transactions(filter, page: PageRequest(limit: 1)).matching
    if count > 0 { note(.inUse(transactions: count)) }
  }
}
