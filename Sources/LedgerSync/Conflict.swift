internal import EventLog
public import LedgerBook
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// A field that two devices have set without knowing of each other, or a deletion that waits.
public struct Conflict: Hashable, Sendable {
  /// One of the values.
  public struct Value: Hashable, Sendable {
    /// The value, or `nil` if the field was emptied.
    public let value: TypedValue?
    /// The event that set it.
    public let event: EventReference
    /// The actor who set it.
    public let actor: String
    /// When, by the author's wall clock.
    public let atMilliseconds: Int64
    /// The value that its author saw before, or `nil` if the field was empty.
    public let basedOn: TypedValue?
    /// How a budgeted amount or an opening was changed, such as `+20`, or `nil` if a value was set.
    public internal(set) var change: String?
    /// The day that comes with the balance of an opening, or the balance that comes with its day.
    public internal(set) var with: TypedValue?
  }

  /// The record.
  public let record: StreamID
  /// The name of the record that screens show, or `nil` for a receipt and a rule.
  public let name: String?
  /// The line item or the category of a budget that has the field, or `nil` for the record itself.
  public let part: RecordPart?
  /// The field, or `nil` for a deletion that had not seen a change.
  public let field: RecordField?
  /// The values. The first is the one that screens show.
  ///
  /// If all of them change one budgeted amount by a difference, the last one has all differences. If imports moved an
  /// opening on several devices, the last one leaves out the older rows of all.
  public let values: [Value]

  /// The transaction, or `nil` for a record of another kind.
  public var transaction: TransactionID? {
    record.kind == StreamKind.transaction.rawValue ? TransactionID(record.id) : nil
  }
}

extension Book {
  /// Returns the conflicts that no person has settled. Those of receipts come first, and then the latest.
  ///
  /// The list is the same on all devices that have the same events.
  ///
  /// - Complexity: O(transactions), and O(events) of those in conflict and of all other records.
  public func conflicts() throws -> [Conflict] {
    var filter = TransactionFilter.everything
    filter.stages = [.draft, .saved]
    var records: [StreamID] = []
    try forEachTransaction(filter) { if $0.row.conflictCount > 0 { records.append($0.row.id.stream) } }
    for kind in [StreamKind.group, .category, .rule, .ledger, .account, .budget, .goal] {
      records += try log.streams(kind: kind.rawValue)
    }
    let conflicts = try records.flatMap { try self.conflicts(of: $0) }
    return conflicts.sorted { left, right in
      let (one, other) = (left.transaction == nil, right.transaction == nil)
      if one != other { return other }
      let (late, later) = (left.latest, right.latest)
      if late.atMilliseconds != later.atMilliseconds { return late.atMilliseconds > later.atMilliseconds }
      // Those of one event have an order already.
      return later.event < late.event
    }
  }

  /// Returns the conflicts of one record. A deleted record is left out.
  ///
  /// - Complexity: O(events of the record).
  public func conflicts(of record: StreamID) throws -> [Conflict] {
    let events = horizon.admitted(try log.events(of: record)).sorted { $0.foldsBefore($1) }
    let history = DisputedHistory(record: record, events: events)
    guard let state = history.state, !history.isDeleted else { return [] }
    let values = state.values(of: record.id)
    var name: String?
    if case .text(let text)? = values[.name] { name = text }
    if record.kind == StreamKind.budget.rawValue {
      name = [values[.month], values[.currency]].compactMap { $0?.text }.joined(separator: " ")
    }
    return try state.disputes.map { dispute in
      var values = Conflict.addingSum(to: history.values(dispute))
      if record.kind == StreamKind.account.rawValue, dispute.field == .opening || dispute.field == .start {
        values = try openings(values, isAmount: dispute.field == .opening, history)
      }
      return Conflict(record: record, name: name, part: dispute.part, field: dispute.field, values: values)
    }
  }

  /// Adds to an opening's values what comes with each, and the opening without all older rows.
  private func openings(
    _ values: [Conflict.Value], isAmount: Bool, _ history: DisputedHistory
  ) throws -> [Conflict.Value] {
    func value(_ terms: AccountTerms, like value: Conflict.Value, _ change: String? = nil) -> Conflict.Value {
      let (amount, day) = (TypedValue.decimal(terms.opening), TypedValue.date(terms.on))
      var result = Conflict.Value(
        value: isAmount ? amount : day, event: value.event, actor: value.actor,
        atMilliseconds: value.atMilliseconds, basedOn: value.basedOn)
      (result.change, result.with) = (change, isAmount ? day : amount)
      return result
    }
    let own = values.map { old in
      let event = history.events.first { $0.reference == old.event }
      guard case .account(.accountOpened(let opened))? = event?.recordEvent else { return old }
      return value(opened.terms, like: old)
    }
    guard let last = values.last,
      let terms = try openingOfAllImports(AccountID(history.record.id), movedBy: values.map(\.event))
    else { return own }
    let all = value(terms, like: last, "all rows")
    let isThere = own.contains {
      TypedValue.areSame($0.value, all.value) && TypedValue.areSame($0.with, all.with)
    }
    return isThere ? own : own + [all]
  }
}

