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
  /// The fields that changed here since a copy was sent.
  private let unsent: [CopyID: [String]]
  /// The copies whose transaction in YNAB is the copy of another receipt.
  private let doubled: Set<CopyID>

  package init(_ rows: [CopyRow], _ sync: YNABSync, doubled: Set<CopyID>, isOfOne: Bool) {
    (self.rows, self.catalog, self.isOfOne, self.doubled) = (rows, sync.catalog, isOfOne, doubled)
    let sent = rows.filter { $0.phase == .copied && !doubled.contains($0.id) }
    unsent = Dictionary(
      sent.map { ($0.id, sync.unsent($0).map(\.rawValue)) }.filter { !$0.1.isEmpty }, uniquingKeysWith: { $1 })
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
          "transaction": .string(row.transaction.description), "unsent": .strings(unsent[row.id] ?? []),
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
        .init(try notation.short(row.transaction)),
        .init(doubled.contains(row.id) ? "waits for the next push" : row.words(unsent[row.id])),
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
      doubled.contains(row.id) ? "another receipt has that transaction; the next push sends this one" : nil,
      isSplit ? "category there: Split (Multiple Categories)" : nil,
      state.refusal.map { "refused: \($0.reason)" }, state.deferral.map { "not sent: \($0.reason)" },
      ignored.isEmpty ? nil : "YNAB ignored: \(ignored.map(\.key.words).joined(separator: ", "))",
    ]
    return lines.compactMap { $0 }.map { .fitted("  \($0)") }
  }
}

extension CopyRow {
  /// Returns the progress in words, with the fields that changed since.
  fileprivate func words(_ unsent: [String]?) -> String {
    if phase != .detached, isDeletedThere { return "deleted in YNAB" }
    if phase != .detached, conflictCount > 0 { return "\(counted(conflictCount, "conflict"))" }
    return switch phase {
    case .requested: "waits"
    case .sending: "no answer yet"
    case .deferred: "waits for the next push"
    case .refused: "refused"
    case .copied where unsent != nil: "changed since: \((unsent ?? []).joined(separator: ", "))"
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
  let changes: [(copy: CopyRow, change: CopyEvent.Change)]
  let catalog: RemoteCatalog

  package init(_ changes: [(copy: CopyRow, change: CopyEvent.Change)], _ catalog: RemoteCatalog) {
    (self.changes, self.catalog) = (changes, catalog)
  }

  package func document(_ notation: Notation) throws -> Document {
    .lines(
      try changes.map { copy, change in
        [
          "base": try shown(change.base, change.key, copy, notation).json, "field": .string(change.key.words),
          "ours": try shown(change.ours, change.key, copy, notation).json,
          "theirs": try shown(change.theirs, change.key, copy, notation).json,
          "transaction": .string(copy.transaction.description),
        ]
      })
  }

  /// Returns a value of YNAB as this ledger shows it.
  private func shown(
    _ value: String?, _ key: CopyEvent.Key, _ copy: CopyRow, _ notation: Notation
  ) throws -> (json: JSONValue, words: String) {
    guard let value else { return (.null, "nothing") }
    let row = try notation.book.transaction(copy.transaction).row
    if key.field == .amount, let milliunits = Int64(value), let currency = row.money?.currency,
      let money = Milliunits.money(row.kind.signed(milliunits), currency)
    {
      return (money.json, notation.words(money))
    }
    let category = key.field == .category ? catalog.categories(copy.plan).first { $0.id == value } : nil
    return (.string(value), category?.name ?? value)
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    try changes.flatMap { copy, change -> [Block] in
      let (short, key) = (try notation.short(copy.transaction), change.key)
      let ours = try shown(change.ours, key, copy, notation).words
      let theirs = try shown(change.theirs, key, copy, notation).words
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
