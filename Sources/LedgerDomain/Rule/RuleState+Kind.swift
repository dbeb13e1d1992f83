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
    return writes
  }
}

extension RuleEvent {
  /// The series of a first rule is its own. A split derives the identifier from the series and the date.
  var impliedID: UniqueID? {
    guard case .ruleCreated(let created) = self else { return nil }
    return (created.since.map { RuleID.derived(series: created.series, splitOn: $0) } ?? created.series).id
  }

  func fault(on stream: UniqueID) -> String? {
    switch self {
    case .ruleCreated(let created):
      created.fault ?? (impliedID == stream ? nil : "it belongs to another rule")
    case .ruleChanged(let changed): changed.fault
    case .recurrenceGenerated(let generated): generated.fault
    case .ruleSplit, .ruleDeleted, .ruleRestored: nil
    }
  }
}

extension RuleCreated {
  fileprivate var fault: String? {
    (1...PayloadLimits.intervalPeriodsMax).contains(terms.interval) ? nil : "its interval is out of its range"
  }
}

extension RuleChanged {
  fileprivate var fault: String? {
    let hasLost =
      frequency.map { $0.to == nil } ?? false || interval.map { $0.to == nil } ?? false
      || start.map { $0.to == nil } ?? false || monthEnd.map { $0.to == nil } ?? false
      || kind.map { $0.to == nil } ?? false || money.map { $0.to == nil } ?? false
    if hasLost { return "it takes from a rule what no rule can be without" }
    let isInRange = interval?.to.map { (1...PayloadLimits.intervalPeriodsMax).contains($0) } ?? true
    return isInRange ? nil : "its interval is out of its range"
  }
}

extension RecurrenceGenerated {
  fileprivate var fault: String? {
    guard from <= through, PayloadLimits.generatedDates.contains(from),
      PayloadLimits.generatedDates.contains(through)
    else { return "it claims dates that are never generated" }
    let dates = from...through
    let isWithin = [made, changed, removed, restored].allSatisfy { $0.allSatisfy { dates.contains($0.date) } }
    return isWithin ? nil : "it names dates outside of what it generated"
  }
}
