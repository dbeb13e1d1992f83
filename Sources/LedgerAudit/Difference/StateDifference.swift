public import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// What changed between two points of the log, as this device knew them: the records touched between them, folded at
/// both.
///
/// A point is a position: what was known when the log ended there. `from` may be the later one; then the difference
/// runs backwards.
public struct StateDifference: Sendable {
  /// A record that shows something else at the second point than at the first.
  public struct Record: Hashable, Sendable {
    /// Which.
    public let stream: StreamID
    /// What became of it.
    public let what: What
    /// What differs, by field.
    public let changes: [ValueChange]
    /// A transaction as it was at the first point.
    public let before: TransactionRow?
    /// A transaction as it was at the second point.
    public let after: TransactionRow?
    /// What it was called: of groups, categories and rules.
    public let name: String?
    /// The positions of its events between the two points, in order.
    public let positions: [Int64]
  }

  /// What became of a record.
  public enum What: String, CaseIterable, Hashable, Sendable {
    /// It is new.
    case added
    /// It shows other values.
    case changed
    /// It was deleted, or made inactive.
    case deleted
    /// It was brought back.
    case restored
    /// Nothing is known of it any more: the second point is before its beginning.
    case gone
  }

  /// Which records are looked at.
  public struct Selection: Sendable {
    /// Only this one.
    public var stream: StreamID?
    /// Only this group, and the transactions in it at either point; the effect is that on its own totals. The value
    /// nil within is Unfiled: transactions without a group, and the groups that were deleted or came back, whose
    /// transactions came there or left.
    public var group: GroupID??

    /// Everything.
    public init() {}
  }

  /// Where it begins.
  public let from: Int64
  /// Where it ends.
  public let through: Int64
  /// Events between the two points.
  public var events: Int64 { abs(through - from) }
  /// How many records became what, by the kind of their stream.
  public private(set) var counts: [String: [What: Int]] = [:]
  /// What it does to the totals.
  public private(set) var totals = TotalsEffect()
  /// Which groups live, where one is looked at.
  private var groups: LivingGroups?

  /// How many records differ.
  public var recordCount: Int { counts.values.reduce(0) { $0 + $1.values.reduce(0, +) } }

  /// Computes the difference, handing over record by record: settings, groups, categories, rules, then transactions,
  /// each in the order in which the log learned of them.
  ///
  /// - Throws: `ModelError.overflow`, and what `body` throws.
  /// - Complexity: O(events of the records that are touched between the points), one record in memory at a time. Of one
  ///   group: of all groups, too; and of everything where that group, or with Unfiled any, was deleted or came back.
  public static func of(
    _ log: LedgerLog, from: Int64, through: Int64, _ selection: Selection = Selection(),
    progress: (Int64, Int64) -> Void, _ body: (Record) throws -> Void
  ) throws -> StateDifference {
    var difference = StateDifference(from: from, through: through)
    let (low, high) = (min(from, through), max(from, through))
    let touched = try log.streams(touchedAfter: low, through: high).filter { keyed in
      selection.stream.map { $0 == keyed.stream } ?? true
    }
    difference.groups = try selection.group.map { _ in try LivingGroups(log, low: low, high: high) }
    var done: Int64 = 0
    for kind in Self.order {
      for keyed in touched where kind == (Self.order.contains(keyed.stream.kind) ? keyed.stream.kind : "") {
        let events = try log.events(ofKey: keyed.key, through: high)
        if let record = try difference.compare(keyed.stream, events, low, selection) { try body(record) }
        done += 1
        if done.isMultiple(of: 256) { progress(done, Int64(touched.count)) }
      }
    }
    try difference.addUntouched(log, besides: Set(touched.map(\.key)), through: high, selection)
    return difference
  }

  /// What no event touched, and is shown elsewhere since its group was deleted or came back.
  private mutating func addUntouched(
    _ log: LedgerLog, besides touched: Set<Int64>, through high: Int64, _ selection: Selection
  ) throws {
    guard let group = selection.group, selection.stream == nil, let turned = groups?.turned,
      group.map({ turned.contains($0) }) ?? !turned.isEmpty
    else { return }
    try log.forEachStream(through: high) { keyed, events in
      guard keyed.stream.kind == StreamKind.transaction.rawValue, !touched.contains(keyed.key) else { return }
      let fold = StreamFold(kind: keyed.stream.kind, events: events)
      guard let row = fold.transactionRow(keyed.stream), row.group.map({ turned.contains($0) }) == true else {
        return
      }
      try totals.replace(shown(row, isBefore: true, group), by: shown(row, isBefore: false, group))
    }
  }

  /// A row where it is shown in a group at a point; nil where it is not.
  private func shown(_ row: TransactionRow?, isBefore: Bool, _ group: GroupID?) -> TransactionRow? {
    guard let row, let groups else { return nil }
    return groups.shown(row, isEarly: isBefore == (from <= through)) == group ? row : nil
  }

  /// What one event changed, or the few between two near points.
  ///
  /// - Throws: `ModelError.overflow`, and what `body` throws.
  public static func of(
    _ log: LedgerLog, from: Int64, through: Int64, _ body: (Record) throws -> Void
  ) throws -> StateDifference {
    try of(log, from: from, through: through, Selection(), progress: { _, _ in }, body)
  }

  /// The kinds of streams in the order in which they are told; the empty one is those that this program does not know.
  private static let order =
    [StreamKind.ledger, .group, .category, .rule, .transaction].map(\.rawValue) + [""]

  private init(from: Int64, through: Int64) {
    self.from = from
    self.through = through
  }

  private mutating func compare(
    _ stream: StreamID, _ events: [StoredEvent], _ low: Int64, _ selection: Selection
  ) throws -> Record? {
    let early = StreamFold(kind: stream.kind, events: events.filter { $0.position <= low })
    let late = StreamFold(kind: stream.kind, events: events)
    let (before, after) = from <= through ? (early, late) : (late, early)
    let whole = (before: before.transactionRow(stream), after: after.transactionRow(stream))
    var rows = whole
    if let group = selection.group {
      rows = (shown(rows.before, isBefore: true, group), shown(rows.after, isBefore: false, group))
      guard rows.before != nil || rows.after != nil || group?.stream == stream || turned(stream, group)
      else { return nil }
    }
    let values = (before: before.values(of: stream), after: after.values(of: stream))
    let changes = values.before.changes(to: values.after)
    try totals.replace(rows.before, by: rows.after)
    guard !changes.isEmpty else { return nil }
    let what = Self.what(values.before, values.after)
    counts[stream.kind, default: [:]][what, default: 0] += 1
    return Record(
      stream: stream, what: what, changes: changes, before: whole.before, after: whole.after,
      name: (values.after[.name] ?? values.before[.name])?.text,
      positions: events.map(\.position).filter { $0 > low })
  }

  /// Whether a record is of a group that moves transactions into Unfiled or out of it.
  private func turned(_ stream: StreamID, _ group: GroupID?) -> Bool {
    group == nil && stream.kind == StreamKind.group.rawValue
      && groups?.turned.contains(GroupID(stream.id)) == true
  }

  private static func what(_ before: RecordValues, _ after: RecordValues) -> What {
    if before.isEmpty { return .added }
    if after.isEmpty { return .gone }
    func isOut(_ values: RecordValues) -> Bool { ["deleted", "inactive"].contains(values[.state]?.text) }
    switch (isOut(before), isOut(after)) {
    case (false, true): return .deleted
    case (true, false): return .restored
    case (false, false), (true, true): return .changed
    }
  }
}
