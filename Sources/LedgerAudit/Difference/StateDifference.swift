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
  /// - Complexity: O(events of the groups, and of the records with events between the points), with a few
  ///   hundred records in memory at a time. If a group was created, deleted or restored in between, O(all events).
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
    let known = Set(Self.order)
    let byKind = Dictionary(grouping: touched) { known.contains($0.stream.kind) ? $0.stream.kind : "" }
    let ordered = Self.order.flatMap { byKind[$0] ?? [] }
    try difference.compare(ordered, log, low, through: high, selection, progress, body)
    try difference.addUntouched(log, excluding: Set(touched.map(\.key)), through: high, selection, body)
    return difference
  }

  /// Adds transactions without events in between that are shown in another group.
  private mutating func addUntouched(
    _ log: LedgerLog, excluding touched: Set<StreamKey>, through high: Position, _ selection: Selection,
    _ body: (Record) throws -> Void
  ) throws {
    guard !living.turned.isEmpty else { return }
    var others: [KeyedStream] = []
    try log.forEachStream { key, stream in
      guard stream.kind == StreamKind.transaction.rawValue, !touched.contains(key) else { return }
      if selection.stream.map({ $0 == stream }) ?? true { others.append(KeyedStream(key: key, stream: stream)) }
    }
    try compare(others, log, high, through: high, selection, turned: living.turned, { _, _ in }, body)
  }

  /// Compares streams, and calls `body` with the records that differ.
  ///
  /// - Parameters:
  ///   - turned: The groups of which a transaction must be to be compared, or `nil` to compare all records.
  private mutating func compare(
    _ streams: [KeyedStream], _ log: LedgerLog, _ low: Position, through high: Position, _ selection: Selection,
    turned: Set<GroupID>? = nil, _ progress: (Int64, Int64) -> Void, _ body: (Record) throws -> Void
  ) throws {
    // A snapshot is opened for many records, which is closed while a person reads what `body` prints.
    for start in stride(from: 0, to: streams.count, by: Self.recordsAtOnce) {
      let end = min(start + Self.recordsAtOnce, streams.count)
      let records = try log.reading {
        try streams[start..<end].compactMap { keyed in
          try compare(keyed.stream, try log.events(ofKey: keyed.key, through: high), low, selection, turned)
        }
      }
      for record in records { try body(record) }
      if end - start == Self.recordsAtOnce { progress(Int64(end), Int64(streams.count)) }
    }
  }

  private static let recordsAtOnce = 256

  /// The kinds of streams in the order of the report. The empty text is for kinds unknown to this program.
  private static let order = StreamKind.listing.map(\.rawValue) + [""]

  private mutating func compare(
    _ stream: StreamID, _ events: [StoredEvent], _ low: Position, _ selection: Selection,
    _ turned: Set<GroupID>?
  ) throws -> Record? {
    let late = StreamFold(kind: stream.kind, events: events)
    let earlier = events.filter { $0.position <= low }
    let early = earlier.count == events.count ? late : StreamFold(kind: stream.kind, events: earlier)
    let (before, after) = from <= through ? (early, late) : (late, early)
    let rows = (before: before.transactionRow(stream), after: after.transactionRow(stream))
    if let turned, rows.after?.group.map(turned.contains) != true { return nil }
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
