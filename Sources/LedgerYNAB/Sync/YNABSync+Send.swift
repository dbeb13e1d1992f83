internal import LedgerBook
internal import LedgerDomain

extension YNABSync {
  /// Puts requests on record and sends them, those of one account together.
  func send(all jobs: [Job], _ used: inout ImportIDs) throws -> [Outcome] {
    // The exact bytes are on record before any are sent.
    let fresh = jobs.filter { !$0.isRetry }
    if !fresh.isEmpty { try record(fresh.map { ($0.row.id, .attempt($0.attempt)) }) }
    let groups = Dictionary(grouping: jobs, by: { "\($0.row.plan) \($0.row.account)" })
    return try groups.sorted { $0.key < $1.key }.flatMap { try send($0.value, &used) }
  }

  /// Sends the requests to one account. The results are on record when it returns.
  func send(_ jobs: [Job], _ used: inout ImportIDs) throws -> [Outcome] {
    var results: [Outcome] = []
    var creating = jobs.filter { $0.attempt.remote == nil }
    let changing = jobs.filter { $0.attempt.remote != nil }
    // After a crash between sending and the answer, YNAB may hold what was sent.
    let uncertain = creating.filter(\.isRetry)
    if !uncertain.isEmpty {
      do {
        let (found, taken) = (try lookUp(uncertain), try taken)
        let known = uncertain.filter { job in
          found[job.attempt.importID].map { isCopy($0, of: job, taken) } == true
        }
        results += try acknowledge(known, found)
        creating.removeAll { job in known.contains { $0.row.id == job.row.id } }
      } catch let error as YNABError {
        return try results + postpone(jobs.map(\.row), error)
      }
    }
    for batch in creating.chunks(of: Self.batchTransactionsMax) { results += try create(batch, &used) }
    for batch in changing.chunks(of: Self.batchTransactionsMax) { results += try change(batch) }
    return results
  }

  func create(_ jobs: [Job], _ used: inout ImportIDs) throws -> [Outcome] {
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
      var missing = jobs.filter { found[$0.attempt.importID] == nil }
      let known = missing.partition { answer.duplicates.contains($0.attempt.importID) }
      results += try settleDuplicates(Array(missing[known...]), &used)
      return try results + postpone(missing[..<known].map(\.row), Self.notReturned)
    } catch YNABError.duplicate {
      // The answer does not tell which one it is about.
      guard jobs.count > 1 else { return try settleDuplicates(jobs, &used) }
      return try jobs.chunks(of: (jobs.count + 1) / 2).flatMap { try create($0, &used) }
    } catch YNABError.refused(let status, let reason) {
      // One that is refused is refused alone.
      guard jobs.count > 1 else { return try refuse(first, status, reason) }
      return try jobs.chunks(of: (jobs.count + 1) / 2).flatMap { try create($0, &used) }
    } catch let error as YNABError {
      return try postpone(jobs.map(\.row), error)
    }
  }

  /// Settles requests whose import_id YNAB knows. That of another purchase leads to the next occurrence.
  func settleDuplicates(
    _ jobs: [Job], _ used: inout ImportIDs
  ) throws -> [Outcome] {
    guard let first = jobs.first else { return [] }
    var results: [Outcome] = []
    do {
      var found = try lookUp(jobs)
      if jobs.contains(where: { found[$0.attempt.importID] == nil }) {
        // It may have an older date. Only an answer about changes lists those that are deleted.
        let all = try client.changes(first.row.plan, since: 0).transactions
        let here = all.filter { $0.account == first.row.account }.map { ($0.importID ?? "", $0) }
        found.merge(here) { $0.isDeleted ? $1 : $0 }
      }
      let taken = try taken
      var again: [Job] = []
      for job in jobs {
        guard let remote = found[job.attempt.importID] else {
          let reason = "YNAB knows the import_id, and does not list its transaction"
          results += try postpone([job.row], .unavailable(status: 409, reason: reason))
          continue
        }
        // The person detached the copy, deleted it there and sends it again (RY-15).
        let isNew = try remote.isDeleted && book.copy(job.row.id).generation > 1
        if isNew || !isCopy(remote, of: job, taken) {
          guard let body = job.body else { continue }
          let next = attempt(body, used.next(settings.prefix, job.row, body))
          again.append(Job(row: job.row, attempt: next, body: body, isRetry: false))
        } else if remote.isDeleted {
          results += try refuse(job, 409, "YNAB knows the import_id of a transaction that is deleted there")
        } else {
          results += try acknowledge([job], found, wereThere: true)
        }
      }
      if !again.isEmpty {
        try record(again.map { ($0.row.id, .attempt($0.attempt)) })
        results += try create(again, &used)
      }
    } catch let error as YNABError {
      let rest = jobs.map(\.row).filter { row in !results.contains { $0.0 == row.transaction } }
      return try results + postpone(rest, error)
    }
    return results
  }

  static let notReturned = YNABError.unavailable(status: nil, reason: "YNAB did not return the transaction")

  /// The remote identifiers of transactions that are copies of receipts.
  private var taken: Set<String> {
    get throws { Set(try book.copies().filter { $0.phase != .detached }.compactMap(\.remote)) }
  }

  /// Whether a transaction with the import_id of a request is the copy of its receipt.
  ///
  /// Two devices that have not synced take one import_id for two purchases of the same amount and date. A bank's row is
  /// the purchase, whatever the bank calls it. After a lost answer the memo may have been changed there.
  private func isCopy(_ remote: RemoteTransaction, of job: Job, _ taken: Set<String>) -> Bool {
    func agrees(_ field: CopyEvent.Field, _ theirs: String?) -> Bool {
      let ours = job.attempt.values.first { $0.key == CopyEvent.Key(field) }?.value
      return NFC.foldedKey(ours ?? "") == NFC.foldedKey(theirs ?? "")
    }
    if taken.contains(remote.id) { return false }
    // An import_id of our own form contains the receipt.
    if remote.isFromBank || job.attempt.importID.hasPrefix("EV:") { return true }
    guard remote.transferAccount == job.body?.target?.id,
      remote.transferAccount != nil || agrees(.payee, remote.payee)
    else { return false }
    return job.isRetry
      || agrees(.memo, remote.memo) && agrees(.amount, String(remote.amount)) && agrees(.date, remote.date.iso)
  }

  func change(_ jobs: [Job]) throws -> [Outcome] {
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
      return try jobs.chunks(of: (jobs.count + 1) / 2).flatMap(change)
    } catch let error as YNABError {
      return try postpone(jobs.map(\.row), error)
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
