internal import LedgerBytes

// The payloads of a goal's events.

extension EventType {
  /// A goal was created.
  public static let goalCreated = EventType("GoalCreated", GoalEvent.goalCreated)
  /// The terms of a goal were changed.
  public static let goalChanged = EventType("GoalChanged", GoalEvent.goalChanged, canUndo: true)
  /// Money was put towards a goal.
  public static let goalContributed = EventType("GoalContributed", GoalEvent.goalContributed, canUndo: true)
  /// A contribution was removed.
  public static let goalContributionRemoved = EventType(
    "GoalContributionRemoved", GoalEvent.goalContributionRemoved, canUndo: true)
  /// A goal was completed.
  public static let goalCompleted = EventType("GoalCompleted", GoalEvent.goalCompleted, canUndo: true)
  /// A completed goal was opened again.
  public static let goalReopened = EventType("GoalReopened", GoalEvent.goalReopened, canUndo: true)
  /// A goal was deleted.
  public static let goalDeleted = EventType("GoalDeleted", GoalEvent.goalDeleted, canUndo: true)
  /// The deletion of a goal was undone.
  public static let goalRestored = EventType("GoalRestored", GoalEvent.goalRestored, canUndo: true)
}

extension GoalCreated: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("by", by)
    writer.member("emoji", emoji)
    writer.member("name", name)
    writer.member("on", on)
    writer.member("target", target)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    by = try reader.member("by")
    emoji = try reader.member("emoji")
    name = try reader.member("name")
    on = try reader.member("on")
    target = try reader.member("target")
  }
}

extension GoalChanged: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("by", by)
    writer.member("emoji", emoji)
    writer.member("name", name)
    writer.member("target", target)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    by = try reader.member("by")
    emoji = try reader.member("emoji")
    name = try reader.member("name")
    target = try reader.member("target")
  }
}

extension GoalContribution: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("amount", amount)
    writer.member("contribution", id)
    writer.member("on", on)
    writer.member("transaction", transaction)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    amount = try reader.member("amount")
    id = try reader.member("contribution")
    on = try reader.member("on")
    transaction = try reader.member("transaction")
  }
}
