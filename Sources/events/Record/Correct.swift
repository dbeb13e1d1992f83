internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension Command {
  static let correct = Command(
    path: ["correct"], section: .record, summary: "Change fields of a receipt",
    operands: [
      Operand(
        Operand.receipt.name, "The receipt: its id, or the beginning of it; several with commas between them",
        isOptional: true),
      Operand(Operand.field.name, Operand.field.help, isOptional: true),
      Operand(
        "VALUE",
        "The value; an empty text clears vendor, note or account. More fields may follow",
        isOptional: true, repeats: true),
    ],
    options: [EntryOptions.split, ReachOptions.this, ReachOptions.future, ReachOptions.rule]
      + RecordSelection.options.filter { $0.name != Filters.rule.name },
    shared: Option.destroying,
    run: onLedger(correctRecords))

  private static func correctRecords(_ ledger: OpenLedger) throws -> ExitCode {
    let isFiltered = ledger.arguments.has(RecordSelection.isFiltered)
    let operands = ledger.arguments.operands
    let words = Array(operands.dropFirst(isFiltered ? 0 : 1))
    if let text = ledger.arguments[EntryOptions.split] {
      guard operands.count == 1, !isFiltered else {
        throw Failure.usage("--split is about one receipt, without other fields", command: "correct")
      }
      return try split(ledger, try ledger.book.resolveTransaction(operands[0]), text)
    }
    if words.count == 1 { _ = try Values.field(words[0]) }
    guard words.count >= 2, words.count.isMultiple(of: 2) else {
      throw Failure.usage("“correct” needs a receipt, and a VALUE for every FIELD", command: "correct")
    }
    let pairs = try stride(from: 0, to: words.count, by: 2).map { index in
      (field: try Values.field(words[index]), text: words[index + 1])
    }
    let fields = pairs.map(\.field)
    guard Set(fields).count == fields.count, !(fields.contains(.total) && fields.contains(.currency)) else {
      throw Failure.usage(
        "a field is given twice; write total and currency as one value, such as 84 JPY", command: "correct")
    }
    let records = isFiltered ? [] : operands[0].split(separator: ",").map(String.init)
    let reach = try ReachOptions.reach(ledger.arguments, command: "correct")
    if let reach, isFiltered || records.count > 1 || pairs.count > 1 {
      throw Failure.usage("--\(reach.rawValue) is about one field of one receipt", command: "correct")
    }
    func changes(of row: TransactionRow) throws -> [FieldChange] { try self.changes(pairs, of: row, ledger) }
    var only: TransactionID?
    if records.count == 1, records[0] != "-" {
      try RecordSelection.refuseFilters(ledger.arguments)
      only = try ledger.book.resolveTransaction(records[0])
    } else {
      let rows = try RecordSelection.rows(ledger, records)
      if rows.count > 1 { return try ledger.perform(try ledger.book.planCorrection(of: rows, changes)) }
      only = rows.first?.id
    }
    guard let only else { return .ok }
    return try ledger.about(only) {
      try ledger.perform(choosing: try ledger.book.planCorrection(of: only, reach: reach, changes))
    }
  }

  /// Returns the changes of a receipt that the words ask for.
  private static func changes(
    _ pairs: [(field: TransactionField, text: String)], of row: TransactionRow, _ ledger: OpenLedger
  ) throws -> [FieldChange] {
    func text(_ field: TransactionField) -> String? { pairs.first { $0.field == field }?.text }
    var changes = try pairs.map { field, typed in
      FieldChange(
        field,
        try fieldValue(typed, field, of: row, ledger, account: text(field == .total ? .account : .toAccount)),
        expression: expression(typed, field))
    }
    // A refund is an expense of a negative amount, so it is a positive one as income.
    let kinds = [TransactionKind.expense, .income].filter { $0 != row.kind }
    if let amount = row.money, amount.minorUnits < 0, row.kind != .transfer,
      kinds.contains(where: { $0.rawValue == text(.kind) }), text(.total) == nil, text(.currency) == nil
    {
      let turned = Money(minorUnits: -amount.minorUnits, currency: amount.currency)
      changes.append(FieldChange(.total, .amount(Amount(turned)), expression: nil))
    }
    return changes
  }

  /// Splits one receipt over categories.
  private static func split(_ ledger: OpenLedger, _ id: TransactionID, _ text: String) throws -> ExitCode {
    try ledger.about(id) {
      let row = try ledger.book.transaction(id).row
      let split = try EntrySplit(
        text, ledger.vocabulary(currency: row.amount?.currency ?? ledger.settings.currency))
      if ledger.arguments.has(.dryRun), let total = row.money {
        return try ledger.show(.split(split, split.items(of: total), of: id))
      }
      let done = try ledger.book.split(id, split)
      return try ledger.show(.receipt(done, id, unchanged: "it is split so already"))
    }
  }

  /// Returns the typed text if it is a computation that gives a total, such as `84 +10%`.
  static func expression(_ text: String, _ field: TransactionField) -> String? {
    field == .total || field == .received ? Values.computation(text) : nil
  }

  /// Returns the typed text as a value of that field, or `nil` if it empties the field.
  ///
  /// - account: The account of a transfer's amount, if that changes too.
  static func fieldValue(
    _ text: String, _ field: TransactionField, of row: TransactionRow, _ ledger: OpenLedger,
    account: String? = nil
  ) throws -> FieldValue? {
    switch field {
    case .kind: return .text(try Values.choice(text, "kind", TransactionKind.self).rawValue)
    case .date: return .date(try ledger.nearDate(text))
    case .currency: return .amount(Amount(currency: try Values.currency(text), minorUnits: nil))
    case .group:
      throw Failure.usage(
        "the group is set with: events file \(FigureWords.quoted(ledger.arguments.operands[0])) GROUP",
        command: "file")
    case .vendor, .total, .category, .payment, .note, .account, .toAccount, .received:
      return try ledger.notation.value(text, of: field, in: row, account: account)
    }
  }
}
