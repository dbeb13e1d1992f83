internal import EventLog
internal import LedgerBytes
public import LedgerDomain
public import LedgerProjections

extension ChangePlan {
  /// The deletion of a record that is not a receipt or a rule.
  public enum Deletion: Hashable, Sendable {
    /// A group, with the effect, and with what becomes of its receipts.
    case group(GroupID, ChangePlan.GroupDeletionImpact, GroupDisposition)
    /// A goal.
    case goal(GoalSummary)
  }

  /// The choices of what becomes of a group's receipts. Empty without receipts, or if the choice was made.
  public var dispositions: [GroupDisposition] { isDispositionOpen ? GroupDisposition.allCases : [] }
}

extension Book {
  /// Plans the deletion of a group.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - disposition: What becomes of its receipts. `nil` keeps them and leaves the choice open.
  /// - Throws: `BookError.unknown` if the group is unknown or deleted.
  public func plan(deleting group: GroupID, _ disposition: GroupDisposition? = nil) throws -> ChangePlan {
    let impact = try impactOfDeleting(group)
    var plan = ChangePlan(.group(group, impact, disposition ?? .keep))
    plan.isDispositionOpen = disposition == nil && impact.receipts + impact.drafts > 0
    return plan
  }

  /// Plans the deletion of a goal.
  public func plan(deleting goal: GoalSummary) -> ChangePlan { ChangePlan(.goal(goal)) }

  /// Carries out a deletion as it was planned.
  ///
  /// - Throws: `PlanError.recordChanged` if the record has changed since.
  func perform(_ deletion: ChangePlan.Deletion, id: UniqueID?) throws -> Done {
    switch deletion {
    case .group(let group, let impact, let disposition):
      return try deleteGroup(group, disposition, id: id) {
        if try impactOfDeleting(group) != impact { throw PlanError.recordChanged(.group, "\(group)") }
      }
    case .goal(let goal):
      return try deleteGoal(goal.id, id: id) {
        let now = try goals(withDeleted: true).first { $0.id == goal.id }
        if now?.row != goal.row || now?.parts != goal.parts {
          throw PlanError.recordChanged(.goal, "\(goal.id)")
        }
      }
    }
  }
}

extension TransactionCommand {
  /// Whether it takes a line item or a page off a receipt.
  var takesSomethingOff: Bool {
    switch self {
    case .removeItem, .detach: true
    case .capture, .recognize, .confirm, .pick, .correct, .save, .discard, .record, .file, .tag, .flag, .clear,
      .attach, .delete, .restore, .unlink, .addItem, .changeItem, .restoreItem, .propose, .accept, .reject,
      .dismissDuplicate, .transfer, .correctTransfer:
      false
    }
  }
}
