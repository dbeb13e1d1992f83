internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The groups that live at two points of the log: what is filed into another reads as Unfiled (DESIGN 2.3).
struct LivingGroups {
  /// Those at the point that is earlier in the log, and at the later one.
  private var early: Set<GroupID> = []
  private var late: Set<GroupID> = []

  /// - Complexity: O(events of the groups).
  init(_ log: LedgerLog, low: Int64, high: Int64) throws {
    for stream in try log.streams(kind: StreamKind.group.rawValue) {
      let events = try log.events(of: stream).filter { $0.position <= high }
      let group = GroupID(stream.id)
      if Self.lives(group, events.filter { $0.position <= low }) { early.insert(group) }
      if Self.lives(group, events) { late.insert(group) }
    }
  }

  /// Whether a group of these events is known and not deleted.
  static func lives(_ group: GroupID, _ events: [StoredEvent]) -> Bool {
    guard case .group(let state)? = StreamFold(kind: StreamKind.group.rawValue, events: events).state else {
      return false
    }
    return GroupRow(group, state).map { !$0.isDeleted } ?? false
  }

  /// Those that began or ceased to live in between.
  var turned: Set<GroupID> { early.symmetricDifference(late) }

  /// The group that a row is shown in; nil is Unfiled.
  func shown(_ row: TransactionRow, isEarly: Bool) -> GroupID? {
    row.group.flatMap { (isEarly ? early : late).contains($0) ? $0 : nil }
  }
}
