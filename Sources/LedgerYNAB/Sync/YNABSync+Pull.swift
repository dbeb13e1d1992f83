package import LedgerBook
package import LedgerDomain

/// The report of a pull.
package struct PullReport: Hashable, Sendable {
  /// The number of fields that came into this ledger.
  package var mergedCount = 0
  /// The conflicts that wait for a person.
  package var conflicts: [CopyEvent.Change] = []
  package var deleted: [TransactionID] = []
  /// The changes that cannot come into this ledger, with the reason.
  package var held: [Held] = []

  /// A change that stays in YNAB alone.
  package struct Held: Hashable, Sendable {
    package let transaction: TransactionID
    package let key: CopyEvent.Key
    package let value: String?
    package let reason: String
    /// The reason in a word that stays when the sentence is changed.
    package let code: HeldReason
    /// The step that helps, or `nil`.
    package var step: Step?
  }

  mutating func hold(
    _ row: CopyRow, _ change: YNABSync.HeldChange, _ key: CopyEvent.Key = CopyEvent.Key(.amount),
    _ value: String? = nil
  ) {
    held.append(
      Held(
        transaction: row.transaction, key: key, value: value, reason: change.reason, code: change.code,
        step: change.step))
  }
}

/// The reason why a change stays in YNAB, in a word that does not change.
package enum HeldReason: String, CaseIterable, Sendable {
  case splitThere, conflict, partsDoNotAddUp, otherParts, invalidDate, required, moreDigits
  case categoryNotLinked, categoryLinkedTwice, notCopyable, movedAccount, refused
}

extension YNABSync {
  /// Reads what changed in YNAB, and merges it field by field.
  ///
  /// Changes of YNAB alone are recorded in this ledger. A field that both sides changed waits for `settle`.
  package mutating func pull() throws -> PullReport {
    var report = PullReport()
    let all = try book.copies()
    let doubled = all.doubled
    let rows = all.filter { $0.isCopied && !doubled.contains($0.id) }
    // A copy whose answer was lost may be there, and have changed. A later pull asks for that again.
    let unsure = Set(all.filter { $0.mayBeThere && $0.remote == nil }.map(\.plan))
    for (plan, rows) in Dictionary(grouping: rows, by: \.plan).sorted(by: { $0.key < $1.key }) {
      let byRemote = Dictionary(rows.map { ($0.remote ?? "", $0) }, uniquingKeysWith: { $1 })
      let heldBefore = report.held.count
      // Only an answer about changes lists those that are deleted. The first one is about all changes.
      let answer = try client.changes(plan, since: settings.knowledge[plan] ?? 0)
      for remote in answer.transactions {
        guard let row = byRemote[remote.id] else { continue }
        guard remote.account == row.account || remote.isDeleted else {
          report.hold(
            row, HeldChange(reason: "it was moved to another account in YNAB", code: .movedAccount))
          continue
        }
        try merge(remote, into: row, &report)
      }
      // The next pull asks for the held changes of this plan again.
      if report.held.count == heldBefore, !unsure.contains(plan) {
        try note(knowledge: answer.knowledge, of: plan)
      }
    }
    for row in try book.copies() where row.phase != .detached && row.conflictCount > 0 {
      report.conflicts += try book.copy(row.id).conflicts.values.sorted { $0.key < $1.key }
    }
    return report
  }

  private func noteDeletion(of row: CopyRow, _ report: inout PullReport) throws {
    report.deleted.append(row.transaction)
    try record([
      (row.id, .observe(CopyEvent.RemoteChangeObserved(changes: [], isDeleted: true, on: book.today)))
    ])
    try closePending(row)
  }

  /// Merges a transaction of YNAB, and puts the conflicts on record.
  func merge(_ remote: RemoteTransaction, into row: CopyRow, _ report: inout PullReport) throws {
    let state = try book.copy(row.id)
    if remote.isDeleted { return try noteDeletion(of: row, &report) }
    guard let body = try? body(of: row) else {
      // It was deleted here, or cannot be sent as it is. What changed there is not lost: the next pull asks again.
      let theirs = ThreeWayMerge(base: state.base, ours: state.base, theirs: remote.values)
      if let change = theirs.incoming.first {
        let reason = "the receipt is deleted here, or it cannot be copied as it is"
        report.hold(row, HeldChange(reason: reason, code: .notCopyable), change.key, change.theirs)
      }
      return
    }
    let merge = ThreeWayMerge(base: state.base, ours: body.values(with: state.items), theirs: remote.values)
    guard !merge.incoming.isEmpty || !merge.conflicts.isEmpty || !merge.agreed.isEmpty else { return }
    var commands: [CopyCommand] = []
    var changes: [TransactionCommand] = []
    var merged = merge.agreed.map { CopyEvent.Merge($0.key, side: .theirs, remote: $0.theirs) }
    let split = SplitChange(merge.incoming, base: state.base, remote, isSplit: row.withItems)
    if let first = split.changes.first {
      do {
        let parts = try self.commands(for: split, of: remote, row, state, conflicts: merge.conflicts)
        commands += parts.copy
        changes += parts.changes
        merged += split.changes.map { CopyEvent.Merge($0.key, side: .theirs, remote: $0.theirs) }
      } catch let held as HeldChange {
        report.hold(row, held, first.key, first.theirs)
      }
    }
    for change in split.others {
      do {
        changes += try incoming(change, row, state)
        merged.append(CopyEvent.Merge(change.key, side: .theirs, remote: change.theirs))
      } catch let held as HeldChange {
        report.hold(row, held, change.key, change.theirs)
      }
    }
    let observed =
      merge.conflicts + merge.incoming.filter { change in merged.contains { $0.key == change.key } }
    if !observed.isEmpty {
      commands.append(.observe(CopyEvent.RemoteChangeObserved(changes: observed, on: book.today)))
    }
    if !merged.isEmpty { commands.append(.merge(CopyEvent.Merged(fields: merged, on: book.today))) }
    guard !commands.isEmpty else { return }
    do {
      try record(commands, of: row.id, into: row.transaction, changes)
      report.mergedCount += merged.count
    } catch let rejection as Rejection {
      let held = HeldChange(reason: "this ledger refuses it: \(rejection)", code: .refused)
      report.hold(row, held, merged.first?.key ?? CopyEvent.Key(.amount))
    }
  }

