internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerYNAB

// The commands about the copies of receipts in YNAB.

extension Command {
  static func push(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    var remote = try ledger.remotePlan()
    let plan = remote.id
    let account =
      try arguments[YNABOptions.account].map { try remote.account($0).id } ?? remote.usualAccount
    let withItems =
      arguments.has(YNABOptions.items) || remote.settings.withItems && !arguments.has(YNABOptions.noItems)
    let ids: [TransactionID]
    if arguments.operands.isEmpty {
      var seen: Set<TransactionID> = []
      ids = try ledger.book.copies().filter { $0.phase != .detached && $0.phase != .refused }.map(\.transaction)
        .filter { seen.insert($0).inserted }
    } else {
      ids = try arguments.operands.map { try ledger.book.resolveTransaction($0) }
    }
    if try ids.contains(where: { try ledger.book.transaction($0).row.kind == .transfer }) {
      try remote.catalog.refreshAccounts(plan, remote.client)
    }
    let sync = YNABSync(ledger.book, remote.client, remote.settings, remote.catalog)
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
    try ledger.invocation.show(PushAnswer(results), ledger.notation)
    return code(results)
  }

  /// Returns the exit code of the most serious result.
  private static func code(_ results: [CopyResult]) -> ExitCode {
    var code = ExitCode.ok
    for result in results {
      switch result.outcome {
      case .refused, .rejected, .remainder: return .no
      case .postponed: code = .tryAgain
      case .copied, .unchanged: break
      }
    }
    return code
  }

  static func pull(_ ledger: OpenLedger) throws -> ExitCode {
    var sync = try ledger.ynabSync(try ledger.ynabClient())
    return try ledger.show(PullAnswer(try sync.pull()))
  }

  static func showCopies(_ ledger: OpenLedger) throws -> ExitCode {
    if ledger.arguments.has(YNABOptions.usage) { return try ledger.show(UsageAnswer(ledger.book.usage())) }
    let id = try ledger.arguments.operand(0).map { try ledger.book.resolveTransaction($0) }
    let all = try ledger.book.copies().sorted { ($0.requestedOn, $0.id) < ($1.requestedOn, $1.id) }
    let rows = all.filter { id == nil || $0.transaction == id }
    return try ledger.show(
      CopiesAnswer(rows, try ledger.ynabSync(nil), doubled: all.doubled, isOfOne: id != nil))
  }

  static func detach(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let rows = try ledger.book.copies(of: id).filter { $0.phase != .detached }
    guard !rows.isEmpty else { throw Rejection.unknownCopy }
    let outcome = try ledger.book.perform(rows.map { ($0.id, .detach(on: ledger.book.today)) })
    return try ledger.show(
      Reply(
        ["events": outcome.json, "transaction": .string(id.description)],
        "Detached. The transaction in YNAB stays as it is."))
  }

  static func listCopyConflicts(_ ledger: OpenLedger) throws -> ExitCode {
    let rows = try ledger.book.copies().filter { $0.phase != .detached && $0.conflictCount > 0 }
    return try ledger.show(
      CopyConflictsAnswer(
        try rows.flatMap { row in
          try ledger.book.copy(row.id).conflicts.values.sorted { $0.key < $1.key }
            .map { (copy: row, change: $0) }
        }, ledger.ynabCatalog()))
  }

  static func settle(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let operands = ledger.arguments.operands
    let parts = operands[1].split(separator: ":", maxSplits: 1).map(String.init)
    guard let field = CopyEvent.Field(rawValue: parts.first ?? ""),
      let side = CopyEvent.Side(rawValue: operands[2])
    else {
      let fields = CopyEvent.Field.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure.usage("“ynab settle” needs a field (\(fields)), and ours or theirs", command: "ynab settle")
    }
    let key = CopyEvent.Key(field, item: parts.count > 1 ? parts[1] : nil)
    let rows = try ledger.book.copies(of: id).filter { $0.phase != .detached }
    guard !rows.isEmpty else { throw Rejection.unknownCopy }
    let waiting = try rows.first { try ledger.book.copy($0.id).conflicts[key] != nil } ?? rows[0]
    try ledger.ynabSync(nil).settle(waiting, key, side)
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
        let money = Milliunits.money(row.kind.signed(remainder), currency)
      else { continue }
      try book.addItems([LineItem(name: "Remainder", money: money)], to: id)
    }
  }
}
