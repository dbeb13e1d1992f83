package import LedgerBook
internal import LedgerBytes
package import LedgerDomain
package import LedgerYNAB

/// The receipts that were sent to YNAB, and those that wait.
package struct CopiesAnswer: Answer {
  let rows: [CopyRow]
  let catalog: RemoteCatalog
  /// Whether the copies are of one receipt, so that more is shown of each.
  let isOfOne: Bool

  package init(_ rows: [CopyRow], _ catalog: RemoteCatalog, isOfOne: Bool) {
    (self.rows, self.catalog, self.isOfOne) = (rows, catalog, isOfOne)
  }

  package func document(_ notation: Notation) -> Document {
    .lines(
      rows.map { row in
        [
          "account": .string(row.account),
          "accountName": .optional(catalog.account(row.account, in: row.plan)?.name),
          "conflicts": .count(row.conflictCount), "copy": .string(row.id.description),
          "deletedThere": .boolean(row.isDeletedThere), "importId": .optional(row.importID),
          "lineItems": .boolean(row.withItems), "plan": .string(row.plan), "remote": .optional(row.remote),
          "sent": .optional(row.sentOn?.iso), "state": .string(row.phase.rawValue),
          "transaction": .string(row.transaction.description),
        ]
      })
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    guard !rows.isEmpty else {
      return [.step("Nothing was sent to YNAB. Begin with", .sendToAccount)]
    }
    var table = AnswerTable([.left("receipt"), .left("state"), .left("sent"), .name("account")], indent: 2)
    for row in rows {
      table.row([
        .init(try notation.short(row.transaction)), .init(row.words),
        .init(row.sentOn.map { notation.locale.date($0) } ?? ""),
        .init(catalog.account(row.account, in: row.plan)?.name ?? row.account),
      ])
    }
    return [.table(table)] + (isOfOne ? try rows.flatMap { try details($0, notation.book) } : [])
  }

  /// Returns what is known of a copy.
  private func details(_ row: CopyRow, _ book: Book) throws -> [Block] {
    let state = try book.copy(row.id)
    let ignored = state.acknowledged?.ignored ?? []
    let isSplit = row.isCopied && row.withItems
    let lines: [String?] = [
      state.importID.map { "import_id \($0)" }, row.remote.map { "in YNAB as \($0)" },
      isSplit ? "category there: Split (Multiple Categories)" : nil,
      state.refusal.map { "refused: \($0.reason)" }, state.deferral.map { "not sent: \($0.reason)" },
      ignored.isEmpty ? nil : "YNAB ignored: \(ignored.map(\.key.words).joined(separator: ", "))",
    ]
    return lines.compactMap { $0 }.map { .fitted("  \($0)") }
  }
}

