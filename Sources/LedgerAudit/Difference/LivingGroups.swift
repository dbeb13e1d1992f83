internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The groups that exist before and after a change of the log or of its past.
///
/// A transaction filed into any other group reads as Unfiled.
struct LivingGroups {
  private var before: Set<GroupID> = []
  private var after: Set<GroupID> = []
  /// The groups that exist only before or only after, and in which transactions without an event may be.
  private(set) var turned: Set<GroupID> = []

  /// Finds the groups that exist at two points of the log.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - from: The first point.
  ///   - through: The second point, which may be the earlier one.
  /// - Complexity: O(events of the groups).
  init(_ log: LedgerLog, from: Position, through: Position) throws {
    try fill(log) { _, events in
      (
        Self.fold(events.filter { $0.position <= from }), Self.fold(events.filter { $0.position <= through })
      )
    }
  }

  /// Finds the groups that exist as the log is, and as it would be.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - other: Folds a group's events with the change.
  /// - Complexity: O(events of the groups).
  init(_ log: LedgerLog, with other: (StreamID, [StoredEvent]) throws -> StreamFold) throws {
    try fill(log) { stream, events in (Self.fold(events), try other(stream, events)) }
  }

  private mutating func fill(
    _ log: LedgerLog, _ folds: (StreamID, [StoredEvent]) throws -> (StreamFold, StreamFold)
  ) throws {
    for stream in try log.streams(kind: StreamKind.group.rawValue) {
      let group = GroupID(stream.id)
      let events = try log.events(of: stream)
      let (early, late) = try folds(stream, events)
      let (was, remains) = (Self.lives(group, early), Self.lives(group, late))
      if was { before.insert(group) }
      if remains { after.insert(group) }
      if was != remains { turned.insert(group) }
    }
  }

  private static func fold(_ events: [StoredEvent]) -> StreamFold {
    StreamFold(kind: StreamKind.group.rawValue, events: events)
  }

  /// Whether the group is known and not deleted by these events.
  static func lives(_ group: GroupID, _ events: [StoredEvent]) -> Bool { lives(group, fold(events)) }

  private static func lives(_ group: GroupID, _ fold: StreamFold) -> Bool {
    guard case .group(let state)? = fold.state else { return false }
    return GroupRow(group, state).map { !$0.isDeleted } ?? false
  }

  /// Returns the row with the group that it is shown in before or after the change.
  func shown(_ row: TransactionRow?, isBefore: Bool) -> ShownRow? {
    row.map { row in
      ShownRow(row: row, group: row.group.flatMap { (isBefore ? before : after).contains($0) ? $0 : nil })
    }
  }

  /// Returns the changes of a record's fields, with the group of a transaction as it is shown.
  func changes(
    _ values: (before: RecordValues, after: RecordValues), _ before: ShownRow?, _ after: ShownRow?
  ) -> [ValueChange] {
    var changes = values.before.changes(to: values.after)
    guard before != nil || after != nil else { return changes }
    changes.removeAll { $0.field == .group }
    guard before?.group != after?.group else { return changes }
    let change = ValueChange(
      field: .group, from: before?.group.map(TypedValue.group), to: after?.group.map(TypedValue.group))
    let fields = RecordField.allCases
    let place = fields.firstIndex(of: .group)
    let index = changes.firstIndex { fields.firstIndex(of: $0.field) ?? 0 > place ?? 0 }
    changes.insert(change, at: index ?? changes.endIndex)
    return changes
  }
}
