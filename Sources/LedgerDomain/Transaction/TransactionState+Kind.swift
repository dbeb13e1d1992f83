internal import LedgerBytes

extension TransactionState: KindState {
  static let plural = "receipts"

  var record: RecordState { .transaction(self) }

  func values(of id: UniqueID) -> RecordValues {
    TransactionRow(TransactionID(id), self)?.values ?? RecordValues()
  }

  var isBegun: Bool { origin != nil || mergedInto != nil }

  var writes: RecordWrites {
    var writes = RecordWrites()
    forEachField { writes.add($0, $1) }
    writes.add(.paid, paid) { .flag($0) }
    writes.add(.reimbursed, reimbursed) { .flag($0) }
    writes.add(.cleared, cleared) { $0 ? .flag(true) : nil }
    writes.add(.rule, link) { .word($0.rule.description) }
    writes.add(state: (deletion.isDeleted ? [] : savings) + deletion.supporters)
    return writes
  }

  /// The events that saved it, or reopened it if it is a draft.
  private var savings: [EventReference] {
    let isSaved = isSaved
    return saved.heads.filter { $0.value == isSaved }.map(\.reference)
  }
}
