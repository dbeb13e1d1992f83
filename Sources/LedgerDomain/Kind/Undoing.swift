public import LedgerBytes

/// An event of the batch that is to be undone.
package struct UndoneEvent<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// The event's identity.
  package let reference: EventReference
  /// The event's payload.
  package let event: Payload

  /// Creates an event to undo.
  package init(reference: EventReference, event: Payload) {
    self.reference = reference
    self.event = event
  }
}

/// The facts that an undo may look at in addition to one stream's state: plain values from the caller.
package struct UndoContext: Sendable {
  /// The civil date of the command.
  package var today: CivilDate
  /// Per event of the stream the one that undid it.
  package var undoneBy: [EventReference: EventReference]
  /// The events by people after the batch whose effect remains, in the order of the fold.
  package var later: [EventReference]
  /// The groups that are deleted now and stay so.
  package var goneGroups: Set<GroupID>
  /// The generations of the rule after the batch, if the stream is a rule's.
  package var generations: [EventReference] = []
  /// How many receipts the group holds now, if the stream is a group's.
  package var held: Int

  /// Creates the facts that an undo may look at.
  package init(
    today: CivilDate, undoneBy: [EventReference: EventReference] = [:], later: [EventReference] = [],
    goneGroups: Set<GroupID> = [], held: Int = 0
  ) {
    self.today = today
    self.undoneBy = undoneBy
    self.later = later
    self.goneGroups = goneGroups
    self.held = held
  }
}

/// The compensating events that undo a batch on one stream.
///
/// Each names the event that it undoes. The remarks are what a person should know before undoing.
package struct Undoing<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// The events to append, in order. Empty if there is nothing left to undo on this stream.
  package internal(set) var compensations: [Compensation] = []
  /// The remarks about what stays, and what follows.
  package internal(set) var remarks: [UndoRemark] = []

  /// A compensation is an event that undoes another one.
  package struct Compensation: Hashable, Sendable {
    /// The event that is undone, which is the cause of this one.
    package let undoes: EventReference
    /// The event to append.
    package let event: Payload
    /// Whether the event counts as the rule's own, as the one it undoes did.
    ///
    /// The record then follows its rule again.
    package let isByRule: Bool
  }

  /// Returns the result with each event in another form.
  func map<Other>(_ transform: (Payload) -> Other) -> Undoing<Other> {
    var other = Undoing<Other>()
    other.remarks = remarks
    for item in compensations {
      other.compensate(item.undoes, with: transform(item.event), isByRule: item.isByRule)
    }
    return other
  }

  mutating func compensate(_ reference: EventReference, with event: Payload, isByRule: Bool = false) {
    compensations.append(Compensation(undoes: reference, event: event, isByRule: isByRule))
  }

  mutating func note(_ remark: UndoRemark) {
    if !remarks.contains(remark) { remarks.append(remark) }
  }

  /// Whether the value that an event wrote still wins. If not, notes the event that overwrote it.
  mutating func stillWins<Value>(
    _ register: FieldRegister<Value>, _ reference: EventReference, _ what: String
  ) -> Bool {
    guard let winner = register.winner else { return false }
    if winner.reference == reference { return true }
    note(.overwritten(what: what, by: winner.reference))
    return false
  }

  /// Returns the change that puts an earlier value back.
  ///
  /// It is `nil` if the event did not change the value, or if another event overwrote it, which is noted.
  mutating func back<Value>(
    _ change: ChangedValue<Value>?, _ what: String, _ reference: EventReference, _ now: FieldRegister<Value>,
    _ earlier: FieldRegister<Value>
  ) -> ChangedValue<Value>? {
    guard change != nil, stillWins(now, reference, what) else { return nil }
    return ChangedValue(from: now.value, to: earlier.value)
  }

  /// Undoes a deletion with an event, unless another event deleted or restored the record since. That is noted.
  mutating func restore(
    _ deletion: Deletion, _ reference: EventReference, with event: Payload, isByRule: Bool = false
  ) {
    if deletion.reference == reference || deletion.pending == reference {
      compensate(reference, with: event, isByRule: isByRule)
    } else if let last = deletion.reference {
      note(.overwritten(what: "the deletion", by: last))
    }
  }

  /// Whether an event was undone already, or its undoing was. If so, that is noted.
  mutating func isDone(_ reference: EventReference, _ context: UndoContext) -> Bool {
    guard let first = context.undoneBy[reference] else { return false }
    var last = first
    var isUndone = true
    while let next = context.undoneBy[last] {
      last = next
      isUndone.toggle()
    }
    note(isUndone ? .undone(by: last) : .broughtBack(by: last))
    return true
  }
}

