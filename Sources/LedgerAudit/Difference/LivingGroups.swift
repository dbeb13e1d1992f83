internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The groups that exist at two points of the log.
///
/// A transaction filed into any other group reads as Unfiled.
struct LivingGroups {
  /// The groups at the earlier point in the log, and at the later one.
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

  /// Whether the group is known and not deleted by these events.
  static func lives(_ group: GroupID, _ events: [StoredEvent]) -> Bool {
    guard case .group(let state)? = StreamFold(kind: StreamKind.group.rawValue, events: events).state else {
      return false
    }
    return GroupRow(group, state).map { !$0.isDeleted } ?? false
  }

  /// The groups that exist at one point only.
  var turned: Set<GroupID> { early.symmetricDifference(late) }

  /// The group that a row is shown in, `nil` for Unfiled.
  func shown(_ row: TransactionRow, isEarly: Bool) -> GroupID? {
    row.group.flatMap { (isEarly ? early : late).contains($0) ? $0 : nil }
  }
}
