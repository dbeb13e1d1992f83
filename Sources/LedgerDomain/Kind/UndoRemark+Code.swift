extension UndoRemark {
  /// The name of the remark for programs, which does not change. Its sentence may.
  package var code: String {
    switch self {
    case .overwritten: "overwritten"
    case .disputed: "disputed"
    case .undone: "undone"
    case .broughtBack: "broughtBack"
    case .notUndoable(let obstacle): obstacle.code
    case .isDeleted: "isDeleted"
    case .needed: "needed"
    case .groupIsGone: "groupIsGone"
    case .touched: "touched"
    case .staysDeleted: "staysDeleted"
    case .followsRule: "ruleChangeStays"
    case .generatedAfter: "generatedAfter"
    case .generated: "generated"
    case .followed: "followed"
    case .holds: "holds"
    case .inUse: "inUse"
    }
  }
}

extension UndoObstacle {
  /// The name of the obstacle for programs, which does not change.
  fileprivate var code: String {
    switch self {
    case .wasThereBefore: "wasThereBefore"
    case .itemWasThereBefore: "itemWasThereBefore"
    case .followsRule: "followsRule"
    case .readByMachine: "readByMachine"
    case .proposedByMachine: "proposedByMachine"
    case .declined: "declined"
    case .settledDeletion: "settledDeletion"
    case .beginning: "beginning"
    case .deviceJoined: "deviceJoined"
    case .redaction: "redaction"
    case .skipping: "skipping"
    case .exported: "exported"
    case .sentElsewhere: "sentElsewhere"
    case .changedNoPause: "changedNoPause"
    case .fixedCategory: "fixedCategory"
    case .unknownRecord: "unknownRecord"
    case .redacted: "redacted"
    case .skipped: "skipped"
    case .unknownShape: "unknownShape"
    case .unreadable: "unreadable"
    }
  }
}
