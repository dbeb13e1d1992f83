internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The fold of a stream after each event that this device learned of.
///
/// Events come in the order of their positions. Each is folded in its place among those known so far.
struct StreamSteps {
  private let stream: StreamID
  private var fold: StreamFold
  private var known: [StoredEvent] = []

  init(_ stream: StreamID) {
    self.stream = stream
    fold = StreamFold(kind: stream.kind)
  }

  /// Calls `body` with the transaction's row after each event. The row is `nil` before the transaction exists.
  ///
  /// - Complexity: O(events), and another fold for each event that arrived late.
  static func forEachRow(
    of stream: StreamID, _ events: [StoredEvent],
    _ body: (_ position: Position, _ row: TransactionRow?) throws -> Void
  ) rethrows {
    var steps = StreamSteps(stream)
    for event in events.sorted(by: { $0.position < $1.position }) {
      steps.learn(event)
      try body(event.position, steps.fold.transactionRow(stream))
    }
  }

  /// Calls `body` with the fold of a record after each event.
  static func forEachFold(
    of stream: StreamID, _ events: [StoredEvent],
    _ body: (_ event: StoredEvent, _ fold: StreamFold) throws -> Void
  ) rethrows {
    var steps = StreamSteps(stream)
    for event in events.sorted(by: { $0.position < $1.position }) {
      steps.learn(event)
      try body(event, steps.fold)
    }
  }

  private mutating func learn(_ event: StoredEvent) {
    let isInOrder = known.last.map { $0.foldsBefore(event) } ?? true
    known.append(event)
    if isInOrder {
      fold.append(event)
    } else {
      known.sort { $0.foldsBefore($1) }
      fold = StreamFold(kind: stream.kind, inOrder: known)
    }
  }
}
