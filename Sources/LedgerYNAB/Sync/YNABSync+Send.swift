internal import LedgerBook
internal import LedgerDomain

extension YNABSync {
  /// Puts requests on record and sends them, those of one account together.
  func send(all jobs: [Job], _ used: inout ImportIDs) throws -> [(TransactionID, CopyResult.Outcome)] {
    // The exact bytes are on record before any are sent.
    let fresh = jobs.filter { !$0.isRetry }
    if !fresh.isEmpty { try record(fresh.map { ($0.row.id, .attempt($0.attempt)) }) }
    let groups = Dictionary(grouping: jobs, by: { "\($0.row.plan) \($0.row.account)" })
    return try groups.sorted { $0.key < $1.key }.flatMap { try send($0.value, &used) }
  }

  /// Sends the requests to one account. The results are on record when it returns.
  func send(_ jobs: [Job], _ used: inout ImportIDs) throws -> [(TransactionID, CopyResult.Outcome)] {
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
    for batch in creating.chunks(of: Self.batchTransactionsMax) { results += try create(batch, &used) }
    for batch in changing.chunks(of: Self.batchTransactionsMax) { results += try change(batch) }
    return results
  }

  func create(_ jobs: [Job], _ used: inout ImportIDs) throws -> [(TransactionID, CopyResult.Outcome)] {
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
  func settleDuplicates(
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
        try record(again.map { ($0.row.id, .attempt($0.attempt)) })
        results += try create(again, &used)
      }
    } catch let error as YNABError {
      guard case .unavailable = error else { throw error }
      return try results
        + postpone(jobs.filter { job in !results.contains { $0.0 == job.row.transaction } }, error)
    }
    return results
  }

  func change(_ jobs: [Job]) throws -> [(TransactionID, CopyResult.Outcome)] {
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

  /// Returns the transactions in the account of the requests, by import_id.
  func lookUp(_ jobs: [Job]) throws -> [String: RemoteTransaction] {
    guard let first = jobs.first else { return [:] }
    let dates = jobs.compactMap { job in
      job.attempt.values.first { $0.key == CopyEvent.Key(.date) }?.value.flatMap { CivilDate(iso: $0) }
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
}

extension Array {
  /// Returns the elements in pieces of up to `count`.
  fileprivate func chunks(of count: Int) -> [[Element]] {
    stride(from: 0, to: self.count, by: count).map { Array(self[$0..<Swift.min($0 + count, self.count)]) }
  }
}
