internal import LedgerBook
package import LedgerDomain

extension YNABSync {
  /// A copy that is sent.
  struct Job {
    let row: CopyRow
    let attempt: CopyEvent.Attempted
    let body: CopyBody?
    /// Whether the same request may have arrived before.
    let isRetry: Bool
  }

  /// Sends new transactions to an account, and the changes of those that were sent before.
  ///
  /// - Parameters:
  ///   - ids: The transactions.
  ///   - plan: The remote identifier of the plan.
  ///   - account: The remote identifier of the account for new copies. Copies that exist keep theirs.
  ///   - withItems: Whether new copies are splits.
  /// - Returns: A result for each transaction, in order.
  package func push(
    _ ids: [TransactionID], plan: String, account: String?, withItems: Bool
  ) throws -> [CopyResult] {
    var results: [TransactionID: CopyResult] = [:]
    var rows: [CopyRow] = []
    var requests: [(copy: CopyID, command: CopyCommand)] = []
    let known = Dictionary(grouping: try book.copies(), by: \.transaction)
    for id in ids {
      let living = (known[id] ?? []).filter {
        $0.phase != .detached && (account == nil || $0.account == account)
      }
      do {
        if living.isEmpty {
          guard let account else {
            throw YNABError.unknown(what: "account", text: nil, known: catalog.accounts(plan).map(\.name))
          }
          let body = try CopyBody(
            try book.transaction(id), account: account, currency: currency(of: plan), withItems: withItems,
            links: settings.links, today: book.today)
          let copy = CopyID(id, plan: plan, account: account)
          guard body.remainder == 0 else {
            results[id] = CopyResult(transaction: id, copy: nil, outcome: .remainder(body.remainder))
            continue
          }
          requests.append(
            (
              copy,
              .request(
                CopyEvent.Requested(
                  transaction: id, plan: plan, account: account, withItems: !body.parts.isEmpty, on: book.today)
              )
            ))
          rows.append(
            CopyRow(
              id: copy, transaction: id, plan: plan, account: account, withItems: !body.parts.isEmpty,
              phase: .requested, remote: nil, importID: nil, conflictCount: 0, isDeletedThere: false,
              requestedOn: book.today, sentOn: nil))
        } else {
          rows += living
        }
      } catch let rejection as Rejection {
        results[id] = CopyResult(transaction: id, copy: nil, outcome: .rejected(rejection))
      }
    }
    if !requests.isEmpty { try record(requests) }
    for (row, outcome) in try refresh(rows) {
      results[row.transaction] = CopyResult(transaction: row.transaction, copy: row.id, outcome: outcome)
      rows.removeAll { $0.id == row.id }
    }
    var used = ImportIDs(try book.copies())
    let jobs = try jobs(for: rows, &used, &results)
    for (id, outcome) in try send(all: jobs, &used) {
      results[id] = CopyResult(transaction: id, copy: nil, outcome: outcome)
    }
    return ids.compactMap { results[$0] }
  }

  /// Returns the requests for copies. A copy that nothing is sent of has its result at once.
  private func jobs(
    for rows: [CopyRow], _ used: inout ImportIDs, _ results: inout [TransactionID: CopyResult]
  ) throws -> [Job] {
    try rows.compactMap { row in
      func end(_ outcome: CopyResult.Outcome) -> Job? {
        results[row.transaction] = CopyResult(transaction: row.transaction, copy: row.id, outcome: outcome)
        return nil
      }
      do {
        if let reason = try deletedThere(row) { return end(.refused(reason)) }
        return try job(for: row, &used) ?? end(.unchanged)
      } catch let rejection as Rejection {
        return end(.rejected(rejection))
      }
    }
  }

  /// Returns the refusal of a copy that was deleted in YNAB before its answer arrived, or `nil`.
  ///
  /// It does not return by itself. A person detaches it, and sends it again (RY-15).
  func deletedThere(_ row: CopyRow) throws -> String? {
    let state = try book.copy(row.id)
    guard state.remote == nil, state.pending == nil, state.refusal?.status == 409 else { return nil }
    return state.refusal?.reason
  }

