public import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// History run another way, in memory: what the records and the totals would have been. Nothing is written.
public struct Replay: Sendable {
  /// How it is run.
  public enum Change: Sendable {
    /// Without events, and without what they made necessary in their own batch.
    case without([StoredEvent])
    /// With other events in the place of some, by their identity, and with more of them.
    case patched([StoredEvent])
    /// In the order in which events arrived here: what a merge would have shown that ignores when things happened.
    case arrivalOrder
  }

  /// A record that would have been another.
  public struct Record: Hashable, Sendable {
    /// Which.
    public let stream: StreamID
    /// As it is.
    public let before: TransactionRow?
    /// As it would have been; both are nil for records that are no transactions.
    public let after: TransactionRow?
    /// What differs, by field.
    public let changes: [ValueChange]
  }

  /// The records that differ, in the order in which the log knows them; at most `limit`.
  public private(set) var records: [Record] = []
  /// How many differ.
  public private(set) var recordCount = 0
  /// What it does to the totals.
  public private(set) var totals = TotalsEffect()
  /// Events that were left out, those included that others had made necessary.
  public private(set) var left: [StoredEvent] = []

  /// So many records are kept; the others are counted, and are in the totals.
  public static let limit = 10_000

  /// Runs history another way.
  ///
  /// - Throws: `ModelError.overflow`.
  /// - Complexity: O(events of the records concerned); in order of arrival O(events), one record in memory at a time.
  public static func of(
    _ log: LedgerLog, _ change: Change, progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> Replay {
    var replay = Replay()
    switch change {
    case .without(let events):
      let removed = try log.consequences(of: events)
      replay.left = removed.sorted { $0.position < $1.position }
      let references = Set(removed.map(\.reference))
      for stream in replay.left.map(\.stream).uniqued() {
        let known = try log.events(of: stream)
        try replay.compare(stream, known, known.filter { !references.contains($0.reference) })
      }
    case .patched(let events):
      let others = Dictionary(events.map { ($0.reference, $0) }, uniquingKeysWith: { $1 })
      var streams = events.map(\.stream)
      for event in events { if let known = try log.event(event.reference) { streams.append(known.stream) } }
      for stream in streams.uniqued() {
        let known = try log.events(of: stream)
        let kept = known.filter { others[$0.reference] == nil }
        try replay.compare(stream, known, kept + others.values.filter { $0.stream == stream })
      }
    case .arrivalOrder:
      let last = try log.lastPosition()
      var done: Int64 = 0
      try log.forEachStream(through: last) { keyed, events in
        done += Int64(events.count)
        if done.isMultiple(of: 1_000) { progress(done, last) }
        let isSame = zip(events, events.dropFirst()).allSatisfy { $0.foldsBefore($1) }
        guard !isSame else { return }
        try replay.compare(keyed.stream, events, events, isSorted: false)
      }
    }
    return replay
  }

  private mutating func compare(
    _ stream: StreamID, _ known: [StoredEvent], _ other: [StoredEvent], isSorted: Bool = true
  ) throws {
    let before = StreamFold(kind: stream.kind, events: known)
    let after =
      isSorted
      ? StreamFold(kind: stream.kind, events: other) : StreamFold(kind: stream.kind, inOrder: other)
    let changes = before.values(of: stream).changes(to: after.values(of: stream))
    let rows = (before: before.transactionRow(stream), after: after.transactionRow(stream))
    try totals.replace(rows.before, by: rows.after)
    guard !changes.isEmpty else { return }
    recordCount += 1
    guard records.count < Self.limit else { return }
    records.append(
      Record(stream: stream, before: rows.before, after: rows.after, changes: changes))
  }
}

extension LedgerLog {
  /// Events, and those of their batches that they made necessary, one by the other.
  ///
  /// - Complexity: O(events of the batches).
  fileprivate func consequences(of events: [StoredEvent]) throws -> [StoredEvent] {
    var found: [EventReference: StoredEvent] = [:]
    for event in events {
      found[event.reference] = event
      // A batch stands in one piece, causes before what they made necessary.
      var position = event.position
      while let next = try self.event(at: position + 1), next.correlation == event.correlation {
        if let cause = next.cause, found[cause] != nil { found[next.reference] = next }
        position += 1
      }
    }
    return Array(found.values)
  }
}

extension Array where Element: Hashable {
  /// Each once, in the order of their first appearance.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