extension Conflict {
  /// Adds the value that has the changes of all, if each changed the same amount by a difference.
  fileprivate static func addingSum(to values: [Value]) -> [Value] {
    guard let last = values.last, let currency = last.value?.money?.currency,
      values.allSatisfy({ $0.change != nil && TypedValue.areSame($0.basedOn, last.basedOn) })
    else { return values }
    let base = Int128(last.basedOn?.money?.minorUnits ?? 0)
    let sum = values.reduce(base) { $0 + Int128($1.value?.money?.minorUnits ?? 0) - base }
    guard let units = Int64(exactly: sum) else { return values }
    var all = Value(
      value: .decimal(Money(minorUnits: units, currency: currency)), event: last.event, actor: last.actor,
      atMilliseconds: last.atMilliseconds, basedOn: last.basedOn)
    all.change = "all changes"
    return values + [all]
  }

  /// The value that was set last.
  fileprivate var latest: Value {
    values.max { ($0.atMilliseconds, $0.event) < ($1.atMilliseconds, $1.event) } ?? values[0]
  }
}

/// The events of a record that devices disagree about, in the order of the fold.
private struct DisputedHistory {
  let record: StreamID
  let events: [StoredEvent]

  /// The record after all events.
  var state: RecordState? { StreamFold(kind: record.kind, inOrder: events).state }

  /// Whether the record is deleted.
  var isDeleted: Bool {
    state.map { TypedValue.areSame($0.values(of: record.id)[.state], .word("deleted")) } ?? false
  }

  /// Returns who set the values of a dispute, when, and which value the author saw before.
  func values(_ dispute: RecordDispute) -> [Conflict.Value] {
    if let deletion = dispute.deletion { return values(ofDeletion: deletion, in: dispute.part) }
    return dispute.writes.map { write in
      guard let field = dispute.field, let event = events.first(where: { $0.reference == write.reference })
      else {
        return Conflict.Value(
          value: write.value, event: write.reference, actor: write.actor, atMilliseconds: 0, basedOn: nil)
      }
      let seen = StreamFold(kind: record.kind, inOrder: events.filter { event.context.saw($0.reference) })
      return Conflict.Value(
        value: write.value, event: write.reference, actor: write.actor,
        atMilliseconds: event.recordedAtMilliseconds,
        basedOn: seen.state?.value(of: field, in: dispute.part), change: event.changeOfBudget)
    }
  }

  /// Returns the last change that the author of a deletion had not seen, and the deletion.
  ///
  /// They are chosen in the order of the fold, so that every device names the same persons.
  private func values(ofDeletion reference: EventReference, in part: RecordPart?) -> [Conflict.Value] {
    guard let deleted = events.first(where: { $0.reference == reference }) else { return [] }
    let unseen = events.filter { event in
      event.reference != reference && !deleted.context.saw(event.reference)
        && EventActor.isDecision(event.actor)
        && event.type != deleted.type && part.map { event.concerns($0) } ?? true
    }
    let changed = unseen.last { !$0.context.saw(reference) } ?? unseen.last
    func value(_ event: StoredEvent, _ word: String) -> Conflict.Value {
      Conflict.Value(
        value: .word(word), event: event.reference, actor: event.actor,
        atMilliseconds: event.recordedAtMilliseconds, basedOn: nil)
    }
    return [changed.map { value($0, "kept") }, value(deleted, "deleted")].compactMap(\.self)
  }
}

extension StoredEvent {
  /// How the event changed a budgeted amount, or `nil` if it set one.
  fileprivate var changeOfBudget: String? {
    guard case .budget(.categoryBudgeted(let budgeted))? = recordEvent, budgeted.isChange else { return nil }
    return budgeted.expression ?? budgeted.origin.words
  }

  /// Whether the event is about a line item. Other parts have no deletions.
  fileprivate func concerns(_ part: RecordPart) -> Bool {
    guard case .item(let id, _) = part, case .transaction(let event)? = recordEvent else { return false }
    if case .lineItemAdded(let added) = event { return added.item == id }
    if case .lineItemChanged(let changed) = event { return changed.item == id }
    return false
  }
}
