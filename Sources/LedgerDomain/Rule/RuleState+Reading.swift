// Properties that are derived from the fold of a rule's events.

extension RuleState {
  /// Its properties, or `nil` if its creation is not known or a newer program left one out.
  package var terms: RuleTerms? {
    guard series != nil, let frequency = frequency.value, let interval = interval.value,
      let start = start.value, let monthEnd = monthEnd.value, let kind = kind.value, let money = money.value
    else { return nil }
    return RuleTerms(
      frequency: frequency, interval: interval, start: start, end: end.value, monthEnd: monthEnd, kind: kind,
      money: money, vendor: vendor.value, category: category.value, payment: payment.value, group: group.value,
      note: note.value, account: account.value, toAccount: toAccount.value, received: received.value,
      tags: tags.filter { $0.value.value == true }.keys.sorted { $0.lexicographicallyPrecedes($1) }
        .map { String(decoding: $0, as: UTF8.self) },
      flags: TransactionFlags(paid: paid.value, reimbursed: reimbursed.value))
  }

  /// Whether it is not paused.
  package var isEnabled: Bool { !pauses.contains { $0.until == nil } }

  /// The first date that another rule governs because of a split, or `nil` if it was never split.
  package var splitOn: CivilDate? { splits.values.compactMap(\.value).min() }

  /// The date through which it was generated, or `nil` if it never was.
  package var generatedThrough: CivilDate? { generations.map(\.generated.through).max() }

  /// The date from which it was generated, or `nil` if it never was.
  package var generatedFrom: CivilDate? { generations.map(\.generated.from).min() }

  /// Whether everything that was generated matches the rule's present properties.
  ///
  /// Each stretch was then examined again by a device that knew of the last change. It is `false` while a deletion
  /// waits, because deleted transactions may come back when a person decides.
  package var isSettled: Bool {
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

  /// The dates of instances that a deletion with the future ones had not seen, but deletes too.
  package var overlookedByDeletion: [CivilDate] {
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
      // Instances that a machine deleted since need no further deletion.
      dates.subtract(generated.removed.map(\.date))
    }
    return dates.sorted()
  }

  /// How many properties have concurrent changes, plus one if a deletion waits.
  package var conflictCount: Int {
    let disputed: [Bool] = [
      frequency.isDisputed, interval.isDisputed, start.isDisputed, end.isDisputed, monthEnd.isDisputed,
      kind.isDisputed, money.isDisputed, vendor.isDisputed, category.isDisputed, payment.isDisputed,
      group.isDisputed, note.isDisputed, account.isDisputed, toAccount.isDisputed, received.isDisputed,
      paid.isDisputed, reimbursed.isDisputed,
    ]
    let members = disputed.count { $0 }
    return members + (deletion.pending == nil ? 0 : 1)
  }
}

extension FieldRegister {
  fileprivate var isDisputed: Bool { !conflicts.isEmpty }
}
