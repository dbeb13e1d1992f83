internal import LedgerBook
internal import LedgerBytes
package import LedgerDomain

extension YNABSync {
  /// A copy that is sent.
  private struct Job {
    let row: CopyRow
    let attempt: CopyAttempted
    let body: CopyBody?
    /// Whether the same request may have arrived before.
    let isRetry: Bool
  }

  /// Sends transactions to an account, and what changed in those that are there.
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
                CopyRequested(
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
    if !requests.isEmpty { try book.perform(requests) }
    for (row, outcome) in try refresh(rows) {
      results[row.transaction] = CopyResult(transaction: row.transaction, copy: row.id, outcome: outcome)
      rows.removeAll { $0.id == row.id }
    }
    var used = ImportIDs(try book.copies())
    var jobs: [Job] = []
    for row in rows {
      do {
        if let job = try job(for: row, &used) {
          jobs.append(job)
        } else {
          results[row.transaction] = CopyResult(transaction: row.transaction, copy: row.id, outcome: .unchanged)
        }
      } catch let rejection as Rejection {
        results[row.transaction] = CopyResult(
          transaction: row.transaction, copy: row.id, outcome: .rejected(rejection))
      }
    }
    // The exact bytes are on record before any are sent.
    let fresh = jobs.filter { !$0.isRetry }
    if !fresh.isEmpty { try book.perform(fresh.map { ($0.row.id, .attempt($0.attempt)) }) }
    for (_, group) in Dictionary(grouping: jobs, by: { "\($0.row.plan) \($0.row.account)" }).sorted(by: {
      $0.key < $1.key
    }) {
      for (id, outcome) in try send(group, &used) {
        results[id] = CopyResult(transaction: id, copy: nil, outcome: outcome)
      }
    }
    return ids.compactMap { results[$0] }
  }

