internal import EventLog
public import LedgerBook
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// A field of a transaction that two devices have set without knowing of each other.
public struct Conflict: Hashable, Sendable {
  /// One of the values.
  public struct Value: Hashable, Sendable {
    /// The value as text, or `nil` if the field was emptied.
    public let text: String?
    /// The event that set it, or `nil` if it cannot be told.
    public let event: EventReference?
    /// The actor who set it.
    public let actor: String
    /// When, by the author's wall clock.
    public let atMilliseconds: Int64
    /// The value that its author saw before, or `nil` if the field was empty.
    public let basedOn: String?
  }

  /// The transaction.
  public let transaction: TransactionID
  /// The field, or `nil` for a deletion that had not seen a change.
  public let field: TransactionField?
  /// The values. The first is the one that screens show.
  public let values: [Value]
}

extension Book {
  /// The conflicts that no person has settled, newest transaction first.
  ///
  /// - Complexity: O(transactions), and O(events) of those in conflict.
  public func conflicts() throws -> [Conflict] {
    var disputed: [TransactionID] = []
    try forEachTransaction { if $0.row.conflictCount > 0 { disputed.append($0.row.id) } }
    return try disputed.flatMap { try conflicts(of: $0) }
  }

  /// The conflicts of one transaction.
  public func conflicts(of transaction: TransactionID) throws -> [Conflict] {
    let events = try log.events(of: transaction.stream)
    let state = StreamFold(kind: transaction.stream.kind, events: events).transaction
    let reading = ConflictReading(transaction: transaction, state: state, events: events)
    return state.conflictingFields.compactMap { reading.conflict(at: $0) } + reading.deletion
  }
}

/// The conflicts of a folded transaction, with the events that set the values.
private struct ConflictReading {
  let transaction: TransactionID
  let state: TransactionState
  let events: [StoredEvent]

  func conflict(at field: TransactionField) -> Conflict? {
    switch field {
    case .vendor: conflict(.vendor, state.vendor) { $0 }
    case .date: conflict(.date, state.date) { $0.iso }
    case .total, .currency: conflict(.total, state.amount) { Self.text($0) }
    case .category: conflict(.category, state.category) { $0 }
    case .payment: conflict(.payment, state.payment) { $0.rawValue }
    case .group: conflict(.group, state.group) { $0.id.description }
    case .kind: conflict(.kind, state.kind) { $0.rawValue }
    case .note: byProvenance(.note)
    case .account: byProvenance(.account)
    case .toAccount: conflict(.toAccount, state.toAccount) { $0 }
    case .received: conflict(.received, state.received) { Self.text($0) }
    }
  }

  /// A deletion that had not seen a change, which is the other side.
  var deletion: [Conflict] {
    guard state.deletion.pending != nil,
      let deleted = events.last(where: { $0.type == EventType.transactionDeleted.rawValue })
    else { return [] }
    let changed = events.last { $0.reference.device != deleted.reference.device }
    return [
      Conflict(
        transaction: transaction, field: nil,
        values: ([changed].compactMap { $0 } + [deleted]).map { event in
          Conflict.Value(
            text: event.reference == deleted.reference ? "deleted" : "kept", event: event.reference,
            actor: event.actor,
            atMilliseconds: event.recordedAtMilliseconds, basedOn: nil)
        })
    ]
  }

  private func conflict<Content>(
    _ field: TransactionField, _ register: Register<Content>, _ text: (Content) -> String?
  ) -> Conflict? {
    Conflict(
      transaction: transaction, field: field, values: ConflictValues(events: events).values(register, text))
  }

  /// The conflict of a field whose writes are not public: by the corrections that set its values.
  private func byProvenance(_ field: TransactionField) -> Conflict? {
    let provenance = state.provenance(of: field)
    let texts = [provenance.value] + provenance.conflicts.map { $0 }
    return Conflict(
      transaction: transaction, field: field,
      values: texts.map { text in
        let event = events.last { event in
          guard let payload = event.payload, let value = try? JSONValue(parsing: payload, as: .payload),
            value["field"] == .string(field.rawValue)
          else { return false }
          return value["to"] == text.map { .string($0) }
        }
        return ConflictValues(events: events).value(
          text, event?.reference, event?.actor ?? provenance.actor ?? "", nil)
      })
  }

  private static func text(_ amount: Amount) -> String? {
    amount.minorUnits.map { "\($0) \(amount.currency.code)" } ?? amount.currency.code
  }
}
