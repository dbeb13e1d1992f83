public import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// Replays history with a change, and shows how records and totals would differ. Nothing is written.
public struct Replay: Sendable {
  /// The change to history.
  public enum Change: Sendable {
    /// Removes events, and the events that they caused in their own batch.
    case without([StoredEvent])
    /// Replaces events with the same identity, and adds the others.
    case patched([StoredEvent])
    /// Folds events in the order of their arrival, as a merge would that ignores when things happened.
    case arrivalOrder
  }

  /// A record that would differ.
  public struct Record: Hashable, Sendable {
    /// The stream of the record.
    public let stream: StreamID
    /// The transaction as it is, `nil` for other records.
    public let before: TransactionRow?
    /// The transaction as it would be, `nil` for other records.
    public let after: TransactionRow?
    /// The fields that differ.
    public let changes: [ValueChange]
  }

  /// The first `recordsMax` records that differ, in the order in which the log learned of them.
  public private(set) var records: [Record] = []
  /// The number of records that differ.
  public private(set) var recordCount = 0
  /// The effect on the totals.
  public private(set) var totals = TotalsEffect()
  /// The events that were removed, including those caused by others.
  public private(set) var left: [StoredEvent] = []

  /// The number of records that are kept. The others are counted, and are part of the totals.
  public static let recordsMax = 10_000

  /// Replays history with a change.
  ///
  /// - Throws: `ModelError.overflow` if a total exceeds 64 bits.
  /// - Complexity: O(events of the records concerned), or O(events) for the order of arrival. One record is in memory at
  ///   a time.
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
    guard records.count < Self.recordsMax else { return }
    records.append(
      Record(stream: stream, before: rows.before, after: rows.after, changes: changes))
  }
}

extension LedgerLog {
  /// The events, and those of their batches that they caused, directly or indirectly.
  ///
  /// - Complexity: O(events of the batches).
  fileprivate func consequences(of events: [StoredEvent]) throws -> [StoredEvent] {
    var found: [EventReference: StoredEvent] = [:]
    for event in events {
      found[event.reference] = event
      // Causes come before the events that they made necessary.
      for next in try batch(after: event) {
        if let cause = next.cause, found[cause] != nil { found[next.reference] = next }
      }
    }
    return Array(found.values)
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in the order of their first appearance.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