  /// The reason why a change cannot come into this ledger.
  struct HeldChange: Error {
    let reason: String
    let code: HeldReason
    var step: Step?
  }

  /// Returns the commands that bring a value of YNAB into this ledger.
  func incoming(_ change: CopyEvent.Change, _ row: CopyRow, _ state: CopyState) throws -> [TransactionCommand] {
    if let item = change.key.item { return try incoming(change, item: item, row, state) }
    let value = change.theirs
    switch change.key.field {
    case .payee: return []
    case .memo: return [.correct(.note, value.map { .text($0) })]
    case .cleared: return [.clear(value == "cleared")]
    case .date:
      guard let date = value.flatMap({ CivilDate(iso: $0) }) else {
        throw HeldChange(reason: "it is no date", code: .invalidDate)
      }
      return [.correct(.date, .date(date))]
    case .amount:
      let kind = try book.transaction(row.transaction).row.kind
      return [.correct(.total, .amount(Amount(try money(value, row, kind))))]
    case .category:
      return [.correct(.category, .text(try category(value, row.plan)))]
    }
  }

  private func incoming(
    _ change: CopyEvent.Change, item: String, _ row: CopyRow, _ state: CopyState
  ) throws -> [TransactionCommand] {
    guard let known = state.items.first(where: { $0.remote == item })?.item else {
      throw HeldChange(
        reason: "the split has another part in YNAB; detach the copy to follow it by hand", code: .otherParts)
    }
    guard let value = change.theirs else {
      if change.key.field == .amount { return [.removeItem(known)] }
      throw HeldChange(
        reason: "a line item needs a \(change.key.field == .memo ? "name" : "category")", code: .required)
    }
    var edit = LineItemEdit()
    switch change.key.field {
    case .amount: edit.money = try money(value, row, try book.transaction(row.transaction).row.kind)
    case .memo: edit.name = value
    case .category: edit.category = try category(value, row.plan)
    case .date, .payee, .cleared: return []
    }
    return [.changeItem(known, edit)]
  }

  func money(_ value: String?, _ row: CopyRow, _ kind: TransactionKind) throws -> Money {
    let currency = try book.transaction(row.transaction).row.money?.currency
    guard let milliunits = value.flatMap({ Int64($0) }), let currency,
      let money = Milliunits.money(kind.signed(milliunits), currency)
    else { throw HeldChange(reason: "the amount has more digits than the currency", code: .moreDigits) }
    return money
  }

  func category(_ id: String?, _ plan: String) throws -> String {
    guard let id else { throw HeldChange(reason: "a receipt needs a category", code: .required) }
    let keys = (settings.links[plan] ?? [:]).filter { $0.value == id }.map(\.key)
    guard keys.count == 1 else {
      throw HeldChange(
        reason: keys.isEmpty
          ? "no category of this ledger is linked to it" : "several categories of this ledger are linked to it",
        code: keys.isEmpty ? .categoryNotLinked : .categoryLinkedTwice,
        step: keys.isEmpty ? .linkCategories : nil)
    }
    return keys[0]
  }

  /// Settles a field in conflict by a person's choice.
  ///
  /// - Throws: `Rejection.noCopyConflict`, `.copyIsFrozen` if YNAB would ignore our value.
  package func settle(_ row: CopyRow, _ key: CopyEvent.Key, _ side: CopyEvent.Side) throws {
    let state = try book.copy(row.id)
    guard let change = state.conflicts[key] else { throw Rejection.noCopyConflict(key.words) }
    var changes: [TransactionCommand] = []
    var settled = [change]
    if side == .theirs {
      // The amounts of a split are one decision: a part alone would not add up.
      if row.withItems, key.field == .amount {
        settled = state.conflicts.values.filter { $0.key.field == .amount }.sorted { $0.key < $1.key }
      }
      do { changes = try settled.flatMap { try incoming($0, row, state) } } catch let held as HeldChange {
        let sentence = "this cannot come into the ledger: \(held.reason)"
        if let step = held.step { throw Refusal(.refused, sentence, .next(step)) }
        throw Rejection.notCopyable(sentence)
      }
    } else if row.isFrozen(key) {
      throw Rejection.copyIsFrozen(key.field.rawValue)
    }
    try record(
      settled.map { .settle($0.key, side, on: book.today) }, of: row.id, into: row.transaction, changes,
      isByPerson: true)
  }
}
