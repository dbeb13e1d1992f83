internal import LedgerBytes

extension RuleState: KindState {
  static let plural = "rules"

  var record: RecordState { .rule(self) }

  func values(of id: UniqueID) -> RecordValues { RuleRow(RuleID(id), self)?.values ?? RecordValues() }

  var isBegun: Bool { series != nil }

  var writes: RecordWrites {
    var writes = RecordWrites()
    writes.add(.vendor, vendor) { .text($0) }
    writes.add(.total, money) { .decimal($0) }
    writes.add(.currency, money) { .currency($0.currency) }
    writes.add(.category, category) { .word($0) }
    writes.add(.payment, payment) { .word($0.rawValue) }
    writes.add(.group, group) { .group($0) }
    writes.add(.note, note) { .text($0) }
    writes.add(.kind, kind) { .word($0.rawValue) }
    writes.add(.account, account) { .text($0) }
    writes.add(.toAccount, toAccount) { .text($0) }
    writes.add(.received, received) { .decimal($0) }
    writes.add(.paid, paid) { .flag($0) }
    writes.add(.reimbursed, reimbursed) { .flag($0) }
    writes.add(.frequency, frequency) { .word($0.rawValue) }
    writes.add(.interval, interval) { .word(String($0)) }
    writes.add(.start, start) { .date($0) }
    writes.add(.end, end) { .date($0) }
    writes.add(.monthEnd, monthEnd) { .word($0.rawValue) }
    writes.add(state: deletion.supporters)
    writes.pending = deletion.pending
    return writes
  }
}
