internal import LedgerBytes

extension BudgetState: KindState {
  static let plural = "budgets"

  var record: RecordState { .budget(self) }

  func values(of id: UniqueID) -> RecordValues { values }

  var isBegun: Bool { month != nil }

  var writes: RecordWrites { RecordWrites() }
}