  /// Merges what YNAB holds into copies that are to be changed, so that no change there is overwritten.
  ///
  /// - Returns: The copies that cannot be sent now.
  private func refresh(_ rows: [CopyRow]) throws -> [(CopyRow, CopyResult.Outcome)] {
    var changing: [CopyRow] = []
    for row in rows where row.remote != nil {
      let isPending = try book.copy(row.id).pending != nil
      // One that cannot be sent as it is is rejected with its reason later.
      let isChanged = (try? outgoing(row, body(of: row)).isEmpty) == false
      if isPending || isChanged { changing.append(row) }
    }
    var postponed: [(CopyRow, CopyResult.Outcome)] = []
    for (_, group) in Dictionary(grouping: changing, by: { "\($0.plan) \($0.account)" }) {
      guard let first = group.first else { continue }
      let dates = try group.compactMap {
        try book.copy($0.id).base[CopyKey(.date)].flatMap { CivilDate(iso: $0) }
      }
      do {
        let from = (dates.min() ?? book.today).adding(days: -Self.lookUpDays)
        let there = try client.transactions(first.plan, account: first.account, from: from)
        let byID = Dictionary(there.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        var report = PullReport()
        for row in group {
          if let remote = byID[row.remote ?? ""] { try merge(remote, into: row, &report) }
          try closePending(row)
        }
      } catch let error as YNABError {
        guard case .unavailable(let status, let reason) = error else { throw error }
        let deferred = CopyDeferred(status: status, reason: reason, on: book.today)
        try book.perform(group.map { ($0.id, .postpone(deferred)) })
        postponed += group.map { ($0, .postponed(error.message)) }
      }
    }
    return postponed
  }

  /// Ends a change without an answer: after a merge the values tell what is still to be sent.
  private func closePending(_ row: CopyRow) throws {
    let state = try book.copy(row.id)
    guard state.pending?.remote != nil, let last = state.acknowledged else { return }
    let values = state.base.sorted { $0.key < $1.key }.map { CopyValue($0.key, $0.value) }
    let answer = CopyAcknowledged(
      remote: last.remote, items: state.items, values: values, ignored: last.ignored, wasThere: last.wasThere,
      on: book.today)
    try book.perform([(row.id, .acknowledge(answer))])
  }

  /// The fields of a copy that only this ledger changed, and that YNAB does not ignore.
  private func outgoing(_ row: CopyRow, _ body: CopyBody) throws -> [CopyField] {
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

  /// The request for a copy, or `nil` if there is nothing to send.
  private func job(for row: CopyRow, _ used: inout ImportIDs) throws -> Job? {
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
    let attempt = CopyAttempted(
      importID: state.importID ?? "", remote: remote, body: body.change(fields, of: remote),
      values: fields.map { CopyValue(CopyKey($0), body.values[CopyKey($0)]) }, on: book.today)
    return Job(row: row, attempt: attempt, body: body, isRetry: false)
  }

  private func attempt(_ body: CopyBody, _ importID: String) -> CopyAttempted {
    CopyAttempted(
      importID: importID, body: body.creation(importID: importID),
      values: body.values.sorted { $0.key < $1.key }.map { CopyValue($0.key, $0.value) },
      items: body.parts.map(\.item), on: book.today)
  }

  /// The body that a push would send, or `nil` if there is nothing to send. Nothing is recorded.
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

  // MARK: Sending

  /// Sends the requests to one account. The results are on record when it returns.
  private func send(_ jobs: [Job], _ used: inout ImportIDs) throws -> [(TransactionID, CopyResult.Outcome)] {
    var results: [(TransactionID, CopyResult.Outcome)] = []
    var creating = jobs.filter { $0.attempt.remote == nil }
    let changing = jobs.filter { $0.attempt.remote != nil }
    // After a crash between sending and the answer, YNAB may hold what was sent.
    let uncertain = creating.filter(\.isRetry)
    if !uncertain.isEmpty {
      do {
        let found = try lookUp(uncertain)
        results += try acknowledge(uncertain, found)
        creating.removeAll { found[$0.attempt.importID] != nil }
      } catch let error as YNABError {
        guard case .unavailable = error else { throw error }
        return try results + postpone(jobs, error)
      }
    }
    for batch in creating.chunks(of: Self.batchCountMax) { results += try create(batch, &used) }
    for batch in changing.chunks(of: Self.batchCountMax) { results += try change(batch) }
    return results
  }

  private func create(_ jobs: [Job], _ used: inout ImportIDs) throws -> [(TransactionID, CopyResult.Outcome)] {
    guard let first = jobs.first else { return [] }
    do {
      let answer = try client.create(jobs.map(\.attempt.body), in: first.row.plan)
      let sent = Set(jobs.map(\.attempt.importID))
      guard
        answer.created.allSatisfy({
          $0.account == first.row.account && sent.contains($0.importID ?? "") && !$0.isDeleted
        })
      else { throw YNABError.invalidAnswer("it contains a transaction that was not sent") }
      var found = Dictionary(answer.created.map { ($0.importID ?? "", $0) }, uniquingKeysWith: { $1 })
      // Every push is read back. If that fails, the answer itself tells what was stored.
      if let stored = try? lookUp(jobs.filter { found[$0.attempt.importID] != nil }) {
        found.merge(stored) { $1 }
      }
      var results = try acknowledge(jobs, found)
      let missing = jobs.filter { found[$0.attempt.importID] == nil }
      results += try settleDuplicates(missing, &used)
      return results
    } catch YNABError.duplicate {
      return try settleDuplicates(jobs, &used)
    } catch YNABError.refused(let status, let reason) {
      // One that is refused is refused alone.
      guard jobs.count > 1 else { return try refuse(first, status, reason) }
      let half = jobs.count / 2
      return try create(Array(jobs[..<half]), &used) + create(Array(jobs[half...]), &used)
    } catch let error as YNABError {
      guard case .unavailable = error else { throw error }
      return try postpone(jobs, error)
    }
  }

  /// Settles requests whose import_id YNAB knows already.
  ///
  /// A transaction there that is another receipt's copy leads to the next occurrence. Any other is this one: from a
  /// request whose answer was lost, or from a bank.
  private func settleDuplicates(
    _ jobs: [Job], _ used: inout ImportIDs
  ) throws -> [(TransactionID, CopyResult.Outcome)] {
    if jobs.isEmpty { return [] }
    var results: [(TransactionID, CopyResult.Outcome)] = []
    do {
      let found = try lookUp(jobs)
      let taken = Set(try book.copies().filter { $0.phase != .detached }.compactMap(\.remote))
      var again: [Job] = []
      for job in jobs {
        guard let remote = found[job.attempt.importID] else {
          if try book.copy(job.row.id).generation > 1, let body = job.body {
            // The person detached the copy, deleted it there and sends it again (RY-15).
            again.append(
              Job(
                row: job.row, attempt: attempt(body, used.next(settings.prefix, job.row, body)), body: body,
                isRetry: false))
            continue
          }
          results += try refuse(job, 409, "YNAB knows the import_id of a transaction that is deleted there")
          continue
        }
        if taken.contains(remote.id) {
          guard let body = job.body else { continue }
          let next = attempt(body, used.next(settings.prefix, job.row, body))
          again.append(Job(row: job.row, attempt: next, body: body, isRetry: false))
        } else {
          results += try acknowledge([job], found)
        }
      }
      if !again.isEmpty {
        try book.perform(again.map { ($0.row.id, .attempt($0.attempt)) })
        results += try create(again, &used)
      }
    } catch let error as YNABError {
      guard case .unavailable = error else { throw error }
      return try results
        + postpone(jobs.filter { job in !results.contains { $0.0 == job.row.transaction } }, error)
    }
    return results
  }

  private func change(_ jobs: [Job]) throws -> [(TransactionID, CopyResult.Outcome)] {
    guard let first = jobs.first else { return [] }
    do {
      let answer = try client.change(jobs.map(\.attempt.body), in: first.row.plan)
      let sent = Set(jobs.compactMap(\.attempt.remote))
      guard answer.allSatisfy({ sent.contains($0.id) && $0.account == first.row.account }) else {
        throw YNABError.invalidAnswer("it contains a transaction that was not sent")
      }
      var found = Dictionary(answer.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      if let from = jobs.compactMap({ found[$0.attempt.remote ?? ""]?.date }).min(),
        let stored = try? client.transactions(first.row.plan, account: first.row.account, from: from)
      {
        for transaction in stored where sent.contains(transaction.id) { found[transaction.id] = transaction }
      }
      return try acknowledgeChanges(jobs, found)
    } catch YNABError.refused(let status, let reason) {
      guard jobs.count > 1 else { return try refuse(first, status, reason) }
      let half = jobs.count / 2
      return try change(Array(jobs[..<half])) + change(Array(jobs[half...]))
    } catch let error as YNABError {
      guard case .unavailable = error else { throw error }
      return try postpone(jobs, error)
    }
  }

  /// The transactions in the account of the requests, by import_id.
  private func lookUp(_ jobs: [Job]) throws -> [String: RemoteTransaction] {
    guard let first = jobs.first else { return [:] }
    let dates = jobs.compactMap { job in
      job.attempt.values.first { $0.key == CopyKey(.date) }?.value.flatMap { CivilDate(iso: $0) }
    }
    // A bank's row of the same import_id may have got another date since.
    let from = (dates.min() ?? book.today).adding(days: -Self.lookUpDays)
    let wanted = Set(jobs.map(\.attempt.importID))
    var found: [String: RemoteTransaction] = [:]
    for transaction in try client.transactions(first.row.plan, account: first.row.account, from: from) {
      guard let id = transaction.importID, wanted.contains(id), !transaction.isDeleted else { continue }
      guard transaction.account == first.row.account else {
        throw YNABError.invalidAnswer("it contains a transaction of another account")
      }
      found[id] = transaction
    }
    return found
  }

  /// The number of days before the first date from which transactions are looked up.
  static let lookUpDays = 31

  // MARK: Results

  private func acknowledge(
    _ jobs: [Job], _ found: [String: RemoteTransaction]
  ) throws -> [(TransactionID, CopyResult.Outcome)] {
    var commands: [(copy: CopyID, command: CopyCommand)] = []
    var results: [(TransactionID, CopyResult.Outcome)] = []
    for job in jobs {
      guard let remote = found[job.attempt.importID] else { continue }
      let items = Self.pair(job, remote)
      var values = remote.values
      // YNAB renames payees by rules of its own, which are not our changes.
      values[CopyKey(.payee)] = job.attempt.values.first { $0.key == CopyKey(.payee) }?.value
      let different = job.attempt.values.filter { values[$0.key] != $0.value }
      // The row of a bank has other values than were sent. They are no reason to think that ours were ignored.
      let wasThere = remote.memo != job.attempt.values.first { $0.key == CopyKey(.memo) }?.value
      let ignored = wasThere || job.isRetry ? [] : different
      // After a lost answer YNAB may hold later changes, which are merged like all others.
      if job.isRetry { for value in job.attempt.values { values[value.key] = value.value } }
      commands.append(
        (
          job.row.id,
          .acknowledge(
            CopyAcknowledged(
              remote: remote.id, items: items,
              values: values.sorted { $0.key < $1.key }.map { CopyValue($0.key, $0.value) },
              ignored: ignored, wasThere: wasThere, on: book.today))
        ))
      results.append(
        (
          job.row.transaction,
          .copied(remote: remote.id, ignored: ignored.map(\.key), wasThere: wasThere)
        ))
    }
    if !commands.isEmpty { try book.perform(commands) }
    var report = PullReport()
    for job in jobs where job.isRetry {
      if let remote = found[job.attempt.importID] { try merge(remote, into: job.row, &report) }
    }
    return results
  }

  private func acknowledgeChanges(
    _ jobs: [Job], _ found: [String: RemoteTransaction]
  ) throws -> [(TransactionID, CopyResult.Outcome)] {
    var commands: [(copy: CopyID, command: CopyCommand)] = []
    var results: [(TransactionID, CopyResult.Outcome)] = []
    for job in jobs {
      let state = try book.copy(job.row.id)
      guard let id = job.attempt.remote, let remote = found[id] else {
        let error = YNABError.unavailable(status: nil, reason: "YNAB did not return the transaction")
        results += try postpone([job], error)
        continue
      }
      let theirs = remote.values
      var base = state.base
      var ignored: [CopyValue] = []
      for value in job.attempt.values {
        let isPayee = value.key.field == .payee
        base[value.key] = isPayee ? value.value : theirs[value.key]
        if !isPayee, theirs[value.key] != value.value { ignored.append(value) }
      }
      commands.append(
        (
          job.row.id,
          .acknowledge(
            CopyAcknowledged(
              remote: id, items: state.items,
              values: base.sorted { $0.key < $1.key }.map { CopyValue($0.key, $0.value) },
              ignored: ignored, on: book.today))
        ))
      results.append((job.row.transaction, .copied(remote: id, ignored: ignored.map(\.key), wasThere: false)))
    }
    if !commands.isEmpty { try book.perform(commands) }
    return results
  }

  /// The line items with their parts: by amount and memo, in order.
  private static func pair(_ job: Job, _ remote: RemoteTransaction) -> [CopyItem] {
    var parts = remote.items
    let sent = Dictionary(job.body?.parts.map { ($0.item, $0) } ?? [], uniquingKeysWith: { $1 })
    return job.attempt.items.compactMap { item in
      guard let part = sent[item],
        let place = parts.firstIndex(where: { $0.amount == part.amount && $0.memo == part.memo })
      else { return nil }
      return CopyItem(item: item, remote: parts.remove(at: place).id)
    }
  }

  private func refuse(_ job: Job, _ status: Int, _ reason: String) throws -> [(
    TransactionID, CopyResult.Outcome
  )] {
    try book.perform([(job.row.id, .refuse(CopyRefused(status: status, reason: reason, on: book.today)))])
    return [(job.row.transaction, .refused(reason))]
  }

  private func postpone(_ jobs: [Job], _ error: YNABError) throws -> [(TransactionID, CopyResult.Outcome)] {
    guard case .unavailable(let status, let reason) = error, !jobs.isEmpty else { return [] }
    try book.perform(
      jobs.map { ($0.row.id, .postpone(CopyDeferred(status: status, reason: reason, on: book.today))) })
    return jobs.map { ($0.row.transaction, .postponed(error.message)) }
  }
}

/// The import_ids that were used, so that equal receipts get different ones.
struct ImportIDs {
  private var used: [String: Set<String>] = [:]

  init(_ rows: [CopyRow]) {
    for row in rows { if let id = row.importID { used[row.account, default: []].insert(id) } }
  }

  /// Makes an identifier free again.
  mutating func free(_ id: String, _ row: CopyRow) { used[row.account]?.remove(id) }

  /// The first identifier for a copy that was not used in its account.
  mutating func next(_ prefix: ImportPrefix, _ row: CopyRow, _ body: CopyBody) -> String {
    var occurrence = 1
    while true {
      let id = prefix.id(row.transaction, milliunits: body.milliunits, date: body.date, occurrence: occurrence)
      if used[row.account, default: []].insert(id).inserted { return id }
      occurrence += 1
    }
  }
}

extension CopyRow {
  /// Whether YNAB ignores changes of a field.
  package func isFrozen(_ key: CopyKey) -> Bool {
    withItems ? key.isFrozenInSplits : key.field == .date || key.item != nil
  }
}

extension Array {
  /// The elements in pieces of up to `count`.
  fileprivate func chunks(of count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}
