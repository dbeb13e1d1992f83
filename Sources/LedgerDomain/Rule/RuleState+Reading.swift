internal import LedgerBytes

// What the fold of a rule's events comes to.

extension RuleState {
  /// What it says; nil until its creation is known, or where a program of the future left something out.
  public var terms: RuleTerms? {
    guard series != nil, let frequency = frequency.value, let interval = interval.value,
      let start = start.value, let monthEnd = monthEnd.value, let kind = kind.value, let money = money.value
    else { return nil }
    return RuleTerms(
      frequency: frequency, interval: interval, start: start, end: end.value, monthEnd: monthEnd, kind: kind,
      money: money, vendor: vendor.value, category: category.value, payment: payment.value, group: group.value,
      note: note.value, account: account.value,
      tags: tags.filter { $0.value.value == true }.keys.sorted { $0.lexicographicallyPrecedes($1) }
        .map { String(decoding: $0, as: UTF8.self) },
      flags: Flags(paid: paid.value, reimbursed: reimbursed.value))
  }

  /// Whether it is not paused.
  public var isEnabled: Bool { !pauses.contains { $0.until == nil } }

  /// The first date on which it governs no more, because a split began another rule there; nil: it goes on.
  public var splitOn: CivilDate? { splits.values.compactMap(\.value).min() }

  /// How far it was generated; nil: never.
  public var generatedThrough: CivilDate? { generations.map(\.generated.through).max() }

  /// From where it was generated; nil: never.
  public var generatedFrom: CivilDate? { generations.map(\.generated.from).min() }

  /// Whether all that was ever generated was brought to what the rule says now: each stretch was looked at again, by
  /// somebody who knew of it. Where a deletion waits nobody knows: what had gone with it comes back until a person
  /// decides.
  public var isSettled: Bool {
    guard let revision else { return true }
    if deletion.pending != nil { return false }
    let checks = generations.filter { $0.generated.revision == revision }
      .sorted { $0.generated.from < $1.generated.from }
    return generations.allSatisfy { generation in
      if generation.generated.revision == revision { return true }
      var next = generation.generated.from
      for check in checks where check.context.saw(generation.context.reference) {
        guard check.generated.from <= next else { return false }
        if check.generated.through >= next { next = check.generated.through.adding(days: 1) }
        if next > generation.generated.through { return true }
      }
      return false
    }
  }

  /// The dates of instances that a deletion with the future ones had not seen, and that go with it all the same.
  public var overlookedByDeletion: [CivilDate] {
    guard deletion.isDeleted else { return [] }
    let notes = deletions.filter { $0.deleted.scope == .future }
    guard !notes.isEmpty else { return [] }
    var dates: Set<CivilDate> = []
    for generation in generations {
      let generated = generation.generated
      let unseen = notes.filter { !$0.context.saw(generation.context.reference) }
      if let first = unseen.map(\.deleted.on).min() {
        for instance in generated.made + generated.restored where instance.date >= first {
          dates.insert(instance.date)
        }
      }
      // Those that a machine took back since are done with.
      dates.subtract(generated.removed.map(\.date))
    }
    return dates.sorted()
  }

  /// How many members have writes that did not know of each other, and whether a deletion waits.
  public var conflictCount: Int {
    let disputed: [Bool] = [
      frequency.isDisputed, interval.isDisputed, start.isDisputed, end.isDisputed, monthEnd.isDisputed,
      kind.isDisputed, money.isDisputed, vendor.isDisputed, category.isDisputed, payment.isDisputed,
      group.isDisputed, note.isDisputed, account.isDisputed, paid.isDisputed, reimbursed.isDisputed,
    ]
    let members = disputed.count { $0 }
    return members + (deletion.pending == nil ? 0 : 1)
  }
}

extension Register {
  fileprivate var isDisputed: Bool { !conflicts.isEmpty }
}