/// A remark about an undo, for the person who asks for it.
package enum UndoRemark: Hashable, Sendable {
  /// Something was changed again since. It stays as it is.
  case overwritten(what: String, by: EventReference)
  /// Another device gave it a value without knowing of this one.
  case disputed(what: String, by: EventReference)
  /// The event was undone already.
  case undone(by: EventReference)
  /// The event was undone, and the undo was undone.
  case broughtBack(by: EventReference)
  /// It cannot be undone.
  case notUndoable(UndoObstacle)
  /// The record is deleted.
  case isDeleted(what: String, by: EventReference?)
  /// A saved receipt needs the field, so it cannot be emptied.
  case needed(TransactionField)
  /// The group that the transaction had been in is deleted.
  case groupIsGone(GroupID)
  /// A person has worked since on something that the rule had generated. It stays.
  case touched(by: EventReference)
  /// A generated transaction that the undo deletes stays deleted when its rule generates again.
  case staysDeleted
  /// Generated transactions are deleted. The change of the rule just before them stays.
  case followsRule(EventReference)
  /// Transactions that a rule generated after a command are undone by undoing that command.
  case generatedAfter(EventReference)
  /// The rule that the undo deletes has generated transactions, which stay.
  case generated(by: EventReference)
  /// A person has worked on the record since.
  case followed(by: EventReference)
  /// The group that the undo deletes held receipts, which stay.
  case holds(receipts: Int)
  /// Transactions have the category that the undo deactivates, and keep it.
  case inUse(transactions: Int)

  /// Whether something later depends on what is undone, which is a reason to ask first.
  package var isDependent: Bool {
    switch self {
    case .followed, .holds, .inUse, .touched, .generated, .followsRule: true
    case .overwritten, .disputed, .undone, .broughtBack, .notUndoable, .isDeleted, .needed, .groupIsGone,
      .staysDeleted, .generatedAfter:
      false
    }
  }

  /// The event that the remark is about, or `nil`.
  package var reference: EventReference? {
    switch self {
    case .overwritten(_, let by), .disputed(_, let by), .undone(let by), .broughtBack(let by), .touched(let by),
      .followsRule(let by), .generatedAfter(let by), .generated(let by), .followed(let by):
      by
    case .isDeleted(_, let by): by
    case .notUndoable, .needed, .groupIsGone, .staysDeleted, .holds, .inUse: nil
    }
  }
}

/// A remark about an undo, with the position of its event in this log.
public struct PlacedRemark: Hashable, Sendable {
  /// The remark.
  package let remark: UndoRemark
  /// The position in this log of the event that the remark is about, if there is one.
  public let position: Position?

  /// Creates a remark with a position.
  package init(_ remark: UndoRemark, position: Position?) {
    self.remark = remark
    self.position = position
  }

  /// Whether something later depends on what is undone, which is a reason to ask first.
  public var isDependent: Bool { remark.isDependent }
}

/// The reason why an event cannot be undone, whatever came after it.
package enum UndoObstacle: Hashable, Sendable {
  /// Another device had recorded the same before.
  case wasThereBefore
  /// Another device had added the same line item before.
  case itemWasThereBefore
  /// A rule decides it.
  case followsRule
  /// A machine read it off the paper.
  case readByMachine
  /// A machine's proposal changes nothing.
  case proposedByMachine
  /// A person declined a machine's proposal.
  case declined
  /// A person settled a deletion that was in conflict.
  case settledDeletion
  /// It is the beginning of the ledger.
  case beginning
  /// A device joined the ledger.
  case deviceJoined
  /// It redacted another event.
  case redaction
  /// It skips an event that cannot be read.
  case skipping
  /// A file left the ledger.
  case exported
  /// Another system received it.
  case sentElsewhere
  /// A change of a rule changed no pause.
  case changedNoPause
  /// The category, with this key, is one that every ledger keeps.
  case fixedCategory(String)
  /// The record is of a kind that this version does not know.
  case unknownRecord
  /// The event was redacted.
  case redacted
  /// The event is skipped.
  case skipped
  /// The event has a type or a shape that this version does not know.
  case unknownShape
  /// The event cannot be read.
  case unreadable
}