extension CopyRow {
  /// The progress in words.
  fileprivate var words: String {
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

/// The results of sending receipts to YNAB.
package struct PushAnswer: Answer {
  let results: [CopyResult]

  package init(_ results: [CopyResult]) { self.results = results }

  package func document(_ notation: Notation) throws -> Document {
    .lines(
      try results.map { result in
        let (word, detail) = try words(result, notation)
        let row = try notation.book.copies(of: result.transaction).first { $0.phase != .detached }
        return [
          "detail": .optional(detail), "importId": .optional(row?.importID), "remote": .optional(row?.remote),
          "result": .string(word), "transaction": .string(result.transaction.description),
        ]
      })
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    if results.isEmpty { return [.line("Nothing waits.")] }
    return try results.map { result in
      let (word, detail) = try words(result, notation)
      let sent = word == "copied" ? "sent" : word
      return .fitted("\(try notation.short(result.transaction))  \(sent)\(detail.map { ": \($0)" } ?? "")")
    }
  }

  private func words(_ result: CopyResult, _ notation: Notation) throws -> (word: String, detail: String?) {
    switch result.outcome {
    case .copied(_, let ignored, let wasThere):
      if wasThere { return ("copied", "YNAB had it already") }
      let list = ignored.map(\.words).joined(separator: ", ")
      return ("copied", ignored.isEmpty ? nil : "YNAB ignored \(list)")
    case .unchanged: return ("unchanged", nil)
    case .refused(let reason): return ("refused", reason)
    case .postponed(let reason): return ("deferred", reason)
    case .rejected(let rejection): return ("rejected", rejection.refusal(in: notation.locale).line)
    case .remainder(let milliunits):
      let currency = try notation.book.transaction(result.transaction).row.money?.currency
      let money = currency.flatMap { Milliunits.money(milliunits, $0) }
      let amount = money.map { notation.words($0) } ?? "\(milliunits)"
      return (
        "rejected",
        "the line items do not add up to the total: \(amount) is missing; add an item, or use --remainder"
      )
    }
  }
}

/// The changes that were merged from YNAB.
package struct PullAnswer: Answer {
  let report: PullReport

  package init(_ report: PullReport) { self.report = report }

  package var verdict: Verdict {
    report.conflicts.isEmpty && report.held.isEmpty && report.deleted.isEmpty ? .yes : .no
  }

  package func document(_ notation: Notation) -> Document {
    .value([
      "conflicts": .count(report.conflicts.count), "deleted": .strings(report.deleted.map(\.description)),
      "held": .array(
        report.held.map { held in
          [
            "field": .string(held.key.words),
            "reason": .string(held.sentence.replacingSteps(notation.wording).text),
            "reasonCode": .string(held.code.rawValue),
            "transaction": .string(held.transaction.description), "value": .optional(held.value),
          ]
        }), "merged": .count(report.mergedCount),
    ])
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    var blocks: [Block] = [.line("Merged \(counted(report.mergedCount, "field")).")]
    for id in report.deleted {
      let short = try notation.short(id)
      blocks.append(.fitted("\(short) is deleted in YNAB: \(step: .detachCopy(short))"))
    }
    for held in report.held {
      let short = try notation.short(held.transaction)
      blocks.append(.fitted("\(short) \(held.key.words) stays: \(held.sentence)"))
    }
    if !report.conflicts.isEmpty {
      let count = counted(report.conflicts.count, "field")
      blocks.append(.step("\(count) changed on both sides", .copyConflicts))
    }
    return blocks
  }
}

extension PullReport.Held {
  /// The reason with the step that helps.
  fileprivate var sentence: Line { step.map { "\(reason): \(step: $0)" } ?? Line(reason) }
}

/// The fields of receipts that changed on both sides.
package struct CopyConflictsAnswer: Answer {
  let changes: [(transaction: TransactionID, change: CopyEvent.Change)]

  package init(_ changes: [(transaction: TransactionID, change: CopyEvent.Change)]) { self.changes = changes }

  package func document(_ notation: Notation) -> Document {
    .lines(
      changes.map { transaction, change in
        [
          "base": .optional(change.base), "field": .string(change.key.words), "ours": .optional(change.ours),
          "theirs": .optional(change.theirs), "transaction": .string(transaction.description),
        ]
      })
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    try changes.flatMap { transaction, change -> [Block] in
      let short = try notation.short(transaction)
      let (ours, theirs) = (change.ours ?? "nothing", change.theirs ?? "nothing")
      let key = change.key
      let operand = key.item.map { "\(key.field.rawValue):\($0)" } ?? key.field.rawValue
      return [
        .fitted("\(short)  \(key.words): here \(ours), in YNAB \(theirs)"),
        .fitted("  \(step: .settle(short, field: operand)) ours|theirs"),
      ]
    }
  }
}

/// The scans and the receipts sent, by month (RY-22).
package struct UsageAnswer: Answer {
  let months: [MonthUsage]

  package init(_ months: [MonthUsage]) { self.months = months }

  package func document(_ notation: Notation) -> Document {
    .lines(
      months.map { usage in
        [
          "month": .string(usage.month.iso), "scans": .count(usage.scanCount),
          "sent": .count(usage.sentCount),
        ]
      })
  }

  package func blocks(_ notation: Notation) -> [Block] {
    var table = AnswerTable([.left("month"), .right("scans"), .right("sent")], indent: 2)
    for usage in months {
      table.row([
        .init(notation.locale.month(usage.month)), .init("\(usage.scanCount)"),
        .init("\(usage.sentCount)"),
      ])
    }
    return [.table(table)]
  }
}
