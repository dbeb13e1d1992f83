public import LedgerBytes
public import LedgerDomain

// The commands of most apps, one `await` each. Anything else goes through `run`. A `Rejection` explains why a
// command was refused. Then nothing was appended. With an `id`, a command that is sent twice is recorded once.
extension AsyncBook {
  /// Captures paper: a draft, its pages and readings durable when this returns.
  @discardableResult
  public func capture(_ input: CaptureInput, id: UniqueID? = nil) throws -> Done {
    try run { try $0.capture(input, id: id) }
  }

  /// Carries out a command on one transaction.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - transaction: The transaction.
  ///   - id: The caller's id of the command, which makes a retry safe.
  ///   - version: The version that the screen showed (`ReceiptScreen.detail.version`).
  @discardableResult
  public func perform(
    _ command: TransactionCommand, on transaction: TransactionID, id: UniqueID? = nil,
    basedOn version: StreamVersion? = nil
  ) throws -> Done {
    try run { try $0.perform(command, on: transaction, id: id, basedOn: version) }
  }

  /// Records a transaction without paper.
  @discardableResult
  public func record(_ request: RecordRequest, id: UniqueID? = nil) throws -> Done {
    try run { try $0.record(request, id: id) }
  }

  /// Records several commands as one action: all of them or, if one is refused, nothing. One undo takes them back.
  @discardableResult
  public func batch(
    id: UniqueID? = nil, _ body: @Sendable (inout BookBatch) throws -> Void
  ) throws -> Done {
    try run { try $0.batch(id: id, body) }
  }

  /// Begins a group.
  @discardableResult
  public func createGroup(name: String, id: UniqueID? = nil) throws -> Done {
    try run { try $0.createGroup(name: name, id: id) }
  }

  /// Undoes the action that a command reported, unless something newer depends on it.
  @discardableResult
  public func undo(_ done: Done, id: UniqueID? = nil) throws -> Done {
    try run { try $0.undo(done, id: id) }
  }

  /// Undoes the command that recorded an event, unless something newer depends on it.
  @discardableResult
  public func undo(_ reference: EventReference, id: UniqueID? = nil) throws -> Done {
    try run { try $0.undo(reference, id: id) }
  }
}
