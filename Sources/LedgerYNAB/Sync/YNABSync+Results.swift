internal import LedgerBook
internal import LedgerBytes
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
  static func pair(_ job: Job, _ remote: RemoteTransaction) -> [CopyItem] {
    var parts = remote.items
    let sent = Dictionary(job.body?.parts.map { ($0.item, $0) } ?? [], uniquingKeysWith: { $1 })
    return job.attempt.items.compactMap { item in
      guard let part = sent[item],
        let place = parts.firstIndex(where: { $0.amount == part.amount && $0.memo == part.memo })
      else { return nil }
      return CopyItem(item: item, remote: parts.remove(at: place).id)
    }
  }

  func refuse(_ job: Job, _ status: Int, _ reason: String) throws -> [(
    TransactionID, CopyResult.Outcome
  )] {
    try book.perform([(job.row.id, .refuse(CopyRefused(status: status, reason: reason, on: book.today)))])
    return [(job.row.transaction, .refused(reason))]
  }

  func postpone(_ jobs: [Job], _ error: YNABError) throws -> [(TransactionID, CopyResult.Outcome)] {
    guard case .unavailable(let status, let reason) = error, !jobs.isEmpty else { return [] }
    try book.perform(
      jobs.map { ($0.row.id, .postpone(CopyDeferred(status: status, reason: reason, on: book.today))) })
    return jobs.map { ($0.row.transaction, .postponed(error.message)) }
  }
}
