internal import EventLog
public import LedgerBook
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// A field of a transaction that two devices have set without knowing of each other.
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
  }

  /// The transaction.
  public let transaction: TransactionID
  /// The field, or `nil` for a deletion that had not seen a change.
  public let field: TransactionField?
  /// The values. The first is the one that screens show.
  public let values: [Value]
}

extension Book {
  /// Returns the conflicts that no person has settled, newest transaction first.
  ///
  /// - Complexity: O(transactions), and O(events) of those in conflict.
  public func conflicts() throws -> [Conflict] {
    var disputed: [TransactionID] = []
    try forEachTransaction { if $0.row.conflictCount > 0 { disputed.append($0.row.id) } }
    return try disputed.flatMap { try conflicts(of: $0) }
  }

  /// Returns the conflicts of one transaction.
  public func conflicts(of transaction: TransactionID) throws -> [Conflict] {
    let history = DisputedHistory(kind: transaction.stream.kind, events: try log.events(of: transaction.stream))
    let state = history.fold.transaction
    let fields = state.conflictingFields.map { field in
      Conflict(
        transaction: transaction, field: field,
        values: history.values(state.disputedWrites(of: field)) { $0.transaction.typedValue(of: field) })
    }
    return fields + history.deletion.map { Conflict(transaction: transaction, field: nil, values: $0) }
  }
}

/// The events of a record that devices disagree about.
struct DisputedHistory {
  let kind: String
  let events: [StoredEvent]

  /// The record after all events.
  var fold: StreamFold { StreamFold(kind: kind, events: events) }

  /// Returns who made some writes, when, and which value the author saw before.
  ///
  /// - Parameters:
  ///   - writes: Writes that did not know of each other.
  ///   - value: The value of the same field in another state.
  func values(_ writes: [FieldWrite<TypedValue>], _ value: (StreamFold) -> TypedValue?) -> [Conflict.Value] {
    writes.map { write in
      guard let event = events.first(where: { $0.reference == write.reference }) else {
        return Conflict.Value(
          value: write.value, event: write.reference, actor: write.actor, atMilliseconds: 0, basedOn: nil)
      }
      let seen = StreamFold(kind: kind, events: events.filter { event.saw($0.reference) })
      return Conflict.Value(
        value: write.value, event: write.reference, actor: write.actor,
        atMilliseconds: event.recordedAtMilliseconds, basedOn: value(seen))
    }
  }

  /// A change and a deletion whose author had not seen it, or no values.
  var deletion: [[Conflict.Value]] {
    guard fold.transaction.deletion.pending != nil,
      let deleted = events.last(where: { $0.type == EventType.transactionDeleted.rawValue })
    else { return [] }
    let changed = events.last { $0.reference.device != deleted.reference.device }
    func value(_ event: StoredEvent, _ word: String) -> Conflict.Value {
      Conflict.Value(
        value: .word(word), event: event.reference, actor: event.actor,
        atMilliseconds: event.recordedAtMilliseconds, basedOn: nil)
    }
    return [[changed.map { value($0, "kept") }, value(deleted, "deleted")].compactMap(\.self)]
  }
}

extension StoredEvent {
  /// Whether the author of this event had seen another event.
  fileprivate func saw(_ other: EventReference) -> Bool {
    EventContext(reference: reference, time: time, seen: seen, actor: actor).saw(other)
  }
}
