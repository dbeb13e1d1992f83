internal import LedgerBook
internal import LedgerDomain

extension YNABSync {
  func acknowledge(
    _ jobs: [Job], _ found: [String: RemoteTransaction]
  ) throws -> [(TransactionID, CopyResult.Outcome)] {
    var commands: [(copy: CopyID, command: CopyCommand)] = []
    var results: [(TransactionID, CopyResult.Outcome)] = []
    for job in jobs {
      guard let remote = found[job.attempt.importID] else { continue }
      let items = Self.pair(job, remote)
      var values = remote.values
      // YNAB renames payees by rules of its own, which are not our changes.
      values[CopyEvent.Key(.payee)] = job.attempt.values.first { $0.key == CopyEvent.Key(.payee) }?.value
      let different = job.attempt.values.filter { values[$0.key] != $0.value }
      // The row of a bank has other values than were sent. They are no reason to think that ours were ignored.
      let wasThere = remote.memo != job.attempt.values.first { $0.key == CopyEvent.Key(.memo) }?.value
      let ignored = wasThere || job.isRetry ? [] : different
      // After a lost answer YNAB may hold later changes, which are merged like all others.
      if job.isRetry {
        for value in job.attempt.values { values[value.key] = value.value }
        if let body = job.body {
          values = values.filter { $0.key.item == nil }
          for (key, value) in body.values(with: items) where key.item != nil { values[key] = value }
        }
      }
      commands.append(
        (
          job.row.id,
          .acknowledge(
            CopyEvent.Acknowledged(
              remote: remote.id, items: items,
              values: values.sorted { $0.key < $1.key }.map { CopyEvent.Value($0.key, $0.value) },
              ignored: ignored, wasThere: wasThere, on: book.today))
        ))
      results.append(
        (
          job.row.transaction,
          .copied(remote: remote.id, ignored: ignored.map(\.key), wasThere: wasThere)
        ))
    }
    if !commands.isEmpty { try record(commands) }
    // A crash here and a change that is held hide nothing: no pull moved on while these copies had no answer.
    var report = PullReport()
    for job in jobs where job.isRetry {
      if let remote = found[job.attempt.importID] { try merge(remote, into: job.row, &report) }
    }
    return results
  }

  func acknowledgeChanges(
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
      var ignored: [CopyEvent.Value] = []
      for value in job.attempt.values {
        let isPayee = value.key.field == .payee
        base[value.key] = isPayee ? value.value : theirs[value.key]
        if !isPayee, theirs[value.key] != value.value { ignored.append(value) }
      }
      commands.append(
        (
          job.row.id,
          .acknowledge(
            CopyEvent.Acknowledged(
              remote: id, items: state.items,
              values: base.sorted { $0.key < $1.key }.map { CopyEvent.Value($0.key, $0.value) },
              ignored: ignored, on: book.today))
        ))
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

  func refuse(_ job: Job, _ status: Int, _ reason: String) throws -> [(
    TransactionID, CopyResult.Outcome
  )] {
    try record([(job.row.id, .refuse(CopyEvent.Refused(status: status, reason: reason, on: book.today)))])
    return [(job.row.transaction, .refused(reason))]
  }

  func postpone(_ jobs: [Job], _ error: YNABError) throws -> [(TransactionID, CopyResult.Outcome)] {
    guard case .unavailable(let status, let reason) = error, !jobs.isEmpty else { return [] }
    try record(
      jobs.map { ($0.row.id, .postpone(CopyEvent.Deferred(status: status, reason: reason, on: book.today))) })
    return jobs.map { ($0.row.transaction, .postponed(Refusal(error).line)) }
  }
}
