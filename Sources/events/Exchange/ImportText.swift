internal import BankFiles
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

/// Prints what becomes of a file's rows.
struct ImportText {
  let ledger: OpenLedger

  private var invocation: Invocation { ledger.invocation }

  /// Prints one file: a line of JSON, or for people the decisions, the rows and the counts.
  func print(_ plan: FilePlan, withRows: Bool) throws {
    if invocation.isJSON { return try invocation.print(json: json(plan)) }
    let file = plan.source.file
    try invocation.print(title: "\(visible(plan.source.name))", ": \(file.format.title)")
    for account in accounts(plan.source) { try invocation.print(fitted: "  account: \(account)") }
    if withRows {
      for decision in file.decisions {
        try invocation.print(
          fitted: visible("  \(decision.topic.rawValue): \(decision.value) (\(decision.reason))"))
      }
    }
    for note in file.notes {
      try invocation.print(fitted: visible("  " + (note.line.map { "line \($0): " } ?? "") + note.text))
    }
    if withRows, !plan.rows.isEmpty { try invocation.print(table(plan)) }
    for row in plan.refused {
      try invocation.print(fitted: visible("  line \(row.line) is refused: \(row.reason): \(row.excerpt)"))
    }
    try invocation.print(fitted: summary(plan))
  }

  /// Prints the doubtful matches: the row of the statement on the left, the receipt on the right.
  func review(_ plan: FilePlan) throws {
    var table = TextTable([
      .right(), .left(), .right(), .name(shrinksTo: 12), .left(), .left(), .name(shrinksTo: 12),
    ])
    for planned in plan.rows {
      guard case .matched(let id, isDoubtful: true) = planned.verdict else { continue }
      let (row, receipt) = (planned.row, try ledger.book.transaction(id).row)
      table.row([
        .init("line \(row.line)"), .init(row.date.iso), .init(ledger.locale.money(row.money)),
        .init(visible(row.payee.isEmpty ? row.text : row.payee)), .init(try ledger.short(id)),
        .init(receipt.date?.iso ?? ""), .init(ledger.vendor(receipt)),
      ])
    }
    if table.isEmpty { return try invocation.print("\(visible(plan.source.name)): no match is doubtful.") }
    try invocation.print(title: visible(plan.source.name), ": the statement and your receipts")
    try invocation.print(table)
  }

  private func accounts(_ source: StatementFile) -> [String] {
    var texts: [String] = []
    for (statement, account) in zip(source.file.statements, source.accounts) {
      guard let account else { continue }
      let printed = statement.account ?? statement.name
      let origin =
        printed == nil ? "" : printed == account ? " (named in the file)" : " (\(printed ?? "") in the file)"
      let words = visible(account + origin)
      if !texts.contains(words) { texts.append(words) }
    }
    return texts
  }

  private func summary(_ plan: FilePlan) -> String {
    let doubtful = plan.count { if case .matched(_, isDoubtful: true) = $0 { true } else { false } }
    let deleted = plan.count { $0 == .known(isDeleted: true) }
    var parts = ["\(grouped(Int64(plan.newCount))) new"]
    parts.append(
      "\(grouped(Int64(plan.matchedCount))) matched" + (doubtful > 0 ? " (\(doubtful) of them doubtful)" : ""))
    parts.append(
      "\(grouped(Int64(plan.knownCount))) known already" + (deleted > 0 ? " (\(deleted) of them deleted)" : ""))
    if plan.doubleCount > 0 {
      parts.append("\(grouped(Int64(plan.doubleCount))) of them united, which two devices had imported")
    }
    parts.append("\(grouped(Int64(plan.refused.count))) refused")
    return parts.joined(separator: ", ") + "."
  }

  private func table(_ plan: FilePlan) throws -> TextTable {
    var table = TextTable([.left(), .right(), .left(), .right(), .name(shrinksTo: 12), .left()], indent: 2)
    for planned in plan.rows {
      let row = planned.row
      table.row([
        .init(word(planned.verdict)), .init("line \(row.line)"), .init(row.date.iso),
        .init(ledger.locale.money(row.money)), .init(visible(planned.vendor ?? "–")),
        .init(try reason(planned)),
      ])
    }
    return table
  }

  private func word(_ verdict: PlannedRow.Verdict) -> String {
    switch verdict {
    case .new: "new"
    case .restored: "back"
    case .matched: "matched"
    case .known: "known"
    }
  }

  private func reason(_ planned: PlannedRow) throws -> String {
    if let transfer = planned.transfer {
      let isOut = planned.row.money.minorUnits < 0
      return visible(isOut ? "transfer to \(transfer.to)" : "transfer from \(transfer.from)")
    }
    return switch planned.verdict {
    case .new:
      if let suggestion = planned.suggestion {
        visible("\(suggestion.reason), \(suggestion.confidence)%")
          + (planned.category == nil ? "" : ", taken")
      } else {
        planned.category.map { visible($0) } ?? ""
      }
    case .restored: "its import was undone"
    case .matched(let id, let isDoubtful):
      "\(try ledger.short(id)) \(ledger.summary(try ledger.book.transaction(id).row))"
        + (isDoubtful ? ", doubtful" : "")
    case .known(let isDeleted):
      if let double = planned.double {
        "\(try ledger.short(double.goes)) is the same, and becomes one with \(try ledger.short(double.stays))"
      } else {
        isDeleted ? "you deleted it" : ""
      }
    }
  }

  /// Returns a plan as a JSON object.
  ///
  /// Its members are `file`, `first`, `format`, `known`, `last`, `matched`, `new`, `refused` and `totals`, and `united`
  /// if rows were united.
  private func json(_ plan: FilePlan) -> JSONValue {
    let rows = plan.source.file.rows
    var sums: [CurrencyCode: Int64] = [:]
    for row in rows {
      // Amounts are bounded far below the largest sum that a file can have.
      sums[row.money.currency, default: 0] = sums[row.money.currency, default: 0] &+ row.money.minorUnits
    }
    var members: [String: JSONValue] = [
      "file": .string(plan.source.name), "first": .optional(rows.map(\.date).min()?.iso),
      "format": .string(plan.source.file.format.rawValue), "known": .count(plan.knownCount),
      "last": .optional(rows.map(\.date).max()?.iso), "matched": .count(plan.matchedCount),
      "new": .count(plan.newCount),
      "refused": .array(
        plan.refused.map { ["line": .count($0.line), "reason": .string($0.reason)] }),
      "totals": .array(
        sums.sorted { $0.key.code < $1.key.code }.map { Money(minorUnits: $0.value, currency: $0.key).json }),
    ]
    if plan.doubleCount > 0 { members["united"] = .count(plan.doubleCount) }
    return .object(members)
  }
}
