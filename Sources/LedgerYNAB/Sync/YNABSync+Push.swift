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
    var results: [TransactionID: CopyResult.Outcome] = [:]
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
          let body = try body(of: id, plan: plan, account: account, withItems: withItems)
          guard body.remainder == 0 else {
            results[id] = .remainder(body.remainder)
            continue
          }
          let row = newRow(id, plan: plan, account: account, withItems: !body.parts.isEmpty)
          let request = CopyEvent.Requested(
            transaction: id, plan: plan, account: account, withItems: row.withItems, on: book.today)
          requests.append((row.id, .request(request)))
          rows.append(row)
        } else {
          rows += living
        }
      } catch let rejection as Rejection {
        results[id] = .rejected(rejection)
      }
    }
    if !requests.isEmpty { try record(requests) }
    for (row, outcome) in try refresh(rows) {
      results[row.transaction] = outcome
      rows.removeAll { $0.id == row.id }
    }
    var used = ImportIDs(try book.copies())
    let jobs = try jobs(for: rows, &used, &results)
    for (id, outcome) in try send(all: jobs, &used) { results[id] = outcome }
    // A receipt that met the row of a bank gives it the category, the memo and the parts at once.
    let met = rows.filter { if case .copied(_, _, true)? = results[$0.transaction] { true } else { false } }
    var unchanged: [TransactionID: CopyResult.Outcome] = [:]
    for (id, outcome) in try send(all: try self.jobs(for: met, &used, &unchanged), &used) {
      results[id] = outcome
      guard case .copied(let remote, let ignored, _) = outcome else { continue }
      results[id] = .copied(remote: remote, ignored: ignored, wasThere: true)
    }
    return ids.compactMap { id in results[id].map { CopyResult(transaction: id, outcome: $0) } }
  }

  /// Returns the copy of a receipt that is not requested yet.
  private func newRow(_ id: TransactionID, plan: String, account: String, withItems: Bool) -> CopyRow {
    CopyRow(
      id: CopyID(id, plan: plan, account: account), transaction: id, plan: plan, account: account,
      withItems: withItems, phase: .requested, remote: nil, importID: nil, conflictCount: 0,
      isDeletedThere: false, requestedOn: book.today, sentOn: nil)
  }

  /// Returns the requests for copies. A copy that nothing is sent of has its result at once.
  private func jobs(
    for rows: [CopyRow], _ used: inout ImportIDs, _ results: inout [TransactionID: CopyResult.Outcome]
  ) throws -> [Job] {
    let doubled = rows.isEmpty ? [] : try book.copies().doubled
    return try rows.compactMap { row in
      func end(_ outcome: CopyResult.Outcome) -> Job? {
        results[row.transaction] = outcome
        return nil
      }
      do {
        let state = try book.copy(row.id)
        // It was deleted in YNAB before its answer arrived. A person detaches it, and sends it again (RY-15).
        if state.remote == nil, state.pending == nil, let refusal = state.refusal, refusal.status == 409 {
          return end(.refused(refusal.reason))
        }
        return try job(for: row, isDoubled: doubled.contains(row.id), &used) ?? end(.unchanged)
      } catch let rejection as Rejection {
        return end(.rejected(rejection))
      }
    }
  }

  /// Merges what YNAB holds into copies that are to be changed, so that no change there is overwritten.
  ///
  /// - Returns: The copies that cannot be sent now.
  func refresh(_ rows: [CopyRow]) throws -> [(CopyRow, CopyResult.Outcome)] {
    var changing: [CopyRow] = []
    let doubled = rows.isEmpty ? [] : try book.copies().doubled
    for row in rows where row.remote != nil && !doubled.contains(row.id) {
      let state = try book.copy(row.id)
      if state.isDeletedThere {
        try closePending(row)
        continue
      }
      let isPending = state.pending != nil || state.deferral != nil
      let isChanged = !unsent(row).isEmpty
      if isPending || isChanged { changing.append(row) }
    }
    var postponed: [(CopyRow, CopyResult.Outcome)] = []
    for (_, group) in Dictionary(grouping: changing, by: { "\($0.plan) \($0.account)" }) {
      guard let row = group.first else { continue }
      do {
        let dates = try group.compactMap { try book.copy($0.id).base[CopyEvent.Key(.date)] }
        let first = dates.min().flatMap { CivilDate(iso: $0) } ?? book.today
        let there = try client.transactions(
          row.plan, account: row.account, from: first.adding(days: -Self.lookUpDays))
        guard there.allSatisfy({ $0.account == row.account }) else {
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
          if let sent = try book.copy(row.id).pending, !sent.items.isEmpty, !remote.items.isEmpty {
            // The answer to a change into a split was lost.
            let job = Job(row: row, attempt: sent, body: try? body(of: row), isRetry: true)
            _ = try acknowledgeChanges([job], [remote.id: remote])
          }
          try merge(remote, into: row, &report)
          try closePending(row)
        }
      } catch let error as YNABError {
        let outcomes = try postpone(group, error)
        postponed += zip(group, outcomes).map { ($0, $1.1) }
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
    guard isOpen, let answer = state.answer(items: state.items, on: book.today) else { return }
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

  /// Returns the fields of a copy that the next push sends. It is empty for a receipt that cannot be sent.
  package func unsent(_ row: CopyRow) -> [CopyEvent.Field] {
    guard let body = try? body(of: row) else { return [] }
    return ((try? outgoing(row, body)) ?? []) + ((try? splits(row, body)) == true ? [.category] : [])
  }

  /// Whether the row of a bank becomes a split by the next push. YNAB changes the parts of no split.
  private func splits(_ row: CopyRow, _ body: CopyBody) throws -> Bool {
    let state = try book.copy(row.id)
    return row.withItems && state.acknowledged?.wasThere == true && !state.isDeletedThere && !body.parts.isEmpty
      && body.remainder == 0 && state.base.keys.allSatisfy { $0.item == nil }
  }

  /// Returns the request for a copy, or `nil` if there is nothing to send.
  ///
  /// - Parameter isDoubled: Whether it needs a transaction of its own, because another receipt has the one it took.
  func job(for row: CopyRow, isDoubled: Bool = false, _ used: inout ImportIDs) throws -> Job? {
    let state = try book.copy(row.id)
    if let pending = state.pending, !isDoubled || pending.remote == nil {
      return Job(row: row, attempt: pending, body: try? body(of: row), isRetry: true)
    }
    let body = try body(of: row)
    guard let remote = state.remote, !isDoubled else {
      // What was refused was not kept, so that its identifier is free.
      if let refusal = state.refusal, refusal.status != 409, let id = state.importID { used.free(id, row) }
      let importID = used.next(settings.prefix, row, body)
      return Job(row: row, attempt: attempt(body, importID), body: body, isRetry: false)
    }
    let fields = try outgoing(row, body)
    let splits = try splits(row, body)
    guard !fields.isEmpty || splits else { return nil }
    let attempt = CopyEvent.Attempted(
      importID: state.importID ?? "", remote: remote, body: body.change(fields, of: remote, splits: splits),
      values: (fields + (splits ? [.category] : [])).map {
        CopyEvent.Value(CopyEvent.Key($0), body.values[CopyEvent.Key($0)])
      },
      items: splits ? body.parts.map(\.item) : [], on: book.today)
    return Job(row: row, attempt: attempt, body: body, isRetry: false)
  }

  func attempt(_ body: CopyBody, _ importID: String) -> CopyEvent.Attempted {
    CopyEvent.Attempted(
      importID: importID, body: body.creation(importID: importID),
      values: body.values.listed,
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
    let body = try body(of: id, plan: plan, account: account, withItems: withItems)
    let row = newRow(id, plan: plan, account: account, withItems: withItems)
    return (body.creation(importID: used.next(settings.prefix, row, body)), body.remainder)
  }
}
