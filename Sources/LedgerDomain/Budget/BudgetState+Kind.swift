internal import LedgerBytes

extension BudgetState: KindState {
  static let plural = "budgets"

  var record: RecordState { .budget(self) }

  func values(of id: UniqueID) -> RecordValues { values }

  var isBegun: Bool { month != nil }

  var writes: RecordWrites {
    var writes = RecordWrites()
    for (bytes, choices) in categories {
      var own = RecordWrites()
      own.add(.budgeted, choices.amount, change: \.change) { .decimal($0.money) }
      own.add(.carriesOver, choices.carriesOver) { .flag($0) }
      writes.add(.category(String(decoding: bytes, as: UTF8.self)), own)
    }
    return writes
  }
}
