internal import BankFiles
package import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The plan for each row of a file.
package struct ImportPlanAnswer: Answer {
  /// The part that people see.
  package enum Form: Hashable, Sendable {
    /// The account, the notes, the refused rows and the counts.
    case counts
    /// The decisions and every row, too.
    case rows
    /// The doubtful matches alone: the row of the statement on the left, the receipt on the right.
    case doubtful
  }

  let plan: FilePlan
  let form: Form

  package init(_ plan: FilePlan, _ form: Form) { (self.plan, self.form) = (plan, form) }

  package func document(_ notation: Notation) throws -> Document {
    let early = try rowsBeforeOpenings(notation)
    if early.isEmpty { return .value(json) }
    return .value(
      json.adding([
        "beforeOpening": .array(
          early.map { row, count in
            [
              "account": .string(row.key), "on": .string(row.terms.on.iso), "opening": row.terms.opening.json,
              "rows": .count(count),
            ]
          })
      ]))
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    if form == .doubtful { return try doubtful(notation) }
    let file = plan.source.file
    var blocks: [Block] = [.title(Line(plan.source.name, .strong) + Line(": \(file.format.title)"))]
    blocks += accounts(plan.source).map { .fitted("  account: \($0)") }
    // The sign is the decision that turns figures round, so an import always tells it.
    blocks += file.decisions.filter { form == .rows || $0.topic == .sign }
      .map { .fitted("  \($0.topic.rawValue): \($0.value) (\($0.reason))") }
    blocks += file.notes.map { note in
      .fitted(Line("  " + (note.line.map { "line \($0): " } ?? "") + note.text))
    }
    if form == .rows, !plan.rows.isEmpty { blocks.append(.table(try table(notation))) }
    blocks += plan.refused.map { .fitted("  line \($0.line) is refused: \($0.reason): \($0.excerpt)") }
    blocks += try plan.vanished.map { pending in
      let row = pending.row
      let shown = [row.date.iso, notation.locale.money(row.money), pending.vendor].joined(separator: " ")
      let id = try notation.short(pending.transaction)
      return .fitted("  \(id) was not booked yet, and the bank no longer lists it: \(shown)")
    }
    blocks += try plan.rows.compactMap { planned in
      guard let other = planned.otherHalf else { return nil }
      let (id, half) = (try notation.short(planned.transaction), try notation.short(other))
      return .fitted(
        "  line \(planned.line) may be a transfer with \(half); make it one: \(step: .match(id, with: half))")
    }
    blocks += try plan.leftOpen.map { line, receipt, row in
      let (id, other) = (try notation.short(receipt), try notation.short(row))
      let isRow = try notation.book.transaction(row).row.origin == RecordOrigin.imported.rawValue
      return isRow
        ? .fitted(
          "  line \(line) may be counted twice, as \(id) and \(other); make it one: \(step: .match(id, with: other))"
        )
        : .fitted(
          "  line \(line) may be counted twice, as \(id) and \(other); if \(other) is not this row, unmatch it")
    }
    blocks += try beforeOpening(notation)
    blocks += plan.balances.flatMap { balanceAtBank($0, notation) }
    blocks += missingCategories
    blocks += sums(notation)
    return blocks + [.fitted(Line(summary))]
  }

  private func doubtful(_ notation: Notation) throws -> [Block] {
    var table = AnswerTable([
      .right(), .left(), .right(), .name(shrinksTo: 12), .left(), .left(), .name(shrinksTo: 12),
    ])
    for planned in plan.rows {
      guard case .matched(let id, isDoubtful: true) = planned.verdict, planned.settled?.isPlanned != true else {
        continue
      }
      let (row, receipt) = (planned.row, try notation.book.transaction(id).row)
      table.row([
        .init("line \(row.line)"), .init(row.date.iso), .init(notation.locale.money(row.money)),
        .init(row.payee.isEmpty ? row.text : row.payee), .init(try notation.short(id)),
        .init(receipt.date?.iso ?? ""), .init(notation.vendor(receipt)),
      ])
    }
    if table.isEmpty { return [.line("\(plan.source.name): no match is doubtful.")] }
    return [
      .title(Line(plan.source.name, .strong) + Line(": the statement and your receipts")), .table(table),
    ]
  }

  /// The money that came in and went out in the rows of the file, a line for each currency.
  private func sums(_ notation: Notation) -> [Block] {
    let rows = Dictionary(grouping: plan.source.file.rows.map(\.money), by: \.currency)
    return rows.sorted { $0.key < $1.key }.map { currency, amounts in
      func sum(_ isCounted: (Int64) -> Bool) -> String {
        let units = amounts.map(\.minorUnits).filter(isCounted).reduce(Int64(0)) { $0 &+ $1 }
        return notation.locale.money(Money(minorUnits: units, currency: currency))
      }
      return .fitted("  in: \(sum { $0 > 0 }), out: \(sum { $0 < 0 })")
    }
  }

  /// The categories of the file that the ledger does not have.
  private var missingCategories: [Block] {
    guard !plan.missingCategories.isEmpty else { return [] }
    let names = plan.missingCategories.map { "\($0.name) (\(counted($0.rowCount, "row")))" }
      .joined(separator: ", ")
    let text =
      plan.addsCategories
      ? "new categories: \(names)"
      : "categories that this ledger does not have, and that are left out: \(names). Add them with --add-categories"
    return [.fitted(Line("  " + text))]
  }

  private func accounts(_ source: StatementFile) -> [String] {
    var texts: [String] = []
    for (statement, account) in zip(source.file.statements, source.accounts) {
      guard let account else { continue }
      let printed = statement.account ?? statement.name
      let origin =
        printed == nil ? "" : printed == account ? " (named in the file)" : " (\(printed ?? "") in the file)"
      let words = account + origin
      if !texts.contains(words) { texts.append(words) }
    }
    return texts
  }

  private var summary: String {
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

  private func table(_ notation: Notation) throws -> AnswerTable {
    var table = AnswerTable([.left(), .right(), .left(), .right(), .name(shrinksTo: 12), .left()], indent: 2)
    for planned in plan.rows {
      let row = planned.row
      table.row([
        .init(word(planned.verdict)), .init("line \(row.line)"), .init(row.date.iso),
        .init(notation.locale.money(row.money)), .init(planned.vendor ?? "–"),
        .init(try reason(planned, notation)),
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

  private func reason(_ planned: PlannedRow, _ notation: Notation) throws -> String {
    if let transfer = planned.transfer {
      let isOut = planned.row.money.minorUnits < 0
      return isOut ? "transfer to \(transfer.to)" : "transfer from \(transfer.from)"
    }
    if let pending = planned.settled {
      return "not booked yet on \(pending.row.date.iso): \(pending.vendor)"
    }
    return switch planned.verdict {
    case .new:
      if let suggestion = planned.suggestion {
        "\(suggestion.reason), \(suggestion.confidence)%"
          + (planned.category == nil ? "" : ", taken")
      } else {
        planned.category ?? ""
      }
    case .restored: "its import was undone"
    case .matched(let id, let isDoubtful):
      "\(try notation.short(id)) \(notation.summary(try notation.book.transaction(id).row))"
        + (isDoubtful ? ", doubtful" : "")
    case .known(let isDeleted):
      if let double = planned.double, !double.isLeftOpen {
        "\(try notation.short(double.goes)) is the same, and becomes one with \(try notation.short(double.stays))"
      } else {
        isDeleted ? "you deleted it" : ""
      }
    }
  }

  /// Returns a plan as a JSON object.
  ///
  /// Its members are `file`, `first`, `format`, `known`, `last`, `matched`, `new`, `refused` and `totals`. It also has
  /// `united` if rows were united, and `vanished` if rows that were not booked yet are gone. `assumedCurrency` is there
  /// if the file does not name its currency, and nobody gave it. `movedOpenings`, `leftOut`, `mayBeTransfers` and
  /// `countedTwice` are there if there are any. `balances` compares the opened accounts after the import with the
  /// balances in the file.
  /// `missingCategories` are those that the file names and the ledger does not have. They are `addedCategories` if the
  /// import adds them. `notes` are remarks on the file, such as a row from which its balances do not follow.
  private var json: JSONValue {
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
        plan.refused.map {
          [
            "excerpt": .string($0.excerpt), "line": .count($0.line), "reason": .string($0.reason),
            "reasonCode": .string($0.code.rawValue),
          ]
        }),
      "totals": .array(
        sums.sorted { $0.key.code < $1.key.code }.map { Money(minorUnits: $0.value, currency: $0.key).json }),
    ]
    if !plan.vanished.isEmpty {
      members["vanished"] = .array(plan.vanished.map { .string($0.transaction.description) })
    }
    if let currency = plan.source.assumedCurrency { members["assumedCurrency"] = .string(currency.code) }
    if !plan.movedOpenings.isEmpty {
      members["movedOpenings"] = .array(
        plan.movedOpenings.map { moved in
          [
            "account": .string(moved.account.key), "on": .string(moved.terms.on.iso),
            "opening": moved.terms.opening.json, "rows": .count(moved.rowCount),
          ]
        })
    }
    if !plan.balances.isEmpty {
      members["balances"] = .array(
        plan.balances.map { balance in
          [
            "account": .string(balance.account.key), "balance": balance.cleared.json, "bank": balance.bank.json,
            "difference": balance.difference.json, "line": balance.firstLine.map { .count($0) } ?? .null,
            "on": .string(balance.on.iso),
          ]
        })
    }
    if !plan.leftOut.isEmpty { members["leftOut"] = .array(plan.leftOut.map { .count($0) }) }
    let halves = plan.rows.compactMap { row in row.otherHalf.map { (row.line, row.transaction, $0) } }
    let twice = plan.leftOpen.map { ($0.line, $0.1, $0.2) }
    for (name, pairs) in [("mayBeTransfers", halves), ("countedTwice", twice)] where !pairs.isEmpty {
      members[name] = .array(
        pairs.map { line, id, other in
          ["line": .count(line), "other": .string(other.description), "transaction": .string(id.description)]
        })
    }
    if !plan.missingCategories.isEmpty {
      members[plan.addsCategories ? "addedCategories" : "missingCategories"] = .array(
        plan.missingCategories.map {
          ["category": .string($0.key), "name": .string($0.name), "rows": .count($0.rowCount)]
        })
    }
    let notes = plan.source.file.notes
    if !notes.isEmpty {
      members["notes"] = .array(
        notes.map { ["line": $0.line.map { .count($0) } ?? .null, "text": .string($0.text)] })
    }
    if plan.doubleCount > 0 { members["united"] = .count(plan.doubleCount) }
    return .object(members)
  }
}
