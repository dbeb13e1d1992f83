public import EventLog
public import LedgerBook
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
  /// The effect on the totals of months.
  public private(set) var totals = TotalsEffect()
  /// The effect on the totals of groups.
  public private(set) var groups = GroupsEffect()
  /// The effect on the totals of categories.
  public private(set) var categories = CategoriesEffect()
  /// The events that were removed, including those caused by others.
  public private(set) var left: [StoredEvent] = []

  /// The number of records that are kept. The others are counted, and are part of the totals.
  public static let recordsMax = 10_000

  /// Replays history with a change.
  ///
  /// - Throws: `ModelError.overflow` if a total exceeds 64 bits.
  /// - Complexity: O(events of the affected groups and records). O(events of the log) for the order of arrival, and if a group
  ///   would be created or deleted. One record is in memory at a time.
  public static func of(
    _ book: Book, _ change: Change, progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> Replay {
    let log = book.log
    var replay = Replay()
    var streams: [StreamID] = []
    /// The events of a record with the change, in the order in which they are folded.
    let other: (StreamID, [StoredEvent]) -> [StoredEvent]
    switch change {
    case .without(let events):
      let removed = try log.consequences(of: events)
      replay.left = removed.sorted { $0.position < $1.position }
      let references = Set(removed.map(\.reference))
      streams = replay.left.map(\.stream).uniqued()
      other = { $1.filter { !references.contains($0.reference) }.inFoldOrder }
    case .patched(let events):
      let others = Dictionary(events.map { ($0.reference, $0) }, uniquingKeysWith: { $1 })
      streams = events.map(\.stream)
      for event in events { if let known = try log.event(event.reference) { streams.append(known.stream) } }
      streams = streams.uniqued()
      other = { stream, known in
        (known.filter { others[$0.reference] == nil } + others.values.filter { $0.stream == stream })
          .inFoldOrder
      }
    case .arrivalOrder:
      try replay.compareAll(log, progress) { _, events in events }
      return replay
    }
    let living = try LivingGroups(log) { StreamFold(kind: $0.kind, inOrder: other($0, $1)) }
    for stream in streams {
      let known = try log.events(of: stream)
      try replay.compare(stream, known, other(stream, known), living)
    }
    guard !living.turned.isEmpty else { return replay }
    let compared = Set(streams)
    try log.forEachStream(through: try log.lastPosition()) { keyed, events in
      if !compared.contains(keyed.stream) { try replay.compare(keyed.stream, events, nil, living) }
    }
    return replay
  }

  /// Compares every record with its events in another order.
  private mutating func compareAll(
    _ log: LedgerLog, _ progress: (Int64, Int64) -> Void,
    _ other: (StreamID, [StoredEvent]) -> [StoredEvent]
  ) throws {
    let living = try LivingGroups(log) { StreamFold(kind: $0.kind, inOrder: other($0, $1)) }
    let last = try log.lastPosition()
    var done: Int64 = 0
    try log.forEachStream(through: last) { keyed, events in
      done += Int64(events.count)
      if done.isMultiple(of: 1_000) { progress(done, last.rawValue) }
      let isSame = zip(events, events.dropFirst()).allSatisfy { $0.foldsBefore($1) }
      try compare(keyed.stream, events, isSame ? nil : other(keyed.stream, events), living)
    }
  }

  /// Compares a record as it is with the record as it would be.
  ///
  /// - Parameters:
  ///   - stream: The record.
  ///   - known: Its events.
  ///   - other: Its events with the change, in the order in which they are folded. If `nil`, they are the same, and the
  ///     record can differ only in the group that it is shown in.
  ///   - living: The groups that exist, and that would exist.
  private mutating func compare(
    _ stream: StreamID, _ known: [StoredEvent], _ other: [StoredEvent]?, _ living: LivingGroups
  ) throws {
    let isTransaction = stream.kind == StreamKind.transaction.rawValue
    guard other != nil || isTransaction && !living.turned.isEmpty else { return }
    let before = StreamFold(kind: stream.kind, events: known)
    let after = other.map { StreamFold(kind: stream.kind, inOrder: $0) } ?? before
    let rows = (before: before.transactionRow(stream), after: after.transactionRow(stream))
    let shown = (
      before: living.shown(rows.before, isBefore: true), after: living.shown(rows.after, isBefore: false)
    )
    let values = (before: before.values(of: stream), after: after.values(of: stream))
    let changes = living.changes(values, shown.before, shown.after)
    try totals.replace(rows.before, by: rows.after)
    try categories.replace(rows.before, by: rows.after)
    try groups.replace(shown.before, by: shown.after)
    guard !changes.isEmpty else { return }
    recordCount += 1
    guard records.count < Self.recordsMax else { return }
    records.append(Record(stream: stream, before: rows.before, after: rows.after, changes: changes))
  }
}

extension [StoredEvent] {
  fileprivate var inFoldOrder: [StoredEvent] { sorted { $0.foldsBefore($1) } }
}

extension LedgerLog {
  /// Returns the events, and those of their batches that they caused, directly or indirectly.
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
  /// Returns the elements without repetitions, in the order of their first appearance.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
