internal import EventLog
package import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

// Copies of transactions in a remote budget. A `Rejection` explains why a command was refused. Then nothing was appended.
extension Book {
  /// Returns the copies of one transaction, or of all of them.
  ///
  /// - Complexity: O(copies).
  public func copies(of transaction: TransactionID? = nil) throws -> [CopyRow] {
    try models.read { try $0.copies(of: transaction) }
  }

  /// One copy with all that is known of it.
  package func copy(_ id: CopyID) throws -> CopyState { try fold(id.stream).copy }

  /// Carries out commands on copies in one batch.
  ///
  /// - Returns: The positions of the events. No positions if nothing had to change.
  @discardableResult
  package func perform(_ commands: [(copy: CopyID, command: CopyCommand)], id: UniqueID? = nil) throws -> Done {
    let content: JSONValue = [
      "command": "copy", "copies": .array(commands.map { .string("\($0.copy) \($0.command.word)") }),
    ]
    return try execute(id: id, content: content, about: commands.first?.copy.stream) { batch in
      var states: [CopyID: CopyState] = [:]
      for (copy, command) in commands {
        let state = try states[copy] ?? self.fold(copy.stream).copy
        states[copy] = state
        for event in try state.decide(command) { batch.append(.copy(event), copy.stream) }
      }
    }
  }

  /// Carries out commands on a copy and, in the same batch, what they change in its transaction.
  ///
  /// Frozen fields can be changed: the values are the remote budget's. It is the actor, unless a person chose them.
  @discardableResult
  package func merge(
    _ commands: [CopyCommand], of copy: CopyID, into transaction: TransactionID,
    _ changes: [TransactionCommand], isByPerson: Bool
  ) throws -> Done {
    try execute(id: nil, content: ["command": "merge copy"], about: copy.stream) { batch in
      let state = try self.fold(copy.stream).copy
      for command in commands {
        for event in try state.decide(command) { batch.append(.copy(event), copy.stream) }
      }
      let stored = try self.fold(transaction.stream).transaction
      let context = try self.decisionContext(groups: [])
      for change in changes {
        for event in try stored.decide(change, id: transaction, context) {
          batch.append(.transaction(event), transaction.stream, actor: isByPerson ? nil : EventActor.ynab)
        }
      }
    }
  }

  /// Whether any transaction was ever to be copied.
  private var hasCopies: Bool {
    get throws {
      let last = UniqueID(high: .max, low: .max)
      return try !log.streams(kind: StreamKind.copy.rawValue, from: .zero, through: last, limit: 1).isEmpty
    }
  }

  /// Returns the refusal of a correction that the remote budget would ignore (RY-10).
  ///
  /// The result is `nil` if it would not.
  func frozen(_ command: TransactionCommand, on transaction: TransactionID) throws -> Rejection? {
    try command.sentField.flatMap { try frozen($0, on: transaction) }
  }

  /// Returns the refusal of an event that an undo would append.
  ///
  /// The result is `nil` if it changes nothing that is frozen.
  func frozen(_ event: LedgerEvent, on stream: StreamID) throws -> Rejection? {
    try event.sentField.flatMap { try frozen($0, on: TransactionID(stream.id)) }
  }

  private func frozen(_ changed: SentField, on transaction: TransactionID) throws -> Rejection? {
    // A ledger without copies does not need its models to decide.
    guard try hasCopies else { return nil }
    for row in try copies(of: transaction) where row.mayBeThere {
      switch changed {
      case .field(let field) where row.frozenFields.contains(field): return .copyIsFrozen(field.rawValue)
      case .items where row.withItems: return .copyIsFrozen("line items")
      case .field, .items: continue
      }
    }
    return nil
  }
}

/// A part of a transaction that a copy contains.
private enum SentField {
  case field(TransactionField)
  case items
}

extension LedgerEvent {
  /// The part of a copy that the event of an undo changes, or `nil` if it changes no such part.
  fileprivate var sentField: SentField? {
    guard case .transaction(let event) = self else { return nil }
    return switch event {
    case .fieldCorrected(let corrected): .field(corrected.field)
    case .fieldReverted(let reverted): reverted.from == reverted.to ? nil : .field(reverted.field)
    case .lineItemAdded, .lineItemChanged, .lineItemRemoved: .items
    // The other events change nothing that was sent.
    case _: nil
    }
  }
}

extension TransactionCommand {
  /// The part of a copy that the command changes, or `nil` if it changes no such part.
  fileprivate var sentField: SentField? {
    switch self {
    case .correct(let field, _, _), .pick(let field, _): .field(field)
    case .addItem, .changeItem, .removeItem, .restoreItem: .items
    case .capture, .recognize, .confirm, .save, .discard, .record, .transfer, .correctTransfer, .file, .tag,
      .flag, .clear, .attach, .detach, .propose, .accept, .reject, .dismissDuplicate, .delete, .restore,
      .unlink:
      nil
    }
  }
}

extension CopyCommand {
  fileprivate var word: String {
    switch self {
    case .request: "request"
    case .attempt: "attempt"
    case .acknowledge: "acknowledge"
    case .refuse: "refuse"
    case .postpone: "postpone"
    case .observe: "observe"
    case .merge: "merge"
    case .settle(let key, let side, _): "settle \(key.words) \(side.rawValue)"
    case .detach: "detach"
    }
  }
}
