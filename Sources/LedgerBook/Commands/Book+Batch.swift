internal import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// Several commands that are recorded together, or not at all.
///
/// Later commands see what earlier ones did.
///
///     try book.batch { batch in
///       let lunch = try batch.record(request)
///       try batch.perform(.tag(add: ["trip"], remove: []), on: lunch)
///     }
public struct BookBatch {
  private let book: Book
  fileprivate var batch: Batch
  private var states: [TransactionID: State] = [:]
  /// The accounts that can be named, once a command names one.
  private var accounts: AccountDirectory?

  /// A transaction with the events of the batch so far.
  private struct State {
    var state: TransactionState
    /// The context of the next event, which has seen all events before it.
    let context: EventContext
  }

  fileprivate init(_ book: Book, _ batch: Batch) {
    self.book = book
    self.batch = batch
  }

  /// Records a transaction without paper.
  ///
  /// - Throws: `Rejection`.
  @discardableResult
  public mutating func record(_ request: RecordRequest) throws -> TransactionID {
    let transaction = TransactionID(book.settings.newID())
    try perform(.record(request), on: transaction)
    return transaction
  }

  /// Carries out a command on one transaction.
  ///
  /// - Throws: `Rejection`.
  public mutating func perform(_ command: TransactionCommand, on transaction: TransactionID) throws {
    if let rejection = try book.frozen(command, on: transaction) { throw rejection }
    var known = try states[transaction] ?? state(of: transaction)
    var context = try book.decisionContext(groups: command.groups)
    if command.concernsAccount(of: known.state) {
      if accounts == nil { accounts = try book.models.read { try $0.accountDirectory() } }
      context.accounts = accounts
    }
    for event in try known.state.decide(command, id: transaction, context) {
      batch.append(event, to: transaction)
      known.state.evolve(event, known.context)
    }
    states[transaction] = known
  }

  private func state(of transaction: TransactionID) throws -> State {
    let events = try book.events(of: transaction.stream)
    var seen: [UniqueID: EventReference] = [:]
    for event in events { seen[event.reference.device] = event.reference }
    let device =
      switch book.log.identity {
      case .own(let device): device
      case .foreign(let previous): previous ?? .zero
      }
    seen[device] = nil
    // The time and the number are given when the batch is appended. All that counts here is that they are the latest.
    return State(
      state: try book.fold(transaction.stream).transaction,
      context: EventContext(
        reference: EventReference(device: device, sequence: UInt64(Int64.max)),
        time: events.map(\.time).max() ?? HybridTime(rawValue: 0),
        seen: seen.values.sorted { $0.device < $1.device }, actor: book.settings.actor.text))
  }
}

extension Book {
  /// Records several commands as one action: all of them or, if one is refused, nothing. One undo takes them back.
  ///
  ///     try book.batch { batch in
  ///       let lunch = try batch.record(request)
  ///       try batch.perform(.tag(add: ["trip"], remove: []), on: lunch)
  ///     }
  ///
  /// - Parameters:
  ///   - id: The caller's id of the action, for a try that may come twice. The body is then not called again.
  ///   - body: Gives the commands. It may read the book. What it throws is thrown, and nothing is recorded.
  /// - Throws: `Rejection`, `EventLogError.busy`, and the errors of `body`.
  /// - Complexity: O(events of the transactions), and one durable commit.
  @discardableResult
  public func batch(id: UniqueID? = nil, _ body: (inout BookBatch) throws -> Void) throws -> Done {
    try execute(id: id, content: ["command": "batch"]) { batch in
      var commands = BookBatch(self, batch)
      try body(&commands)
      batch = commands.batch
    }
  }
}