  /// Merges what YNAB holds into copies that are to be changed, so that no change there is overwritten.
  ///
  /// - Returns: The copies that cannot be sent now.
  func refresh(_ rows: [CopyRow]) throws -> [(CopyRow, CopyResult.Outcome)] {
    var changing: [CopyRow] = []
    for row in rows where row.remote != nil {
      let state = try book.copy(row.id)
      if state.isDeletedThere {
        try closePending(row)
        continue
      }
      let isPending = state.pending != nil || state.deferral != nil
      // One that cannot be sent as it is is rejected with its reason later.
      let isChanged = (try? outgoing(row, body(of: row)).isEmpty) == false
      if isPending || isChanged { changing.append(row) }
    }
    var postponed: [(CopyRow, CopyResult.Outcome)] = []
    for (_, group) in Dictionary(grouping: changing, by: { "\($0.plan) \($0.account)" }) {
      guard let first = group.first else { continue }
      let dates = try group.compactMap {
        try book.copy($0.id).base[CopyEvent.Key(.date)].flatMap { CivilDate(iso: $0) }
      }
      do {
        let from = (dates.min() ?? book.today).adding(days: -Self.lookUpDays)
        let there = try client.transactions(first.plan, account: first.account, from: from)
        guard there.allSatisfy({ $0.account == first.account }) else {
          throw YNABError.invalidAnswer("it contains a transaction of another account")
        }
        let byID = Dictionary(there.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        var report = PullReport()
        for row in group {
          guard let remote = byID[row.remote ?? ""] else {
            // It was deleted or moved there, which the next pull learns. A change of it would be refused.
            postponed.append((row, .postponed("YNAB no longer lists it in its account; a pull tells why")))
            continue
          }
          try merge(remote, into: row, &report)
          try closePending(row)
        }
      } catch let error as YNABError {
        guard case .unavailable(let status, let reason) = error else { throw error }
        let deferred = CopyEvent.Deferred(status: status, reason: reason, on: book.today)
        try record(group.map { ($0.id, .postpone(deferred)) })
        postponed += group.map { ($0, .postponed(Refusal(error).line)) }
      }
    }
    return postponed
  }

  /// Ends a change without an answer.
  ///
  /// After a merge, comparing values shows what must still be sent. Nothing is sent for deleted copies.
  func closePending(_ row: CopyRow) throws {
    let state = try book.copy(row.id)
    let isOpen = state.pending?.remote != nil || (state.pending == nil && state.deferral != nil)
    guard isOpen, let last = state.acknowledged else { return }
    let values = state.base.sorted { $0.key < $1.key }.map { CopyEvent.Value($0.key, $0.value) }
    let answer = CopyEvent.Acknowledged(
      remote: last.remote, items: state.items, values: values, ignored: last.ignored, wasThere: last.wasThere,
      on: book.today)
    try record([(row.id, .acknowledge(answer))])
  }

  /// Returns the fields of a copy that only this ledger changed, and that YNAB does not ignore.
  func outgoing(_ row: CopyRow, _ body: CopyBody) throws -> [CopyEvent.Field] {
    let state = try book.copy(row.id)
    if state.isDeletedThere { return [] }
    let merge = ThreeWayMerge(base: state.base, ours: body.values(with: state.items), theirs: state.base)
    let ignored = Dictionary(
      state.acknowledged?.ignored.map { ($0.key, $0.value) } ?? [], uniquingKeysWith: { $1 })
    return merge.outgoing.filter { change in
      change.key.item == nil && !row.isFrozen(change.key) && state.conflicts[change.key] == nil
        && ignored[change.key] != .some(change.ours)
    }.map(\.key.field)
  }

  /// Returns the request for a copy, or `nil` if there is nothing to send.
  func job(for row: CopyRow, _ used: inout ImportIDs) throws -> Job? {
    let state = try book.copy(row.id)
    if let pending = state.pending {
      return Job(row: row, attempt: pending, body: try? body(of: row), isRetry: true)
    }
    let body = try body(of: row)
    guard let remote = state.remote else {
      // What was refused was not kept, so that its identifier is free.
      if let refusal = state.refusal, refusal.status != 409, let id = state.importID { used.free(id, row) }
      let importID = used.next(settings.prefix, row, body)
      return Job(row: row, attempt: attempt(body, importID), body: body, isRetry: false)
    }
    let fields = try outgoing(row, body)
    guard !fields.isEmpty else { return nil }
    let attempt = CopyEvent.Attempted(
      importID: state.importID ?? "", remote: remote, body: body.change(fields, of: remote),
      values: fields.map { CopyEvent.Value(CopyEvent.Key($0), body.values[CopyEvent.Key($0)]) }, on: book.today)
    return Job(row: row, attempt: attempt, body: body, isRetry: false)
  }

  func attempt(_ body: CopyBody, _ importID: String) -> CopyEvent.Attempted {
    CopyEvent.Attempted(
      importID: importID, body: body.creation(importID: importID),
      values: body.values.sorted { $0.key < $1.key }.map { CopyEvent.Value($0.key, $0.value) },
      items: body.parts.map(\.item), on: book.today)
  }

  /// Returns the body that a push would send, or `nil` if there is nothing to send. Nothing is recorded.
  package func preview(
    _ id: TransactionID, plan: String, account: String?, withItems: Bool
  ) throws -> (body: String, remainder: Int64)? {
    let all = try book.copies()
    var used = ImportIDs(all)
    if let row = all.first(where: { $0.transaction == id && $0.phase != .detached }) {
      return try job(for: row, &used).map { ($0.attempt.body, 0) }
    }
    guard let account else {
      throw YNABError.unknown(what: "account", text: nil, known: catalog.accounts(plan).map(\.name))
    }
    let body = try CopyBody(
      try book.transaction(id), account: account, currency: currency(of: plan), withItems: withItems,
      links: settings.links, today: book.today)
    let row = CopyRow(
      id: CopyID(id, plan: plan, account: account), transaction: id, plan: plan, account: account,
      withItems: withItems, phase: .requested, remote: nil, importID: nil, conflictCount: 0,
      isDeletedThere: false, requestedOn: book.today, sentOn: nil)
    return (body.creation(importID: used.next(settings.prefix, row, body)), body.remainder)
  }
}
