internal import LedgerBytes

extension LedgerState: KindState {
  static let plural = "settings"

  var record: RecordState { .ledger(self) }

  func values(of id: UniqueID) -> RecordValues { LedgerRow(self)?.values ?? RecordValues() }

  /// Whether the record exists: always, because a device may join before the creation has arrived.
  var isBegun: Bool { true }

  var writes: RecordWrites {
    var writes = RecordWrites()
    writes.add(.currency, currency) { CurrencyCode($0).map(TypedValue.currency) }
    writes.add(.payment, payment) { .word($0) }
    writes.add(.group, group) { .group($0) }
    writes.add(.account, account) { .text($0) }
    return writes
  }
}
