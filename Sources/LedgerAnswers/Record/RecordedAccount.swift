package import LedgerBook
internal import LedgerBytes
package import LedgerDomain
package import LedgerProjections

extension CommandAnswer {
  /// Returns the result of a command on an account, with its balance.
  package static func account(_ done: Done, _ key: String, _ words: String, unchanged: String) -> CommandAnswer
  {
    named(done, ["account": .string(AccountID(key: key).description)], words, unchanged: unchanged) {
      notation in
      let account = try notation.book.resolveAccount(key)
      let balances = account.balances.map { balance in
        notation.words(balance.balance) + (balance.hasUpcoming ? " \(notation.added(balance.upcoming))" : "")
      }.joined(separator: " + ")
      return "\(account.name)  \(account.kind.rawValue) account, \(balances)"
    }
  }

  package static func category(_ done: Done, _ key: String, _ words: String, unchanged: String) -> CommandAnswer
  {
    named(done, ["category": .string(key)], words, unchanged: unchanged) { notation in
      "\(key)  \(try notation.book.categories().first { $0.key == key }?.name ?? key)"
    }
  }

  /// Returns the result of a command on a goal, with its progress.
  package static func goal(_ done: Done, _ id: GoalID, _ words: String, unchanged: String) -> CommandAnswer {
    named(done, ["goal": .string(id.description)], words, unchanged: unchanged) { notation in
      try notation.book.goals(withDeleted: true).first { $0.id == id }.map { goal in
        let progress = goal.progress
        return "\(goal.title)  \(notation.words(progress.saved)) of \(notation.words(goal.row.target)), "
          + "\(progress.percent)%"
      }
    }
  }

  /// Returns what a transfer would do.
  package static func transfer(
    _ request: TransferRequest, every cadence: Cadence?, _ notation: Notation
  ) -> CommandAnswer {
    let amounts = [request.money, request.received].compactMap { $0 }.map { notation.words($0) }
    let accounts = [request.account, request.toAccount].map { notation.accountName($0) }
    let every = cadence.map {
      $0.interval == 1 ? ", \($0.frequency.rawValue)" : ", every \($0.interval)"
    }
    let words = [amounts, accounts].map { $0.joined(separator: " → ") } + [notation.words(request.date)]
    return .dryRun(
      "Would move \(words.joined(separator: ", "))\(every ?? "").",
      [
        "account": .string(request.account), "amount": request.money.json,
        "category": .optional(request.category), "date": .string(request.date.iso),
        "note": .optional(request.note), "received": (request.received ?? request.money).json,
        "tags": .strings(request.tags), "toAccount": .string(request.toAccount),
      ])
  }

  /// Returns the result of a transfer with the balances of both accounts.
  package static func transfer(_ done: Done, _ id: TransactionID) -> CommandAnswer {
    func accounts(_ notation: Notation) throws -> [AccountSummary] {
      let row = try done.receipt(id, notation.book).row
      return try [row.account, row.toAccount].compactMap { $0 }.map { try notation.book.resolveAccount($0) }
    }
    return CommandAnswer(
      facts: { notation in
        let balances = try accounts(notation).map { $0.json($0.balances[0]) }
        return done.document(["accounts": .array(balances), "transaction": .string(id.description)])
      },
      text: { notation in
        let row = try done.receipt(id, notation.book).row
        let balances = try accounts(notation).map { "\($0.name) \(notation.words($0.balances[0].balance))" }
        var blocks = [notation.line(id, row)]
        if let money = row.money, let arrival = row.arrival, let rate = notation.rateWords(money, arrival) {
          blocks.append(.fitted("  \(rate)"))
        }
        return blocks + [.fitted("  \(balances.joined(separator: " · "))")]
      })
  }
}

/// The comparison of an account with its balance at the bank, and what was done about the difference.
package struct AccountCheckAnswer: Answer {
  let check: AccountCheck
  let account: AccountSummary
  let cleared: [TransactionID]
  let adjustment: RecordRequest?
  let done: Done?

  /// Creates the answer.
  ///
  /// - Parameters:
  ///   - check: The comparison.
  ///   - account: The account.
  ///   - cleared: The transactions to mark as cleared.
  ///   - adjustment: The transaction for the rest.
  ///   - done: The result of the command, or `nil` if nothing was recorded.
  package init(
    _ check: AccountCheck, of account: AccountSummary, clearing cleared: [TransactionID],
    adjustment: RecordRequest?, _ done: Done?
  ) {
    (self.check, self.account, self.cleared) = (check, account, cleared)
    (self.adjustment, self.done) = (adjustment, done)
  }

  package var verdict: Verdict {
    check.difference.minorUnits == 0 || !cleared.isEmpty || adjustment != nil ? .yes : .no
  }

  package func document(_ notation: Notation) -> Document {
    .value([
      "account": .string(account.id.description), "adjustment": adjustment.map { $0.money.json } ?? .null,
      "cleared": check.cleared.json, "difference": check.difference.json,
      "events": done?.json ?? .array([]),
      "differing": .array(
        check.differing.map { row in
          [
            "bank": row.bank.json, "difference": row.difference.json,
            "transaction": .string(row.listed.row.id.description),
          ]
        }),
      "matching": .strings(check.matching.map(\.row.id.description)),
      "suspects": .strings(check.suspects.map(\.row.id.description)),
      "uncleared": .count(check.unclearedCount),
    ])
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let (cleared, difference) = (notation.words(check.cleared), notation.words(check.difference))
    return [.fitted("\(account.name)  cleared \(cleared), difference \(difference)")]
      + (try check.matching.map { listed in
        .fitted("  \(try notation.short(listed.row.id))  \(notation.summary(listed.row))")
      }) + (try explanations(notation)) + [.fitted("  \(words)")]
  }

  /// Returns a line for each transaction that may be the reason of the difference.
  private func explanations(_ notation: Notation) throws -> [Block] {
    var blocks: [Block] = []
    for row in check.differing {
      let named = "\(try notation.short(row.listed.row.id))  \(notation.summary(row.listed.row))"
      let (bank, difference) = (notation.words(row.bank), notation.words(row.difference))
      blocks.append(.indented("\(named): the bank has \(bank), a difference of \(difference)"))
    }
    for listed in check.suspects {
      let named = "\(try notation.short(listed.row.id))  \(notation.summary(listed.row))"
      blocks.append(
        .indented("\(named): it is the whole difference, and no row of the bank is linked to it"))
    }
    return blocks
  }

  private var words: String {
    let isDone = done != nil
    let would = isDone ? "" : "Would be "
    if let adjustment {
      return "\(would)\(isDone ? "Recorded" : "recorded") as one \(adjustment.kind.rawValue)"
    }
    let count = counted(check.matching.count, "transaction")
    if !cleared.isEmpty { return "\(would)\(isDone ? "Marked" : "marked") as cleared: \(count)" }
    if check.difference.minorUnits == 0 { return "It agrees" }
    if !check.differing.isEmpty {
      return "Correct the amounts above, or record the difference: --adjust"
    }
    if !check.suspects.isEmpty {
      return "If the bank does not have it, it is not cleared. Otherwise record the difference: --adjust"
    }
    if check.matching.isEmpty {
      if check.unclearedCount == 0 { return "Every transaction is cleared. Record the difference: --adjust" }
      return "Not cleared: \(counted(check.unclearedCount, "transaction")). Clear first what the bank has"
    }
    return
      "The \(count) above \(check.matching.count == 1 ? "explains" : "explain") it. Mark as cleared: --clear"
  }
}
