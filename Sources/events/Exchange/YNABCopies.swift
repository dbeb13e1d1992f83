internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerScreens
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
    let report = try sync.pull()
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: [
        "conflicts": .count(report.conflicts.count),
        "deleted": .array(report.deleted.map { .string($0.description) }),
        "held": .array(
          report.held.map { held in
            [
              "field": .string(held.key.words), "reason": .string(held.reason),
              "transaction": .string(held.transaction.description), "value": .optional(held.value),
            ]
          }), "merged": .count(report.mergedCount),
      ])
    } else {
      try ledger.invocation.print("Merged \(counted(report.mergedCount, "field")).")
      for id in report.deleted {
        try ledger.invocation.print(
          fitted: "\(try ledger.short(id)) is deleted in YNAB: events ynab detach \(try ledger.short(id))")
      }
      for held in report.held {
        try ledger.invocation.print(
          fitted:
            "\(try ledger.short(held.transaction)) \(visible(held.key.words)) stays: \(visible(held.reason))")
      }
      if !report.conflicts.isEmpty {
        try ledger.invocation.print(
          "\(counted(report.conflicts.count, "field")) changed on both sides: events ynab conflicts")
      }
    }
    return report.conflicts.isEmpty && report.held.isEmpty && report.deleted.isEmpty ? .ok : .no
  }

  static func showCopies(_ ledger: OpenLedger) throws -> ExitCode {
    if ledger.arguments.has(YNABOptions.usage) { return try ledger.showUsage() }
    let id = try ledger.arguments.operand(0).map { try ledger.book.resolveTransaction($0) }
    let catalog = ledger.ynabCatalog()
    let rows = try ledger.book.copies(of: id).sorted { ($0.requestedOn, $0.id) < ($1.requestedOn, $1.id) }
    for row in rows where ledger.invocation.isJSON {
      try ledger.invocation.print(json: ledger.json(row, catalog))
    }
    if ledger.invocation.isJSON { return .ok }
    guard !rows.isEmpty else {
      try ledger.invocation.print("Nothing was sent to YNAB. Begin with: events ynab push R --account A")
      return .ok
    }
    var table = TextTable([.left("receipt"), .left("state"), .left("sent"), .name("account")], indent: 2)
    for row in rows {
      table.row([
        .init(try ledger.short(row.transaction)), .init(row.words),
        .init(row.sentOn.map { ledger.locale.date($0) } ?? ""),
        .init(visible(catalog.account(row.account, in: row.plan)?.name ?? row.account)),
      ])
    }
    try ledger.invocation.print(table)
    if id != nil { try ledger.printDetails(rows) }
    return .ok
  }

  static func detach(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let rows = try ledger.book.copies(of: id).filter { $0.phase != .detached }
    guard !rows.isEmpty else { throw Rejection.unknownCopy }
    let outcome = try ledger.book.perform(rows.map { ($0.id, .detach(on: ledger.book.today)) })
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: [
        "events": ledger.events(outcome), "transaction": .string(id.description),
      ])
    } else {
      try ledger.invocation.print("Detached. The transaction in YNAB stays as it is.")
    }
    return .ok
  }

  static func listCopyConflicts(_ ledger: OpenLedger) throws -> ExitCode {
    for row in try ledger.book.copies() where row.phase != .detached && row.conflictCount > 0 {
      for change in try ledger.book.copy(row.id).conflicts.values.sorted(by: { $0.key < $1.key }) {
        if ledger.invocation.isJSON {
          try ledger.invocation.print(json: [
            "base": .optional(change.base), "field": .string(change.key.words), "ours": .optional(change.ours),
            "theirs": .optional(change.theirs), "transaction": .string(row.transaction.description),
          ])
        } else {
          let short = try ledger.short(row.transaction)
          try ledger.invocation.print(
            fitted: visible(
              "\(short)  \(change.key.words): here \(change.ours ?? "nothing"), in YNAB \(change.theirs ?? "nothing")"
            ))
          try ledger.invocation.print(
            fitted: visible("  events ynab settle \(short) \(change.key.operand) ours|theirs"))
        }
      }
    }
    return .ok
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
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: [
        "field": .string(key.words), "side": .string(side.rawValue), "transaction": .string(id.description),
      ])
    } else {
      try ledger.invocation.print(
        side == .ours
          ? "Kept here. The next push sends it: events ynab push" : "The value of YNAB is in the ledger.")
    }
    return .ok
  }
}

extension CopyKey {
  /// The field as `ynab settle` takes it.
  var operand: String { item.map { "\(field.rawValue):\($0)" } ?? field.rawValue }
}

extension CopyRow {
  /// The progress in words.
  var words: String {
    if phase != .detached, isDeletedThere { return "deleted in YNAB" }
    if phase != .detached, conflictCount > 0 { return "\(counted(conflictCount, "conflict"))" }
    return switch phase {
    case .requested: "waits"
    case .sending: "no answer yet"
    case .deferred: "waits for the next push"
    case .refused: "refused"
    case .copied: withItems ? "sent, with line items" : "sent"
    case .detached: "detached"
    }
  }
}

extension OpenLedger {
  fileprivate func json(_ row: CopyRow, _ catalog: RemoteCatalog) -> JSONValue {
    [
      "account": .string(row.account),
      "accountName": .optional(catalog.account(row.account, in: row.plan)?.name),
      "conflicts": .count(row.conflictCount), "copy": .string(row.id.description),
      "deletedThere": .boolean(row.isDeletedThere), "importId": .optional(row.importID),
      "lineItems": .boolean(row.withItems), "plan": .string(row.plan), "remote": .optional(row.remote),
      "sent": .optional(row.sentOn?.iso), "state": .string(row.phase.rawValue),
      "transaction": .string(row.transaction.description),
    ]
  }

  /// Prints what is known of the copies of one receipt.
  fileprivate func printDetails(_ rows: [CopyRow]) throws {
    for row in rows {
      let state = try book.copy(row.id)
      if let id = state.importID { try invocation.print(fitted: "  import_id \(visible(id))") }
      if let remote = row.remote { try invocation.print(fitted: "  in YNAB as \(visible(remote))") }
      if row.isCopied, row.withItems { try invocation.print("  category there: Split (Multiple Categories)") }
      if let refusal = state.refusal { try invocation.print(fitted: "  refused: \(visible(refusal.reason))") }
      if let deferral = state.deferral {
        try invocation.print(fitted: "  not sent: \(visible(deferral.reason))")
      }
      if let ignored = state.acknowledged?.ignored, !ignored.isEmpty {
        try invocation.print(
          fitted: "  YNAB ignored: \(visible(ignored.map(\.key.words).joined(separator: ", ")))")
      }
    }
  }

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
          "\(try short(result.transaction))  \(isSent ? "sent" : word)\(detail.map { ": \(visible($0))" } ?? "")"
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
    case .rejected(let rejection): return ("rejected", rejection.text(in: locale), false)
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
