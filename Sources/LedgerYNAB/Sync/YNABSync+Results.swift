internal import LedgerBook
internal import LedgerDomain

extension YNABSync {
  /// The progress of the copy of a receipt.
  typealias Outcome = (TransactionID, CopyResult.Outcome)

  /// Notes that YNAB holds what was sent.
  ///
  /// - Parameter wereThere: Whether YNAB had the transactions before this request.
  func acknowledge(
    _ jobs: [Job], _ found: [String: RemoteTransaction], wereThere: Bool = false
  ) throws -> [Outcome] {
    var commands: [(copy: CopyID, command: CopyCommand)] = []
    var results: [Outcome] = []
    var merging: [(Job, RemoteTransaction)] = []
    for job in jobs {
      guard let remote = found[job.attempt.importID] else { continue }
      let items = Self.pair(job, remote)
      var values = remote.values
      // YNAB renames payees by rules of its own, which are not our changes.
      values[CopyEvent.Key(.payee)] = job.attempt.values.first { $0.key == CopyEvent.Key(.payee) }?.value
      let different = job.attempt.values.filter { values[$0.key] != $0.value }
      // The row of a bank has other values than were sent. They are no reason to think that ours were ignored.
      let isFromBank = remote.isFromBank && (wereThere || job.isRetry)
      let wasThere = isFromBank || wereThere && !different.isEmpty
      let ignored = wereThere || job.isRetry ? [] : different
      if job.isRetry || wasThere { merging.append((job, remote)) }
      // A bank clears transactions in YNAB, and settles amounts and dates. The merge below records what it changed.
      if wasThere {
        values[CopyEvent.Key(.cleared)] = "uncleared"
        for value in job.attempt.values
        where [CopyEvent.Key(.amount), CopyEvent.Key(.date)].contains(value.key) {
          values[value.key] = value.value
        }
      }
      // After a lost answer YNAB may hold later changes, which are merged like all others.
      if job.isRetry, !isFromBank {
        for value in job.attempt.values { values[value.key] = value.value }
        if let body = job.body {
          values = values.filter { $0.key.item == nil }
          for (key, value) in body.values(with: items) where key.item != nil { values[key] = value }
        }
      }
      let answer = CopyEvent.Acknowledged(
        remote: remote.id, items: items, values: values.listed, ignored: ignored, wasThere: wasThere,
        on: book.today)
      commands.append((job.row.id, .acknowledge(answer)))
      let outcome = CopyResult.Outcome.copied(
        remote: remote.id, ignored: ignored.map(\.key), wasThere: wasThere)
      results.append((job.row.transaction, outcome))
    }
    if !commands.isEmpty { try record(commands) }
    // A crash here and a change that is held hide nothing: no pull moved on while these copies had no answer.
    var report = PullReport()
    for (job, remote) in merging { try merge(remote, into: job.row, &report) }
    return results
  }

  func acknowledgeChanges(
    _ jobs: [Job], _ found: [String: RemoteTransaction]
  ) throws -> [Outcome] {
    var commands: [(copy: CopyID, command: CopyCommand)] = []
    var results: [Outcome] = []
    for job in jobs {
      let state = try book.copy(job.row.id)
      guard let id = job.attempt.remote, let remote = found[id] else {
        results += try postpone([job.row], Self.notReturned)
        continue
      }
      let theirs = remote.values
      var base = state.base
      var ignored: [CopyEvent.Value] = []
      for value in job.attempt.values {
        let isPayee = value.key.field == .payee
        base[value.key] = isPayee ? value.value : theirs[value.key]
        if !isPayee, theirs[value.key] != value.value { ignored.append(value) }
      }
      let isSplit = !job.attempt.items.isEmpty
      if isSplit { base.merge(theirs.filter { $0.key.item != nil }) { $1 } }
      let answer = CopyEvent.Acknowledged(
        remote: id, items: isSplit ? Self.pair(job, remote) : state.items, values: base.listed,
        ignored: ignored, wasThere: state.acknowledged?.wasThere == true, on: book.today)
      commands.append((job.row.id, .acknowledge(answer)))
      results.append((job.row.transaction, .copied(remote: id, ignored: ignored.map(\.key), wasThere: false)))
    }
    if !commands.isEmpty { try record(commands) }
    return results
  }

  /// Returns the line items with their parts: by amount and memo, in order.
  ///
  /// After a lost answer a part may have changed there. Then the amount or the memo alone is enough.
  static func pair(_ job: Job, _ remote: RemoteTransaction) -> [CopyEvent.Item] {
    var parts = remote.items
    var pairs: [LineItemID: String] = [:]
    func match(_ isSame: (CopyBody.Part, RemoteTransaction.Item) -> Bool) {
      for part in job.body?.parts ?? [] where pairs[part.item] == nil && job.attempt.items.contains(part.item) {
        guard let place = parts.firstIndex(where: { isSame(part, $0) }) else { continue }
        pairs[part.item] = parts.remove(at: place).id
      }
    }
    match { $0.amount == $1.amount && $0.memo == $1.memo }
    if job.isRetry {
      match { $0.amount == $1.amount }
      match { $0.memo == $1.memo }
    }
    return job.attempt.items.compactMap { item in pairs[item].map { CopyEvent.Item(item: item, remote: $0) } }
  }

  func refuse(_ job: Job, _ status: Int, _ reason: String) throws -> [Outcome] {
    try record([(job.row.id, .refuse(CopyEvent.Refused(status: status, reason: reason, on: book.today)))])
    return [(job.row.transaction, .refused(reason))]
  }

  /// Notes that requests wait for the next push. Another error than that YNAB is unavailable is thrown.
  func postpone(_ rows: [CopyRow], _ error: YNABError) throws -> [Outcome] {
    guard case .unavailable(let status, let reason) = error else { throw error }
    if rows.isEmpty { return [] }
    try record(
      rows.map { ($0.id, .postpone(CopyEvent.Deferred(status: status, reason: reason, on: book.today))) })
    return rows.map { ($0.transaction, .postponed(Refusal(error).line)) }
  }
}

extension CopyState {
  /// Returns the last answer again, with the values of now and these parts.
  func answer(items: [CopyEvent.Item], on date: CivilDate) -> CopyEvent.Acknowledged? {
    acknowledged.map {
      CopyEvent.Acknowledged(
        remote: $0.remote, items: items, values: base.listed, ignored: $0.ignored, wasThere: $0.wasThere,
        on: date)
    }
  }
}

extension [CopyEvent.Key: String] {
  /// The values in the order of their fields.
  var listed: [CopyEvent.Value] { sorted { $0.key < $1.key }.map { CopyEvent.Value($0.key, $0.value) } }
}
