internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerYNAB

// The commands about the copies of receipts in YNAB.

extension Command {
  static func push(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    let client = try ledger.ynabClient()
    var (settings, catalog) = (try ledger.ynabSettings(), ledger.ynabCatalog())
    let plan = try ledger.ynabPlan(&settings, &catalog, client)
    let account =
      try arguments[YNABOptions.account].map { try ledger.ynabAccount($0, plan, &catalog, client).id }
      ?? settings.account
    let withItems =
      arguments.has(YNABOptions.items) || settings.withItems && !arguments.has(YNABOptions.noItems)
    let ids: [TransactionID]
    if arguments.operands.isEmpty {
      var seen: Set<TransactionID> = []
      ids = try ledger.book.copies().filter { $0.phase != .detached && $0.phase != .refused }.map(\.transaction)
        .filter { seen.insert($0).inserted }
    } else {
      ids = try arguments.operands.map { try ledger.book.resolveTransaction($0) }
    }
    let sync = YNABSync(ledger.book, client, settings, catalog)
    // Without receipts, existing copies are sent to their own accounts, so no account is passed.
    let target = arguments.operands.isEmpty ? nil : account
    if arguments.has(.dryRun) {
      for id in ids {
        guard let preview = try sync.preview(id, plan: plan, account: account, withItems: withItems) else {
          continue
        }
        try ledger.invocation.print(preview.body)
      }
      return .ok
    }
    if arguments.has(YNABOptions.remainder) { try ledger.addRemainders(ids, sync, plan, account, withItems) }
    let results = try sync.push(ids, plan: plan, account: target, withItems: withItems)
    return try ledger.report(results)
  }

  static func pull(_ ledger: OpenLedger) throws -> ExitCode {
    var sync = YNABSync(
      ledger.book, try ledger.ynabClient(), try ledger.ynabSettings(), ledger.ynabCatalog())
    return try ledger.show(PullAnswer(try sync.pull()))
  }

  static func showCopies(_ ledger: OpenLedger) throws -> ExitCode {
    if ledger.arguments.has(YNABOptions.usage) { return try ledger.show(UsageAnswer(ledger.book.usage())) }
    let id = try ledger.arguments.operand(0).map { try ledger.book.resolveTransaction($0) }
    let catalog = ledger.ynabCatalog()
    let rows = try ledger.book.copies(of: id).sorted { ($0.requestedOn, $0.id) < ($1.requestedOn, $1.id) }
    return try ledger.show(CopiesAnswer(rows, catalog, isOfOne: id != nil))
  }

  static func detach(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let rows = try ledger.book.copies(of: id).filter { $0.phase != .detached }
    guard !rows.isEmpty else { throw Rejection.unknownCopy }
    let outcome = try ledger.book.perform(rows.map { ($0.id, .detach(on: ledger.book.today)) })
    return try ledger.show(
      Reply(
        ["events": ledger.events(outcome), "transaction": .string(id.description)],
        "Detached. The transaction in YNAB stays as it is."))
  }

  static func listCopyConflicts(_ ledger: OpenLedger) throws -> ExitCode {
    let rows = try ledger.book.copies().filter { $0.phase != .detached && $0.conflictCount > 0 }
    return try ledger.show(
      CopyConflictsAnswer(
        try rows.flatMap { row in
          try ledger.book.copy(row.id).conflicts.values.sorted { $0.key < $1.key }
            .map { (transaction: row.transaction, change: $0) }
        }))
  }

  static func settle(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let operands = ledger.arguments.operands
    let parts = operands[1].split(separator: ":", maxSplits: 1).map(String.init)
    guard let field = CopyField(rawValue: parts.first ?? ""), let side = CopySide(rawValue: operands[2]) else {
      throw Failure.usage(
        "“ynab settle” needs a field (\(CopyField.allCases.map(\.rawValue).joined(separator: ", "))), and ours or theirs",
        command: "ynab settle")
    }
    let key = CopyKey(field, item: parts.count > 1 ? parts[1] : nil)
    let rows = try ledger.book.copies(of: id).filter { $0.phase != .detached }
    guard !rows.isEmpty else { throw Rejection.unknownCopy }
    let waiting = try rows.first { try ledger.book.copy($0.id).conflicts[key] != nil } ?? rows[0]
    let sync = YNABSync(ledger.book, try ledger.ynabClient(), try ledger.ynabSettings(), ledger.ynabCatalog())
    try sync.settle(waiting, key, side)
    return try ledger.show(
      Reply(
        [
          "field": .string(key.words), "side": .string(side.rawValue),
          "transaction": .string(id.description),
        ],
        side == .ours
          ? "Kept here. The next push sends it: events ynab push" : "The value of YNAB is in the ledger."))
  }
}

extension OpenLedger {
  /// Adds a line item for what the items of each receipt do not explain.
  fileprivate func addRemainders(
    _ ids: [TransactionID], _ sync: YNABSync, _ plan: String, _ account: String?, _ withItems: Bool
  ) throws {
    for id in ids {
      guard
        let remainder = try sync.preview(id, plan: plan, account: account, withItems: withItems)?.remainder,
        remainder != 0, let row = try? book.transaction(id).row, let currency = row.money?.currency,
        let money = Milliunits.money(row.kind == .expense ? -remainder : remainder, currency)
      else { continue }
      try book.addItems([LineItem(name: "Remainder", money: money)], to: id)
    }
  }

  /// Prints the results of a push, and returns the exit code of the most serious one.
  fileprivate func report(_ results: [CopyResult]) throws -> ExitCode {
    var code = ExitCode.ok
    for result in results {
      let (word, detail, isSent) = try words(result)
      switch result.outcome {
      case .refused, .rejected, .remainder: code = .no
      case .postponed: if code == .ok { code = .tryAgain }
      case .copied, .unchanged: break
      }
      if invocation.isJSON {
        let row = try book.copies(of: result.transaction).first { $0.phase != .detached }
        try invocation.print(json: [
          "detail": .optional(detail), "importId": .optional(row?.importID), "remote": .optional(row?.remote),
          "result": .string(word), "transaction": .string(result.transaction.description),
        ])
      } else {
        let line =
          "\(try short(result.transaction))  \(isSent ? "sent" : word)\(detail.map { ": \($0)" } ?? "")"
        try invocation.print(fitted: line)
      }
    }
    if results.isEmpty, !invocation.isJSON { try invocation.print("Nothing waits.") }
    return code
  }

  private func words(_ result: CopyResult) throws -> (word: String, detail: String?, isSent: Bool) {
    switch result.outcome {
    case .copied(_, let ignored, let wasThere):
      let detail =
        wasThere
        ? "YNAB had it already"
        : ignored.isEmpty ? nil : "YNAB ignored \(ignored.map(\.words).joined(separator: ", "))"
      return ("copied", detail, true)
    case .unchanged: return ("unchanged", nil, false)
    case .refused(let reason): return ("refused", reason, false)
    case .postponed(let reason): return ("deferred", reason, false)
    case .rejected(let rejection): return ("rejected", rejection.refusal(in: locale).line, false)
    case .remainder(let milliunits):
      let currency = try book.transaction(result.transaction).row.money?.currency
      let amount = currency.flatMap { Milliunits.money(milliunits, $0) }.map { words($0) } ?? "\(milliunits)"
      return (
        "rejected",
        "the line items do not add up to the total: \(amount) is missing; add an item, or use --remainder",
        false
      )
    }
  }
}
