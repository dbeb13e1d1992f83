public import LedgerDomain

extension PlacedRemark {
  /// The remark as a clause for a person, without a full stop at its end.
  public var sentence: String {
    switch remark {
    case .overwritten(let what, _): "\(what) was changed again since, and stays as it is"
    case .disputed(let what, _): "\(what) was set on another device too, and stays as it is"
    case .undone: "it was undone already"
    case .broughtBack: "it was undone and brought back"
    case .notUndoable(let obstacle): obstacle.sentence
    case .isDeleted(let what, _): "the \(what) was deleted"
    case .needed(let field): "a saved receipt needs its \(field.rawValue)"
    case .groupIsGone: "the group where it was before is deleted, so it stays where it is"
    case .touched: "a person or a bank changed one of the generated transactions since, and that one stays"
    case .generated: "the transactions that this rule generated stay"
    case .followsRule: "the change of the rule stays"
    case .generatedAfter: "a rule generated it after another change"
    case .staysDeleted: "generating again does not restore the transactions that this deletes"
    case .followed: "a later change builds on it"
    case .holds(let receipts):
      "\(receipts) receipt\(receipts == 1 ? "" : "s") that it holds now \(receipts == 1 ? "stays" : "stay"), unfiled"
    case .inUse(let transactions):
      transactions == 1
        ? "1 transaction has this category and keeps it"
        : "\(transactions) transactions have this category and keep it"
    }
  }

  /// The step that helps, or `nil` if nothing does or nothing is needed.
  public var remedy: Remedy? {
    switch remark {
    case .broughtBack, .generated, .followsRule, .generatedAfter: position.map { .undo($0) }
    case .overwritten, .undone, .touched, .followed: position.map { .look(at: $0) }
    case .disputed(let what, _): TransactionField(what).map { .set([$0]) }
    case .isDeleted(let what, _): Remedy.Subject(what: what).map { .restore($0) }
    case .needed(let field): .set([field])
    case .staysDeleted: .restore(.transaction)
    case .notUndoable(let obstacle): obstacle.remedy
    case .groupIsGone, .holds, .inUse: nil
    }
  }
}

extension UndoObstacle {
  fileprivate var sentence: String {
    switch self {
    case .wasThereBefore: "it was there before, from another device"
    case .itemWasThereBefore: "the item was there before, from another device"
    case .followsRule: "it follows its rule, so undo the change of the rule instead"
    case .readByMachine: "a machine read it from the paper, which stays on record"
    case .proposedByMachine: "a machine's proposal changes nothing"
    case .declined: "a declined proposal stays declined"
    case .sentElsewhere: "it was sent to YNAB"
    case .settledDeletion: "it decided about a deletion that was in conflict"
    case .beginning: "a ledger's beginning cannot be undone"
    case .deviceJoined: "a device that joined cannot be removed, because its events carry its name"
    case .redaction: "redacted content is gone for good"
    case .skipping: "an event that was skipped cannot be read, so there is nothing to bring back"
    case .exported: "an exported file cannot be taken back"
    case .changedNoPause: "it did not change a pause"
    case .fixedCategory(let key): "“\(key)” is one of the five categories that every ledger keeps"
    case .unknownRecord: "this version of the program does not know its record"
    case .redacted: "its content was redacted"
    case .skipped: "every device skips it"
    case .unknownShape: "this version of the program does not know its type"
    case .unreadable: "it cannot be read"
    }
  }

  fileprivate var remedy: Remedy? {
    switch self {
    case .readByMachine, .proposedByMachine, .declined: .set([])
    case .sentElsewhere: .detach(.copy)
    case .fixedCategory(let key): .rename(.category, named: key)
    case .unknownRecord, .unknownShape: .update
    case .wasThereBefore, .itemWasThereBefore, .followsRule, .settledDeletion, .beginning, .deviceJoined,
      .redaction, .skipping, .exported, .changedNoPause, .redacted, .skipped, .unreadable:
      nil
    }
  }
}
