internal import EventLog
public import LedgerBook
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// The difference between two points of the log, as this device knew them.
///
/// A point is a position: the state when the log ended there. The records with events between the points are folded at
/// both. If `from` is the later point, the difference is backwards.
public struct StateDifference: Sendable {
  /// A record that differs between the two points.
  public struct Record: Hashable, Sendable {
    /// The stream of the record.
    public let stream: StreamID
    /// The kind of difference.
    public let what: What
    /// The fields that differ.
    public let changes: [ValueChange]
    /// The transaction at the first point, `nil` for other records.
    public let before: TransactionRow?
    /// The transaction at the second point, `nil` for other records.
    public let after: TransactionRow?
    /// The name of a group, category or account, or a budget's month and currency.
    public let name: String?
    /// The positions of its events between the two points, in order.
    public let positions: [Position]
  }

  /// The kind of a record's difference.
  public enum What: String, CaseIterable, Hashable, Sendable {
    /// It is new.
    case added
    /// It shows other values.
    case changed
    /// It was deleted, or deactivated.
    case deleted
    /// It was restored.
    case restored
    /// It does not exist yet at the second point, which is the earlier one.
    case gone
  }

  /// The records to compare.
  public struct Selection: Sendable {
    /// The only record to compare, or `nil` for all.
    public var stream: StreamID?
    /// The only group to compare, with the transactions shown in it at either point. The effect is on its own totals.
    ///
    /// An inner `nil` is Unfiled. It has the transactions without a group, and those of groups that do not exist.
    public var group: GroupID??

    /// Selects everything.
    public init() {}
  }

  /// The first point.
  public let from: Position
  /// The second point.
  public let through: Position
  /// The number of events between the two points.
  public var events: Int64 { abs(from.distance(to: through)) }
  /// The number of records by the kind of their stream and of their difference.
  public private(set) var counts: [String: [What: Int]] = [:]
  /// The effect on the totals of months.
  public private(set) var totals = TotalsEffect()
  /// The effect on the totals of groups.
  public private(set) var groups = GroupsEffect()
  /// The effect on the totals of categories.
  public private(set) var categories = CategoriesEffect()
  private let living: LivingGroups

  /// The number of records that differ.
  public var recordCount: Int { counts.values.reduce(0) { $0 + $1.values.reduce(0, +) } }

  /// Computes the difference, and calls `body` with each record that differs.
  ///
  /// The order is settings, accounts, groups, categories, rules, then transactions, each in the order in which the log learned of
  /// them. Last come transactions without an event in between, which are shown in another group because their own was
  /// created, deleted or restored.
  ///
  /// - Throws: `ModelError.overflow` if a total exceeds 64 bits, and errors of `body`.
  /// - Complexity: O(events of the groups, and of the records with events between the points), with one record in memory
  ///   at a time. If a group was created, deleted or restored in between, O(all events).
  public static func of(
    _ book: Book, from: Position, through: Position, _ selection: Selection = Selection(),
    progress: (Int64, Int64) -> Void = { _, _ in }, _ body: (Record) throws -> Void
  ) throws -> StateDifference {
    let log = book.log
    var difference = StateDifference(
      from: from, through: through, living: try LivingGroups(log, from: from, through: through))
    let (low, high) = (min(from, through), max(from, through))
    let touched = try log.streams(touchedAfter: low, through: high).filter { keyed in
      selection.stream.map { $0 == keyed.stream } ?? true
    }
    var done: Int64 = 0
    for kind in Self.order {
      for keyed in touched where kind == (Self.order.contains(keyed.stream.kind) ? keyed.stream.kind : "") {
        let events = try log.events(ofKey: keyed.key, through: high)
        if let record = try difference.compare(keyed.stream, events, low, selection) { try body(record) }
        done += 1
        if done.isMultiple(of: 256) { progress(done, Int64(touched.count)) }
      }
    }
    try difference.addUntouched(log, excluding: Set(touched.map(\.key)), through: high, selection, body)
    return difference
  }

  /// Adds transactions without events in between that are shown in another group.
  private mutating func addUntouched(
    _ log: LedgerLog, excluding touched: Set<StreamKey>, through high: Position, _ selection: Selection,
    _ body: (Record) throws -> Void
  ) throws {
    guard !living.turned.isEmpty else { return }
    func add(_ keyed: KeyedStream, _ events: [StoredEvent]) throws {
      guard keyed.stream.kind == StreamKind.transaction.rawValue, !touched.contains(keyed.key) else { return }
      let row = StreamFold(kind: keyed.stream.kind, events: events).transactionRow(keyed.stream)
      guard let group = row?.group, living.turned.contains(group) else { return }
      if let record = try compare(keyed.stream, events, high, selection) { try body(record) }
    }
    guard let stream = selection.stream else { return try log.forEachStream(through: high, add) }
    guard let key = try log.key(of: stream) else { return }
    try add(KeyedStream(key: key, stream: stream), try log.events(ofKey: key, through: high))
  }

  /// The kinds of streams in the order of the report. The empty text is for kinds unknown to this program.
  private static let order = StreamKind.listing.map(\.rawValue) + [""]

  private init(from: Position, through: Position, living: LivingGroups) {
    self.from = from
    self.through = through
    self.living = living
  }

  private mutating func compare(
    _ stream: StreamID, _ events: [StoredEvent], _ low: Position, _ selection: Selection
  ) throws -> Record? {
    let early = StreamFold(kind: stream.kind, events: events.filter { $0.position <= low })
    let late = StreamFold(kind: stream.kind, events: events)
    let (before, after) = from <= through ? (early, late) : (late, early)
    let rows = (before: before.transactionRow(stream), after: after.transactionRow(stream))
    let whole = (
      before: living.shown(rows.before, isBefore: true), after: living.shown(rows.after, isBefore: false)
    )
    var shown = whole
    if let group = selection.group {
      if shown.before?.group != group { shown.before = nil }
      if shown.after?.group != group { shown.after = nil }
      guard shown.before != nil || shown.after != nil || group?.stream == stream || isTurned(stream, group)
      else { return nil }
    }
    let values = (before: before.values(of: stream), after: after.values(of: stream))
    let changes = living.changes(values, whole.before, whole.after)
    try totals.replace(shown.before?.row, by: shown.after?.row)
    try categories.replace(shown.before?.row, by: shown.after?.row)
    try groups.replace(shown.before, by: shown.after)
    guard !changes.isEmpty else { return nil }
    let what = Self.what(values.before, values.after)
    counts[stream.kind, default: [:]][what, default: 0] += 1
    return Record(
      stream: stream, what: what, changes: changes, before: rows.before, after: rows.after,
      name: values.after.name ?? values.before.name,
      positions: events.map(\.position).filter { $0 > low })
  }

  /// Whether a record is a group whose creation, deletion or restoration changes what is in Unfiled.
  private func isTurned(_ stream: StreamID, _ group: GroupID?) -> Bool {
    group == nil && stream.kind == StreamKind.group.rawValue && living.turned.contains(GroupID(stream.id))
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

extension RecordValues {
  /// The name of the record, or the month and the currency of a budget.
  fileprivate var name: String? {
    if let name = self[.name] { return name.text }
    guard let month = self[.month], let currency = self[.currency] else { return nil }
    return "\(month.text) \(currency.text)"
  }
}
